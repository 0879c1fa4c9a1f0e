import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ImportPlan } from '#contract/desk/catalogue.ts';
import { pence } from '#contract/money.ts';
import { csvFields } from '#contract/product-fields.ts';
import type { Database } from '#server/db/schema.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import {
  announceChange,
  belowSold,
  type CatalogueRows,
  catalogueVersions,
  csvColumn,
  inPounds,
  inSnapshot,
  lockCatalogue,
  readCataloguePages,
  readCsvFields,
  readRowsOf,
  storedImages,
  storedTexts,
} from '#server/domain/catalogue/catalogue.ts';
import { type FileRow, type ImportRow, importRow } from '#server/domain/catalogue/catalogue-file.ts';
import { addCategories, type CategoryPlan, planCategories } from '#server/domain/catalogue/categories.ts';
import { readMissingFacts } from '#server/domain/catalogue/missing-facts.ts';
import { type PictureManifest, type PictureSource, registerPictures, withPictures } from '#server/domain/catalogue/pictures.ts';
import { type Reference, readReductionNotes, recordPrices } from '#server/domain/catalogue/price-history.ts';
import { writeProductWords } from '#server/domain/catalogue/product-words.ts';
import { revised } from '#server/domain/catalogue/products.ts';
import { addStaffEvent, lastOfCatalogue, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';

/**
 * The outcome of an import: numbers of products. `unchanged`: they are in the shop as they stand in the file. `stockKept`: their stock in the
 * file is another than the shop's, which stays.
 */
export type ImportResult = { readonly added: number; readonly changed: number; readonly unchanged: number; readonly stockKept: number };

/**
 * `now` is the creation time of products without one; `pictures` are encoded already, those of `source` once the file is checked.
 * `addsCategories`: rows may name a category by its name, and one that there is not is added. `setsStock`: the file's stock replaces the shop's,
 * also where it was counted since.
 */
export type ImportSettings = {
  readonly now: Date;
  readonly pictures?: PictureManifest;
  readonly source?: PictureSource | undefined;
  readonly addsCategories?: boolean;
  readonly setsStock?: boolean;
  /** Whoever imports it at the desk, and the version of the catalogue that the trial saw. */
  readonly acting?: { readonly by: Staff; readonly seen: number };
};

/** `where` names it in the file. */
type CheckedRow = { readonly where: string; readonly row: ImportRow };
type Counted = { readonly stock?: number | undefined; readonly saleCount: number };

/** Slugs and picture files in the catalogue; `unusable`: categories of the file that cannot be added, each with the reason. */
type Existing = {
  readonly categories: ReadonlySet<string>;
  readonly pictures: ReadonlySet<string>;
  readonly unusable?: CategoryPlan['unusable'];
};

const duplicates = (names: readonly string[]): string[] => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];

/** The picture files that a row names. */
export const picturesOf = (row: ImportRow): string[] => [
  ...row.images.map(({ file }) => file),
  ...row.colors.flatMap(({ image }) => (image === '' ? [] : [image])),
];

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

const sizeKey = (color: string, size: string): string => JSON.stringify([color, size]);

const sizesOf = ({ colors }: Pick<ImportRow, 'colors'>) =>
  colors.flatMap(({ color, sizes }) => sizes.map((size) => ({ key: sizeKey(color, size.name), ...size })));

/**
 * Replaces stock and sales of the file by those of the shop. Sales always: the file may be older than the last order. Stock unless `setsStock`: the
 * shelf may have been counted since the file was written. Sizes are matched by colour and name, types by id; new ones keep the file's numbers, and
 * the sales of removed ones are dropped.
 */
export const withCounts = (row: ImportRow, stored: ImportRow, setsStock: boolean): ImportRow => {
  const storedSizes = new Map(sizesOf(stored).map((size) => [size.key, size]));
  const keep = <Part extends Counted>(part: Part, known: Counted | undefined): Part => {
    if (!known) return part;
    const keepsStock = !setsStock && part.stock !== undefined && known.stock !== undefined;
    return { ...part, saleCount: known.saleCount, ...(keepsStock && { stock: known.stock }) };
  };
  const colors = row.colors.map((color) => ({
    ...color,
    sizes: color.sizes.map((size) => keep(size, storedSizes.get(sizeKey(color.color, size.name)))),
  }));
  const types = row.types.map((type) =>
    keep(
      type,
      stored.types.find(({ id }) => id === type.id),
    ),
  );
  const sizes = sizesOf({ colors });
  if (sizes.length === 0) {
    const keepsStock = !setsStock && storedSizes.size === 0;
    return { ...row, colors, types, stock: keepsStock ? stored.stock : row.stock, saleCount: stored.saleCount };
  }
  const sizeKeys = new Set(sizes.map(({ key }) => key));
  const removedSales = sum([...storedSizes.values()].map(({ key, saleCount }) => (sizeKeys.has(key) ? 0 : saleCount)));
  const addedSales = sum(sizes.map(({ key, saleCount }) => (storedSizes.has(key) ? 0 : saleCount)));
  // A product that gets sizes for the first time: the file has distributed the earlier sales over them.
  const product = storedSizes.size === 0 ? stored.saleCount : stored.saleCount - removedSales + addedSales;
  return {
    ...row,
    colors,
    types,
    stock: setsStock ? row.stock : sum(sizes.map(({ stock }) => stock)),
    saleCount: Math.max(product, sum(sizes.map(({ saleCount }) => saleCount))),
  };
};

/** An error for a stock that is below what is sold, or none. */
const stockErrors = (where: string, { stock, saleCount }: Counted): string[] =>
  stock !== undefined && stock < saleCount ? [`${where}: ${belowSold(saleCount)}`] : [];

/** The errors of a row that depend on the rest of the catalogue. */
export const catalogueErrors = (row: ImportRow, existing: Existing): string[] => {
  const sizes = row.colors.flatMap((color) => color.sizes);
  const total = (field: 'stock' | 'saleCount'): number => sum(sizes.map((size) => size[field]));
  return [
    ...row.categories
      .filter((slug) => !existing.categories.has(slug))
      .map((slug) => `categories: ${existing.unusable?.get(slug) ?? `there is no category "${slug}"`}`),
    ...duplicates(row.categories).map((slug) => `categories: "${slug}" stands there twice`),
    ...picturesOf(row)
      .filter((file) => !existing.pictures.has(file))
      .map((file) => `images: there is no picture "${file}"`),
    ...duplicates(row.colors.map(({ color }) => color)).map((color) => `colors: "${color}" stands there twice`),
    ...row.colors.flatMap(({ color, sizes: colorSizes }) =>
      duplicates(colorSizes.map(({ name }) => name)).map((name) => `colors: "${color}" has the size "${name}" twice`),
    ),
    ...duplicates(row.types.map(({ id }) => id)).map((id) => `types: the id "${id}" stands there twice`),
    ...(sizes.length > 0 && row.stock !== total('stock') ? [`stock: is ${row.stock}, but its sizes add up to ${total('stock')}`] : []),
    // A product may have more sales than its sizes: colours without sizes draw on the product alone.
    ...(sizes.length > 0 && row.saleCount < total('saleCount')
      ? [`saleCount: is ${row.saleCount}, but its sizes add up to ${total('saleCount')}`]
      : []),
    ...stockErrors('stock', row),
    ...row.colors.flatMap(({ color, sizes: colorSizes }) =>
      colorSizes.flatMap((size) => stockErrors(`colors: "${color}" in "${size.name}"`, size)),
    ),
    ...row.types.flatMap((type) => stockErrors(`types: "${type.id}"`, type)),
  ];
};

const sentence = (parts: readonly string[]): string => `${parts.join('; ')}.`;

const describeIssue = ({ code, path, message, ...rest }: z.core.$ZodIssue): string => {
  if (code === 'unrecognized_keys' && 'keys' in rest && Array.isArray(rest.keys))
    return `${[...path, rest.keys.join(', ')].join('.')}: not a field of the catalogue`;
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
};

const rowWithId = z.object({ id: z.string() });

const refuse = (errors: ReadonlyMap<string, string>): never => {
  const count = errors.size;
  throw new Invalid(`Nothing was imported: ${count === 1 ? 'one row' : `${count} rows`} cannot be accepted.`, Object.fromEntries(errors));
};

/** Validates each row on its own; throws `Invalid` with one sentence per invalid row. */
const checkRows = (rows: readonly FileRow[]): CheckedRow[] => {
  const errors = new Map<string, string>();
  const checked = rows.flatMap(({ line, value }, at) => {
    const where = line === undefined ? `product ${at + 1}` : `line ${line}`;
    const read = importRow.safeParse(value);
    if (read.success) return [{ where, row: read.data }];
    const identified = rowWithId.safeParse(value);
    errors.set(where, `${identified.success ? `${identified.data.id}: ` : ''}${sentence(read.error.issues.map(describeIssue))}`);
    return [];
  });
  if (errors.size > 0) refuse(errors);
  return checked;
};

const checkAgainstCatalogue = (rows: readonly CheckedRow[], existing: Existing): void => {
  const errors = new Map<string, string>();
  const first = new Map<string, string>();
  for (const { where, row } of rows) {
    const earlier = first.get(row.id);
    const problems = [...(earlier === undefined ? [] : [`id: stands on ${earlier} already`]), ...catalogueErrors(row, existing)];
    if (earlier === undefined) first.set(row.id, where);
    if (problems.length > 0) errors.set(where, `${row.id}: ${sentence(problems)}`);
  }
  if (errors.size > 0) refuse(errors);
};

const columnsOf = (row: ImportRow) => ({
  sku: row.sku,
  name: row.name,
  short_description: row.shortDescription,
  full_description: row.fullDescription,
  base_price: pence(row.basePrice),
  discount: row.discount,
  reseller_price: pence(row.resellerPrice),
  delivery_cost: pence(row.deliveryCost),
  making_days: row.makingDays,
  stock: row.stock,
  sale_count: row.saleCount,
  categories: JSON.stringify(row.categories),
  tags: JSON.stringify(row.tags),
  ...(Object.fromEntries(csvFields.map((name) => [csvColumn(name), row[name]])) as Record<ReturnType<typeof csvColumn>, string>),
  is_new: row.new ? 1 : 0,
  is_personalised: row.personalised ? 1 : 0,
  featured: row.featured,
  images: JSON.stringify(row.images),
});

/** Replaces colours, sizes and types: a row is the complete product, not a patch. */
const replaceVariations = async (db: Database, row: ImportRow): Promise<void> => {
  await db.deleteFrom('product_size').where('product_id', '=', row.id).execute();
  await db.deleteFrom('product_color').where('product_id', '=', row.id).execute();
  await db.deleteFrom('product_type').where('product_id', '=', row.id).execute();
  const colors = row.colors.map(({ color, hex, image }, position) => ({ product_id: row.id, color, hex, image, position }));
  const sizes = row.colors.flatMap(({ color, sizes: colorSizes }) =>
    colorSizes.map(({ name, stock, saleCount }, position) => ({ product_id: row.id, color, name, stock, sale_count: saleCount, position })),
  );
  const types = row.types.map(({ id, name, basePrice, stock, saleCount, netQuantity }, position) => ({
    product_id: row.id,
    id,
    name,
    base_price: pence(basePrice),
    stock: stock ?? null,
    sale_count: saleCount,
    net_quantity: netQuantity,
    position,
  }));
  if (colors.length > 0) await db.insertInto('product_color').values(colors).execute();
  if (sizes.length > 0) await db.insertInto('product_size').values(sizes).execute();
  if (types.length > 0) await db.insertInto('product_type').values(types).execute();
};

const toImportRow = (row: CatalogueRows['products'][number], { colors, sizes, types }: CatalogueRows): ImportRow => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  shortDescription: row.short_description,
  fullDescription: row.full_description,
  basePrice: inPounds(row.base_price),
  discount: row.discount,
  resellerPrice: inPounds(row.reseller_price),
  deliveryCost: inPounds(row.delivery_cost),
  makingDays: row.making_days,
  stock: row.stock,
  saleCount: row.sale_count,
  categories: storedTexts.parse(JSON.parse(row.categories)),
  tags: storedTexts.parse(JSON.parse(row.tags)),
  ...readCsvFields(row),
  new: row.is_new === 1,
  personalised: row.is_personalised === 1,
  featured: row.featured,
  createdAt: row.created_at,
  images: storedImages.parse(JSON.parse(row.images)),
  colors: (colors.get(row.id) ?? []).map(({ color, hex, image }) => ({
    color,
    hex,
    image,
    sizes: (sizes.get(row.id) ?? [])
      .filter((size) => size.color === color)
      .map(({ name, stock, sale_count: saleCount }) => ({ name, stock, saleCount })),
  })),
  types: (types.get(row.id) ?? []).map(({ id, name, base_price: basePrice, stock, sale_count: saleCount, net_quantity: netQuantity }) => ({
    id,
    name,
    basePrice: inPounds(basePrice),
    ...(stock !== null && { stock }),
    saleCount,
    netQuantity,
  })),
});

const stateOfNew = ({ isDraft = false, now }: Writing) => (isDraft ? { is_draft: 1, withdrawn_at: now.toISOString() } : { is_draft: 0 });

const unrevised = { revised_at: null, revised_by: null };

const productsPerRead = 200;

/** These products as rows, by id, also withdrawn ones; stable under the catalogue's lock. */
export const readStored = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, ImportRow>> => {
  const stored = new Map<string, ImportRow>();
  for (let from = 0; from < ids.length; from += productsPerRead) {
    const rows = await readRowsOf(db, ids.slice(from, from + productsPerRead));
    for (const row of rows.products) stored.set(row.id, toImportRow(row, rows));
  }
  return stored;
};

/** Stock is never below what is sold: units may have been sold after the file was checked. */
const raiseStockToSold = (row: ImportRow): ImportRow => {
  const colors = row.colors.map((color) => ({
    ...color,
    sizes: color.sizes.map((size) => ({ ...size, stock: Math.max(size.stock, size.saleCount) })),
  }));
  const types = row.types.map((type) => (type.stock === undefined ? type : { ...type, stock: Math.max(type.stock, type.saleCount) }));
  const ofSizes = sum(colors.flatMap(({ sizes }) => sizes.map(({ stock }) => stock)));
  return { ...row, colors, types, stock: Math.max(row.stock, row.saleCount, ofSizes) };
};

/** `by`: whoever writes at the desk. `isDraft`: new products are not for sale yet. */
type Writing = { readonly now: Date; readonly setsStock: boolean; readonly by?: Staff | undefined; readonly isDraft?: boolean };

/** The row as it would be stored, and whether the file has another stock, which is ignored. */
const toStore = (given: ImportRow, stored: ImportRow | undefined, { now, setsStock }: Writing) => ({
  row: {
    ...(stored ? raiseStockToSold(withCounts(given, stored, setsStock)) : given),
    createdAt: given.createdAt ?? stored?.createdAt ?? now.toISOString(),
  },
  keepsStock: stored !== undefined && !setsStock && !isDeepStrictEqual(withCounts(given, stored, true), withCounts(given, stored, false)),
});

/** Upserts products under the catalogue's lock; returns how many were added, changed, and so on. */
export const writeRows = async (transaction: Database, rows: readonly CheckedRow[], writing: Writing): Promise<ImportResult> => {
  const ids = rows.map(({ row }) => row.id);
  const storedRows = await readStored(transaction, ids);
  const last = await transaction
    .selectFrom('product')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst();
  let lastPosition = last?.position ?? 0;
  let [changed, stockKept] = [0, 0];
  for (const { row: given } of rows) {
    const stored = storedRows.get(given.id);
    const { row, keepsStock } = toStore(given, stored, writing);
    if (keepsStock) stockKept += 1;
    if (stored && isDeepStrictEqual(row, stored)) continue;
    const columns = { ...columnsOf(row), created_at: row.createdAt };
    if (stored) {
      changed += 1;
      await transaction
        .updateTable('product')
        .set({ ...columns, ...revised(writing, writing.now) })
        .where('id', '=', row.id)
        .execute();
    } else {
      lastPosition += 1;
      await transaction
        .insertInto('product')
        .values({ id: row.id, position: lastPosition, sold_version: 0, ...stateOfNew(writing), revision: 0, ...unrevised, ...columns })
        .execute();
    }
    await replaceVariations(transaction, row);
    await writeProductWords(transaction, row);
    if (writing.by) await addStaffEvent(transaction, writing.by, row.id, writing.now);
  }
  await recordPrices(transaction, ids, writing.now);
  return { added: rows.length - storedRows.size, changed, unchanged: storedRows.size - changed, stockKept };
};

/** Files with more products are written in parts: orders, and with SQLite every other write, wait until a transaction ends. */
const maxProductsAtOnce = 100;
/** An order waits for several transactions: each should be far below what a shopper notices. */
const productsPerPart = 20;
/** Pause between two parts in ms: longer than between tries for SQLite's lock, and than an order on PostgreSQL reads before it takes the lock. */
const pauseMs = 20;
const maxTries = 5;

/** Retries while the database is busy: earlier parts are committed already, so the rest should follow. */
const whenAvailable = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || tries === maxTries) throw error;
    }
  }
};

const changedMeanwhile = (message: string): Conflict => new Conflict(message, undefined, 'changed');

const addResults = (one: ImportResult, other: ImportResult): ImportResult => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  stockKept: one.stockKept + other.stockKept,
});

/** The result of the first part, the `base` of the catalogue after it, and the remaining rows. */
type Begun = { readonly first: ImportResult; readonly base: number; readonly rest: readonly CheckedRow[] };

/**
 * Writes products in several transactions; orders come between them. Where Ada saves a product in the editor, or imports another file, between
 * two of them, the import ends: its next part would write over what she saved, and its rows were checked against another catalogue.
 */
const writeInParts = async (db: Database, { first, base, rest: rows }: Begun, writing: Writing): Promise<ImportResult> => {
  let result = first;
  const done = first.added + first.changed + first.unchanged;
  for (let from = 0; from < rows.length; from += productsPerPart) {
    const part = rows.slice(from, from + productsPerPart);
    await setTimeout(pauseMs);
    const written = await whenAvailable(() =>
      db.transaction().execute(async (transaction) => {
        if ((await lockCatalogue(transaction)).base !== base)
          throw changedMeanwhile(
            `Only the first ${done + from} of ${done + rows.length} products were imported: the catalogue was changed meanwhile${await lastOfCatalogue(transaction, writing.now.toISOString())}. Check the file again.`,
          );
        return writeRows(transaction, part, writing);
      }),
    );
    result = addResults(result, written);
  }
  return result;
};

const noPlan: CategoryPlan = { slugs: new Map(), missing: [], unusable: new Map() };

type Checked = Required<Pick<ImportSettings, 'addsCategories' | 'setsStock'>> & {
  readonly rows: readonly CheckedRow[];
  /** The names of the pictures that come with the file. */
  readonly pictures: readonly string[];
};

/**
 * Checks the rows against the catalogue as one transaction sees it; throws `Invalid`. Returns the version of the seller's last change, the
 * categories to add, and the rows with the slugs of their categories.
 */
const checkInCatalogue = async (transaction: Database, { rows: given, pictures, addsCategories, setsStock }: Checked) => {
  const { base } = await catalogueVersions(transaction);
  const entries = given.flatMap(({ row }) => row.categories);
  const { slugs, missing, unusable } = addsCategories ? await planCategories(transaction, entries) : noPlan;
  const rows = given.map(({ where, row }) => ({
    where,
    row: { ...row, categories: row.categories.map((entry) => slugs.get(entry) ?? entry) },
  }));
  const categories = await transaction.selectFrom('category').select('slug').execute();
  const files = await transaction.selectFrom('picture').select('file').execute();
  const storedRows = await readStored(transaction, [...new Set(rows.map(({ row }) => row.id))]);
  const current = rows.map(({ where, row }) => {
    const stored = storedRows.get(row.id);
    return { where, row: stored ? withCounts(row, stored, setsStock) : row };
  });
  checkAgainstCatalogue(current, {
    categories: new Set([...categories, ...missing].map(({ slug }) => slug)),
    pictures: new Set([...files.map(({ file }) => file), ...pictures]),
    unusable,
  });
  return { base, missing, rows };
};

const noSource: PictureSource = {
  files: [],
  encode: (file) => Promise.reject(new Invalid(`There is no picture ${file}.`)),
  discard: () => Promise.resolve(),
};

/**
 * Upserts the products of a file by id. The whole file is checked first: throws `Invalid` with one sentence per invalid row, and then nothing
 * has changed, and no picture of it is kept. More than 100 products are written in several transactions; interrupted between them, also by
 * `Conflict` where the seller changes the catalogue meanwhile, the import can be repeated. The shop's sales are kept, whatever the file says,
 * and its stock unless `setsStock`.
 */
export const importCatalogue = async (
  db: Database,
  rows: readonly FileRow[],
  { now, pictures: given = {}, source = noSource, addsCategories = false, setsStock = false, acting }: ImportSettings,
): Promise<ImportResult> => {
  const checked = checkRows(rows);
  const file = { rows: checked, pictures: [...Object.keys(given), ...source.files], addsCategories, setsStock };
  const isLarge = checked.length > maxProductsAtOnce;
  const firstPart = isLarge ? productsPerPart : maxProductsAtOnce;
  // Checked without the lock: checking thousands of rows, and encoding a picture, take a while.
  const check = await inSnapshot(db, (snapshot) => checkInCatalogue(snapshot, file));
  const files = [...new Set(checked.flatMap(({ row }) => picturesOf(row)))].filter((name) => source.files.includes(name));
  const begun = await withPictures(db, source, files, (encoded) =>
    db.transaction().execute(async (transaction) => {
      const { base } = await lockCatalogue(transaction);
      if (acting && acting.seen !== base)
        throw changedMeanwhile(
          `Nothing was imported: the catalogue has changed since the file was checked${await lastOfCatalogue(transaction)}. Check it again.`,
        );
      if (acting) await addStaffEvent(transaction, acting.by, 'catalogue', now);
      await registerPictures(transaction, { ...given, ...encoded }, 'seller');
      const { missing, rows: current } = base === check.base ? check : await checkInCatalogue(transaction, file);
      await addCategories(transaction, missing);
      const first = await writeRows(transaction, current.slice(0, firstPart), { now, setsStock });
      // Announced with the first part, so that another import checked against the same version is refused; the other parts follow together at the end.
      await announceChange(transaction);
      return { first, base: (await catalogueVersions(transaction)).base, rest: current.slice(firstPart) };
    }),
  );
  try {
    return await writeInParts(db, begun, { now, setsStock });
  } finally {
    // Also after a failure: earlier parts are for sale already. A change by somebody else has announced them with its own.
    if (isLarge)
      await whenAvailable(() =>
        db.transaction().execute(async (transaction) => {
          if ((await lockCatalogue(transaction)).base === begun.base) await announceChange(transaction);
        }),
      );
  }
};

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const changedFields = (stored: ImportRow, row: ImportRow): ImportPlan['changed'][number]['fields'] =>
  (Object.keys(row) as (keyof ImportRow)[])
    .filter((name) => !isDeepStrictEqual(stored[name], row[name]))
    .map((name) => ({ name, from: inWords(stored[name]), to: inWords(row[name]) }));

/** What an import of this file would do, line by line; changes nothing. `version` is that of the catalogue, for `seen`. */
export const planImport = async (
  db: Database,
  read: () => readonly FileRow[],
  { now, source = noSource, addsCategories = false, setsStock = false, referenceDays }: ImportSettings & Reference,
): Promise<ImportPlan> => {
  const plan: ImportPlan = { version: 0, isDone: false, added: [], changed: [], unchanged: 0, stockKept: 0, notes: [], refused: [] };
  return inSnapshot(db, async (snapshot) => {
    plan.version = (await catalogueVersions(snapshot)).base;
    try {
      const { rows } = await checkInCatalogue(snapshot, {
        rows: checkRows(read()),
        pictures: source.files,
        addsCategories,
        setsStock,
      });
      const storedRows = await readStored(
        snapshot,
        rows.map(({ row }) => row.id),
      );
      const given = rows.map(({ row }) => row);
      const reductions = await readReductionNotes(
        snapshot,
        given.filter(({ discount }) => discount > 0),
        { now, referenceDays },
      );
      const missing = await readMissingFacts(snapshot, given);
      for (const { row: given } of rows) {
        const stored = storedRows.get(given.id);
        const { row, keepsStock } = toStore(given, stored, { now, setsStock });
        if (keepsStock) plan.stockKept += 1;
        const { id, name } = row;
        if (stored && isDeepStrictEqual(row, stored)) {
          plan.unchanged += 1;
          continue;
        }
        if (stored) plan.changed.push({ id, name, fields: changedFields(stored, row) });
        else plan.added.push({ id, name });
        const hidden = (reductions.get(id) ?? []).filter(({ isHidden }) => isHidden);
        for (const text of [...hidden.map((note) => note.text), missing.get(id) ?? ''])
          if (text !== '') plan.notes.push({ id, name, text });
      }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const lines = Object.entries(error.errors ?? { '': error.message });
      plan.refused.push(...lines.map(([where, why]) => ({ where, why })));
    }
    return plan;
  });
};

/** All products as rows; importing them again changes nothing. */
export const exportCatalogue = (db: Database): Promise<ImportRow[]> =>
  inSnapshot(db, async (snapshot) => {
    const exported: ImportRow[] = [];
    for await (const rows of readCataloguePages(snapshot)) for (const row of rows.products) exported.push(toImportRow(row, rows));
    return exported;
  });
