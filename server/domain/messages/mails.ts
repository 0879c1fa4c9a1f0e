import type { Database } from '#server/db/schema.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { NotFound } from '#server/domain/failure.ts';

/** A mail for the seller's list; without its body, which is for its recipient only. */
export type MailSummary = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly createdAt: string;
  readonly state: 'waiting' | 'sent' | 'given up';
  readonly tries: number;
  readonly problem: string;
};

/** The latest mails, newest first; `isOpen` leaves out those that were sent. */
export const listMails = async (
  db: Database,
  { isOpen, limit }: { readonly isOpen: boolean; readonly limit: number },
): Promise<MailSummary[]> => {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'recipient as to', 'subject', 'created_at as createdAt', 'due_at', 'sent_at', 'tries', 'problem'])
    .$if(isOpen, (query) => query.where('sent_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ due_at, sent_at, ...mail }) => ({
    ...mail,
    state: sent_at !== null ? 'sent' : due_at === null ? 'given up' : 'waiting',
  }));
};

/**
 * Makes unsent mails due at once, all of them or one; returns how many. A mail that a process is sending now is not changed. Throws
 * `NotFound` for an id without an unsent mail.
 */
export const retryMail = (db: Database, now: Date, id?: string, by?: Staff): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    if (by) await addStaffEvent(transaction, by, '', now);
    const rows = await transaction
      .updateTable('mail')
      .set({ due_at: now.toISOString() })
      .where('sent_at', 'is', null)
      .where((mail) => mail.or([mail('due_at', 'is', null), mail('problem', '!=', ''), mail('tries', '=', 0)]))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('id')
      .execute();
    if (id !== undefined && rows.length === 0) throw new NotFound('There is no unsent mail with this id.');
    return rows.length;
  });
