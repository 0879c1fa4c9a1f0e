import type { Product } from '#contract/product.ts';
import { resolveVariant, withOnlySize } from '#contract/resolve-variant.ts';
import { available } from '#contract/stock.ts';
import type { Variant } from '#contract/variant.ts';

/** The first available colour, or else the first. */
const defaultColor = (product: Product): string | undefined =>
  (product.variation.find(({ color }) => available(product, { color }) > 0) ?? product.variation[0])?.color;

/**
 * What a shopper has picked of a product, with what is missing and how many are `left`. What the product does not have is ignored, e.g. the
 * size of another colour. A colour is always chosen: the one that the pictures show.
 */
export const selectionOf = (product: Product, picked: Variant) => {
  const { variant: known } = resolveVariant(product, picked);
  const color = known.color ?? defaultColor(product);
  const selection = resolveVariant(product, withOnlySize(product, { ...picked, color }));
  return { ...selection, left: available(product, selection.variant) };
};
