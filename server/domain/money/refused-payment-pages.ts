import { day } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { consumeRateLimit } from '#server/domain/rate-limit.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { paymentPageRefusedEmail } from '#server/mail/templates/seller-emails.ts';

/** Mails the seller that the payment provider refused to open an order's payment page, and why; once a day, however many orders it concerns. */
export const notifyRefusedPaymentPage = async (
  db: Database,
  refused: { readonly orderId: string; readonly reason: string },
  { sellerEmail, now }: { readonly sellerEmail: string; readonly now: Date },
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const wait = await consumeRateLimit(transaction, { key: 'payment-page-refused', max: 1, perSeconds: day, now });
    if (wait === 0) await queueEmail(transaction, sellerEmail, paymentPageRefusedEmail(refused), now);
  });
};
