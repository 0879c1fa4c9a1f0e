import type { Product } from '#contract/product.ts';

/** What its price, stock and choices are made of: products of one kind are priced and shown in the same way. */
export const productKind = ({ variation, types, discount, stock, netQuantity, makingDays, personalised }: Product) => [
  variation.length > 0,
  variation.some(({ size }) => size.length > 1),
  types.length > 0,
  discount > 0,
  stock === 0,
  netQuantity !== undefined && netQuantity !== '',
  makingDays > 0,
  personalised,
];
