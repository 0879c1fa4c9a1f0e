import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runToEnd, runYielding } from '#catalogue/chunked.ts';
import { leanProducts, packProducts, productColumns, unpackProducts } from '#catalogue/lean-products.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { type Product, productList } from '#contract/product.ts';
import { anyProducts } from '#tests/support/arbitrary-catalogue.ts';
import { aColor, aProduct } from '#tests/support/product-builders.ts';

/** A packed list after it has gone over the wire. */
const sent = (products: readonly Product[]) => {
  const text = JSON.stringify({ total: products.length, columns: packProducts(leanProducts(products)) });
  const { columns } = productColumns.parse(JSON.parse(text));
  if (!columns) throw new Error('There are no columns.');
  return columns;
};

/** As one that asked for the list product by product reads it. */
const asList = (products: readonly Product[]) => productList.parse(JSON.parse(JSON.stringify(leanProducts(products))));

const details = { fullDescription: 'Long', weight: '1 kg', dimensions: '10 cm', care: 'Wipe', madeIn: 'Wales', sku: 'M-1' };
const picture = (at: number) => ({ src: `/pictures/${at}.webp`, alt: `Side ${at}`, color: 'Oat', preview: 'data:image/webp;base64,AA==' });

test('law: packed products come out as the list has them, in the same order', () => {
  fc.assert(
    fc.property(anyProducts, fc.integer({ min: 1, max: 4 }), (products, times) => {
      // Several times over, so that columns repeat and are packed by places.
      const many = Array.from({ length: times }, (_, round) => products.map((each) => ({ ...each, _id: `${each._id}-${round}` })))
        .flat()
        .map((each) => ({ ...each, id: each._id }));
      expect(runToEnd(unpackProducts(sent(many)))).toEqual(asList(many));
    }),
  );
});

test('law: work in steps gives the same as work at once, and really rests', async () => {
  const rest = vi.fn(async () => undefined);
  await fc.assert(
    fc.asyncProperty(anyProducts, async (products) => {
      const columns = sent(products);
      expect(await runYielding(unpackProducts(columns), rest)).toEqual(runToEnd(unpackProducts(columns)));
      const query = { ...defaultChoice, page: 1, perPage: 60 };
      const gentle = await runYielding(buildCatalogueIndex(products), rest);
      expect(gentle.list(query, false)).toEqual(runToEnd(buildCatalogueIndex(products)).list(query, false));
    }),
    { numRuns: 30 },
  );
  rest.mockClear();
  await runYielding(buildCatalogueIndex(Array.from({ length: 2000 }, (_, at) => aProduct({ _id: `p${at}` }))), rest);
  expect(rest.mock.calls.length).toBeGreaterThanOrEqual(10);
});

test('a list carries what cards show, and nothing of the product’s own page', () => {
  const product = aProduct({ ...details, images: [1, 2, 3].map(picture) });
  const [lean] = leanProducts([product]);
  expect(lean).toMatchObject({ _id: 'mug', name: 'Mug', price: { basePrice: 10 }, stock: 10 });
  for (const field of Object.keys(details)) expect(lean).not.toHaveProperty(field);
  expect(lean?.images).toEqual([1, 2].map((at) => ({ ...picture(at), alt: '' })));
  expect(asList([product])[0]).toMatchObject({ fullDescription: '', sku: '' });
});

test('a list carries no more than two pictures where each colour names its own', () => {
  const images = ['Oat', 'Sage', 'Ink'].map((color, at) => ({ ...picture(at), color }));
  const variation = images.map(({ src, color }) => ({ ...aColor(color, { S: 1 }), image: src }));
  expect(leanProducts([aProduct({ images, variation })])[0]?.images.map(({ color }) => color)).toEqual(['Oat', 'Sage']);
});

test('a long list does without the blurred previews', () => {
  const goods = Array.from({ length: 201 }, (_, at) => aProduct({ _id: `p${at}`, images: [picture(1)] }));
  expect(leanProducts(goods)[0]?.images).toEqual([{ src: '/pictures/1.webp', alt: '', color: 'Oat' }]);
  expect(leanProducts(goods.slice(1))[0]?.images[0]).toHaveProperty('preview');
});

test('a value that few products differ in travels once', () => {
  const { material, id } = packProducts(leanProducts(['a', 'b', 'c', 'd', 'e'].map((_id) => aProduct({ _id, material: 'Oak' }))));
  expect(material).toEqual({ values: ['Oak'], places: [0, 0, 0, 0, 0] });
  expect(id).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a row without a name or a price is no product; other gaps are filled with the mildest value', () => {
  const columns = sent([aProduct({ _id: 'a' }), aProduct({ _id: 'b' }), aProduct({ _id: 'c' })]);
  const broken = { ...columns, name: ['A', 'B'], stock: [], deliveryCost: { values: [2.5], places: [7, 0, 0] } };
  expect(runToEnd(unpackProducts(broken)).map(({ _id, stock, deliveryCost }) => [_id, stock, deliveryCost])).toEqual([
    ['a', 0, 0],
    ['b', 0, 2.5],
  ]);
});

test.each([
  { total: -1 },
  { total: 1.5 },
  { columns: {} },
  { total: 1, columns: {} },
  { total: 1, columns: { ...packProducts(leanProducts([aProduct()])), name: [7] } },
  { total: 1, columns: { ...packProducts(leanProducts([aProduct()])), name: { values: ['Mug'], places: [-1] } } },
  [],
])('%j is no packed list', (body) => {
  expect(productColumns.safeParse(body).success).toBe(false);
});
