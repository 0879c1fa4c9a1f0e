import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { papers } from '#contract/look.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { sourceFiles } from './source-files.ts';

const sheets = sourceFiles('src/styles', '.scss');

type Rule = (line: string) => boolean;

/** Lines that break a rule, with their file; comments are no code. */
const offences = (files: readonly { readonly name: string; readonly text: string }[], breaks: Rule): string[] =>
  files.flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => breaks(line.replace(/\/\/.*$/, '')))
      .map((line) => `${name}: ${line.trim()}`),
  );

/** The rule finds each line of the first list, and none of the second: one that finds nothing would look like a success. */
const expectRule = (breaks: Rule, found: readonly string[], ignored: readonly string[]): void => {
  expect([...found, ...ignored].filter((line) => breaks(line.replace(/\/\/.*$/, '')))).toEqual(found);
};

/** A colour by its value or its name. `#{…}` is interpolation. Shadows of the page's own controls use custom properties. */
const hasColour: Rule = (line) =>
  /#[0-9a-f]{3,8}\b|(?<![-\w])(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:[^;{]*(?<![\w$-])(?:white|black|red|green|blue|gr[ae]y|brown|orange|yellow)(?![\w-])/i.test(
    line,
  );

test('all colours of the stylesheets and the document are in _tokens.scss', () => {
  const document = { name: 'index.html', text: readFileSync('index.html', 'utf8') };
  const styled = sheets.filter(({ name }) => name !== 'src/styles/_tokens.scss');
  expect(styled.length).toBeGreaterThan(20);
  expect(offences([...styled, document], hasColour)).toEqual([]);
  expectRule(
    hasColour,
    [
      'color: #fff;',
      'background: rgb(0 0 0 / 5%);',
      'border: 1px solid hsl(0 0% 0%);',
      'color: white;',
      '--line: #BBB;',
      'fill: rgba($ink, 0.5);',
    ],
    [
      'color: $ink;',
      'color: var(--ink);',
      '--ink: #{$ink};',
      'white-space: nowrap;',
      '// as #fff',
      '--bs-link-color-rgb: #{to-rgb($moss)};',
    ],
  );
});

test('the tokens name each colour of the light scheme once', () => {
  const [light = ''] = readFileSync('src/styles/_tokens.scss', 'utf8').split('\n$dark-paper');
  const colours = [...light.matchAll(/^\$(?!on-)[\w-]+: (#\w+);/gm)].map(([, colour]) => colour);
  expect(colours.length).toBeGreaterThan(10);
  expect(new Set(colours).size).toBe(colours.length);
});

/** Colours of `_tokens.scss` by name; dark ones are in the map `$dark`, or in a variable that it names. */
const tokens = readFileSync('src/styles/_tokens.scss', 'utf8');
const lightToken = (name: string): string | undefined => new RegExp(`^\\$${name}: (#\\w+);`, 'm').exec(tokens)?.[1];
const darkToken = (name: string): string | undefined =>
  lightToken(`dark-${name}`) ?? new RegExp(`^  '${name}': (#\\w+),`, 'm').exec(tokens)?.[1];

test('linen and the accent of the sample shop are the colours of the build', () => {
  const { light, dark } = papers.linen;
  const names = Object.keys(light);
  expect(Object.fromEntries(names.map((name) => [name, lightToken(name)]))).toEqual(light);
  expect(Object.fromEntries(names.map((name) => [name, darkToken(name)]))).toEqual(dark);
  expect(sampleShop.look.accent).toBe(lightToken('moss'));
});

/** Physical properties and values; logical ones such as `inset-inline-start` follow the writing direction. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|scroll-margin|scroll-padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;

/** Four values with different right and left. */
const lopsided = /\b(?:margin|padding|inset|scroll-margin|scroll-padding)\s*:\s*[^\s()]+\s+([^\s()]+)\s+[^\s()]+\s+(?!\1\s*;)[^\s();]+\s*;/;

const isPhysical: Rule = (line) => physical.test(line) || lopsided.test(line);

test('the stylesheets use logical properties only, so that they mirror in right-to-left languages', () => {
  expect(offences(sheets, isPhysical)).toEqual([]);
  expectRule(
    isPhysical,
    [
      'margin-left: 1px',
      '  right: 0;',
      'a { float: left }',
      'text-align: right',
      'border-left-width: 0',
      'border-top-left-radius: 2px',
      'padding: 12px 16px 12px 0;',
    ],
    [
      'margin-inline-start: 1px',
      'inset-inline-end: 0',
      'text-align: start',
      '.gallery-left {',
      'transform-origin: left',
      'border-inline: 0',
      'padding: 12px 16px 8px 16px;',
      'margin: 0 auto;',
    ],
  );
});
