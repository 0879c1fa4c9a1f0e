import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The only files that format money, numbers, dates and times. JSON-LD has prices in a format of its own, whatever the language. */
const formatters = [
  'src/contract/delivery-dates.ts',
  'src/contract/locale.ts',
  'src/contract/money.ts',
  'src/shared/format-date.ts',
  'src/app/head/linked-data.ts',
];

/** Calls that format a number or a date. `Collator`, `ListFormat` and `Segmenter` do not. */
const formatting =
  /\bIntl\.(?!Collator|ListFormat|Segmenter|DateTimeFormatOptions)|\.to(?:Fixed|Precision|Locale\w*String|DateString|TimeString)\(/;

test('only the formatters format numbers and dates, because they know the language', () => {
  const files = sourceFiles('src', '.ts', '.tsx');
  const formats = ({ text }: { readonly text: string }): boolean => formatting.test(text);
  expect(files.filter((file) => !formatters.includes(file.name) && formats(file)).map(({ name }) => name)).toEqual([]);
  const found = ['new Intl.NumberFormat()', 'new Intl.DateTimeFormat("en")', 'amount.toFixed(2)', 'day.toLocaleDateString()'];
  expect(found.filter((text) => formats({ text }))).toEqual(found);
  // Every listed formatter still formats something.
  expect(formatters.filter((name) => !files.some((file) => file.name === name && formats(file)))).toEqual([]);
});

test('pounds become pence before anything is calculated with them: a sum never touches a float', () => {
  const files = [...sourceFiles('src', '.ts', '.tsx'), ...sourceFiles('server', '.ts')];
  const calculated = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<!\w)pence\(([^()]*)\)/g)].flatMap(([call, amount = '']) => (/ [*/+-] /.test(amount) ? [`${name}: ${call}`] : [])),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(calculated).toEqual([]);
});
