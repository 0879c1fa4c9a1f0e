import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listSamples, removeSamples, restoreSamples } from '#server/domain/catalogue/samples.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anAccountRow, minutesLater, sell } from '#tests/support/orders.ts';

const seed = await readSeedData();
const now = minutesLater(1);
let db = await freshDatabase('stocked');

beforeEach(async () => {
  db = await freshDatabase('stocked', onTestFinished);
  await db.insertInto('account').values(anAccountRow('ada')).execute();
});

const by = { accountId: 'ada', name: 'Ada', role: 'seller', call: 'changeSamples' } as const;
const productIds = async () =>
  (await db.selectFrom('product').select('id').where('withdrawn_at', 'is', null).orderBy('id').execute()).map(({ id }) => id);
const slugs = async () => (await db.selectFrom('category').select('slug').orderBy('slug').execute()).map(({ slug }) => slug);

describe('sample goods', () => {
  test('one press takes all of them away with their empty categories, and another brings them back as they came', async () => {
    const [products, categories] = [await productIds(), await slugs()];
    expect(products).toHaveLength(29);
    expect(await listSamples(db, seed)).toHaveLength(29);
    const before = await db.selectFrom('product').selectAll().where('id', '=', 'stoneware-mug').executeTakeFirstOrThrow();
    await removeSamples(db, seed, { by, now });
    expect([await productIds(), await slugs(), await listSamples(db, seed)]).toEqual([[], [], []]);
    await restoreSamples(db, seed, { by, now });
    expect([await productIds(), await slugs()]).toEqual([products, categories]);
    const { name, base_price, stock, images } = await db
      .selectFrom('product')
      .selectAll()
      .where('id', '=', 'stoneware-mug')
      .executeTakeFirstOrThrow();
    expect({ name, base_price, stock, images }).toEqual({
      name: before.name,
      base_price: before.base_price,
      stock: before.stock,
      images: before.images,
    });
  });

  test('the seller’s own goods and categories, and a sample that the seller has changed, stay', async () => {
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
    await db.updateTable('product').set({ name: 'My mug', revision: 1 }).where('id', '=', 'stoneware-mug').execute();
    await db.insertInto('category').values({ id: 'own', name: 'Own', slug: 'own', description: '', image: '', position: 99 }).execute();
    await removeSamples(db, seed, { by, now });
    expect(await productIds()).toEqual(['mug', 'stoneware-mug']);
    expect(await slugs()).toEqual(['kitchen-table', 'own']);
    await restoreSamples(db, seed, { by, now });
    expect((await db.selectFrom('product').select('name').where('id', '=', 'stoneware-mug').executeTakeFirstOrThrow()).name).toBe('My mug');
  });
});
