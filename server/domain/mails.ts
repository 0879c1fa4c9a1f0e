import type { Database } from '#server/db/schema.ts';
import { NotFound } from '#server/domain/failure.ts';

/** A mail as the seller's command line lists it; its words are not for other eyes. */
export type MailState = {
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
  { isOpen, most }: { readonly isOpen: boolean; readonly most: number },
): Promise<MailState[]> => {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'created_at', 'due_at', 'sent_at', 'tries', 'problem'])
    .$if(isOpen, (query) => query.where('sent_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id, recipient, subject, created_at, due_at, sent_at, tries, problem }) => ({
    id,
    to: recipient,
    subject,
    createdAt: created_at,
    state: sent_at !== null ? 'sent' : due_at === null ? 'given up' : 'waiting',
    tries,
    problem,
  }));
};

/**
 * Makes mails due at once: those that wait or were given up, or only the one named. Answers how many. Throws `NotFound` for a
 * mail that is not there or was sent. A mail that a process is just sending is left to it.
 */
export const retryMail = async (db: Database, now: Date, id?: string): Promise<number> => {
  const at = now.toISOString();
  const rows = await db
    .updateTable('mail')
    .set({ due_at: at })
    .where('sent_at', 'is', null)
    .where((mail) => mail.or([mail('due_at', 'is', null), mail('problem', '!=', ''), mail('tries', '=', 0)]))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute();
  if (id !== undefined && rows.length === 0) throw new NotFound('There is no unsent mail with this id.');
  return rows.length;
};
