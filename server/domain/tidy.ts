import type { Database } from '#server/db/schema.ts';
import { tidyLimits } from '#server/domain/limits.ts';
import { tidyMails } from '#server/domain/mail.ts';
import { tidyReceipts } from '#server/domain/messages.ts';
import { tidyProofs } from '#server/domain/proofs.ts';
import { tidySessions } from '#server/domain/sessions.ts';

/** Takes away what is over and of no use to anybody: limits, sessions, proofs, receipts and the traces of mail that was sent. */
export const tidy = async (db: Database, now: Date): Promise<void> => {
  await tidyLimits(db, now);
  await tidySessions(db, now);
  await tidyProofs(db, now);
  await tidyMails(db, now);
  await tidyReceipts(db, now);
};
