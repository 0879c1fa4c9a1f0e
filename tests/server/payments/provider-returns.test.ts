import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { pence } from '#contract/money.ts';
import { cancelOrder } from '#server/domain/cancel-order.ts';
import { listFailedJobs } from '#server/domain/failed-jobs.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders.ts';
import { sendDuePaybacks, settleManually } from '#server/domain/paybacks.ts';
import { openPayment, recordPayment } from '#server/domain/payments.ts';
import { applyEarlyReturns, returnedByProvider } from '#server/domain/provider-returns.ts';
import { purgeOrders } from '#server/domain/purge-orders.ts';
import { decideRefundRequest, requestRefund, showRefundRequest } from '#server/domain/refund-requests.ts';
import { resellerSales } from '#server/domain/reseller-sales.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aCaller, addAccounts, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';
import { testServices } from '#tests/support/services.ts';
import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts';

const db = await freshDatabase('empty');
const stripe = await startStripeStandIn();
const app = createTestApp({ db, payments: stripe.payments });
const { sellerAddress, refundImages: imageStore } = testServices({ db });
const now = openingDay;

beforeEach(async () => {
  for (const table of ['order', 'mail', 'unmatched_payment', 'early_return', 'failed_job'] as const) await db.deleteFrom(table).execute();
  stripe.mend();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });
});

let paid = 0;
/** An order of four mugs, £40, whose payment is not recorded before `pay`, and Stripe's id of that. */
const unpaidOrder = async (buyer?: { readonly id: string; readonly role: 'reseller' }) => {
  paid += 1;
  const number = paid;
  const payload = anOrderFor({ productId: 'mug', quantity: 4 });
  const { _id: orderId } = await placeOrder(db, { ...aCaller, payload, key: aKey(), buyer, shopOrigin: 'https://shop.example', now });
  const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins: { shop: '', api: '' }, now });
  const intent = `pi_${number}`;
  const pay = async () => {
    await recordPayment(db, { eventId: `evt_paid_${number}`, sessionId, outcome: 'paid', reference: intent }, now);
    await db.deleteFrom('mail').execute();
  };
  return { orderId, intent, pay };
};
const paidOrder = async (buyer?: { readonly id: string; readonly role: 'reseller' }) => {
  const { orderId, intent, pay } = await unpaidOrder(buyer);
  await pay();
  return { orderId, intent };
};

/** Makes the database refuse to record a refund with this reference; gives the way to mend it. */
const refuseReturn = (reference: string) =>
  refuseWrites(db, { event: 'insert', table: 'provider_return', when: `new.reference = '${reference}'`, message: 'stuck' });
const applyEarly = () => applyEarlyReturns(db, { now, sellerAddress });

/** An event as recorded in Stripe's documentation, about an object of its API. */
const eventAbout = (type: string, object: object): string =>
  JSON.stringify({
    id: `evt_${aKey()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_692_942_318,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
const deliver = async (type: string, object: object): Promise<void> => {
  const answer = await app.request(endpoints.paymentWebhook.path, stripe.signed(eventAbout(type, object)));
  expect(answer.status).toBe(200);
};

/** The refund object; `metadata` is empty for one that was made in the dashboard. */
const refundOf = (payment_intent: string, amount: number, over: object = {}) => ({
  id: `re_${payment_intent}`,
  object: 'refund',
  amount,
  balance_transaction: 'txn_1Nispe2eZvKYlo2CYezqFhEx',
  charge: 'ch_1NirD82eZvKYlo2CIvbtLWuY',
  created: 1_692_942_318,
  currency: 'gbp',
  destination_details: { card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' }, type: 'card' },
  metadata: {},
  payment_intent,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...over,
});

const failedRefund = (intent: string, amount: number) => refundOf(intent, amount, { status: 'failed', failure_reason: 'declined' });

/** The dispute object; its evidence is left out. */
const disputeOf = (payment_intent: string, amount: number, status: string) => ({
  id: `du_${payment_intent}`,
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: 'ch_1AZtxr2eZvKYlo2CJDX8whov',
  created: 1_680_651_737,
  currency: 'gbp',
  evidence_details: { due_by: 1_682_294_399, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent,
  reason: 'product_not_received',
  status,
});

const requestFor = async (orderId: string): Promise<string> =>
  requestRefund(db, { orderId, ProductId: 'mug', reason: 'They came with cracks.' }, [], { imageStore, now });
const historyOf = async (orderId: string): Promise<string[]> => {
  const events = await db.selectFrom('order_event').select('what').where('order_id', '=', orderId).orderBy('position').execute();
  return events.map(({ what }) => what);
};
const mailTo = async (recipient: string): Promise<string[]> => {
  const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', recipient).orderBy('subject').execute();
  return mails.map(({ subject }) => subject);
};
const paybacksOf = (orderId: string) =>
  db.selectFrom('payback').select(['amount', 'reference', 'done_at', 'due_at']).where('order_id', '=', orderId).execute();
const send = () => sendDuePaybacks(db, stripe.payments, () => minutesLater(600));

describe('a refund in the provider’s dashboard', () => {
  test('a dashboard refund is in the order’s history once, however often it is reported, is mailed to the seller, and leaves the order’s status', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500, { status: 'pending' }));
    await deliver('refund.created', refundOf(intent, 1500, { status: 'pending' }));
    await deliver('refund.updated', refundOf(intent, 1500));
    const what = `£15.00 paid back in the payment provider’s dashboard: re_${intent}.`;
    expect((await historyOf(orderId)).filter((one) => one.includes('dashboard'))).toEqual([what]);
    expect(await mailTo(sellerAddress)).toEqual([`A refund at the payment provider: order ${orderId}`]);
    const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', sellerAddress).executeTakeFirstOrThrow();
    for (const part of [what, '£15.00 of £40.00', `orders cancel ${orderId}`]) expect(text).toContain(part);
    expect((await readOrder(db, orderId))?.row.status).toBe('confirmed');
    expect(await returnedByProvider(db, orderId)).toBe(1500);
  });

  test('a dashboard refund counts for a later decision: a full refund is what is left', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500));
    const reference = await requestFor(orderId);
    expect(await showRefundRequest(db, reference)).toMatchObject({ paid: 40, left: 25 });
    await expect(decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(30), withoutReturn: true }, now)).rejects.toThrow(
      'more than the £25.00',
    );
    expect(await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, now)).toMatchObject({ amount: 25, left: 0 });
    expect(await send()).toBe(1);
  });

  test('a dashboard refund of everything leaves the buyer nothing to ask for', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 4000));
    await expect(requestFor(orderId)).rejects.toThrow('refunded in full already');
  });

  test('a dashboard refund takes the place of a payback that is due: nothing is sent, and the buyer is told', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    stripe.state.isDown = true;
    expect(await send()).toBe(0);
    stripe.state.isDown = false;
    await deliver('refund.created', refundOf(intent, 1200));
    expect(await paybacksOf(orderId)).toEqual([{ amount: 1200, reference: `re_${intent}`, done_at: now.toISOString(), due_at: null }]);
    expect(await returnedByProvider(db, orderId)).toBe(0);
    expect(await sendDuePaybacks(db, stripe.payments, () => minutesLater(6000))).toBe(0);
    expect((await mailTo(aBuyer.email)).length).toBe(3);
  });

  test('a dashboard refund of less than a due payback is taken off it', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await requestFor(orderId);
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    await deliver('refund.created', refundOf(intent, 500));
    expect(await send()).toBe(1);
    expect((await paybacksOf(orderId)).map(({ amount }) => amount)).toEqual([700]);
    expect([...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)).toMatchObject([{ amount: '700' }]);
    expect((await showRefundRequest(db, reference)).left).toBe(28);
  });

  test('a payback that Stripe refused before a dashboard refund took some of it off is sent for the rest', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await send()).toBe(0);
    stripe.state.refundError = undefined;
    await deliver('refund.created', refundOf(intent, 500));
    expect(await sendDuePaybacks(db, stripe.payments, () => minutesLater(6000))).toBe(1);
    expect([...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)).toMatchObject([{ amount: '700' }]);
  });

  test('the shop’s own paybacks, whose events repeat their id, are no dashboard refunds', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    await send();
    const history = await historyOf(orderId);
    const [own] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
    await deliver('refund.created', refundOf(intent, 1200, { id: own?.id, metadata: own?.metadata }));
    expect(await historyOf(orderId)).toEqual(history);
    expect(await returnedByProvider(db, orderId)).toBe(0);
  });

  /** A payback of £12 that Stripe has made, but answered with an error. */
  const unclearPayback = async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    stripe.state.answersAreLost = true;
    expect(await send()).toBe(0);
    stripe.state.answersAreLost = false;
    const [own] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
    return { orderId, intent, own: refundOf(intent, 1200, { id: own?.id, metadata: own?.metadata }) };
  };

  test('a payback that Stripe answered with an error is done once Stripe reports its refund, and the buyer is told once', async () => {
    const { orderId, own } = await unclearPayback();
    await db.deleteFrom('mail').execute();
    for (const type of ['refund.created', 'refund.updated']) await deliver(type, own);
    expect(await paybacksOf(orderId)).toEqual([{ amount: 1200, reference: own.id, done_at: expect.any(String), due_at: null }]);
    expect(await mailTo(aBuyer.email)).toEqual([`We have paid back £12.00 for order ${orderId}`]);
    expect((await historyOf(orderId)).filter((what) => what.includes(own.id))).toHaveLength(1);
    expect(await sendDuePaybacks(db, stripe.payments, () => minutesLater(6000))).toBe(0);
  });

  test('a refund in the dashboard beside one that Stripe answered with an error is told as a second payback, once', async () => {
    const { orderId, intent, own } = await unclearPayback();
    await deliver('refund.created', refundOf(intent, 1200));
    expect(await paybacksOf(orderId)).toMatchObject([{ reference: `re_${intent}`, due_at: null }]);
    for (const type of ['refund.created', 'refund.updated']) await deliver(type, own);
    expect((await historyOf(orderId)).filter((what) => what.includes(`a second time: ${own.id}, after re_${intent}.`))).toHaveLength(1);
  });

  test('a late report of the refund that came back is no second payback after its manual settlement', async () => {
    const { orderId, intent, own } = await unclearPayback();
    expect(await sendDuePaybacks(db, stripe.payments, () => minutesLater(6000))).toBe(1);
    await deliver('refund.failed', { ...own, status: 'failed', failure_reason: 'declined' });
    await settleManually(db, orderId, 'cheque 17', minutesLater(6001));
    await deliver('refund.created', own);
    expect((await historyOf(orderId)).at(-1)).toContain('by hand: cheque 17.');
    expect(await paybacksOf(orderId)).toMatchObject([{ reference: 'cheque 17' }]);
    expect([...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(1);
  });

  test.each([
    ['after', ['refund.created', 'refund.failed'], ['A refund at the payment provider', 'A refund at the payment provider']],
    ['before', ['refund.failed', 'refund.created'], []],
  ])('a dashboard refund that fails counts no more, when its failure arrives %s it', async (_, types, subjects) => {
    const { orderId, intent } = await paidOrder();
    for (const type of types)
      await deliver(
        type,
        refundOf(intent, 1500, type === 'refund.failed' ? { status: 'failed', failure_reason: 'expired_or_canceled_card' } : {}),
      );
    expect(await returnedByProvider(db, orderId)).toBe(0);
    expect((await mailTo(sellerAddress)).map((subject) => subject.split(':')[0])).toEqual(subjects);
    expect((await historyOf(orderId)).filter((what) => what.includes('did not arrive'))).toHaveLength(subjects.length / 2);
  });

  test('a dashboard refund that fails after it took the place of a payback makes that payback open again', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    await deliver('refund.created', refundOf(intent, 1200));
    await deliver('refund.failed', refundOf(intent, 1200, { status: 'failed', failure_reason: 'declined' }));
    expect(await paybacksOf(orderId)).toMatchObject([{ done_at: null, due_at: null }]);
    expect(await mailTo(sellerAddress)).toContain(`Money for order ${orderId} came back: please pay it another way`);
  });

  test('a dashboard refund that fails after it reduced a payback raises that payback again, once, and the history says so', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    await deliver('refund.created', refundOf(intent, 500));
    expect((await paybacksOf(orderId)).map(({ amount }) => amount)).toEqual([700]);
    for (const _ of ['told', 'told again']) await deliver('refund.failed', failedRefund(intent, 500));
    expect((await paybacksOf(orderId)).map(({ amount }) => amount)).toEqual([1200]);
    expect((await historyOf(orderId)).filter((what) => what === '£5.00 of it is to be paid back by the shop again.')).toHaveLength(1);
    expect(await send()).toBe(1);
    expect([...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)).toMatchObject([{ amount: '1200' }]);
  });

  test.each(['tried', 'sent'])(
    'a dashboard refund that fails after it reduced a payback which was %s by then is paid back beside it',
    async (state) => {
      const { orderId, intent } = await paidOrder();
      const reference = await requestFor(orderId);
      await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
      await deliver('refund.created', refundOf(intent, 500));
      stripe.state.isDown = state === 'tried';
      expect(await send()).toBe(state === 'tried' ? 0 : 1);
      stripe.state.isDown = false;
      await deliver('refund.failed', failedRefund(intent, 500));
      expect((await paybacksOf(orderId)).map(({ amount }) => amount).toSorted()).toEqual([500, 700]);
      await sendDuePaybacks(db, stripe.payments, () => minutesLater(6000));
      const refunds = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
      expect(refunds.map(({ amount }) => amount).toSorted()).toEqual(['500', '700']);
      expect((await showRefundRequest(db, reference)).left).toBe(28);
      expect(
        (await db.selectFrom('payback').select('request').where('order_id', '=', orderId).execute()).map(({ request }) => request),
      ).toEqual([reference, reference]);
    },
  );

  test('a dashboard refund that fails after it took the place of two paybacks makes both open again', async () => {
    const { orderId, intent } = await paidOrder();
    for (const amount of [7, 13])
      await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(amount), withoutReturn: true }, now);
    await deliver('refund.created', refundOf(intent, 2000));
    expect((await paybacksOf(orderId)).map(({ done_at }) => done_at)).toEqual([now.toISOString(), now.toISOString()]);
    await deliver('refund.failed', failedRefund(intent, 2000));
    expect((await paybacksOf(orderId)).map(({ done_at }) => done_at)).toEqual([null, null]);
  });

  test.each([
    ['all', 4000, [4000]],
    ['part', 1500, [2500, 1500]],
  ])('a dashboard refund of %s that fails once its order is cancelled is paid back by the shop', async (_, amount, paybacks) => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, amount));
    await cancelOrder(db, stripe.payments, orderId, { now });
    await deliver('refund.failed', failedRefund(intent, amount));
    expect((await paybacksOf(orderId)).map((payback) => payback.amount).toSorted()).toEqual(paybacks.toSorted());
    expect((await readOrder(db, orderId))?.payments.map(({ status }) => status)).toEqual(['refund']);
    expect(await send()).toBe(paybacks.length);
    expect((await readOrder(db, orderId))?.payments.map(({ status }) => status)).toEqual(['refunded']);
  });

  test('a partial dashboard refund that fails before a cancelled order is paid back whole is part of the whole', async () => {
    const { orderId, intent } = await paidOrder();
    await cancelOrder(db, stripe.payments, orderId, { now });
    await deliver('refund.created', refundOf(intent, 1500));
    await deliver('refund.failed', failedRefund(intent, 1500));
    expect((await paybacksOf(orderId)).map(({ amount }) => amount)).toEqual([null]);
    expect(await send()).toBe(1);
  });

  test('an order with a dashboard refund can be cancelled without paying that back again, and its goods be sold again', async () => {
    const sold = async () => (await db.selectFrom('product').select('sale_count').executeTakeFirstOrThrow()).sale_count;
    const whole = await paidOrder();
    await deliver('refund.created', refundOf(whole.intent, 4000));
    expect(await sold()).toBe(4);
    await cancelOrder(db, stripe.payments, whole.orderId, { now });
    expect(await sold()).toBe(0);
    expect(await paybacksOf(whole.orderId)).toEqual([]);
    expect((await readOrder(db, whole.orderId))?.payments.map(({ status }) => status)).toEqual(['refunded']);
    const part = await paidOrder();
    await deliver('refund.created', refundOf(part.intent, 1500));
    await cancelOrder(db, stripe.payments, part.orderId, { now });
    expect((await paybacksOf(part.orderId)).map(({ amount }) => amount)).toEqual([2500]);
  });

  test('a dashboard refund counts in a reseller’s level, and is deleted with its order', async () => {
    await addAccounts(db, 'shop-of-ada');
    const { orderId, intent } = await paidOrder({ id: 'shop-of-ada', role: 'reseller' });
    const before = await resellerSales(db, 'shop-of-ada');
    await deliver('refund.created', refundOf(intent, 1500));
    expect(await resellerSales(db, 'shop-of-ada')).toBe(before - 1500);
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', orderId).execute();
    await purgeOrders(db, minutesLater(60 * 24 * 366 * 8));
    expect(await db.selectFrom('provider_return').selectAll().execute()).toEqual([]);
  });

  test('a dashboard refund in another currency, or of a payment that is not of this shop, changes nothing', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500, { currency: 'usd' }));
    await deliver('refund.created', refundOf('pi_of_another_shop', 1500));
    await deliver('charge.dispute.created', { ...disputeOf(intent, 1500, 'needs_response'), payment_intent: null });
    expect(await returnedByProvider(db, orderId)).toBe(0);
    expect(await mailTo(sellerAddress)).toEqual([]);
  });

  test('a dashboard refund of a payment for an order that the database does not have settles that payment', async () => {
    const unmatched = {
      order_id: 'x',
      session_id: 's',
      amount: 900,
      reference: 'pi_stray',
      received_at: now.toISOString(),
      tries: 0,
      problem: '',
    };
    await db
      .insertInto('unmatched_payment')
      .values({ event_id: 'evt_stray', ...unmatched })
      .execute();
    const reference = async () =>
      (await db.selectFrom('unmatched_payment').select('refund_reference').executeTakeFirstOrThrow()).refund_reference;
    await deliver('refund.created', refundOf('pi_stray', 100));
    expect(await reference()).toBeNull();
    await deliver('refund.created', refundOf('pi_stray', 900));
    expect(await reference()).toBe('re_pi_stray');
  });
});

describe('what is heard of before its payment', () => {
  test('a refund heard of before its payment counts from when that is recorded, once, whatever number of processes look', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    for (let times = 0; times < 2; times += 1) await deliver('refund.created', refundOf(intent, 1500));
    await applyEarly();
    expect(await returnedByProvider(db, orderId)).toBe(0);
    await pay();
    await Promise.all([applyEarly(), applyEarly()]);
    await deliver('refund.created', refundOf(intent, 1500));
    await applyEarly();
    expect(await returnedByProvider(db, orderId)).toBe(1500);
    expect((await historyOf(orderId)).filter((what) => what.includes(`re_${intent}`))).toEqual([
      `£15.00 paid back in the payment provider’s dashboard: re_${intent}.`,
    ]);
    expect(await mailTo(sellerAddress)).toHaveLength(1);
    expect(await db.selectFrom('early_return').selectAll().execute()).toEqual([]);
  });

  test('a dispute heard of before its payment counts as it ended, in whatever order its events arrived', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'won'));
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await pay();
    await applyEarly();
    expect(await returnedByProvider(db, orderId)).toBe(0);
    expect((await historyOf(orderId)).slice(-2)).toEqual([
      `The buyer’s bank disputes £40.00 and holds it: du_${intent} (product not received).`,
      `The dispute du_${intent} over £40.00 is over: the money stays with the shop.`,
    ]);
  });

  test('an early refund that cannot be recorded delays no other, is tried again with back-off, and is listed for the seller', async () => {
    const [stuck, other] = [await unpaidOrder(), await unpaidOrder()];
    const mend = await refuseReturn(`re_${stuck.intent}`);
    for (const { intent, pay } of [stuck, other]) {
      await deliver('refund.created', refundOf(intent, 1500));
      await pay();
    }
    const counted = async () => [await returnedByProvider(db, stuck.orderId), await returnedByProvider(db, other.orderId)];
    const applyLater = (seconds: number) => applyEarlyReturns(db, { now: minutesLater(seconds / 60, now), sellerAddress });
    await applyLater(0);
    expect(await counted()).toEqual([0, 1500]);
    expect(await listFailedJobs(db)).toMatchObject([
      { kind: 'earlyReturn', state: 'retried', work: `Refund or dispute re_${stuck.intent} at the payment provider: record it` },
    ]);
    await mend();
    await applyLater(29);
    expect(await counted()).toEqual([0, 1500]);
    await applyLater(30);
    expect(await counted()).toEqual([1500, 1500]);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('a refund heard of before its payment settles that payment when the database does not have the order', async () => {
    await deliver('refund.created', refundOf('pi_stray', 900));
    const unmatched = { order_id: 'x', session_id: 's', amount: 900, reference: 'pi_stray', received_at: now.toISOString() };
    await db
      .insertInto('unmatched_payment')
      .values({ ...unmatched, event_id: 'evt_stray', tries: 0, problem: '' })
      .execute();
    await applyEarly();
    expect(await db.selectFrom('unmatched_payment').select('refund_reference').execute()).toEqual([{ refund_reference: 're_pi_stray' }]);
  });
});

describe('a dispute', () => {
  test.each(['warning_closed', 'charge_refunded', 'prevented'])('a dispute that ends as %s holds and counts nothing', async (status) => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    expect(await returnedByProvider(db, orderId)).toBe(4000);
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, status));
    expect(await returnedByProvider(db, orderId)).toBe(0);
  });

  test('a dispute holds its amount from when it is more than an inquiry until it is won, and each step is told once', async () => {
    const { orderId, intent } = await paidOrder();
    const counted: number[] = [];
    const steps = [
      ['created', 'warning_needs_response'],
      ['updated', 'needs_response'],
      ['funds_withdrawn', 'needs_response'],
      ['updated', 'warning_under_review'],
      ['updated', 'under_review'],
      ['closed', 'won'],
      ['updated', 'needs_response'],
    ] as const;
    for (const [type, status] of steps) {
      await deliver(`charge.dispute.${type}`, disputeOf(intent, 4000, status));
      counted.push(await returnedByProvider(db, orderId));
    }
    expect(counted).toEqual([0, 4000, 4000, 4000, 4000, 0, 0]);
    expect((await historyOf(orderId)).slice(-3)).toEqual([
      `The buyer’s bank asks about £40.00: du_${intent} (product not received).`,
      `The buyer’s bank disputes £40.00 and holds it: du_${intent} (product not received).`,
      `The dispute du_${intent} over £40.00 is over: the money stays with the shop.`,
    ]);
    expect(await mailTo(sellerAddress)).toEqual(Array<string>(3).fill(`A dispute: order ${orderId}`));
    const texts = (await db.selectFrom('mail').select('text').where('recipient', '=', sellerAddress).execute()).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('2023-04-23'))).toHaveLength(2);
    expect((await readOrder(db, orderId))?.row.status).toBe('confirmed');
  });

  test.each([
    ['of all', 4000, 0, [4000]],
    ['of a part', 1500, 0, [1500, 2500]],
    ['after a refund for a request', 4000, 12, [1200, 2800]],
  ])(
    'a dispute %s that is won once its order is cancelled is paid back by the shop, once, and not more than was paid',
    async (_, disputed, granted, paybacks) => {
      const { orderId, intent } = await paidOrder();
      if (granted > 0)
        await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(granted), withoutReturn: true }, now);
      await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
      await cancelOrder(db, stripe.payments, orderId, { now });
      await db.deleteFrom('mail').execute();
      for (const _ of ['told', 'told again']) await deliver('charge.dispute.closed', disputeOf(intent, disputed, 'won'));
      expect((await paybacksOf(orderId)).map(({ amount }) => amount).toSorted()).toEqual(paybacks);
      expect((await readOrder(db, orderId))?.payments.map(({ status }) => status)).toEqual(['refund']);
      const owed = (await historyOf(orderId)).at(-1);
      expect(owed).toMatch(/^£\d\d\.00 is to be paid back by the shop, because the order is cancelled\.$/);
      const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', sellerAddress).executeTakeFirstOrThrow();
      expect(text).toContain(owed);
      expect(await send()).toBe(paybacks.length);
      expect((await readOrder(db, orderId))?.payments.map(({ status }) => status)).toEqual(['refunded']);
    },
  );

  test('a dispute that is won after its cancelled order was paid back is not paid back again', async () => {
    const { orderId, intent } = await paidOrder();
    await cancelOrder(db, stripe.payments, orderId, { now });
    expect(await send()).toBe(1);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'won'));
    expect((await historyOf(orderId)).at(-1)).toContain('is over');
    expect(await paybacksOf(orderId)).toHaveLength(1);
    expect((await readOrder(db, orderId))?.payments.map(({ status }) => status)).toEqual(['refunded']);
  });

  test.each([
    ['all', 4000, 'Your bank holds the money that was disputed'],
    ['part', 1500, 'You will get back £25.00'],
  ])('who cancels an order of which a dispute holds %s is told so, and not that the money has gone back', async (_, disputed, start) => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
    await cancelOrder(db, stripe.payments, orderId, { now });
    const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', aBuyer.email).executeTakeFirstOrThrow();
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`nothing will be sent. ${start}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('or it leaves it with us, and then we pay it back');
    expect(text).not.toContain('gone back');
    expect((await findOrder(db, orderId)).cancellation?.refund).toBe(disputed === 4000 ? 'none' : 'due');
  });

  test('a dispute that is lost after its order was cancelled is what went back of it', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await cancelOrder(db, stripe.payments, orderId, { now });
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await paybacksOf(orderId)).toEqual([]);
    expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' }, moneyBack: [{ amount: 40 }] });
  });

  test.each([
    ['less', 1500, 2500],
    ['more', 3000, 1000],
  ])(
    'a lost dispute of %s than half of an order that was cancelled meanwhile leaves the rest to be paid back',
    async (_, disputed, rest) => {
      const { orderId, intent } = await paidOrder();
      await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
      await cancelOrder(db, stripe.payments, orderId, { now });
      await deliver('charge.dispute.closed', disputeOf(intent, disputed, 'lost'));
      expect(await paybacksOf(orderId)).toMatchObject([{ amount: rest, done_at: null }]);
      expect(await returnedByProvider(db, orderId)).toBe(disputed);
      expect(await send()).toBe(1);
      expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' } });
    },
  );

  test('a dispute that began after its order was cancelled, and is lost, takes the place of the payback that is due', async () => {
    const { orderId, intent } = await paidOrder();
    await cancelOrder(db, stripe.payments, orderId, { now });
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await paybacksOf(orderId)).toMatchObject([{ amount: null, reference: `du_${intent}`, due_at: null }]);
    expect(await returnedByProvider(db, orderId)).toBe(0);
    expect(await send()).toBe(0);
  });

  /** Two payments of an order that was cancelled while a dispute over the second held `disputed` of it. */
  const paidTwice = async ({ disputed, isPaidBack }: { readonly disputed: number; readonly isPaidBack: boolean }) => {
    const { orderId, intent } = await paidOrder();
    const second = `${intent}_second`;
    const first = await db.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
    await db
      .insertInto('payment')
      .values({ ...first, session_id: second, attempt: 1, status: 'open', reference: null })
      .execute();
    await recordPayment(db, { eventId: `evt_${second}`, sessionId: second, outcome: 'paid', reference: second }, now);
    if (isPaidBack) expect(await send()).toBe(1);
    await deliver('charge.dispute.created', disputeOf(second, disputed, 'needs_response'));
    await cancelOrder(db, stripe.payments, orderId, { now });
    const paybacks = async () =>
      (await db.selectFrom('payback').select(['session_id', 'amount', 'done_at']).where('order_id', '=', orderId).execute())
        .map(({ session_id, amount, done_at }) => [session_id === second ? 'second' : 'first', amount, done_at === null ? 'due' : 'done'])
        .toSorted();
    const statuses = async () => (await readOrder(db, orderId))?.payments.map(({ status }) => status);
    return { orderId, end: (status: string) => deliver('charge.dispute.closed', disputeOf(second, disputed, status)), paybacks, statuses };
  };

  test.each([
    [
      'won',
      true,
      [
        ['first', 4000, 'due'],
        ['second', null, 'done'],
      ],
      ['refund', 'refunded'],
    ],
    ['lost', true, [['second', null, 'done']], ['refunded', 'refunded']],
    [
      'won',
      false,
      [
        ['first', 4000, 'due'],
        ['second', null, 'due'],
      ],
      ['refund', 'refund'],
    ],
    [
      'lost',
      false,
      [
        ['first', 4000, 'due'],
        ['second', null, 'done'],
      ],
      ['refund', 'refunded'],
    ],
  ])(
    'after a dispute over a second payment that is %s, both payments of the cancelled order have gone back or go back (second before: %s)',
    async (status, isPaidBack, paybacks, statuses) => {
      const order = await paidTwice({ disputed: 4000, isPaidBack });
      expect(await order.statuses()).toEqual(['paid', isPaidBack ? 'refunded' : 'refund']);
      await order.end(status);
      expect(await order.paybacks()).toEqual(paybacks);
      expect(await order.statuses()).toEqual(statuses);
    },
  );

  test('a won dispute over a part of a second payment is paid back from the first, of which the rest is due', async () => {
    const order = await paidTwice({ disputed: 1500, isPaidBack: true });
    await order.end('won');
    expect(await order.paybacks()).toEqual([
      ['first', 1500, 'due'],
      ['first', 2500, 'due'],
      ['second', null, 'done'],
    ]);
  });

  test('a dispute that ends because all was paid back in the dashboard leaves nothing of a cancelled order to be told', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await cancelOrder(db, stripe.payments, orderId, { now });
    await deliver('refund.created', refundOf(intent, 4000));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'charge_refunded'));
    expect(await paybacksOf(orderId)).toEqual([]);
    expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' }, moneyBack: [{ amount: 40 }] });
  });

  test('of two disputes over a cancelled order, the money is told as gone back only once both are over', async () => {
    const { orderId, intent } = await paidOrder();
    const [one, other] = ['du_one', 'du_other'].map((id) => (status: string) => ({ ...disputeOf(intent, 2000, status), id }));
    for (const dispute of [one, other]) await deliver('charge.dispute.created', dispute?.('needs_response') ?? {});
    await cancelOrder(db, stripe.payments, orderId, { now });
    const told = async () => (await findOrder(db, orderId)).cancellation?.refund;
    await deliver('charge.dispute.closed', one?.('lost') ?? {});
    expect(await told()).toBe('none');
    await deliver('charge.dispute.closed', other?.('lost') ?? {});
    expect(await told()).toBe('done');
  });

  test.each(['won', 'lost'])('a cancelled order is not told as paid back while a dispute that is then %s holds a part', async (status) => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 1500, 'needs_response'));
    await cancelOrder(db, stripe.payments, orderId, { now });
    const told = async () => (await findOrder(db, orderId)).cancellation?.refund;
    expect(await told()).toBe('due');
    expect(await send()).toBe(1);
    expect(await told()).toBe('none');
    await deliver('charge.dispute.closed', disputeOf(intent, 1500, status));
    expect(await send()).toBe(status === 'won' ? 1 : 0);
    expect(await told()).toBe('done');
  });

  test('a dispute that is lost counts as given back, in place of a payback that is due', async () => {
    const { orderId, intent } = await paidOrder();
    await decideRefundRequest(db, await requestFor(orderId), { outcome: 'partial', amount: pence(12), withoutReturn: true }, now);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await paybacksOf(orderId)).toMatchObject([{ amount: 1200, reference: `du_${intent}`, due_at: null }]);
    expect(await returnedByProvider(db, orderId)).toBe(2800);
    expect(await send()).toBe(0);
  });
});

test('a signed event that cannot be read is not acknowledged, so that the provider sends it again', async () => {
  const { evidence_details: _, ...unreadable } = disputeOf('pi_unreadable', 1500, 'needs_response');
  const answer = await app.request(endpoints.paymentWebhook.path, stripe.signed(eventAbout('charge.dispute.created', unreadable)));
  expect(answer.status).toBe(500);
});
