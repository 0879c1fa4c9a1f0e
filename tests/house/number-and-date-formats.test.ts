import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The only files that format money, numbers, dates and times. */
const formatters = ['src/contract/delivery-dates.ts', 'src/contract/locale.ts', 'src/contract/money.ts', 'src/shared/format-date.ts'];

/** Calls that format a number or a date. `Collator` and `Segmenter` do not. */
const formatting = /\bIntl\.(?!Collator|Segmenter|DateTimeFormatOptions)|\.to(?:Fixed|Precision|Locale\w*String|DateString|TimeString)\(/;

/** JSON-LD has prices in a format of its own, whatever the language. */
const machineReadable = ['src/app/head/linked-data.ts'];

test.each(
  sourceFiles('src', '.ts', '.tsx')
    .filter(({ name }) => !formatters.includes(name) && !machineReadable.includes(name))
    .map(({ name, text }) => [name, text]),
)('%s formats no numbers or dates itself, because only the formatters know the language', (_, text) => {
  expect(text.split('\n').filter((line) => formatting.test(line))).toEqual([]);
});

test.each([
  'new Intl.NumberFormat()',
  'new Intl.DateTimeFormat("en")',
  'amount.toFixed(2)',
  'day.toLocaleDateString()',
  'n.toLocaleString()',
])('the rule about number and date formats finds %s', (line) => {
  expect(formatting.test(line)).toBe(true);
});
