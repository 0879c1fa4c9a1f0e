import { beforeEach, expect, test } from 'vitest';
import { pageOfOrders, searchOrders } from '#server/domain/orders/order-search.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');

const place = async (billing: object, minute: number): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'spoon' }), billingInfo: { ...aBuyer, ...billing } };
  const request = anOrderRequest(payload, { now: minutesLater(minute) });
  return (await placeOrder(db, request))._id;
};
const find = async (text: string): Promise<string[]> => (await pageOfOrders(db, { text }, { page: 1, size: 99 })).map(({ row }) => row.id);

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 9999 });
});

test('the search for orders finds what begins the words of a name, an email address, a postcode, goods or an id, and nothing else', async () => {
  const ada = await place({}, 0);
  const odd = await place({ firstName: 'Ödön "Ed"', lastName: '100%_\\', email: 'x_y@example.com', postalCode: 'M1 1AE' }, 1);
  for (const text of ['byron', 'BYRON ada', 'ls1', 'LS1 4', 'ls14ap', 'ada@', ada]) expect([text, await find(text)]).toEqual([text, [ada]]);
  for (const text of ['ödön', '"ed"', '100%_\\', 'x_y', 'm11ae']) expect([text, await find(text)]).toEqual([text, [odd]]);
  for (const text of ['example.com', 'spoon']) expect([text, await find(text)]).toEqual([text, [odd, ada]]);
  for (const text of ['mill lane', 'yron', 'firstName', '%', '\\', "' or 1=1 --"]) expect([text, await find(text)]).toEqual([text, []]);
});

test('the search for orders reads any number of them, newest first and each once', async () => {
  const newest = await place({}, 1);
  const row = await db.selectFrom('order').selectAll().where('id', '=', newest).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 1100 }, (_, index) => ({
    ...row,
    id: `COPY-${String(index).padStart(4, '0')}`,
    created_at: minutesLater(0).toISOString(),
  }));
  for (let start = 0; start < copies.length; start += 100)
    await db
      .insertInto('order')
      .values(copies.slice(start, start + 100))
      .execute();
  const found: string[] = [];
  for await (const order of searchOrders(db, {})) found.push(order.row.id);
  expect(found).toEqual([newest, ...copies.map(({ id }) => id)]);
  const page = await pageOfOrders(db, {}, { page: 12, size: 100 });
  expect(page.map(({ row: { id } }) => id)).toEqual(found.slice(1100));
});
