import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** A colour by its value or its name. `#{…}` is interpolation. */
const rawColour =
  /#[0-9a-f]{3,8}\b|(?<![-\w])(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:[^;{]*(?<![\w$-])(?:white|black|red|green|blue|gr[ae]y|brown|orange|yellow)(?![\w-])/i;

/** Shadows of the page's own controls use custom properties: `inset 0 0 0 1px var(--line)`. */
const linesWithColours = (text: string): string[] => text.split('\n').filter((line) => rawColour.test(line.replace(/\/\/.*$/, '')));

const sheets = sourceFiles('src/styles', '.scss').filter(({ name }) => name !== 'src/styles/_tokens.scss');

test.each(sheets.map(({ name, text }) => [name, text]))('%s has no colour of its own: all are in _tokens.scss', (_, text) => {
  expect(linesWithColours(text)).toEqual([]);
});

test('the document has no colour of its own', () => {
  expect(linesWithColours(readFileSync('index.html', 'utf8'))).toEqual([]);
});

test('tokens name each colour of the light scheme once', () => {
  const [light = ''] = readFileSync('src/styles/_tokens.scss', 'utf8').split('\n$dark-paper');
  const colours = [...light.matchAll(/^\$(?!on-)[\w-]+: (#\w+);/gm)].map(([, colour]) => colour);
  expect(colours.length).toBeGreaterThan(10);
  expect(new Set(colours).size).toBe(colours.length);
});

test.each([
  'color: #fff;',
  'background: rgb(0 0 0 / 5%);',
  'border: 1px solid hsl(0 0% 0%);',
  'color: white;',
  '--line: #BBB;',
  'fill: rgba($ink, 0.5);',
])('the rule about colours finds %s', (line) => {
  expect(linesWithColours(line)).toHaveLength(1);
});

test.each([
  'color: $ink;',
  'color: var(--ink);',
  '--ink: #{$ink};',
  'white-space: nowrap;',
  '// as #fff',
  '--bs-link-color-rgb: #{to-rgb($moss)};',
])('the rule about colours ignores %s', (line) => {
  expect(linesWithColours(line)).toEqual([]);
});
