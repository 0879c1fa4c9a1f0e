import { beforeEach, describe, expect, test } from 'vitest';
import { categoryList, productList } from '#contract/product.ts';
import { catalogueVersions, listCategories, listProducts, setStock } from '#server/domain/catalogue/catalogue.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const db = await freshDatabase();

const mug = {
  id: 'test-mug',
  name: 'Test mug',
  basePrice: 18,
  stock: 9,
  saleCount: 4,
  createdAt: '2025-01-02T03:04:05.000Z',
  colors: [
    {
      color: 'Oat',
      hex: '#DBCCB2',
      image: 'mug-oat-front.webp',
      sizes: [
        { name: 'Small', stock: 4, saleCount: 4 },
        { name: 'Large', stock: 3, saleCount: 0 },
      ],
    },
    { color: 'Ink', sizes: [{ name: 'Large', stock: 2, saleCount: 0 }] },
  ],
  types: [
    { id: 'boxed', name: 'Gift boxed', basePrice: 21.5, stock: 5, saleCount: 2 },
    { id: 'plain', name: 'As it is', basePrice: 18 },
  ],
};
const spoon = { id: 'test-spoon', name: 'Test spoon', basePrice: 0.1, discount: 12.5, stock: 5, saleCount: 2 };

const productNamed = async (id: string) => (await listProducts(db)).find((product) => product._id === id);

beforeEach(async () => {
  const rows = [mug, spoon].map((value, at) => ({ line: at + 1, value }));
  await importCatalogue(db, rows, { now: openingDay, setsStock: true });
});

describe('what the shop tells about its goods', () => {
  test('every product and category matches its schema, with nothing left out', async () => {
    const products = await listProducts(db);
    expect(productList.parse(products)).toEqual(products);
    const categories = await listCategories(db, products);
    expect(categoryList.parse(categories)).toEqual(categories);
  });

  test('a product has its id in two fields, prices in pounds and the seller’s fields', async () => {
    expect(await productNamed('test-spoon')).toMatchObject({
      id: 'test-spoon',
      _id: 'test-spoon',
      price: { basePrice: 0.1 },
      discount: 12.5,
      stock: 5,
      saleCount: 2,
      createdAt: openingDay.toISOString(),
    });
  });

  test('a product without pictures has an empty main image', async () => {
    expect(await productNamed('test-spoon')).toMatchObject({ mainImage: '', images: [], variation: [], types: [] });
  });

  test('colours come with their swatch, picture and sizes in the order of the seller', async () => {
    const product = await productNamed('test-mug');
    expect(product?.variation).toEqual([
      {
        color: 'Oat',
        hex: '#DBCCB2',
        image: expect.stringMatching(/^\/pictures\/mug-oat-front\.[0-9a-f]{8}\.1200-1200\.webp$/),
        size: [
          { name: 'Small', stock: 4, saleCount: 4 },
          { name: 'Large', stock: 3, saleCount: 0 },
        ],
      },
      { color: 'Ink', hex: '', size: [{ name: 'Large', stock: 2, saleCount: 0 }] },
    ]);
  });

  test('a variation without a stock of its own has no such field, and shares that of the product', async () => {
    expect((await productNamed('test-mug'))?.types).toEqual([
      { _id: 'boxed', name: 'Gift boxed', price: { basePrice: 21.5 }, stock: 5, saleCount: 2 },
      { _id: 'plain', name: 'As it is', price: { basePrice: 18 }, saleCount: 0 },
    ]);
  });

  test('a category has the number of its products', async () => {
    const products = await listProducts(db);
    const categories = await listCategories(db, products);
    for (const { slug, count } of categories) expect(count).toBe(products.filter(({ category }) => category.includes(slug)).length);
  });
});

describe('the seller sets stock', () => {
  test('the seller sets stock of a product, and the shop knows that something changed', async () => {
    const before = (await catalogueVersions(db)).version;
    expect(await setStock(db, { productId: 'test-spoon' }, 30)).toEqual({ name: 'Test spoon', stock: 30, saleCount: 2, available: 28 });
    expect(await productNamed('test-spoon')).toMatchObject({ stock: 30, saleCount: 2 });
    expect((await catalogueVersions(db)).version).toBeGreaterThan(before);
  });

  test('the seller sets stock of one colour and size, and the product has the sum', async () => {
    await setStock(db, { productId: 'test-mug', color: 'Oat', size: 'Large' }, 10);
    const product = await productNamed('test-mug');
    expect(product?.variation[0]?.size[1]).toEqual({ name: 'Large', stock: 10, saleCount: 0 });
    expect(product?.stock).toBe(16);
  });

  test('the seller sets stock of a type, also of one that had none of its own', async () => {
    await setStock(db, { productId: 'test-mug', typeId: 'plain' }, 3);
    expect((await productNamed('test-mug'))?.types[1]).toMatchObject({ _id: 'plain', stock: 3 });
    expect((await productNamed('test-mug'))?.stock).toBe(9);
  });

  test.each([
    [{ productId: 'nothing' }, 1, 'This product is not in the shop.'],
    [{ productId: 'test-spoon' }, 1, '2 are sold already, and stock counts them too: it cannot be set below 2.'],
    [{ productId: 'test-spoon' }, -1, 'Stock is a whole number of 0 or more.'],
    [{ productId: 'test-spoon' }, 1.5, 'Stock is a whole number of 0 or more.'],
    [{ productId: 'test-spoon' }, Number.NaN, 'Stock is a whole number of 0 or more.'],
    [{ productId: 'test-spoon' }, 1e12, 'Stock is a whole number of 0 or more.'],
    [{ productId: 'test-spoon', typeId: 'boxed' }, 9, 'Test spoon has no type boxed.'],
    [{ productId: 'test-mug' }, 9, 'Test mug is counted by colour and size: choose both.'],
    [{ productId: 'test-mug', color: 'Oat' }, 9, 'Choose both a colour and a size.'],
    [{ productId: 'test-mug', color: 'Red', size: 'Large' }, 9, 'Test mug has no colour Red (it has: Oat, Ink).'],
    [{ productId: 'test-mug', color: 'Ink', size: 'Small' }, 9, 'Test mug in Ink has no size Small (it has: Large).'],
    [{ productId: 'test-mug', color: 'Oat', size: 'Small' }, 3, '4 are sold already, and stock counts them too: it cannot be set below 4.'],
    [{ productId: 'test-mug', typeId: 'boxed', color: 'Oat' }, 9, 'Choose either a type, or a colour and a size.'],
    [{ productId: 'test-mug', typeId: 'other' }, 9, 'Test mug has no type other (it has: boxed, plain).'],
  ])('setting the stock of %o to %d is refused, and nothing changes', async (of, stock, sentence) => {
    const before = [await catalogueVersions(db), await listProducts(db)];
    await expect(setStock(db, of, stock)).rejects.toThrow(sentence);
    expect([await catalogueVersions(db), await listProducts(db)]).toEqual(before);
  });
});
