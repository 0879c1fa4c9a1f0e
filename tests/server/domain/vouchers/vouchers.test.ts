import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { newVoucher } from '#contract/desk/vouchers.ts';
import { pence } from '#contract/money.ts';
import { type Order, order } from '#contract/order.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { decideRefundRequest, requestRefund, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { type Buyer, findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { resellerSales } from '#server/domain/seller/reseller-sales.ts';
import { checkVoucher } from '#server/domain/vouchers/check-voucher.ts';
import { createVoucher, endVoucher, listVouchers, showVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, addAccounts, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';

const db = await freshDatabase('empty');
const provider = { ...testPayments, minPence: 30 };
const { minPence } = provider;
const ada: Buyer = { id: 'u-ada', role: 'customer' };
const reseller: Buyer = { id: 'u-reseller', role: 'reseller' };
const day = 24 * 60;
await addAccounts(db, 'u-ada', 'u-reseller');

/** Makes a voucher of 10 %, or with what is given; returns its code. */
const voucher = async (over: object = {}, now = openingDay): Promise<string> =>
  (await createVoucher(db, newVoucher.parse({ kind: 'percent', value: 10, ...over }), { now })).code;

type Placing = {
  readonly items?: readonly Wanted[];
  readonly buyer?: Buyer;
  readonly email?: string;
  readonly now?: Date;
  readonly replaces?: string;
};

let buyers = 0;
/** Orders a mug, unless told otherwise, as somebody new. */
const place = (code: string | undefined, { items, buyer, email, now = openingDay, replaces }: Placing = {}): Promise<Order> => {
  buyers += 1;
  const payload = {
    ...anOrderFor(...(items ?? [{ productId: 'mug' }])),
    billingInfo: { ...aBuyer, email: email ?? `buyer-${buyers}@example.com` },
    ...(code !== undefined && { voucher: code }),
    ...(replaces !== undefined && { replaces }),
  };
  return placeOrder(db, anOrderRequest(payload, { minPence, buyer, now }));
};

const check = (code: string, { items, buyer, now = openingDay, replaces }: Placing = {}) =>
  checkVoucher(db, {
    check: { code, items: anOrderFor(...(items ?? [{ productId: 'mug' }])).items, ...(replaces !== undefined && { replaces }) },
    buyer,
    clientIp: '192.0.2.7',
    minPence,
    now,
  });

/** Both the check and the order refuse with this sentence. */
const expectRefusal = async (message: string, code: string, how: Placing = {}): Promise<void> => {
  expect((await refusalOf(check(code, how))).message).toBe(message);
  expect(await refusalOf(place(code, how))).toMatchObject({ message, code: 'voucher', errors: { voucher: message } });
};

const pay = (id: string, openedAt = openingDay): Promise<void> => payOrder(db, id, { provider, openedAt });

const usesOf = async (code: string): Promise<number> => (await showVoucher(db, code, openingDay)).uses;

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('voucher').execute();
  await db.deleteFrom('limit_hit').execute();
  await db.deleteFrom('category').execute();
  await db
    .insertInto('category')
    .values([
      { id: 'kitchen', name: 'Kitchen', slug: 'kitchen', image: '', position: 0 },
      { id: 'garden', name: 'Garden', slug: 'garden', image: '', position: 1 },
    ])
    .execute();
  await sell(
    db,
    { id: 'mug', name: 'Mug', basePrice: 20, discount: 50, resellerPrice: 4, deliveryCost: 2.5, stock: 500, categories: ['kitchen'] },
    { id: 'trowel', name: 'Trowel', basePrice: 7.99, deliveryCost: 0, stock: 500, categories: ['garden'] },
    { id: 'seeds', name: 'Seeds', basePrice: 0.99, deliveryCost: 0, stock: 500, categories: ['garden'] },
  );
});

describe('an order with a voucher', () => {
  test('a percentage comes off the discounted price, is spread over the lines, and is stored with the order', async () => {
    const code = await voucher({ code: 'SPRING10' });
    const placed = await place(code, { items: [{ productId: 'mug', quantity: 2 }, { productId: 'trowel' }] });
    expect(order.parse(placed)).toEqual(placed);
    // £20.00 for two mugs at half price and £7.99: a tenth of £27.99.
    expect(placed).toMatchObject({
      goodsTotal: 27.99,
      deliveryTotal: 5,
      voucher: { code: 'SPRING10', discount: 2.8 },
      overallTotal: 30.19,
      items: [{ discount: 2 }, { discount: 0.8 }],
    });
    expect(await findOrder(db, placed._id)).toEqual(placed);
  });

  test('a reseller has the voucher off the reseller price, and their sales count what they paid for goods', async () => {
    const percent = await place(await voucher(), { buyer: reseller });
    // £20.00 less £4.00, half of it, less a tenth.
    expect(percent).toMatchObject({ goodsTotal: 8, voucher: { discount: 0.8 }, overallTotal: 9.7 });
    const free = await place(await voucher({ kind: 'delivery', value: 0 }), { buyer: reseller });
    expect(free).toMatchObject({ goodsTotal: 8, voucher: { discount: 2.5 }, overallTotal: 8 });
    await pay(percent._id);
    await pay(free._id);
    expect(await resellerSales(db, reseller.id)).toBe(720 + 800);
  });

  test('an order that its voucher pays for whole is paid at once', async () => {
    const code = await voucher({ kind: 'amount', value: 50 });
    const placed = await place(code, { items: [{ productId: 'trowel' }] });
    expect(placed).toMatchObject({ overallTotal: 0, voucher: { discount: 7.99 } });
    await openPayment(db, provider, { orderId: placed._id, origins, now: openingDay });
    expect(await findOrder(db, placed._id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
  });

  test('a voucher leaves what the payment provider takes at least', async () => {
    const code = await voucher({ kind: 'amount', value: 7.9 });
    expect(await place(code, { items: [{ productId: 'trowel' }] })).toMatchObject({ overallTotal: 0.3, voucher: { discount: 7.69 } });
  });

  test('ending a voucher leaves its orders as they were', async () => {
    const code = await voucher();
    const placed = await place(code);
    await endVoucher(db, code, { now: minutesLater(1) });
    await pay(placed._id, minutesLater(2));
    expect(await findOrder(db, placed._id)).toMatchObject({ status: 'confirmed', voucher: { code, discount: 1 }, overallTotal: 11.5 });
  });

  test('the same order sent twice is one order and one use', async () => {
    const code = await voucher();
    const payload = { ...anOrderFor({ productId: 'mug' }), voucher: code };
    const request = anOrderRequest(payload, { minPence });
    const [one, other] = [await placeOrder(db, request), await placeOrder(db, request)];
    expect(other).toEqual(one);
    expect(await usesOf(code)).toBe(1);
  });

  test('the check tells what the order takes off, whatever case and spaces were typed', async () => {
    await voucher({ code: 'Spring 10', kind: 'amount', value: 5.5, minimum: 10, categories: ['kitchen'] });
    expect(await check('SPRING10')).toEqual({
      code: 'SPRING10',
      kind: 'amount',
      value: 5.5,
      minimum: 10,
      minTotal: 0.3,
      products: [],
      categories: ['kitchen'],
    });
  });
});

describe('a voucher that cannot be used', () => {
  test('a shopper is told that a code is unknown', async () => {
    await expectRefusal('We don’t recognise that code. Check it and try again.', 'NOSUCH');
  });

  test('a shopper is told from when on a voucher can be used, and that it ended', async () => {
    // Winter time when it begins, summer time when it ends.
    const code = await voucher({ from: '2026-03-01', to: '2026-03-31' }, new Date('2026-01-01T00:00:00Z'));
    const at = (time: string): Placing => ({ now: new Date(time) });
    await expectRefusal('This voucher can be used from 1 March 2026.', code, at('2026-02-28T23:59:59.999Z'));
    await expectRefusal('This voucher ended on 31 March 2026.', code, at('2026-03-31T23:00:00.000Z'));
    for (const time of ['2026-03-01T00:00:00.000Z', '2026-03-31T22:59:59.999Z'])
      expect(await place(code, at(time))).toMatchObject({ voucher: { code } });
  });

  test('a shopper is told that the seller has ended the voucher', async () => {
    const code = await voucher();
    await endVoucher(db, code, { now: openingDay });
    expect((await refusalOf(check(code, { now: minutesLater(day) }))).message).toMatch(/^This voucher ended on \d+ \w+ \d{4}\.$/);
  });

  test('a shopper is told how much is missing from the minimum of a voucher', async () => {
    const any = await voucher({ minimum: 15 });
    await expectRefusal('Spend £5.00 more on goods to use it, delivery not counted.', any);
    const garden = await voucher({ minimum: 10, categories: ['garden'] });
    await expectRefusal('Spend £2.01 more on the goods that this voucher is for to use it, delivery not counted.', garden, {
      items: [{ productId: 'mug', quantity: 9 }, { productId: 'trowel' }],
    });
  });

  test('a shopper is told that a voucher is not for their goods, or would take nothing off', async () => {
    await expectRefusal('This voucher is not for any of these goods.', await voucher({ products: ['trowel'] }));
    await expectRefusal(
      'This voucher would take nothing off what you pay here.',
      await voucher({ kind: 'delivery', value: 0, categories: ['garden'] }),
      { items: [{ productId: 'trowel' }, { productId: 'mug' }] },
    );
  });

  test('a shopper is told that a voucher has been used up', async () => {
    const code = await voucher({ uses: 1 });
    await place(code);
    await expectRefusal('This voucher has been used as often as it can be.', code);
  });

  test('a shopper reads that goods are sold out, and not what the voucher is worth', async () => {
    const code = await voucher();
    const { errors } = await refusalOf(place(code, { items: [{ productId: 'mug', quantity: 501 }] }));
    expect(errors).toEqual({ 'items.0': 'Only 500 of Mug left.' });
  });
});

describe('uses of one person', () => {
  const used = 'You have used this voucher already.';
  const usedUp = 'This voucher has been used as often as it can be.';

  test('an account uses a voucher once, whatever email address it types, and a guest once per email address', async () => {
    const code = await voucher({ perPerson: 1 });
    await place(code, { buyer: ada, email: 'ada@example.com' });
    await expectRefusal(used, code, { buyer: ada, email: 'other@example.com' });
    await place(code, { email: 'bea@example.com' });
    expect((await refusalOf(place(code, { email: 'Bea@Example.com' }))).message).toBe(usedUp);
    await place(code, { email: 'cleo@example.com' });
  });

  test('an account and a guest of one address share a voucher once paid, and nobody uses it up for others by not paying', async () => {
    const code = await voucher({ perPerson: 1 });
    const guest = await place(code, { email: 'ada@example.com' });
    const own = await place(code, { buyer: ada, email: 'ada@example.com' });
    await cancelOrder(db, provider, own._id, { now: openingDay });
    await pay(guest._id);
    expect((await refusalOf(place(code, { buyer: ada, email: 'ada@example.com' }))).message).toBe(usedUp);
  });

  test('who types the email address of somebody who has used a voucher gets the same answer as for a used-up voucher', async () => {
    const [once, last] = [await voucher({ perPerson: 1 }), await voucher({ uses: 1 })];
    for (const code of [once, last]) await pay((await place(code, { email: 'bea@example.com' }))._id);
    for (const buyer of [undefined, ada]) {
      const refusals = [refusalOf(place(once, { buyer, email: 'bea@example.com' })), refusalOf(place(last, { buyer }))];
      expect((await Promise.all(refusals)).map(({ message }) => message)).toEqual([usedUp, usedUp]);
    }
  });

  test('two uses of a voucher for each person are counted', async () => {
    const code = await voucher({ perPerson: 2 });
    await place(code, { buyer: ada });
    await place(code, { buyer: ada });
    await expectRefusal('You have used this voucher 2 times already, which is as often as one person can.', code, { buyer: ada });
  });
});

describe('the last use', () => {
  test('of 60 concurrent orders one gets the last use of a voucher, and the others are told and take no stock', async () => {
    const code = await voucher({ uses: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => place(code)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refusals).toEqual(
      Array.from({ length: 59 }, () =>
        expect.objectContaining({ message: 'This voucher has been used as often as it can be.', code: 'voucher' }),
      ),
    );
    expect(await usesOf(code)).toBe(1);
    const { sale_count } = await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow();
    expect(sale_count).toBe(1);
  });

  test('of 20 concurrent orders of one person one gets the only use of a voucher', async () => {
    const code = await voucher({ perPerson: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => place(code, { buyer: ada })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an order that expires, or is cancelled before or after it was paid, gives its use of a voucher back', async () => {
    const code = await voucher({ uses: 1 });
    await place(code);
    await updateDueOrders(db, provider, minutesLater(11));
    const unpaid = await place(code, { now: minutesLater(12) });
    await cancelOrder(db, provider, unpaid._id, { now: minutesLater(12) });
    const paid = await place(code, { now: minutesLater(13) });
    await pay(paid._id, minutesLater(13));
    await expectRefusal('This voucher has been used as often as it can be.', code, { now: minutesLater(14) });
    await cancelOrder(db, provider, paid._id, { now: minutesLater(14) });
    expect(await place(code, { now: minutesLater(15) })).toMatchObject({ voucher: { code } });
  });

  test('a changed order keeps the use of a voucher of the order that it replaces, also in the check', async () => {
    const code = await voucher({ uses: 1, perPerson: 1 });
    const first = await place(code, { buyer: ada });
    const changed = { buyer: ada, items: [{ productId: 'mug', quantity: 2 }], replaces: first._id };
    expect(await check(code, changed)).toMatchObject({ code });
    expect((await refusalOf(check(code, { ...changed, buyer: undefined }))).message).toBe(
      'This voucher has been used as often as it can be.',
    );
    expect(await place(code, changed)).toMatchObject({ voucher: { discount: 2 } });
    expect(await usesOf(code)).toBe(1);
  });

  test('a payment after the expiry is paid back when the last use has gone, and confirms the order when it has not', async () => {
    const code = await voucher({ uses: 1 });
    const late = await place(code);
    const { sessionId } = await openPayment(db, provider, {
      orderId: late._id,
      origins,
      now: openingDay,
    });
    await updateDueOrders(db, provider, minutesLater(31));
    const quicker = await place(code, { now: minutesLater(32) });
    await recordPayment(db, { eventId: 'late', sessionId, outcome: 'paid' }, minutesLater(33));
    const { status } = await db.selectFrom('order').select('status').where('id', '=', late._id).executeTakeFirstOrThrow();
    expect(status).toBe('expired');
    expect((await listOrderEvents(db, late._id)).at(-1)).toMatchObject({
      actor: 'provider',
      what: 'Paid after it had expired and its voucher had been used up: to be refunded.',
    });
    const mail = await db.selectFrom('mail').select('text').where('subject', 'like', `%${late._id}%`).executeTakeFirstOrThrow();
    expect(mail.text).toContain('the voucher in your order had been used up');
    expect(await findOrder(db, quicker._id)).toMatchObject({ status: 'pending' });

    const other = await place(await voucher({ uses: 1 }));
    const page = await openPayment(db, provider, {
      orderId: other._id,
      origins,
      now: openingDay,
    });
    await updateDueOrders(db, provider, minutesLater(31));
    await recordPayment(db, { eventId: 'late-too', sessionId: page.sessionId, outcome: 'paid' }, minutesLater(33));
    expect(await findOrder(db, other._id)).toMatchObject({ status: 'confirmed' });
  });
});

describe('guessing codes', () => {
  test('after 20 unknown codes a client IP address is refused for ten minutes, also with a right code', async () => {
    const code = await voucher();
    for (let guess = 0; guess < 20; guess += 1) expect((await refusalOf(check(`GUESS${guess}`))).kind).toBe('notFound');
    expect(await refusalOf(check(code))).toMatchObject({ kind: 'tooMany', wait: 600 });
    expect(await check(code, { now: minutesLater(10) })).toMatchObject({ code });
  });

  test('a valid voucher code that is used often does not count as a guess', async () => {
    const code = await voucher();
    for (let time = 0; time < 30; time += 1) expect(await check(code)).toMatchObject({ code });
  });
});

describe('refunds of an order with a voucher', () => {
  const imageStore = { add: async () => [], remove: async () => undefined, listOlderThan: async () => [] };
  const ask = async (orderId: string, ProductId: string): Promise<string> =>
    requestRefund(db, { orderId, ProductId, reason: 'It came with a crack in it.' }, [], { imageStore, now: openingDay });

  test('refunds of all products give back exactly what was paid', async () => {
    const placed = await place(await voucher({ kind: 'amount', value: 10 }), {
      items: [{ productId: 'mug', quantity: 3 }, { productId: 'trowel' }, { productId: 'seeds' }],
    });
    await pay(placed._id);
    let back = 0;
    for (const id of ['mug', 'trowel', 'seeds']) {
      const reference = await ask(placed._id, id);
      const { left } = await showRefundRequest(db, reference);
      await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, openingDay);
      back += Math.round(left * 100);
    }
    expect(back).toBe(Math.round(placed.overallTotal * 100));
  });

  test('refunds of any parts in any order give back what was paid, also below the minimum of the voucher, whose use stays', async () => {
    const goods = fc.shuffledSubarray(['mug', 'trowel', 'seeds'], { minLength: 1 });
    const kind = fc.constantFrom({ kind: 'percent', value: 33 }, { kind: 'amount', value: 7.77 }, { kind: 'delivery' });
    await fc.assert(
      fc.asyncProperty(goods, kind, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat(20)), async (ids, over, quantity, parts) => {
        const items = ids.map((productId) => ({ productId, quantity }));
        const minimum = 10 * quantity;
        const code = await voucher({ ...over, minimum });
        const placed = await place(ids.includes('mug') ? code : undefined, { items });
        await pay(placed._id);
        let back = 0;
        for (const productId of ids) {
          const first = await ask(placed._id, productId);
          const amount = pence(Math.max(1, parts.next().value) / 100);
          const part = { outcome: 'partial', amount, withoutReturn: true } as const;
          const { amount: returned } = await decideRefundRequest(db, first, part, openingDay);
          const rest = await decideRefundRequest(
            db,
            await ask(placed._id, productId),
            { outcome: 'full', withoutReturn: true },
            openingDay,
          );
          back += Math.round(((returned ?? 0) + (rest.amount ?? 0)) * 100);
        }
        expect(back).toBe(Math.round(placed.overallTotal * 100));
        expect(await usesOf(code)).toBe(ids.includes('mug') ? 1 : 0);
        for (const productId of ids) await expect(ask(placed._id, productId)).rejects.toMatchObject({ kind: 'conflict' });
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  test('what the voucher paid for whole can be exchanged, and no money goes back for it', async () => {
    const placed = await place(await voucher({ value: 100 }), { items: [{ productId: 'trowel' }, { productId: 'mug' }] });
    await pay(placed._id);
    const reference = await ask(placed._id, 'trowel');
    expect((await refusalOf(decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, openingDay))).message).toBe(
      'Nothing was paid for this product, so it can be exchanged or declined.',
    );
    expect(await decideRefundRequest(db, reference, { outcome: 'exchange' }, openingDay)).toMatchObject({ outcome: 'exchange', paid: 0 });
  });
});

describe('what the seller sees', () => {
  test('the seller sees each voucher with its state, its uses and what it took off', async () => {
    const now = new Date('2026-03-15T12:00:00Z');
    const before = new Date('2026-01-01T00:00:00Z');
    await voucher({ code: 'SOON', from: '2026-04-01' }, before);
    await voucher({ code: 'PAST', to: '2026-03-14' }, before);
    await voucher({ code: 'ONCE', uses: 1 }, before);
    await voucher({ code: 'MANY' }, before);
    await voucher({ code: 'GONE' }, before);
    await endVoucher(db, 'gone', { now });
    for (const code of ['ONCE', 'MANY', 'MANY']) await place(code, { now });
    const states = (await listVouchers(db, now)).map(({ code, state, uses, discounts }) => [code, state, uses, discounts]);
    expect(states.toSorted()).toEqual([
      ['GONE', 'ended', 0, 0],
      ['MANY', 'open', 2, 2],
      ['ONCE', 'usedUp', 1, 1],
      ['PAST', 'over', 0, 0],
      ['SOON', 'coming', 0, 0],
    ]);
  });

  test('a voucher without a code gets one without letters that are misread', async () => {
    for (let time = 0; time < 20; time += 1) expect(await voucher()).toMatch(/^[A-HJ-KM-NP-TV-Z2-9]{8}$/);
  });

  test.each<[string, object, RegExp]>([
    ['an unknown product', { products: ['mug', 'jug'] }, /^There is no product jug\.$/],
    ['an unknown category', { categories: ['attic'] }, /^There is no category attic\.$/],
    ['a period that is over', { to: '2020-01-01' }, /would be over already/],
  ])('a voucher for %s is refused', async (_, over, message) => {
    expect((await refusalOf(voucher(over))).message).toMatch(message);
  });

  test('a voucher code is never given again, and a voucher ends once', async () => {
    const code = await voucher({ code: 'SPRING10' });
    await endVoucher(db, code, { now: openingDay });
    expect((await refusalOf(voucher({ code: 'spring10' }))).message).toMatch(/^There is a voucher SPRING10 already\./);
    expect((await refusalOf(endVoucher(db, code, { now: minutesLater(1) }))).message).toBe('Voucher SPRING10 has ended already.');
    expect((await refusalOf(endVoucher(db, 'nosuch', { now: openingDay }))).kind).toBe('notFound');
  });
});
