import type { CartLine } from '#contract/cart-line.ts';
import { type Product, type ProductColor, product, type VariationType } from '#contract/product.ts';

/** A product as the API sends one that comes in one way only: ten in stock, none sold, £10, £2.50 delivery. */
export const aProduct = (over: Partial<Product> = {}): Product => {
  const _id = over._id ?? 'mug';
  return {
    ...product.parse({ id: _id, _id, name: 'Mug', price: { basePrice: 10 }, stock: 10, deliveryCost: 2.5, category: ['kitchen'] }),
    ...over,
  };
};

/** A colour with its sizes, by how many of each can be had. */
export const aColor = (color: string, sizes: Readonly<Record<string, number>>, hex = '#aabbcc'): ProductColor => ({
  color,
  hex,
  size: Object.entries(sizes).map(([name, stock]) => ({ name, stock, saleCount: 0 })),
});

/** A priced variation. */
export const aType = (_id: string, basePrice: number, over: Partial<VariationType> = {}): VariationType => ({
  _id,
  name: _id,
  price: { basePrice },
  ...over,
});

/** A cart line of one piece. */
export const aCartLine = (over: Partial<CartLine> = {}): CartLine => {
  const goods = aProduct(over);
  const quantity = over.quantity ?? 1;
  return { ...goods, cartItemId: `line-of-${goods._id}`, quantity, totalDeliveryCost: goods.deliveryCost * quantity, ...over };
};
