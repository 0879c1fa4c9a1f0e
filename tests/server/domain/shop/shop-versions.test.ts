import { beforeEach, describe, expect, test } from 'vitest';
import type { ShopData } from '#contract/shop.ts';
import { createShopReader } from '#server/domain/shop/read-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import {
  addFirstVersion,
  changeShop,
  listVersions,
  publishAgain,
  readPublished,
  readShopForChange,
} from '#server/domain/shop/shop-versions.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anAccountRow, minutesLater } from '#tests/support/orders.ts';
import { noAddresses } from '#tests/support/sample-shop.ts';

const db = await freshDatabase('empty');
const now = minutesLater(1);
await db
  .insertInto('account')
  .values({ ...anAccountRow('ada'), first_name: 'Ada' })
  .execute();
const by = { accountId: 'ada', name: 'Ada', role: 'seller', call: 'changeDetails' } as const;

const named =
  (name: string) =>
  ({ details, ...data }: ShopData): ShopData => ({ ...data, details: { ...details, name } });

beforeEach(async () => {
  await db.deleteFrom('shop_version').execute();
  await db.deleteFrom('staff_event').execute();
  await addFirstVersion(db, sampleShop, now);
});

const addDraft = (name: string) =>
  db
    .insertInto('shop_version')
    .values({ number: 2, data: JSON.stringify(named(name)(sampleShop)), at: now.toISOString(), published_at: null, account_id: null })
    .execute();

describe('versions of the shop', () => {
  test('the first start publishes the first version, and a later one with other settings changes nothing', async () => {
    await addFirstVersion(db, named('Mugs')(sampleShop), now);
    expect(await readPublished(db)).toEqual({ number: 1, data: sampleShop, isPublished: true });
  });

  test('a change is a new version, and every earlier one stays as it was', async () => {
    await changeShop(db, named('Mugs'), { by, seen: 1, now });
    expect(await readPublished(db)).toMatchObject({ number: 2, data: { details: { name: 'Mugs' } } });
    const first = await db.selectFrom('shop_version').select('data').where('number', '=', 1).executeTakeFirstOrThrow();
    expect(JSON.parse(first.data)).toEqual(sampleShop);
    expect(await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute()).toEqual([
      { account_id: 'ada', what: 'changeDetails', subject: 'shop' },
    ]);
  });

  test('a change that changes nothing is no version', async () => {
    await changeShop(db, named('Flone'), { by, seen: 1, now });
    expect((await readPublished(db)).number).toBe(1);
    expect(await db.selectFrom('staff_event').selectAll().execute()).toEqual([]);
  });

  test('whoever has not seen the newest version changes nothing, and reads who was faster', async () => {
    await changeShop(db, named('Mugs'), { by, seen: 1, now });
    await expect(changeShop(db, named('Bowls'), { seen: 1, now })).rejects.toMatchObject({
      code: 'changed',
      message: expect.stringMatching(/^Nothing was saved: the shop has changed since you looked at it \(Ada, \d\d:\d\d\)\.$/),
    });
    expect((await readPublished(db)).data.details.name).toBe('Mugs');
  });

  test('of two changes at the same time one is saved, and the other is refused', async () => {
    const saved = await Promise.allSettled(['Mugs', 'Bowls'].map((name) => changeShop(db, named(name), { seen: 1, now })));
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db.selectFrom('shop_version').select('number').orderBy('number').execute()).toEqual([{ number: 1 }, { number: 2 }]);
  });

  test('a change at once keeps the draft, and is in it, too', async () => {
    await addDraft('Mugs');
    const withYear = ({ details, ...data }: ShopData): ShopData => ({ ...data, details: { ...details, copyrightYear: '2026' } });
    await changeShop(db, withYear, { by, seen: 2, now });
    expect(await readPublished(db)).toMatchObject({ number: 3, data: { details: { name: 'Flone', copyrightYear: '2026' } } });
    const rows = await db.selectFrom('shop_version').select(['number', 'data', 'published_at']).orderBy('number').execute();
    expect(rows.map(({ number, published_at }) => [number, published_at === null])).toEqual([
      [1, false],
      [3, false],
      [4, true],
    ]);
    expect(JSON.parse(rows[2]?.data ?? '')).toMatchObject({ details: { name: 'Mugs', copyrightYear: '2026' } });
    expect((await readShopForChange(db)).version).toBe(4);
  });

  test('shoppers see no draft', async () => {
    await addDraft('Mugs');
    expect((await createShopReader(db, noAddresses)()).details.name).toBe('Flone');
  });

  test('a process that has read the shop sees the next version at its next question', async () => {
    const readShop = createShopReader(db, noAddresses);
    expect((await readShop()).details.name).toBe('Flone');
    await changeShop(db, named('Mugs'), { now });
    expect(await readShop()).toMatchObject({ number: 2, trader: expect.stringMatching(/^Mugs\n/), mailFrom: { name: 'Mugs' } });
  });

  test('the history names who changed which part, and an older version is published again as a new one', async () => {
    await changeShop(db, named('Mugs'), { by, seen: 1, now });
    await changeShop(db, ({ days, ...data }) => ({ ...data, isOpen: false, days: { ...days, cutOff: 600 } }), { seen: 2, now });
    expect(await listVersions(db)).toEqual({
      version: 3,
      items: [
        { number: 3, at: now.toISOString(), name: '', changed: ['isOpen', 'days'] },
        { number: 2, at: now.toISOString(), name: 'Ada', changed: ['details'] },
        { number: 1, at: now.toISOString(), name: '', changed: [] },
      ],
    });
    await publishAgain(db, 1, { by, seen: 3, now });
    expect(await readPublished(db)).toEqual({ number: 4, data: sampleShop, isPublished: true });
    await expect(publishAgain(db, 9, { by, now })).rejects.toThrow('There is no such version of the shop.');
    await expect(publishAgain(db, 2, { by, seen: 3, now })).rejects.toMatchObject({ code: 'changed' });
  });
});
