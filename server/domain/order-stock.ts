import type { OrderLine } from '#contract/order.ts';
import type { Priced } from '#contract/pricing.ts';
import { type Choice, remaining, type Stocked } from '#contract/stock.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { Conflict } from '#server/domain/failure.ts';

/** A product as an order needs it: its name, prices and counters. */
export type OrderedProduct = Omit<Stocked, 'types'> &
  Omit<Priced, 'selectedVariation'> & {
    readonly name: string;
    readonly deliveryCost: number;
    readonly types: readonly (Stocked['types'][number] & { readonly name: string; readonly price: { readonly basePrice: number } })[];
  };

/** What of a product is taken: the columns of an order's line that name a counter. */
export type StockClaim = Pick<Tables['order_line'], 'product_id' | 'type_id' | 'color' | 'size' | 'quantity'>;

/** The products of an order as they are now, by id. Under the catalogue's lock (`announceSale`) they stay so. */
export const readProducts = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, OrderedProduct>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const products = await db.selectFrom('product').selectAll().where('id', 'in', wanted).execute();
  const colors = await db.selectFrom('product_color').selectAll().where('product_id', 'in', wanted).execute();
  const sizes = await db.selectFrom('product_size').selectAll().where('product_id', 'in', wanted).execute();
  const types = await db.selectFrom('product_type').selectAll().where('product_id', 'in', wanted).execute();
  const toGoods = (row: Tables['product']): OrderedProduct => ({
    _id: row.id,
    name: row.name,
    price: { basePrice: inPounds(row.base_price) },
    discount: row.discount,
    resellerPrice: inPounds(row.reseller_price),
    deliveryCost: inPounds(row.delivery_cost),
    stock: row.stock,
    saleCount: row.sale_count,
    variation: colors
      .filter((color) => color.product_id === row.id)
      .map(({ color }) => ({
        color,
        size: sizes
          .filter((size) => size.product_id === row.id && size.color === color)
          .map(({ name, stock, sale_count: saleCount }) => ({ name, stock, saleCount })),
      })),
    types: types
      .filter((type) => type.product_id === row.id)
      .map(({ id, name, base_price, stock, sale_count: saleCount }) => ({
        _id: id,
        name,
        price: { basePrice: inPounds(base_price) },
        ...(stock !== null && { stock }),
        saleCount,
      })),
  });
  return new Map(products.map((row) => [row.id, toGoods(row)]));
};

/** What a line chooses. A product in one colour and size only has nothing to choose, whatever an old cart says. */
const choiceOf = ({ variationId, color, size }: OrderLine, goods: OrderedProduct): Choice => ({
  ...(variationId !== undefined && goods.types.length > 0 && { selectedVariation: { _id: variationId } }),
  ...(color !== undefined && goods.variation.length > 0 && { selectedProductColor: color }),
  ...(size !== undefined && goods.variation.length > 0 && { selectedProductSize: size }),
});

/** What is missing or unknown in a line's choice, as a sentence; nothing when it is complete. */
const choiceProblem = ({ variationId, color: colorName, size }: OrderLine, goods: OrderedProduct): string | undefined => {
  const gone = `${goods.name} is no longer sold as you chose it.`;
  if (goods.types.length > 0) {
    if (variationId === undefined) return `Please choose which ${goods.name} you would like.`;
    if (!goods.types.some(({ _id }) => _id === variationId)) return gone;
  }
  if (goods.variation.length === 0) return undefined;
  if (colorName === undefined) return `Please choose a colour of ${goods.name}.`;
  const color = goods.variation.find((other) => other.color === colorName);
  if (!color) return gone;
  if (color.size.length === 0) return undefined;
  if (size === undefined) return `Please choose a size of ${goods.name}.`;
  return color.size.some(({ name }) => name === size) ? undefined : gone;
};

const shortage = (name: string, left: number, alone: number): string => {
  if (alone === 0) return `${name} is sold out.`;
  return left === 0 ? `There is no more of ${name} than your other lines ask for.` : `Only ${left} of ${name} left.`;
};

/** What stands against each line, by `items.<index>` as in the payload; lines draw on the stock in their order. Nothing: all can be had. */
export const stockProblems = (
  lines: readonly OrderLine[],
  goods: ReadonlyMap<string, OrderedProduct>,
): Readonly<Record<string, string>> => {
  const problems: Record<string, string> = {};
  const held: (Choice & { readonly _id: string; readonly quantity: number })[] = [];
  for (const [index, line] of lines.entries()) {
    const product = goods.get(line.productId);
    const problem = product ? choiceProblem(line, product) : 'This product is no longer sold.';
    if (problem !== undefined || !product) {
      problems[`items.${index}`] = problem ?? '';
      continue;
    }
    const choice = choiceOf(line, product);
    const left = remaining(product, choice, held);
    if (left < line.quantity) problems[`items.${index}`] = shortage(product.name, left, remaining(product, choice, []));
    else held.push({ ...choice, _id: product._id, quantity: line.quantity });
  }
  return problems;
};

/** What a line takes of its product. Its choice must have been checked. */
export const toStockClaim = (line: OrderLine, goods: OrderedProduct): StockClaim => {
  const choice = choiceOf(line, goods);
  return {
    product_id: goods._id,
    type_id: choice.selectedVariation?._id ?? null,
    color: choice.selectedProductColor ?? null,
    size: choice.selectedProductSize ?? null,
    quantity: line.quantity,
  };
};

/** The line that took it, e.g. to take it once more. */
export const lineOf = ({ product_id, type_id, color, size, quantity }: StockClaim): OrderLine => ({
  productId: product_id,
  quantity,
  ...(type_id !== null && { variationId: type_id }),
  ...(color !== null && { color }),
  ...(size !== null && { size }),
});

/** Somebody was quicker: what an order was made of holds no longer. Its transaction must be given up, and the order made anew. */
export class StockConflict extends Conflict {
  constructor() {
    super('Somebody else was quicker, and some of these goods have just changed. Please look at your order again.');
  }
}

const soldOut = (): never => {
  throw new StockConflict();
};

/**
 * Takes stock, every counter in one conditional statement: whatever was read before, nothing can be sold twice. Throws `StockConflict` when
 * there is not enough.
 */
export const claimStock = async (transaction: Database, lines: readonly StockClaim[]): Promise<void> => {
  for (const { product_id, type_id, color, size, quantity } of lines) {
    const product = await transaction
      .updateTable('product')
      .set((row) => ({ sale_count: row('sale_count', '+', quantity) }))
      .where('id', '=', product_id)
      .where((row) => row(row('sale_count', '+', quantity), '<=', row.ref('stock')))
      .returning('id')
      .executeTakeFirst();
    if (!product) soldOut();
    if (type_id !== null) {
      // A type without a stock of its own draws on the product's; its sales are counted all the same.
      const type = await transaction
        .updateTable('product_type')
        .set((row) => ({ sale_count: row('sale_count', '+', quantity) }))
        .where('product_id', '=', product_id)
        .where('id', '=', type_id)
        .where((row) => row.or([row('stock', 'is', null), row(row('sale_count', '+', quantity), '<=', row.ref('stock'))]))
        .returning('id')
        .executeTakeFirst();
      if (!type) soldOut();
    }
    if (color !== null && size !== null) {
      const chosen = await transaction
        .updateTable('product_size')
        .set((row) => ({ sale_count: row('sale_count', '+', quantity) }))
        .where('product_id', '=', product_id)
        .where('color', '=', color)
        .where('name', '=', size)
        .where((row) => row(row('sale_count', '+', quantity), '<=', row.ref('stock')))
        .returning('name')
        .executeTakeFirst();
      if (!chosen) soldOut();
    }
  }
};

/** Gives back what was taken, to every counter that is still there and does not go below nothing, e.g. after the seller set it anew. */
export const releaseStock = async (transaction: Database, lines: readonly StockClaim[]): Promise<void> => {
  for (const { product_id, type_id, color, size, quantity } of lines) {
    await transaction
      .updateTable('product')
      .set((row) => ({ sale_count: row('sale_count', '-', quantity) }))
      .where('id', '=', product_id)
      .where('sale_count', '>=', quantity)
      .execute();
    if (type_id !== null)
      await transaction
        .updateTable('product_type')
        .set((row) => ({ sale_count: row('sale_count', '-', quantity) }))
        .where('product_id', '=', product_id)
        .where('id', '=', type_id)
        .where('sale_count', '>=', quantity)
        .execute();
    if (color !== null && size !== null)
      await transaction
        .updateTable('product_size')
        .set((row) => ({ sale_count: row('sale_count', '-', quantity) }))
        .where('product_id', '=', product_id)
        .where('color', '=', color)
        .where('name', '=', size)
        .where('sale_count', '>=', quantity)
        .execute();
  }
};
