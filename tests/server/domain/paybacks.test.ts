import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { bringUpToDate } from '#server/domain/order-lapse.ts';
import { eventsOf } from '#server/domain/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders.ts';
import { payBackDue, paybacksOf } from '#server/domain/paybacks.ts';
import { closePayments, closeReplaced, openPayment, recordPayment } from '#server/domain/payments.ts';
import { decideRefund, requestRefund, showRefund } from '#server/domain/refunds.ts';
import { chooseOnTestPage, testPayments } from '#server/domain/test-payments.ts';
import { freshDatabase, openingDay } from '#tests/support/database.ts';
import { aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts';

const db = await freshDatabase('empty');
const folder = await pictureFolder();
const stripe = await startStripeStandIn();
const origins = { shop: 'https://shop.example', api: 'https://shop.example' };
const later = minutesLater(600);

const place = async (over: object = {}, now = openingDay): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'mug', quantity: 2 }), ...over };
  return (await placeOrder(db, { payload, key: aKey(), buyer: undefined, shopOrigin: origins.shop, now }))._id;
};
const openPage = (orderId: string) => openPayment(db, stripe.payments, { orderId, origins, now: openingDay });
let payments = 0;
const hearPaid = async (sessionId: string, now = minutesLater(1)): Promise<string> => {
  payments += 1;
  const reference = `pi_${payments}`;
  await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid', amount: 2520, reference }, now);
  return reference;
};
/** An order that was paid at Stripe and for which a refund is asked. */
const asked = async () => {
  const id = await place();
  const intent = await hearPaid((await openPage(id)).sessionId);
  const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
  const reference = await requestRefund(db, request, [], { folder, now: later });
  await db.deleteFrom('mail').execute();
  return { id, intent, reference };
};
const payBack = (now = later, payer = stripe.payments) => payBackDue(db, payer, () => now);
const subjects = async () => (await db.selectFrom('mail').select('subject').orderBy('created_at').execute()).map(({ subject }) => subject);
const refundsOf = (intent: string) => [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);

beforeEach(async () => {
  Object.assign(stripe.state, { isDown: false, answersAreLost: false, refundsFail: false, isRefundedAlready: false });
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two.
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
});

describe('[4.refund] a refund that the seller has decided', () => {
  test.each([
    [{ outcome: 'full' }, '2520', '£25.20'],
    [{ outcome: 'partial', amount: pence(5.5) }, '550', '£5.50'],
  ] as const)('%j is paid back at Stripe, noted, and the buyer is told once it is', async (decision, amount, words) => {
    const { id, intent, reference } = await asked();
    const decided = await decideRefund(db, reference, decision, later);
    expect(decided.moneyBack).toEqual({ paidAt: null, reference: null, problem: '' });
    expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
    expect(await payBack()).toBe(1);
    const [made, ...others] = refundsOf(intent);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount, metadata: { payback: expect.any(String) } });
    expect(await subjects()).toContain(`We have paid back ${words} for order ${id}`);
    expect((await showRefund(db, reference)).moneyBack).toEqual({ paidAt: later.toISOString(), reference: made?.id, problem: '' });
    expect((await eventsOf(db, id)).at(-1)?.what).toBe(`${words} paid back for request ${reference}: ${made?.id}.`);
    expect(await payBack(minutesLater(10_000))).toBe(0);
  });

  test('of an exchange moves no money', async () => {
    const { id, reference } = await asked();
    expect((await decideRefund(db, reference, { outcome: 'exchange' }, later)).moneyBack).toBeNull();
    expect(await paybacksOf(db, id)).toEqual([]);
  });

  test('waits while Stripe is down, with pauses that grow to an hour, and is never given up or told too early', async () => {
    const { intent, reference } = await asked();
    await decideRefund(db, reference, { outcome: 'full' }, later);
    stripe.state.isDown = true;
    let now = later;
    const pauses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await payBack(now)).toBe(0);
      const { due_at } = await db.selectFrom('payback').select('due_at').executeTakeFirstOrThrow();
      pauses.push((Date.parse(due_at ?? '') - now.getTime()) / 1000);
      expect(await payBack(new Date(now.getTime() + 1000))).toBe(0);
      now = new Date(due_at ?? '');
    }
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(Math.max(...pauses)).toBe(3600);
    expect((await showRefund(db, reference)).moneyBack).toMatchObject({ paidAt: null, problem: expect.stringContaining('Down') });
    expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
    stripe.state.isDown = false;
    expect(await payBack(now)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('is paid once, however many processes are at it', async () => {
    const { intent, reference } = await asked();
    await decideRefund(db, reference, { outcome: 'full' }, later);
    const paid = await Promise.all(Array.from({ length: 8 }, () => payBack()));
    expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('is paid once when Stripe’s answer is lost, also when Stripe has forgotten the key since', async () => {
    const { intent, reference } = await asked();
    await decideRefund(db, reference, { outcome: 'full' }, later);
    stripe.state.answersAreLost = true;
    expect(await payBack()).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
    for (const [key, made] of [...stripe.refunds]) {
      stripe.refunds.delete(key);
      stripe.refunds.set(`forgotten-${key}`, made);
    }
    stripe.state.answersAreLost = false;
    expect(await payBack(minutesLater(10_000))).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await showRefund(db, reference)).moneyBack?.reference).toBe(refundsOf(intent)[0]?.id);
  });

  test('that was paid back by hand before is done, and one that failed is the seller’s to see', async () => {
    const first = await asked();
    await decideRefund(db, first.reference, { outcome: 'full' }, later);
    stripe.state.isRefundedAlready = true;
    expect(await payBack()).toBe(1);
    expect((await showRefund(db, first.reference)).moneyBack?.reference).toBe('paid back at Stripe before');
    Object.assign(stripe.state, { isRefundedAlready: false, refundsFail: true });
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
    const second = await asked();
    await decideRefund(db, second.reference, { outcome: 'full' }, later);
    for (const now of [later, minutesLater(700), minutesLater(800)]) expect(await payBack(now)).toBe(0);
    expect((await showRefund(db, second.reference)).moneyBack).toMatchObject({
      paidAt: null,
      problem: expect.stringContaining('dashboard'),
    });
    expect(refundsOf(second.intent)).toHaveLength(1);
    expect(await subjects()).not.toContain(`We have paid back £25.20 for order ${second.id}`);
  });

  test('waits for the provider that took the money', async () => {
    const { reference } = await asked();
    await decideRefund(db, reference, { outcome: 'full' }, later);
    expect(await payBack(later, testPayments)).toBe(0);
    expect((await showRefund(db, reference)).moneyBack).toMatchObject({ paidAt: null, problem: '' });
  });

  test('of a payment on the test page goes the same way, without money', async () => {
    const id = await place();
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    await chooseOnTestPage(db, sessionId, 'pay', openingDay);
    const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
    const reference = await requestRefund(db, request, [], { folder, now: later });
    await decideRefund(db, reference, { outcome: 'full' }, later);
    expect(await payBack(later, testPayments)).toBe(1);
    expect((await showRefund(db, reference)).moneyBack).toMatchObject({ paidAt: later.toISOString() });
  });
});

describe('[ruling 14] a payment for which nothing can be sent', () => {
  test('after its order lapsed and the goods had gone goes back, all of it, and both letters are true when they are written', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    await bringUpToDate(db, minutesLater(30));
    await place({}, minutesLater(30));
    const intent = await hearPaid(sessionId, minutesLater(31));
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`]);
    expect(await payBack()).toBe(1);
    expect(refundsOf(intent)).toMatchObject([{ amount: undefined }]);
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`, `We have paid back your payment for order ${id}`]);
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'lapsed', message: expect.stringContaining('all of it back') });
    // Told once more, it is still one.
    await hearPaid(sessionId, later);
    expect(await payBack(minutesLater(10_000))).toBe(0);
  });
});

describe('an unpaid order whose place another takes', () => {
  const replaceAtStripe = async (first: string): Promise<string> => {
    await closeReplaced(db, stripe.payments, { replaces: first, buyer: undefined });
    return place({ note: 'Ring twice.', replaces: first });
  };

  test('has its page closed first, so that nobody pays for both', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    const second = await replaceAtStripe(first);
    expect(stripe.sessions.get(sessionId)?.status).toBe('expired');
    await hearPaid((await openPage(second)).sessionId);
    expect(await findOrder(db, second)).toMatchObject({ status: 'confirmed', note: 'Ring twice.' });
  });

  test('is not replaced once somebody has paid on its page, heard of or not', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    const atStripe = stripe.sessions.get(sessionId);
    if (atStripe) atStripe.status = 'complete';
    await expect(replaceAtStripe(first)).rejects.toMatchObject({ kind: 'conflict', code: 'processing' });
    await hearPaid(sessionId);
    expect(await findOrder(db, first)).toMatchObject({ status: 'confirmed' });
    await expect(place({ replaces: first })).rejects.toMatchObject({ code: 'paid' });
  });

  test('or whose payment the bank is at is not replaced either', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'processing' }, openingDay);
    await expect(place({ replaces: first })).rejects.toMatchObject({ kind: 'conflict', code: 'processing' });
  });

  test('can still be paid on another page where the new one could not be had', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    await closeReplaced(db, stripe.payments, { replaces: first, buyer: undefined });
    await expect(place({ replaces: first, items: [{ productId: 'mug', quantity: 4 }] })).rejects.toMatchObject({ kind: 'conflict' });
    const again = await openPage(first);
    expect(again.sessionId).not.toBe(sessionId);
    await hearPaid(again.sessionId);
    expect(await findOrder(db, first)).toMatchObject({ status: 'confirmed' });
  });

  test('is replaced while Stripe is down; its page is closed later, and what is paid on it all the same goes back', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    stripe.state.isDown = true;
    const second = await replaceAtStripe(first);
    await closePayments(db, stripe.payments);
    expect(stripe.sessions.get(sessionId)?.status).toBe('open');
    stripe.state.isDown = false;
    const intent = await hearPaid(sessionId);
    expect(await subjects()).toEqual([`Your payment for order ${first} came after you had changed it`]);
    expect(await payBack()).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await findOrder(db, second)).toMatchObject({ status: 'pending' });
  });

  test('just when it is paid, is paid or replaced but never both, and the goods are sold once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.deleteFrom('order').execute();
      await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 2 });
      const first = await place();
      const { sessionId } = await openPage(first);
      const racing = [() => hearPaid(sessionId), () => place({ note: 'Ring twice.', replaces: first }).catch(() => undefined)];
      await Promise.all((round % 2 ? racing : racing.toReversed()).map((run) => run()));
      const rows = await db.selectFrom('order').select(['id', 'status', 'replaced_by']).execute();
      const [payment] = await db.selectFrom('payment').select('status').execute();
      const isReplaced = rows.length === 2;
      expect(rows.find(({ id }) => id === first)?.status).toBe(isReplaced ? 'lapsed' : 'confirmed');
      expect(payment?.status).toBe(isReplaced ? 'refund' : 'paid');
      const sold = await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow();
      expect(sold.sale_count).toBe(2);
    }
  });
});
