import type { CartLine } from '#contract/cart-line.ts';
import type { Pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available, remaining } from '#contract/stock.ts';

/** What became of a line since it was added: its price moved, fewer are left than it asks for, the lines before it hold all there are, or
 * it cannot be had at all. */
export type LineChange =
  | { readonly kind: 'price'; readonly before: Pence; readonly now: Pence }
  | { readonly kind: 'stock'; readonly wanted: number; readonly left: number }
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' };

/** A line by today's truth: no more of it than can be had. */
export type ReconciledLine = { readonly line: CartLine; readonly left: number; readonly changes: readonly LineChange[] };

/** The chosen variation as it stands today; without it the line cannot be bought any more. */
const currentVariation = (line: CartLine, product: Product) =>
  line.selectedVariation && product.types.find((type) => type._id === line.selectedVariation?._id);

/**
 * A cart line against today's catalogue. `product` is today's copy, or nothing when the catalogue no longer has it;
 * pass the line itself while the catalogue is unknown, and the line stands as it was added. `before` are the cart's lines before it,
 * which may draw on the same goods.
 */
export const reconcileLine = (line: CartLine, product: Product | undefined, before: readonly CartLine[] = []): ReconciledLine => {
  if (!product) return { line, left: 0, changes: [{ kind: 'gone' }] };
  const type = currentVariation(line, product);
  const today: CartLine = { ...line, ...product, ...(type && { selectedVariation: type }), _id: line._id };
  // A colour that the product no longer comes in keeps the picture it was added with.
  if (available(today, today) === 0) {
    const { images, variation } = line;
    return { line: { ...today, images, variation }, left: 0, changes: [{ kind: 'gone' }] };
  }
  const left = remaining(today, today, before);
  if (left === 0) return { line: today, left, changes: [{ kind: 'taken' }] };
  const changes: LineChange[] = [];
  // A sign-in changes prices too; that is no news about the product, so both are the customer's price.
  const then = unitPrice(line, false).unit;
  const now = unitPrice(today, false).unit;
  if (then !== now) changes.push({ kind: 'price', before: then, now });
  const wanted = line.quantity;
  if (left < wanted) changes.push({ kind: 'stock', wanted, left });
  return { line: { ...today, quantity: Math.min(wanted, left) }, left, changes };
};
