import type { Database } from '#server/db/schema.ts';

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

/** More invoice numbers than a shop uses between two backups. */
export const skippedAfterRestore = 10_000;

/**
 * Skips `skippedAfterRestore` numbers, because a restored database does not know which ones were used since its backup. A series may have gaps that
 * the books explain, but no number twice (VAT Regulations 1995, regulation 14): they are skipped at each restore, also of a copy without an invoice,
 * which may be older than the first sale. Returns the first and the last skipped number.
 */
export const skipInvoiceNumbers = async (db: Database): Promise<{ readonly first: number; readonly last: number }> => {
  const { last } = await db
    .updateTable('invoice_counter')
    .set((counter) => ({ last: counter('last', '+', skippedAfterRestore) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  return { first: last - skippedAfterRestore + 1, last };
};
