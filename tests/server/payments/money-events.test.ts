import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { pence } from '#contract/money.ts';
import { listFailedJobs } from '#server/domain/failed-jobs.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { sumsOf, usedRows } from '#server/domain/money/ledger.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { applyEarlyMoney, recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, requestRefund, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand, settleOrder } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { purgeOrders } from '#server/domain/orders/purge-orders.ts';
import { resellerSales } from '#server/domain/seller/reseller-sales.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, addAccounts, aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
const app = createTestApp({ db, payments: stripe.payments });
const { readShop, refundImages: imageStore } = testServices({ db });
const { sellerEmail } = await readShop();
const now = openingDay;

beforeEach(async () => {
  for (const table of ['order', 'money', 'mail', 'unmatched_payment', 'failed_job'] as const) await db.deleteFrom(table).execute();
  stripe.mend();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });
});

let paid = 0;
/** An order of four mugs, £40, and Stripe's id of its payment, which is recorded only by `pay`. */
const unpaidOrder = async (buyer?: { readonly id: string; readonly role: 'reseller' }) => {
  paid += 1;
  const number = paid;
  const payload = anOrderFor({ productId: 'mug', quantity: 4 });
  const { _id: orderId } = await placeOrder(db, anOrderRequest(payload, { buyer, now }));
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

/** A payment of £9 for an order that is not in the database. */
const addUnmatched = async (): Promise<void> => {
  const unmatched = { order_id: 'x', session_id: 's', amount: 900, reference: 'pi_stray', received_at: now.toISOString(), problem: '' };
  await db
    .insertInto('unmatched_payment')
    .values({ event_id: 'evt_stray', ...unmatched })
    .execute();
};
const settlementOf = async (eventId: string): Promise<string | null> => {
  const row = await db.selectFrom('unmatched_payment').select('refund_reference').where('event_id', '=', eventId).executeTakeFirstOrThrow();
  return row.refund_reference;
};

const requestFor = async (orderId: string): Promise<string> =>
  requestRefund(db, { orderId, ProductId: 'mug', reason: 'They came with cracks.' }, [], { imageStore, now });
/** Grants so many pounds by a new refund request; returns its reference. */
const grant = async (orderId: string, pounds: number): Promise<string> => {
  const reference = await requestFor(orderId);
  await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(pounds), withoutReturn: true }, now);
  return reference;
};
const cancel = (orderId: string) => cancelOrder(db, stripe.payments, orderId, { now });
const send = (minutes = 600) => sendDueRefunds(db, stripe.payments, { clock: () => minutesLater(minutes), sellerEmail });

const historyOf = async (orderId: string): Promise<string[]> => {
  const events = await db.selectFrom('order_event').select('what').where('order_id', '=', orderId).orderBy('position').execute();
  return events.map(({ what }) => what);
};
const mailTo = async (recipient: string): Promise<string[]> => {
  const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', recipient).orderBy('subject').execute();
  return mails.map(({ subject }) => subject);
};
const readMoney = async (orderId: string) => (await readOrder(db, orderId)) ?? { payments: [], money: [] };
/** What of the payment that the order is paid with has gone back, or is held by the buyer's bank, in pence. */
const countedOf = async (orderId: string): Promise<number> => {
  const { back, held } = sumsOf(usedRows(await readMoney(orderId)));
  return back + held;
};
/** What is to be sent, or may be on its way, of all payments of an order, in pence. */
const dueOf = async (orderId: string): Promise<number> => sumsOf((await readMoney(orderId)).money).open;
/** What the shop has refunded of a payment at Stripe, in pence. */
const sentOf = (intent: string): number[] =>
  [...stripe.refunds.values()]
    .filter(({ payment_intent }) => payment_intent === intent)
    .map(({ amount }) => amount)
    .toSorted((one, other) => one - other);
const shownRefundOf = async (orderId: string) => (await findOrder(db, orderId)).cancellation?.refund;
const creditNotesOf = async (orderId: string): Promise<number[]> =>
  ((await findOrder(db, orderId)).moneyBack ?? []).map(({ amount }) => amount);

describe('a refund in the provider’s dashboard', () => {
  test('a dashboard refund is in the order’s history once, however often it is reported, is mailed to the seller, and leaves the order’s status', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500, { status: 'pending' }));
    await deliver('refund.created', refundOf(intent, 1500, { status: 'pending' }));
    await deliver('refund.updated', refundOf(intent, 1500));
    const what = `£15.00 paid back in the payment provider’s dashboard: re_${intent}.`;
    expect((await historyOf(orderId)).filter((one) => one.includes('dashboard'))).toEqual([what]);
    expect(await mailTo(sellerEmail)).toEqual([`A refund at the payment provider: order ${orderId}`]);
    const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', sellerEmail).executeTakeFirstOrThrow();
    for (const part of [
      what,
      '£15.00 of £40.00',
      'answers no refund request and no cancellation until you say so',
      `orders cancel ${orderId}`,
    ])
      expect(text).toContain(part);
    expect((await readOrder(db, orderId))?.row.status).toBe('confirmed');
    expect(await countedOf(orderId)).toBe(1500);
    expect(await creditNotesOf(orderId)).toEqual([15]);
  });

  describe('that was for a request which is decided later', () => {
    /** A pot of £20 and a bowl of £30, paid and not sent. */
    const potAndBowl = async () => {
      await sell(db, { id: 'pot', name: 'Pot', basePrice: 20, stock: 9 }, { id: 'bowl', name: 'Bowl', basePrice: 30, stock: 9 });
      const { _id: orderId } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'pot' }, { productId: 'bowl' }), { now }));
      const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins: { shop: '', api: '' }, now });
      const intent = `pi_${sessionId}`;
      await recordPayment(db, { eventId: `evt_${sessionId}`, sessionId, outcome: 'paid', reference: intent }, now);
      return { orderId, intent };
    };
    const cancelBowl = async (orderId: string): Promise<string> => {
      const { references } = await declareCancellation(db, { orderId, items: [{ itemId: `${orderId}/2`, quantity: 1, left: 1 }] }, now);
      return references[0] ?? '';
    };
    const send = () => sendDueRefunds(db, stripe.payments, { clock: () => now, sellerEmail });
    const dispatch = (orderId: string) =>
      changeStatus(db, stripe.payments, orderId, { to: 'Dispatch', method: 'RM', delivery: aDelivery, now });
    const mailsTo = async (recipient: string) =>
      (await db.selectFrom('mail').select('text').where('recipient', '=', recipient).execute()).map(({ text }) => text);

    test('a cancellation is closed with it: nothing more goes back, its credit note is of it, and the rest is still to be sent', async () => {
      const { orderId, intent } = await potAndBowl();
      const reference = await cancelBowl(orderId);
      await deliver('refund.created', refundOf(intent, 3000));
      await expect(dispatch(orderId)).rejects.toThrow(`(${reference}, saying there whether what went back already is for it)`);
      expect(await showRefundRequest(db, reference)).toMatchObject({
        wentBack: [{ name: `re_${intent}`, amount: 30 }],
        left: 20,
        most: 30,
      });
      await db.deleteFrom('mail').execute();
      const decided = await decideRefundRequest(db, reference, { outcome: 'full', counting: [`re_${intent}`] }, now);
      expect(decided).toMatchObject({ outcome: 'full', amount: 30, wentBack: [], refunds: [{ source: 'dashboard', amount: 30 }] });
      expect(await send()).toBe(0);
      expect(sentOf(intent)).toEqual([]);
      expect(await creditNotesOf(orderId)).toEqual([30]);
      const [mail, ...others] = await mailsTo(aBuyer.email);
      expect(others).toEqual([]);
      expect(mail).toContain('This is a full refund of £30.00. You’ve had this money back already');
      expect((await historyOf(orderId)).at(-1)).toContain('full refund of £30.00, of which £30.00 had gone back before');
      const { order } = await dispatch(orderId);
      expect(order.row.status).toBe('Dispatch');
    });

    test('a request takes from it what was granted, the rest stays goodwill, and what is missing is sent', async () => {
      const { orderId, intent } = await potAndBowl();
      const reference = await requestRefund(db, { orderId, ProductId: 'pot', reason: 'It is cracked.' }, [], { imageStore, now });
      await deliver('refund.created', refundOf(intent, 2000));
      const decision = { outcome: 'full', withoutReturn: true } as const;
      expect((await decideRefundRequest(db, reference, { ...decision, counting: [`re_${intent}`] }, now)).amount).toBe(20);
      expect(await dueOf(orderId)).toBe(0);
      const bowl = await requestRefund(db, { orderId, ProductId: 'bowl', reason: 'It is cracked.' }, [], { imageStore, now });
      await deliver('refund.created', { ...refundOf(intent, 1200), id: 're_second' });
      await db.deleteFrom('mail').execute();
      expect(await decideRefundRequest(db, bowl, { ...decision, counting: ['re_second'] }, now)).toMatchObject({ amount: 30 });
      expect((await mailsTo(aBuyer.email))[0]).toContain('You’ve had £12.00 of it already. The rest goes to your original payment method');
      expect(await send()).toBe(1);
      expect(sentOf(intent)).toEqual([1800]);
      // The last two are of one moment.
      expect((await creditNotesOf(orderId)).toSorted((one, other) => one - other)).toEqual([12, 18, 20]);
    });

    test('a cancellation is closed with it although all was refunded, and what it does not need is counted for no other', async () => {
      const { orderId, intent } = await potAndBowl();
      const reference = await cancelBowl(orderId);
      await deliver('refund.created', refundOf(intent, 5000));
      await expect(decideRefundRequest(db, reference, { outcome: 'full' }, now)).rejects.toThrow('If that was for this request, say so.');
      await decideRefundRequest(db, reference, { outcome: 'full', counting: [`re_${intent}`] }, now);
      expect(await send()).toBe(0);
      expect(await creditNotesOf(orderId)).toEqual([50]);
      const pot = await db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
      await db
        .insertInto('refund')
        .values({
          ...pot,
          reference: 'R-CCCC-CCCC',
          product_id: 'pot',
          declared: null,
          due_on: null,
          outcome: null,
          amount: null,
          decided_at: null,
          unsent: null,
        })
        .execute();
      await expect(
        decideRefundRequest(db, 'R-CCCC-CCCC', { outcome: 'full', withoutReturn: true, counting: [`re_${intent}`] }, now),
      ).rejects.toThrow('has changed meanwhile, or is counted for another request');
    });

    test('it is sent by the shop for the request when the bank sends it back after all', async () => {
      const { orderId, intent } = await potAndBowl();
      const reference = await cancelBowl(orderId);
      await deliver('refund.created', refundOf(intent, 3000));
      await decideRefundRequest(db, reference, { outcome: 'full', counting: [`re_${intent}`] }, now);
      await deliver('refund.failed', failedRefund(intent, 3000));
      expect(await send()).toBe(1);
      expect(sentOf(intent)).toEqual([3000]);
      // Both are of one moment.
      expect((await showRefundRequest(db, reference)).refunds.map(({ source, state }) => [source, state]).toSorted()).toEqual([
        ['dashboard', 'failed'],
        ['ours', 'done'],
      ]);
    });

    test('without it, a withdrawn cancellation does not tell the buyer that nothing is refunded', async () => {
      const { orderId, intent } = await potAndBowl();
      const reference = await cancelBowl(orderId);
      await deliver('refund.created', refundOf(intent, 3000));
      await db.deleteFrom('mail').execute();
      await decideRefundRequest(db, reference, { outcome: 'withdrawn', reason: 'You keep it.' }, now);
      expect((await mailsTo(aBuyer.email))[0]).toContain('the goods are yours, and nothing more is refunded. The reason: You keep it.');
    });
  });

  describe('and money that the seller notes as paid by hand', () => {
    /** An order of £40 of which Stripe has refused to refund £15. */
    const refused = async () => {
      const { orderId, intent } = await paidOrder();
      const reference = await requestRefund(db, { orderId, ProductId: 'mug', reason: 'It is cracked.' }, [], { imageStore, now });
      await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(15), withoutReturn: true }, now);
      stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
      await sendDueRefunds(db, stripe.payments, { clock: () => now, sellerEmail });
      stripe.mend();
      await db.deleteFrom('mail').execute();
      const inDashboard = { ...refundOf(intent, 1500), status: 'succeeded', currency: 'gbp', object: 'refund' } as const;
      return { orderId, intent, inDashboard };
    };
    const settle = (orderId: string, isChecked = false) =>
      settleOrder(db, stripe.payments, { orderId, how: 'refunded in Stripe', isChecked, now: minutesLater(10), sellerEmail });

    test('it is not noted once more when the provider has paid it back, although its webhook comes later: the buyer gets all of the order back, once', async () => {
      const { orderId, intent, inDashboard } = await refused();
      stripe.refunds.set(inDashboard.id, inDashboard);
      await expect(settle(orderId, true)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('has paid £15.00 back already'),
      });
      await expect(settle(orderId)).rejects.toMatchObject({ message: expect.stringContaining('Nothing of order') });
      await deliver('refund.created', inDashboard);
      await cancel(orderId);
      await sendDueRefunds(db, stripe.payments, { clock: () => minutesLater(60), sellerEmail });
      expect(sentOf(intent)).toEqual([1500, 2500]);
      expect(await creditNotesOf(orderId)).toEqual([15, 25]);
    });

    test('while the provider does not answer it is noted only by a seller who has looked there', async () => {
      const { orderId } = await refused();
      stripe.state.isDown = true;
      await expect(settle(orderId)).rejects.toMatchObject({ kind: 'conflict', code: 'notChecked' });
      expect(await settle(orderId, true)).toMatchObject([{ source: 'hand', amount: 1500 }]);
    });

    test('a fault of the shop’s own database is no reason to say that the provider was looked at', async () => {
      const { orderId, inDashboard } = await refused();
      stripe.refunds.set(inDashboard.id, inDashboard);
      const mend = await refuseWrites(db, { event: 'insert', table: 'money', when: 'true', message: 'The disk is full.' });
      for (const isChecked of [false, true]) await expect(settle(orderId, isChecked)).rejects.toThrow('The disk is full.');
      await mend();
      await expect(settle(orderId, true)).rejects.toMatchObject({ message: expect.stringContaining('has paid £15.00 back already') });
    });

    test('what was paid through another provider than the shop’s is noted only by a seller who has looked there', async () => {
      const { orderId } = await refused();
      const throughTestPage = (isChecked: boolean) =>
        settleOrder(db, testPayments, { orderId, how: 'bank transfer', isChecked, now: minutesLater(10), sellerEmail });
      await expect(throughTestPage(false)).rejects.toMatchObject({ kind: 'conflict', code: 'notChecked' });
      expect(await throughTestPage(true)).toMatchObject([{ source: 'hand', amount: 1500 }]);
    });

    test('the seller is told when a refund of the same amount follows in the dashboard within a week, and not of another amount', async () => {
      const { orderId, intent, inDashboard } = await refused();
      await settle(orderId);
      await db.deleteFrom('mail').execute();
      await deliver('refund.created', { ...inDashboard, id: 're_other', amount: 1400 });
      await deliver('refund.created', inDashboard);
      const texts = (
        await db.selectFrom('mail').select('text').where('recipient', '=', sellerEmail).orderBy('created_at').orderBy('id').execute()
      ).map(({ text }) => text.includes('You noted the same amount as paid by hand'));
      expect(texts.toSorted()).toEqual([false, true]);
      expect(await countedOf(orderId)).toBe(4400);
      expect(sentOf(intent)).toEqual([]);
    });
  });

  test('the mail about a dashboard refund of a cancelled order does not advise to cancel it', async () => {
    const { orderId, intent } = await paidOrder();
    await cancel(orderId);
    await deliver('refund.created', refundOf(intent, 1500));
    const { text } = await db.selectFrom('mail').select('text').where('subject', 'like', 'A refund at the%').executeTakeFirstOrThrow();
    expect(text).toContain('pays nothing back twice');
    expect(text).not.toContain('orders cancel');
  });

  test('a dashboard refund counts for a later decision: a full refund then pays the rest', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500));
    const reference = await requestFor(orderId);
    expect(await showRefundRequest(db, reference)).toMatchObject({ paid: 40, left: 25 });
    await expect(decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(30), withoutReturn: true }, now)).rejects.toThrow(
      'more than the £25.00',
    );
    expect(await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, now)).toMatchObject({ amount: 25, left: 0 });
    expect(await send()).toBe(1);
    expect(sentOf(intent)).toEqual([2500]);
  });

  test('a dashboard refund of everything leaves the buyer nothing to ask for', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 4000));
    await expect(requestFor(orderId)).rejects.toThrow('refunded in full already');
  });

  test('a dashboard refund takes the place of a refund that is due: nothing is sent, and the buyer is told', async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    stripe.state.isDown = true;
    expect(await send()).toBe(0);
    stripe.state.isDown = false;
    await deliver('refund.created', refundOf(intent, 1200));
    expect(await countedOf(orderId)).toBe(1200);
    expect(await dueOf(orderId)).toBe(0);
    expect(await send(6000)).toBe(0);
    expect(sentOf(intent)).toEqual([]);
    expect(await creditNotesOf(orderId)).toEqual([12]);
    const subjects = await mailTo(aBuyer.email);
    expect(subjects).toHaveLength(3);
    expect(subjects).toContain(`We have refunded £12.00 for order ${orderId}`);
  });

  test('a dashboard refund of less than a due refund is taken off it', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await grant(orderId, 12);
    await deliver('refund.created', refundOf(intent, 500));
    expect(await dueOf(orderId)).toBe(700);
    expect(await send()).toBe(1);
    expect(sentOf(intent)).toEqual([700]);
    expect((await showRefundRequest(db, reference)).left).toBe(28);
  });

  test('a refund that Stripe refused before a dashboard refund took some of it off is sent for the rest', async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await send()).toBe(0);
    stripe.state.refundError = undefined;
    await deliver('refund.created', refundOf(intent, 500));
    expect(await send(6000)).toBe(1);
    expect(sentOf(intent)).toEqual([700]);
  });

  test('the shop’s own refunds, whose events repeat their id, are no dashboard refunds', async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    await send();
    await db.deleteFrom('mail').execute();
    const history = await historyOf(orderId);
    const [own] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
    await deliver('refund.created', refundOf(intent, 1200, { id: own?.id, metadata: own?.metadata }));
    expect(await historyOf(orderId)).toEqual(history);
    expect(await countedOf(orderId)).toBe(1200);
    expect(await mailTo(sellerEmail)).toEqual([]);
  });

  /** A refund of £12 that Stripe has made, but answered with an error. */
  const unclearRefund = async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    stripe.state.answersAreLost = true;
    expect(await send()).toBe(0);
    stripe.state.answersAreLost = false;
    const [own] = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
    return { orderId, intent, own: refundOf(intent, 1200, { id: own?.id, metadata: own?.metadata }) };
  };

  test('a refund that Stripe answered with an error is done once Stripe reports it, and the buyer is told once', async () => {
    const { orderId, intent, own } = await unclearRefund();
    await db.deleteFrom('mail').execute();
    for (const type of ['refund.created', 'refund.updated']) await deliver(type, own);
    expect(await countedOf(orderId)).toBe(1200);
    expect(await mailTo(aBuyer.email)).toEqual([`We have refunded £12.00 for order ${orderId}`]);
    expect((await historyOf(orderId)).filter((what) => what.includes(own.id))).toHaveLength(1);
    expect(await send(6000)).toBe(0);
    expect(sentOf(intent)).toEqual([1200]);
  });

  test('a dashboard refund beside one that Stripe answered with an error is told as more than was owed, once', async () => {
    const { orderId, intent, own } = await unclearRefund();
    await deliver('refund.created', refundOf(intent, 1200));
    await db.deleteFrom('mail').execute();
    for (const type of ['refund.created', 'refund.updated']) await deliver(type, own);
    const told = (await historyOf(orderId)).filter((what) => what.includes(`beside what was owed: ${own.id}. Please look into it.`));
    expect(told).toHaveLength(1);
    expect(await mailTo(sellerEmail)).toEqual([`A refund at the payment provider: order ${orderId}`]);
    expect(await send(6000)).toBe(0);
    expect(await creditNotesOf(orderId)).toEqual([12, 12]);
  });

  test('a late report of a refund that the bank returned changes nothing after that was settled by hand', async () => {
    const { orderId, intent, own } = await unclearRefund();
    expect(await send(6000)).toBe(1);
    await deliver('refund.failed', { ...own, status: 'failed', failure_reason: 'declined' });
    await settleByHand(db, orderId, 'cheque 17', minutesLater(6001));
    await deliver('refund.created', own);
    expect((await historyOf(orderId)).at(-1)).toContain('by hand: cheque 17.');
    expect(await creditNotesOf(orderId)).toEqual([12]);
    expect(await send(12_000)).toBe(0);
    expect(sentOf(intent)).toEqual([1200]);
  });

  test.each([
    ['after', ['refund.created', 'refund.failed'], ['A refund at the payment provider', 'A refund at the payment provider']],
    ['before', ['refund.failed', 'refund.created'], []],
  ])('a dashboard refund that fails no longer counts, also when its failure arrives %s it', async (_, types, subjects) => {
    const { orderId, intent } = await paidOrder();
    for (const type of types)
      await deliver(
        type,
        refundOf(intent, 1500, type === 'refund.failed' ? { status: 'failed', failure_reason: 'expired_or_canceled_card' } : {}),
      );
    expect(await countedOf(orderId)).toBe(0);
    expect(await dueOf(orderId)).toBe(0);
    expect((await mailTo(sellerEmail)).map((subject) => subject.split(':')[0])).toEqual(subjects);
    expect((await historyOf(orderId)).filter((what) => what.includes('did not arrive'))).toHaveLength(subjects.length / 2);
  });

  test('a dashboard refund that fails after it took the place of a due refund is sent by the shop instead, and the seller is told', async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    await deliver('refund.created', refundOf(intent, 1200));
    await deliver('refund.failed', failedRefund(intent, 1200));
    expect((await historyOf(orderId)).at(-1)).toBe('£12.00 is to be paid back by the shop again.');
    const texts = await db.selectFrom('mail').select('text').where('recipient', '=', sellerEmail).execute();
    expect(texts.filter(({ text }) => text.includes('£12.00 is to be paid back by the shop again.'))).toHaveLength(1);
    expect(await send()).toBe(1);
    expect(sentOf(intent)).toEqual([1200]);
  });

  test('a dashboard refund that fails after it reduced a due refund is owed again, once, and the history says so', async () => {
    const { orderId, intent } = await paidOrder();
    await grant(orderId, 12);
    await deliver('refund.created', refundOf(intent, 500));
    expect(await dueOf(orderId)).toBe(700);
    for (const _ of ['told', 'told again']) await deliver('refund.failed', failedRefund(intent, 500));
    expect(await dueOf(orderId)).toBe(1200);
    expect((await historyOf(orderId)).filter((what) => what === '£5.00 is to be paid back by the shop again.')).toHaveLength(1);
    await send();
    expect(sentOf(intent).reduce((total, amount) => total + amount)).toBe(1200);
  });

  test.each(['tried', 'sent'])(
    'when a dashboard refund fails after reducing a refund that is %s by then, its amount is sent as another refund',
    async (state) => {
      const { orderId, intent } = await paidOrder();
      const reference = await grant(orderId, 12);
      await deliver('refund.created', refundOf(intent, 500));
      stripe.state.isDown = state === 'tried';
      expect(await send()).toBe(state === 'tried' ? 0 : 1);
      stripe.state.isDown = false;
      await deliver('refund.failed', failedRefund(intent, 500));
      await send(6000);
      expect(sentOf(intent)).toEqual([500, 700]);
      expect((await showRefundRequest(db, reference)).left).toBe(28);
    },
  );

  test('what is sent in place of a dashboard refund that failed is shown with the refund request that it is for', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await grant(orderId, 12);
    await deliver('refund.created', refundOf(intent, 500));
    await deliver('refund.failed', failedRefund(intent, 500));
    await send();
    const { refunds } = await showRefundRequest(db, reference);
    expect(refunds.filter(({ state }) => state === 'done').reduce((total, { amount }) => total + amount, 0)).toBe(12);
  });

  test('a dashboard refund that fails after it took the place of two due refunds makes both owed again', async () => {
    const { orderId, intent } = await paidOrder();
    for (const amount of [7, 13]) await grant(orderId, amount);
    await deliver('refund.created', refundOf(intent, 2000));
    expect(await dueOf(orderId)).toBe(0);
    await deliver('refund.failed', failedRefund(intent, 2000));
    expect(await dueOf(orderId)).toBe(2000);
    await send();
    expect(sentOf(intent).reduce((total, amount) => total + amount)).toBe(2000);
  });

  test.each([
    ['all', 4000],
    ['part', 1500],
  ])('a dashboard refund of %s that fails once its order is cancelled is sent by the shop', async (_, amount) => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, amount));
    await cancel(orderId);
    await deliver('refund.failed', failedRefund(intent, amount));
    expect(await dueOf(orderId)).toBe(4000);
    expect(await shownRefundOf(orderId)).toBe('due');
    await send();
    expect(sentOf(intent).reduce((total, sent) => total + sent)).toBe(4000);
    expect(await shownRefundOf(orderId)).toBe('done');
  });

  test('a partial dashboard refund that fails before a cancelled order is refunded is included in that refund', async () => {
    const { orderId, intent } = await paidOrder();
    await cancel(orderId);
    await deliver('refund.created', refundOf(intent, 1500));
    expect(await dueOf(orderId)).toBe(2500);
    await deliver('refund.failed', failedRefund(intent, 1500));
    expect(await send()).toBe(1);
    expect(sentOf(intent)).toEqual([4000]);
  });

  test('an order with a dashboard refund can be cancelled without sending that again, and its goods be sold again', async () => {
    const sold = async () =>
      (await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow()).sale_count;
    const whole = await paidOrder();
    await deliver('refund.created', refundOf(whole.intent, 4000));
    expect(await sold()).toBe(4);
    await cancel(whole.orderId);
    expect(await sold()).toBe(0);
    expect(await dueOf(whole.orderId)).toBe(0);
    expect(await shownRefundOf(whole.orderId)).toBe('done');
    const part = await paidOrder();
    await deliver('refund.created', refundOf(part.intent, 1500));
    await cancel(part.orderId);
    expect(await dueOf(part.orderId)).toBe(2500);
  });

  test('a dashboard refund counts in a reseller’s level, and is deleted with its order', async () => {
    await addAccounts(db, 'shop-of-ada');
    const { orderId, intent } = await paidOrder({ id: 'shop-of-ada', role: 'reseller' });
    const before = await resellerSales(db, 'shop-of-ada');
    await deliver('refund.created', refundOf(intent, 1500));
    expect(await resellerSales(db, 'shop-of-ada')).toBe(before - 1500);
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', orderId).execute();
    await purgeOrders(db, minutesLater(60 * 24 * 366 * 8));
    expect(await db.selectFrom('money').selectAll().execute()).toEqual([]);
  });

  test('a dashboard refund or dispute in another currency than the payment changes nothing', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf(intent, 1500, { currency: 'usd' }));
    await deliver('charge.dispute.created', { ...disputeOf(intent, 4000, 'needs_response'), currency: 'usd' });
    expect(await countedOf(orderId)).toBe(0);
    expect(await mailTo(sellerEmail)).toEqual([]);
  });

  test('a dashboard refund or dispute of a payment that is not of this shop changes nothing', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('refund.created', refundOf('pi_of_another_shop', 1500));
    await deliver('charge.dispute.created', { ...disputeOf(intent, 1500, 'needs_response'), payment_intent: null });
    await applyEarlyMoney(db, { now, sellerEmail });
    expect(await countedOf(orderId)).toBe(0);
    expect(await mailTo(sellerEmail)).toEqual([]);
  });

  test('a dashboard refund of a payment for an order that the database does not have settles that payment, if it is whole', async () => {
    await addUnmatched();
    await deliver('refund.created', refundOf('pi_stray', 100));
    expect(await settlementOf('evt_stray')).toBeNull();
    await deliver('refund.created', { ...refundOf('pi_stray', 900), id: 're_whole' });
    expect(await settlementOf('evt_stray')).toBe('re_whole');
  });
});

describe('what is heard of before its payment', () => {
  const applyEarly = (at = now) => applyEarlyMoney(db, { now: at, sellerEmail });

  test('a refund heard of before its payment counts from when that is recorded, once, whatever number of processes look', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    for (let times = 0; times < 2; times += 1) await deliver('refund.created', refundOf(intent, 1500));
    await applyEarly();
    expect(await countedOf(orderId)).toBe(0);
    await pay();
    await Promise.all([applyEarly(), applyEarly()]);
    await deliver('refund.created', refundOf(intent, 1500));
    await applyEarly();
    expect(await countedOf(orderId)).toBe(1500);
    expect((await historyOf(orderId)).filter((what) => what.includes(`re_${intent}`))).toEqual([
      `£15.00 paid back in the payment provider’s dashboard: re_${intent}.`,
    ]);
    expect(await mailTo(sellerEmail)).toHaveLength(1);
  });

  test('a dispute heard of before its payment counts as it ended, in whatever order its events arrived', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'won'));
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await pay();
    await applyEarly();
    expect(await countedOf(orderId)).toBe(0);
    expect((await historyOf(orderId)).at(-1)).toBe(`The dispute du_${intent} over £40.00 is over: the money stays with the shop.`);
    expect(await mailTo(sellerEmail)).toEqual([`A dispute: order ${orderId}`]);
  });

  test('a refund heard of before its payment that has failed by then counts nothing', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    await deliver('refund.created', refundOf(intent, 1500));
    await deliver('refund.failed', failedRefund(intent, 1500));
    await pay();
    await applyEarly();
    expect(await countedOf(orderId)).toBe(0);
    expect(await mailTo(sellerEmail)).toEqual([]);
  });

  /** Two orders with a refund that was heard of before their payments; recording that of the first is refused until `mend`. */
  const oneStuck = async () => {
    const [stuck, other] = [await unpaidOrder(), await unpaidOrder()];
    const when = `new.reference = 're_${stuck.intent}' and new.order_id is not null`;
    const mend = await refuseWrites(db, { event: 'insert', table: 'money', when, message: 'stuck' });
    for (const { intent, pay } of [stuck, other]) {
      await deliver('refund.created', refundOf(intent, 1500));
      await pay();
    }
    return { stuck, mend, counted: async () => [await countedOf(stuck.orderId), await countedOf(other.orderId)] };
  };
  const applyLater = (seconds: number) => applyEarly(minutesLater(seconds / 60, now));

  test('an early refund that cannot be recorded delays no other, and is tried again with back-off', async () => {
    const { mend, counted } = await oneStuck();
    await applyLater(0);
    expect(await counted()).toEqual([0, 1500]);
    expect(await listFailedJobs(db)).toMatchObject([{ kind: 'earlyMoney', state: 'retried' }]);
    await mend();
    await applyLater(29);
    expect(await counted()).toEqual([0, 1500]);
    await applyLater(30);
    expect(await counted()).toEqual([1500, 1500]);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('an early refund that cannot be recorded is listed for the seller with its reference at the provider', async () => {
    const { stuck } = await oneStuck();
    await applyLater(0);
    expect(await listFailedJobs(db)).toMatchObject([{ work: expect.stringContaining(`re_${stuck.intent}`) }]);
  });

  test('two refunds heard of before their payments that repeat one id of the shop are both kept, and each counts for its own payment', async () => {
    const [one, other] = [await unpaidOrder(), await unpaidOrder()];
    const metadata = { refund: 'the-same' };
    for (const { intent } of [one, other]) await deliver('refund.created', refundOf(intent, 1500, { metadata }));
    for (const { pay } of [one, other]) await pay();
    await applyEarly();
    expect([await countedOf(one.orderId), await countedOf(other.orderId)]).toEqual([1500, 1500]);
  });

  test('what becomes of a refund stays with the order that has it, also when its payment is found to be that of another order', async () => {
    const [one, other] = [await paidOrder(), await unpaidOrder()];
    const [row] = (await readMoney(one.orderId)).money;
    const refund = refundOf(other.intent, 1500, { metadata: { refund: row?.id } });
    await deliver('refund.created', refund);
    await other.pay();
    await deliver('refund.failed', { ...refund, status: 'failed', failure_reason: 'declined' });
    expect([await countedOf(one.orderId), await countedOf(other.orderId)]).toEqual([0, 0]);
    expect((await historyOf(one.orderId)).some((what) => what.includes(`has come back: re_${other.intent}`))).toBe(true);
  });

  test('a refund heard of before its payment settles that payment when the database does not have the order', async () => {
    await deliver('refund.created', refundOf('pi_stray', 900));
    await addUnmatched();
    await applyEarly();
    expect(await settlementOf('evt_stray')).toBe('re_pi_stray');
  });
});

describe('a dispute', () => {
  test.each(['warning_closed', 'charge_refunded', 'prevented'])('a dispute that ends as %s holds and counts nothing', async (status) => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    expect(await countedOf(orderId)).toBe(4000);
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, status));
    expect(await countedOf(orderId)).toBe(0);
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
      counted.push(await countedOf(orderId));
    }
    expect(counted).toEqual([0, 4000, 4000, 4000, 4000, 0, 0]);
    expect((await historyOf(orderId)).slice(-3)).toEqual([
      `The buyer’s bank asks about £40.00: du_${intent} (product not received).`,
      `The buyer’s bank disputes £40.00 and holds it: du_${intent} (product not received).`,
      `The dispute du_${intent} over £40.00 is over: the money stays with the shop.`,
    ]);
    expect(await mailTo(sellerEmail)).toEqual(Array<string>(3).fill(`A dispute: order ${orderId}`));
    const texts = (await db.selectFrom('mail').select('text').where('recipient', '=', sellerEmail).execute()).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('24 April 2023 at 00:59'))).toHaveLength(2);
    expect((await readOrder(db, orderId))?.row.status).toBe('confirmed');
  });

  test.each(['updated', 'funds_withdrawn'])(
    'an inquiry that a charge.dispute.%s event turns into a dispute holds the money from then on: a cancellation sends nothing',
    async (type) => {
      const { orderId, intent } = await paidOrder();
      await deliver('charge.dispute.created', disputeOf(intent, 4000, 'warning_needs_response'));
      expect(await countedOf(orderId)).toBe(0);
      await deliver(`charge.dispute.${type}`, disputeOf(intent, 4000, 'needs_response'));
      expect(await countedOf(orderId)).toBe(4000);
      await deliver('charge.dispute.created', disputeOf(intent, 4000, 'warning_needs_response'));
      expect(await countedOf(orderId)).toBe(4000);
      await cancel(orderId);
      expect(await send()).toBe(0);
      expect(await shownRefundOf(orderId)).toBe('none');
    },
  );

  test('buyer and seller are told that a dispute holds the money, not that it was refunded, until the dispute is lost', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await requestFor(orderId);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    const decide = () => decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, now);
    await expect(decide()).rejects.toThrow(
      'The buyer’s bank holds the money for a dispute. Decide when it is over, or decline the request.',
    );
    await decideRefundRequest(db, reference, { outcome: 'declined', reason: 'Your bank decides it.' }, now);
    await expect(requestFor(orderId)).rejects.toThrow('Your bank holds the money while it looks into your dispute');
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    await expect(requestFor(orderId)).rejects.toThrow('refunded in full already');
  });

  test('the events that turn an inquiry into a dispute are among those that the start asks the webhook for', async () => {
    const [problem] = (await stripe.payments.findSetupProblems?.('https://shop.example/order/payment/webhook')) ?? [];
    for (const type of ['charge.dispute.updated', 'charge.dispute.funds_withdrawn']) expect(problem).toContain(type);
  });

  test.each([
    ['of all', 4000, 0],
    ['of a part', 1500, 0],
    ['after a refund for a request', 4000, 12],
  ])(
    'a dispute %s that is won once its order is cancelled is refunded by the shop, once, and not more than was paid',
    async (_, disputed, granted) => {
      const { orderId, intent } = await paidOrder();
      if (granted > 0) await grant(orderId, granted);
      await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
      await cancel(orderId);
      await db.deleteFrom('mail').execute();
      for (const _ of ['told', 'told again']) await deliver('charge.dispute.closed', disputeOf(intent, disputed, 'won'));
      expect(await dueOf(orderId)).toBe(4000);
      const owed = (await historyOf(orderId)).at(-1);
      expect(owed).toMatch(/^£\d\d\.00 is to be paid back by the shop, because the order is cancelled\.$/);
      const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', sellerEmail).executeTakeFirstOrThrow();
      expect(text).toContain(owed);
      expect(await shownRefundOf(orderId)).toBe('due');
      await send();
      expect(sentOf(intent).reduce((total, amount) => total + amount)).toBe(4000);
      expect(await shownRefundOf(orderId)).toBe('done');
    },
  );

  test('a refund that is due when a dispute begins waits for its end, which the history says, and is sent once that is won', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await grant(orderId, 12);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    expect(await send()).toBe(0);
    expect((await historyOf(orderId)).at(-1)).toBe(
      `£12.00 for request ${reference} is not paid back by the shop while the bank holds the money.`,
    );
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'won'));
    expect((await historyOf(orderId)).at(-1)).toBe('£12.00 is to be paid back by the shop.');
    expect(await send()).toBe(1);
    expect(sentOf(intent)).toEqual([1200]);
  });

  test('a dispute that is won after its cancelled order was refunded is not refunded again', async () => {
    const { orderId, intent } = await paidOrder();
    await cancel(orderId);
    expect(await send()).toBe(1);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'won'));
    expect((await historyOf(orderId)).at(-1)).toContain('is over');
    expect(await send(6000)).toBe(0);
    expect(sentOf(intent)).toEqual([4000]);
    expect(await shownRefundOf(orderId)).toBe('done');
  });

  test.each([
    ['all', 4000, 'Your bank holds the money that was disputed'],
    ['part', 1500, 'We’ll refund £25.00'],
  ])('a buyer who cancels an order of which a dispute holds %s is told so, not that the money was refunded', async (_, disputed, start) => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
    await cancel(orderId);
    const { text } = await db.selectFrom('mail').select('text').where('recipient', '=', aBuyer.email).executeTakeFirstOrThrow();
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`nothing will be sent. ${start}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('or it leaves it with us, and then we refund it');
    expect(text).not.toContain('gone back');
    expect(await shownRefundOf(orderId)).toBe(disputed === 4000 ? 'none' : 'due');
  });

  test('a dispute that is lost after its order was cancelled counts as the refund of that order', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await cancel(orderId);
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await send()).toBe(0);
    expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' }, moneyBack: [{ amount: 40 }] });
  });

  test.each([
    ['less', 1500, 2500],
    ['more', 3000, 1000],
  ])(
    'a lost dispute of %s than half of an order that was cancelled meanwhile leaves the rest to be refunded',
    async (_, disputed, rest) => {
      const { orderId, intent } = await paidOrder();
      await deliver('charge.dispute.created', disputeOf(intent, disputed, 'needs_response'));
      await cancel(orderId);
      await deliver('charge.dispute.closed', disputeOf(intent, disputed, 'lost'));
      expect(await dueOf(orderId)).toBe(rest);
      expect(await countedOf(orderId)).toBe(disputed);
      expect(await send()).toBe(1);
      expect(sentOf(intent)).toEqual([rest]);
      expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' } });
    },
  );

  test('a dispute that began after its order was cancelled, and is lost, takes the place of the refund that is due', async () => {
    const { orderId, intent } = await paidOrder();
    await cancel(orderId);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await creditNotesOf(orderId)).toEqual([40]);
    expect(await send()).toBe(0);
    expect(await shownRefundOf(orderId)).toBe('done');
  });

  /** Two payments of an order that was cancelled while a dispute over the second held `disputed` of it. */
  const paidTwice = async ({ disputed, isRefunded }: { readonly disputed: number; readonly isRefunded: boolean }) => {
    const { orderId, intent } = await paidOrder();
    const second = `${intent}_second`;
    const first = await db.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
    await db
      .insertInto('payment')
      .values({ ...first, session_id: second, attempt: 1, status: 'open', reference: null })
      .execute();
    await recordPayment(db, { eventId: `evt_${second}`, sessionId: second, outcome: 'paid', reference: second }, now);
    if (isRefunded) expect(await send()).toBe(1);
    await deliver('charge.dispute.created', disputeOf(second, disputed, 'needs_response'));
    await cancel(orderId);
    /** What the shop has sent of both payments, in pence. */
    const sent = () => [...sentOf(intent), ...sentOf(second)].reduce((total, amount) => total + amount, 0);
    return { end: (status: string) => deliver('charge.dispute.closed', disputeOf(second, disputed, status)), sent };
  };

  test.each([
    ['won', true, 4000, 8000],
    ['won', true, 1500, 8000],
    ['lost', true, 4000, 4000],
    ['won', false, 4000, 8000],
    ['lost', false, 4000, 4000],
    ['lost', false, 1500, 6500],
  ])(
    'after a dispute over a second payment that is %s, what was paid twice has gone back, and no more (refunded before: %s, disputed: %d)',
    async (status, isRefunded, disputed, sent) => {
      const order = await paidTwice({ disputed, isRefunded });
      await send(6000);
      await order.end(status);
      await send(12_000);
      expect(order.sent()).toBe(sent);
    },
  );

  test('a dispute that ends because all was refunded in the dashboard leaves the refund of a cancelled order as it is', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await cancel(orderId);
    await deliver('refund.created', refundOf(intent, 4000));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'charge_refunded'));
    expect(await send()).toBe(0);
    expect(await findOrder(db, orderId)).toMatchObject({ cancellation: { refund: 'done' }, moneyBack: [{ amount: 40 }] });
  });

  test('of two disputes over a cancelled order, the money is told as gone back only once both are over', async () => {
    const { orderId, intent } = await paidOrder();
    const [one, other] = ['du_one', 'du_other'].map((id) => (status: string) => ({ ...disputeOf(intent, 2000, status), id }));
    for (const dispute of [one, other]) await deliver('charge.dispute.created', dispute?.('needs_response') ?? {});
    await cancel(orderId);
    await deliver('charge.dispute.closed', one?.('lost') ?? {});
    expect(await shownRefundOf(orderId)).toBe('none');
    await deliver('charge.dispute.closed', other?.('lost') ?? {});
    expect(await shownRefundOf(orderId)).toBe('done');
  });

  test.each(['won', 'lost'])(
    'the buyer of a cancelled order is not told that it is refunded while a dispute, which is later %s, holds a part',
    async (status) => {
      const { orderId, intent } = await paidOrder();
      await deliver('charge.dispute.created', disputeOf(intent, 1500, 'needs_response'));
      await cancel(orderId);
      expect(await shownRefundOf(orderId)).toBe('due');
      expect(await send()).toBe(1);
      expect(await shownRefundOf(orderId)).toBe('none');
      await deliver('charge.dispute.closed', disputeOf(intent, 1500, status));
      expect(await send()).toBe(status === 'won' ? 1 : 0);
      expect(await shownRefundOf(orderId)).toBe('done');
    },
  );

  test('a dispute that is lost counts as given back, in place of a refund that is due', async () => {
    const { orderId, intent } = await paidOrder();
    const reference = await grant(orderId, 12);
    await deliver('charge.dispute.created', disputeOf(intent, 4000, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4000, 'lost'));
    expect(await creditNotesOf(orderId)).toEqual([40]);
    expect((await showRefundRequest(db, reference)).left).toBe(0);
    expect(await send()).toBe(0);
  });
});

describe('the webhook', () => {
  test('a signed event that cannot be read is not acknowledged, so that the provider sends it again', async () => {
    const { evidence_details: _, ...unreadable } = disputeOf('pi_unreadable', 1500, 'needs_response');
    const answer = await app.request(endpoints.paymentWebhook.path, stripe.signed(eventAbout('charge.dispute.created', unreadable)));
    expect(answer.status).toBe(500);
  });

  test('a dispute with 150,000 characters of evidence is accepted and counts', async () => {
    const { orderId, intent } = await paidOrder();
    const evidence = { uncategorized_text: 'x'.repeat(150_000) };
    await deliver('charge.dispute.closed', { ...disputeOf(intent, 4000, 'lost'), evidence });
    expect(await countedOf(orderId)).toBe(4000);
  });

  test('a message of more than 1 MB gets 413, with and without Content-Length', async () => {
    const { orderId, intent } = await paidOrder();
    const evidence = { uncategorized_text: 'x'.repeat(1_000_001) };
    const message = stripe.signed(eventAbout('charge.dispute.closed', { ...disputeOf(intent, 4000, 'lost'), evidence }));
    const announced = { ...message.headers, 'content-length': String(String(message.body).length) };
    for (const headers of [{ ...message.headers }, announced])
      expect((await app.request(endpoints.paymentWebhook.path, { ...message, headers })).status).toBe(413);
    expect(await countedOf(orderId)).toBe(0);
  });
});

describe('what the bank says of a dispute', () => {
  test('more than was paid, in the currency of the card, is never counted as given back', async () => {
    const { orderId, intent } = await paidOrder();
    await deliver('charge.dispute.created', disputeOf(intent, 4650, 'needs_response'));
    await deliver('charge.dispute.closed', disputeOf(intent, 4650, 'lost'));
    expect(await creditNotesOf(orderId)).toEqual([40]);
    expect(await countedOf(orderId)).toBe(4000);
  });

  test('one that was lost and is won after all, because the bank has reopened it, is not counted as given back any more', async () => {
    const { orderId, intent } = await paidOrder();
    for (const status of ['needs_response', 'lost', 'won', 'lost']) await deliver('charge.dispute.closed', disputeOf(intent, 4000, status));
    expect(await creditNotesOf(orderId)).toEqual([]);
    expect(await countedOf(orderId)).toBe(0);
  });

  test('webhooks of one reference that arrive at once, before its payment is known, are all taken, and the last state counts', async () => {
    const { orderId, intent, pay } = await unpaidOrder();
    const states = ['held', 'done', 'held', 'done', 'held', 'done'] as const;
    const event = { kind: 'dispute', reference: `du_${intent}`, payment: intent, amount: 4000, reason: '' } as const;
    expect(await Promise.all(states.map((state) => recordMoney(db, { ...event, state }, { now, sellerEmail })))).not.toContain(true);
    await pay();
    await applyEarlyMoney(db, { now, sellerEmail });
    expect(await creditNotesOf(orderId)).toEqual([40]);
  });
});
