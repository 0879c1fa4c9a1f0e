import { after, day } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { purgeMessages } from '#server/domain/messages.ts';
import { purgeRateLimits } from '#server/domain/rate-limit.ts';
import { purgeRefundImages, type RefundImageStore } from '#server/domain/refund-requests.ts';

/** Deletes what has outlived its retention: rows of every kind below, and refund images without a request. */
export const purgeExpired = async (db: Database, now: Date, refundImages: RefundImageStore): Promise<void> => {
  await purgeRateLimits(db, now);
  await db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute();
  // A month after their expiry: until then `tokenFailure` can tell why an old link does not work.
  await db
    .deleteFrom('proof')
    .where('expires_at', '<=', after(now, -30 * day))
    .execute();
  // Not confirmed within a week; their links have expired by then.
  await db
    .deleteFrom('registration')
    .where('created_at', '<=', after(now, -7 * day))
    .execute();
  await db
    .deleteFrom('mail')
    .where('sent_at', '<=', after(now, -90 * day))
    .execute();
  await purgeMessages(db, now);
  await purgeRefundImages(db, refundImages, now);
};
