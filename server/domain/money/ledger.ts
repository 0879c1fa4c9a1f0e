import { randomUUID } from 'node:crypto';
import { ownCurrency } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Database, Money, Tables } from '#server/db/schema.ts';
import { isSettled, paymentStatus } from '#server/domain/money/payment-status.ts';

/**
 * A movement of an order's money, by its source:
 *
 *     payment     done                               what the buyer paid
 *     ours        wanted <──> sent ──> done          a refund that the shop sends through the provider; `sent`: the provider may have it
 *                                      └──> failed   the bank sent it back, which leaves it to be paid by hand
 *     hand        wanted ──> done                    a refund that the seller pays by hand
 *     dashboard   done ──> failed                    a refund in the provider's dashboard
 *     dispute     inquiry ──> held ──> done          the buyer's bank holds it; done: the dispute is lost, the buyer has it
 *
 * Any wanted row that is not owed any more becomes `void`, and so does a dispute that is won. No sum is adjusted: after each event `updateOwed`
 * adds up an order's rows anew, under the order's lock, so that the order of events, repeats, lateness and failures cannot matter.
 */
const amountOf = (rows: readonly Money[]): number => rows.reduce((total, { amount }) => total + amount, 0);

export const isPaidBack = ({ source, state }: Money): boolean => source !== 'payment' && state === 'done';

/** Is it still to be sent or paid by hand, or may it be on its way? */
export const isRefundOpen = ({ state }: Money): boolean => state === 'wanted' || state === 'sent';

export const isHeldBack = ({ state }: Money): boolean => state === 'held';

/** Sums of ledger rows, in pence: paid, gone back, held by the buyer's bank, and still to be sent. */
export const sumsOf = (rows: readonly Money[]) => ({
  paid: amountOf(rows.filter(({ source }) => source === 'payment')),
  back: amountOf(rows.filter(isPaidBack)),
  held: amountOf(rows.filter(isHeldBack)),
  open: amountOf(rows.filter(isRefundOpen)),
});

/**
 * Goodwill on one payment, in pence: what has gone back or is held beyond what was granted. Each row is first set off against the amount that was
 * granted when the shop heard of the row, and only the rest is goodwill. Failed refunds do not count.
 */
export const goodwillIn = (rows: readonly Money[]): number => {
  const counted = rows.filter((row) => isPaidBack(row) || isHeldBack(row)).toSorted((one, other) => one.granted - other.granted);
  return amountOf(counted) - counted.reduce((met, { amount, granted }) => Math.min(met + amount, granted), 0);
};

/** The currency that a payment was made in; `rows` are its. */
export const currencyOf = (rows: readonly Money[]): string => rows.find(({ source }) => source === 'payment')?.currency ?? ownCurrency;

/** The rows of one payment. */
export const rowsOf = (money: readonly Money[], { session_id: sessionId }: Tables['payment']): readonly Money[] =>
  money.filter(({ session_id }) => session_id === sessionId);

/** The payment that the order is paid with. */
export const usedPayment = ({ payments }: Pick<OrderRecord, 'payments'>): Tables['payment'] | undefined =>
  payments.find(({ status }) => status === paymentStatus.paid);

/** The rows of the payment that the order is paid with, which its invoice and credit notes are about. */
export const usedRows = (found: Pick<OrderRecord, 'payments' | 'money'>): readonly Money[] => {
  const used = usedPayment(found);
  return used ? rowsOf(found.money, used) : [];
};

type GrantedAmount = Pick<Tables['refund'], 'reference' | 'amount'>;

/** The refund requests of an order that granted money. */
const readGranting = (db: Database, orderId: string): Promise<GrantedAmount[]> =>
  db
    .selectFrom('refund')
    .select(['reference', 'amount'])
    .where('order_id', '=', orderId)
    .where('amount', 'is not', null)
    .orderBy('decided_at')
    .execute();

const sumGranted = (requests: readonly GrantedAmount[]): number => requests.reduce((total, { amount }) => total + (amount ?? 0), 0);

/** Whether the whole payment goes back: its order is cancelled, or cannot use it. */
const isWhole = ({ status }: Pick<Tables['order'], 'status'>, payment: Tables['payment']): boolean =>
  status === 'cancelled' || payment.status === paymentStatus.unusable;

/** What is granted of a payment now, in pence: all of it, or what refund requests of its order did. */
export const readGranted = async (db: Database, { row, money }: OrderRecord, payment: Tables['payment']): Promise<number> => {
  const { paid } = sumsOf(rowsOf(money, payment));
  return isWhole(row, payment) ? paid : Math.min(sumGranted(await readGranting(db, row.id)), paid);
};

/** Splits an owed amount among the refund requests that granted more than is back or on its way; what remains belongs to no request. */
const splitByRequest = (
  amount: number,
  requests: readonly GrantedAmount[],
  rows: readonly Money[],
): [request: string | null, part: number][] => {
  let left = amount;
  const parts = requests.map(({ reference, amount: granted }): [string, number] => {
    const met = amountOf(rows.filter((row) => row.request === reference && (isPaidBack(row) || isRefundOpen(row))));
    const part = Math.min(left, Math.max(0, (granted ?? 0) - met));
    left -= part;
    return [reference, part];
  });
  return [...parts, [null, left] as [null, number]].filter(([, part]) => part > 0);
};

/**
 * What is still owed of a payment, in pence: the whole of it if its order is cancelled or cannot use it, else what refund requests `granted` and
 * goodwill; less what has gone back or is held. Includes refunds that are open; negative if more went back than was owed.
 */
const owedAmount = (
  order: Pick<Tables['order'], 'status'>,
  payment: Tables['payment'],
  rows: readonly Money[],
  granted: number,
): number => {
  const { paid, back, held } = sumsOf(rows);
  return (isWhole(order, payment) ? paid : Math.min(granted + goodwillIn(rows), paid)) - back - held;
};

type Amount = Pick<Money, 'amount' | 'currency'>;

/** What `updateOwed` changed: amounts that the shop will send, that the seller must pay by hand, and that are no longer owed. */
export type OwedChanges = {
  /** One for each payment. */
  readonly addedAmounts: readonly Amount[];
  /** Of the payment whose refund came back. */
  readonly byHand?: Amount | undefined;
  readonly droppedAmounts: readonly { readonly row: Money; readonly amount: number }[];
};

type Reason = {
  readonly now: Date;
  /** A refund of the shop that came back: what is owed again because of it is to be paid by hand. */
  readonly returnedRefund?: Money | undefined;
};

const addWantedRefund = async (
  transaction: Database,
  { order_id, session_id }: Tables['payment'],
  { source, amount, currency, request }: Pick<Money, 'source' | 'amount' | 'currency' | 'request'>,
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const due_at = source === 'ours' ? at : null;
  await transaction
    .insertInto('money')
    .values({ id: randomUUID(), order_id, session_id, source, state: 'wanted', amount, currency, request, created_at: at, at, due_at })
    .execute();
};

const setAmount = async (transaction: Database, { id }: Money, amount: number, now: Date): Promise<void> => {
  const change = amount > 0 ? { amount } : { state: 'void' as const, due_at: null, at: now.toISOString() };
  await transaction.updateTable('money').set(change).where('id', '=', id).execute();
};

/** Rows to pay by hand come first: a seller who was told to pay by hand and refunds in the dashboard has done just that. */
const byReduction = (one: Money, other: Money): number =>
  one.source === other.source ? (one.created_at < other.created_at ? -1 : 1) : one.source === 'hand' ? -1 : 1;

/** Reduces the `wanted` rows of a payment by an amount, in the order of `byReduction`. Rows that were sent cannot be recalled. */
const reduce = async (transaction: Database, rows: readonly Money[], amount: number, now: Date): Promise<OwedChanges['droppedAmounts']> => {
  const droppedAmounts: OwedChanges['droppedAmounts'][number][] = [];
  let left = amount;
  for (const row of rows.filter(({ state }) => state === 'wanted').toSorted(byReduction)) {
    const less = Math.min(left, row.amount);
    if (less === 0) break;
    await setAmount(transaction, row, row.amount - less, now);
    droppedAmounts.push({ row, amount: less });
    left -= less;
  }
  return droppedAmounts;
};

/** Adds an amount to what the shop has to refund: to an untried row of the same request, or as a new row. */
const add = async (
  transaction: Database,
  payment: Tables['payment'],
  rows: readonly Money[],
  { amount, request }: Pick<Money, 'amount' | 'request'>,
  now: Date,
): Promise<void> => {
  const untried = rows.find((row) => row.source === 'ours' && row.state === 'wanted' && row.tries === 0 && row.request === request);
  if (untried) await setAmount(transaction, untried, untried.amount + amount, now);
  else await addWantedRefund(transaction, payment, { source: 'ours', amount, currency: currencyOf(rows), request }, now);
};

/**
 * Makes what is wanted of each payment of an order equal to what is owed of it: the only place that decides how much goes back. `found` must
 * have been read under the order's lock, after the event that this follows.
 */
export const updateOwed = async (transaction: Database, found: OrderRecord, { now, returnedRefund }: Reason): Promise<OwedChanges> => {
  const { row, payments, money } = found;
  const requests = row.status === 'cancelled' ? [] : await readGranting(transaction, row.id);
  const accounts = payments.filter(isSettled).map((payment) => {
    const rows = rowsOf(money, payment);
    return { payment, rows, owed: owedAmount(row, payment, rows, sumGranted(requests)), currency: currencyOf(rows) };
  });
  // What the buyer got of one payment beyond what is owed, as by a refund and a lost dispute, is set off against others in its currency.
  const excess = new Map<string, number>();
  for (const { owed, currency } of accounts) excess.set(currency, (excess.get(currency) ?? 0) + Math.max(0, -owed));
  const addedAmounts: Amount[] = [];
  let byHand: OwedChanges['byHand'];
  const droppedAmounts: OwedChanges['droppedAmounts'][number][] = [];
  for (const { payment, rows, owed, currency } of accounts) {
    const left = excess.get(currency) ?? 0;
    const settled = Math.min(left, Math.max(0, owed));
    excess.set(currency, left - settled);
    const more = owed - settled - sumsOf(rows).open;
    if (more < 0) droppedAmounts.push(...(await reduce(transaction, rows, -more, now)));
    if (more <= 0) continue;
    const hand = returnedRefund?.session_id === payment.session_id ? Math.min(more, returnedRefund.amount) : 0;
    if (hand > 0) {
      byHand = { amount: hand, currency };
      await addWantedRefund(transaction, payment, { ...byHand, source: 'hand', request: returnedRefund?.request ?? null }, now);
    }
    // A payment that the order cannot use goes back whole, for no request.
    const granting = payment.status === paymentStatus.paid ? requests : [];
    for (const [request, amount] of splitByRequest(more - hand, granting, rows))
      await add(transaction, payment, rows, { amount, request }, now);
    if (more > hand) addedAmounts.push({ amount: more - hand, currency });
  }
  return { addedAmounts, byHand, droppedAmounts };
};

/** What of what was paid for an order can still be granted by refund requests, in pence. */
export const grantableAmount = (found: OrderRecord, granted: number): number =>
  Math.max(0, found.row.total - granted - goodwillIn(usedRows(found)));

/** How the seller names a movement: as the provider does, if it knows it. */
export const nameOf = ({ reference, id }: Money): string => reference ?? id;

/** What went back of an order for no refund request, beyond what was granted, as by the provider's dashboard: the seller may say that it is for one. */
export const wentBackForNone = (found: OrderRecord): readonly Money[] => {
  const rows = usedRows(found);
  return goodwillIn(rows) > 0 ? rows.filter((row) => isPaidBack(row) && row.request === null) : [];
};

/** The order as it is if these movements are for a request that is decided now: no goodwill. */
export const withoutGoodwill = (found: OrderRecord, names: readonly string[]): OrderRecord => ({
  ...found,
  money: found.money.map((row) => (names.includes(nameOf(row)) ? { ...row, granted: found.row.total } : row)),
});

/** Stores that these movements are for a request, whose amount is stored already. */
export const assignTo = async (transaction: Database, found: OrderRecord, request: string, rows: readonly Money[]): Promise<void> => {
  const used = usedPayment(found);
  if (!used || rows.length === 0) return;
  const granted = await readGranted(transaction, found, used);
  const ids = rows.map(({ id }) => id);
  await transaction.updateTable('money').set({ request, granted }).where('id', 'in', ids).execute();
};
