import { after } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { eraseContacts } from '#server/domain/erasure.ts';
import { purgeMessages } from '#server/domain/messages.ts';
import { purgeOrders } from '#server/domain/purge-orders.ts';
import { purgeRateLimits } from '#server/domain/rate-limit.ts';
import { purgeRefundImages, type RefundImageStore } from '#server/domain/refund-requests.ts';
import { retentionSeconds } from '#server/domain/retention.ts';
import { purgeReviews } from '#server/domain/review-moderation.ts';
import { purgeSecondFactorSetUps } from '#server/domain/second-factor.ts';
import { purgeSellerNotices } from '#server/domain/seller-notices.ts';
import { purgeSessions } from '#server/domain/sessions.ts';
import { purgeStockAlerts } from '#server/domain/stock-alerts.ts';

/** Deletes what has outlived its retention: rows of every kind below, and refund images without a request. */
export const purgeExpired = async (db: Database, now: Date, refundImages: RefundImageStore): Promise<void> => {
  await purgeRateLimits(db, now);
  await purgeSessions(db, now);
  await purgeSecondFactorSetUps(db, now);
  await db.deleteFrom('proof').where('expires_at', '<=', after(now, -retentionSeconds.oneTimeToken)).execute();
  await db.deleteFrom('order_link').where('expires_at', '<=', after(now, -retentionSeconds.oneTimeToken)).execute();
  await db.deleteFrom('email_change').where('created_at', '<=', after(now, -retentionSeconds.emailChange)).execute();
  await db.deleteFrom('registration').where('created_at', '<=', after(now, -retentionSeconds.registration)).execute();
  // Not while a link works: the owner may be about to confirm the address, or to choose a new password.
  await db
    .deleteFrom('account')
    .where('verified_at', 'is', null)
    .where('created_at', '<=', after(now, -retentionSeconds.unverifiedAccount))
    .where('id', 'not in', (query) => query.selectFrom('proof').select('account_id').where('expires_at', '>', now.toISOString()))
    .execute();
  // Sent or given up; what is still due is retried for days only.
  await db.deleteFrom('mail').where('due_at', 'is', null).where('created_at', '<=', after(now, -retentionSeconds.mail)).execute();
  await purgeStockAlerts(db, now);
  await purgeSellerNotices(db, after(now, -retentionSeconds.mail));
  await purgeReviews(db, {
    decidedBefore: after(now, -retentionSeconds.hiddenReview),
    expiredBefore: after(now, -retentionSeconds.oneTimeToken),
  });
  await eraseContacts(db, now);
  // Orders first: messages about them and their images go with them.
  await purgeOrders(db, now);
  await purgeMessages(db, now);
  await purgeRefundImages(db, refundImages, now);
};
