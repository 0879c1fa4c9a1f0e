import { randomUUID } from 'node:crypto';
import { after, day } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import { leaseSeconds, problemLine, retryAt } from '#server/db/retry.ts';
import type { Database } from '#server/db/schema.ts';
import { addSellerNotice } from '#server/db/seller-notice.ts';
import { type Email, emailText, subjectLine } from '#server/mail/email.ts';
import { recipientOf } from '#server/mail/templates/order-emails.ts';
import type { Mail } from '#server/mail/transport.ts';

/** `awaited`: codes and links that soon expire, for which somebody waits. `bulk`: mail to many people at once, sent after all other mail. */
const mailPriorities = { awaited: 0, usual: 1, bulk: 2 } as const;

/** Headers of a mail besides the recipient. */
type MailOptions = {
  readonly replyTo?: string | undefined;
  readonly unsubscribeUrl?: string;
  /** The account that the mail belongs to; `null`: whichever account has the recipient's email address. */
  readonly accountId?: string | null;
  readonly priority?: keyof typeof mailPriorities;
};

/** Where the seller is mailed. `deskUrl`: the URL of the desk, if it is on, for links to its pages; known once the server listens. */
export type SellerMailbox = { readonly sellerEmail: string; readonly deskUrl?: (() => string) | undefined };

/** A mail leased to this process for one try. Its HTML form is rendered from `parts`, JSON text, when it is sent. */
export type ClaimedMail = Omit<Mail, 'html'> & { readonly parts: string; readonly tries: number; readonly createdAt: string };

export const giveUpSeconds = 3 * day;

/**
 * Transactional outbox: inserted in the caller's transaction, a mail is sent if and only if that commits. A mail server that is down
 * delays mail and nothing else.
 */
export const queueEmail = async (
  db: Database,
  to: string,
  email: Email,
  now: Date,
  { replyTo = '', unsubscribeUrl = '', accountId = null, priority = 'usual' }: MailOptions = {},
): Promise<void> => {
  // The buyer of an old order asked to be forgotten.
  if (to === '') return;
  const at = now.toISOString();
  await db
    .insertInto('mail')
    .values({
      id: randomUUID(),
      recipient: to,
      // Selected instead of inserted as it is, because the account may have been deleted since; the result is then null.
      account_id: accountId === null ? null : db.selectFrom('account').select('id').where('id', '=', accountId),
      reply_to: replyTo,
      unsubscribe_url: unsubscribeUrl,
      priority: mailPriorities[priority],
      subject: subjectLine(email.subject),
      text: emailText(email),
      parts: JSON.stringify(email.parts),
      created_at: at,
      due_at: at,
      tries: 0,
      problem: '',
    })
    .execute();
};

/** Queues an email to the buyer of an order; like the order, it belongs to their account, whatever address the account has later. */
export const queueBuyerEmail = (db: Database, order: OrderRecord, email: Email, now: Date, options: MailOptions = {}): Promise<void> =>
  queueEmail(db, recipientOf(order), email, now, { ...options, accountId: order.row.user_id });

/**
 * Leases the mail that has been due longest of the first priority that has any; `undefined` when none is due. One conditional update, so
 * that only one process gets it; when that process dies, the mail is due again after the lease.
 */
export const claimMail = async (db: Database, now: Date): Promise<ClaimedMail | undefined> => {
  const at = now.toISOString();
  // A read without a lock first: mostly nothing is due.
  const next = await db
    .selectFrom('mail')
    .select('id')
    .where('due_at', '<=', at)
    .orderBy('priority')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const row = await db
    .updateTable('mail')
    .set((mail) => ({ due_at: after(now, leaseSeconds), tries: mail('tries', '+', 1), problem: '' }))
    .where('id', '=', next.id)
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  // Another process claimed it first; there may be more.
  if (!row) return claimMail(db, now);
  const { id, recipient, reply_to, unsubscribe_url, subject, text, parts, tries, created_at } = row;
  return { id, to: recipient, replyTo: reply_to, unsubscribeUrl: unsubscribe_url, subject, text, parts, tries, createdAt: created_at };
};

/** Delivered to the mail server. The body is deleted, because it may hold a code or a link. */
export const markSent = async (db: Database, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('mail')
    .set({ sent_at: now.toISOString(), due_at: null, text: '', parts: '[]', unsubscribe_url: '', problem: '' })
    .where('id', '=', id)
    .execute();
};

/**
 * A try failed: retried with exponential back-off. Given up, and told to the seller, three days after the mail was written, or at once when
 * the mail server refused it for good. Returns whether it was given up.
 */
export const markFailed = async (
  db: Database,
  { id, tries, createdAt }: Pick<ClaimedMail, 'id' | 'tries' | 'createdAt'>,
  { problem, isPermanent = false }: { readonly problem: string; readonly isPermanent?: boolean },
  now: Date,
): Promise<boolean> => {
  const isLast = isPermanent || createdAt < after(now, -giveUpSeconds);
  return db.transaction().execute(async (transaction) => {
    const failed = await transaction
      .updateTable('mail')
      .set({ due_at: isLast ? null : retryAt(now, tries), problem: problemLine(problem) })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      // Skipped if this process slept longer than its lease, and another one has claimed the mail since.
      .where('tries', '=', tries)
      .returning('id')
      .executeTakeFirst();
    const isGivenUp = failed !== undefined && isLast;
    if (isGivenUp) await addSellerNotice(transaction, 'mail', id, now);
    return isGivenUp;
  });
};
