import { formatCount } from '#server/db/columns.ts';
import { countAll } from '#server/db/order-record.ts';
import type { Database, OrderState } from '#server/db/schema.ts';
import { announceChange, type StockLevel, type StockTarget, setLockedStock } from '#server/domain/catalogue/catalogue.ts';
import { addStaffEvent, lastActorOf, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { forgetSoldWithoutSize, type OrderedProduct, readProducts, type StockClaim } from '#server/domain/orders/order-stock.ts';
import { listPromised, type PromisedPieces } from '#server/domain/orders/promised-pieces.ts';

type Line = Omit<StockClaim, 'quantity'>;

/**
 * What stock is counted by: a product, a type with a stock of its own, or a size of a colour. `counts` tells whether a line takes from it.
 */
export type StockCounter = {
  /** `product`, `product/type` or `product/colour/size`. */
  readonly key: string;
  readonly target: StockTarget;
  readonly name: string;
  /** The type, or colour and size; empty for a whole product. */
  readonly choice: string;
  readonly stock: number;
  readonly saleCount: number;
  /** What can be sold: no more than of the whole product. */
  readonly available: number;
  readonly counts: (line: Line) => boolean;
};

const toCounters = ({ _id, name, stock, saleCount, variation, types }: OrderedProduct): StockCounter[] => {
  const availableIn = (counter: Pick<StockCounter, 'stock' | 'saleCount'>): number =>
    Math.min(counter.stock - counter.saleCount, stock - saleCount);
  const sizes = variation.flatMap(({ color, size }) =>
    size.map(({ id, name: sizeName, stock: sizeStock, saleCount: sizeSold }) => ({
      key: [_id, color, sizeName].join('/'),
      target: { productId: _id, color, size: sizeName },
      name: [name, color, sizeName].join(', '),
      choice: [color, sizeName].join(', '),
      stock: sizeStock,
      saleCount: sizeSold,
      available: availableIn({ stock: sizeStock, saleCount: sizeSold }),
      counts: (line: Line) => line.product_id === _id && line.size_id === id,
    })),
  );
  const typesWithStock = types.flatMap((type) =>
    type.stock === undefined
      ? []
      : [
          {
            key: [_id, type._id].join('/'),
            target: { productId: _id, typeId: type._id },
            name: [name, type.name].join(', '),
            choice: type.name,
            stock: type.stock,
            saleCount: type.saleCount ?? 0,
            available: availableIn({ stock: type.stock, saleCount: type.saleCount ?? 0 }),
            counts: (line: Line) => line.product_id === _id && line.type_id === type._id,
          },
        ],
  );
  // A product's own stock is the sum of its sizes.
  const productCounter = {
    key: _id,
    target: { productId: _id },
    name,
    choice: '',
    stock,
    saleCount,
    available: stock - saleCount,
    counts: (line: Line) => line.product_id === _id,
  };
  return [...(sizes.length > 0 ? sizes : [productCounter]), ...typesWithStock];
};

/** The stock counters of products, without those of withdrawn ones unless `hasWithdrawn`. */
export const listCounters = async (db: Database, productIds: readonly string[], hasWithdrawn = false): Promise<StockCounter[]> =>
  [...(await readProducts(db, productIds, hasWithdrawn)).values()].flatMap(toCounters);

/** Reads what orders in these states have of these products; returns a function from a counter to its number of units. */
export const countQuantity = async (
  db: Database,
  productIds: readonly string[],
  states: readonly OrderState[],
): Promise<(counter: Pick<StockCounter, 'counts'>) => number> => {
  if (productIds.length === 0) return () => 0;
  const lines = await db
    .selectFrom('order_line')
    .innerJoin('order', 'order.id', 'order_line.order_id')
    .select(['product_id', 'type_id', 'color', 'size', 'size_id', 'quantity'])
    .where('order.status', 'in', states)
    .where('product_id', 'in', productIds)
    .execute();
  return ({ counts }) => countAll(lines.filter(counts));
};

/**
 * A counter after a count. Of the units on the shelf, `unsent` belong to orders, `inExchange` to buyers who are sent them in exchange, and
 * `missing` of both are not there.
 */
export type CountedStock = StockLevel & {
  readonly onShelf: number;
  readonly unsent: number;
  readonly inExchange: number;
  readonly missing: number;
};

const findCounter = async (db: Database, key: string): Promise<StockCounter> => {
  const productId = key.split('/')[0] ?? '';
  const counters = await listCounters(db, [productId], true);
  if (counters.length === 0) throw new NotFound(`There is no product ${productId}.`);
  const counter = counters.find((candidate) => candidate.key === key);
  if (counter) return counter;
  const keys = counters.map((candidate) => candidate.key).toSorted();
  throw new NotFound(`${productId} is counted as: ${keys.join(', ')}.`);
};

/** A counter as seen before going to the shelf; `promised` are the units on the shelf that belong to buyers. */
type SeenStock = Pick<StockCounter, 'stock' | 'saleCount'> & { readonly promised: number };

type CountingStaff = { readonly by: Staff; readonly seenStock: SeenStock; readonly now: Date };

/**
 * Throws `Conflict` if the counted number may be outdated: somebody else has counted, or units have left the shelf or returned to it since. Units
 * that were only sold meanwhile are still on the shelf.
 */
const checkSeen = async (transaction: Database, key: string, counter: SeenStock, seen: SeenStock): Promise<void> => {
  const changed = (message: string): Conflict => new Conflict(`Nothing was saved. ${message}`, undefined, 'changed');
  if (counter.stock !== seen.stock) {
    const actor = await lastActorOf(transaction, key);
    throw changed(actor ? `Somebody else has counted this (${actor}).` : 'The stock was changed meanwhile.');
  }
  const leftShelf = counter.saleCount - counter.promised - (seen.saleCount - seen.promised);
  if (leftShelf !== 0)
    throw changed(
      leftShelf > 0
        ? `${formatCount(leftShelf, 'piece')} left the shelf meanwhile: count again.`
        : 'Pieces came back meanwhile: count again.',
    );
};

/**
 * Sets stock from what is on the shelf right now, whatever was sold and sent before; `key` as in `StockCounter`. The catalogue's lock keeps
 * orders out until the commit. With fewer than are promised, nothing is left to sell. Throws `NotFound`, at the desk `Conflict`.
 */
export const countStock = (db: Database, key: string, onShelf: number, counting?: CountingStaff): Promise<CountedStock> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const { target, saleCount, counts, ...counter } = await findCounter(transaction, key);
    const promised = await listPromised(transaction, [target.productId]);
    const countFor = (reason: PromisedPieces['why']): number => countAll(promised.filter((line) => line.why === reason && counts(line)));
    const [unsent, inExchange] = [countFor('order'), countFor('exchange')];
    if (counting) {
      await checkSeen(transaction, key, { ...counter, saleCount, promised: unsent + inExchange }, counting.seenStock);
      await addStaffEvent(transaction, counting.by, key, counting.now);
    }
    const missing = Math.max(0, unsent + inExchange - onShelf);
    const stock = saleCount + Math.max(0, onShelf - unsent - inExchange);
    if (target.size !== undefined)
      await forgetSoldWithoutSize(transaction, target.productId, countAll(promised.filter(({ size_id }) => size_id === null)));
    return { ...(await setLockedStock(transaction, target, stock)), onShelf, unsent, inExchange, missing };
  });
