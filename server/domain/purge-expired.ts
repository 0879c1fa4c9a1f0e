import { ukDayOf } from '#contract/delivery-dates.ts';
import { after } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { eraseContacts } from '#server/domain/accounts/erasure.ts';
import { purgeTokens } from '#server/domain/accounts/tokens.ts';
import { purgeStaffEvents } from '#server/domain/desk/staff.ts';
import { type JobRun, trySteps } from '#server/domain/failed-jobs.ts';
import { correctFutureTimes } from '#server/domain/future-times.ts';
import { purgeMessages } from '#server/domain/messages/messages.ts';
import { purgeRefundImages, type RefundImageStore } from '#server/domain/money/refund-requests.ts';
import { purgeOrders } from '#server/domain/orders/purge-orders.ts';
import { purgeRateLimits } from '#server/domain/rate-limit.ts';
import { retentionSeconds, staffEventCutoff } from '#server/domain/retention.ts';
import { purgeListChanges } from '#server/domain/saved-lists/saved-lists.ts';
import { purgeSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { purgeStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';

const purgeAccounts = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('registration').where('created_at', '<=', after(now, -retentionSeconds.registration)).execute();
  // Not while a link works: the owner may be about to confirm the address, or to choose a new password.
  await db
    .deleteFrom('account')
    .where('verified_at', 'is', null)
    .where('created_at', '<=', after(now, -retentionSeconds.unverifiedAccount))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('token').select('hash').whereRef('token.account_id', '=', 'account.id').where('expires_at', '>', now.toISOString()),
        ),
      ),
    )
    .execute();
};

const purgeMails = async (db: Database, now: Date): Promise<void> => {
  // Sent or given up; what is still due is retried for days only.
  await db.deleteFrom('mail').where('due_at', 'is', null).where('created_at', '<=', after(now, -retentionSeconds.mail)).execute();
  await purgeSellerNotices(db, after(now, -retentionSeconds.mail));
};

/** Further steps of the retention, outside the database, by name. */
type MoreSteps = Readonly<Record<string, () => Promise<void>>>;

/**
 * Deletes what has outlived its retention, and corrects times that a wrong clock wrote: rows of every kind below, refund images without a request, and what `moreSteps` do. A step that
 * fails holds up no other.
 */
export const purgeExpired = (
  db: Database,
  now: Date,
  refundImages: RefundImageStore,
  moreSteps: MoreSteps = {},
  run: JobRun = {},
): Promise<void> => {
  const expiryBefore = (kind: keyof typeof retentionSeconds): string => after(now, -retentionSeconds[kind]);
  const steps = {
    'times in the future': () => correctFutureTimes(db, now),
    'rate limits': () => purgeRateLimits(db, now),
    sessions: () => db.deleteFrom('session').where('expires_at', '<=', now.toISOString()).execute(),
    'second factors': () =>
      db
        .deleteFrom('second_factor')
        .where('confirmed_at', 'is', null)
        .where('created_at', '<=', expiryBefore('secondFactorSetUp'))
        .execute(),
    links: () => purgeTokens(db, now),
    'list changes': () => purgeListChanges(db, expiryBefore('listChange')),
    accounts: () => purgeAccounts(db, now),
    mail: () => purgeMails(db, now),
    'stock alerts': () => purgeStockAlerts(db, now),
    reviews: () =>
      db
        .deleteFrom('review')
        .where('state', 'in', ['declined', 'removed'])
        .where('decided_at', '<=', expiryBefore('hiddenReview'))
        .execute(),
    'review invitations': () => db.deleteFrom('review_invite').where('sent_at', '<=', expiryBefore('reviewInvite')).execute(),
    'contact details': () => eraseContacts(db, now),
    // Orders first: messages about them and their images go with them.
    orders: () => purgeOrders(db, now),
    messages: () => purgeMessages(db, now),
    'searches without results': () =>
      db
        .deleteFrom('search_miss')
        .where('day', '<=', ukDayOf(expiryBefore('searchMiss')))
        .execute(),
    'staff events': () => purgeStaffEvents(db, staffEventCutoff(now)),
    'refund images': () => purgeRefundImages(db, refundImages, now),
    ...moreSteps,
  };
  return trySteps(db, { kind: 'retention', steps, now }, run);
};
