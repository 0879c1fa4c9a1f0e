import { after, hour } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { formatInvoiceNumber, skipInvoiceNumbers } from '#server/domain/orders/invoices.ts';
import { readLastRun, setLastRun } from '#server/domain/seller/last-runs.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { restoredEmail } from '#server/mail/templates/seller-emails.ts';

/** The invoice numbers that will never be given, as they are printed. */
export type SkippedNumbers = { readonly firstSkipped: string; readonly lastSkipped: string };

/**
 * Prepares a database that was restored from a backup, before the shop starts on it: skips the invoice numbers that may have been used since the
 * backup, has the next start search the provider for what has happened since then, and mails the seller the skipped numbers for the books. Doing it twice only
 * skips more numbers. The shop cannot detect a restore itself, because nothing in a database tells that it is a copy.
 */
export const recordRestore = (
  db: Database,
  { now, sellerEmail }: { readonly now: Date; readonly sellerEmail: string },
): Promise<SkippedNumbers> =>
  db.transaction().execute(async (transaction) => {
    const { first, last } = await skipInvoiceNumbers(transaction);
    const restored = { firstSkipped: formatInvoiceNumber(first), lastSkipped: formatInvoiceNumber(last) };
    // Makes the search due at once, also when the backup was made just after one.
    const searched = await readLastRun(transaction, 'paymentSearch');
    if (searched !== undefined) await setLastRun(transaction, 'paymentSearch', [searched, after(now, -hour)].toSorted()[0] ?? searched);
    await queueEmail(transaction, sellerEmail, restoredEmail(restored), now);
    return restored;
  });
