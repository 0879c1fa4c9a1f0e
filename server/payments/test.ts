import { randomBytes } from 'node:crypto';
import type { Order } from '#contract/order.ts';
import { after } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { NotFound } from '#server/domain/failure.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { recordPayment } from '#server/domain/money/payments.ts';
import { readOrder, toOrder } from '#server/domain/orders/orders.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/** The buttons of the test page. */
export const testChoices = ['pay', 'decline', 'abandon', 'delay'] as const;

export type TestChoice = (typeof testChoices)[number];

/** Path of the test pages; a session's id follows. */
export const testPageFolder = '/order/pay/';

/** A delayed payment is paid after this time. */
const delaySeconds = 8;

/** The provider of a shop that is tried out: a page of its own, on which no money moves. */
export const testPayments: PaymentProvider = {
  name: 'test',
  takesMoney: false,
  open: async ({ origins }) => {
    const sessionId = `test_${randomBytes(18).toString('base64url')}`;
    return { sessionId, url: `${origins.api}${testPageFolder}${sessionId}` };
  },
  // The database alone decides whether the page is open.
  read: async () => undefined,
  close: async (sessionId) => ({ eventId: `${sessionId}:closed`, sessionId, outcome: 'expired' }),
  refund: async ({ id, payment, amount }) => ({
    kind: 'refund',
    reference: `test_refund_${id}`,
    payment,
    id,
    amount,
    state: 'done',
    reason: '',
  }),
  listRefunds: async () => [],
  methods: [],
  minPence: 0,
  findSetupProblems: undefined,
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

/** The order of a test page, and whether it can be paid there. Throws `NotFound`. */
export const findTestPage = async (db: Database, sessionId: string): Promise<{ readonly order: Order; readonly isOpen: boolean }> => {
  const payment = await findTestSession(db, sessionId);
  const found = await readOrder(db, payment.order_id);
  if (!found) throw new NotFound('There is no such payment page.');
  return { order: toOrder(found), isOpen: payment.status === paymentStatus.open && found.row.status === 'pending' };
};

/** Applies a button of the test page; none has an effect on a closed one. Returns the order's id. */
export const chooseOnTestPage = async (db: Database, sessionId: string, choice: TestChoice, now: Date): Promise<string> => {
  const payment = await findTestSession(db, sessionId);
  if (payment.status !== paymentStatus.open || choice === 'abandon') return payment.order_id;
  if (choice === 'delay') {
    await db
      .updateTable('payment')
      .set({ status: paymentStatus.processing, due_at: after(now, delaySeconds) })
      .where('session_id', '=', sessionId)
      .where('status', '=', paymentStatus.open)
      .execute();
  } else {
    const outcome = choice === 'pay' ? 'paid' : 'failed';
    await recordPayment(db, { eventId: `${sessionId}:${choice}`, sessionId, outcome }, now);
  }
  return payment.order_id;
};
