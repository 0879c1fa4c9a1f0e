import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runToEnd, runYielding } from '#catalogue/chunked.ts';
import { leanInChunks, leanProducts, packInChunks, packProducts, productColumns, unpackProducts } from '#catalogue/lean-products.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { type Product, productList } from '#contract/product.ts';
import { anyProducts } from '#tests/support/arbitrary-catalogue.ts';
import { aColor, aProduct, aType } from '#tests/support/product-builders.ts';

/** A packed list after serialization. */
const sent = (products: readonly Product[]) => {
  const text = JSON.stringify({ total: products.length, columns: packProducts(leanProducts(products)) });
  const { columns } = productColumns.parse(JSON.parse(text));
  if (!columns) throw new Error('There are no columns.');
  return columns;
};

/** The same products as the unpacked list has them. */
const asList = (products: readonly Product[]) => productList.parse(JSON.parse(JSON.stringify(leanProducts(products))));

const details = {
  fullDescription: 'Long',
  weight: '1 kg',
  dimensions: '10 cm',
  care: 'Wipe',
  madeIn: 'Wales',
  optionLabel: 'Glaze',
  sku: 'M-1',
};
const picture = (at: number) => ({ src: `/pictures/${at}.webp`, alt: `Side ${at}`, color: 'Oat', preview: 'data:image/webp;base64,AA==' });

test('law: packing and unpacking gives the products of the plain list, in the same order', () => {
  fc.assert(
    fc.property(anyProducts, fc.integer({ min: 1, max: 4 }), (products, times) => {
      // Repeated, so that columns have few distinct values and are packed as indexes.
      const many = Array.from({ length: times }, (_, round) => products.map((each) => ({ ...each, _id: `${each._id}-${round}` })))
        .flat()
        .map((each) => ({ ...each, id: each._id }));
      expect(runToEnd(unpackProducts(sent(many)))).toEqual(asList(many));
    }),
  );
});

test('law: yielding to the main thread gives the same result as running at once, and yields often enough, but not for each row', async () => {
  const yieldToMain = vi.fn(async () => undefined);
  await fc.assert(
    fc.asyncProperty(anyProducts, async (products) => {
      const columns = sent(products);
      expect(await runYielding(unpackProducts(columns), yieldToMain)).toEqual(runToEnd(unpackProducts(columns)));
      const query = { ...defaultChoice, page: 1, perPage: 60 };
      const index = await runYielding(buildCatalogueIndex(products), yieldToMain);
      expect(index.list(query, false)).toEqual(runToEnd(buildCatalogueIndex(products)).list(query, false));
    }),
    { numRuns: 30 },
  );
  yieldToMain.mockClear();
  await runYielding(buildCatalogueIndex(Array.from({ length: 2000 }, (_, at) => aProduct({ _id: `p${at}` }))), yieldToMain);
  expect(yieldToMain.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(yieldToMain.mock.calls.length).toBeLessThan(100);
  yieldToMain.mockClear();
  await runYielding(unpackProducts(sent(Array.from({ length: 2000 }, (_, at) => aProduct({ id: `p${at}` })))), yieldToMain);
  expect(yieldToMain.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(yieldToMain.mock.calls.length).toBeLessThan(100);
});

test('a list has the fields of a product card, and none of the product page’s own', () => {
  const product = aProduct({ ...details, images: [1, 2, 3].map(picture) });
  const [lean] = leanProducts([product]);
  expect(lean).toMatchObject({ _id: 'mug', name: 'Mug', price: { basePrice: 10 }, stock: 10 });
  for (const field of Object.keys(details)) expect(lean).not.toHaveProperty(field);
  expect(lean?.images).toEqual([1, 2].map((at) => ({ ...picture(at), alt: '' })));
  expect(asList([product])[0]).toMatchObject({ fullDescription: '', sku: '' });
});

test('a list has at most two pictures of a product whose colours have their own', () => {
  const images = ['Oat', 'Sage', 'Ink'].map((color, at) => ({ ...picture(at), color }));
  const variation = images.map(({ src, color }) => ({ ...aColor(color, { S: 1 }), image: src }));
  expect(leanProducts([aProduct({ images, variation })])[0]?.images.map(({ color }) => color)).toEqual(['Oat', 'Sage']);
});

test('a list has the first picture of each variation, and of each colour without a picture of its own, for the lines of a cart', () => {
  const choices = [undefined, 'Oat', 'Sage', 'Oat', 'Boxed', 'Sage', 'Boxed', undefined];
  const images = choices.map((color, at) => ({ src: `/pictures/${at}.webp`, alt: '', ...(color !== undefined && { color }) }));
  const variation = [{ ...aColor('Oat', {}), image: '/pictures/1.webp' }, aColor('Sage', {})];
  const [lean] = leanProducts([aProduct({ images, variation, types: [aType('boxed', 12, { name: 'Boxed' })] })]);
  expect(lean?.images).toStrictEqual([0, 1, 2, 4].map((at) => images[at]));
});

test('a list of more than 200 products has no blurred previews', () => {
  const products = Array.from({ length: 201 }, (_, at) => aProduct({ _id: `p${at}`, images: [picture(1)] }));
  expect(leanProducts(products)[0]?.images).toEqual([{ src: '/pictures/1.webp', alt: '', color: 'Oat' }]);
  expect(leanProducts(products.slice(1))[0]?.images[0]).toHaveProperty('preview');
});

test('a column with few distinct values is packed with each of them once', () => {
  const { material, id } = packProducts(leanProducts(['a', 'b', 'c', 'd', 'e'].map((_id) => aProduct({ _id, material: 'Oak' }))));
  expect(material).toEqual({ values: ['Oak'], places: [0, 0, 0, 0, 0] });
  expect(id).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the id of a product is sent once, and read as both of its ids', () => {
  const columns = sent([aProduct({ id: 'mug', _id: 'mug' })]);
  expect(columns).not.toHaveProperty('_id');
  expect(runToEnd(unpackProducts(columns))).toMatchObject([{ id: 'mug', _id: 'mug' }]);
});

test('a row without an id, a name or a price is dropped; other missing values get their defaults', () => {
  const columns = sent(['a', 'b', 'c', 'd', 'e'].map((id) => aProduct({ id })));
  const price = { basePrice: 10 };
  const broken = {
    ...columns,
    id: { values: ['a', 'b', 'd', 'e'], places: [0, 1, 9, 2, 3] },
    name: ['A', 'B', 'C', 'D'],
    price: { values: [price], places: [0, 9, 0, 0, 0] },
    stock: [],
    saleCount: { values: [1, 2], places: [0] },
    deliveryCost: { values: [2.5], places: [7, 0, 0, 0, 0] },
  };
  const read = runToEnd(unpackProducts(broken));
  expect(read.map(({ _id, stock, saleCount, deliveryCost }) => [_id, stock, saleCount, deliveryCost])).toEqual([
    ['a', 0, 1, 0],
    ['d', 0, 0, 2.5],
  ]);
});

test('the products that were sold since come with their stock, and with nothing else of them', () => {
  const { _id, stock, saleCount, variation, types } = aProduct({ variation: [aColor('Oat', { S: 1 })], types: [aType('boxed', 12)] });
  const change = { _id, stock, saleCount, variation, types };
  const answer = { total: 1, cursor: '7', changes: [{ ...change, name: 'Mug' }] };
  expect(productColumns.parse(answer)).toStrictEqual({ ...answer, changes: [change] });
});

test.each([
  { total: -1 },
  { total: 1.5 },
  { columns: {} },
  { total: 1, columns: {} },
  { total: 1, columns: { ...packProducts(leanProducts([aProduct()])), name: [7] } },
  { total: 1, columns: { ...packProducts(leanProducts([aProduct()])), name: { values: ['Mug'], places: [-1] } } },
  [],
])('%j is refused as a packed list', (body) => {
  expect(productColumns.safeParse(body).success).toBe(false);
});

test('a list is reduced with a pause after each 200 products, and each of its fields is packed with one after each 1,000', () => {
  const pausesOf = (chunked: Iterable<unknown>) => [...chunked].length;
  const many = Array.from({ length: 1001 }, (_, row) => aProduct({ _id: `p${row}` }));
  expect(pausesOf(leanInChunks(many))).toBe(5);
  expect(pausesOf(leanInChunks(many.slice(0, 199)))).toBe(0);
  expect(pausesOf(packInChunks(leanProducts(many)))).toBe(Object.keys(packProducts([])).length);
  expect(pausesOf(packInChunks(leanProducts(many.slice(0, 999))))).toBe(0);
});
