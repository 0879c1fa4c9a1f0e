import { beforeAll, expect, test } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { Failure } from '#server/domain/failure.ts';
import { sumsOf } from '#server/domain/money/ledger.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { writeOrders } from '#server/domain/orders/order-file.ts';
import { placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { checkVoucher } from '#server/domain/vouchers/check-voucher.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { renderTestPage } from '#server/http/test-payment-page.ts';
import { confirmationEmail } from '#server/mail/templates/order-emails.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();

const express = { id: 'express', name: 'Express', surcharge: 4.5, courierDays: { min: 1, max: 1 } };
const offered = { ...standardOnly, cap: 3, ways: [express], giftWrap: 3.5 };
const wanted = anOrderFor({ productId: 'mug', quantity: 2 });

const place = (over: Partial<typeof wanted>) => placeOrder(db, anOrderRequest({ ...wanted, ...over }));

const pennies = (text: string): number => (text.startsWith('−') ? -1 : 1) * Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);
const add = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

beforeAll(async () => {
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, deliveryCost: 2.5, stock: 99 });
  await setDeliveryOptions(db, offered);
});

// Two mugs: goods £20, delivery £5 and never more than £3.
test.each([
  ['by standard delivery', {}, undefined, 26.5],
  ['by a faster way', { way: 'express' }, undefined, 31],
  ['with a voucher for all goods', {}, { kind: 'percent', value: 100 }, 6.5],
  ['with a voucher for delivery, by a faster way', { way: 'express' }, { kind: 'delivery' }, 28],
] as const)(
  'a gift-wrapped order %s adds up to its total in payment pages, mail and file, and is refunded in full',
  async (_, over, terms, total) => {
    const voucher = terms && (await createVoucher(db, terms, { now: openingDay })).code;
    const order = await place({ ...over, ...(voucher !== undefined && { voucher }), giftWrap: true });
    expect(order).toMatchObject({ giftWrap: 3.5, overallTotal: total });

    const page = String(await renderTestPage({ shopName: 'Flone', order, isOpen: true, returnUrl: '/' }));
    const foot = [...(page.split('<tfoot>')[1] ?? '').matchAll(/<th scope="row">([^<]*)<\/th><td>([^<]*)/g)].map(([, name, cost]) => [
      name,
      cost,
    ]);
    expect(foot).toContainEqual(['Gift wrapping', '£3.50']);
    expect(add(foot.slice(0, -1).map(([, cost = '']) => pennies(cost)))).toBe(Math.round(total * 100));

    await payOrder(db, order._id, { provider: stripe.payments });
    expect([...stripe.sessions.values()].at(-1)?.amount_total).toBe(Math.round(total * 100));

    const found = await readOrder(db, order._id);
    if (!found) throw new Error('There is no such order.');
    const { parts } = confirmationEmail(found);
    expect(parts).toContain('Gift wrapped, without prices in the parcel.');
    const sums = parts.flatMap((part) => (typeof part === 'object' && 'sums' in part ? [part] : []));
    expect(sums).toHaveLength(1);
    expect(add(sums.flatMap((part) => part.sums.map(([, cost]) => pennies(cost))))).toBe(Math.round(total * 100));

    let file = '';
    for await (const line of writeOrders(db, {})) file += line;
    const [head, ...rows] = file
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const row = rows.find((cells) => cells.includes(order._id)) ?? [];
    const cell = (name: string): number => pennies(row[head?.indexOf(name) ?? -1] ?? '');
    expect(cell('goods') + cell('delivery') + cell('giftWrap') - cell('discount')).toBe(cell('total'));
    expect(cell('giftWrap')).toBe(350);

    await cancelOrder(db, stripe.payments, order._id, { reason: undefined, now: minutesLater(9) });
    const { open, back } = sumsOf((await readOrder(db, order._id))?.money ?? []);
    expect(open + back).toBe(Math.round(total * 100));
  },
);

test('an order is not wrapped unless its buyer says so, and free wrapping is no more than a mark', async () => {
  expect(await place({})).not.toHaveProperty('giftWrap');
  expect(await place({ giftWrap: false })).toMatchObject({ overallTotal: 23 });
  await setDeliveryOptions(db, { ...offered, giftWrap: 0 });
  expect(await place({ giftWrap: true })).toMatchObject({ giftWrap: 0, overallTotal: 23 });
  await setDeliveryOptions(db, offered);
});

test('an order cannot be wrapped where that is not offered', async () => {
  await setDeliveryOptions(db, { ...offered, giftWrap: null });
  const refused = await place({ giftWrap: true }).catch((error: unknown) => error);
  await setDeliveryOptions(db, offered);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({
    kind: 'conflict',
    code: 'giftWrap',
    message: expect.stringMatching(/^We don’t offer gift wrapping any more/),
  });
});

// Half off goods for 20 p: what is left cannot be paid by itself, and takes less off, or nothing, up to the minimum.
test.each([null, 0, 0.05, 0.1, 0.15, 0.2, 3.5])(
  'a voucher that leaves about the minimum payment is checked as the order applies it, with gift wrapping at %s',
  async (giftWrap) => {
    await sell(db, { id: 'sticker', name: 'Sticker', basePrice: 0.2, deliveryCost: 0, stock: 99 });
    await setDeliveryOptions(db, { ...standardOnly, giftWrap });
    const { code } = await createVoucher(db, { kind: 'percent', value: 50 }, { now: openingDay });
    const { items } = anOrderFor({ productId: 'sticker', quantity: 1 });
    const wrapped = giftWrap !== null && { giftWrap: true };
    const problemOf = (error: unknown) => (error instanceof Failure ? error.message : error);
    const checked = await checkVoucher(db, {
      check: { code, items, ...wrapped },
      buyer: undefined,
      ...aCaller,
      minPence: 30,
      now: openingDay,
    }).then(() => undefined, problemOf);
    const placed = await placeOrder(db, anOrderRequest({ ...wanted, items, voucher: code, ...wrapped }, { minPence: 30 })).then(
      () => undefined,
      problemOf,
    );
    await setDeliveryOptions(db, offered);
    expect(checked).toBe(placed);
    expect(checked === undefined).toBe((giftWrap ?? 0) > 0.1);
  },
);
