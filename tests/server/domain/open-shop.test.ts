import { afterAll, expect, test } from 'vitest';
import { listProducts, setStock } from '#server/domain/catalogue.ts';
import { openShop } from '#server/open-shop.ts';
import { unopenedShop } from '#tests/support/database.ts';

const env = await unopenedShop(afterAll);

test('processes that start at the same time seed a shop once, and later starts keep the seller’s changes', async () => {
  // SQLite allows one server per folder, PostgreSQL any number.
  const stores = await Promise.all(Array.from({ length: env.databaseUrl === undefined ? 1 : 4 }, () => openShop(env)));
  const lists = await Promise.all(stores.map(({ db }) => listProducts(db)));
  for (const list of lists) {
    expect(list.length).toBeGreaterThanOrEqual(24);
    expect(list).toEqual(lists[0]);
  }
  const [first] = stores;
  if (first) await setStock(first.db, { productId: 'stoneware-mug', color: 'Oat', size: '350 ml' }, 555);
  for (const { db } of stores) await db.destroy();

  const again = await openShop(env);
  const mug = (await listProducts(again.db)).find(({ _id }) => _id === 'stoneware-mug');
  expect(mug?.variation.flatMap(({ size }) => size.map(({ stock }) => stock))).toContain(555);
  await again.db.destroy();
});

test('an unreachable database is reported in one sentence without its password', async () => {
  const opening = openShop({ ...env, databaseUrl: 'postgres://shop:secret@127.0.0.1:1/shop' });
  await expect(opening).rejects.toThrow(/^The database at 127\.0\.0\.1:1 cannot be reached \((?!.*secret).*\)\. Check DATABASE_URL\.$/);
});
