import type { CartLine } from '#contract/cart-line.ts';
import type { Pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withCurrentNames } from '#contract/resolve-variant.ts';
import { availableQuantity, remainingQuantity, type Stocked } from '#contract/stock.ts';
import { orderLineOf, variantOf } from '#contract/variant.ts';

/** What changed since a line was added; its fields are values of the sentences. `stock`: less in stock than wanted; `taken`: earlier lines of the cart use up the stock;
 * `unchosen`: the product has got colours, sizes or variations since, and one of them must be chosen. */
export type LineChange =
  | { readonly kind: 'price'; readonly before: Pence; readonly now: Pence }
  | { readonly kind: 'stock'; readonly wanted: number; readonly left: number }
  | { readonly kind: 'taken' }
  | { readonly kind: 'unchosen' }
  | { readonly kind: 'soldOut' }
  | { readonly kind: 'discontinued' };

/** A line with today's product, reduced to what is in stock; `maxQuantity` counts what earlier lines of the cart take. */
export type ReconciledLine = { readonly line: CartLine; readonly maxQuantity: number; readonly changes: readonly LineChange[] };

/**
 * Compares a cart line with today's catalogue. `product` is today's copy, undefined for a discontinued one; pass the line itself while the
 * catalogue is loading. `earlierLines` of the cart may draw on the same stock. Both prices are those of this
 * shopper: a reseller's sign-in is no change of price.
 */
export const reconcileLine = (
  line: CartLine,
  product: Product | undefined,
  isReseller: boolean,
  earlierLines: readonly CartLine[] = [],
): ReconciledLine => {
  if (!product) return { line, maxQuantity: 0, changes: [{ kind: 'discontinued' }] };
  const variant = withCurrentNames(product, variantOf(line));
  const { type, missing } = resolveVariant(product, variant);
  const today: CartLine = {
    ...line,
    ...product,
    ...(type && { selectedVariation: type }),
    selectedProductColor: variant.color,
    selectedProductSize: variant.size,
    _id: line._id,
  };
  // Today's product may lack a discontinued colour or variation: the stored copy keeps its picture.
  if (availableQuantity(today, variant) === 0) {
    const { images, types, variation, selectedProductColor, selectedProductSize } = line;
    const copy = { images, types, variation, selectedProductColor, selectedProductSize };
    return { line: { ...today, ...copy }, maxQuantity: 0, changes: [{ kind: 'soldOut' }] };
  }
  if (missing.length > 0) return { line: today, maxQuantity: 0, changes: [{ kind: 'unchosen' }] };
  const maxQuantity = remainingQuantity(today, variant, earlierLines.map(orderLineOf));
  if (maxQuantity === 0) return { line: today, maxQuantity, changes: [{ kind: 'taken' }] };
  const changes: LineChange[] = [];
  const previous = unitPrice(line, isReseller).unit;
  const now = unitPrice(today, isReseller).unit;
  if (previous !== now) changes.push({ kind: 'price', before: previous, now });
  const wantedQuantity = line.quantity;
  if (maxQuantity < wantedQuantity) changes.push({ kind: 'stock', wanted: wantedQuantity, left: maxQuantity });
  return { line: { ...today, quantity: Math.min(wantedQuantity, maxQuantity) }, maxQuantity, changes };
};

type Item = Pick<Order['items'][number], 'product' | 'variation' | 'color' | 'size' | 'quantity'>;

/** A product with the stock that it would have without what an order reserves: a shopper's own unpaid order must not look like sold out. */
export const withoutReservations = <Sold extends Stocked>(product: Sold, ordered: readonly Item[]): Sold => {
  const own = ordered.filter((item) => item.product._id === product._id);
  if (own.length === 0) return product;
  const release = <Part extends { readonly saleCount?: number | undefined }>(
    part: Part,
    isReserved: (item: Item) => boolean = () => true,
  ): Part =>
    part.saleCount === undefined
      ? part
      : { ...part, saleCount: own.filter(isReserved).reduce((count, { quantity }) => count - quantity, part.saleCount) };
  return {
    ...release(product),
    types: product.types.map((type) => release(type, ({ variation }) => variation?._id === type._id)),
    variation: product.variation.map((each) => ({
      ...each,
      size: each.size.map((size) =>
        release(size, (item) => {
          const named = withCurrentNames(product, item);
          return named.color === each.color && named.size === size.name;
        }),
      ),
    })),
  };
};
