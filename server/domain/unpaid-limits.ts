import { minutesToPay, type OrderLine } from '#contract/order.ts';
import type { UnpaidLimits } from '#contract/unpaid-limits.ts';
import type { Database } from '#server/db/schema.ts';
import { Failure } from '#server/domain/failure.ts';

/** An order that has just been written and has taken its goods, and whose it is. `clientKey` is nothing for a reseller's. */
type NewOrder = {
  readonly id: string;
  readonly lines: readonly OrderLine[];
  readonly buyer: { readonly id: string; readonly role: 'customer' | 'reseller' } | undefined;
  readonly emailKey: string;
  readonly clientKey: string | null;
};

type Held = {
  readonly id: string;
  readonly user_id: string | null;
  readonly email_key: string;
  readonly client_key: string | null;
  readonly product_id: string;
  readonly product_name: string;
  readonly quantity: number;
  readonly stock: number | null;
  readonly sale_count: number | null;
};

const refuse = (message: string, errors?: Readonly<Record<string, string>>): never => {
  throw new Failure('conflict', message, errors, { code: 'unpaidLimit' });
};

const inAll = (rows: readonly Held[]): number => rows.reduce((count, { quantity }) => count + quantity, 0);

const ordersIn = (rows: readonly Held[]): number => new Set(rows.map(({ id }) => id)).size;

/** Every line that waits to be paid and is of the same buyer or, unless a reseller orders, from the same client address. */
const heldWith = (db: Database, { buyer, emailKey, clientKey }: NewOrder): Promise<Held[]> =>
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
    .where('order.status', '=', 'pending')
    .where((row) =>
      row.or([
        ...(buyer
          ? [row('order.user_id', '=', buyer.id)]
          : [row.and([row('order.user_id', 'is', null), row('order.email_key', '=', emailKey)])]),
        ...(clientKey === null ? [] : [row('order.client_key', '=', clientKey)]),
      ]),
    )
    .execute();

/** The products of which these rows hold too much, with the most that they may. */
const excess = (rows: readonly Held[], most: number, shares: Pick<UnpaidLimits, 'share' | 'always'> | undefined): Map<string, number> => {
  const found = new Map<string, number>();
  for (const { product_id, stock, sale_count } of rows) {
    const held = inAll(rows.filter((row) => row.product_id === product_id));
    const left = (stock ?? 0) - (sale_count ?? 0) + held;
    const part = shares ? Math.max(shares.always, Math.floor(left * shares.share)) : most;
    if (held > Math.min(most, part)) found.set(product_id, Math.min(most, part));
  }
  return found;
};

const refuseBuyer = (rows: readonly Held[], order: NewOrder, limits: UnpaidLimits): void => {
  const isReseller = order.buyer?.role === 'reseller';
  const { orders, pieces, ofOneProduct } = isReseller ? limits.reseller : limits.buyer;
  if (ordersIn(rows) > orders)
    refuse(
      `You have ${orders} orders waiting to be paid. Please pay for one of them first, or order again later: what is not paid within ${minutesToPay} minutes is cancelled.`,
    );
  const isWaiting = ordersIn(rows) > 1;
  const advice = isWaiting
    ? 'Please pay for the order that is waiting first, or order fewer now. For a large order, please write to us.'
    : 'Please order fewer at a time, or write to us about a large order.';
  const tooMany = excess(rows, ofOneProduct, isReseller ? undefined : limits);
  if (tooMany.size > 0)
    refuse(
      `We cannot keep that many for you before they are paid. ${advice}`,
      Object.fromEntries(
        order.lines.flatMap(({ productId }, at) => {
          const most = tooMany.get(productId);
          const name = rows.find(({ product_id }) => product_id === productId)?.product_name ?? '';
          return most === undefined ? [] : [[`items.${at}`, `We can keep at most ${most} of ${name} for you until they are paid.`]];
        }),
      ),
    );
  if (inAll(rows) > pieces) refuse(`We can keep at most ${pieces} pieces for you until they are paid. ${advice}`);
};

const refuseAddress = (rows: readonly Held[], limits: UnpaidLimits): void => {
  const { orders, pieces, ofOneProduct } = limits.address;
  if (ordersIn(rows) > orders || inAll(rows) > pieces || excess(rows, ofOneProduct, limits).size > 0)
    refuse(
      `Too many goods are waiting to be paid for by shoppers on your network. Please pay for what you have ordered, or try again in a while: what is not paid within ${minutesToPay} minutes is cancelled.`,
    );
};

/**
 * Refuses an order with which its buyer, or its client address, would hold more without paying than they may. Part of the transaction that
 * places it, under the catalogue's lock, so that of any number at once no more get through.
 */
export const enforceUnpaidLimits = async (transaction: Database, order: NewOrder, limits: UnpaidLimits): Promise<void> => {
  const { buyer, emailKey, clientKey } = order;
  const rows = await heldWith(transaction, order);
  refuseBuyer(
    // A guest may type anybody's address, and must not use up what a signed-in shopper may hold.
    rows.filter(({ user_id, email_key }) => (buyer ? user_id === buyer.id : user_id === null && email_key === emailKey)),
    order,
    limits,
  );
  if (clientKey !== null)
    refuseAddress(
      rows.filter(({ client_key }) => client_key === clientKey),
      limits,
    );
};
