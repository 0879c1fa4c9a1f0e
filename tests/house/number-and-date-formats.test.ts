import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Where money, numbers, dates and times are written. */
const writers = ['src/contract/locale.ts', 'src/contract/money.ts', 'src/shared/format-date.ts'];

/** Ways to write a number or a date; comparing and cutting up are none. */
const writes = /\bIntl\.(?!Collator|Segmenter|DateTimeFormatOptions)|\.to(?:Fixed|Precision|Locale\w*String|DateString|TimeString)\(/;

/** What machines read is no language's: prices in linked data. */
const forMachines = ['src/app/head/linked-data.ts'];

test.each(
  sourceFiles('src', '.ts', '.tsx')
    .filter(({ name }) => !writers.includes(name) && !forMachines.includes(name))
    .map(({ name, text }) => [name, text]),
)('%s leaves the writing of numbers and dates to those who ask the page for its language', (_, text) => {
  expect(text.split('\n').filter((line) => writes.test(line))).toEqual([]);
});

test.each([
  'new Intl.NumberFormat()',
  'new Intl.DateTimeFormat("en")',
  'amount.toFixed(2)',
  'day.toLocaleDateString()',
  'n.toLocaleString()',
])('the rule knows %s', (line) => {
  expect(writes.test(line)).toBe(true);
});
