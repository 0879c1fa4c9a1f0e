import { beforeEach, describe, expect, test } from 'vitest';
import { listFailedJobs } from '#server/domain/failed-jobs.ts';
import { findUnmatchedPayments, searchPayments } from '#server/domain/money/payment-search.ts';
import { openPayment, recordWebhookEvent } from '#server/domain/money/payments.ts';
import { listUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeSession, startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
const sellerEmail = 'seller@shop.example';
const inSeconds = (time: Date): number => time.getTime() / 1000;

beforeEach(async () => {
  stripe.mend();
  stripe.sessions.clear();
  for (const table of ['order', 'order_request', 'unmatched_payment', 'payment_event', 'mail', 'last_run', 'failed_job'] as const)
    await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 90 });
});

/** An order whose buyer pays on Stripe's page, and whose webhook does not come. */
const paidAtStripe = async (over: Partial<FakeSession> = {}, openedAt = openingDay) => {
  const placed = anOrderRequest(anOrderFor({ productId: 'mug' }));
  const { _id: orderId } = await placeOrder(db, placed);
  const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins, now: openingDay });
  const session = stripe.sessions.get(sessionId);
  if (!session) throw new Error('Stripe has no such page.');
  const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${sessionId}`, created: inSeconds(openedAt) } as const;
  Object.assign(session, paid, over);
  return { orderId, sessionId };
};

/** What a restore of an older backup leaves of an order: nothing. */
const lose = async ({ orderId }: { readonly orderId: string }): Promise<void> => {
  await db.deleteFrom('order').where('id', '=', orderId).execute();
};

const find = (since = openingDay) => findUnmatchedPayments(db, stripe.payments, since, { now: minutesLater(90), sellerEmail });
const unmatchedOrders = async () => (await listUnmatched(db, { isOpen: true })).map(({ order_id }) => order_id).toSorted();
const mailedSubjects = async () =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', sellerEmail).execute()).map(({ subject }) => subject);

describe('payments that the provider has and the shop does not know', () => {
  test('a payment whose order is not in the database is kept as an unmatched payment, and mailed to the seller', async () => {
    const lost = await paidAtStripe();
    await lose(lost);
    expect(await find()).toMatchObject([{ opened: { orderId: lost.orderId } }]);
    expect(await listUnmatched(db, { isOpen: true })).toMatchObject([
      { order_id: lost.orderId, session_id: lost.sessionId, amount: 1000, reference: `pi_${lost.sessionId}` },
    ]);
    expect(await mailedSubjects()).toEqual([`A payment has arrived for order ${lost.orderId}, which the shop does not have`]);
  });

  test('the same payment is kept and mailed once, however often it is searched for, and whatever the webhook says of it as well', async () => {
    const lost = await paidAtStripe();
    await lose(lost);
    const opened = { orderId: lost.orderId, attempt: 0, provider: 'stripe' } as const;
    const webhook = { eventId: 'evt_1', sessionId: lost.sessionId, outcome: 'paid', amount: 1000, opened } as const;
    const heard = recordWebhookEvent(db, webhook, { now: minutesLater(80), sellerEmail });
    const [first, second] = [await find(), await find()];
    expect(first.length + Number(await heard)).toBe(1);
    expect(second).toEqual([]);
    // Ids of events are forgotten after 90 days.
    await db.deleteFrom('payment_event').execute();
    expect(await find()).toEqual([]);
    expect(await unmatchedOrders()).toEqual([lost.orderId]);
    expect(await mailedSubjects()).toHaveLength(1);
  });

  test('an order that waits for its payment is confirmed by the search, also when its payment page is not in the database', async () => {
    const waits = await paidAtStripe();
    const lostItsPage = await paidAtStripe();
    await db.deleteFrom('payment').where('session_id', '=', lostItsPage.sessionId).execute();
    expect(await find()).toEqual([]);
    for (const { orderId } of [waits, lostItsPage]) expect(await findOrder(db, orderId)).toMatchObject({ status: 'confirmed' });
    expect(await mailedSubjects()).toEqual([]);
  });

  test('sessions that are unpaid, of another program, opened earlier, or refunded in full are no unmatched payments', async () => {
    const refunded = { payment_intent: { id: 'pi_1', status: 'succeeded', latest_charge: { refunded: true } } };
    const sessions: (readonly [Partial<FakeSession>, Date?])[] = [
      [{ status: 'open' }],
      [{ payment_status: 'unpaid' }],
      [{ metadata: {} }],
      [refunded],
      [{}, minutesLater(-1)],
    ];
    for (const [over, openedAt] of sessions) await lose(await paidAtStripe(over, openedAt));
    const partly = { payment_intent: { id: 'pi_2', status: 'succeeded', latest_charge: { refunded: false } } };
    const kept = await paidAtStripe(partly);
    await lose(kept);
    await find();
    expect(await unmatchedOrders()).toEqual([kept.orderId]);
    expect(await listUnmatched(db, { isOpen: true })).toMatchObject([{ reference: 'pi_2' }]);
  });

  test('a payment that cannot be recorded holds up no other, and is recorded once that is mended', async () => {
    const [first, stuck, last] = [await paidAtStripe(), await paidAtStripe(), await paidAtStripe()];
    await Promise.all([lose(first), lose(stuck), lose(last)]);
    const mend = await refuseWrites(db, {
      event: 'insert',
      table: 'unmatched_payment',
      when: `new.order_id = '${stuck.orderId}'`,
      message: 'it is stuck',
    });
    await expect(find()).rejects.toThrow('it is stuck');
    expect(await unmatchedOrders()).toEqual([first.orderId, last.orderId].toSorted());
    await mend();
    await find();
    expect(await unmatchedOrders()).toEqual([first.orderId, stuck.orderId, last.orderId].toSorted());
  });

  test('more payments than the provider lists at once are all found', async () => {
    const { sessionId } = await paidAtStripe();
    const [one] = [stripe.sessions.get(sessionId)];
    for (let number = 0; one && number < 120; number += 1) {
      const id = `cs_${number}`;
      stripe.sessions.set(id, { ...one, id, metadata: { orderId: `LOST-${number}`, attempt: '0' } });
    }
    expect(await find()).toHaveLength(120);
  });
});

describe('the search once an hour', () => {
  const found: string[] = [];
  const searchAt = (minutes: number, payments = stripe.payments) =>
    searchPayments(
      db,
      payments,
      { now: minutesLater(minutes), sellerEmail },
      { onFound: ({ opened }) => found.push(opened?.orderId ?? '') },
    );

  beforeEach(() => {
    found.length = 0;
  });

  test('a shop searches at its start and then once an hour, since a day before the last time', async () => {
    await searchAt(0);
    const missed = await paidAtStripe({}, minutesLater(-24 * 60 + 1));
    const older = await paidAtStripe({}, minutesLater(-24 * 60 - 1));
    await Promise.all([lose(missed), lose(older)]);
    const calls = stripe.state.calls;
    await searchAt(59);
    expect(stripe.state.calls).toBe(calls);
    await searchAt(60);
    expect(found).toEqual([missed.orderId]);
  });

  test('a database that was restored after a week searches that week at its start', async () => {
    await searchAt(0);
    const inTheWeek = await paidAtStripe({}, minutesLater(24 * 60));
    await lose(inTheWeek);
    await searchAt(7 * 24 * 60);
    expect(found).toEqual([inTheWeek.orderId]);
  });

  test('while the provider cannot tell, the search is repeated with back-off and leaves out no time', async () => {
    await searchAt(0);
    const lost = await paidAtStripe({}, minutesLater(10));
    await lose(lost);
    stripe.state.isDown = true;
    await searchAt(3 * 24 * 60);
    expect(await listFailedJobs(db)).toMatchObject([
      { kind: 'paymentSearch', tries: 1, work: 'Search the payment provider for payments that the shop does not know' },
    ]);
    stripe.state.isDown = false;
    await searchAt(3 * 24 * 60 + 1);
    expect(found).toEqual([lost.orderId]);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('a shop that takes payments on its test page searches nothing', async () => {
    await searchAt(0, testPayments);
    expect(await db.selectFrom('last_run').selectAll().execute()).toEqual([]);
  });
});
