import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import type { Vat } from '#contract/vat.ts';
import { recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startFakeStripe();
const sellerEmail = 'seller@shop.example';
const trader = 'Flone\nUnit 4\nExampleford';

const place = async (vat?: Vat): Promise<string> => {
  const payload = anOrderFor({ productId: 'mug', quantity: 2 });
  const order = anOrderRequest(payload, { trader, vat });
  return (await placeOrder(db, order))._id;
};
const pay = async (id: string): Promise<string> => {
  await payOrder(db, id, { provider: stripe.payments, paidAt: minutesLater(1) });
  return id;
};
const paid = async (vat?: Vat): Promise<string> => pay(await place(vat));
const numberOf = async (id: string): Promise<string | undefined> => (await findOrder(db, id)).invoice?.number;

beforeEach(async () => {
  for (const table of ['refund', 'order', 'order_request'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('invoice_counter').set({ last: 41 }).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 90 });
});

describe('the invoice of an order', () => {
  test('an order has its invoice once it is paid, with the seller of that day, and without VAT for a seller who is not registered', async () => {
    const id = await place();
    expect(await findOrder(db, id)).not.toHaveProperty('invoice');
    await pay(id);
    expect((await findOrder(db, id)).invoice).toEqual({ number: 'INV-000042', date: minutesLater(1).toISOString(), seller: trader });
  });

  test('an invoice names the VAT registration of the day on which the order was placed', async () => {
    const id = await paid({ number: 'GB 123 4567 89', rate: 12.5 });
    expect((await findOrder(db, id)).invoice?.vat).toEqual({ number: 'GB 123 4567 89', rate: 12.5 });
  });

  test('an invoice has the next number, without gaps and never twice, also when twelve orders are paid at once', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1) ids.push(await place());
    await Promise.all(ids.map(pay));
    const numbers = await Promise.all(ids.map(numberOf));
    expect(numbers.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `INV-0000${42 + index}`));
  });

  test('an invoice keeps its number after a cancellation', async () => {
    const id = await paid();
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(6) });
    expect(await numberOf(id)).toBe('INV-000042');
  });
});

describe('what went back of an order', () => {
  const send = (minutes: number) => sendDueRefunds(db, stripe.payments, { clock: () => minutesLater(minutes), sellerEmail });

  test('an order lists its money back once that is paid: a refund, and the rest after a cancellation', async () => {
    const id = await paid();
    const reason = 'It came with a crack in it.';
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason }, [], { imageStore, now: minutesLater(2) });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(5.2), withoutReturn: true }, minutesLater(3));
    expect(await findOrder(db, id)).not.toHaveProperty('moneyBack');
    await send(4);
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(5) });
    await send(6);
    expect((await findOrder(db, id)).moneyBack).toEqual([
      { amount: 5.2, date: minutesLater(4).toISOString() },
      { amount: 20, date: minutesLater(6).toISOString() },
    ]);
  });

  /** A second payment of an order, on a page of its own. */
  const payAgain = async (id: string, minutes: number): Promise<void> => {
    const { attempt } = await db
      .selectFrom('payment')
      .select('attempt')
      .where('order_id', '=', id)
      .orderBy('attempt', 'desc')
      .executeTakeFirstOrThrow();
    const opened = { orderId: id, attempt: attempt + 1, provider: 'stripe' as const };
    const event = {
      eventId: aKey(),
      sessionId: `cs_again_${id}`,
      outcome: 'paid',
      reference: `pi_again_${id}`,
      openedFor: opened,
    } as const;
    await recordPayment(db, event, minutesLater(minutes));
  };

  test('the money back of an order that was paid twice, partly refunded and cancelled is what went back of one payment', async () => {
    const id = await paid();
    await payAgain(id, 2);
    expect(await send(3)).toBe(1);
    const reason = 'It came with a crack in it.';
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason }, [], { imageStore, now: minutesLater(4) });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(5.2), withoutReturn: true }, minutesLater(5));
    expect(await send(6)).toBe(1);
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(7) });
    const refunded = { amount: 5.2, date: minutesLater(6).toISOString() };
    expect((await findOrder(db, id)).moneyBack).toEqual([refunded]);
    expect(await send(8)).toBe(1);
    expect((await findOrder(db, id)).moneyBack).toEqual([refunded, { amount: 20, date: minutesLater(8).toISOString() }]);
  });

  test('the money back of an order that was paid twice and cancelled is its total, once that has gone back', async () => {
    const id = await paid();
    await payAgain(id, 2);
    expect(await send(3)).toBe(1);
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(4) });
    expect((await findOrder(db, id)).status).toBe('cancelled');
    expect(await findOrder(db, id)).not.toHaveProperty('moneyBack');
    expect(await send(5)).toBe(1);
    expect((await findOrder(db, id)).moneyBack).toEqual([{ amount: 25.2, date: minutesLater(5).toISOString() }]);
  });

  /** An event of the first payment of an order. */
  const hear = async (id: string, event: (payment: string) => MoneyEvent): Promise<void> => {
    const { reference } = await db
      .selectFrom('payment')
      .select('reference')
      .where('order_id', '=', id)
      .orderBy('attempt')
      .executeTakeFirstOrThrow();
    await recordMoney(db, event(reference ?? ''), { now: minutesLater(4), sellerEmail });
  };
  const dashboardRefund = (id: string, amount: number, state: 'done' | 'failed' = 'done') =>
    hear(id, (payment) => ({ kind: 'refund', reference: `re_${id}`, payment, id: undefined, amount, state, reason: '' }));
  const dispute = (id: string, state: 'held' | 'done') =>
    hear(id, (payment) => ({ kind: 'dispute', reference: `du_${id}`, payment, amount: 2520, state, reason: '' }));

  test('the refund of a cancelled order after a dashboard refund is listed as the rest', async () => {
    const id = await paid();
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(3) });
    await dashboardRefund(id, 1000);
    expect(await send(5)).toBe(1);
    expect((await findOrder(db, id)).moneyBack?.map(({ amount }) => amount)).toEqual([10, 15.2]);
  });

  test('what a dashboard refund took off a due refund is money back beside the rest of it, unless that dashboard refund fails', async () => {
    const id = await paid();
    const reason = 'It came with a crack in it.';
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason }, [], { imageStore, now: minutesLater(2) });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(12), withoutReturn: true }, minutesLater(3));
    await dashboardRefund(id, 500);
    expect(await send(5)).toBe(1);
    expect((await findOrder(db, id)).moneyBack).toEqual([
      { amount: 5, date: minutesLater(4).toISOString() },
      { amount: 7, date: minutesLater(5).toISOString() },
    ]);
    await dashboardRefund(id, 500, 'failed');
    expect((await findOrder(db, id)).moneyBack).toEqual([{ amount: 7, date: minutesLater(5).toISOString() }]);
    expect(await send(6)).toBe(1);
    expect((await findOrder(db, id)).moneyBack?.map(({ amount }) => amount)).toEqual([7, 5]);
  });

  test('what a dispute holds of an order that was paid twice and cancelled is no money back', async () => {
    const id = await paid();
    await payAgain(id, 2);
    await dispute(id, 'held');
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(5) });
    expect(await send(6)).toBe(1);
    expect(await findOrder(db, id)).not.toHaveProperty('moneyBack');
    await dispute(id, 'done');
    expect((await findOrder(db, id)).moneyBack?.map(({ amount }) => amount)).toEqual([25.2]);
  });

  test('the money back of a cancelled order stays as it is when a second payment arrives and goes back', async () => {
    const id = await paid();
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(2) });
    expect(await send(3)).toBe(1);
    const moneyBack = [{ amount: 25.2, date: minutesLater(3).toISOString() }];
    expect((await findOrder(db, id)).moneyBack).toEqual(moneyBack);
    await payAgain(id, 4);
    expect((await findOrder(db, id)).moneyBack).toEqual(moneyBack);
    expect(await send(5)).toBe(1);
    expect((await findOrder(db, id)).moneyBack).toEqual(moneyBack);
  });

  test('the money back is the whole total of a cancelled order, and nothing for a second payment that was never invoiced', async () => {
    const cancelled = await paid();
    await cancelOrder(db, stripe.payments, cancelled, { now: minutesLater(5) });
    const twice = await paid();
    await payAgain(twice, 5);
    expect(await send(6)).toBe(2);
    expect((await findOrder(db, cancelled)).moneyBack).toEqual([{ amount: 25.2, date: minutesLater(6).toISOString() }]);
    expect(await findOrder(db, twice)).not.toHaveProperty('moneyBack');
  });
});
