import { countAll } from '#server/db/order-record.ts';
import type { Database, OrderState } from '#server/db/schema.ts';
import { inParcel } from '#server/domain/money/declared-units.ts';
import type { StockClaim } from '#server/domain/orders/order-stock.ts';

/** Orders whose units are sold or reserved, and still on the shelf. */
export const unsentStates = ['pending', 'confirmed', 'processing'] as const satisfies readonly OrderState[];

const isUnsent = (status: OrderState): boolean => unsentStates.some((state) => state === status);

/** Units on the shelf that belong to a buyer: ordered, or to be sent in exchange. */
export type PromisedPieces = StockClaim & { readonly why: 'order' | 'exchange' };

/** Requests that took units from stock, or gave them back. */
const listExchangedOrBack = (db: Database, productIds: readonly string[]) =>
  db
    .selectFrom('refund')
    .select(['order_id', 'product_id', 'exchanged', 'restocked', 'unsent', 'sent_at'])
    .where('product_id', 'in', productIds)
    .where(({ or, eb }) => or([eb('exchanged', '>', 0), eb('restocked', '>', 0)]))
    .execute();

const byOrder = <Row extends { readonly order_id: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.order_id) ?? [];
    group.push(row);
    groups.set(row.order_id, group);
  }
  return groups;
};

/**
 * Units of a product that count as sold, by the lines of its orders: what is not sent yet first, then the latest. It may be more than is counted, where
 * only a part of a cancellation came back.
 */
export const listSold = async (db: Database, productId: string): Promise<StockClaim[]> => {
  const lines = await db
    .selectFrom('order_line')
    .innerJoin('order', 'order.id', 'order_line.order_id')
    .select(['order_id', 'status', 'position', 'product_id', 'type_id', 'color', 'size', 'size_id', 'quantity'])
    .where('product_id', '=', productId)
    .where('order.status', 'in', [...unsentStates, 'Dispatch', 'Delivered'])
    .orderBy('order.created_at', 'desc')
    .execute();
  const requests = byOrder(await listExchangedOrBack(db, [productId]));
  const linesOf = byOrder(lines);
  const sold = lines.map((line) => {
    const ofOrder = requests.get(line.order_id) ?? [];
    const ordered = countAll(linesOf.get(line.order_id) ?? []);
    const taken = ofOrder.reduce((sum, { unsent, exchanged, restocked }) => sum + exchanged - (unsent === null ? restocked : 0), 0);
    return { ...line, quantity: Math.ceil(inParcel(line, ofOrder) + (taken * line.quantity) / ordered) };
  });
  return [...sold.filter(({ status }) => isUnsent(status)), ...sold.filter(({ status }) => !isUnsent(status))].filter(
    ({ quantity }) => quantity > 0,
  );
};

/**
 * Units on the shelf that are promised to buyers. A unit restocked from an unsent order is promised to nobody; one taken for an exchange is promised
 * until the seller records that it was sent.
 */
export const listPromised = async (db: Database, productIds: readonly string[]): Promise<PromisedPieces[]> => {
  if (productIds.length === 0) return [];
  const exchanging = db.selectFrom('refund').select('order_id').where('outcome', '=', 'exchange').where('sent_at', 'is', null);
  const lines = await db
    .selectFrom('order_line')
    .innerJoin('order', 'order.id', 'order_line.order_id')
    .select(['order_id', 'status', 'position', 'product_id', 'type_id', 'color', 'size', 'size_id', 'quantity'])
    .where('product_id', 'in', productIds)
    .where(({ or, eb }) => or([eb('order.status', 'in', unsentStates), eb('order.id', 'in', exchanging)]))
    .execute();
  const requests = await listExchangedOrBack(db, productIds);
  return lines.flatMap(({ order_id, status, position, ...line }) => {
    const ofOrder = <Row extends { readonly order_id: string; readonly product_id: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.order_id === order_id && row.product_id === line.product_id);
    const ordered = countAll(ofOrder(lines));
    // A refund request names a product: of one in several options all units or none are exchanged.
    const share = (pieces: number): number => (pieces * line.quantity) / ordered;
    const exchanged = ofOrder(requests).reduce((sum, request) => sum + (request.sent_at === null ? request.exchanged : 0), 0);
    const promised: PromisedPieces[] = [
      { ...line, why: 'order', quantity: isUnsent(status) ? inParcel({ position, quantity: line.quantity }, ofOrder(requests)) : 0 },
      { ...line, why: 'exchange', quantity: share(exchanged) },
    ];
    return promised.filter(({ quantity }) => quantity > 0);
  });
};
