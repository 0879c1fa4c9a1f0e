import type { Database, SellerNoticeKind } from '#server/db/schema.ts';

/** Notes an event for the seller's mailbox, in the transaction that causes it; once for each kind and subject. Returns whether it is new. */
export const addSellerNotice = async (
  transaction: Database,
  kind: SellerNoticeKind,
  subject: string,
  now: Date,
  mailedAt: Date | null = null,
): Promise<boolean> => {
  const added = await transaction
    .insertInto('seller_notice')
    .values({ kind, subject, created_at: now.toISOString(), mailed_at: mailedAt?.toISOString() ?? null })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst();
  return added !== undefined;
};
