import { inMainUnit } from '#server/db/columns.ts';
import { billingOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { readChangedEmail } from '#server/domain/accounts/mailed-links.ts';
import { readSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { listSessions } from '#server/domain/accounts/sessions.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { NotFound } from '#server/domain/failure.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { readOrder, toOrder } from '#server/domain/orders/orders.ts';
import { isMessageOf, isOrderOf, type Person } from '#server/domain/person.ts';
import { readSavedLists } from '#server/domain/saved-lists/saved-lists.ts';
import { sha256 } from '#server/domain/secrets.ts';

const inPoundsOrNull = (amount: number | null): number | null => (amount === null ? null : inPounds(amount));

/** Without the token: it would open the wishlist to anybody who reads the exported file. */
const readLinkData = async (db: Database, accountId: string) => {
  const link = await db.selectFrom('wishlist_link').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return link ? { createdAt: link.created_at, showsFirstName: link.shows_name === 1 } : null;
};

const readEmailChanges = async (db: Database, accountId: string) => {
  const changes = await db
    .selectFrom('token as stop')
    .leftJoin('token as confirm', 'confirm.hash', 'stop.subject')
    .select(['stop.data', 'stop.created_at as askedAt', 'confirm.used_at as confirmedAt', 'stop.used_at as stoppedAt'])
    .where('stop.account_id', '=', accountId)
    .where('stop.purpose', '=', 'stopEmail')
    .orderBy('stop.created_at')
    .execute();
  return changes.map(({ data, ...times }) => ({ ...readChangedEmail(data), ...times }));
};

const readAccountData = async (db: Database, id: string, now: Date) => {
  const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const sessions = await listSessions(db, id, '', now);
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    addresses: JSON.parse(row.addresses) as unknown,
    role: row.role,
    wantsToResell: row.wants_to_resell === 1,
    wantsNews: row.marketing === 1,
    createdAt: row.created_at,
    confirmedAt: row.verified_at,
    acceptedTermsAt: row.accepted_terms_at,
    emailChanges: await readEmailChanges(db, id),
    twoStepSignIn: await readSecondFactor(db, id),
    signedIn: sessions.map(({ id: _, isThis: __, ...session }) => session),
    lists: await readSavedLists(db, id),
    wishlistLink: await readLinkData(db, id),
  };
};

const readRefundData = async (db: Database, orderId: string) => {
  const refunds = await listRequests(db, orderId);
  const images = await db
    .selectFrom('refund_image')
    .innerJoin('refund', 'refund.reference', 'refund_image.reference')
    .select('refund_image.reference')
    .where('refund.order_id', '=', orderId)
    .execute();
  return refunds.map(({ reference, product_id, reason, declared, created_at, outcome, amount, decline_reason, decided_at }) => ({
    reference,
    productId: product_id,
    reason,
    isCancellation: declared !== null,
    pictures: images.filter((image) => image.reference === reference).length,
    createdAt: created_at,
    outcome,
    declineReason: decline_reason,
    amount: inPoundsOrNull(amount),
    decidedAt: decided_at,
  }));
};

const readReviewData = async (db: Database, orderId: string) => {
  const reviews = await db.selectFrom('review').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
  const images = await db
    .selectFrom('review_image')
    .innerJoin('review', 'review.reference', 'review_image.reference')
    .select('review_image.reference')
    .where('review.order_id', '=', orderId)
    .execute();
  return reviews.map(({ reference, product_id, stars, author, text, state, reason, reply, created_at, decided_at }) => ({
    reference,
    productId: product_id,
    stars,
    author,
    text,
    pictures: images.filter((image) => image.reference === reference).length,
    state,
    reason,
    reply,
    createdAt: created_at,
    decidedAt: decided_at,
  }));
};

const readOrderData = async (db: Database, id: string) => {
  const found = await readOrder(db, id);
  if (!found) return [];
  const events = await db.selectFrom('order_event').select(['at', 'what']).where('order_id', '=', id).orderBy('position').execute();
  const invite = await db.selectFrom('review_invite').select('sent_at').where('order_id', '=', id).executeTakeFirst();
  const notes = await db.selectFrom('order_note').select(['at', 'text']).where('order_id', '=', id).orderBy('position').execute();
  const { billingInfo: _, ...order } = toOrder(found);
  return [
    {
      ...order,
      deliveredTo: billingOf(found),
      payments: found.payments.map(({ provider, status, reference, created_at }) => ({
        provider,
        status,
        reference,
        createdAt: created_at,
      })),
      money: found.money.map(({ source, state, amount, currency, at, reference, note }) => ({
        source,
        state,
        amount: inMainUnit({ amount, currency }),
        currency,
        at,
        reference,
        note,
      })),
      refundRequests: await readRefundData(db, id),
      reviews: await readReviewData(db, id),
      refusesReviewMail: found.row.refuses_review_mail === 1,
      askedForReviewsAt: invite?.sent_at ?? null,
      history: events,
      notesOfTheShop: notes,
    },
  ];
};

/**
 * Everything that is held of a person, for them to read or take along (UK GDPR, articles 15 and 20). Throws `NotFound` if that is nothing.
 */
export const exportPersonalData = async (db: Database, person: Person, now: Date) => {
  const account = person.account ? await readAccountData(db, person.account.id, now) : null;
  const ids = await db.selectFrom('order').select('order.id').where(isOrderOf(person)).orderBy('created_at').execute();
  const orders = [];
  for (const { id } of ids) orders.push(...(await readOrderData(db, id)));
  const messages = await db.selectFrom('message').selectAll().where(isMessageOf(person, 'message.email')).orderBy('created_at').execute();
  const answers = await db
    .selectFrom('message_answer')
    .select(['reference', 'at', 'text'])
    .where('reference', 'in', (query) => query.selectFrom('message').select('reference').where(isMessageOf(person, 'message.email')))
    .orderBy('position')
    .execute();
  const emails = await db
    .selectFrom('mail')
    .select(['subject', 'created_at as createdAt', 'sent_at as sentAt'])
    .where(isMessageOf(person, 'mail.recipient'))
    .orderBy('created_at')
    .execute();
  const stockAlerts = await db
    .selectFrom('stock_alert')
    .select(['product_id as productId', 'type_id as option', 'color', 'size', 'state', 'asked_at as askedAt'])
    .where('email_key', '=', person.emailKey ?? '')
    .orderBy('asked_at')
    .execute();
  const stockAlertStopLinks = await db
    .selectFrom('token')
    .select('created_at as mailedAt')
    .where('purpose', '=', 'stopStockAlerts')
    .where('subject', '=', person.emailKey ?? '')
    .orderBy('created_at')
    .execute();
  if (!account && orders.length + messages.length + emails.length + stockAlerts.length + stockAlertStopLinks.length === 0)
    throw new NotFound(`Nothing is held about the address ${person.emailKey}.`);
  const optOut = await db
    .selectFrom('review_opt_out')
    .select('created_at')
    .where('email_hash', '=', sha256(person.emailKey ?? ''))
    .executeTakeFirst();
  return {
    exportedAt: now.toISOString(),
    account,
    noReviewMailsSince: optOut?.created_at ?? null,
    orders,
    messages: messages.map(({ account_id: _, order_id, created_at, answered_at, ...message }) => ({
      ...message,
      orderId: order_id,
      createdAt: created_at,
      answeredAt: answered_at,
      answers: answers.filter(({ reference }) => reference === message.reference).map(({ at, text }) => ({ at, text })),
    })),
    emails,
    stockAlerts,
    stockAlertStopLinks,
  };
};

export type PersonalData = Awaited<ReturnType<typeof exportPersonalData>>;
