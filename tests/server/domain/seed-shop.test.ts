import { describe, expect, test } from 'vitest';
import { unitPrice } from '#contract/pricing.ts';
import { available, needsChoice } from '#contract/stock.ts';
import { catalogueVersion, listCategories, listProducts } from '#server/domain/catalogue.ts';
import { exportCatalogue } from '#server/domain/catalogue-import.ts';
import { seedShop } from '#server/domain/seed-shop.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const db = await freshDatabase();
const products = await listProducts(db);
const categories = await listCategories(db);

describe('the goods that a new shop opens with', () => {
  test('are at least 24 products in at least 6 categories, none of them empty', () => {
    expect(products.length).toBeGreaterThanOrEqual(24);
    expect(categories.length).toBeGreaterThanOrEqual(6);
    for (const { count, image } of categories) {
      expect(count).toBeGreaterThan(0);
      expect(image).not.toBe('');
    }
  });

  test('cost from £4 to £95 before any discount', () => {
    for (const { price, types } of products)
      for (const { basePrice } of [price, ...types.map((type) => type.price)]) {
        expect(basePrice).toBeGreaterThanOrEqual(4);
        expect(basePrice).toBeLessThanOrEqual(95);
      }
  });

  test('include one of which one is left, one sold out, and one without a picture', () => {
    expect(products.some((product) => available(product) === 1)).toBe(true);
    expect(products.some((product) => available(product) === 0)).toBe(true);
    expect(products.some(({ mainImage }) => mainImage === '')).toBe(true);
  });

  test('include at least 8 that can be bought without choosing anything', () => {
    expect(products.filter((product) => !needsChoice(product)).length).toBeGreaterThanOrEqual(8);
  });

  test('never cost a reseller nothing', () => {
    for (const product of products) expect(unitPrice(product, true).unit).toBeGreaterThan(0);
  });

  test('say what every picture shows', () => {
    for (const { images } of products) for (const { alt } of images) expect(alt).not.toBe('');
  });
});

test('a shop that has goods is not filled again', async () => {
  await db.updateTable('product').set({ name: 'Renamed by the seller' }).where('id', '=', 'stoneware-mug').execute();
  const before = [await catalogueVersion(db), await exportCatalogue(db)];
  await seedShop(db, await readSeedData(), openingDay);
  expect([await catalogueVersion(db), await exportCatalogue(db)]).toEqual(before);
});
