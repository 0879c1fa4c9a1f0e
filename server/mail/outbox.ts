import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/schema.ts';
import type { RenderedEmail } from '#server/mail/render-email.ts';

/** A mail on its way; answers go to `replyTo`, or to the shop's own address when that is empty. */
export type Mail = RenderedEmail & { readonly id: string; readonly to: string; readonly replyTo: string };

/** Longer than any try can take, so that a mail which one process is sending is not taken by another. */
const lease = 5 * 60;
const [firstPause, longestPause, patience] = [30, 60 * 60, 3 * 24 * 60 * 60];
const keptSeconds = 90 * 24 * 60 * 60;
const longestProblem = 300;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * Puts a mail into the queue, as part of the caller's transaction: it is sent if, and only if, what it tells about has happened.
 * A mail server that is down delays it and nothing else.
 */
export const queueMail = async (
  db: Database,
  { to, replyTo = '', subject, text, html, now }: Omit<Mail, 'id' | 'replyTo'> & { readonly replyTo?: string; readonly now: Date },
): Promise<void> => {
  const at = now.toISOString();
  await db
    .insertInto('mail')
    .values({
      id: randomUUID(),
      recipient: to,
      reply_to: replyTo,
      subject,
      text,
      html,
      created_at: at,
      due_at: at,
      tries: 0,
      sent_at: null,
      problem: '',
    })
    .execute();
};

/**
 * Takes the mail that has been due longest, for `lease` seconds; `undefined` when none is due. One conditional statement, so that of
 * several processes only one has it. A process that dies meanwhile costs a delay, no mail.
 */
export const claimMail = async (
  db: Database,
  now: Date,
): Promise<(Mail & { readonly tries: number; readonly createdAt: string }) | undefined> => {
  const at = now.toISOString();
  // Asked without a lock first: mostly there is nothing to do.
  const next = await db.selectFrom('mail').select('id').where('due_at', '<=', at).orderBy('due_at').limit(1).executeTakeFirst();
  if (!next) return undefined;
  const row = await db
    .updateTable('mail')
    .set((mail) => ({ due_at: after(now, lease), tries: mail('tries', '+', 1), problem: '' }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process was quicker: there may be more.
  if (!row) return claimMail(db, now);
  const { id, recipient, reply_to, subject, text, html, tries, created_at } = row;
  return { id, to: recipient, replyTo: reply_to, subject, text, html, tries, createdAt: created_at };
};

/** It is with the recipient's server: its words, which may hold a code or a link, are kept no longer. */
export const markSent = async (db: Database, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('mail')
    .set({ sent_at: now.toISOString(), due_at: null, text: '', html: '', problem: '' })
    .where('id', '=', id)
    .execute();
};

/** What a mail server says is shown at the seller's console: one line, and nothing that steers it. */
const inOneLine = (words: string): string => words.replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim();

/** It could not be sent: again after a pause that doubles up to an hour, and given up after three days. */
export const markFailed = async (
  db: Database,
  { id, tries, createdAt }: { readonly id: string; readonly tries: number; readonly createdAt: string },
  problem: string,
  now: Date,
): Promise<void> => {
  const isHopeless = now.getTime() - Date.parse(createdAt) > patience * 1000;
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10));
  await db
    .updateTable('mail')
    .set({ due_at: isHopeless ? null : after(now, pause), problem: inOneLine(problem).slice(0, longestProblem) })
    .where('id', '=', id)
    .execute();
};

/** Takes away the traces of what was sent long ago. */
export const purgeSentMails = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('mail').where('sent_at', '<=', after(now, -keptSeconds)).execute();
};
