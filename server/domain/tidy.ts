import type { Database } from '#server/db/schema.ts';
import { tidyLimits } from '#server/domain/limits.ts';
import { tidyMessages } from '#server/domain/messages.ts';
import { tidyProofs } from '#server/domain/proofs.ts';
import { purgeRefundImages, type RefundImageStore } from '#server/domain/refunds.ts';
import { tidyRegistrations } from '#server/domain/registrations.ts';
import { tidySessions } from '#server/domain/sessions.ts';
import { tidyMails } from '#server/mail/outbox.ts';

/**
 * Takes away what is over and of no use to anybody: limits, sessions, proofs, registrations nobody confirmed, old messages, the traces of mail that was sent, and pictures in
 * `refundImages` that belong to no request.
 */
export const tidy = async (db: Database, now: Date, refundImages: RefundImageStore): Promise<void> => {
  await tidyLimits(db, now);
  await tidySessions(db, now);
  await tidyProofs(db, now);
  await tidyRegistrations(db, now);
  await tidyMails(db, now);
  await tidyMessages(db, now);
  await purgeRefundImages(db, refundImages, now);
};
