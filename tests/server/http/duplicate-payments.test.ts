import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order, paymentSession } from '#contract/order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { chooseOnTestPage } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anOrderFor, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const services = { db, clock: () => openingDay, rateLimits: { orders: 1_000_000, lookUps: 1_000_000 }, publicUrl: 'https://shop.example' };
const app = createTestApp(services);

const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.request(path, { method: 'POST', headers: { ...token, ...headers }, body: JSON.stringify(body) });

const one = anOrderFor({ productId: 'spoon' });
const place = (over: object, key = aKey()) => post(endpoints.placeOrder.path, { ...one, ...over }, { 'idempotency-key': key });
const placed = async (response: Response): Promise<string> => {
  expect(response.status).toBe(201);
  return order.parse(await response.json())._id;
};
const refusal = async (response: Response) => {
  expect(response.status).toBe(409);
  return failureBody.parse(await response.json());
};
const payPageOf = async (orderId: string): Promise<string> =>
  paymentSession.parse(await (await post(endpoints.payOrder.path, { orderId })).json()).sessionId;
const pay = async (orderId: string, how: 'pay' | 'delay' = 'pay') => chooseOnTestPage(db, await payPageOf(orderId), how, openingDay);
const orders = () => db.selectFrom('order').selectAll().execute();

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 50, deliveryCost: 1.2 });
});

describe('a paid order is not placed again', () => {
  test('repeating the idempotency key of a paid order gets 409 with the order’s id', async () => {
    const key = aKey();
    const id = await placed(await place({}, key));
    await pay(id);
    expect(await refusal(await place({}, key))).toMatchObject({
      code: 'paid',
      orderId: id,
      message: 'You have paid for this order already, so nothing was changed and nothing more was ordered.',
    });
    expect(await orders()).toHaveLength(1);
  });

  test('repeating the idempotency key of a paid order with other content gets 409, too', async () => {
    const key = aKey();
    const id = await placed(await place({}, key));
    await pay(id);
    for (const over of [{ note: 'Ring twice.' }, { again: id }, { replaces: id }])
      expect(await refusal(await place(over, key))).toMatchObject({ code: 'paid', orderId: id });
    expect(await orders()).toHaveLength(1);
  });

  test('an order with a new key that replaces a paid order gets 409', async () => {
    const id = await placed(await place({}));
    await pay(id);
    expect(await refusal(await place({ replaces: id }))).toMatchObject({ code: 'paid', orderId: id });
    expect(await orders()).toHaveLength(1);
  });

  test('replacing an order while its payment is processing gets 409', async () => {
    const id = await placed(await place({}));
    await pay(id, 'delay');
    expect(await refusal(await place({ replaces: id }))).toMatchObject({
      code: 'processing',
      orderId: id,
      message: 'The payment for your order is on its way as it was, so nothing was changed and nothing more was ordered.',
    });
    expect(await orders()).toHaveLength(1);
  });

  test('an order that was replaced by a paid one can neither be repeated nor replaced again', async () => {
    const key = aKey();
    const first = await placed(await place({}, key));
    const second = await placed(await place({ note: 'Ring twice.', replaces: first }));
    await pay(second);
    for (const response of [await place({}, key), await place({ replaces: first })])
      expect(await refusal(response)).toMatchObject({ code: 'paid', orderId: second });
    expect(await orders()).toHaveLength(2);
  });

  test('of two orders that replace the same one, only the last can be paid', async () => {
    const first = await placed(await place({}));
    const second = await placed(await place({ note: 'Ring twice.', replaces: first }));
    const third = await placed(await place({ note: 'Ring once.', replaces: first }));
    const found = new Map((await orders()).map((each) => [each.id, each]));
    expect(found.get(second)).toMatchObject({ status: 'expired', replaced_by: third });
    expect(found.get(third)).toMatchObject({ status: 'pending' });
  });

  test.each(['by its key', 'in its place'])(
    'of an order that is placed again %s while it is being paid, only one can be paid',
    async (how) => {
      for (let round = 0; round < 10; round += 1) {
        await db.deleteFrom('order').execute();
        const key = aKey();
        const id = await placed(await place({}, key));
        const page = await payPageOf(id);
        const again = () => (how === 'by its key' ? place({}, key) : place({ note: 'Ring twice.', replaces: id }));
        const paying = () => chooseOnTestPage(db, page, 'pay', openingDay).catch(() => undefined);
        const both = round % 2 ? [paying(), again()] : [again(), paying()];
        const answer = (await Promise.all(both)).find((each) => each instanceof Response);
        expect([201, 409]).toContain(answer?.status);
        const left = (await orders()).filter(({ status }) => status !== 'expired');
        expect(left).toHaveLength(1);
        expect(left).toMatchObject([answer?.status === 409 ? { id, status: 'confirmed' } : {}]);
      }
    },
  );
});

describe('placing a paid order once more on purpose', () => {
  test('with a new key and the paid order’s id the order is placed, and the seller sees the reference', async () => {
    const id = await placed(await place({}));
    await pay(id);
    const second = await placed(await place({ again: id, replaces: id }));
    expect(second).not.toBe(id);
    expect((await listOrderEvents(db, second)).map(({ what }) => what)).toEqual([
      `Placed, not yet paid. The buyer asked for it beside order ${id}.`,
    ]);
    await pay(second);
    expect((await orders()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  });

  test('placing a paid order once more under the id of another order gets 409', async () => {
    const id = await placed(await place({}));
    const other = await placed(await place({}));
    await pay(id);
    expect(await refusal(await place({ again: other, replaces: id }))).toMatchObject({ code: 'paid', orderId: id });
  });

  test('placing an order once more under an id that does not exist is allowed, and reveals nothing', async () => {
    const id = await placed(await place({ again: '0000-0000-0000-0000' }));
    expect((await listOrderEvents(db, id)).map(({ what }) => what)).toEqual(['Placed, not yet paid.']);
  });
});
