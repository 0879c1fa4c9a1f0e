import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#server/domain/failure.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { type Buyer, findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { unpaidLimits, unpaidLimitsFor } from '#server/domain/orders/unpaid-limits.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, addAccounts, aKey, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';

const db = await freshDatabase('empty');
await addAccounts(db, 'u-vera', 'u-shop', 'paid-before', 'never-paid');
const { buyer, ip, reseller, minUnits } = unpaidLimits;
/** Orders that together hold what a client address may. */
const fillTheNetwork = (from: string, productId = 'mug') =>
  Promise.all(Array.from({ length: ip.units / minUnits }, () => order({ from }, { productId, quantity: minUnits })));
const plenty = 10_000;
const mug = { id: 'mug', name: 'Mug', basePrice: 18, stock: plenty };
const bowl = { id: 'bowl', name: 'Bowl', basePrice: 30, stock: plenty };
const plate = { id: 'plate', name: 'Plate', basePrice: 12, stock: plenty };

type Who = {
  readonly email?: string;
  readonly from?: string;
  readonly as?: Buyer;
  readonly replaces?: string;
  readonly key?: string;
  readonly minute?: number;
};

let callers = 0;
/** Orders as a new buyer from a new client address by default. */
const order = ({ email, from, as, replaces, key = aKey(), minute = 0 }: Who, ...items: readonly Wanted[]) => {
  callers += 1;
  const billingInfo = { ...aBuyer, email: email ?? `${callers}@example.com` };
  const payload = { ...anOrderFor(...items), billingInfo, ...(replaces !== undefined && { replaces }) };
  const clientIp = from ?? `198.51.100.${callers}`;
  return placeOrder(db, anOrderRequest(payload, { key, buyer: as, clientIp, limits: unpaidLimits, now: minutesLater(minute) }));
};
const limitOf = async (placing: Promise<unknown>): Promise<Failure> => {
  const failure = await refusalOf(placing);
  expect([failure.kind, failure.code]).toEqual(['conflict', 'unpaidLimit']);
  return failure;
};
const sold = async (id: string): Promise<number> =>
  (await db.selectFrom('product').select('sale_count').where('id', '=', id).executeTakeFirstOrThrow()).sale_count;
const clientKeys = () => db.selectFrom('order').select(['status', 'client_key']).execute();

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('order_request').execute();
  await sell(db, mug, bowl, plate);
});

test('an IPv6 client has the limit of its /56 network, because a household has every /64 of it', async () => {
  for (let count = 0; count < ip.units / minUnits; count += 1)
    await order({ from: `n${count} household company` }, { productId: 'mug', quantity: minUnits });
  await limitOf(order({ from: 'another household company' }, { productId: 'mug' }));
  expect((await order({ from: 'n1 neighbour company' }, { productId: 'mug' })).status).toBe('pending');
});

describe('the unpaid orders of one buyer', () => {
  test('a buyer has no more unpaid orders than the limit, from any client and in any spelling of the address', async () => {
    for (let count = 0; count < buyer.orders; count += 1) await order({ email: 'vera@example.com' }, { productId: 'mug' });
    const { message } = await limitOf(order({ email: ' VERA@Example.com '.trim() }, { productId: 'mug' }));
    expect(message).toMatch(/^You have 3 orders waiting to be paid\. Please pay for one of them first/);
    expect(await sold('mug')).toBe(buyer.orders);
    expect((await order({ email: 'wanda@example.com' }, { productId: 'mug' })).status).toBe('pending');
  });

  test('a buyer holds no more units of one product than the limit, over all orders, with an error per line', async () => {
    const all = { productId: 'mug', quantity: buyer.ofOneProduct };
    const lines = [{ productId: 'bowl' }, { ...all, quantity: 1 }, all];
    const alone = await limitOf(order({ email: 'vera@example.com' }, ...lines));
    expect(alone.message).toMatch(/Please order fewer at a time, or write to us about a large order\.$/);
    const sentence = 'We can keep at most 20 of Mug for you until they are paid.';
    expect(alone.errors).toEqual({ 'items.1': sentence, 'items.2': sentence });
    await order({ email: 'vera@example.com' }, all);
    const more = await limitOf(order({ email: 'vera@example.com' }, { productId: 'mug' }));
    expect(more.message).toContain('Please pay for the order that is waiting first');
    expect(await sold('mug')).toBe(buyer.ofOneProduct);
  });

  test('a buyer holds no more units in total than the limit', async () => {
    const half = buyer.units / 2;
    await order({ email: 'vera@example.com' }, { productId: 'mug', quantity: half });
    await order({ email: 'vera@example.com' }, { productId: 'bowl', quantity: half });
    expect((await limitOf(order({ email: 'vera@example.com' }, { productId: 'plate' }))).message).toContain(
      `at most ${buyer.units} pieces`,
    );
  });

  test('paid, expired and replaced orders do not count', async () => {
    const vera = { email: 'vera@example.com' };
    const all = { productId: 'mug', quantity: buyer.ofOneProduct };
    const first = await order(vera, all);
    const second = await order({ ...vera, replaces: first._id }, all);
    await payOrder(db, second._id);
    await order(vera, all);
    await limitOf(order(vera, all));
    await updateDueOrders(db, testPayments, minutesLater(30));
    expect((await order({ ...vera, minute: 30 }, all)).status).toBe('pending');
  });

  test('a retry with the same key is not counted again at the limit', async () => {
    const again = { email: 'vera@example.com', key: aKey() };
    const placed = await order(again, { productId: 'mug', quantity: buyer.ofOneProduct });
    expect(await order(again, { productId: 'mug', quantity: buyer.ofOneProduct })).toEqual(placed);
  });

  test('a guest who types a shopper’s address does not use up the shopper’s limit', async () => {
    const vera: Who = { email: 'vera@example.com', as: { id: 'u-vera', role: 'customer' } };
    for (let count = 0; count < buyer.orders; count += 1) await order({ email: 'vera@example.com' }, { productId: 'mug' });
    for (let count = 0; count < buyer.orders; count += 1) await order(vera, { productId: 'mug' });
    await limitOf(order({ ...vera, email: 'other@example.com' }, { productId: 'mug' }));
  });

  test('a reseller has higher limits', async () => {
    const shop: Who = { as: { id: 'u-shop', role: 'reseller' }, from: '192.0.2.9' };
    await sell(db, { ...mug, stock: reseller.ofOneProduct });
    await order(shop, { productId: 'mug', quantity: reseller.ofOneProduct });
    await limitOf(order(shop, { productId: 'bowl', quantity: reseller.ofOneProduct + 1 }));
    expect((await order({ from: '192.0.2.9' }, { productId: 'bowl' })).status).toBe('pending');
    await order(shop, { productId: 'bowl', quantity: reseller.ofOneProduct });
    await limitOf(order(shop, { productId: 'plate', quantity: reseller.units - 2 * reseller.ofOneProduct + 1 }));
  });

  test('of a scarce product a buyer holds a share of what is left, or a dozen if that is more', async () => {
    await sell(db, { ...mug, stock: 60, saleCount: 4 }, { ...bowl, stock: 1 });
    const most = (60 - 4) * buyer.share;
    expect(most).toBeGreaterThan(minUnits);
    await limitOf(order({}, { productId: 'mug', quantity: most + 1 }));
    await order({}, { productId: 'mug', quantity: most });
    await limitOf(order({}, { productId: 'mug', quantity: minUnits + 1 }));
    await order({}, { productId: 'mug', quantity: minUnits });
    expect((await order({}, { productId: 'bowl' })).status).toBe('pending');
  });
});

describe('the unpaid orders of one client address', () => {
  const office = '203.0.113.7';

  test('guests of a mobile network that share a client address all order, and other addresses are not affected when it holds its limit', async () => {
    for (let guest = 0; guest < ip.units; guest += 1) await order({ from: office }, { productId: 'mug' });
    expect((await limitOf(order({ from: office }, { productId: 'bowl' }))).message).toMatch(/shoppers on your network/);
    expect((await order({}, { productId: 'mug' })).status).toBe('pending');
  });

  test('a shop that takes more orders per client address keeps as many pieces for one, and never fewer than usually', () => {
    expect([20, 60, 300].map((orders) => unpaidLimitsFor(orders).ip.units)).toEqual([60, 60, 300]);
  });

  test('an account that has paid before orders behind a client address that is at its limit, and does not use it up', async () => {
    const paid = { id: 'paid-before', role: 'customer' } as const;
    const unpaid = { id: 'never-paid', role: 'customer' } as const;
    await payOrder(db, (await order({ as: paid, email: 'vera@example.com' }, { productId: 'mug' }))._id);
    expect((await order({ as: paid, from: office }, { productId: 'mug' })).status).toBe('pending');
    // An order alone, from anywhere, is no payment.
    await order({ as: unpaid, email: 'wanda@example.com' }, { productId: 'mug' });
    await fillTheNetwork(office);
    await limitOf(order({ as: unpaid, from: office }, { productId: 'mug' }));
    for (let count = 1; count < buyer.orders; count += 1) await order({ as: paid, from: office }, { productId: 'mug' });
    // Its own limit still applies.
    const { message } = await limitOf(order({ as: paid, from: office }, { productId: 'mug' }));
    expect(message).toMatch(/^You have 3 orders waiting/);
  });

  test('a client address holds no more units than its limit, of one product or of several, under any number of buyers', async () => {
    await fillTheNetwork(office);
    await limitOf(order({ from: office }, { productId: 'mug' }));
    await limitOf(order({ from: office }, { productId: 'plate' }));
    expect([await sold('mug'), await sold('plate')]).toEqual([ip.units, 0]);
  });

  test('of a scarce product a client address holds three quarters of what is left, or a dozen, and the rest is for others', async () => {
    await sell(db, { ...mug, stock: 40 }, { ...bowl, stock: minUnits + 4 });
    for (let guest = 0; guest < 30; guest += 1) await order({ from: office }, { productId: 'mug' });
    await limitOf(order({ from: office }, { productId: 'mug' }));
    await order({}, { productId: 'mug', quantity: 10 });
    // Of the mugs the address now holds more than half of what is left; that is no reason to refuse bowls.
    await order({ from: office }, { productId: 'bowl', quantity: minUnits });
    await limitOf(order({ from: office }, { productId: 'bowl' }));
    await order({}, { productId: 'bowl', quantity: 4 });
    expect([await sold('mug'), await sold('bowl')]).toEqual([40, minUnits + 4]);
  });

  test('of 24 pieces thirteen guests of one client address buy one each', async () => {
    await sell(db, { ...mug, stock: 24 });
    for (let guest = 0; guest < 13; guest += 1) await order({ from: office }, { productId: 'mug' });
    expect(await sold('mug')).toBe(13);
  });

  test('the client address is stored as a hash, and only while the order is unpaid', async () => {
    const one = await order({ from: office }, { productId: 'mug' });
    const other = await order({ from: office }, { productId: 'mug' });
    const waiting = await clientKeys();
    expect(waiting.map(({ client_key }) => client_key)).toEqual([expect.any(String), waiting[0]?.client_key]);
    expect(JSON.stringify(waiting)).not.toContain(office);
    await order({ from: office, replaces: one._id }, { productId: 'bowl' });
    await payOrder(db, other._id);
    await updateDueOrders(db, testPayments, minutesLater(30));
    const settled = await clientKeys();
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['confirmed', 'expired', 'expired']);
    expect(settled.every(({ client_key }) => client_key === null)).toBe(true);
  });
});

describe('60 concurrent orders', () => {
  const outcomes = async (who: () => Who): Promise<number> => {
    const ends = await Promise.allSettled(Array.from({ length: 60 }, () => order(who(), { productId: 'mug' })));
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ kind: 'conflict', code: 'unpaidLimit' });
    return ends.filter(({ status }) => status === 'fulfilled').length;
  };

  test('60 concurrent orders of one e-mail address do not exceed the limit', async () => {
    expect(await outcomes(() => ({ email: 'vera@example.com' }))).toBe(buyer.orders);
    expect(await sold('mug')).toBe(buyer.orders);
  });

  test('60 concurrent orders of one client address do not exceed the limit', async () => {
    await sell(db, { ...mug, stock: 40 });
    expect(await outcomes(() => ({ from: '203.0.113.7' }))).toBe(40 * ip.share);
    expect(await sold('mug')).toBe(40 * ip.share);
  });

  test('60 concurrent orders of one account do not exceed the limit', async () => {
    expect(await outcomes(() => ({ as: { id: 'u-vera', role: 'customer' } }))).toBe(buyer.orders);
    expect(await sold('mug')).toBe(buyer.orders);
  });
});

test('an order whose payment page is never opened holds its stock for ten minutes, and one whose page was opened for thirty', async () => {
  const forgotten = await order({}, { productId: 'mug', quantity: 2 });
  const opened = await order({}, { productId: 'mug', quantity: 3 });
  await openPayment(db, testPayments, { orderId: opened._id, origins, now: openingDay });
  expect(forgotten.payBy).toBe(minutesLater(10).toISOString());
  await updateDueOrders(db, testPayments, minutesLater(9.9));
  expect(await sold('mug')).toBe(5);
  await updateDueOrders(db, testPayments, minutesLater(10));
  expect(await sold('mug')).toBe(3);
  await updateDueOrders(db, testPayments, minutesLater(29.9));
  expect(await findOrder(db, opened._id)).toMatchObject({ status: 'pending', payBy: minutesLater(30).toISOString() });
  await updateDueOrders(db, testPayments, minutesLater(30));
  expect(await sold('mug')).toBe(0);
});

test('unpaid orders are limited for everyone, and an IP address, which buyers may share, has higher limits than a buyer', () => {
  for (const { orders, units, ofOneProduct } of [buyer, reseller]) {
    expect(Math.min(orders, units, ofOneProduct)).toBeGreaterThan(0);
    expect(ofOneProduct).toBeLessThanOrEqual(units);
  }
  expect(ip.units).toBeGreaterThan(buyer.units);
  expect(0 < buyer.share && buyer.share < ip.share && ip.share < 1 && minUnits <= buyer.ofOneProduct).toBe(true);
});
