import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { someDeliveryOptions } from '#tests/support/delivery-options.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-delivery-'));
afterAll(() => rm(home, { recursive: true }));
const shop = (...parameters: string[]) => runShopCommand(home, 'delivery', ...parameters);
const set = async (content: unknown) => {
  const file = path.join(home, 'delivery.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return shop('set', file);
};

const wanted = {
  ...someDeliveryOptions,
  ways: [...someDeliveryOptions.ways, { id: 'tracked', name: 'Tracked', surcharge: 2, courierDays: { min: 1, max: 2 } }],
  giftWrap: 3.5,
};

beforeAll(async () => {
  const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
  await db.destroy();
}, 60_000);

test('the seller replaces all delivery settings by a file, reads what they mean, and gets it back', { timeout: 60_000 }, async () => {
  const { code, out } = await set(wanted);
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toEqual([
    'Standard delivery: per item, as the products say.',
    'At most £9.95 an order.',
    'Free from £80.00 of goods on.',
    'Express (express): £4.50 more; the courier takes 1 working day.',
    'Tracked (tracked): £2.00 more; the courier takes 1 to 2 working days.',
    'Collection: The workshop, Mill Lane, Exampleford; open Saturday, 10 am to 1 pm.',
    'Northern Ireland (BT): £4.00 more.',
    'Jersey (JE): no delivery.',
    'Gift wrapping: £3.50 an order.',
  ]);
  expect((await shop('show')).out).toBe(out);
  expect(JSON.parse((await shop('show', '--json')).out)).toEqual(wanted);
  expect((await set({})).out).toBe('Standard delivery: per item, as the products say.\n');
});

const way = wanted.ways[0];
const region = wanted.regions[0];

test.each([
  ['text that is not JSON', '{ "cap": 8', /the file is not JSON/],
  ['a misspelt name', { capp: 8 }, /capp/],
  ['a negative amount', { cap: -1 }, /cap: /],
  ['a part of a penny', { giftWrap: 1.005 }, /giftWrap: must be pounds and whole pence/],
  [
    'a way with the id of standard delivery',
    { ways: [{ ...way, id: 'standard' }] },
    /ways\.0\.id: must be small letters.*neither "standard"/,
  ],
  ['the same way twice', { ways: [way, way] }, /ways: must have a different id/],
  ['days the wrong way round', { ways: [{ ...way, courierDays: { min: 3, max: 1 } }] }, /ways\.0\.courierDays: must have a "min"/],
  ['a whole postcode for a region', { regions: [{ ...region, outcodes: ['BT1 5GS'] }] }, /regions\.0\.outcodes\.0: must be an area/],
  ['a collection without opening hours', { collection: { ...wanted.collection, hours: '' } }, /collection\.hours: /],
])(
  'a settings file with %s is refused with the place of the fault, and nothing is changed',
  { timeout: 60_000 },
  async (_, content, place) => {
    await set(wanted);
    const { code, err } = await set(content);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^Nothing was changed: /) });
    expect(err).toMatch(place);
    expect(JSON.parse((await shop('show', '--json')).out)).toEqual(wanted);
  },
);
