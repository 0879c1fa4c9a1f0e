import { type SqlBool, sql } from 'kysely';
import type { ProductPage, ProductRow, ProductView, StockRow } from '#contract/desk/products.ts';
import { pence, pounds } from '#contract/money.ts';
import { picturePath } from '#contract/picture.ts';
import { unitPrice } from '#contract/pricing.ts';
import { after, day } from '#server/db/columns.ts';
import { countAll } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds, readRowsOf } from '#server/domain/catalogue/catalogue.ts';
import { findPictureStems } from '#server/domain/catalogue/mail-pictures.ts';
import { categoryWord } from '#server/domain/catalogue/product-words.ts';
import { listCounters } from '#server/domain/catalogue/stock-counters.ts';
import { pageLimit, readCursor, toPage } from '#server/domain/desk/cursor.ts';
import { filterByWords, noWordFilter } from '#server/domain/desk/words.ts';
import { listPromised } from '#server/domain/orders/promised-pieces.ts';

/** The counters of products by id, with what is on the shelf. */
export const readStock = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, StockRow[]>> => {
  const promised = await listPromised(db, ids);
  const rows = new Map<string, StockRow[]>(ids.map((id) => [id, []]));
  for (const { key, target, choice, stock, saleCount, available, counts } of await listCounters(db, ids, true)) {
    const seen = { stock, saleCount, promised: countAll(promised.filter(counts)) };
    rows.get(target.productId)?.push({ key, choice, onShelf: stock - saleCount + seen.promised, toSell: available, seen });
  }
  return rows;
};

export const stateOf = ({ withdrawn_at, is_draft }: Pick<Tables['product'], 'withdrawn_at' | 'is_draft'>): ProductRow['state'] =>
  withdrawn_at === null ? 'sold' : is_draft === 1 ? 'draft' : 'withdrawn';

/** By product: in orders that are not sent, sold in the last 30 days, and people who wait. */
export const readDemand = async (db: Database, ids: readonly string[], now: Date) => {
  if (ids.length === 0) return () => ({ unsent: 0, soldLately: 0, waiting: 0 });
  const pieces = (isOf: ReturnType<typeof sql<SqlBool>>) =>
    db
      .selectFrom('order_line')
      .innerJoin('order', 'order.id', 'order_line.order_id')
      .select(({ fn }) => ['product_id', fn.sum<number | string>('quantity').as('count')])
      .where('product_id', 'in', ids)
      .where(isOf)
      .groupBy('product_id')
      .execute();
  const unsent = await pieces(sql`"order".status in ('pending', 'confirmed', 'processing')`);
  const sold = await pieces(
    sql`"order".created_at >= ${after(now, -30 * day)} and "order".status in ('confirmed', 'processing', 'Dispatch', 'Delivered')`,
  );
  const waiting = await db
    .selectFrom('stock_alert')
    .select(({ fn }) => ['product_id', fn.countAll().as('count')])
    .where('product_id', 'in', ids)
    .where('state', '=', 'waiting')
    .groupBy('product_id')
    .execute();
  return (id: string) => {
    const of = (rows: readonly { readonly product_id: string; readonly count: unknown }[]): number =>
      Number(rows.find(({ product_id }) => product_id === id)?.count ?? 0);
    return { unsent: of(unsent), soldLately: of(sold), waiting: of(waiting) };
  };
};

/** What shoppers and resellers pay for the cheapest of a product. */
const pricesOf = (product: Tables['product'], types: readonly Tables['product_type'][] = []) => {
  const prices = types.length > 0 ? types.map(({ base_price }) => base_price) : [product.base_price];
  const priced = {
    price: { basePrice: inPounds(Math.min(...prices)) },
    discount: product.discount,
    resellerPrice: inPounds(product.reseller_price),
  };
  const { unit } = unitPrice(priced, false);
  return {
    price: pounds(unit),
    before: unit < pence(priced.price.basePrice) ? priced.price.basePrice : null,
    reseller: pounds(unitPrice(priced, true).unit),
    isFrom: prices.some((price) => price > Math.min(...prices)),
  };
};

const readProductRows = async (db: Database, ids: readonly string[], now: Date): Promise<ProductRow[]> => {
  if (ids.length === 0) return [];
  const { products, types } = await readRowsOf(db, ids);
  const stock = await readStock(db, ids);
  const demand = await readDemand(db, ids, now);
  const stemOf = await findPictureStems(
    db,
    ids.map((productId) => ({ productId, color: null })),
  );
  return products.map((row) => {
    const stem = stemOf({ productId: row.id, color: null });
    return {
      id: row.id,
      name: row.name,
      sku: row.sku,
      picture: stem === undefined ? '' : picturePath(stem),
      state: stateOf(row),
      ...pricesOf(row, types.get(row.id)),
      counters: stock.get(row.id) ?? [],
      toSell: row.stock - row.sale_count,
      ...demand(row.id),
    };
  });
};

const unsoldCount = sql.raw('stock - sale_count');

/** Products with a counter that has so few units left; each part is read by its index. The stock of a product with sizes is their sum. */
const hasLeft = (from: number, to: number) => sql<SqlBool>`withdrawn_at is null and product.id in (
  select id from product as p where withdrawn_at is null and ${unsoldCount} between ${from} and ${to}
    and not exists (select 1 from product_size where product_id = p.id)
  union select product_id from product_size where ${unsoldCount} between ${from} and ${to}
  union select product_id from product_type where ${unsoldCount} between ${from} and ${to})`;

/** Written as in the partial indexes. */
const isIn = (view: ProductView, lowStockLimit: number) =>
  ({
    sold: sql<SqlBool>`withdrawn_at is null`,
    low: hasLeft(1, lowStockLimit),
    out: hasLeft(0, 0),
    draft: sql<SqlBool>`is_draft = 1`,
    withdrawn: sql<SqlBool>`withdrawn_at is not null and is_draft = 0`,
  })[view];

type ProductQuery = {
  readonly view: ProductView;
  readonly text?: string | undefined;
  readonly category?: string | undefined;
  readonly after?: string | undefined;
};

/** A page of a view of the products, in the order of the shop; `text`: words that each begin one of the product's words. */
export const listDeskProducts = async (
  db: Database,
  { view, text = '', category = '', after: cursorText }: ProductQuery,
  { lowStockLimit, now }: { readonly lowStockLimit: number; readonly now: Date },
): Promise<ProductPage> => {
  const count = async (each: ProductView): Promise<number> => {
    const query = db.selectFrom('product').select(({ fn }) => fn.countAll().as('count'));
    return Number((await query.where(isIn(each, lowStockLimit)).executeTakeFirstOrThrow()).count);
  };
  const counts = { low: await count('low'), out: await count('out'), draft: await count('draft') };
  if (!/^[\w-]*$/.test(category)) return { items: [], next: null, counts };
  const isFiltered = text.trim() !== '' || category !== '';
  const filter = isFiltered
    ? await filterByWords(db, { table: 'product_word', key: 'product_id' }, text, category === '' ? undefined : categoryWord(category))
    : noWordFilter;
  if (!filter) return { items: [], next: null, counts };
  const [position, id] = readCursor(cursorText, 2) ?? [];
  const hasCursor = /^\d{1,9}$/.test(position ?? '');
  const keys = await db
    .selectFrom('product')
    .select(['id', 'position'])
    .where(isIn(view, lowStockLimit))
    .where(filter.where('product.id'))
    .$if(hasCursor, (query) => query.where(sql<SqlBool>`(position, id) > (${Number(position)}, ${id})`))
    .orderBy('position')
    .orderBy('id')
    .limit(pageLimit)
    .execute();
  const { rows, next } = toPage(keys, (key) => [String(key.position), key.id]);
  const items = await readProductRows(
    db,
    rows.map((row) => row.id),
    now,
  );
  return { items, next, counts };
};
