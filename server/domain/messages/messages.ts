import type { Selection } from 'kysely';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { answerDue, type ContactForm, type EnquiryForm } from '#contract/messages.ts';
import { after, firstPage, hour, minute, type Page } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { newReference, readReference } from '#server/domain/reference.ts';
import { messageCutoff } from '#server/domain/retention.ts';
import { sha256 } from '#server/domain/secrets.ts';
import { queueEmail, type SellerMailbox } from '#server/mail/outbox.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import { acknowledgementEmail, answerEmail, messageEmail } from '#server/mail/templates/message-emails.ts';

/** `sender` signs mail. */
export type MessageContext = SellerMailbox & {
  readonly now: Date;
  readonly clientIp: string;
  readonly sender: Sender;
};

type Message = Omit<Tables['message'], 'account_id'>;
/** The fields of a message that its sender fills. */
type Content = Omit<Message, 'reference' | 'created_at' | 'answered_at'>;

/** By client address, generous because an office may share one, and by the sender's mailbox, which gets the acknowledgement. */
const limits = {
  clientIp: { max: 20, perSeconds: hour },
  mailbox: { max: 8, perSeconds: hour },
} as const satisfies Record<string, RateLimit>;

/** The same content within this time is a double click, or a retry after a lost response. */
const duplicateSeconds = 10 * minute;

const normaliseLineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const digestOf = (content: Content): string => sha256(JSON.stringify(Object.values(content)));

/** Claims a content in one conditional upsert, so that of concurrent calls one is new. Returns the reference of the first. */
const claim = async (db: Database, content: Content, now: Date): Promise<{ readonly reference: string; readonly isNew: boolean }> => {
  const digest = digestOf(content);
  const receipt = { reference: newReference('M'), ends_at: after(now, duplicateSeconds) };
  const claimed = await db
    .insertInto('message_receipt')
    .values({ digest, ...receipt })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet(receipt).where('message_receipt.ends_at', '<=', now.toISOString()))
    .returning('reference')
    .executeTakeFirst();
  if (claimed) return { reference: claimed.reference, isNew: true };
  const { reference } = await db.selectFrom('message_receipt').select('reference').where('digest', '=', digest).executeTakeFirstOrThrow();
  return { reference, isNew: false };
};

/** Stores a message once, and queues mail to the seller and, unless a bot may have written it, to its sender. */
const store = (db: Database, content: Content, { now, sender, sellerEmail, deskUrl }: MessageContext): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const { reference, isNew } = await claim(transaction, content, now);
    if (!isNew) return reference;
    const message: Message = { reference, ...content, created_at: now.toISOString(), answered_at: null };
    await transaction.insertInto('message').values(message).execute();
    await queueEmail(transaction, sellerEmail, messageEmail(message, deskUrl?.()), now, { replyTo: content.email });
    if (content.may_be_bot === 0)
      await queueEmail(transaction, content.email, acknowledgementEmail(sender, message), now, { replyTo: sellerEmail });
    return reference;
  });

/**
 * Returns the reference. A filled honeypot field means a bot, or a browser that filled the form in for a person: the message is kept and marked.
 * Throws `TooMany`.
 */
const submit = async (db: Database, content: Omit<Content, 'may_be_bot'>, honeypot: string, context: MessageContext): Promise<string> => {
  const { now, clientIp } = context;
  await enforceRateLimit(db, { ...limits.clientIp, key: `messages:from:${clientIp}`, now });
  await enforceRateLimit(db, { ...limits.mailbox, key: `messages:mailbox:${emailKeyOf(content.email)}`, now });
  return store(db, { ...content, may_be_bot: honeypot === '' ? 0 : 1 }, context);
};

/** POST /client/contact. The order id counts with the topic `order` only, and is not looked up: an answer would reveal orders. */
export const submitContact = (
  db: Database,
  { name, email, topic, orderId, message, honeypot }: ContactForm,
  context: MessageContext,
): Promise<string> => {
  const order_id = topic === 'order' && orderId !== '' ? readOrderId(orderId) : '';
  return submit(
    db,
    { kind: 'contact', topic, name, business: '', email, phone: '', order_id, text: normaliseLineBreaks(message) },
    honeypot,
    context,
  );
};

/** POST /client/enquiry (extension). */
export const submitEnquiry = (
  db: Database,
  { kind, name, business, email, phone, message, honeypot }: EnquiryForm,
  context: MessageContext,
): Promise<string> =>
  submit(db, { kind, topic: '', name, business, email, phone, order_id: '', text: normaliseLineBreaks(message) }, honeypot, context);

export const viewColumns = [
  'reference',
  'kind',
  'topic',
  'name',
  'business',
  'email',
  'phone',
  'order_id as orderId',
  'text as message',
  'created_at as createdAt',
  'answered_at as answeredAt',
  'may_be_bot as mayBeBot',
] as const;

type ViewRow = Selection<Tables, 'message', (typeof viewColumns)[number]>;

export const toView = (row: ViewRow) => ({ ...row, answerBy: answerDue(row.topic, row.createdAt) });

/** A message for the seller; fields that its form does not have are empty. `answerBy`: the UK day by which the law asks for an answer. */
export type MessageView = ReturnType<typeof toView>;

/** A page of the messages for the seller, the newest first; `isOpen` leaves out those that are answered. */
export const listMessages = async (
  db: Database,
  { isOpen }: { readonly isOpen: boolean },
  { page, size }: Page = firstPage,
): Promise<MessageView[]> => {
  const rows = await db
    .selectFrom('message')
    .select(viewColumns)
    .$if(isOpen, (query) => query.where('answered_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return rows.map(toView);
};

/** One message by its reference as typed. Throws `NotFound`. */
export const showMessage = async (db: Database, text: string): Promise<MessageView> => {
  const row = await db.selectFrom('message').select(viewColumns).where('reference', '=', readReference('M', text)).executeTakeFirst();
  if (!row) throw new NotFound(`There is no message ${text}.`);
  return toView(row);
};

/** Marks a message as answered by the seller. Throws `NotFound`, and `Conflict` when it is marked already. */
export const markAnswered = (db: Database, text: string, now: Date, by?: Staff): Promise<MessageView> =>
  db.transaction().execute(async (transaction) => {
    const { reference, answeredAt } = await showMessage(transaction, text);
    const row = await transaction
      .updateTable('message')
      .set({ answered_at: now.toISOString() })
      .where('reference', '=', reference)
      .where('answered_at', 'is', null)
      .returning(viewColumns)
      .executeTakeFirst();
    if (!row)
      throw new Conflict(
        `This message was answered${answeredAt === null ? '' : ` on ${ukDayOf(answeredAt)}`} already.`,
        undefined,
        by && 'changed',
      );
    if (by) await addStaffEvent(transaction, by, reference, now);
    return toView(row);
  });

/** The answers that were mailed from the desk, oldest first; `staff` is the first name of who wrote it. */
export const listAnswers = (db: Database, reference: string) =>
  db
    .selectFrom('message_answer')
    .leftJoin('account', 'account.id', 'message_answer.account_id')
    .select(['message_answer.at', 'message_answer.text', 'account.first_name as staff'])
    .where('reference', '=', reference)
    .orderBy('position')
    .execute();

/**
 * `answersSeen` and `answeredAt`: the number of answers, and when the message was answered, as seen while this answer was written. Replies go to the
 * seller's mailbox.
 */
type Answer = {
  readonly text: string;
  readonly answersSeen: number;
  readonly answeredAt: string | null;
  readonly by: Staff;
  readonly sender: Sender;
  readonly sellerEmail: string;
  readonly now: Date;
};

/** Mails an answer to the sender of a message, and keeps it. Throws `NotFound`, and `Conflict` when somebody has answered since. */
export const answerMessage = (
  db: Database,
  typed: string,
  { text, answersSeen, answeredAt, by, sender, sellerEmail, now }: Answer,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    // An update first, as a row lock: of two answers at once, the second is told of the first.
    await transaction
      .updateTable('message')
      .set((message) => ({ answered_at: message.ref('answered_at') }))
      .where('reference', '=', readReference('M', typed))
      .execute();
    const view = await showMessage(transaction, typed);
    const { reference, email, message } = view;
    const answers = await listAnswers(transaction, reference);
    if (answers.length !== answersSeen) {
      const latest = answers.at(-1);
      throw new Conflict(
        `Nothing was sent, because ${latest?.staff ?? 'somebody'} has answered meanwhile: ${latest?.text ?? ''}`,
        undefined,
        'changed',
      );
    }
    if (view.answeredAt !== answeredAt)
      throw new Conflict('Nothing was sent, because somebody has noted meanwhile that it was answered elsewhere.', undefined, 'changed');
    await transaction
      .updateTable('message')
      .set({ answered_at: answeredAt ?? now.toISOString() })
      .where('reference', '=', reference)
      .execute();
    await transaction
      .insertInto('message_answer')
      .values({ reference, position: answersSeen, at: now.toISOString(), account_id: by.accountId, text })
      .execute();
    await queueEmail(transaction, email, answerEmail(sender, { reference, message, text }), now, { replyTo: sellerEmail });
    await addStaffEvent(transaction, by, reference, now);
  });

/** Deletes ended receipts and messages past their retention; messages about an order are kept at least as long as the order. */
export const purgeMessages = async (db: Database, now: Date): Promise<void> => {
  await db.deleteFrom('message_receipt').where('ends_at', '<=', now.toISOString()).execute();
  const cutoff = messageCutoff(now);
  await db
    .deleteFrom('message')
    .where('created_at', '<=', cutoff)
    .where((message) => message.or([message('answered_at', 'is', null), message('answered_at', '<=', cutoff)]))
    .where('order_id', 'not in', (query) => query.selectFrom('order').select('id'))
    .execute();
};
