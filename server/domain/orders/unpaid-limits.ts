import { sql } from 'kysely';
import { minutesToPay, type OrderLine, orderSteps } from '#contract/order.ts';
import { countAll } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { Failure } from '#server/domain/failure.ts';

/** The maximum of unpaid orders, of units in all of them, and of units of one product. */
type UnpaidLimit = { readonly orders: number; readonly units: number; readonly ofOneProduct: number };

/**
 * What unpaid orders may reserve, per email address or account (`buyer`), client IP address (`ip`) and reseller account. Of one product, all but
 * resellers may hold `share` of what is left, or `minUnits` if that is more. How many orders an IP address has does not count: many honest guests of a
 * mobile network share one.
 */
export type UnpaidLimits = {
  readonly buyer: UnpaidLimit & { readonly share: number };
  readonly ip: { readonly units: number; readonly share: number };
  readonly reseller: UnpaidLimit;
  readonly minUnits: number;
};

export const unpaidLimits: UnpaidLimits = {
  buyer: { orders: 3, units: 40, ofOneProduct: 20, share: 0.25 },
  ip: { units: 60, share: 0.75 },
  reseller: { orders: 10, units: 500, ofOneProduct: 200 },
  minUnits: 12,
};

/** The limits of a shop that takes `orders` calls per client IP address in ten minutes: where many shoppers share one, they hold more, too. */
export const unpaidLimitsFor = (orders: number): UnpaidLimits => ({
  ...unpaidLimits,
  ip: { ...unpaidLimits.ip, units: Math.max(unpaidLimits.ip.units, orders) },
});

/** An order just inserted in this transaction, its stock claimed. `clientKey` is the hashed client address, `null` if it is not limited. */
type NewOrder = {
  readonly id: string;
  readonly lines: readonly OrderLine[];
  readonly buyer: { readonly id: string; readonly role: 'customer' | 'reseller' } | undefined;
  readonly emailKey: string;
  readonly clientKey: string | null;
};

const refuse = (message: string, errors?: Readonly<Record<string, string>>): never => {
  throw new Failure('conflict', message, errors, { code: 'unpaidLimit' });
};

/** Lines of all unpaid orders of the same buyer or, unless it is a reseller, from the same client address. */
const readUnpaidLines = (db: Database, { buyer, emailKey, clientKey }: NewOrder) =>
  db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .leftJoin('product', 'product.id', 'order_line.product_id')
    .select([
      'order.id',
      'order.user_id',
      'order.email_key',
      'order.client_key',
      'order_line.product_id',
      'order_line.product_name',
      'order_line.quantity',
      'product.stock',
      'product.sale_count',
    ])
    // An expression, or SQLite reads all unpaid orders of the shop by the index on their status.
    .where(sql<string>`${sql.ref('order.status')} || ''`, '=', 'pending')
    .where((row) =>
      row.or([
        ...(buyer
          ? [row('order.user_id', '=', buyer.id)]
          : [row.and([row('order.user_id', 'is', null), row('order.email_key', '=', emailKey)])]),
        ...(clientKey === null ? [] : [row('order.client_key', '=', clientKey)]),
      ]),
    )
    .execute();

/** A line of an unpaid order, with the counters of its product. */
type UnpaidLine = Awaited<ReturnType<typeof readUnpaidLines>>[number];

const countOrders = (rows: readonly UnpaidLine[]): number => new Set(rows.map(({ id }) => id)).size;

/**
 * The products of the order of which these lines hold more than `max` or than their share of what is left: id to the allowed quantity. Of others what
 * is held may have become too much since, because people bought them.
 */
const findExcess = (
  rows: readonly UnpaidLine[],
  order: NewOrder,
  max: number,
  shares: { readonly share: number; readonly minUnits: number } | undefined,
): Map<string, number> => {
  const excess = new Map<string, number>();
  for (const { product_id, stock, sale_count } of rows.filter(({ id }) => id === order.id)) {
    const held = countAll(rows.filter((row) => row.product_id === product_id));
    const left = (stock ?? 0) - (sale_count ?? 0) + held;
    const allowed = shares ? Math.min(max, Math.max(shares.minUnits, Math.floor(left * shares.share))) : max;
    if (held > allowed) excess.set(product_id, allowed);
  }
  return excess;
};

const refuseBuyer = (rows: readonly UnpaidLine[], order: NewOrder, limits: UnpaidLimits): void => {
  const { minUnits } = limits;
  const isReseller = order.buyer?.role === 'reseller';
  const { orders, units, ofOneProduct } = isReseller ? limits.reseller : limits.buyer;
  if (countOrders(rows) > orders)
    refuse(
      `You have ${orders} orders waiting to be paid. Please pay for one of them first, or order again later: what is not paid within ${minutesToPay} minutes is cancelled.`,
    );
  const hasEarlierOrders = countOrders(rows) > 1;
  const advice = hasEarlierOrders
    ? 'Please pay for the order that is waiting first, or order fewer now. For a large order, please write to us.'
    : 'Please order fewer at a time, or write to us about a large order.';
  const excess = findExcess(rows, order, ofOneProduct, isReseller ? undefined : { share: limits.buyer.share, minUnits });
  if (excess.size > 0)
    refuse(
      `We cannot keep that many for you before they are paid. ${advice}`,
      Object.fromEntries(
        order.lines.flatMap(({ productId }, index) => {
          const allowed = excess.get(productId);
          const name = rows.find(({ product_id }) => product_id === productId)?.product_name ?? '';
          return allowed === undefined
            ? []
            : [[`items.${index}`, `We can keep at most ${allowed} of ${name} for you until they are paid.`]];
        }),
      ),
    );
  if (countAll(rows) > units) refuse(`We can keep at most ${units} pieces for you until they are paid. ${advice}`);
};

const refuseIp = (rows: readonly UnpaidLine[], order: NewOrder, { ip: { units, share }, minUnits }: UnpaidLimits): void => {
  if (countAll(rows) > units || findExcess(rows, order, units, { share, minUnits }).size > 0)
    refuse(
      `Too many goods are waiting to be paid for by shoppers on your network. Please pay for what you have ordered, or try again in a while: what is not paid within ${minutesToPay} minutes is cancelled.`,
    );
};

/**
 * Resellers, and accounts that have paid for an order before, do not count towards their client address: many honest shoppers share one.
 * Their own limits still apply.
 */
export const isTrustedBuyer = async (db: Database, buyer: NewOrder['buyer']): Promise<boolean> => {
  if (!buyer) return false;
  if (buyer.role === 'reseller') return true;
  const paid = db.selectFrom('order').select('id').where('user_id', '=', buyer.id).where('status', 'in', orderSteps).limit(1);
  return (await paid.executeTakeFirst()) !== undefined;
};

/**
 * Limits what a buyer and a client address hold in unpaid orders. Throws a failure with the code `unpaidLimit`. Runs in the transaction
 * that places the order, under the catalogue's lock, so that concurrent orders cannot pass together.
 */
export const enforceUnpaidLimits = async (transaction: Database, order: NewOrder, limits: UnpaidLimits): Promise<void> => {
  const { buyer, emailKey, clientKey } = order;
  const rows = await readUnpaidLines(transaction, order);
  refuseBuyer(
    // By account or by guest address, never both: a guest who types a shopper's address must not use up the shopper's limit.
    rows.filter(({ user_id, email_key }) => (buyer ? user_id === buyer.id : user_id === null && email_key === emailKey)),
    order,
    limits,
  );
  if (clientKey !== null)
    refuseIp(
      rows.filter(({ client_key }) => client_key === clientKey),
      order,
      limits,
    );
};
