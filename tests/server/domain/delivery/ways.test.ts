import { beforeEach, describe, expect, test } from 'vitest';
import { collectionId, standardOnly } from '#contract/delivery-options.ts';
import { setDeliveryOptions, showDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import type { Failure } from '#server/domain/failure.ts';
import { declareCancellation, recordPosted } from '#server/domain/money/declare-cancellation.ts';
import { decideRefundRequest } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { checkVoucher } from '#server/domain/vouchers/check-voucher.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { atOnce } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { someDeliveryOptions as options } from '#tests/support/delivery-options.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, addAccounts, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';

const db = await freshDatabase('empty');

const items = [
  { productId: 'vase', quantity: 2 },
  { productId: 'spoon', quantity: 1 },
];

const place = (over: { readonly way?: string; readonly voucher?: string; readonly postalCode?: string } = {}) => {
  const { postalCode = aBuyer.postalCode, ...payload } = over;
  return placeOrder(db, anOrderRequest({ ...anOrderFor(...items), billingInfo: { ...aBuyer, postalCode }, ...payload }));
};

const mailOf = async (subject: RegExp) => {
  const mails = await db.selectFrom('mail').select(['subject', 'text']).execute();
  return mails.find((mail) => subject.test(mail.subject))?.text;
};

const moneyBack = async (id: string) => {
  const { amount } = await db
    .selectFrom('money')
    .select(({ fn }) => fn.sum<string | number>('amount').as('amount'))
    .where('order_id', '=', id)
    .where('source', '=', 'ours')
    .executeTakeFirstOrThrow();
  return Number(amount);
};

beforeEach(async () => {
  for (const table of ['order', 'mail', 'voucher', 'delivery_options'] as const) await db.deleteFrom(table).execute();
  // Delivery by item: 2 × £6.00 and £3.00.
  await sell(
    db,
    { id: 'vase', name: 'Vase', basePrice: 20, deliveryCost: 6, stock: 99 },
    { id: 'spoon', name: 'Spoon', basePrice: 5, deliveryCost: 3, stock: 99 },
  );
  await setDeliveryOptions(db, options);
});

test('of two sellers who change the ways from the same page, one does', async () => {
  await addAccounts(db, 'sam');
  const by = { accountId: 'sam', name: 'Sam', role: 'seller', call: 'changeDelivery', hasFreshCode: true } as const;
  const { version: seen } = await showDeliveryOptions(db);
  const change = () => setDeliveryOptions(db, standardOnly, { by, seenVersion: seen, now: openingDay });
  expect(await atOnce(db, change, change)).toEqual(['conflict', 'done']);
});

describe('an order by the seller’s ways of delivery', () => {
  test('an order pays the cap, shared out over its lines, with faster way and region on top, and has the dates of that way', async () => {
    const placed = await place({ way: 'express', postalCode: 'BT1 5GS' });
    expect(placed).toMatchObject({
      goodsTotal: 45,
      deliveryTotal: 18.45,
      overallTotal: 63.45,
      way: { id: 'express', name: 'Express' },
      // (£9.95 + £4.00) by 12 : 3
      items: [{ delivery: 11.16 }, { delivery: 2.79 }],
      deliveryParts: [
        { kind: 'items', amount: 15 },
        { kind: 'cap', amount: -5.05 },
        { kind: 'region', name: 'Northern Ireland', amount: 4 },
        { kind: 'way', name: 'Express', amount: 4.5 },
      ],
    });
    expect(placed.arrival?.from).toBe(placed.arrival?.to);
    expect(await findOrder(db, placed._id)).toEqual(placed);
  });

  test('an order keeps its charges when the seller changes the settings, and a shop without settings charges by item', async () => {
    const placed = await place({ way: 'express' });
    await setDeliveryOptions(db, standardOnly);
    expect(await findOrder(db, placed._id)).toEqual(placed);
    const plain = await place();
    expect(plain).toMatchObject({ deliveryTotal: 15, items: [{ delivery: 12 }, { delivery: 3 }] });
    expect(plain).not.toHaveProperty('deliveryParts');
    expect(plain).not.toHaveProperty('way');
  });

  test.each<[string, Parameters<typeof place>[0], RegExp, string]>([
    ['a delivery option that is no longer offered', { way: 'by-drone' }, /not offered any more/, 'way'],
    ['standard delivery to a region without delivery', { postalCode: 'JE2 3AB' }, /can’t deliver to Jersey/, 'billingInfo.postalCode'],
  ])('an order by %s is refused, and nothing is stored', async (_, over, message, field) => {
    const refused = await place(over).catch((error: Failure) => error);
    expect(refused).toMatchObject({ kind: 'conflict', code: 'delivery', errors: { [field]: expect.stringMatching(message) } });
    expect(await db.selectFrom('order').select('id').execute()).toEqual([]);
  });

  test('a buyer in a region without delivery collects an order, is told where and when, and is mailed when it is ready', async () => {
    const { _id: id, ...placed } = await place({ way: collectionId, postalCode: 'JE2 3AB' });
    expect(placed).toMatchObject({ deliveryTotal: 0, overallTotal: 45, way: { collection: options.collection } });
    expect(placed.arrival?.from).toBe(placed.arrival?.dispatchBy);
    await payOrder(db, id);
    const confirmation = await mailOf(/is confirmed/);
    for (const text of ['Mill Lane', 'Saturday, 10 am to 1 pm', 'ready to collect from', 'Collected, so no delivery', '−£15.00'])
      expect(confirmation).toContain(text);
    // How it is sent need not be said.
    await changeStatus(db, testPayments, id, { to: 'Dispatch', delivery: aDelivery, now: minutesLater(60) });
    expect(await findOrder(db, id)).toMatchObject({ shippingMethod: 'Collection' });
    expect(await mailOf(/on its way/)).toBeUndefined();
    expect(await mailOf(/is ready to collect/)).toContain('Mill Lane');
  });
});

describe('vouchers and refunds', () => {
  test('a voucher for delivery takes off the standard delivery and not the faster way', async () => {
    await createVoucher(db, { kind: 'delivery', code: 'POSTFREE' }, { now: openingDay });
    expect(await place({ way: 'express', voucher: 'POSTFREE' })).toMatchObject({
      voucher: { discount: 9.95 },
      overallTotal: 49.5,
      items: [{ discount: 7.96 }, { discount: 1.99 }],
    });
  });

  test('a voucher for delivery has nothing to take off a collection, as the check says before', async () => {
    await createVoucher(db, { kind: 'delivery', code: 'POSTFREE' }, { now: openingDay });
    const check = (way?: string) =>
      checkVoucher(db, {
        check: { code: 'POSTFREE', items, way },
        buyer: undefined,
        clientIp: '192.0.2.1',
        minPence: 0,
        now: openingDay,
      });
    expect(await check()).toMatchObject({ kind: 'delivery' });
    await expect(check(collectionId)).rejects.toMatchObject({ message: expect.stringContaining('take nothing off') });
    await expect(place({ way: collectionId, voucher: 'POSTFREE' })).rejects.toMatchObject({ code: 'voucher' });
  });

  test('an order cancelled before it is sent is refunded whole, with the surcharge of its faster way', async () => {
    const { _id: id } = await place({ way: 'express' });
    await payOrder(db, id);
    await cancelOrder(db, testPayments, id, { now: minutesLater(60) });
    expect(await moneyBack(id)).toBe(5945);
  });

  test('a buyer who cancels all that was sent is owed the standard delivery, and not the faster way', async () => {
    const { _id: id, items: lines } = await place({ way: 'express' });
    await payOrder(db, id);
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'DPD', delivery: aDelivery, now: minutesLater(60) });
    const declared = lines.map(({ _id: itemId, quantity }) => ({ itemId, quantity, left: quantity }));
    const { references } = await declareCancellation(db, { orderId: id, items: declared }, minutesLater(90));
    for (const reference of references) {
      await recordPosted(db, reference, { now: minutesLater(120) });
      await decideRefundRequest(db, reference, { outcome: 'full' }, minutesLater(150));
    }
    expect(await moneyBack(id)).toBe(5495);
  });
});
