import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { cartView } from '#blocks/cart-view/use-cart-view.ts';
import { pounds } from '#contract/money.ts';
import { order } from '#contract/order.ts';
import { unitPrice } from '#contract/pricing.ts';
import { availableQuantity } from '#contract/stock.ts';
import { announceChange, catalogueVersions, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { Failure } from '#server/domain/failure.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { cancelOwnOrder } from '#server/domain/orders/cancel-own-order.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { hasCounters } from '#server/domain/orders/order-stock.ts';
import { type Buyer, findOrder, placeOrder, readOwnOrders, toOrder } from '#server/domain/orders/orders.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import {
  aBuyer,
  aCaller,
  aDelivery,
  addAccounts,
  aKey,
  anOrderFor,
  anOrderRequest,
  minutesLater,
  sell,
  type Wanted,
} from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { aCartLine, aColor, aProduct, aType } from '#tests/support/product-builders.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';

const db = await freshDatabase('empty');

const mug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 18.05,
  discount: 12.5,
  resellerPrice: 3.33,
  deliveryCost: 2.5,
  stock: 9,
  saleCount: 4,
  colors: [
    {
      color: 'Oat',
      sizes: [
        { name: 'Small', stock: 4, saleCount: 4 },
        { name: 'Large', stock: 3, saleCount: 0 },
      ],
    },
    { color: 'Ink', sizes: [{ name: 'Large', stock: 2, saleCount: 0 }] },
  ],
  types: [
    { id: 'boxed', name: 'Gift boxed', basePrice: 21.5, stock: 5, saleCount: 3 },
    { id: 'plain', name: 'As it is', basePrice: 18.05 },
  ],
};
const spoon = { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 3, deliveryCost: 1.2 };
const poster = { id: 'poster', name: 'Poster', basePrice: 9, stock: 5, colors: [{ color: 'Red' }, { color: 'Blue' }] };

const reseller: Buyer = { id: 'u-reseller', role: 'reseller' };
await addAccounts(db, 'u-reseller', 'u-bob');

const place = (
  payload: ReturnType<typeof anOrderFor>,
  { key = aKey(), buyer, now = openingDay }: { key?: string; buyer?: Buyer; now?: Date } = {},
) => placeOrder(db, anOrderRequest(payload, { key, buyer, now }));

const productNamed = async (id: string) => {
  const found = (await listProducts(db)).find(({ _id }) => _id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};

beforeEach(async () => {
  // Unpaid orders of earlier tests would expire in this one.
  await db.deleteFrom('order').execute();
  await sell(db, mug, spoon, poster);
});

describe('placing an order', () => {
  test('an order stores current prices and delivery per unit, and is pending', async () => {
    const placed = await place(
      anOrderFor({ productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'Large', quantity: 2 }, { productId: 'spoon' }),
    );
    expect(order.parse(placed)).toEqual(placed);
    expect(placed).toMatchObject({
      status: 'pending',
      payment: 'open',
      createdAt: openingDay.toISOString(),
      payBy: minutesLater(10).toISOString(),
      // 21.50 less 12.5 % is 18.81 for one, 37.62 for two.
      goodsTotal: 42.12,
      deliveryTotal: 6.2,
      overallTotal: 48.32,
      items: [
        {
          quantity: 2,
          product: { _id: 'mug', name: 'Mug' },
          variation: { _id: 'boxed', name: 'Gift boxed' },
          color: 'Oat',
          size: 'Large',
          unitPrice: 18.81,
          delivery: 5,
        },
        { quantity: 1, product: { _id: 'spoon', name: 'Spoon' }, unitPrice: 4.5, delivery: 1.2 },
      ],
    });
    expect(await findOrder(db, placed._id)).toEqual(placed);
  });

  test('a reseller pays the total that the cart showed', async () => {
    const placed = await place(anOrderFor({ productId: 'mug', variationId: 'plain', color: 'Oat', size: 'Large' }), { buyer: reseller });
    const goods = await productNamed('mug');
    expect(placed.items[0]?.unitPrice).toBe(pounds(unitPrice(goods, true).unit));
    expect(placed.items[0]?.unitPrice).not.toBe(pounds(unitPrice(goods, false).unit));
  });

  test('an order raises every sold count of its lines, visible to all shoppers at once', async () => {
    const before = (await catalogueVersions(db)).version;
    await place(anOrderFor({ productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'Large', quantity: 2 }));
    const product = await productNamed('mug');
    expect(product).toMatchObject({ stock: 9, saleCount: 6 });
    expect(product.variation[0]?.size[1]).toMatchObject({ name: 'Large', stock: 3, saleCount: 2 });
    expect(product.variation[1]?.size[0]).toMatchObject({ name: 'Large', saleCount: 0 });
    expect(product.types.map(({ saleCount }) => saleCount)).toEqual([5, 0]);
    expect((await catalogueVersions(db)).version).toBeGreaterThan(before);
  });

  test('options in an old cart are ignored for a product that no longer has options', async () => {
    const placed = await place(anOrderFor({ productId: 'spoon', color: 'Oat', size: 'Large', variationId: 'boxed' }));
    expect(placed.items[0]).not.toHaveProperty('color');
    expect(placed.items[0]).not.toHaveProperty('variation');
  });

  test('a size in an old cart is ignored for a colour that no longer has sizes', async () => {
    const red = { id: 'shirt', name: 'Shirt', basePrice: 9, stock: 5, colors: [{ color: 'Red', sizes: [{ name: 'M', stock: 5 }] }] };
    await sell(db, red);
    expect((await place(anOrderFor({ productId: 'shirt', color: 'Red', size: 'M' }))).items[0]).toMatchObject({ color: 'Red', size: 'M' });
    await importCatalogue(db, [{ line: 1, value: { ...red, colors: [{ color: 'Red' }] } }], { now: openingDay });
    const placed = await place(anOrderFor({ productId: 'shirt', color: 'Red', size: 'M', quantity: 2 }));
    expect(placed.items[0]).toMatchObject({ color: 'Red', quantity: 2 });
    expect(placed.items[0]).not.toHaveProperty('size');
    expect(availableQuantity(await productNamed('shirt'), { color: 'Red' })).toBe(2);
  });

  test('a colour without sizes uses the stock of the product', async () => {
    await place(anOrderFor({ productId: 'poster', color: 'Red', quantity: 5 }));
    expect(availableQuantity(await productNamed('poster'))).toBe(0);
  });

  test('an order id is printed in groups, and found in every spelling that a person may type', async () => {
    const { _id } = await place(anOrderFor({ productId: 'spoon' }));
    expect(_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    for (const typed of [
      _id.toLowerCase(),
      ` ${_id.replaceAll('-', ' ')} `,
      _id.replaceAll('-', ''),
      _id.replaceAll('0', 'O').replaceAll('1', 'l'),
      _id.replaceAll('1', 'I'),
    ])
      expect((await findOrder(db, typed))._id).toBe(_id);
  });

  test.each(['', '-', 'nothing', '__proto__', "' or 1=1 --", '0000-0000-0000-0000', 'x'.repeat(5000), '😀'])(
    'no order is found by the id %s',
    async (id) => {
      await place(anOrderFor({ productId: 'spoon' }));
      await expect(findOrder(db, id)).rejects.toThrow('We can’t find an order with that ID.');
    },
  );

  test('an order is listed to its buyer, newest first, and to nobody else', async () => {
    const buyer: Buyer = { id: aKey(), role: 'customer' };
    await addAccounts(db, buyer.id);
    const first = await place(anOrderFor({ productId: 'spoon' }), { buyer });
    const second = await place(anOrderFor({ productId: 'spoon' }), { buyer, now: minutesLater(1) });
    await place(anOrderFor({ productId: 'spoon' }));
    expect(
      (await readOwnOrders(db, { id: buyer.id, email: 'nobody@example.com', hasProvedMailbox: true })).map(({ row }) => row.id),
    ).toEqual([second._id, first._id]);
    expect(await readOwnOrders(db, { id: 'somebody else', email: 'nobody@example.com', hasProvedMailbox: true })).toEqual([]);
  });

  test('each order in a list has its own lines and its own payments, as it has by its number', async () => {
    const buyer: Buyer = { id: aKey(), role: 'customer' };
    await addAccounts(db, buyer.id);
    const declined = await place(anOrderFor({ productId: 'spoon' }, { productId: 'poster', color: 'Red' }), { buyer });
    const open = await place(anOrderFor({ productId: 'poster', color: 'Blue' }), { buyer });
    const { sessionId } = await openPayment(db, testPayments, { orderId: declined._id, origins, now: openingDay });
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'failed' }, openingDay);
    const listed = (await readOwnOrders(db, { id: buyer.id, email: 'nobody@example.com', hasProvedMailbox: true })).map(toOrder);
    const byId = new Map(listed.map((each) => [each._id, each]));
    expect(byId.get(declined._id)).toEqual({ ...declined, payment: 'failed', payBy: minutesLater(30).toISOString() });
    expect(byId.get(open._id)).toEqual(open);
    for (const each of listed) expect(each).toEqual(await findOrder(db, each._id));
  });
});

test('an order is read whole at every step: what was ordered, its voucher and VAT, and what there is to say about payment, invoice and arrival', async () => {
  const { code } = await createVoucher(db, { kind: 'amount', value: 2, products: ['spoon'] }, { now: openingDay });
  const wanted = anOrderFor({ productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'Large', quantity: 2 }, { productId: 'spoon' });
  const placed = await placeOrder(
    db,
    anOrderRequest(
      { ...wanted, note: 'Ring twice.', giftMessage: 'Happy birthday!', voucher: code },
      { trader: 'Flone\nExampleford', vat: { number: 'GB 123 4567 89', rate: 17.5 } },
    ),
  );
  const { _id } = placed;
  const always = {
    _id,
    billingInfo: aBuyer,
    note: 'Ring twice.',
    giftMessage: 'Happy birthday!',
    createdAt: openingDay.toISOString(),
    goodsTotal: 42.12,
    deliveryTotal: 6.2,
    voucher: { code, discount: 2 },
    overallTotal: 46.32,
    items: [
      {
        _id: `${_id}/1`,
        quantity: 2,
        product: { _id: 'mug', name: 'Mug' },
        variation: { _id: 'boxed', name: 'Gift boxed' },
        color: 'Oat',
        size: 'Large',
        unitPrice: 18.81,
        delivery: 5,
      },
      { _id: `${_id}/2`, quantity: 1, product: { _id: 'spoon', name: 'Spoon' }, unitPrice: 4.5, delivery: 1.2, discount: 2 },
    ],
  };
  const arrival = { from: '2025-09-05', to: '2025-09-08', dispatchBy: '2025-09-03' };
  const unpaid = { ...always, arrival, status: 'pending', payment: 'open' };
  expect(placed).toStrictEqual({ ...unpaid, payBy: minutesLater(10).toISOString() });
  expect(await findOrder(db, _id)).toStrictEqual(placed);
  await openPayment(db, testPayments, { orderId: _id, origins, now: openingDay });
  expect(await findOrder(db, _id)).toStrictEqual({ ...unpaid, payBy: minutesLater(30).toISOString() });

  await payOrder(db, _id, { openedAt: minutesLater(1) });
  const invoice = {
    number: expect.stringMatching(/^INV-\d{6}$/),
    date: minutesLater(1).toISOString(),
    seller: 'Flone\nExampleford',
    vat: { number: 'GB 123 4567 89', rate: 17.5 },
  };
  const paid = { ...always, invoice, payment: 'paid' };
  const cancellable = { items: [1, 2].map((line) => ({ itemId: `${_id}/${line}`, quantity: 3 - line })) };
  expect(await findOrder(db, _id)).toStrictEqual({ ...paid, cancellable, arrival, status: 'confirmed' });

  await changeStatus(db, testPayments, _id, {
    to: 'Dispatch',
    method: 'Royal Mail',
    tracking: 'RM1',
    delivery: aDelivery,
    now: minutesLater(60),
  });
  expect(await findOrder(db, _id)).toStrictEqual({
    ...paid,
    arrival: { from: '2025-09-03', to: '2025-09-04' },
    status: 'Dispatch',
    shippingMethod: 'Royal Mail',
    trackId: 'RM1',
    cancellable,
  });
});

test('an order of an account that was deleted meanwhile is refused, and claims nothing', async () => {
  const buyer: Buyer = { id: aKey(), role: 'customer' };
  const soldBefore = await db.selectFrom('product').select(['id', 'sale_count']).orderBy('id').execute();
  await expect(place(anOrderFor({ productId: 'spoon' }), { buyer })).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(await db.selectFrom('product').select(['id', 'sale_count']).orderBy('id').execute()).toEqual(soldBefore);
  await addAccounts(db, buyer.id);
  await expect(place(anOrderFor({ productId: 'spoon' }), { buyer })).resolves.toMatchObject({ status: 'pending' });
});

describe('a guest order', () => {
  const ada = { id: 'u-ada', email: 'Ada@Example.com', hasProvedMailbox: true };
  const mine = async (of = ada) => (await readOwnOrders(db, of)).map(({ row }) => row.id);

  test('a paid guest order is listed to the account of its address if mailbox and password were proved together', async () => {
    const { _id } = await place(anOrderFor({ productId: 'spoon' }));
    expect(await mine()).not.toContain(_id);
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', _id).execute();
    expect(await mine()).toContain(_id);
    expect(await mine({ ...ada, hasProvedMailbox: false })).not.toContain(_id);
    expect(await mine({ ...ada, id: 'u-bob', email: 'bob@example.com' })).not.toContain(_id);
  });

  test('an order of another account is not listed to the account of its email address', async () => {
    const bob = aKey();
    await addAccounts(db, bob);
    const { _id } = await place(anOrderFor({ productId: 'spoon' }), { buyer: { id: bob, role: 'customer' } });
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', _id).execute();
    expect(await mine()).not.toContain(_id);
    expect(await mine({ id: bob, email: 'bob@example.com', hasProvedMailbox: true })).toEqual([_id]);
  });
});

describe('an order that replaces an unpaid one', () => {
  const all = anOrderFor({ productId: 'spoon', quantity: 3 });
  const corrected = (replaces: string, over: object = {}) => ({ ...all, note: 'Ring twice.', replaces, ...over });
  const stateOf = (id: string) => db.selectFrom('order').select(['status', 'replaced_by']).where('id', '=', id).executeTakeFirstOrThrow();

  test('an order that replaces an unpaid one gets its stock, and the old one reads as replaced', async () => {
    const first = await place(all);
    const second = await place(corrected(first._id.toLowerCase()));
    expect(await stateOf(first._id)).toEqual({ status: 'expired', replaced_by: second._id });
    expect((await productNamed('spoon')).saleCount).toBe(3);
    const refusal = await refusalOf(findOrder(db, first._id));
    expect([refusal.code, refusal.message]).toEqual(['expired', expect.stringContaining('changed before it was paid')]);
    const by = { at: openingDay.toISOString(), actor: 'buyer' };
    expect(await listOrderEvents(db, first._id)).toMatchObject([
      { ...by, what: 'Placed, not yet paid.' },
      { ...by, what: `Not paid yet, and changed: order ${second._id} took its place, its goods given back.` },
    ]);
    await updateDueOrders(db, testPayments, minutesLater(30));
    expect((await productNamed('spoon')).saleCount).toBe(0);
  });

  test('a retry of a replacing order with the same key gives the same order and releases the old stock once', async () => {
    const first = await place(all);
    const key = aKey();
    const placed = await Promise.all(Array.from({ length: 30 }, () => place(corrected(first._id), { key })));
    expect(new Set(placed.map(({ _id }) => _id)).size).toBe(1);
    expect((await productNamed('spoon')).saleCount).toBe(3);
  });

  test('an unpaid order stays when the one that replaces it is refused', async () => {
    const first = await place(all);
    const wanted = corrected(first._id, { items: [{ productId: 'spoon', quantity: 4 }] });
    expect((await refusalOf(place(wanted))).errors).toEqual({ 'items.0': 'Only 3 of Spoon left.' });
    expect((await findOrder(db, first._id)).status).toBe('pending');
    expect((await productNamed('spoon')).saleCount).toBe(3);
  });

  test('an order is refused when the one that it replaces has been paid meanwhile', async () => {
    const first = await place(anOrderFor({ productId: 'spoon' }));
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', first._id).execute();
    const refusal = await refusalOf(place({ ...anOrderFor({ productId: 'spoon' }), replaces: first._id }));
    expect([refusal.kind, refusal.code]).toEqual(['conflict', 'paid']);
    expect((await productNamed('spoon')).saleCount).toBe(1);
  });

  test('orders of other accounts, cancelled, expired and unknown orders are not replaced', async () => {
    const bob: Buyer = { id: 'u-bob', role: 'customer' };
    const one = anOrderFor({ productId: 'spoon' });
    const bobs = await place(one, { buyer: bob });
    const late = await place(one, { now: minutesLater(-60) });
    await updateDueOrders(db, testPayments, openingDay);
    const cancelled = await place(one);
    await cancelOrder(db, testPayments, cancelled._id, { now: openingDay });
    for (const replaces of [bobs._id, late._id, cancelled._id, '0000-0000-0000-0000', '__proto__'])
      for (const buyer of [undefined, reseller]) {
        await sell(db, { ...spoon, stock: 99 });
        expect((await place({ ...one, replaces }, { buyer })).status).toBe('pending');
      }
    expect(await stateOf(bobs._id)).toEqual({ status: 'pending', replaced_by: null });
    expect(await stateOf(late._id)).toEqual({ status: 'expired', replaced_by: null });
    expect(await stateOf(cancelled._id)).toEqual({ status: 'cancelled', replaced_by: null });
    await place({ ...one, replaces: bobs._id }, { buyer: bob });
    expect((await stateOf(bobs._id)).status).toBe('expired');
  });

  test('a guest order that an account has replaced leads nobody else to the account’s order', async () => {
    const bob: Buyer = { id: 'u-bob', role: 'customer' };
    const one = anOrderFor({ productId: 'spoon' });
    const key = aKey();
    const guests = await place(one, { key });
    const bobs = await place({ ...one, replaces: guests._id }, { buyer: bob });
    const anew = await place({ ...one, replaces: guests._id });
    expect(await stateOf(bobs._id)).toEqual({ status: 'pending', replaced_by: null });
    expect(await stateOf(guests._id)).toEqual({ status: 'expired', replaced_by: bobs._id });
    await payOrder(db, bobs._id);
    // The guest's retry does not learn the number of the account's paid order.
    expect(await refusalOf(place(one, { key }))).toMatchObject({ code: 'expired', orderId: undefined });
    expect((await stateOf(anew._id)).status).toBe('pending');
  });
});

describe('an order that is refused', () => {
  test.each<[string, readonly Wanted[], Readonly<Record<string, string>>]>([
    ['of nothing that is sold', [{ productId: '__proto__' }], { 'items.0': 'This product is no longer sold.' }],
    ['without a type', [{ productId: 'mug', color: 'Oat', size: 'Large' }], { 'items.0': 'Choose which Mug you would like.' }],
    ['without a colour', [{ productId: 'mug', variationId: 'plain' }], { 'items.0': 'Choose a colour of Mug.' }],
    ['without a size', [{ productId: 'mug', variationId: 'plain', color: 'Oat' }], { 'items.0': 'Choose a size of Mug.' }],
    [
      'of a type that is not',
      [{ productId: 'mug', variationId: 'x', color: 'Oat', size: 'Large' }],
      { 'items.0': 'Mug is no longer sold as you chose it.' },
    ],
    ['of a colour that is not', [{ productId: 'poster', color: 'Green' }], { 'items.0': 'Poster is no longer sold as you chose it.' }],
    [
      'of a size that is not',
      [{ productId: 'mug', variationId: 'plain', color: 'Ink', size: 'Small' }],
      { 'items.0': 'Mug is no longer sold as you chose it.' },
    ],
    [
      'of a size that is sold out',
      [{ productId: 'mug', variationId: 'plain', color: 'Oat', size: 'Small' }],
      { 'items.0': 'Mug is sold out.' },
    ],
    [
      'of more than there are, line by line',
      [
        { productId: 'spoon', quantity: 2 },
        { productId: 'spoon', quantity: 2 },
        { productId: 'poster', color: 'Red' },
        { productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'Large', quantity: 3 },
      ],
      { 'items.1': 'Only 1 of Spoon left.', 'items.3': 'Only 2 of Mug left.' },
    ],
    [
      'of what its other lines have taken',
      [
        { productId: 'spoon', quantity: 3 },
        { productId: 'spoon', quantity: 1 },
      ],
      { 'items.1': 'There is no more of Spoon than your other lines ask for.' },
    ],
  ])('an order %s is refused with an error per line, and claims no stock', async (_, lines, problems) => {
    const before = [await catalogueVersions(db), await listProducts(db)];
    const refusal = await refusalOf(place(anOrderFor(...lines)));
    expect([refusal.kind, refusal.errors]).toEqual(['conflict', problems]);
    expect(refusal.message).toBe('Some of these items are no longer available like this.');
    expect([await catalogueVersions(db), await listProducts(db)]).toEqual(before);
  });

  test('a refused order can be retried with the same key once stock is back', async () => {
    const key = aKey();
    const payload = anOrderFor({ productId: 'spoon', quantity: 4 });
    expect((await refusalOf(place(payload, { key }))).kind).toBe('conflict');
    await sell(db, { ...spoon, stock: 4 });
    expect((await place(payload, { key })).status).toBe('pending');
  });

  test('a total below the provider’s minimum is refused, a total of 0 is not', async () => {
    await sell(db, { id: 'bead', name: 'Bead', basePrice: 0.29, stock: 9 }, { id: 'gift', name: 'Gift', basePrice: 0, stock: 9 });
    const order = (productId: string, quantity: number) => ({
      payload: anOrderFor({ productId, quantity }),
      key: aKey(),
      buyer: undefined,
    });
    const least = { ...aCaller, shopOrigin: '', minPence: 30, now: openingDay };
    const refusal = await refusalOf(placeOrder(db, { ...order('bead', 1), ...least }));
    expect([refusal.kind, refusal.code, refusal.message]).toEqual(['invalid', 'tooLittle', expect.stringContaining('£0.30')]);
    expect((await productNamed('bead')).saleCount).toBe(0);
    expect((await placeOrder(db, { ...order('bead', 2), ...least })).overallTotal).toBe(0.58);
    expect((await placeOrder(db, { ...order('bead', 1), ...least, minPence: 29 })).overallTotal).toBe(0.29);
    expect((await placeOrder(db, { ...order('gift', 1), ...least })).overallTotal).toBe(0);
  });

  test('a total above the maximum of a payment is refused', async () => {
    await sell(db, { id: 'gold', name: 'Gold', basePrice: 1_000_000, stock: 1_000_000_000 });
    expect((await refusalOf(place(anOrderFor({ productId: 'gold', quantity: 1_000_000 })))).message).toContain('too large');
    expect((await productNamed('gold')).saleCount).toBe(0);
    await sell(db, { id: 'ring', name: 'Ring', basePrice: 999_999.99, stock: 1 });
    expect((await place(anOrderFor({ productId: 'ring' }))).overallTotal).toBe(999_999.99);
  });
});

describe('concurrent orders', () => {
  test('of 60 buyers of the last unit one gets it, and 59 are told that it is sold out', async () => {
    await sell(db, { ...spoon, stock: 1 });
    const ends = await Promise.allSettled(Array.from({ length: 60 }, () => place(anOrderFor({ productId: 'spoon' }))));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons: unknown[] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(reasons).toHaveLength(59);
    for (const reason of reasons) expect(reason).toMatchObject({ kind: 'conflict', errors: { 'items.0': 'Spoon is sold out.' } });
    expect(await productNamed('spoon')).toMatchObject({ stock: 1, saleCount: 1 });
  });

  test('orders during a change of price pay the old or the new one, and every unit is counted', async () => {
    const prices = [4.5, 5] as const;
    await sell(db, { ...spoon, stock: 100 });
    const change = (basePrice: number) =>
      importCatalogue(db, [{ line: 1, value: { ...spoon, stock: 100, basePrice } }], { now: openingDay });
    const [orders] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, () => place(anOrderFor({ productId: 'spoon' })))),
      Promise.all(Array.from({ length: 12 }, (_, at) => change(prices[at % 2 === 0 ? 1 : 0]))),
    ]);
    for (const { items, overallTotal } of orders) {
      expect(prices).toContain(items[0]?.unitPrice);
      expect(overallTotal).toBeCloseTo((items[0]?.unitPrice ?? 0) + spoon.deliveryCost);
    }
    expect(await productNamed('spoon')).toMatchObject({ stock: 100, saleCount: 60 });
  });

  /** Waits until an order blocks on the seller's lock; SQLite has one connection, so every order does. */
  const isHeldUp = async (): Promise<boolean> => {
    if (!inject('postgres')) return true;
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(db)).rows.length > 0;
  };

  test('an order that loses the race against a change of price pays the new price', async () => {
    let placing: ReturnType<typeof place> | undefined;
    await db.transaction().execute(async (seller) => {
      await announceChange(seller);
      await seller.updateTable('product').set({ base_price: 500 }).where('id', '=', 'spoon').execute();
      placing = place(anOrderFor({ productId: 'spoon' }));
      await expect.poll(isHeldUp).toBe(true);
    });
    expect((await placing)?.items[0]?.unitPrice).toBe(5);
    expect((await productNamed('spoon')).saleCount).toBe(1);
  });

  test('200 calls with one key create one order and claim its stock once', async () => {
    const key = aKey();
    const payload = anOrderFor({ productId: 'spoon', quantity: 2 });
    const orders = await Promise.all(Array.from({ length: 200 }, () => place(payload, { key })));
    expect(new Set(orders.map(({ _id }) => _id)).size).toBe(1);
    for (const each of orders) expect(each).toEqual(orders[0]);
    expect((await productNamed('spoon')).saleCount).toBe(2);
  });

  test('20 processes that expire the same order release its stock once', async () => {
    const { _id } = await place(anOrderFor({ productId: 'mug', variationId: 'boxed', color: 'Oat', size: 'Large', quantity: 2 }));
    await Promise.all(Array.from({ length: 20 }, () => updateDueOrders(db, testPayments, minutesLater(30), _id)));
    const product = await productNamed('mug');
    expect(product.saleCount).toBe(4);
    expect(product.variation[0]?.size[1]?.saleCount).toBe(0);
    expect(product.types.map(({ saleCount }) => saleCount)).toEqual([3, 0]);
  });
});

test('an idempotency key with another payload is refused', async () => {
  const key = aKey();
  await place(anOrderFor({ productId: 'spoon' }), { key });
  const refusal = await refusalOf(place(anOrderFor({ productId: 'spoon', quantity: 2 }), { key }));
  expect([refusal.kind, refusal.code]).toEqual(['invalid', 'keyUsed']);
  expect(refusal.message).toBe('This order was sent before with something else in it. Please review it and order again.');
});

test.each<[string, (id: string) => Promise<unknown>, string]>([
  [
    'expired',
    () => updateDueOrders(db, testPayments, minutesLater(30)),
    'This order was not paid in time, so it was cancelled. Please order again.',
  ],
  [
    'was cancelled by the seller',
    (id) => cancelOrder(db, testPayments, id, { now: openingDay }),
    'We have cancelled this order. Please order again.',
  ],
  [
    'was cancelled by its buyer',
    async (orderId) => {
      await payOrder(db, orderId);
      const account = { id: 'u-bob', email: 'bob@example.com', hasProvedMailbox: false };
      await cancelOwnOrder(db, { orderId, by: { account }, now: openingDay });
    },
    'You have cancelled this order. Please order again.',
  ],
])('the idempotency key of an order that %s orders nothing, and the shopper reads why', async (_, end, message) => {
  const [key, payload] = [aKey(), anOrderFor({ productId: 'spoon' })];
  const buyer: Buyer = { id: 'u-bob', role: 'customer' };
  const { _id } = await place(payload, { key, buyer });
  await end(_id);
  const refusal = await refusalOf(place(payload, { key, buyer, now: minutesLater(31) }));
  expect([refusal.kind, refusal.code, refusal.message]).toEqual(['conflict', 'expired', message]);
  expect((await productNamed('spoon')).saleCount).toBe(0);
});

describe('an order that is not paid', () => {
  test('an unpaid order whose payment page was opened expires after exactly 30 minutes', async () => {
    const { _id } = await place(anOrderFor({ productId: 'spoon', quantity: 3 }));
    await openPayment(db, testPayments, { orderId: _id, origins: { shop: '', api: '' }, now: openingDay });
    await updateDueOrders(db, testPayments, minutesLater(29.99));
    expect((await findOrder(db, _id)).status).toBe('pending');
    const before = (await catalogueVersions(db)).version;
    await updateDueOrders(db, testPayments, minutesLater(30));
    expect(availableQuantity(await productNamed('spoon'))).toBe(3);
    expect((await catalogueVersions(db)).version).toBeGreaterThan(before);
    const refusal = await refusalOf(findOrder(db, _id));
    expect([refusal.kind, refusal.code]).toEqual(['notFound', 'expired']);
  });

  test.each([
    ['not paid at all', false, false, 'This order was not paid in time, so it was cancelled and nothing is on its way.'],
    [
      'replaced and not paid',
      true,
      false,
      'This order was changed before it was paid, and the one that took its place has an ID of its own.',
    ],
    [
      'paid after its goods were sold',
      false,
      true,
      'Your payment for this order came too late, so nothing is on its way. You will get all of it back, and we have emailed you the details.',
    ],
    [
      'replaced and then paid',
      true,
      true,
      'You paid for this order after another had taken its place. You will get all of it back, and we have emailed you the details.',
    ],
  ])('the page of an order that was %s says what became of it and of the money', async (_, isReplaced, isPaid, message) => {
    const all = anOrderFor({ productId: 'spoon', quantity: 3 });
    const { _id } = await place(all);
    const { sessionId } = await openPayment(db, testPayments, { orderId: _id, origins, now: openingDay });
    if (!isReplaced) await updateDueOrders(db, testPayments, minutesLater(30));
    await place({ ...all, ...(isReplaced && { replaces: _id }) });
    if (isPaid) await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid', reference: 'pi_late' }, minutesLater(31));
    const refusal = await refusalOf(findOrder(db, _id));
    expect([refusal.kind, refusal.code, refusal.message]).toEqual(['notFound', 'expired', message]);
  });

  test('releasing stock never makes a counter negative, also after the seller replaced the product', async () => {
    const { _id } = await place(anOrderFor({ productId: 'spoon', quantity: 3 }));
    await sell(db, { ...spoon, saleCount: 1 });
    await updateDueOrders(db, testPayments, minutesLater(30), _id);
    expect((await productNamed('spoon')).saleCount).toBe(1);
  });
});

describe('properties of any order', () => {
  const anyLine = fc.oneof(
    fc.record({ productId: fc.constant('spoon'), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ productId: fc.constant('poster'), color: fc.constantFrom('Red', 'Blue'), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      productId: fc.constant('mug'),
      variationId: fc.constantFrom('boxed', 'plain'),
      color: fc.constantFrom('Oat', 'Ink'),
      size: fc.constantFrom('Small', 'Large'),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  );
  const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 5 });
  const anyPrices = fc.record({
    basePrice: fc.integer({ min: 0, max: 10_000 }).map((amount) => amount / 100),
    discount: fc.constantFrom(0, 5, 12.5, 33, 64.4, 100),
    resellerPrice: fc.integer({ min: 0, max: 3000 }).map((amount) => amount / 100),
    deliveryCost: fc.integer({ min: 0, max: 999 }).map((amount) => amount / 100),
    ofTypes: fc.array(
      fc.integer({ min: 0, max: 10_000 }).map((amount) => amount / 100),
      { minLength: 2, maxLength: 2 },
    ),
  });

  test('goods, delivery and total equal those of the cart, for customers and resellers', async () => {
    await fc.assert(
      fc.asyncProperty(anyLines, anyPrices, fc.boolean(), async (lines, prices, isReseller) => {
        const { ofTypes, ...others } = prices;
        const types = mug.types.map((type, at) => ({ ...type, basePrice: ofTypes[at] ?? 0 }));
        await sell(db, { ...mug, ...others, types }, { ...spoon, ...others }, { ...poster, ...others });
        const products = await listProducts(db);
        const placed = await place(anOrderFor(...lines), isReseller ? { buyer: reseller } : {}).catch((error: unknown) => {
          if (error instanceof Failure && error.kind === 'conflict') return undefined;
          throw error;
        });
        if (!placed) return;
        const find = (id: string) => {
          const product = products.find(({ _id }) => _id === id);
          return { product, isDiscontinued: product === undefined };
        };
        const cart = lines.map(({ productId, quantity, ...choice }, at) => {
          const { product } = find(productId);
          const selectedVariation = product?.types.find(({ _id }) => 'variationId' in choice && _id === choice.variationId);
          return aCartLine({
            ...product,
            quantity,
            cartItemId: `line-${at}`,
            ...(selectedVariation && { selectedVariation }),
            ...('color' in choice && { selectedProductColor: choice.color }),
            ...('size' in choice && { selectedProductSize: choice.size }),
          });
        });
        const { subtotal, delivery, total } = cartView(cart, find, isReseller);
        expect(placed).toMatchObject({
          goodsTotal: pounds(subtotal),
          deliveryTotal: pounds(delivery),
          overallTotal: pounds(total),
        });
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test('no stock becomes negative, and the sold counts equal what was ordered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyLines, { minLength: 1, maxLength: 6 }), async (orders) => {
        await sell(db, mug, spoon, poster);
        const sold = async () => (await listProducts(db)).reduce((count, { saleCount }) => count + saleCount, 0);
        const before = await sold();
        const ends = await Promise.allSettled(orders.map((lines) => place(anOrderFor(...lines))));
        const ordered = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value.items : []));
        expect(await sold()).toBe(before + ordered.reduce((count, { quantity }) => count + quantity, 0));
        for (const product of await listProducts(db)) {
          expect(product.saleCount).toBeLessThanOrEqual(product.stock);
          for (const size of product.variation.flatMap((color) => color.size)) expect(size.saleCount).toBeLessThanOrEqual(size.stock);
          for (const { stock, saleCount } of product.types) if (stock !== undefined) expect(saleCount).toBeLessThanOrEqual(stock);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the counters of a stored line', () => {
  const withIds = ({ size, ...color }: ReturnType<typeof aColor>) => ({
    ...color,
    size: size.map((each) => ({ ...each, id: `${color.color} ${each.name}` })),
  });
  const whole = {
    ...aProduct({ types: [aType('plain', 10), aType('boxed', 12)] }),
    variation: [withIds(aColor('Oat', { S: 1, M: 1 })), withIds(aColor('Rust', {}))],
  };
  const line = { product_id: 'mug', type_id: null, color: null, size: null, size_id: null, quantity: 1 };

  test.each([
    ['nothing chosen', {}, true],
    ['a type', { type_id: 'boxed' }, true],
    ['a type that is gone', { type_id: 'tinned' }, false],
    ['a size', { color: 'Oat', size: 'M', size_id: 'Oat M' }, true],
    ['a size that has another name now', { color: 'Oat', size: 'Medium', size_id: 'Oat M' }, true],
    ['a size that is gone', { color: 'Oat', size: 'XL', size_id: 'Oat XL' }, false],
    ['a colour that has lost its sizes', { color: 'Rust', size: 'M', size_id: 'Rust M' }, false],
    ['a colour without a size', { color: 'Rust' }, true],
    ['a type that is there and a size that is gone', { type_id: 'plain', color: 'Oat', size: 'XL', size_id: 'Oat XL' }, false],
  ])('a stored line with %s has stock counters to return to: %o is %s', (_, choice, expected) => {
    expect(hasCounters({ ...line, ...choice }, whole)).toBe(expected);
  });

  test('a stored line of a removed product has no stock counters to return to', () => {
    expect(hasCounters(line, undefined)).toBe(false);
  });
});
