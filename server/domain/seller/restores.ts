import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { formatInvoiceNumber, skipInvoiceNumbers } from '#server/domain/orders/invoices.ts';
import { readLastRun, setLastRun } from '#server/domain/seller/last-runs.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { restoredEmail } from '#server/mail/templates/seller-emails.ts';

/** The invoice numbers that will never be given, as they are printed. */
export type Restored = { readonly firstSkipped: string; readonly lastSkipped: string };

/**
 * What a database needs after it was restored from a backup, before the shop starts from it: invoice numbers that were given since are left out,
 * and the next start searches the provider for payments since. The seller is mailed the numbers, for their books. Done twice, it leaves out more
 * numbers, and nothing else. Not found out by the shop itself: nothing in a database tells that it is a copy.
 */
export const recordRestore = (
  db: Database,
  { now, sellerAddress }: { readonly now: Date; readonly sellerAddress: string },
): Promise<Restored> =>
  db.transaction().execute(async (transaction) => {
    const { first, last } = await skipInvoiceNumbers(transaction);
    const restored = { firstSkipped: formatInvoiceNumber(first), lastSkipped: formatInvoiceNumber(last) };
    // At once, also when the backup was made just after a search.
    const searched = await readLastRun(transaction, 'paymentSearch');
    if (searched !== undefined) await setLastRun(transaction, 'paymentSearch', [searched, after(now, -hour)].toSorted()[0] ?? searched);
    await queueEmail(transaction, sellerAddress, restoredEmail(restored), now);
    return restored;
  });
