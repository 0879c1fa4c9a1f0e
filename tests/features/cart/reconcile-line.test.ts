import { describe, expect, test } from 'vitest';
import { lineImage } from '#blocks/cart-view/line-parts.ts';
import { availableQuantity } from '#contract/stock.ts';
import { reconcileLine, withoutReservations } from '#features/cart/reconcile-line.ts';
import { aCartLine, aColor, aProduct, aType } from '#tests/support/product-builders.ts';

describe('a cart line that is reconciled with the current catalogue', () => {
  test('a reconciled cart line has no changes when the product is unchanged', () => {
    const line = aCartLine({ quantity: 10 });
    expect(reconcileLine(line, aProduct(), false)).toEqual({ line, maxQuantity: 10, changes: [] });
  });

  test('a reconciled cart line is unchanged while the catalogue is not loaded', () => {
    const line = aCartLine();
    expect(reconcileLine(line, line, false)).toEqual({ line, maxQuantity: 10, changes: [] });
  });

  test('a reconciled cart line is gone when the product is discontinued', () => {
    expect(reconcileLine(aCartLine(), undefined, false)).toMatchObject({ maxQuantity: 0, changes: [{ kind: 'discontinued' }] });
  });

  test('a reconciled cart line is gone when the product is sold out', () => {
    expect(reconcileLine(aCartLine(), aProduct({ saleCount: 10 }), false).changes).toEqual([{ kind: 'soldOut' }]);
  });

  test.each([
    ['variation', { selectedVariation: aType('boxed', 12) }],
    ['colour', { selectedProductColor: 'Rust', selectedProductSize: 'S' }],
    ['size', { selectedProductColor: 'Oat', selectedProductSize: 'XL' }],
  ])('a reconciled cart line is gone when the product no longer comes in its %s', (_, choice) => {
    const product = aProduct({ variation: [aColor('Oat', { S: 4 })], types: [aType('plain', 10)] });
    expect(reconcileLine(aCartLine({ ...product, ...choice }), product, false).changes).toEqual([{ kind: 'soldOut' }]);
  });

  test.each([
    ['variations', { types: [aType('plain', 10)] }],
    ['colours', { variation: [aColor('Oat', { S: 4 })] }],
  ])('a reconciled cart line waits for a choice when the product has got %s since', (_, choices) => {
    expect(reconcileLine(aCartLine(), aProduct(choices), false)).toMatchObject({ maxQuantity: 0, changes: [{ kind: 'unchosen' }] });
  });

  test('a reconciled cart line keeps its picture when the product no longer comes in its priced variation', () => {
    const types = [aType('boxed', 12, { name: 'Boxed' })];
    const images = [
      { src: '/pictures/mug.webp', alt: '' },
      { src: '/pictures/boxed.webp', alt: '', color: 'Boxed' },
    ];
    const line = aCartLine({ images, types, selectedVariation: aType('boxed', 12, { name: 'Boxed' }) });
    const today = aProduct({ images: images.slice(0, 1), types: [aType('plain', 10)] });
    expect(lineImage(reconcileLine(line, today, false).line)?.src).toBe('/pictures/boxed.webp');
  });

  test('a reconciled cart line keeps its picture when the product no longer comes in its colour', () => {
    const images = [{ src: '/pictures/rust.webp', alt: '', color: 'Rust' }];
    const line = aCartLine({ images, variation: [aColor('Rust', { S: 1 })], selectedProductColor: 'Rust', selectedProductSize: 'S' });
    const today = aProduct({ variation: [aColor('Oat', { S: 4 })], images: [{ src: '/pictures/oat.webp', alt: '', color: 'Oat' }] });
    expect(reconcileLine(line, today, false)).toMatchObject({ line: { images }, changes: [{ kind: 'soldOut' }] });
  });

  test('a reconciled cart line reports a changed price in pence as a customer pays it, and gets the new price', () => {
    const { line, changes } = reconcileLine(aCartLine(), aProduct({ price: { basePrice: 12 }, discount: 10 }), false);
    expect(changes).toEqual([{ kind: 'price', before: 1000, now: 1080 }]);
    expect(line.price.basePrice).toBe(12);
  });

  test('a reconciled cart line reports a new price of the chosen variation, not of the product', () => {
    const line = aCartLine({ types: [aType('boxed', 12)], selectedVariation: aType('boxed', 12) });
    expect(reconcileLine(line, aProduct({ price: { basePrice: 99 }, types: [aType('boxed', 12)] }), false).changes).toEqual([]);
    const today = reconcileLine(line, aProduct({ types: [aType('boxed', 13)] }), false);
    expect(today.changes).toEqual([{ kind: 'price', before: 1200, now: 1300 }]);
    expect(today.line.selectedVariation?.price.basePrice).toBe(13);
  });

  test('a reconciled cart line reports to a reseller what a reseller pays, and when only the reseller price changed', () => {
    const line = aCartLine({ price: { basePrice: 20 }, resellerPrice: 5 });
    const dearer = aProduct({ price: { basePrice: 22 }, resellerPrice: 5 });
    expect(reconcileLine(line, dearer, true).changes).toEqual([{ kind: 'price', before: 1500, now: 1700 }]);
    const lessOff = aProduct({ price: { basePrice: 20 }, resellerPrice: 2 });
    expect(reconcileLine(line, lessOff, true).changes).toEqual([{ kind: 'price', before: 1500, now: 1800 }]);
  });

  test('a reconciled cart line reports no changed price to a customer when only the reseller price changed', () => {
    expect(reconcileLine(aCartLine(), aProduct({ resellerPrice: 3 }), false).changes).toEqual([]);
  });

  test('a reconciled cart line reports a stock below the wanted quantity, and gets that quantity', () => {
    expect(reconcileLine(aCartLine({ quantity: 4 }), aProduct({ stock: 3 }), false)).toMatchObject({
      line: { quantity: 3 },
      maxQuantity: 3,
      changes: [{ kind: 'stock', wanted: 4, left: 3 }],
    });
  });

  test('a reconciled cart line can only have what the earlier lines leave of a shared stock pool', () => {
    const product = aProduct({ stock: 5, types: [aType('plain', 10), aType('boxed', 12)] });
    const plain = aCartLine({ ...product, selectedVariation: aType('plain', 10), quantity: 4 });
    const boxed = aCartLine({ ...product, selectedVariation: aType('boxed', 12), quantity: 3 });
    expect(reconcileLine(boxed, product, false, [plain]).changes).toEqual([{ kind: 'stock', wanted: 3, left: 1 }]);
    expect(reconcileLine(boxed, product, false, [{ ...plain, quantity: 5 }])).toMatchObject({
      maxQuantity: 0,
      changes: [{ kind: 'taken' }],
    });
    expect(reconcileLine(boxed, product, false, [aCartLine({ _id: 'jug', quantity: 5 })]).changes).toEqual([]);
  });

  test('a reconciled cart line reports a changed price before a changed stock', () => {
    const { changes } = reconcileLine(aCartLine({ quantity: 4 }), aProduct({ stock: 3, price: { basePrice: 8 } }), false);
    expect(changes.map(({ kind }) => kind)).toEqual(['price', 'stock']);
  });

  test("a reconciled cart line keeps the shopper's quantity, id and choice", () => {
    const product = aProduct({ variation: [aColor('Oat', { S: 4 })] });
    const line = aCartLine({ ...product, cartItemId: 'mine', quantity: 2, selectedProductColor: 'Oat', selectedProductSize: 'S' });
    expect(reconcileLine(line, { ...product, name: 'Renamed' }, false).line).toMatchObject({
      name: 'Renamed',
      cartItemId: 'mine',
      quantity: 2,
      selectedProductColor: 'Oat',
      selectedProductSize: 'S',
    });
  });
});

describe('a product without the reservations of an order', () => {
  const mug = aProduct({
    stock: 30,
    saleCount: 10,
    variation: [
      {
        color: 'Oat',
        hex: '',
        size: [
          { name: '250 ml', stock: 8, saleCount: 3 },
          { name: '350 ml', stock: 6, saleCount: 2 },
        ],
      },
      { color: 'Ink', hex: '', size: [{ name: '350 ml', stock: 4, saleCount: 4 }] },
    ],
    types: [aType('boxed', 12, { stock: 5, saleCount: 2 })],
  });
  const reserved = (quantity: number, over = {}) => ({
    quantity,
    product: { _id: 'mug', name: 'Mug' },
    color: 'Oat',
    size: '350 ml',
    ...over,
  });

  test('a product without the reservations of an order has the reserved units in stock again, also those of size and variation', () => {
    const free = withoutReservations(mug, [reserved(2, { variation: { _id: 'boxed', name: 'Boxed' } }), reserved(1)]);
    expect(availableQuantity(free)).toBe(availableQuantity(mug) + 3);
    expect(availableQuantity(free, { color: 'Oat', size: '350 ml' })).toBe(availableQuantity(mug, { color: 'Oat', size: '350 ml' }) + 3);
    expect(availableQuantity(free, { color: 'Oat', size: '250 ml' })).toBe(availableQuantity(mug, { color: 'Oat', size: '250 ml' }));
    expect(availableQuantity(free, { variationId: 'boxed' })).toBe(availableQuantity(mug, { variationId: 'boxed' }) + 2);
  });

  test('a size of the same name in another colour stays reserved', () => {
    const free = withoutReservations(mug, [reserved(1)]);
    expect(availableQuantity(free, { color: 'Oat', size: '350 ml' })).toBe(5);
    expect(availableQuantity(free, { color: 'Ink', size: '350 ml' })).toBe(0);
  });

  test('a variation whose sold units are not counted keeps its whole stock', () => {
    const uncounted = aProduct({ types: [aType('boxed', 12, { stock: 5 })] });
    const free = withoutReservations(uncounted, [reserved(2, { variation: { _id: 'boxed', name: 'Boxed' } })]);
    expect(availableQuantity(free, { variationId: 'boxed' })).toBe(5);
  });

  test('a product is unchanged when the reservations are of other products only', () => {
    expect(withoutReservations(mug, [reserved(2, { product: { _id: 'bowl', name: 'Bowl' } })])).toBe(mug);
  });
});
