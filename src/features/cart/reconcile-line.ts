import type { CartLine } from '#contract/cart-line.ts';
import type { Pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available, remaining } from '#contract/stock.ts';

/**
 * What changed since a line was added: its price; fewer in stock than wanted; `taken`: earlier lines of the cart use up the stock; `gone`:
 * sold out or discontinued.
 */
export type LineChange =
  | { readonly kind: 'price'; readonly before: Pence; readonly now: Pence }
  | { readonly kind: 'stock'; readonly wanted: number; readonly left: number }
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' };

/** A line with today's product, reduced to what is in stock; `left` is what this line may have at most. */
export type ReconciledLine = { readonly line: CartLine; readonly left: number; readonly changes: readonly LineChange[] };

/** Today's copy of the chosen variation. */
const currentVariation = (line: CartLine, product: Product) =>
  line.selectedVariation && product.types.find((type) => type._id === line.selectedVariation?._id);

/**
 * Compares a cart line with today's catalogue. `product` is today's copy, undefined for a discontinued one; pass the line itself while the
 * catalogue is loading. `before` are the earlier lines of the cart, which may draw on the same stock. Both prices are those of this
 * shopper: a reseller's sign-in is no change of price.
 */
export const reconcileLine = (
  line: CartLine,
  product: Product | undefined,
  isReseller: boolean,
  before: readonly CartLine[] = [],
): ReconciledLine => {
  if (!product) return { line, left: 0, changes: [{ kind: 'gone' }] };
  const type = currentVariation(line, product);
  const today: CartLine = { ...line, ...product, ...(type && { selectedVariation: type }), _id: line._id };
  // Today's product may lack a discontinued colour: the stored copy keeps the colour's picture.
  if (available(today, today) === 0) {
    const { images, variation } = line;
    return { line: { ...today, images, variation }, left: 0, changes: [{ kind: 'gone' }] };
  }
  const left = remaining(today, today, before);
  if (left === 0) return { line: today, left, changes: [{ kind: 'taken' }] };
  const changes: LineChange[] = [];
  const previous = unitPrice(line, isReseller).unit;
  const now = unitPrice(today, isReseller).unit;
  if (previous !== now) changes.push({ kind: 'price', before: previous, now });
  const wanted = line.quantity;
  if (left < wanted) changes.push({ kind: 'stock', wanted, left });
  return { line: { ...today, quantity: Math.min(wanted, left) }, left, changes };
};
