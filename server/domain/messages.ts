import { createHash } from 'node:crypto';
import type { ContactForm, EnquiryForm } from '#contract/messages.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { maxListed } from '#server/domain/max-listed.ts';
import { readOrderId } from '#server/domain/order-id.ts';
import { enforceRateLimit, type Limit } from '#server/domain/rate-limit.ts';
import { newReference, readReference } from '#server/domain/reference.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import { acknowledgementEmail, messageEmail } from '#server/mail/templates/message-emails.ts';

/** What comes with a message: when it is, from which network address, how the shop signs its mail, and where the seller reads it. */
export type Post = { readonly now: Date; readonly from: string; readonly sender: Sender; readonly sellerAddress: string };

type Message = Tables['message'];
/** What somebody wrote, before it is a message. */
type Content = Omit<Message, 'reference' | 'created_at' | 'answered_at'>;

const hour = 3600;

/** By the caller's address, generous, for a whole office may share one; and by the mailbox that hears of it, which is not to be flooded. */
const limits = {
  from: { most: 20, perSeconds: hour },
  mailbox: { most: 8, perSeconds: hour },
} as const satisfies Record<string, Limit>;

/** The same words within so many minutes are a second press, or another try after a lost answer. */
const minutesAlike = 10;

const tidyText = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const digestOf = (content: Content): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(content)))
    .digest('base64url');

/**
 * Claims the content for a new message, in one conditional statement: of several calls that ask at once, one gets it. Gives the
 * reference, and whether it is a new one.
 */
const claim = async (db: Database, content: Content, now: Date): Promise<{ readonly reference: string; readonly isNew: boolean }> => {
  const [digest, at] = [digestOf(content), now.toISOString()];
  const claimed = { reference: newReference('M'), ends_at: new Date(now.getTime() + minutesAlike * 60_000).toISOString() };
  const taken = await db
    .insertInto('message_receipt')
    .values({ digest, ...claimed })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet(claimed).where('message_receipt.ends_at', '<=', at))
    .returning('reference')
    .executeTakeFirst();
  if (taken) return { reference: taken.reference, isNew: true };
  const { reference } = await db.selectFrom('message_receipt').select('reference').where('digest', '=', digest).executeTakeFirstOrThrow();
  return { reference, isNew: false };
};

/** Keeps a message once, and writes to the seller and to its sender. */
const keep = (db: Database, content: Content, { now, sender, sellerAddress }: Post): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const { reference, isNew } = await claim(transaction, content, now);
    if (!isNew) return reference;
    const message: Message = { reference, ...content, created_at: now.toISOString(), answered_at: null };
    await transaction.insertInto('message').values(message).execute();
    await queueMail(transaction, { to: sellerAddress, replyTo: content.email, ...renderEmail(messageEmail(message)), now });
    await queueMail(transaction, {
      to: content.email,
      replyTo: sellerAddress,
      ...renderEmail(acknowledgementEmail(sender, message)),
      now,
    });
    return reference;
  });

/**
 * Takes what somebody wrote; gives its reference. What a machine wrote, told by the field that people never see, gets a reference as well
 * and is kept nowhere. Throws `TooMany`.
 */
const take = async (db: Database, content: Content, honeypot: string, post: Post): Promise<string> => {
  const { now, from } = post;
  await enforceRateLimit(db, { ...limits.from, key: `messages:from:${from}`, now });
  await enforceRateLimit(db, { ...limits.mailbox, key: `messages:mailbox:${content.email.toLowerCase()}`, now });
  return honeypot === '' ? keep(db, content, post) : newReference('M');
};

/** POST /client/contact. An order id counts with that topic only; whether there is such an order is for the seller to see. */
export const submitContact = (
  db: Database,
  { name, email, topic, orderId, message, honeypot }: ContactForm,
  post: Post,
): Promise<string> => {
  const order_id = topic === 'order' && orderId !== '' ? readOrderId(orderId) : '';
  return take(db, { kind: 'contact', topic, name, business: '', email, phone: '', order_id, text: tidyText(message) }, honeypot, post);
};

/** POST /client/enquiry (ours). */
export const submitEnquiry = (
  db: Database,
  { kind, name, business, email, phone, message, honeypot }: EnquiryForm,
  post: Post,
): Promise<string> => take(db, { kind, topic: '', name, business, email, phone, order_id: '', text: tidyText(message) }, honeypot, post);

/** A message as the seller sees it; what a form does not ask for is empty. */
export type MessageView = {
  readonly reference: string;
  readonly kind: Message['kind'];
  readonly topic: Message['topic'];
  readonly name: string;
  readonly business: string;
  readonly email: string;
  readonly phone: string;
  readonly orderId: string;
  readonly message: string;
  readonly createdAt: string;
  readonly answeredAt: string | null;
};

const toView = ({
  reference,
  kind,
  topic,
  name,
  business,
  email,
  phone,
  order_id,
  text,
  created_at,
  answered_at,
}: Message): MessageView => ({
  reference,
  kind,
  topic,
  name,
  business,
  email,
  phone,
  orderId: order_id,
  message: text,
  createdAt: created_at,
  answeredAt: answered_at,
});

/** Messages for the seller, the newest first; `isOpen` leaves out those that are answered. */
export const listMessages = async (db: Database, { isOpen }: { readonly isOpen: boolean }): Promise<MessageView[]> => {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .$if(isOpen, (query) => query.where('answered_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(maxListed)
    .execute();
  return rows.map(toView);
};

/** One message; `text` is its reference as somebody typed it. Throws `NotFound`. */
export const showMessage = async (db: Database, text: string): Promise<MessageView> => {
  const row = await db.selectFrom('message').selectAll().where('reference', '=', readReference('M', text)).executeTakeFirst();
  if (!row) throw new NotFound(`There is no message ${text}.`);
  return toView(row);
};

/** Notes that the seller has answered a message. Throws `NotFound`, and `Conflict` for one that was noted before. */
export const markAnswered = async (db: Database, text: string, now: Date): Promise<MessageView> => {
  const { reference, answeredAt } = await showMessage(db, text);
  const row = await db
    .updateTable('message')
    .set({ answered_at: now.toISOString() })
    .where('reference', '=', reference)
    .where('answered_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Conflict(`This message was answered${answeredAt === null ? '' : ` on ${answeredAt.slice(0, 10)}`} already.`);
  return toView(row);
};

/** As the privacy page says: so long after the last word. */
const yearsKept = 2;

/** Takes away receipts that are over and messages of long ago; one about an order stays for as long as that. */
export const purgeMessages = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('message_receipt').where('ends_at', '<=', now.toISOString()).execute();
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() - yearsKept);
  await db
    .deleteFrom('message')
    .where('order_id', '=', '')
    .where('created_at', '<=', then.toISOString())
    .where((message) => message.or([message('answered_at', 'is', null), message('answered_at', '<=', then.toISOString())]))
    .execute();
};
