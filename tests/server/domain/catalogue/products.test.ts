import { beforeEach, describe, expect, test } from 'vitest';
import { slugOf } from '#contract/slug.ts';
import { catalogueVersions, listCategories, listProducts, readCatalogue, setStock } from '#server/domain/catalogue/catalogue.ts';
import { exportCatalogue, importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import {
  addCategory,
  describeCategory,
  listCategoriesForSeller,
  orderCategories,
  removeCategory,
  renameCategory,
} from '#server/domain/catalogue/categories.ts';
import { registerPictures } from '#server/domain/catalogue/pictures.ts';
import { createProduct } from '#server/domain/catalogue/product-editor.ts';
import { forgetUploads, listWithdrawn, removeProduct, sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { readProducts } from '#server/domain/orders/order-stock.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { addAccounts, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const sizes = [
  { name: 'Small', stock: 20 },
  { name: 'Large', stock: 5 },
];
const mug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 10,
  stock: 25,
  categories: ['kitchen'],
  colors: [{ color: 'Oat', sizes }],
  types: [{ id: 'boxed', name: 'Boxed', basePrice: 12, stock: 4 }],
};
/** As an import may change the spoon, which has no sizes. */
const spoonInSizes = {
  id: 'spoon',
  name: 'Spoon',
  basePrice: 4.5,
  stock: 10,
  colors: [{ color: 'Oak', sizes: [{ name: 'Long', stock: 10 }] }],
};

beforeEach(async () => {
  for (const table of ['refund', 'order', 'product', 'category'] as const) await db.deleteFrom(table).execute();
  await addCategory(db, { name: 'Kitchen' });
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 10 }, mug);
});

const order = async (...items: readonly Wanted[]): Promise<string> => (await placeOrder(db, anOrderRequest(anOrderFor(...items))))._id;
const setStatus = (id: string, status: 'confirmed' | 'Dispatch') => db.updateTable('order').set({ status }).where('id', '=', id).execute();
const availableOf = async (id: string): Promise<number | undefined> => {
  const product = (await listProducts(db)).find(({ _id }) => _id === id);
  return product && product.stock - product.saleCount;
};
const base = async () => (await catalogueVersions(db)).base;

describe('a withdrawn product', () => {
  test('a withdrawn product is in no list, count or export, and cannot be ordered, until it is sold again as it was', async () => {
    const before = await exportCatalogue(db);
    await withdrawProduct(db, 'mug', openingDay);
    expect((await listProducts(db)).map(({ _id }) => _id)).toEqual(['spoon']);
    expect((await exportCatalogue(db)).map(({ id }) => id)).toEqual(['spoon']);
    expect(await listCategories(db, await listProducts(db))).toMatchObject([{ slug: 'kitchen', count: 0 }]);
    expect([...(await readCatalogue(db)).withdrawnIds]).toEqual(['mug']);
    expect(await listWithdrawn(db)).toMatchObject([{ id: 'mug', name: 'Mug', withdrawn_at: openingDay.toISOString() }]);
    await expect(order({ productId: 'mug', color: 'Oat', size: 'Small', variationId: 'boxed' })).rejects.toMatchObject({
      kind: 'conflict',
      errors: { 'items.0': 'This product is no longer sold.' },
    });
    await sellProduct(db, 'mug', openingDay);
    expect(await exportCatalogue(db)).toEqual(before);
    expect([...(await readCatalogue(db)).withdrawnIds]).toEqual([]);
  });

  test('a withdrawn product keeps its orders and their refunds', async () => {
    const id = await order({ productId: 'spoon' });
    await setStatus(id, 'confirmed');
    await withdrawProduct(db, 'spoon', openingDay);
    expect((await findOrder(db, id)).items).toMatchObject([{ product: { name: 'Spoon' } }]);
    const request = { orderId: id, ProductId: 'spoon', reason: 'It has a crack.' };
    expect(await requestRefund(db, request, [], { imageStore, now: minutesLater(5) })).toMatch(/^R-/);
  });

  test('a withdrawn product stays withdrawn when a file with it is imported', async () => {
    await withdrawProduct(db, 'spoon', openingDay);
    const value = { id: 'spoon', name: 'Spoon', basePrice: 5, stock: 10 };
    expect(await importCatalogue(db, [{ line: 1, value }], { now: openingDay })).toMatchObject({ added: 0, changed: 1 });
    expect(await availableOf('spoon')).toBeUndefined();
  });

  test.each([
    ['withdrawn', 'There is no product none.', () => withdrawProduct(db, 'none', openingDay)],
    ['sold again', 'There is no product none.', () => sellProduct(db, 'none', openingDay)],
    ['removed', 'There is no product none.', () => removeProduct(db, 'none', openingDay)],
    ['sold again', 'Spoon is for sale already.', () => sellProduct(db, 'spoon', openingDay)],
  ])('a product that does not exist, or is for sale, cannot be %s: “%s”', async (_, sentence, change) => {
    await expect(change()).rejects.toThrow(sentence);
  });

  test('a withdrawn product cannot be withdrawn twice', async () => {
    await withdrawProduct(db, 'spoon', openingDay);
    await expect(withdrawProduct(db, 'spoon', openingDay)).rejects.toThrow('Spoon was withdrawn on 2025-09-01 already.');
  });

  test('what was done shortly after midnight of a British summer night is said to be of that day', async () => {
    await withdrawProduct(db, 'spoon', new Date('2025-09-01T23:20:00Z'));
    await expect(withdrawProduct(db, 'spoon', openingDay)).rejects.toThrow('Spoon was withdrawn on 2025-09-02 already.');
  });
});

describe('removing a product', () => {
  test('a product that nobody has ordered is deleted with its colours, sizes and types', async () => {
    expect(await removeProduct(db, 'mug', openingDay)).toEqual({ name: 'Mug', outcome: 'removed', pictures: [] });
    for (const table of ['product_color', 'product_size', 'product_type'] as const)
      expect(await db.selectFrom(table).select('product_id').execute()).toEqual([]);
    expect([...(await readCatalogue(db)).withdrawnIds]).toEqual([]);
  });

  test('the pictures of a removed product are forgotten, except those that another product, a colour or a category has, and the samples', async () => {
    const of = (file: string) => ({ stem: `${file}.01234567.400`, preview: '' });
    const pictures = Object.fromEntries(['own', 'shared', 'colour', 'category', 'twin'].map((file) => [file, of(file)]));
    await registerPictures(db, { ...pictures, copy: of('twin') }, 'seller');
    await registerPictures(db, { sample: of('sample') }, 'shop');
    await addCategory(db, { name: 'Pots', image: 'category' });
    const images = (...files: string[]) => files.map((file) => ({ file, alt: file }));
    await sell(
      db,
      { id: 'pot', name: 'Pot', basePrice: 10, stock: 5, images: images('own', 'shared', 'colour', 'category', 'twin', 'sample') },
      {
        id: 'pan',
        name: 'Pan',
        basePrice: 10,
        stock: 5,
        images: images('shared'),
        colors: [{ color: 'Red', hex: '#ff0000', image: 'colour', sizes: [] }],
      },
    );
    expect(await removeProduct(db, 'pot', openingDay)).toMatchObject({ pictures: ['own.01234567.400'] });
    const kept = await db.selectFrom('picture').select('file').orderBy('file').execute();
    expect(kept.map(({ file }) => file)).toEqual(['category', 'colour', 'copy', 'sample', 'shared']);
    await db.deleteFrom('picture').execute();
  });

  test('a product that somebody has ordered, even unpaid, is withdrawn instead', async () => {
    await order({ productId: 'spoon' });
    expect(await removeProduct(db, 'spoon', openingDay)).toEqual({ name: 'Spoon', outcome: 'withdrawn', pictures: [] });
    expect((await listWithdrawn(db)).map(({ id }) => id)).toEqual(['spoon']);
  });

  test('of a removal and orders at the same time, no order is left without its product', async () => {
    const placing = Array.from({ length: 8 }, () => order({ productId: 'spoon' }).catch(() => undefined));
    const [{ outcome }, ...placed] = await Promise.all([removeProduct(db, 'spoon', openingDay), ...placing]);
    const isKept = (await db.selectFrom('product').select('id').where('id', '=', 'spoon').execute()).length === 1;
    expect(isKept).toBe(outcome === 'withdrawn');
    expect(placed.some((id) => id !== undefined)).toBe(outcome === 'withdrawn');
  });
});

describe('categories', () => {
  test('the seller adds, renames and orders categories, and products stay in theirs', async () => {
    await addCategory(db, { name: 'Gifts & cards' });
    await addCategory(db, { name: 'Für dich', slug: 'for-you' });
    await renameCategory(db, 'kitchen', '  Kitchen and table ');
    expect((await orderCategories(db, ['for-you', 'kitchen'])).map(({ slug, name, products }) => [slug, name, products])).toEqual([
      ['for-you', 'Für dich', 0],
      ['kitchen', 'Kitchen and table', 1],
      ['gifts-cards', 'Gifts & cards', 0],
    ]);
    expect((await listCategories(db, await listProducts(db))).map(({ slug }) => slug)).toEqual(['for-you', 'kitchen', 'gifts-cards']);
  });

  test('the seller describes a category, when it is added or later, and removes the description again', async () => {
    await addCategory(db, { name: 'Cards', description: ' Printed by hand. ' });
    await describeCategory(db, 'kitchen', 'For the stove and the table.');
    const described = async () => (await listCategories(db, await listProducts(db))).map(({ slug, description }) => [slug, description]);
    expect(await described()).toEqual([
      ['kitchen', 'For the stove and the table.'],
      ['cards', 'Printed by hand.'],
    ]);
    await renameCategory(db, 'kitchen', 'Cooking');
    expect(await describeCategory(db, 'cards', ' ')).toMatchObject({ name: 'Cards', description: '' });
    expect(await described()).toEqual([
      ['kitchen', 'For the stove and the table.'],
      ['cards', ''],
    ]);
  });

  test('the database itself refuses a description of more than 200 characters', async () => {
    const describe = (description: string) => db.updateTable('category').set({ description }).where('slug', '=', 'kitchen').execute();
    await describe('x'.repeat(200));
    await expect(describe('x'.repeat(201))).rejects.toThrow(/check constraint/i);
  });

  test('a category is removed only when no product is in it, not even a withdrawn one', async () => {
    await withdrawProduct(db, 'mug', openingDay);
    await expect(removeCategory(db, 'kitchen')).rejects.toMatchObject({ kind: 'conflict', message: /^1 product is in Kitchen, withdrawn/ });
    await removeProduct(db, 'mug', openingDay);
    await removeCategory(db, 'kitchen');
    expect(await listCategoriesForSeller(db)).toEqual([]);
  });

  test.each([
    ['adds a category twice', () => addCategory(db, { name: 'KITCHEN' }), 'There is a category kitchen already.'],
    ['gives no name', () => addCategory(db, { name: ' ' }), /^A category has a name of one line/],
    ['gives a name of two lines', () => addCategory(db, { name: 'a\nb' }), /^A category has a name of one line/],
    ['gives a name without letters', () => addCategory(db, { name: '!?' }), /^"" cannot be part of an address/],
    ['gives a slug with a slash', () => addCategory(db, { name: 'Gifts', slug: '../x' }), /cannot be part of an address/],
    ['renames an unknown category', () => renameCategory(db, 'none', 'x'), 'There is no category none (there is: kitchen).'],
    ['describes an unknown category', () => describeCategory(db, 'none', 'x'), 'There is no category none (there is: kitchen).'],
    ['gives a description of two lines', () => describeCategory(db, 'kitchen', 'a\nb'), /^A description is one line/],
    ['gives a long description', () => describeCategory(db, 'kitchen', 'x'.repeat(201)), /at most 200 characters/],
    ['adds a category with a description of two lines', () => addCategory(db, { name: 'Y', description: 'a\nb' }), /^A description/],
    ['removes an unknown category', () => removeCategory(db, 'none'), 'There is no category none (there is: kitchen).'],
    ['orders an unknown category', () => orderCategories(db, ['none']), 'There is no category none (there is: kitchen).'],
    ['orders a category twice', () => orderCategories(db, ['kitchen', 'kitchen']), 'Name each category once.'],
  ])('a seller who %s is refused, and nothing changes', async (_, change, sentence) => {
    const before = [await base(), await listCategoriesForSeller(db)];
    await expect(change()).rejects.toThrow(sentence);
    expect([await base(), await listCategoriesForSeller(db)]).toEqual(before);
  });

  test.each([
    ['Kitchen & table', 'kitchen-table'],
    ['Crème brûlée', 'creme-brulee'],
    [' --A1-- ', 'a1'],
    ['茶', ''],
  ])('the slug of “%s” is “%s”', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('an import that may add categories takes names and slugs, and adds each missing one once', async () => {
    const rows = [
      { id: 'a', name: 'A', basePrice: 1, stock: 1, categories: ['Kitchen', 'Wall art'] },
      { id: 'b', name: 'B', basePrice: 1, stock: 1, categories: ['wall-art', 'garden-tools'] },
    ].map((value, line) => ({ line, value }));
    await importCatalogue(db, rows, { now: openingDay, addsCategories: true });
    expect((await listCategoriesForSeller(db)).map(({ slug, name, products }) => [slug, name, products])).toEqual([
      ['kitchen', 'Kitchen', 2],
      ['wall-art', 'Wall art', 2],
      ['garden-tools', 'Garden tools', 1],
    ]);
  });

  test('an import that may not add categories refuses unknown ones', async () => {
    const value = { id: 'a', name: 'A', basePrice: 1, stock: 1, categories: ['Wall art'] };
    await expect(importCatalogue(db, [{ line: 2, value }], { now: openingDay })).rejects.toMatchObject({
      errors: { 'line 2': 'a: categories: there is no category "Wall art".' },
    });
    expect(await listCategoriesForSeller(db)).toHaveLength(1);
  });
});

describe('a size that an import takes out of a product while orders of it are open', () => {
  const counts = async () => {
    const found = (await readProducts(db, ['mug'])).get('mug');
    return [
      found?.saleCount,
      ...(found?.variation.flatMap(({ size }) => size.map(({ name, saleCount }) => [name, saleCount])).toSorted() ?? []),
    ];
  };
  // With the stock of the file, which may leave out sizes that have pieces.
  const take = (value: object) => importCatalogue(db, [{ line: 1, value }], { now: openingDay, setsStock: true });
  const line = { productId: 'mug', color: 'Oat', size: 'Small', variationId: 'boxed' };
  const withoutSmall = { ...mug, stock: 10, colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 10 }] }] };

  test('a cancelled order leaves the product with the sum of its sizes, whether the size is gone or was added again', async () => {
    const first = await order({ ...line, quantity: 2 });
    const second = await order(line);
    await order({ ...line, size: 'Large' });
    await take(withoutSmall);
    await cancelOrder(db, testPayments, first, { now: openingDay });
    expect(await counts()).toEqual([1, ['Large', 1]]);
    await take(mug);
    await cancelOrder(db, testPayments, second, { now: openingDay });
    expect(await counts()).toEqual([1, ['Large', 1], ['Small', 0]]);
  });

  test('a cancelled order returns nothing to a colour without sizes, whose sales count in the product’s stock alone', async () => {
    const ink = { color: 'Ink' };
    await take({ ...mug, colors: [...mug.colors, ink] });
    const first = await order({ ...line, quantity: 2 });
    const ofInk = await order({ productId: 'mug', color: 'Ink', variationId: 'boxed', quantity: 2 });
    await take({ ...withoutSmall, colors: [...withoutSmall.colors, ink] });
    await cancelOrder(db, testPayments, first, { now: openingDay });
    expect(await counts()).toEqual([2, ['Large', 0]]);
    await cancelOrder(db, testPayments, ofInk, { now: openingDay });
    expect(await counts()).toEqual([0, ['Large', 0]]);
  });

  test('an order cancelled after its product lost all sizes returns its units to the product', async () => {
    const first = await order({ ...line, quantity: 2 });
    await take({ ...mug, colors: [] });
    await cancelOrder(db, testPayments, first, { now: openingDay });
    expect(await counts()).toEqual([0]);
  });
});

test('each change by the seller makes a new base of the catalogue, so that other processes and browsers notice', async () => {
  const changes = [
    () => withdrawProduct(db, 'spoon', openingDay),
    () => sellProduct(db, 'spoon', openingDay),
    () => removeProduct(db, 'spoon', openingDay),
    () => addCategory(db, { name: 'Gifts' }),
    () => renameCategory(db, 'gifts', 'Presents'),
    () => describeCategory(db, 'gifts', 'Small things.'),
    () => orderCategories(db, ['gifts']),
    () => removeCategory(db, 'gifts'),
    () => countStock(db, 'mug/boxed', 3),
  ];
  for (const change of changes) {
    const before = await base();
    await change();
    expect(await base()).toBe(before + 1);
  }
});

describe('counting stock on the shelf', () => {
  test('a shelf count includes units of unpaid orders and of paid orders that are not sent yet, and these are not for sale', async () => {
    await order({ productId: 'spoon', quantity: 2 });
    await setStatus(await order({ productId: 'spoon', quantity: 3 }), 'confirmed');
    await setStatus(await order({ productId: 'spoon' }), 'Dispatch');
    expect(await countStock(db, 'spoon', 30)).toMatchObject({ name: 'Spoon', onShelf: 30, unsent: 5, available: 25, missing: 0 });
    expect(await availableOf('spoon')).toBe(25);
    expect(await countStock(db, 'spoon', 30)).toMatchObject({ available: 25 });
  });

  test('a parcel that is sent changes what the next count gives, and nothing else', async () => {
    const id = await order({ productId: 'spoon', quantity: 4 });
    await setStatus(id, 'confirmed');
    await countStock(db, 'spoon', 10);
    await setStatus(id, 'Dispatch');
    expect(await availableOf('spoon')).toBe(6);
    expect(await countStock(db, 'spoon', 6)).toMatchObject({ unsent: 0, available: 6 });
  });

  test('with fewer on the shelf than orders need nothing is left to sell, and the count says how many are missing', async () => {
    await setStatus(await order({ productId: 'spoon', quantity: 3 }), 'confirmed');
    expect(await countStock(db, 'spoon', 1)).toMatchObject({ unsent: 3, missing: 2, available: 0 });
    expect(await availableOf('spoon')).toBe(0);
  });

  test('a size and a type are each counted by their own units', async () => {
    const line = { productId: 'mug', color: 'Oat', size: 'Large', variationId: 'boxed' };
    await order({ ...line, quantity: 2 });
    await order({ ...line, size: 'Small' });
    expect(await countStock(db, 'mug/Oat/Large', 9)).toMatchObject({ name: 'Mug, Oat, Large', unsent: 2, available: 7 });
    expect(await countStock(db, 'mug/boxed', 9)).toMatchObject({ name: 'Mug, Boxed', unsent: 3, available: 6 });
  });

  test('no more of a type is for sale than of the whole product', async () => {
    await sell(db, { id: 'kit', name: 'Kit', basePrice: 10, stock: 5, types: [{ id: 'gift', name: 'Gift', basePrice: 12, stock: 2 }] });
    expect(await countStock(db, 'kit/gift', 20)).toMatchObject({ stock: 20, available: 5 });
    expect(await setStock(db, { productId: 'kit', typeId: 'gift' }, 30)).toMatchObject({ stock: 30, available: 5 });
    expect(await countStock(db, 'kit/gift', 3)).toMatchObject({ stock: 3, available: 3 });
    await order({ productId: 'spoon', quantity: 2 });
    await importCatalogue(db, [{ line: 1, value: spoonInSizes }], { now: openingDay });
    const long = { productId: 'spoon', color: 'Oak', size: 'Long' };
    expect(await setStock(db, long, 10)).toMatchObject({ stock: 10, saleCount: 2, available: 8 });
  });

  test('sales from before a product had sizes count as of its first size, which is promised what is not sent yet', async () => {
    await order({ productId: 'spoon', quantity: 2 });
    await setStatus(await order({ productId: 'spoon', quantity: 3 }), 'Dispatch');
    await importCatalogue(db, [{ line: 1, value: spoonInSizes }], { now: openingDay });
    const long = { productId: 'spoon', color: 'Oak', size: 'Long' };
    await expect(setStock(db, long, 4)).rejects.toThrow('5 are sold already, and stock counts them too: it cannot be set below 5.');
    expect(await setStock(db, long, 5)).toMatchObject({ stock: 5, available: 0 });
    expect(await countStock(db, 'spoon/Oak/Long', 6)).toMatchObject({ onShelf: 6, unsent: 2, available: 4 });
    expect(await availableOf('spoon')).toBe(4);
  });

  test.each([
    ['none', 5, 'There is no product none.'],
    ['mug', 5, 'mug is counted as: mug/Oat/Large, mug/Oat/Small, mug/boxed.'],
    ['mug/Blue/Small', 5, 'mug is counted as: mug/Oat/Large, mug/Oat/Small, mug/boxed.'],
    ['spoon', 1.5, 'Stock is a whole number of 0 or more.'],
    ['spoon', 2_000_000_000, 'Stock is a whole number of 0 or more.'],
  ])('counting %s as %s is refused', async (key, onShelf, sentence) => {
    await expect(countStock(db, key, onShelf)).rejects.toThrow(sentence);
  });

  test('while 40 buyers order, repeated counts of 20 sell exactly 20', async () => {
    const buyers = Array.from({ length: 40 }, () => order({ productId: 'spoon' }).catch(() => undefined));
    const counts = Array.from({ length: 6 }, () => countStock(db, 'spoon', 20));
    await Promise.all([...buyers, ...counts]);
    let { available } = await countStock(db, 'spoon', 20);
    while (available > 0) {
      await order({ productId: 'spoon' });
      available -= 1;
    }
    await expect(order({ productId: 'spoon' })).rejects.toMatchObject({ kind: 'conflict' });
    const { pieces } = await db
      .selectFrom('order_line')
      .select(({ fn }) => fn.sum('quantity').as('pieces'))
      .executeTakeFirstOrThrow();
    expect(Number(pieces)).toBe(20);
    expect(await countStock(db, 'spoon', 20)).toMatchObject({ unsent: 20, available: 0, missing: 0 });
  });

  test('`stock set` still expects sold and unsold units together', async () => {
    await order({ productId: 'spoon', quantity: 2 });
    expect(await setStock(db, { productId: 'spoon' }, 30)).toMatchObject({ stock: 30, saleCount: 2, available: 28 });
  });
});

test('a picture that a product gets while unused uploads are deleted stays', async () => {
  const at = openingDay.toISOString();
  await addAccounts(db, 'sam');
  await db.insertInto('picture').values({ file: 'vase.jpg', stem: 'vase.1', preview: '', origin: 'seller', uploaded_at: at }).execute();
  const by = { accountId: 'sam', name: 'Sam', role: 'seller', call: 'createProduct', hasFreshCode: true } as const;
  const fields = { name: 'Vase', basePrice: 20, images: [{ file: 'vase.jpg', alt: 'A vase' }] };
  const create = () => createProduct(db, 'vase', fields, { by, now: minutesLater(5) });
  expect(await meanwhile(db, 'product_word', create, () => forgetUploads(db, minutesLater(1).toISOString()))).toEqual(['done', 'done']);
  const pictures = db.selectFrom('picture').select('file').where('file', '=', 'vase.jpg');
  expect(await pictures.execute()).toEqual([{ file: 'vase.jpg' }]);
  await db.deleteFrom('product').where('id', '=', 'vase').execute();
  expect(await forgetUploads(db, minutesLater(1).toISOString())).toEqual(['vase.1']);
  expect(await pictures.execute()).toEqual([]);
});
