import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ImportPlan } from '#contract/desk/catalogue.ts';
import { pence } from '#contract/money.ts';
import { csvFields } from '#contract/product-fields.ts';
import { formatCount } from '#server/db/columns.ts';
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
import { type FileRow, type ImportRow, importRow, type StockCounts, sum } from '#server/domain/catalogue/catalogue-file.ts';
import { addCategories, type CategoryPlan, planCategories } from '#server/domain/catalogue/categories.ts';
import {
  countSoldBySize,
  describeLoss,
  lossesOf,
  type MatchingRules,
  placeChoices,
  replaceColors,
  withoutOrigins,
} from '#server/domain/catalogue/choices.ts';
import { readMissingFacts } from '#server/domain/catalogue/missing-facts.ts';
import { type PictureManifest, type PictureSource, registerPictures, withPictures } from '#server/domain/catalogue/pictures.ts';
import { type Reference, readReductionNotes, recordPrices } from '#server/domain/catalogue/price-history.ts';
import { writeProductWords } from '#server/domain/catalogue/product-words.ts';
import { revisionColumns } from '#server/domain/catalogue/products.ts';
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
  readonly acting?: { readonly by: Staff; readonly seenVersion: number };
};

/** `where` names the row in the file. */
type CheckedRow = { readonly where: string; readonly row: ImportRow };

/** Slugs and picture files in the catalogue; `unusable`: categories of the file that cannot be added, each with the reason. */
type StoredNames = {
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

/** An error for a stock that is below what is sold, or none. */
const stockErrors = (where: string, { stock, saleCount }: StockCounts): string[] =>
  stock !== undefined && stock < saleCount ? [`${where}: ${belowSold(saleCount)}`] : [];

const unknownCategory = (slug: string, existing: StoredNames): string =>
  `categories: ${existing.unusable?.get(slug) ?? `there is no category "${slug}"`}`;

/** Where a category stands that there is not, by the error about it: it is told once, not on each line. */
const missingCategories = (rows: readonly CheckedRow[], existing: StoredNames): ReadonlyMap<string, string[]> => {
  const missing = new Map<string, string[]>();
  for (const { where, row } of rows)
    for (const slug of new Set(row.categories)) {
      if (existing.categories.has(slug)) continue;
      const error = unknownCategory(slug, existing);
      missing.set(error, [...(missing.get(error) ?? []), where]);
    }
  return missing;
};

/** The errors of a row that depend on the rest of the catalogue. */
export const catalogueErrors = (row: ImportRow, existing: StoredNames): string[] => {
  const sizes = row.colors.flatMap((color) => color.sizes);
  const total = (field: 'stock' | 'saleCount'): number => sum(sizes.map((size) => size[field]));
  return [
    ...row.categories.filter((slug) => !existing.categories.has(slug)).map((slug) => unknownCategory(slug, existing)),
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

const idOf = (value: unknown): string | undefined => {
  const identified = rowWithId.safeParse(value);
  return identified.success ? identified.data.id : undefined;
};

/** Throws `Invalid`; several rows may be refused for one reason. */
const refuse = (errors: ReadonlyMap<string, string>, count = errors.size): never => {
  throw new Invalid(`Nothing was imported: ${count === 1 ? 'one row' : `${count} rows`} cannot be accepted.`, Object.fromEntries(errors));
};

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The row of a file over the stored one: what the file does not have stays as it is. */
const mergedWithStored = ({ value, columns }: FileRow, stored: ImportRow | undefined): unknown => {
  if (!stored || !isFields(value)) return value;
  // Sales are the shop's in any case, and may be above a stock of the file, which is another error.
  const kept = Object.entries(stored).filter(([name]) => name !== 'saleCount' && !columns?.includes(name));
  return { ...Object.fromEntries(kept), ...value };
};

/** Validates each row over the stored one of its id; throws `Invalid` with one sentence per invalid row. */
const checkRows = (rows: readonly FileRow[], storedRows: ReadonlyMap<string, ImportRow>): CheckedRow[] => {
  const errors = new Map<string, string>();
  const checked = rows.flatMap((given, at) => {
    const where = given.line === undefined ? `product ${at + 1}` : `line ${given.line}`;
    const id = idOf(given.value);
    const read = importRow.safeParse(mergedWithStored(given, storedRows.get(id ?? '')));
    if (read.success) return [{ where, row: read.data }];
    errors.set(where, `${id === undefined ? '' : `${id}: `}${sentence(read.error.issues.map(describeIssue))}`);
    return [];
  });
  if (errors.size > 0) refuse(errors);
  return checked;
};

/** A checked row by what is stored, with what its choices lose; of a new product without. */
type PlacedRow = CheckedRow & { readonly problems: readonly string[] };

const checkAgainstCatalogue = (rows: readonly PlacedRow[], existing: StoredNames): void => {
  const errors = new Map<string, string>();
  const first = new Map<string, string>();
  const refused = new Set<string>();
  const missing = missingCategories(rows, existing);
  for (const { where, row, problems: own } of rows) {
    const earlier = first.get(row.id);
    const repeated = earlier === undefined ? [] : [`id: stands on ${earlier} already`];
    const problems = [...repeated, ...catalogueErrors(row, existing), ...own];
    if (earlier === undefined) first.set(row.id, where);
    if (problems.length > 0) refused.add(where);
    const told = problems.flatMap((problem) => {
      const ofCategory = missing.get(problem);
      if (!ofCategory) return [problem];
      const [at, ...others] = ofCategory;
      return at === where ? [others.length > 0 ? `${problem}, as ${formatCount(others.length, 'other row')} would have it` : problem] : [];
    });
    if (told.length > 0) errors.set(where, `${row.id}: ${sentence(told)}`);
  }
  if (errors.size > 0) refuse(errors, refused.size);
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

const replaceTypes = async (db: Database, row: ImportRow): Promise<void> => {
  await db.deleteFrom('product_type').where('product_id', '=', row.id).execute();
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

const resetRevision = { revised_at: null, revised_by: null };

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
type Writing = MatchingRules & { readonly now: Date; readonly by?: Staff | undefined; readonly isDraft?: boolean };

/** The row as it would be stored, and whether the file has another stock, which is ignored. */
const toStore = (given: ImportRow, stored: ImportRow | undefined, { now, ...rules }: Writing) => {
  const createdAt = given.createdAt ?? stored?.createdAt ?? now.toISOString();
  if (!stored) {
    const placed = { renameNotes: [], removedChoices: [], origins: new Map<string, string>(), isDivided: false };
    return { ...placed, row: { ...withoutOrigins(given), createdAt }, keepsStock: false };
  }
  const { row, ...placed } = placeChoices(given, stored, rules);
  const ofFile = rules.setsStock ? row : placeChoices(given, stored, { ...rules, setsStock: true }).row;
  return { ...placed, row: { ...raiseStockToSold(row), createdAt }, keepsStock: !isDeepStrictEqual(row, ofFile) };
};

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
    const { row, keepsStock, origins, isDivided } = toStore(given, stored, writing);
    if (keepsStock) stockKept += 1;
    if (stored && isDeepStrictEqual(row, stored)) continue;
    const columns = { ...columnsOf(row), created_at: row.createdAt };
    if (stored) {
      changed += 1;
      await transaction
        .updateTable('product')
        .set({ ...columns, ...revisionColumns(writing, writing.now) })
        .where('id', '=', row.id)
        .execute();
    } else {
      lastPosition += 1;
      await transaction
        .insertInto('product')
        .values({ id: row.id, position: lastPosition, sold_version: 0, ...stateOfNew(writing), revision: 0, ...resetRevision, ...columns })
        .execute();
    }
    await replaceColors(transaction, row, origins);
    await replaceTypes(transaction, row);
    if (isDivided) await countSoldBySize(transaction, row);
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
type StartedImport = { readonly first: ImportResult; readonly base: number; readonly remainingRows: readonly CheckedRow[] };

/**
 * Writes products in several transactions; orders come between them. Where Ada saves a product in the editor, or imports another file, between
 * two of them, the import ends: its next part would write over what she saved, and its rows were checked against another catalogue.
 */
const writeInParts = async (db: Database, { first, base, remainingRows: rows }: StartedImport, writing: Writing): Promise<ImportResult> => {
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

type GivenFile = Required<Pick<ImportSettings, 'addsCategories' | 'setsStock'>> & {
  readonly rows: readonly FileRow[];
  /** The names of the pictures that come with the file. */
  readonly pictures: readonly string[];
};

/** The losses of a row's choices that its file does not ask for; without full stops. */
const lossProblems = async (db: Database, id: string, removed: Parameters<typeof lossesOf>[2]): Promise<string[]> =>
  (await lossesOf(db, id, removed)).map((loss) => {
    const { name, size, typeId, colour } = loss;
    const field = typeId === undefined ? 'colors' : 'types';
    const rename = typeId === undefined ? `if it has another name now, put "was": "${size ?? colour}" beside that; ` : '';
    return `${field}: "${name}" is not in the file and has ${describeLoss(loss)}: ${rename}to remove it with them, take the stock from the file, too`;
  });

/**
 * Checks the rows against the catalogue as one transaction sees it; throws `Invalid`. Returns the version of the seller's last change, the
 * categories to add, and the rows with the slugs of their categories.
 */
const checkInCatalogue = async (transaction: Database, { rows: file, pictures, addsCategories, setsStock }: GivenFile) => {
  const { base } = await catalogueVersions(transaction);
  // PostgreSQL refuses to look for some texts that are no id; their rows are refused below.
  const ids = file.flatMap(({ value }) => idOf(value) ?? []).filter((id) => importRow.shape.id.safeParse(id).success);
  const storedRows = await readStored(transaction, [...new Set(ids)]);
  const given = checkRows(file, storedRows);
  const entries = given.flatMap(({ row }) => row.categories);
  const { slugs, missing, unusable } = addsCategories ? await planCategories(transaction, entries) : noPlan;
  const rows = given.map(({ where, row }) => ({
    where,
    row: { ...row, categories: row.categories.map((entry) => slugs.get(entry) ?? entry) },
  }));
  const categories = await transaction.selectFrom('category').select('slug').execute();
  const files = await transaction.selectFrom('picture').select('file').execute();
  const current: PlacedRow[] = [];
  for (const { where, row } of rows) {
    const stored = storedRows.get(row.id);
    const placed = stored ? placeChoices(row, stored, { setsStock }) : { row: withoutOrigins(row), problems: [], removedChoices: [] };
    const losses = setsStock ? [] : await lossProblems(transaction, row.id, placed.removedChoices);
    current.push({ where, row: placed.row, problems: [...placed.problems, ...losses] });
  }
  checkAgainstCatalogue(current, {
    categories: new Set([...categories, ...missing].map(({ slug }) => slug)),
    pictures: new Set([...files.map(({ file: name }) => name), ...pictures]),
    unusable,
  });
  return { base, missing, rows, storedRows };
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
  const file = { rows, pictures: [...Object.keys(given), ...source.files], addsCategories, setsStock };
  const isLarge = rows.length > maxProductsAtOnce;
  const firstPart = isLarge ? productsPerPart : maxProductsAtOnce;
  // Checked without the lock: checking thousands of rows, and encoding a picture, take a while.
  const check = await inSnapshot(db, (snapshot) => checkInCatalogue(snapshot, file));
  const files = [...new Set(check.rows.flatMap(({ row }) => picturesOf(row)))].filter((name) => source.files.includes(name));
  const startedImport = await withPictures(db, source, files, (encoded) =>
    db.transaction().execute(async (transaction) => {
      const { base } = await lockCatalogue(transaction);
      if (acting && acting.seenVersion !== base)
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
      return { first, base: (await catalogueVersions(transaction)).base, remainingRows: current.slice(firstPart) };
    }),
  );
  try {
    return await writeInParts(db, startedImport, { now, setsStock });
  } finally {
    // Also after a failure: earlier parts are for sale already. A change by somebody else has announced them with its own.
    if (isLarge)
      await whenAvailable(() =>
        db.transaction().execute(async (transaction) => {
          if ((await lockCatalogue(transaction)).base === startedImport.base) await announceChange(transaction);
        }),
      );
  }
};

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const changedFields = (stored: ImportRow, row: ImportRow): ImportPlan['changed'][number]['fields'] =>
  (Object.keys(row) as (keyof ImportRow)[])
    .filter((name) => !isDeepStrictEqual(stored[name], row[name]))
    .map((name) => ({ name, from: inWords(stored[name]), to: inWords(row[name]) }));

/** What an import of this file would do, line by line; changes nothing. `version` is that of the catalogue, for `seenVersion`. */
export const planImport = async (
  db: Database,
  read: () => readonly FileRow[],
  { now, source = noSource, addsCategories = false, setsStock = false, referenceDays }: ImportSettings & Reference,
): Promise<ImportPlan> => {
  const plan: ImportPlan = { version: 0, isDone: false, added: [], changed: [], unchanged: 0, stockKept: 0, notes: [], refused: [] };
  return inSnapshot(db, async (snapshot) => {
    plan.version = (await catalogueVersions(snapshot)).base;
    try {
      const { rows, storedRows } = await checkInCatalogue(snapshot, {
        rows: read(),
        pictures: source.files,
        addsCategories,
        setsStock,
      });
      const given = rows.map(({ row }) => row);
      const reductions = await readReductionNotes(
        snapshot,
        given.filter(({ discount }) => discount > 0),
        { now, referenceDays },
      );
      const missingFacts = await readMissingFacts(snapshot, given);
      for (const { row: given } of rows) {
        const stored = storedRows.get(given.id);
        const { row, keepsStock, renameNotes, removedChoices } = toStore(given, stored, { now, setsStock });
        // Without `setsStock` they are refused.
        const losses = (await lossesOf(snapshot, given.id, removedChoices)).map(
          (loss) => `“${loss.name}” has ${describeLoss(loss)}, and is not in the file: they are counted nowhere then.`,
        );
        if (keepsStock) plan.stockKept += 1;
        const { id, name } = row;
        if (stored && isDeepStrictEqual(row, stored)) {
          plan.unchanged += 1;
          continue;
        }
        if (stored) plan.changed.push({ id, name, fields: changedFields(stored, row) });
        else plan.added.push({ id, name });
        const hidden = (reductions.get(id) ?? []).filter(({ isHidden }) => isHidden);
        for (const text of [...renameNotes, ...losses, ...hidden.map((note) => note.text), missingFacts.get(id) ?? ''])
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
