import { orderSteps } from '#contract/order.ts';
import type { Database, Tables } from '#server/db/schema.ts';

/** `vat_rate` is a whole number: per cent times this. */
export const ratePrecision = 100;

/** As it is printed: "INV-000042". */
export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`;

/**
 * Gives a paid order the next number, once; the caller has locked the order. The counter's lock is held until the transaction ends, so that
 * numbers have no gaps, as tax law asks of a series.
 */
export const giveInvoiceNumber = async (transaction: Database, orderId: string, now: Date): Promise<void> => {
  const { invoice_number: given } = await transaction
    .selectFrom('order')
    .select('invoice_number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (given !== null) return;
  const { last } = await transaction
    .updateTable('invoice_counter')
    .set((counter) => ({ last: counter('last', '+', 1) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  await transaction.updateTable('order').set({ invoice_number: last, invoiced_at: now.toISOString() }).where('id', '=', orderId).execute();
};

const isPaidWithoutNumber = (row: Pick<Tables['order'], 'status' | 'invoice_number'> | undefined): boolean =>
  row?.invoice_number === null && orderSteps.some((step) => step === row.status);

/** Gives the number to an order whose payment was recorded by a version before migration 0030, once it is looked at. */
export const completeInvoice = async (db: Database, orderId: string, now: Date): Promise<void> => {
  const row = await db.selectFrom('order').select(['status', 'invoice_number']).where('id', '=', orderId).executeTakeFirst();
  if (!isPaidWithoutNumber(row)) return;
  await db.transaction().execute(async (transaction) => {
    // An update that changes nothing, as a row lock.
    const locked = await transaction
      .updateTable('order')
      .set((order) => ({ status: order.ref('status') }))
      .where('id', '=', orderId)
      .returning(['status', 'invoice_number'])
      .executeTakeFirst();
    if (isPaidWithoutNumber(locked)) await giveInvoiceNumber(transaction, orderId, now);
  });
};

/** What went back of an order's payments: by the shop, and by refunds and lost disputes at the provider. */
export const readMoneyBack = async (db: Database, orderId: string) => ({
  paybacks: await db
    .selectFrom('payback')
    .select(['amount', 'done_at'])
    .where('order_id', '=', orderId)
    .where('done_at', 'is not', null)
    .orderBy('created_at')
    .execute(),
  returns: await db
    .selectFrom('provider_return')
    .select(['counted as amount', 'created_at as date'])
    .where('order_id', '=', orderId)
    .where('counted', '>', 0)
    .where('state', 'in', ['refunded', 'lost'])
    .execute(),
});

/**
 * What went back of what an order's invoice is about, in pence and oldest first. A second payment that was paid back is left out, because it
 * was never invoiced.
 */
export const listMoneyBack = (
  { paybacks, returns }: Awaited<ReturnType<typeof readMoneyBack>>,
  { status, total }: Pick<Tables['order'], 'status' | 'total'>,
): { readonly amount: number; readonly date: string }[] => {
  const whole = paybacks.find(({ amount }) => amount === null);
  const parts = paybacks.flatMap(({ amount, done_at }) => (amount === null ? [] : [{ amount, date: done_at ?? '' }]));
  return [...parts, ...(whole && status === 'cancelled' ? [{ amount: total, date: whole.done_at ?? '' }] : []), ...returns].toSorted(
    (one, other) => one.date.localeCompare(other.date),
  );
};
