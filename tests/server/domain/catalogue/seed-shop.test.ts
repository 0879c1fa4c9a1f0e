import { describe, expect, test } from 'vitest';
import { unitPrice } from '#contract/pricing.ts';
import { availableQuantity, needsChoice } from '#contract/stock.ts';
import { catalogueVersions, listCategories, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { exportCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { seedShop } from '#server/domain/catalogue/seed-shop.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const db = await freshDatabase();
const products = await listProducts(db);
const categories = await listCategories(db, products);

describe('the sample products', () => {
  test('there are at least 24 products in at least 6 categories, none of them empty', () => {
    expect(products.length).toBeGreaterThanOrEqual(24);
    expect(categories.length).toBeGreaterThanOrEqual(6);
    for (const { count, image } of categories) {
      expect(count).toBeGreaterThan(0);
      expect(image).not.toBe('');
    }
  });

  test('every base price is from £4 to £95', () => {
    for (const { price, types } of products)
      for (const { basePrice } of [price, ...types.map((type) => type.price)]) {
        expect(basePrice).toBeGreaterThanOrEqual(4);
        expect(basePrice).toBeLessThanOrEqual(95);
      }
  });

  test('one product has one unit left, one is sold out, and each has a picture', () => {
    expect(products.some((product) => availableQuantity(product) === 1)).toBe(true);
    expect(products.some((product) => availableQuantity(product) === 0)).toBe(true);
    expect(products.filter(({ mainImage }) => mainImage === '')).toEqual([]);
  });

  test('at least 8 products have no options', () => {
    expect(products.filter((product) => !needsChoice(product)).length).toBeGreaterThanOrEqual(8);
  });

  test('no reseller price is 0', () => {
    for (const product of products) expect(unitPrice(product, true).unit).toBeGreaterThan(0);
  });

  test('every reduction shows, as if the sample had been sold at its full price before', () => {
    for (const product of products)
      for (const selectedVariation of [undefined, ...product.types])
        expect(unitPrice({ ...product, selectedVariation }, false).percent).toBe(Math.round(product.discount));
  });

  test('every picture has an alternative text', () => {
    for (const { images } of products) for (const { alt } of images) expect(alt).not.toBe('');
  });
});

test('a shop with products is not seeded again', async () => {
  await db.updateTable('product').set({ name: 'Renamed by the seller' }).where('id', '=', 'stoneware-mug').execute();
  const before = [await catalogueVersions(db), await exportCatalogue(db)];
  await seedShop(db, await readSeedData(), openingDay);
  expect([await catalogueVersions(db), await exportCatalogue(db)]).toEqual(before);
});
