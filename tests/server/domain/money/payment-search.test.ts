import { beforeEach, describe, expect, test } from 'vitest';
import { listFailedJobs } from '#server/domain/failed-jobs.ts';
import { findMissedEvents, searchPayments } from '#server/domain/money/payment-search.ts';
import { openPayment, recordPayment, recordWebhookEvent } from '#server/domain/money/payments.ts';
import { listUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeRefund, type FakeSession, startFakeStripe } from '#tests/support/fake-stripe.ts';
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
  for (const kept of [stripe.sessions, stripe.refunds]) kept.clear();
  for (const kept of [stripe.events, stripe.disputes]) kept.length = 0;
  for (const table of ['order', 'order_request', 'money', 'unmatched_payment', 'payment_event', 'mail', 'last_run', 'failed_job'] as const)
    await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 90 });
});

/** An order whose buyer pays on Stripe's page, and whose webhook does not come. */
const paidAtStripe = async (over: Partial<FakeSession> = {}, paidAt = openingDay) => {
  const placed = anOrderRequest(anOrderFor({ productId: 'mug' }));
  const { _id: orderId } = await placeOrder(db, placed);
  const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins, now: openingDay });
  const session = stripe.sessions.get(sessionId);
  if (!session) throw new Error('Stripe has no such page.');
  const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${sessionId}`, created: inSeconds(paidAt) } as const;
  Object.assign(session, paid, over);
  stripe.keep('checkout.session.completed', session, paidAt);
  return { orderId, sessionId };
};

const aRefund = (id: string, payment_intent: string, amount: number, over: Partial<FakeRefund> = {}): FakeRefund => ({
  id,
  object: 'refund',
  status: 'succeeded',
  payment_intent,
  amount,
  currency: 'gbp',
  metadata: {},
  created: inSeconds(openingDay),
  ...over,
});

const aDispute = (id: string, payment_intent: string, status: string, created = inSeconds(openingDay)) =>
  ({
    id,
    object: 'dispute',
    payment_intent,
    amount: 1000,
    currency: 'gbp',
    status,
    reason: 'fraudulent',
    evidence_details: { due_by: null },
    metadata: {},
    created,
  }) as const;

/** An order of £10 whose payment was heard of; its history has what happens from then on. */
const paidOrder = async () => {
  const { orderId, sessionId } = await paidAtStripe();
  const intent = `pi_${sessionId}`;
  await recordPayment(db, { eventId: `evt_${sessionId}`, sessionId, outcome: 'paid', reference: intent }, openingDay);
  stripe.events.length = 0;
  await db.deleteFrom('mail').execute();
  return { orderId, intent };
};
const ledgerOf = async (orderId: string) =>
  ((await readOrder(db, orderId))?.money ?? [])
    .filter(({ source }) => source !== 'payment')
    .map(({ source, state, amount }) => `${source} ${state} ${amount}`);

/** What a restore of an older backup leaves of an order: nothing. */
const lose = async ({ orderId }: { readonly orderId: string }): Promise<void> => {
  await db.deleteFrom('order').where('id', '=', orderId).execute();
};

const find = (since = openingDay) => findMissedEvents(db, stripe.payments, since, { now: minutesLater(90), sellerEmail });
const unmatchedOrders = async () => (await listUnmatched(db, { isOpen: true })).map(({ order_id }) => order_id).toSorted();
const mailedSubjects = async () =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', sellerEmail).execute()).map(({ subject }) => subject);

describe('payments that the provider has and the shop does not know', () => {
  test('a payment whose order is not in the database is kept as an unmatched payment, and mailed to the seller', async () => {
    const lost = await paidAtStripe();
    await lose(lost);
    expect(await find()).toMatchObject([{ openedFor: { orderId: lost.orderId } }]);
    expect(await listUnmatched(db, { isOpen: true })).toMatchObject([
      { order_id: lost.orderId, session_id: lost.sessionId, amount: 1000, reference: `pi_${lost.sessionId}` },
    ]);
    expect(await mailedSubjects()).toEqual([`A payment has arrived for order ${lost.orderId}, which the shop does not have`]);
  });

  test('the same payment is kept and mailed once, however often it is searched for, and whatever the webhook says of it as well', async () => {
    const lost = await paidAtStripe();
    await lose(lost);
    const opened = { orderId: lost.orderId, attempt: 0, provider: 'stripe' } as const;
    const webhook = { eventId: 'evt_1', sessionId: lost.sessionId, outcome: 'paid', amount: 1000, openedFor: opened } as const;
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

  test('sessions that are unpaid, of another program, paid earlier, or refunded in full are no unmatched payments', async () => {
    const sessions: (readonly [Partial<FakeSession>, Date?])[] = [
      [{ payment_status: 'unpaid' }],
      [{ metadata: {} }],
      [{ payment_intent: 'pi_1' }],
      [{}, minutesLater(-1)],
    ];
    for (const [over, paidAt] of sessions) await lose(await paidAtStripe(over, paidAt));
    stripe.refunds.set('re_1', aRefund('re_1', 'pi_1', 400));
    stripe.refunds.set('re_2', aRefund('re_2', 'pi_1', 600));
    stripe.refunds.set('re_3', aRefund('re_3', 'pi_2', 999));
    const kept = await paidAtStripe({ payment_intent: 'pi_2' });
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
      stripe.keep('checkout.session.completed', { ...one, id, metadata: { orderId: `LOST-${number}`, attempt: '0' } }, openingDay);
    }
    expect(await find()).toHaveLength(120);
  });
});

describe('refunds and disputes that no webhook has told', () => {
  test('a refund in the dashboard, one that came back and a dispute are recorded and mailed once, in any order and with doubles', async () => {
    const [refunded, returned, disputed] = [await paidOrder(), await paidOrder(), await paidOrder()];
    stripe.keep('charge.dispute.closed', aDispute('du_1', disputed.intent, 'lost'), minutesLater(3));
    stripe.keep('refund.failed', aRefund('re_2', returned.intent, 500, { status: 'failed' }), minutesLater(2));
    stripe.keep('charge.dispute.created', aDispute('du_1', disputed.intent, 'needs_response'), minutesLater(4));
    stripe.keep('refund.created', aRefund('re_1', refunded.intent, 400), minutesLater(1));
    stripe.keep('refund.updated', aRefund('re_1', refunded.intent, 400), minutesLater(1));
    stripe.keep('refund.created', aRefund('re_2', returned.intent, 500), minutesLater(2));
    stripe.keep('customer.created', { id: 'cus_1' }, minutesLater(2));
    const ledgers = async () => [await ledgerOf(refunded.orderId), await ledgerOf(returned.orderId), await ledgerOf(disputed.orderId)];
    expect(await find()).toEqual([]);
    const heard = await ledgers();
    const mails = (await mailedSubjects()).length;
    expect(heard[0]).toEqual(['dashboard done 400']);
    // Failed before the shop heard of it: it is entered, and is nothing that went back.
    expect(heard[1]).toEqual(['dashboard failed 500']);
    expect(heard[2]).toEqual(['dispute done 1000']);
    expect(mails).toBeGreaterThanOrEqual(2);
    await find();
    expect(await ledgers()).toEqual(heard);
    expect(await mailedSubjects()).toHaveLength(mails);
  });

  test('a payment and its refund that were both missed are found together', async () => {
    const { orderId, sessionId } = await paidAtStripe({}, minutesLater(1));
    stripe.keep('refund.created', aRefund('re_1', `pi_${sessionId}`, 400), minutesLater(2));
    await find();
    expect(await findOrder(db, orderId)).toMatchObject({ status: 'confirmed' });
    expect(await ledgerOf(orderId)).toEqual(['dashboard done 400']);
  });

  test('while a page of the events does not come nothing is left out: the next search begins at the same time', async () => {
    const { orderId, intent } = await paidOrder();
    const search = (minutes: number) => searchPayments(db, stripe.payments, { now: minutesLater(minutes), sellerEmail });
    await search(0);
    stripe.keep('refund.created', aRefund('re_1', intent, 400), minutesLater(1));
    for (let number = 0; number < 120; number += 1)
      stripe.keep('refund.created', aRefund(`re_other_${number}`, 'pi_other', 1), minutesLater(2));
    stripe.state.pagesUntilDown = 1;
    await search(3 * 60);
    expect(await ledgerOf(orderId)).toEqual([]);
    stripe.mend();
    await search(4 * 60);
    expect(await ledgerOf(orderId)).toEqual(['dashboard done 400']);
  });

  test('after more days than the provider keeps events, payments, refunds and disputes of that time are found by what became of them', async () => {
    const [refunded, disputed, returned] = [await paidOrder(), await paidOrder(), await paidOrder()];
    const search = (minutes: number) => searchPayments(db, stripe.payments, { now: minutesLater(minutes), sellerEmail });
    await search(0);
    const waits = await paidAtStripe({}, minutesLater(60));
    stripe.events.length = 0;
    stripe.refunds.set('re_1', aRefund('re_1', refunded.intent, 400, { created: inSeconds(minutesLater(60)) }));
    stripe.refunds.set(
      're_2',
      aRefund('re_2', returned.intent, 500, { status: 'failed', created: inSeconds(minutesLater(-10 * 24 * 60)) }),
    );
    stripe.disputes.push(aDispute('du_1', disputed.intent, 'lost', inSeconds(minutesLater(-60 * 24 * 60))));
    await search(40 * 24 * 60);
    expect(await ledgerOf(refunded.orderId)).toEqual(['dashboard done 400']);
    expect(await ledgerOf(returned.orderId)).toEqual(['dashboard failed 500']);
    expect(await ledgerOf(disputed.orderId)).toEqual(['dispute done 1000']);
    expect(await findOrder(db, waits.orderId)).toMatchObject({ status: 'confirmed' });
  });
});

describe('the search once an hour', () => {
  const found: string[] = [];
  const searchAt = (minutes: number, payments = stripe.payments) =>
    searchPayments(
      db,
      payments,
      { now: minutesLater(minutes), sellerEmail },
      { onFound: ({ openedFor }) => found.push(openedFor?.orderId ?? '') },
    );

  beforeEach(() => {
    found.length = 0;
  });

  test('a shop searches at its start and then once an hour, since an hour before the last time', async () => {
    await searchAt(0);
    const missed = await paidAtStripe({}, minutesLater(-59));
    const older = await paidAtStripe({}, minutesLater(-61));
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
      { kind: 'paymentSearch', tries: 1, work: 'Search the payment provider for payments, refunds and disputes that the shop has missed' },
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
