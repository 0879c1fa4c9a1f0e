import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { csvFields, type FieldsWith } from '#contract/product-fields.ts';
import { isRealSize, outlines } from '#contract/real-size.ts';
import { maxDeliveryDays } from '#contract/terms.ts';
import { isVisible, withoutDirections } from '#contract/text-line.ts';
import { isNetQuantity } from '#contract/units.ts';
import { Invalid } from '#server/domain/failure.ts';

/** Begins a CSV file: without it spreadsheets take letters beyond ASCII for others, and save them in another encoding. */
export const byteOrderMark = '\uFEFF';

export type CatalogueFormat = 'json' | 'csv';

/** An unvalidated row of a file; of a CSV file with the line where it starts (from 1) and the columns of the file, of which an empty cell has no value. */
export type FileRow = { readonly line?: number; readonly columns?: readonly string[]; readonly value: unknown };

// PostgreSQL cannot store NUL, and a lone surrogate is no valid UTF-8.
const invalidCharacters = /[\0\p{Surrogate}]/u;
const text = z
  .string('must be text')
  .overwrite(withoutDirections)
  .refine((value) => !invalidCharacters.test(value), 'must not contain characters that are no text');
const nonEmptyText = text.refine(isVisible, 'must not be empty');
// "|" separates the entries of a CSV cell; spaces around it are ignored.
const listEntry = z
  .string('must be text')
  .overwrite(withoutDirections)
  .trim()
  .refine(isVisible, 'must not be empty')
  .regex(/^[^|\0\p{Surrogate}]+$/u, 'must be text without a "|"');
const identifier = z.string('must be text').regex(/^[A-Za-z0-9_-]{1,100}$/, 'may hold letters, digits, "-" and "_" only');
const maxPounds = 1_000_000;
const maxCount = 1_000_000_000;

const hasTwoDecimals = (value: number): boolean => Number(value.toFixed(2)) === value;

const price = z
  .number('must be a price in pounds')
  .min(0, 'must be 0 or more')
  .max(maxPounds, 'is too high')
  .refine(hasTwoDecimals, 'must have at most 2 decimals');
const percentage = z
  .number('must be a percentage')
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
  .refine(hasTwoDecimals, 'must have at most 2 decimals');
const count = z.number('must be a whole number').int('must be a whole number').min(0, 'must be 0 or more').max(maxCount, 'is too high');

/** The counters of a product, type or size; without `stock` it draws on the product's. */
export type StockCounts = { readonly stock?: number | undefined; readonly saleCount: number };

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
const coversSales = ({ stock, saleCount }: StockCounts): boolean => stock === undefined || stock >= saleCount;
const soldTooMany = { message: 'must not be above stock', path: ['saleCount'] };

// `was`: its name until now, in a row that gives it another; never stored.
const size = z
  .strictObject({ name: nonEmptyText, was: text.optional(), stock: count, saleCount: count.default(0) })
  .refine(coversSales, soldTooMany);
const color = z.strictObject({
  color: nonEmptyText,
  was: text.optional(),
  hex: z
    .string('must be text')
    .regex(/^(#[0-9A-Fa-f]{6})?$/, 'must be a colour such as #DBCCB2')
    .default(''),
  image: text.default(''),
  sizes: z.array(size, 'must be a list').default([]),
});
const netQuantity = text.refine(isNetQuantity, 'must be a number and one of g, kg, ml, l, cm and m, such as “100 g”').default('');

const type = z
  .strictObject({ id: identifier, name: nonEmptyText, basePrice: price, stock: count.optional(), saleCount: count.default(0), netQuantity })
  .refine(coversSales, soldTooMany);
const image = z.strictObject({ file: nonEmptyText, alt: text.default(''), color: text.optional() });

const csvTexts = Object.fromEntries(csvFields.map((name) => [name, text.default('')])) as Record<
  FieldsWith<'csv'>,
  z.ZodDefault<typeof text>
>;

/**
 * One product in a seller's file: prices in pounds, discount in percent, stock counts what is sold too.
 * The order of the fields is the order of a CSV file's columns.
 */
export const importRow = z
  .strictObject(
    {
      id: identifier,
      sku: text.default(''),
      name: nonEmptyText,
      shortDescription: text.default(''),
      fullDescription: text.default(''),
      basePrice: price,
      discount: percentage.default(0),
      resellerPrice: price.default(0),
      deliveryCost: price.default(0),
      makingDays: count.max(maxDeliveryDays.making, `must be at most ${maxDeliveryDays.making} working days`).default(0),
      stock: count,
      saleCount: count.default(0),
      categories: z.array(listEntry, 'must be a list').default([]),
      tags: z.array(listEntry, 'must be a list').default([]),
      ...csvTexts,
      netQuantity,
      realSize: text
        .refine(isRealSize, `must be one of ${outlines.join(', ')}, with width and height in millimetres, such as “mug 85 × 90”`)
        .default(''),
      new: z.boolean('must be true or false').default(false),
      personalised: z.boolean('must be true or false').default(false),
      featured: count.default(0),
      createdAt: z.iso.datetime('must be a time such as 2025-09-01T09:00:00.000Z').optional(),
      images: z.array(image, 'must be a list').default([]),
      colors: z.array(color, 'must be a list').default([]),
      types: z.array(type, 'must be a list').default([]),
    },
    'must be a product: fields with values',
  )
  .refine(coversSales, soldTooMany);

export type ImportRow = z.output<typeof importRow>;

const columns = importRow.keyof().options;
const listColumns = new Set<string>(['categories', 'tags'] satisfies (keyof ImportRow)[]);
const jsonColumns = new Set<string>(['images', 'colors', 'types'] satisfies (keyof ImportRow)[]);
const numberColumns = new Set<string>([
  'basePrice',
  'discount',
  'resellerPrice',
  'deliveryCost',
  'makingDays',
  'stock',
  'saleCount',
  'featured',
] satisfies (keyof ImportRow)[]);

const countLineBreaks = (source: string): number => source.split('\n').length - 1;

/** Products of a JSON file have no line: they are known by their id, and by their place in the list. */
const readJson = (source: string): FileRow[] => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    throw new Invalid(`Nothing was imported: the file is not valid JSON. ${error instanceof Error ? error.message : ''}`.trim());
  }
  if (!Array.isArray(parsed)) throw new Invalid('Nothing was imported: the file must hold a JSON list of products.');
  return parsed.map((value: unknown) => ({ value }));
};

const csvRecords = z.array(z.object({ record: z.array(z.string()), info: z.object({ bytes: z.number() }) }));
const csvError = z.object({ lines: z.number() });

/** What spreadsheets separate cells with, by the language that they run in: whatever the first line has most of outside quotes. */
const separatorOf = (source: string): string => {
  const [head = ''] = source.replaceAll(/"[^"]*"/g, '').split('\n');
  const countOf = (separator: string): number => head.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
};

/**
 * The rows of a CSV file with the line where each starts (from 1), without those of which every cell is empty. Throws `Invalid` with `refusal` and the
 * line if quotes do not match.
 */
export const splitCsv = (source: string, refusal: string): { readonly line: number; readonly cells: string[] }[] => {
  const bytes = Buffer.from(source);
  let end = 0;
  let line = 1;
  try {
    const parsed: unknown = parse(bytes, {
      info: true,
      delimiter: separatorOf(source),
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
    });
    return csvRecords.parse(parsed).flatMap(({ record, info }) => {
      // csv-parse miscounts CRLF inside quoted cells, so lines are counted from the bytes it consumed.
      const consumed = bytes.toString('utf8', end, info.bytes);
      const blank = /^[\r\n]*/.exec(consumed)?.[0] ?? '';
      const start = line + countLineBreaks(blank);
      line += countLineBreaks(consumed);
      end = info.bytes;
      return record.every((cell) => cell.trim() === '') ? [] : [{ line: start, cells: record }];
    });
  } catch (error) {
    const csvProblem = csvError.safeParse(error);
    throw new Invalid(refusal, {
      [`line ${csvProblem.success ? csvProblem.data.lines : 1}`]: 'The quotes around a cell do not match.',
    });
  }
};

/** A spreadsheet takes a text that begins so as a formula: in a CSV file it has an apostrophe before it, which reading takes away. */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);
const unescapeFormula = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** A number, perhaps of pounds, or as spreadsheets in other languages write one: "1,50". Not "1,500", which may be either. */
const numberPattern = /^\s*£?\s*(-?\d+)(?:[.,](\d{1,2})|\.(\d+))?\s*$/;

const toNumber = (cell: string): number | undefined => {
  const [, whole, ...parts] = numberPattern.exec(cell) ?? [];
  return whole === undefined ? undefined : Number(`${whole}.${parts.find((part) => part !== undefined) ?? 0}`);
};

/** Parses a cell by its column. What cannot be parsed stays text, so that validation names it. */
const fromCell = (column: string, cell: string): unknown => {
  if (listColumns.has(column))
    return cell === ''
      ? []
      : unescapeFormula(cell)
          .split('|')
          .map((entry) => entry.trim());
  if (column === 'new' || column === 'personalised')
    return { true: true, false: false, '': undefined }[cell.toLowerCase()] ?? (cell === '' ? undefined : cell);
  if (column === 'createdAt') return cell === '' ? undefined : cell;
  if (numberColumns.has(column)) return cell === '' ? undefined : (toNumber(cell) ?? cell);
  if (!jsonColumns.has(column)) return unescapeFormula(cell);
  if (cell === '') return [];
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
};

const readCsv = (source: string): FileRow[] => {
  const [header, ...records] = splitCsv(source, 'Nothing was imported: the file is not valid CSV.');
  const names = header?.cells.map((name) => name.trim()) ?? [];
  const unknownNames = names.filter((name) => !columns.some((column) => column === name));
  if (names.length === 0 || unknownNames.length > 0 || new Set(names).size < names.length)
    throw new Invalid('Nothing was imported: the first line must name the columns.', {
      'line 1':
        unknownNames.length > 0
          ? `These columns are not known: ${unknownNames.join(', ')}.`
          : `Each column once, out of: ${columns.join(', ')}.`,
    });
  const wrongRows = records.filter(({ cells }) => cells.length !== names.length);
  if (wrongRows.length > 0)
    throw new Invalid(
      'Nothing was imported: some rows have too many or too few cells.',
      Object.fromEntries(
        wrongRows.map(({ line, cells }) => [`line ${line}`, `It has ${cells.length} cells, the first line ${names.length}.`]),
      ),
    );
  return records.map(({ line, cells }) => {
    const fields = names.map((name, index) => [name, fromCell(name, cells[index] ?? '')] as const);
    return { line, columns: names, value: Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
  });
};

/** Parses a file into unvalidated rows; throws `Invalid` if the file is malformed. */
export const readRows = (source: string, format: CatalogueFormat): FileRow[] => {
  const withoutBom = source.startsWith(byteOrderMark) ? source.slice(1) : source;
  return format === 'json' ? readJson(withoutBom) : readCsv(withoutBom);
};

const toCell = (column: string, value: unknown): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return listColumns.has(column) ? escapeFormula(value.join('|')) : JSON.stringify(value);
  return typeof value === 'string' ? escapeFormula(value) : String(value);
};

/** Writes rows as a file; `readRows` gives the same rows back. */
export const writeRows = (rows: readonly ImportRow[], format: CatalogueFormat): string => {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const cells = rows.map((row) => columns.map((column) => toCell(column, row[column])));
  return byteOrderMark + stringify([[...columns], ...cells], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
};
