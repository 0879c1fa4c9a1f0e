import type { Database } from '#server/db/schema.ts';
import { purgeMessages } from '#server/domain/messages.ts';
import { purgeOneTimeTokens } from '#server/domain/one-time-tokens.ts';
import { purgeRateLimits } from '#server/domain/rate-limit.ts';
import { purgeRefundImages, type RefundImageStore } from '#server/domain/refund-requests.ts';
import { purgeRegistrations } from '#server/domain/registrations.ts';
import { purgeSessions } from '#server/domain/sessions.ts';
import { purgeSentMails } from '#server/mail/outbox.ts';

/** Deletes what has outlived its retention: rows of every kind below, and refund images without a request. */
export const purgeExpired = async (db: Database, now: Date, refundImages: RefundImageStore): Promise<void> => {
  await purgeRateLimits(db, now);
  await purgeSessions(db, now);
  await purgeOneTimeTokens(db, now);
  await purgeRegistrations(db, now);
  await purgeSentMails(db, now);
  await purgeMessages(db, now);
  await purgeRefundImages(db, refundImages, now);
};
