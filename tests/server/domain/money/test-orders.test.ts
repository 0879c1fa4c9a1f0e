import { beforeEach, expect, test } from 'vitest';
import { exportBooks } from '#server/domain/figures/books.ts';
import { sumRanges } from '#server/domain/figures/figures.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { endTestOrders } from '#server/domain/money/test-orders.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { searchOrders } from '#server/domain/orders/order-search.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { recordRestore } from '#server/domain/seller/restores.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { testPayments } from '#server/payments/test.ts';
import { meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { aPaymentProvider } from '#tests/support/payment-provider.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
const range = { from: '2025-08-01', to: '2025-12-31' };
const sellerEmail = 'seller@shop.test';

beforeEach(async () => {
  for (const table of ['order', 'mail'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('invoice_counter').set({ last: 0 }).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 20, stock: 100 });
});

const buy = async (provider = testPayments): Promise<string> => {
  const { _id: id } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' })));
  await payOrder(db, id, { provider });
  return id;
};
const live = () => aPaymentProvider().payments;
/** As Stripe names the payment pages of its test mode. */
const stripeInTests = () => ({
  ...live(),
  takesMoney: false,
  open: async () => ({ sessionId: `cs_test_${Math.random()}`, url: 'https://pay.test/' }),
});
const booksOf = async () => (await exportBooks(db, range, { now: openingDay })).trim().split('\r\n').slice(1);

test('a shop that goes live begins with invoice 1: orders of the test page and of Stripe’s test mode are in no books and figures, now and later', async () => {
  const tried = [await buy(), await buy(stripeInTests())];
  expect((await findOrder(db, tried[1] ?? '')).invoice?.number).toBe('INV-000002');
  expect(await endTestOrders(db)).toBe(2);
  for (const id of tried) expect(await findOrder(db, id)).not.toHaveProperty('invoice');
  const real = await buy(live());
  // Each start of the server, and of other processes.
  expect(await endTestOrders(db)).toBe(0);
  expect((await findOrder(db, real)).invoice?.number).toBe('INV-000001');
  expect((await findOrder(db, await buy(live()))).invoice?.number).toBe('INV-000002');
  for (const id of tried) await cancelOrder(db, live(), id, { now: minutesLater(5) });
  await sendRefunds(live());
  expect((await booksOf()).map((line) => line.split(',').slice(1, 3))).toEqual([
    ['invoice', 'INV-000001'],
    ['invoice', 'INV-000002'],
  ]);
  expect(await sumRanges(db, [range])).toMatchObject([{ orders: 2, total: 4000, paidBack: 0 }]);
  const found: string[] = [];
  for await (const { row } of searchOrders(db, { text: 'INV-000001' })) found.push(row.id);
  expect(found).toEqual([real]);
});

test('an order that is paid while test orders lose their invoices gets the first number', async () => {
  await buy();
  await buy();
  const { _id: real } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' })));
  expect(
    await meanwhile(
      db,
      'order_word',
      () => endTestOrders(db),
      () => payOrder(db, real, { provider: live() }),
    ),
  ).toEqual(['done', 'done']);
  expect((await findOrder(db, real)).invoice?.number).toBe('INV-000001');
  expect((await findOrder(db, await buy(live()))).invoice?.number).toBe('INV-000002');
});

test('an order of nothing that was tried with Stripe’s test keys has no invoice of the live shop, and one that a customer places has', async () => {
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 0, stock: 100 });
  const placeFree = async (payments: typeof testPayments): Promise<string> => {
    const { _id: id } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' })));
    await db.updateTable('order').set({ delivery_total: 0, total: 0 }).where('id', '=', id).execute();
    await openPayment(db, payments, { orderId: id, origins, now: openingDay });
    return id;
  };
  const tried = await placeFree((await startFakeStripe()).payments);
  expect((await findOrder(db, tried)).invoice?.number).toBe('INV-000001');
  expect(await endTestOrders(db)).toBe(1);
  const real = await placeFree(live());
  expect(await endTestOrders(db)).toBe(0);
  expect((await findOrder(db, real)).invoice?.number).toBe('INV-000001');
});

async function sendRefunds(payments: typeof testPayments): Promise<void> {
  const job = jobs.find(({ name }) => name === 'send refunds');
  if (!job) throw new Error('There is no such job.');
  const services = { ...testServices({ db, payments }), clock: async () => minutesLater(10), notices: { sellerEmail } };
  await job.round(services as never, minutesLater(10), { signal: new AbortController().signal });
}

test('an order of the test page that is cancelled once the shop takes money is paid back there at once, and waits for nobody', async () => {
  const id = await buy();
  await endTestOrders(db);
  const provider = live();
  await cancelOrder(db, provider, id, { now: minutesLater(5) });
  expect(await findOrder(db, id)).toMatchObject({ cancellation: { refund: 'due' } });
  await sendRefunds(provider);
  expect(await findOrder(db, id)).toMatchObject({ cancellation: { refund: 'done' } });
});

test('a number that a real order has stays, and the next one follows it, whatever was tried before or after', async () => {
  const real = await buy(live());
  await buy();
  expect(await endTestOrders(db)).toBe(1);
  expect((await findOrder(db, real)).invoice?.number).toBe('INV-000001');
  expect((await findOrder(db, await buy(live()))).invoice?.number).toBe('INV-000003');
});

test('after the restore of a copy that is older than the opening, no number is given again that a real order may have', async () => {
  await buy();
  const { lastSkipped } = await recordRestore(db, { now: openingDay, sellerEmail });
  expect(lastSkipped).toBe('INV-010001');
  expect(await endTestOrders(db)).toBe(1);
  expect((await findOrder(db, await buy(live()))).invoice?.number).toBe('INV-010002');
});
