import { sql } from 'kysely';
import type { OrderLine } from '#contract/order.ts';
import type { PricedItem } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import type { FieldsWith } from '#contract/product-fields.ts';
import { resolveVariant } from '#contract/resolve-variant.ts';
import { availableQuantity, remainingQuantity, type Stocked } from '#contract/stock.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { formerNamesOf, inPounds, storedTexts, toType } from '#server/domain/catalogue/catalogue.ts';
import { Conflict } from '#server/domain/failure.ts';

/** The name, categories, prices and stock counters of a product, as pricing and stock rules of the contract take them. */
export type OrderedProduct = Omit<Stocked, 'types' | 'variation'> &
  Omit<PricedItem, 'selectedVariation'> &
  Pick<Product, FieldsWith<'safety'>> & {
    readonly name: string;
    readonly category: readonly string[];
    readonly deliveryCost: number;
    readonly makingDays: number;
    readonly personalised: boolean;
    readonly netQuantity: string;
    readonly variation: readonly (Omit<Stocked['variation'][number], 'size'> & { readonly size: readonly SizeCounter[] })[];
    readonly types: readonly (Stocked['types'][number] & {
      readonly name: string;
      readonly price: { readonly basePrice: number };
      readonly netQuantity?: string | undefined;
    })[];
  };

/** A quantity and the counters that it is counted in: product, and type or colour and size. */
export type StockClaim = Pick<Tables['order_line'], 'product_id' | 'type_id' | 'color' | 'size' | 'size_id' | 'quantity'>;

type SizeCounter = Stocked['variation'][number]['size'][number] & { readonly id: string };

/** The colours of a product with their sizes. */
const toVariation = (
  colors: readonly Pick<Tables['product_color'], 'color' | 'former_names'>[],
  sizes: readonly Tables['product_size'][],
): OrderedProduct['variation'] =>
  colors.map((row) => ({
    color: row.color,
    ...formerNamesOf(row),
    size: sizes
      .filter(({ color }) => color === row.color)
      .map((size) => ({ id: size.id, name: size.name, ...formerNamesOf(size), stock: size.stock, saleCount: size.sale_count })),
  }));

/**
 * Products by id, without withdrawn ones unless `hasWithdrawn`. Only under the catalogue's lock (`announceProducts`) do they stay as read.
 */
export const readProducts = async (
  db: Database,
  ids: readonly string[],
  hasWithdrawn = false,
): Promise<ReadonlyMap<string, OrderedProduct>> => {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const products = await db
    .selectFrom('product')
    .selectAll()
    .where('id', 'in', uniqueIds)
    .$if(!hasWithdrawn, (query) => query.where('withdrawn_at', 'is', null))
    .execute();
  const colors = await db.selectFrom('product_color').selectAll().where('product_id', 'in', uniqueIds).orderBy('position').execute();
  const sizes = await db.selectFrom('product_size').selectAll().where('product_id', 'in', uniqueIds).orderBy('position').execute();
  const types = await db.selectFrom('product_type').selectAll().where('product_id', 'in', uniqueIds).orderBy('position').execute();
  const toProduct = (row: Tables['product']): OrderedProduct => ({
    _id: row.id,
    name: row.name,
    category: storedTexts.parse(JSON.parse(row.categories)),
    price: { basePrice: inPounds(row.base_price) },
    discount: row.discount,
    resellerPrice: inPounds(row.reseller_price),
    deliveryCost: inPounds(row.delivery_cost),
    makingDays: row.making_days,
    personalised: row.is_personalised === 1,
    netQuantity: row.net_quantity,
    ingredients: row.ingredients,
    warnings: row.warnings,
    maker: row.maker,
    responsiblePerson: row.responsible_person,
    batch: row.batch,
    stock: row.stock,
    saleCount: row.sale_count,
    variation: toVariation(
      colors.filter(({ product_id }) => product_id === row.id),
      sizes.filter(({ product_id }) => product_id === row.id),
    ),
    types: types.filter((type) => type.product_id === row.id).map((type) => toType(type)),
  });
  return new Map(products.map((row) => [row.id, toProduct(row)]));
};

/** A sentence about a missing or unknown option; `undefined` when the variant is complete. What a product has none of is passed over. */
const variantProblem = (line: OrderLine, product: OrderedProduct): string | undefined => {
  const [part] = resolveVariant(product, line).missing;
  if (part === undefined) return undefined;
  if (line[part] !== undefined) return `${product.name} is no longer sold as you chose it.`;
  return {
    color: `Choose a colour of ${product.name}.`,
    size: `Choose a size of ${product.name}.`,
    variationId: `Choose which ${product.name} you would like.`,
  }[part];
};

/** `inStock` is what is available of a variant, `left` what earlier lines of the order leave of that. */
const shortage = (name: string, left: number, inStock: number): string => {
  if (inStock === 0) return `${name} is sold out.`;
  return left === 0 ? `There is no more of ${name} than your other lines ask for.` : `Only ${left} of ${name} left.`;
};

/** Errors by field, `items.<index>` as in the payload; empty when everything is available. Earlier lines are served first. */
export const stockProblems = (
  lines: readonly OrderLine[],
  products: ReadonlyMap<string, OrderedProduct>,
): Readonly<Record<string, string>> => {
  const problems: Record<string, string> = {};
  const claimed: OrderLine[] = [];
  for (const [index, line] of lines.entries()) {
    const product = products.get(line.productId);
    const problem = product ? variantProblem(line, product) : 'This product is no longer sold.';
    if (problem !== undefined || !product) {
      problems[`items.${index}`] = problem ?? '';
      continue;
    }
    const { variant } = resolveVariant(product, line);
    const left = remainingQuantity(product, variant, claimed);
    if (left < line.quantity) problems[`items.${index}`] = shortage(product.name, left, availableQuantity(product, variant));
    else claimed.push({ ...variant, productId: product._id, quantity: line.quantity });
  }
  return problems;
};

/** The stock that a line needs. `stockProblems` must have accepted it. */
export const toStockClaim = (line: OrderLine, product: OrderedProduct): StockClaim => {
  const { color, variant } = resolveVariant(product, line);
  return {
    product_id: product._id,
    type_id: variant.variationId ?? null,
    color: variant.color ?? null,
    size: variant.size ?? null,
    size_id: color?.size.find(({ name }) => name === variant.size)?.id ?? null,
    quantity: line.quantity,
  };
};

/**
 * Whether a product still has every counter of a stored line. `stockProblems` passes over options that a product no longer has; what is
 * stored is claimed as it was chosen.
 */
export const hasCounters = ({ type_id, size_id }: StockClaim, product: OrderedProduct | undefined): boolean =>
  product !== undefined &&
  (type_id === null || product.types.some(({ _id }) => _id === type_id)) &&
  (size_id === null || product.variation.some(({ size }) => size.some(({ id }) => id === size_id)));

/** The payload line of a stored line, e.g. to claim its stock again. */
export const toOrderLine = ({ product_id, type_id, color, size, quantity }: StockClaim): OrderLine => ({
  productId: product_id,
  quantity,
  ...(type_id !== null && { variationId: type_id }),
  ...(color !== null && { color }),
  ...(size !== null && { size }),
});

/**
 * Stored lines with the size counters that they have now: a product may have got its first sizes since they were read. Only under the catalogue's
 * lock (`announceProducts`) do these stay.
 */
export const withCurrentSizes = async <Line extends Tables['order_line']>(
  transaction: Database,
  lines: readonly Line[],
): Promise<Line[]> => {
  if (lines.length === 0) return [];
  const ids = [...new Set(lines.map(({ order_id }) => order_id))];
  const rows = await transaction
    .selectFrom('order_line')
    .select(['order_id', 'position', 'size_id'])
    .where('order_id', 'in', ids)
    .execute();
  const rowOf = (line: Line) => rows.find((row) => row.order_id === line.order_id && row.position === line.position);
  return lines.map((line) => ({ ...line, size_id: rowOf(line)?.size_id ?? null }));
};

/** Lost a race: prices or stock changed between reading and claiming. Roll the transaction back and retry. */
export class StockConflict extends Conflict {
  constructor() {
    super('Somebody else was quicker, and some of these items have just changed. Please check your order again.');
  }
}

/**
 * The counters of a claim, each with the condition that finds its row: the product's, and that of its type or of its size, which has the same id
 * under another name. The product is marked with the version of the sale.
 *
 * What they count as sold: types and sizes count their own units. A product counts the units of all its sizes, and those that no size counts:
 * of a colour without sizes, until it is counted again (`forgetSoldWithoutSize`). If the seller removes a size, its sold units leave the product's
 * count as well, because the product's stock is that of the remaining sizes. These units are then counted nowhere, and do not return to the product
 * when their order is cancelled; a size that is added again starts with the number of the file. A product that loses all its sizes keeps its count.
 */
const countersOf = ({ product_id, type_id, size_id }: StockClaim, version: number) => [
  ...(type_id === null ? [] : [{ table: 'product_type', mark: sql``, isRow: sql`product_id = ${product_id} and id = ${type_id}` }]),
  ...(size_id === null ? [] : [{ table: 'product_size', mark: sql``, isRow: sql`product_id = ${product_id} and id = ${size_id}` }]),
  { table: 'product', mark: sql`, sold_version = ${version}`, isRow: sql`id = ${product_id}` },
];

/**
 * Claims stock, each counter by one conditional update, so that nothing is sold twice. `version` is that of `announceProducts`. Throws
 * `StockConflict` when there is too little.
 */
export const claimStock = async (transaction: Database, lines: readonly StockClaim[], version: number): Promise<void> => {
  for (const line of lines)
    for (const { table, mark, isRow } of countersOf(line, version)) {
      // A type without stock of its own (null) uses the product's; its sales are counted all the same.
      const { rows } = await sql`update ${sql.table(table)} set sale_count = sale_count + ${line.quantity}${mark}
        where ${isRow} and (stock is null or sale_count + ${line.quantity} <= stock) returning sale_count`.execute(transaction);
      if (rows.length === 0) throw new StockConflict();
    }
};

/** How many are sold of a product's sizes; 0 of one without sizes. */
const soldOfSizes = sql`(select coalesce(sum(product_size.sale_count), 0) from product_size where product_size.product_id = product.id)`;

/** So that nothing comes back to a product with sizes. */
const allIfSized = sql`(select case when count(*) = 0 then 0 else product.sale_count end from product_size
  where product_size.product_id = product.id)`;

/**
 * Releases claimed stock; returns how many units came back: units that are counted nowhere (see `countersOf`) do not. `version` as for `claimStock`.
 */
export const releaseStock = async (transaction: Database, lines: readonly StockClaim[], version: number): Promise<number> => {
  let released = 0;
  for (const line of lines) {
    let leastOfProduct = soldOfSizes;
    for (const { table, isRow } of countersOf(line, version)) {
      const least = table === 'product' ? leastOfProduct : sql`0`;
      const { rows } = await sql`update ${sql.table(table)} set sale_count = sale_count - ${line.quantity}
        where ${isRow} and sale_count - ${line.quantity} >= ${least} returning sale_count`.execute(transaction);
      if (table === 'product_size' && rows.length === 0) leastOfProduct = allIfSized;
      if (table === 'product' && rows.length > 0) released += line.quantity;
    }
    await transaction.updateTable('product').set({ sold_version: version }).where('id', '=', line.product_id).execute();
  }
  return released;
};

/** After the shelf of a size was counted: of the sold units that no size counts, only `kept` are still on the shelf. */
export const forgetSoldWithoutSize = async (transaction: Database, productId: string, kept: number): Promise<void> => {
  await sql`update product set sale_count = case when sale_count > ${soldOfSizes} + ${kept} then ${soldOfSizes} + ${kept}
    else sale_count end where id = ${productId}`.execute(transaction);
};
