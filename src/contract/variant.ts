import type { CartLine, WishlistItem } from './cart-line.ts';
import type { Product } from './product.ts';

/**
 * What is chosen of a product, in the words of the API; what is not chosen is left out. Its product stands beside it. Colours and sizes have
 * no ids of their own, and go by name.
 */
export type Variant = {
  readonly color?: string | undefined;
  readonly size?: string | undefined;
  /** The id of a priced variation, one of the product's `types`. */
  readonly variationId?: string | undefined;
};

export const isSameVariant = (one: Variant, other: Variant): boolean =>
  one.color === other.color && one.size === other.size && one.variationId === other.variationId;

/** The variant of an item of the cart or the wishlist. */
export const variantOf = (
  item: Partial<Pick<WishlistItem, 'selectedProductColor' | 'selectedProductSize' | 'selectedVariation'>>,
): Variant => ({
  color: item.selectedProductColor,
  size: item.selectedProductSize,
  variationId: item.selectedVariation?._id,
});

/** A product with its variant, as cart and wishlist have it. */
export const withVariant = <Item extends Product>(product: Item, { color, size, variationId }: Variant) => ({
  ...product,
  selectedProductColor: color,
  selectedProductSize: size,
  selectedVariation: product.types.find(({ _id }) => _id === variationId),
});

/** A line of the cart as it is ordered. */
export const orderLineOf = (line: CartLine) => ({ productId: line._id, quantity: line.quantity, ...variantOf(line) });

/** The query parameters that name a variant. */
export const variantParams = ['colour', 'size', 'option'] as const;

/** The variant in the query of a URL. */
export const readVariant = (query: URLSearchParams): Variant => {
  const [color, size, variationId] = variantParams.map((name) => query.get(name) || undefined);
  return { color, size, variationId };
};

/** A query with this variant; other parameters stay. */
export const writeVariant = (query: URLSearchParams, { color = '', size = '', variationId = '' }: Variant): URLSearchParams => {
  const written = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ colour: color, size, option: variationId })) {
    if (value === '') written.delete(name);
    else written.set(name, value);
  }
  return written;
};
