import { randomBytes } from 'node:crypto';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue.ts';
import { NotFound } from '#server/domain/failure.ts';
import { recordPayment } from '#server/domain/payments.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** What can be done on the test page. */
export const testChoices = ['pay', 'decline', 'abandon', 'delay'] as const;

export type TestChoice = (typeof testChoices)[number];

/** Where the API serves the test page of a session. */
export const testPageFolder = '/order/pay/';

/** A delayed payment comes through after so many seconds. */
const delay = 8;

/** The provider of a shop without keys: a page of our own, on which nobody pays with money. */
export const testPayments: PaymentProvider = {
  name: 'test',
  open: async ({ origins }) => {
    const sessionId = `test_${randomBytes(18).toString('base64url')}`;
    return { sessionId, url: `${origins.api}${testPageFolder}${sessionId}` };
  },
  // What is closed in the database is closed: there is nobody else to ask.
  close: async () => 'closed',
  payBack: async ({ id }) => `test_back_${id}`,
  minPence: 0,
  parseWebhook: undefined,
  pendingEvents: async (db, now, orderId) => {
    const due = await db
      .selectFrom('payment')
      .select('session_id')
      .where('due_at', '<=', now.toISOString())
      .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
      .execute();
    return due.map(({ session_id }) => ({ eventId: `${session_id}:delay`, sessionId: session_id, outcome: 'paid' }));
  },
};

const findTestSession = async (db: Database, sessionId: string): Promise<Tables['payment']> => {
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('provider', '=', 'test')
    .executeTakeFirst();
  if (!payment) throw new NotFound('There is no such payment page.');
  return payment;
};

/** What the test page shows of its order: the total in pounds, and whether anything can still be done. Throws `NotFound`. */
export const findTestPage = async (
  db: Database,
  sessionId: string,
): Promise<{ readonly orderId: string; readonly total: number; readonly isOpen: boolean }> => {
  const payment = await findTestSession(db, sessionId);
  const { status, total } = await db
    .selectFrom('order')
    .select(['status', 'total'])
    .where('id', '=', payment.order_id)
    .executeTakeFirstOrThrow();
  return { orderId: payment.order_id, total: inPounds(total), isOpen: payment.status === 'open' && status === 'pending' };
};

/** Does on the test page what was chosen; on a page that has closed nothing. Gives the order's id. */
export const chooseOnTestPage = async (db: Database, sessionId: string, choice: TestChoice, now: Date): Promise<string> => {
  const payment = await findTestSession(db, sessionId);
  if (payment.status !== 'open' || choice === 'abandon') return payment.order_id;
  if (choice === 'delay') {
    const due = new Date(now.getTime() + delay * 1000).toISOString();
    await db
      .updateTable('payment')
      .set({ status: 'processing', due_at: due })
      .where('session_id', '=', sessionId)
      .where('status', '=', 'open')
      .execute();
  } else {
    const outcome = choice === 'pay' ? 'paid' : 'failed';
    await recordPayment(db, { eventId: `${sessionId}:${choice}`, sessionId, outcome }, now);
  }
  return payment.order_id;
};
