import { type SqlBool, sql } from 'kysely';
import type { DeskPerson, PeoplePage, PeopleView, PersonRow } from '#contract/desk/people.ts';
import { apostrophes, fold } from '#contract/fold.ts';
import { fullName } from '#contract/full-name.ts';
import { emailAddress, isOneLine } from '#contract/text-line.ts';
import { billingOf, buyerName } from '#server/db/order-record.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { listSessions } from '#server/domain/accounts/sessions.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { countWhere, readCursor, readPage } from '#server/domain/desk/cursor.ts';
import { findStaffRole } from '#server/domain/desk/staff.ts';
import { digitsOf } from '#server/domain/desk/words.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { NotFound } from '#server/domain/failure.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { findPerson, isMessageOf, isOrderOf, type Person } from '#server/domain/person.ts';

/** An account with a confirmed email address that has applied to become a reseller and is none yet. Written as in the partial index. */
export const isApplicant = sql<SqlBool>`wants_to_resell = 1 and role = 'customer' and verified_at is not null`;

const maxWords = 8;

/** Whether each word is in the name, the address or the telephone number of an account, as they are searched. */
const hasWords = ({ first_name, last_name, email, phone }: AccountRow, words: readonly string[]): boolean => {
  const name = fold(`${first_name} ${last_name} ${email}`);
  const texts = [name.replaceAll(apostrophes, ''), name.replaceAll(apostrophes, ' '), digitsOf(phone)];
  return words.every((word) => texts.some((text) => text.includes(word)));
};

const accountRows = (db: Database) =>
  db
    .selectFrom('account')
    .leftJoin('second_factor', 'second_factor.account_id', 'account.id')
    .select([
      'account.id',
      'email',
      'first_name',
      'last_name',
      'phone',
      'role',
      'wants_to_resell',
      'verified_at',
      'account.created_at',
      'confirmed_at',
    ]);

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['executeTakeFirstOrThrow']>>;

const toRow = (row: AccountRow): PersonRow => ({
  id: row.id,
  name: fullName({ firstName: row.first_name, lastName: row.last_name }),
  email: row.email,
  role: row.role,
  since: row.created_at,
  isVerified: row.verified_at !== null,
  wantsToResell: row.wants_to_resell === 1 && row.role === 'customer',
  hasSecondFactor: row.confirmed_at !== null,
});

const guestRow = (row: Tables['order']): PersonRow => ({
  id: row.id,
  name: buyerName({ row }),
  email: billingOf({ row }).email ?? '',
  role: 'guest',
  since: row.created_at,
  isVerified: false,
  wantsToResell: false,
  hasSecondFactor: false,
});

export const countApplicants = (db: Database): Promise<number> => countWhere(db, 'account', isApplicant);

/** The last guest order of an email address without an account. */
const findGuest = async (db: Database, text: string): Promise<PersonRow[]> => {
  const emailKey = emailKeyOf(text);
  if (!emailAddress.safeParse(text).success || (await findPerson(db, text)).account) return [];
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where('email_key', '=', emailKey)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return order ? [guestRow(order)] : [];
};

/** `text`: each of its words is in the name or the address; a guest is found by the whole address. */
type PeopleQuery = { readonly view: PeopleView; readonly text?: string | undefined; readonly after?: string | undefined };

export const listPeople = async (db: Database, { view, text = '', after }: PeopleQuery): Promise<PeoplePage> => {
  const words = fold(text.replaceAll(apostrophes, '')).split(/\s+/).filter(Boolean).slice(0, maxWords);
  let query = accountRows(db);
  if (view === 'applicants') query = query.where(isApplicant);
  else if (view === 'resellers') query = query.where('role', '=', 'reseller');
  else if (view === 'news') query = query.where('marketing', '=', 1).where('verified_at', 'is not', null);
  else if (words.length === 0) query = query.where('role', '=', 'customer');
  const { rows, next } = await readPage(query, {
    by: [sql.ref('account.created_at'), sql.ref('account.id')],
    operator: view === 'applicants' ? '>' : '<',
    cursorOf: (row) => [row.created_at, row.id],
    after,
    ...(words.length > 0 && { isWanted: (row) => hasWords(row, words) }),
  });
  const guests = view === 'customers' && readCursor(after, 2) === undefined ? await findGuest(db, text) : [];
  return { items: [...guests, ...rows.map(toRow)], next, counts: { applicants: await countApplicants(db) } };
};

/** Whose page at the desk this is: an account by its id, or the buyer of an order by the order's. Throws `NotFound`. */
export const findPersonById = async (db: Database, id: string): Promise<Person & { readonly row: PersonRow; readonly phone: string }> => {
  const order = await db.selectFrom('order').selectAll().where('id', '=', readOrderId(id)).executeTakeFirst();
  const byEmail = order && order.email_key !== '' ? (await findPerson(db, order.email_key)).account?.id : undefined;
  const account = await accountRows(db)
    .where('account.id', '=', order?.user_id ?? byEmail ?? (isOneLine(id, 100) ? id : ''))
    .executeTakeFirst();
  if (account) return { ...(await findPerson(db, account.email)), row: toRow(account), phone: account.phone };
  if (!order || order.email_key === '') throw new NotFound('There is nobody here any more.');
  return { account: undefined, emailKey: order.email_key, row: guestRow(order), phone: billingOf({ row: order }).phone ?? '' };
};

const maxTraces = 10;

/** One person, with or without an account: what they ordered, asked back, wrote and reviewed. Throws `NotFound`. */
export const showPerson = async (db: Database, id: string, now: Date): Promise<DeskPerson> => {
  const { row, phone, ...person } = await findPersonById(db, id);
  const orders = db.selectFrom('order').where(isOrderOf(person));
  const paidOrders = await orders
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum<number | null>('total').as('total')])
    .where('invoice_number', 'is not', null)
    .executeTakeFirstOrThrow();
  const newestOrders = await orders
    .select(['id', 'status', 'total', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxTraces)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .leftJoin('product', 'product.id', 'refund.product_id')
    .select(['reference', 'name', 'product_id', 'outcome', 'sent_at', 'refund.created_at'])
    .where('order_id', 'in', orders.select('id'))
    .orderBy('refund.created_at', 'desc')
    .limit(maxTraces)
    .execute();
  const messages = await db
    .selectFrom('message')
    .select(['reference', 'kind', 'topic', 'created_at', 'answered_at'])
    .where(isMessageOf(person, 'message.email'))
    .orderBy('created_at', 'desc')
    .limit(maxTraces)
    .execute();
  const reviews = await db
    .selectFrom('review')
    .leftJoin('product', 'product.id', 'review.product_id')
    .select(['reference', 'name', 'product_id', 'state', 'review.created_at'])
    .where('order_id', 'in', orders.select('id'))
    .orderBy('review.created_at', 'desc')
    .limit(maxTraces)
    .execute();
  const accountId = person.account?.id ?? '';
  return {
    ...row,
    phone,
    staffRole: (await findStaffRole(db, accountId)) ?? null,
    sessions: (await listSessions(db, accountId, '', now)).length,
    orders: {
      count: Number(paidOrders.count),
      total: inPounds(Number(paidOrders.total ?? 0)),
      items: newestOrders.map(({ id: orderId, status, total, created_at }) => ({
        id: orderId,
        status,
        total: inPounds(total),
        at: created_at,
      })),
    },
    refunds: refunds.map(({ reference, name, product_id, outcome, sent_at, created_at }) => ({
      reference,
      title: name ?? product_id,
      state: outcome === 'exchange' ? (sent_at === null ? 'exchangeToSend' : 'exchangeSent') : (outcome ?? 'new'),
      at: created_at,
    })),
    messages: messages.map(({ reference, kind, topic, created_at, answered_at }) => ({
      reference,
      title: topic === '' ? kind : topic,
      state: answered_at === null ? 'open' : 'answered',
      at: created_at,
    })),
    reviews: reviews.map(({ reference, name, product_id, state, created_at }) => ({
      reference,
      title: name ?? product_id,
      state,
      at: created_at,
    })),
  };
};
