import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { colorCalled, sizeCalled } from '#contract/stock.ts';
import { formatCount } from '#server/db/columns.ts';
import { countAll } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { formerNamesOf } from '#server/domain/catalogue/catalogue.ts';
import { type ImportRow, type StockCounts, sum } from '#server/domain/catalogue/catalogue-file.ts';
import { listPromised, listSold, type PromisedPieces } from '#server/domain/orders/promised-pieces.ts';

type Color = ImportRow['colors'][number];
type NamedChoice = { readonly name: string; readonly was?: string | undefined };

/**
 * How a row's colours and sizes are recognised and counted. `setsStock`: the row's stock replaces the shop's. `isTold`: the row says of each choice
 * with another name what it `was`, as the editor does, so that nothing is concluded from names and places. `piecesSeen`: the number of pieces to sell
 * that somebody saw who says of first sizes how many of them each has.
 */
export type MatchingRules = { readonly setsStock: boolean; readonly isTold?: boolean; readonly piecesSeen?: number | undefined };

/** A choice that a row does not have any more. */
type RemovedChoice = {
  readonly name: string;
  readonly colour?: string;
  readonly size?: string;
  readonly typeId?: string;
  /** Pieces that could still be sold. */
  readonly pieces: number;
};

/** A row as it would be stored. `origins`: the stored choice that each colour and size of it is, by `keyOf`. */
type PlacedRow = {
  readonly row: ImportRow;
  readonly origins: Origins;
  readonly removedChoices: readonly RemovedChoice[];
  /** A sentence for each renamed choice. */
  readonly renameNotes: readonly string[];
  /** Why its pieces cannot be placed; without a full stop. */
  readonly problems: readonly string[];
  /** Whether the product is counted by size from now on. */
  readonly isDivided: boolean;
};

type Origins = ReadonlyMap<string, string>;

const keyOf = (color: string, size?: string): string => JSON.stringify(size === undefined ? [color] : [color, size]);

const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The stored name that each choice had, if it is not a new one: what it says that it `was`, the same name, the only one of the same letters, or the
 * name that is gone where one is gone and one is new in the same place, unless the row sets the stock of the new one.
 */
const originsOf = (
  given: readonly NamedChoice[],
  stored: readonly string[],
  { isTold = false, setsStock }: MatchingRules,
): (string | undefined)[] => {
  const found: (string | undefined)[] = given.map(() => undefined);
  const gone = (): string[] => stored.filter((name) => !found.includes(name));
  const match = (pick: (choice: NamedChoice, at: number) => string | undefined): void => {
    for (const [at, choice] of given.entries()) {
      const name = found[at] === undefined ? pick(choice, at) : undefined;
      if (name !== undefined && gone().includes(name)) found[at] = name;
    }
  };
  match(({ was }) => was);
  match(({ name }) => name);
  if (isTold) return found;
  match(({ name }) => {
    const [same, another] = gone().filter((other) => lettersOf(other) === lettersOf(name));
    return another === undefined ? same : undefined;
  });
  if (setsStock) return found;
  const [last, another] = gone();
  if (last !== undefined && another === undefined && found.filter((name) => name === undefined).length === 1)
    match((_, at) => (stored[at] === last ? last : undefined));
  return found;
};

const keep = <Part extends StockCounts>(part: Part, known: StockCounts | undefined, setsStock: boolean): Part => {
  if (!known) return part;
  const keepsStock = !setsStock && part.stock !== undefined && known.stock !== undefined;
  return { ...part, saleCount: known.saleCount, ...(keepsStock && { stock: known.stock }) };
};

/** The numbers with one changed by so many; what a number does not have is taken from the next ones. */
const shiftedBy = (numbers: readonly number[], by: number): number[] => {
  let left = by;
  const all = numbers.map((number) => {
    const change = left > 0 ? left : Math.max(left, -number);
    left -= change;
    return number + change;
  });
  return all.map((number, at) => (at === 0 ? number + left : number));
};

/** The sizes of a product that had none: what was sold counts as of the first, until `countSoldBySize` knows better. */
const divide = (sizes: readonly StockCounts[], stored: ImportRow, { setsStock, isTold = false, piecesSeen }: MatchingRules) => {
  const toSell = stored.stock - stored.saleCount;
  const piecesGiven = sizes.map(({ stock = 0, saleCount }) => stock - saleCount);
  // What was sold or given back since the seller looked, or since the file was written; a file that sets the stock gives nothing back.
  const sinceSeen = toSell - (piecesSeen ?? toSell);
  const sinceFile = sum(sizes.map(({ saleCount }) => saleCount)) - stored.saleCount;
  const changeOfFile = setsStock ? Math.min(0, sinceFile) : sinceFile;
  const pieces = shiftedBy(piecesGiven, isTold ? sinceSeen : changeOfFile);
  const problems: string[] = [];
  const all = formatCount(toSell, 'piece');
  const told = sum(piecesGiven);
  if (isTold && piecesSeen === undefined && toSell > 0)
    problems.push(`colors: ${all} to sell ${toSell === 1 ? 'is' : 'are'} counted for all of it: say how many each size has`);
  if (isTold && piecesSeen !== undefined && told !== piecesSeen)
    problems.push(
      `colors: the sizes have ${told} of the ${formatCount(piecesSeen, 'piece')} to sell: say where each is, and count the stock after that`,
    );
  if (!isTold && !setsStock && sum(pieces) !== toSell)
    problems.push(
      `colors: ${all} to sell ${toSell === 1 ? 'is' : 'are'} counted for all of it, but its sizes have ${sum(pieces)}: make their stock add up to ${stored.stock}, or take the stock from the file, too`,
    );
  const counts = pieces.map((number, at) => {
    const saleCount = at === 0 ? stored.saleCount : 0;
    return { stock: number + saleCount, saleCount };
  });
  return { counts, problems };
};

const removedChoicesOf = (stored: ImportRow, row: ImportRow, origins: Origins): RemovedChoice[] => {
  const found = new Set(origins.values());
  const isSized = row.colors.some(({ sizes }) => sizes.length > 0);
  const ofColors = stored.colors.flatMap(({ color, sizes }): RemovedChoice[] => {
    if (sizes.length === 0) return found.has(keyOf(color)) ? [] : [{ name: color, colour: color, pieces: 0 }];
    // A product without sizes keeps the pieces of all that it had.
    if (!isSized) return [];
    return sizes
      .filter(({ name }) => !found.has(keyOf(color, name)))
      .map(({ name, stock, saleCount }) => ({ name: `${color}, ${name}`, colour: color, size: name, pieces: stock - saleCount }));
  });
  const ofTypes = stored.types
    .filter(({ id }) => !row.types.some((type) => type.id === id))
    .map(({ id, name, stock, saleCount }): RemovedChoice => ({ name, typeId: id, pieces: stock === undefined ? 0 : stock - saleCount }));
  return [...ofColors, ...ofTypes];
};

/** The row without what its colours and sizes say that they were, as a new product has it. */
export const withoutOrigins = (row: ImportRow): ImportRow => ({
  ...row,
  colors: row.colors.map(({ was: _, ...color }) => ({ ...color, sizes: color.sizes.map(({ was: _was, ...size }) => size) })),
});

/**
 * Places a row over the stored one. Sales are always the shop's: a file may be older than the last order. So is the stock unless `setsStock`: the
 * shelf may have been counted since. A colour or size with another name keeps its counters; new ones have the row's numbers, and the sales of
 * removed ones are dropped, unless no size is left: then the product keeps all.
 */
export const placeChoices = (row: ImportRow, stored: ImportRow, rules: MatchingRules): PlacedRow => {
  const { setsStock } = rules;
  const origins = new Map<string, string>();
  const renameNotes: string[] = [];
  const colorOrigins = originsOf(
    row.colors.map(({ color, was }) => ({ name: color, was })),
    stored.colors.map(({ color }) => color),
    rules,
  );
  const note = (before: string, now: string): void => {
    if (before !== now) renameNotes.push(`“${before}” is called “${now}” now, and keeps its pieces.`);
  };
  const placeColor = ({ was: _, ...color }: Color, at: number): Color => {
    const origin = stored.colors.find((each) => each.color === colorOrigins[at]);
    if (origin) origins.set(keyOf(color.color), keyOf(origin.color));
    note(origin?.color ?? color.color, color.color);
    const sizeOrigins = originsOf(color.sizes, origin?.sizes.map(({ name }) => name) ?? [], rules);
    const sizes = color.sizes.map(({ was: _was, ...size }, index) => {
      const known = origin?.sizes.find(({ name }) => name === sizeOrigins[index]);
      if (origin && known) origins.set(keyOf(color.color, size.name), keyOf(origin.color, known.name));
      note(known?.name ?? size.name, size.name);
      return keep(size, known, setsStock);
    });
    return { ...color, sizes };
  };
  let colors = row.colors.map(placeColor);
  const types = row.types.map((type) =>
    keep(
      type,
      stored.types.find(({ id }) => id === type.id),
      setsStock,
    ),
  );
  // Pictures that the row has from the store mean the colours of the store; others may mean a colour that has a former name of another one.
  const hasStoredImages = isDeepStrictEqual(row.images, stored.images);
  const newNames = new Map(
    colors.flatMap(({ color }, at) => {
      const before = colorOrigins[at];
      const isTaken = !hasStoredImages && colors.some((other) => other.color === before);
      return before === undefined || isTaken ? [] : [[before, color] as const];
    }),
  );
  const images = row.images.map((image) => {
    const color = newNames.get(image.color ?? '');
    return color === undefined ? image : { ...image, color };
  });
  const placedRow = { ...row, images, types };
  const common = { origins, renameNotes, removedChoices: removedChoicesOf(stored, { ...placedRow, colors }, origins) };
  const storedSizes = stored.colors.flatMap(({ sizes }) => sizes);
  const sizes = colors.flatMap((color) => color.sizes);
  if (sizes.length === 0) {
    const stock = setsStock ? row.stock : stored.stock;
    return { ...common, row: { ...placedRow, colors, stock, saleCount: stored.saleCount }, problems: [], isDivided: false };
  }
  if (storedSizes.length === 0) {
    const { counts, problems } = divide(sizes, stored, rules);
    const unsized = colors.find((color) => color.sizes.length === 0);
    if (unsized && stored.stock > 0)
      problems.push(`colors: "${unsized.color}" has no size, and others have: give each colour its sizes, so that all pieces are counted`);
    // Where the stock of the file is not that of its sizes, it is refused as such.
    const isConsistent = row.stock === sum(sizes.map(({ stock: ofSize }) => ofSize));
    let at = 0;
    colors = colors.map((color) => ({ ...color, sizes: color.sizes.map((size) => ({ ...size, ...counts[at++] })) }));
    const stock = setsStock && !isConsistent ? row.stock : sum(counts.map((count) => count.stock));
    return { ...common, row: { ...placedRow, colors, stock, saleCount: stored.saleCount }, problems, isDivided: true };
  }
  const knownOrigins = new Set(origins.values());
  const sales = sum(
    stored.colors.flatMap(({ color, sizes: own }) =>
      own.map(({ name, saleCount }) => (knownOrigins.has(keyOf(color, name)) ? 0 : -saleCount)),
    ),
  );
  const addedSales = sum(
    colors.flatMap(({ color, sizes: own }) => own.map(({ name, saleCount }) => (origins.has(keyOf(color, name)) ? 0 : saleCount))),
  );
  const saleCount = Math.max(stored.saleCount + sales + addedSales, sum(sizes.map((size) => size.saleCount)));
  const stock = setsStock ? row.stock : sum(sizes.map((size) => size.stock));
  return { ...common, row: { ...placedRow, colors, stock, saleCount }, problems: [], isDivided: false };
};

/** What goes with a removed choice: pieces to sell, and pieces in orders that are not sent. */
export type Loss = RemovedChoice & { readonly promisedPieces: number };

/** The removed choices that have pieces, on the shelf or in orders. */
export const lossesOf = async (db: Database, id: string, removed: readonly RemovedChoice[]): Promise<Loss[]> => {
  if (removed.length === 0) return [];
  const promised = await listPromised(db, [id]);
  const sizes = await db.selectFrom('product_size').select(['color', 'name', 'id']).where('product_id', '=', id).execute();
  const isOf = ({ colour, size, typeId }: RemovedChoice, line: PromisedPieces): boolean => {
    if (typeId !== undefined) return line.type_id === typeId;
    if (size === undefined) return line.size_id === null && line.color === colour;
    return line.size_id === sizes.find((row) => row.color === colour && row.name === size)?.id;
  };
  return removed
    .map((choice) => ({ ...choice, promisedPieces: countAll(promised.filter((line) => isOf(choice, line))) }))
    .filter((loss) => loss.pieces > 0 || loss.promisedPieces > 0);
};

/** "12 pieces to sell and 2 in orders that are not sent". */
export const describeLoss = ({ pieces, promisedPieces }: Loss): string =>
  [
    ...(pieces > 0 ? [`${formatCount(pieces, 'piece')} to sell`] : []),
    ...(promisedPieces > 0 ? [`${pieces > 0 ? promisedPieces : formatCount(promisedPieces, 'piece')} in orders that are not sent`] : []),
  ].join(' and ');

const maxFormerNames = 20;

/** The former names of a choice: none that another has now, because that one is meant by it. */
const formerNames = (row: Pick<Tables['product_color'], 'former_names'> | undefined, before: string, names: readonly string[]): string => {
  const former = row ? [...(formerNamesOf(row).formerNames ?? []), before] : [];
  return JSON.stringify([...new Set(former)].filter((name) => !names.includes(name)).slice(-maxFormerNames));
};

/**
 * Replaces the colours and sizes of a product; those that have an origin keep their ids, and are found by their former names. A size that was removed
 * and is added again has the orders of its name: their pieces may still be on its shelf.
 */
export const replaceColors = async (db: Database, { id, colors }: ImportRow, origins: Origins): Promise<void> => {
  const storedColors = await db.selectFrom('product_color').selectAll().where('product_id', '=', id).execute();
  const storedSizes = await db.selectFrom('product_size').selectAll().where('product_id', '=', id).execute();
  await db.deleteFrom('product_size').where('product_id', '=', id).execute();
  await db.deleteFrom('product_color').where('product_id', '=', id).execute();
  const names = colors.map(({ color }) => color);
  const rows = colors.map(({ color, hex, image }, position) => {
    const before = storedColors.find((row) => keyOf(row.color) === origins.get(keyOf(color)));
    return { product_id: id, color, hex, image, position, former_names: formerNames(before, before?.color ?? '', names) };
  });
  const sizes = colors.flatMap(({ color, sizes: own }) =>
    own.map(({ name, stock, saleCount }, position) => {
      const before = storedSizes.find((row) => keyOf(row.color, row.name) === origins.get(keyOf(color, name)));
      const former_names = formerNames(
        before,
        before?.name ?? '',
        own.map((size) => size.name),
      );
      return { product_id: id, color, name, id: before?.id ?? randomUUID(), stock, sale_count: saleCount, position, former_names };
    }),
  );
  if (rows.length > 0) await db.insertInto('product_color').values(rows).execute();
  if (sizes.length > 0) await db.insertInto('product_size').values(sizes).execute();
  const storedSizeIds = new Set(storedSizes.map((size) => size.id));
  for (const { id: sizeId, color, name } of sizes.filter((size) => !storedSizeIds.has(size.id)))
    await db
      .updateTable('order_line')
      .set({ size_id: sizeId })
      .where('product_id', '=', id)
      .where('color', '=', color)
      .where('size', '=', name)
      .where('size_id', 'not in', db.selectFrom('product_size').select('product_size.id'))
      .execute();
};

/**
 * After a product got its first sizes: what its orders have counts as of the size of its colour that has the ordered name, else as of the first of its
 * colour, so that it returns there; the rest of what was sold as of the first of all. What each size has to sell stays.
 */
export const countSoldBySize = async (transaction: Database, { id, saleCount }: ImportRow): Promise<void> => {
  const colors = await transaction.selectFrom('product_color').selectAll().where('product_id', '=', id).orderBy('position').execute();
  const sizes = await transaction.selectFrom('product_size').selectAll().where('product_id', '=', id).orderBy('position').execute();
  const sizedColors = colors.map((row) => ({
    color: row.color,
    ...formerNamesOf(row),
    sizes: sizes.filter(({ color }) => color === row.color).map((size) => ({ ...size, ...formerNamesOf(size) })),
  }));
  const first = sizedColors.flatMap((color) => color.sizes)[0]?.id;
  const sizeOf = ({ color, size }: Pick<Tables['order_line'], 'color' | 'size'>): string | undefined => {
    const ofColor = colorCalled(sizedColors, color ?? undefined)?.sizes ?? [];
    return (sizeCalled(ofColor, size ?? undefined) ?? ofColor[0])?.id ?? first;
  };
  const soldBySize = new Map<string | undefined, number>();
  let unassignedSales = saleCount;
  const count = (sizeId: string | undefined, quantity: number): void => {
    soldBySize.set(sizeId, (soldBySize.get(sizeId) ?? 0) + quantity);
    unassignedSales -= quantity;
  };
  for (const line of await listSold(transaction, id)) count(sizeOf(line), Math.min(unassignedSales, line.quantity));
  count(first, unassignedSales);
  for (const { id: sizeId, stock, sale_count } of sizes) {
    const now = soldBySize.get(sizeId) ?? 0;
    const counts = { stock: stock - sale_count + now, sale_count: now };
    await transaction.updateTable('product_size').set(counts).where('id', '=', sizeId).execute();
  }
  const orderedChoices = await transaction
    .selectFrom('order_line')
    .select(['color', 'size'])
    .distinct()
    .where('product_id', '=', id)
    .execute();
  for (const line of orderedChoices)
    await transaction
      .updateTable('order_line')
      .set({ size_id: sizeOf(line) ?? null })
      .where('product_id', '=', id)
      .where('color', line.color === null ? 'is' : '=', line.color)
      .where('size', line.size === null ? 'is' : '=', line.size)
      .execute();
};
