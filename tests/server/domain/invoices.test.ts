import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import type { Vat } from '#contract/vat.ts';
import { cancelOrder } from '#server/domain/cancel-order.ts';
import { completeInvoice } from '#server/domain/invoices.ts';
import { findOrder, placeOrder } from '#server/domain/orders.ts';
import { sendDuePaybacks } from '#server/domain/paybacks.ts';
import { recordPayment } from '#server/domain/payments.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/refund-requests.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startStripeStandIn();
const trader = 'Flone\nUnit 4\nExampleford';

const place = async (vat?: Vat): Promise<string> => {
  const payload = anOrderFor({ productId: 'mug', quantity: 2 });
  const order = { ...aCaller, payload, trader, vat, key: aKey(), buyer: undefined, shopOrigin: origins.shop, now: openingDay };
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

  test('an invoice keeps its number after a second payment, a cancellation and another look', async () => {
    const id = await paid();
    await completeInvoice(db, id, minutesLater(5));
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(6) });
    await completeInvoice(db, id, minutesLater(7));
    expect(await numberOf(id)).toBe('INV-000042');
  });

  test('an invoice gets a number at the first look when an earlier version recorded the payment, and an unpaid order gets none', async () => {
    const [id, unpaid] = [await place(), await place()];
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', id).execute();
    await Promise.all(Array.from({ length: 5 }, () => completeInvoice(db, id, minutesLater(9))));
    await completeInvoice(db, unpaid, minutesLater(9));
    await completeInvoice(db, 'nothing', minutesLater(9));
    expect([await numberOf(id), await numberOf(unpaid)]).toEqual(['INV-000042', undefined]);
    expect(await numberOf(await paid())).toBe('INV-000043');
  });
});

describe('what went back of an order', () => {
  const payBack = (minutes: number) => sendDuePaybacks(db, stripe.payments, () => minutesLater(minutes));

  test('an order lists its money back once that is paid: a refund, and the rest after a cancellation', async () => {
    const id = await paid();
    const reason = 'It came with a crack in it.';
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason }, [], { imageStore, now: minutesLater(2) });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(5.2), withoutReturn: true }, minutesLater(3));
    expect(await findOrder(db, id)).not.toHaveProperty('moneyBack');
    await payBack(4);
    await cancelOrder(db, stripe.payments, id, { now: minutesLater(5) });
    await payBack(6);
    expect((await findOrder(db, id)).moneyBack).toEqual([
      { amount: 5.2, date: minutesLater(4).toISOString() },
      { amount: 20, date: minutesLater(6).toISOString() },
    ]);
  });

  test('the money back is the whole total of a cancelled order, and nothing for a second payment that was never invoiced', async () => {
    const cancelled = await paid();
    await cancelOrder(db, stripe.payments, cancelled, { now: minutesLater(5) });
    const twice = await paid();
    const { attempt } = await db.selectFrom('payment').select('attempt').where('order_id', '=', twice).executeTakeFirstOrThrow();
    const opened = { orderId: twice, attempt: attempt + 1, provider: 'stripe' as const };
    await recordPayment(db, { eventId: aKey(), sessionId: 'cs_twice', outcome: 'paid', reference: 'pi_twice', opened }, minutesLater(5));
    expect(await payBack(6)).toBe(2);
    expect((await findOrder(db, cancelled)).moneyBack).toEqual([{ amount: 25.2, date: minutesLater(6).toISOString() }]);
    expect(await findOrder(db, twice)).not.toHaveProperty('moneyBack');
  });
});
