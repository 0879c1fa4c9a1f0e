import { beforeEach, describe, expect, test } from 'vitest';
import { type OrderStep, orderSteps } from '#contract/order.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const origins = { shop: 'https://shop.example', api: 'https://api.example' };

const anOrder = async ({ isPaid = true } = {}): Promise<string> => {
  const { _id: orderId } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'spoon' })));
  if (!isPaid) return orderId;
  const { sessionId } = await openPayment(db, testPayments, { orderId, origins, now: openingDay });
  await chooseOnTestPage(db, sessionId, 'pay', openingDay);
  await db.deleteFrom('mail').execute();
  return orderId;
};

type Sent = { readonly method?: string; readonly tracking?: string; readonly seen?: number };

const move = (id: string, to: OrderStep, sent: Sent = {}, minutes = 60) =>
  changeStatus(db, testPayments, id, {
    to,
    ...(to === 'Dispatch' && { method: 'Royal Mail' }),
    ...sent,
    delivery: aDelivery,
    now: minutesLater(minutes),
  });
const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at').orderBy('id').execute();

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 99 });
});

describe('the seller changes the status of an order', () => {
  test('an order passes all four steps, each recorded with its time and mailed to the buyer', async () => {
    const id = await anOrder();
    await move(id, 'processing', {}, 60);
    await move(id.toLowerCase(), 'Dispatch', { method: 'Royal Mail', tracking: 'RM1' }, 120);
    expect(await findOrder(db, id)).toMatchObject({ status: 'Dispatch', shippingMethod: 'Royal Mail', trackId: 'RM1' });
    await move(id, 'Delivered', {}, 180);
    expect(await findOrder(db, id)).toMatchObject({
      status: 'Delivered',
      shippingMethod: 'Royal Mail',
      trackId: 'RM1',
      deliveredAt: minutesLater(180).toISOString(),
    });
    expect((await listOrderEvents(db, id)).slice(2)).toMatchObject([
      { at: minutesLater(60).toISOString(), actor: 'seller', what: 'Packing has begun.' },
      { at: minutesLater(120).toISOString(), actor: 'seller', what: 'Sent with Royal Mail, tracking number RM1.' },
      { at: minutesLater(180).toISOString(), actor: 'seller', what: 'Delivered.' },
    ]);
    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [aBuyer.email, `We are preparing your order ${id}`],
      [aBuyer.email, `Your order ${id} is on its way`],
      [aBuyer.email, `Your order ${id} has been delivered`],
    ]);
    expect(sent[1]?.text).toContain('Royal Mail');
    expect(sent[1]?.text).toContain('RM1');
  });

  const versionOf = async (id: string): Promise<number> => (await listOrderEvents(db, id)).length;

  test('an order may skip "processing", and who has seen its Dispatch may repeat that to correct the tracking number', async () => {
    const id = await anOrder();
    await move(id, 'Dispatch', { tracking: 'RM1' });
    await move(id, 'Dispatch', { tracking: 'RM2', seen: await versionOf(id) });
    expect(await findOrder(db, id)).toMatchObject({ status: 'Dispatch', trackId: 'RM2' });
    await move(id, 'Dispatch', { seen: await versionOf(id) });
    expect(await findOrder(db, id)).not.toHaveProperty('trackId');
  });

  test('the same Dispatch once more changes nothing, mails nobody, and says so', async () => {
    const id = await anOrder();
    expect(await move(id, 'Dispatch', { tracking: 'RM1' })).toMatchObject({ isChanged: true });
    expect(await move(id, 'Dispatch', { tracking: 'RM1' }, 120)).toMatchObject({ isChanged: false, order: { row: { track_id: 'RM1' } } });
    expect(await mails()).toHaveLength(1);
  });

  test('of two sellers who send one order with two tracking numbers one wins, and the other is told which', async () => {
    const id = await anOrder();
    const numbers = ['AAA1', 'BBB2'];
    const ends = await Promise.allSettled(numbers.map((tracking) => move(id, 'Dispatch', { tracking })));
    const { trackId = '' } = await findOrder(db, id);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', code: 'sentAlready', message: `This order was sent already with Royal Mail, ${trackId}.` },
    });
    expect((await mails()).map(({ text }) => numbers.filter((number) => text.includes(number)))).toEqual([[trackId]]);
  });

  test('a step is refused with what has happened since when the order has changed since the seller looked at it', async () => {
    const id = await anOrder();
    const seen = await versionOf(id);
    await move(id, 'Dispatch', { tracking: 'AAA1', seen });
    const changed = {
      code: 'changed',
      message:
        'Nothing was done, because this order has changed since you looked at it: Sent with Royal Mail, tracking number AAA1 (seller, 11:00).',
    };
    await expect(move(id, 'Dispatch', { tracking: 'BBB2', seen })).rejects.toMatchObject(changed);
    await expect(move(id, 'Delivered', { seen })).rejects.toMatchObject(changed);
    await expect(move(id, 'Delivered', { seen: seen + 9 })).rejects.toThrow(`This order has no version ${seen + 9}: it is at ${seen + 1}.`);
    expect(await findOrder(db, id)).toMatchObject({ status: 'Dispatch', trackId: 'AAA1' });
    const corrections = ['BBB2', 'CCC3'].map((tracking) => move(id, 'Dispatch', { tracking, seen: seen + 1 }));
    expect((await Promise.allSettled(corrections)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await mails()).toHaveLength(2);
  });

  test.each<[OrderStep[], OrderStep, string]>([
    [[], 'Delivered', 'This order is at confirmed: it must be at Dispatch before it can be Delivered.'],
    [['processing'], 'Delivered', 'This order is at processing: it must be at Dispatch before it can be Delivered.'],
    [[], 'confirmed', 'This order is at confirmed already.'],
    [['processing'], 'processing', 'This order is at processing already.'],
    [['processing'], 'confirmed', 'This order is at processing already and cannot go back to confirmed.'],
    [['Dispatch', 'Delivered'], 'Dispatch', 'This order is at Delivered already and cannot go back to Dispatch.'],
    [['Dispatch', 'Delivered'], 'Delivered', 'This order is at Delivered already.'],
  ])('after %j the step %s is refused and no mail is sent', async (before, to, sentence) => {
    const id = await anOrder();
    for (const step of before) await move(id, step);
    const events = await listOrderEvents(db, id);
    const sent = await mails();
    await expect(move(id, to)).rejects.toThrow(sentence);
    expect([await listOrderEvents(db, id), await mails()]).toEqual([events, sent]);
  });

  test('of concurrent changes of an order to the same step, one succeeds', async () => {
    const id = await anOrder();
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => move(id, 'processing')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test.each(orderSteps)('%s is refused for an unpaid, an expired and an unknown order', async (to) => {
    const id = await anOrder({ isPaid: false });
    await expect(move(id, to, {}, 1)).rejects.toThrow('This order is not paid yet, so there is nothing to do for it.');
    await expect(move(id, to)).rejects.toThrow('This order was not paid in time and has expired.');
    await expect(move('no-such-order', to)).rejects.toThrow('There is no order no-such-order.');
  });

  test.each<[OrderStep, { method?: string; tracking?: string }, string]>([
    ['processing', { method: 'Royal Mail' }, 'A shipping method and a tracking number go with Dispatch only.'],
    ['Delivered', { tracking: 'RM1' }, 'A shipping method and a tracking number go with Dispatch only.'],
    ['Dispatch', { method: ' ' }, 'are one line of at most 100 characters.'],
    ['Dispatch', { tracking: 'R\nM' }, 'are one line of at most 100 characters.'],
    ['Dispatch', { tracking: 'x'.repeat(101) }, 'are one line of at most 100 characters.'],
  ])('%s is refused with the shipping details %j', async (to, sent, sentence) => {
    const id = await anOrder();
    await expect(move(id, to, sent)).rejects.toThrow(sentence);
  });

  test('Dispatch is refused without a shipping method', async () => {
    const id = await anOrder();
    await expect(changeStatus(db, testPayments, id, { to: 'Dispatch', delivery: aDelivery, now: openingDay })).rejects.toThrow(
      'Say how it is sent',
    );
  });
});

describe('the arrival of an order', () => {
  // A Monday, 10 am in British Summer Time.
  const promised = { from: '2025-09-05', to: '2025-09-08', dispatchBy: '2025-09-03' };

  test('the arrival is promised with the order and kept at every step before dispatch, and the product that takes longest to make decides', async () => {
    const id = await anOrder();
    expect((await findOrder(db, id)).arrival).toEqual(promised);
    await move(id, 'processing');
    expect((await findOrder(db, id)).arrival).toEqual(promised);
    await sell(db, { id: 'stool', name: 'Stool', basePrice: 90, stock: 9, makingDays: 5 });
    const items = anOrderFor({ productId: 'spoon' }, { productId: 'stool' });
    const order = await placeOrder(db, anOrderRequest(items));
    expect(order.arrival).toEqual({ from: '2025-09-12', to: '2025-09-15', dispatchBy: '2025-09-10' });
  });

  test('the arrival counts from the day of dispatch once the parcel is posted, whatever settings or tracking number the seller changes', async () => {
    const id = await anOrder();
    await move(id, 'Dispatch', {}, 60);
    const expected = { from: '2025-09-03', to: '2025-09-04' };
    expect((await findOrder(db, id)).arrival).toEqual(expected);
    expect((await mails())[0]?.text).toContain('should arrive Wed 3 – Thu 4 September.');
    expect((await mails())[0]?.text).not.toContain('sorry');
    await move(id, 'Dispatch', { tracking: 'RM2', seen: (await listOrderEvents(db, id)).length }, 60 * 24 * 3);
    expect((await findOrder(db, id)).arrival).toEqual(expected);
  });

  test('an arrival later than promised is said with an apology in the mail of the dispatch, and one on the promised days without', async () => {
    await move(await anOrder(), 'Dispatch', {}, 60 * 24 * 2);
    const [onTime] = await mails();
    expect(onTime?.text).toContain('should arrive Fri 5 – Mon 8 September.');
    expect(onTime?.text).not.toContain('sorry');
    await db.deleteFrom('mail').execute();
    await move(await anOrder(), 'Dispatch', {}, 60 * 24 * 4);
    const [mail] = await mails();
    expect(mail?.text).toContain('should arrive Tue 9 – Wed 10 September.');
    expect(mail?.text).toContain('later than we said when you ordered, which was Fri 5 – Mon 8 September. We’re sorry');
  });
});
