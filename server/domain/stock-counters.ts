import type { Database, OrderState } from '#server/db/schema.ts';
import { type OrderedProduct, readProducts, type StockClaim } from '#server/domain/order-stock.ts';

type Line = Omit<StockClaim, 'quantity'>;

/** What stock is counted by: a product, a type with a stock of its own, or a size of a colour. `counts` tells whether a line takes from it. */
export type Counter = {
  readonly key: string;
  readonly name: string;
  readonly stock: number;
  readonly saleCount: number;
  readonly counts: (line: Line) => boolean;
};

const toCounters = ({ _id, name, stock, saleCount, variation, types }: OrderedProduct): Counter[] => {
  const sizes = variation.flatMap(({ color, size }) =>
    size.map((one) => ({
      key: [_id, color, one.name].join('/'),
      name: [name, color, one.name].join(', '),
      stock: one.stock,
      saleCount: one.saleCount,
      counts: (line: Line) => line.product_id === _id && line.color === color && line.size === one.name,
    })),
  );
  const ofTypes = types.flatMap((type) =>
    type.stock === undefined
      ? []
      : [
          {
            key: [_id, type._id].join('/'),
            name: [name, type.name].join(', '),
            stock: type.stock,
            saleCount: type.saleCount ?? 0,
            counts: (line: Line) => line.product_id === _id && line.type_id === type._id,
          },
        ],
  );
  // A product's own stock is the sum of its sizes.
  const own = { key: _id, name, stock, saleCount, counts: (line: Line) => line.product_id === _id };
  return [...(sizes.length > 0 ? sizes : [own]), ...ofTypes];
};

/** The stock counters of products. */
export const listCounters = async (db: Database, productIds: readonly string[]): Promise<Counter[]> =>
  [...(await readProducts(db, productIds)).values()].flatMap(toCounters);

/** How many pieces orders in these states have of a counter of these products. */
export const countPieces = async (
  db: Database,
  productIds: readonly string[],
  states: readonly OrderState[],
): Promise<(counter: Pick<Counter, 'counts'>) => number> => {
  if (productIds.length === 0) return () => 0;
  const lines = await db
    .selectFrom('order_line')
    .innerJoin('order', 'order.id', 'order_line.order_id')
    .select(['product_id', 'type_id', 'color', 'size', 'quantity'])
    .where('order.status', 'in', states)
    .where('product_id', 'in', productIds)
    .execute();
  return ({ counts }) => lines.filter(counts).reduce((total, { quantity }) => total + quantity, 0);
};
