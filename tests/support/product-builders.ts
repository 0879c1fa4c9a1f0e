import type { CartLine } from '#contract/cart-line.ts';
import { type Product, type ProductColor, product, type VariationType } from '#contract/product.ts';

/** A product without variations: ten in stock, none sold, £10, £2.50 delivery. A discount is a reduction that may be shown. */
export const aProduct = (overrides: Partial<Product> = {}): Product => {
  const _id = overrides._id ?? 'mug';
  return {
    ...product.parse({ id: _id, _id, name: 'Mug', price: { basePrice: 10 }, stock: 10, deliveryCost: 2.5, category: ['kitchen'] }),
    reducedSince: overrides.discount ? '2025-08-12' : '',
    ...overrides,
  };
};

/** A colour with its sizes; `sizes` gives the stock of each. */
export const aColor = (color: string, sizes: Readonly<Record<string, number>>, hex = '#aabbcc'): ProductColor => ({
  color,
  hex,
  size: Object.entries(sizes).map(([name, stock]) => ({ name, stock, saleCount: 0 })),
});

/** A priced variation. */
export const aType = (_id: string, basePrice: number, overrides: Partial<VariationType> = {}): VariationType => ({
  _id,
  name: _id,
  price: { basePrice },
  ...overrides,
});

/** A cart line of one unit. */
export const aCartLine = (overrides: Partial<CartLine> = {}): CartLine => {
  const base = aProduct(overrides);
  const quantity = overrides.quantity ?? 1;
  return { ...base, cartItemId: `line-of-${base._id}`, quantity, totalDeliveryCost: base.deliveryCost * quantity, ...overrides };
};
