import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Physical properties and values; logical ones such as `inset-inline-start` follow the writing direction. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|scroll-margin|scroll-padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;

/** Four values with different right and left. */
const lopsided = /\b(?:margin|padding|inset|scroll-margin|scroll-padding)\s*:\s*[^\s()]+\s+([^\s()]+)\s+[^\s()]+\s+(?!\1\s*;)[^\s();]+\s*;/;

const isPhysical = (line: string): boolean => physical.test(line) || lopsided.test(line);

test.each(sourceFiles('src/styles', '.scss').map(({ name, text }) => [name, text]))(
  '%s uses logical properties only, so that it mirrors in right-to-left languages',
  (_, text) => {
    const lines = text.split('\n').filter((line) => isPhysical(line.replace(/\/\/.*$/, '')));
    expect(lines).toEqual([]);
  },
);

test.each([
  'margin-left: 1px',
  '  right: 0;',
  'a { float: left }',
  'text-align: right',
  'border-left-width: 0',
  'border-top-left-radius: 2px',
  'padding: 12px 16px 12px 0;',
])('the rule about logical properties finds %s', (line) => {
  expect(isPhysical(line)).toBe(true);
});

test.each([
  'margin-inline-start: 1px',
  'inset-inline-end: 0',
  'text-align: start',
  '.gallery-left {',
  'transform-origin: left',
  'border-inline: 0',
  'padding: 12px 16px 8px 16px;',
  'margin: 0 auto;',
])('the rule about logical properties ignores %s', (line) => {
  expect(isPhysical(line)).toBe(false);
});
