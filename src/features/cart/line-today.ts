import type { CartLine } from '#contract/cart-line.ts';
import type { Pence } from '#contract/money.ts';
import { unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';

/** What became of a line since it was added: its price moved, fewer are left than it asks for, or it cannot be had at all. */
export type LineChange =
  | { readonly kind: 'price'; readonly before: Pence; readonly now: Pence }
  | { readonly kind: 'stock'; readonly left: number }
  | { readonly kind: 'gone' };

/** A line by today's truth (screens.md, Cart). */
export type LineToday = { readonly line: CartLine; readonly left: number; readonly changes: readonly LineChange[] };

/** The chosen variation as it stands today; without it the line cannot be bought any more. */
const variationToday = (line: CartLine, product: Product) =>
  line.selectedVariation && product.types.find((type) => type._id === line.selectedVariation?._id);

/**
 * A cart line against today's catalogue. `product` is today's copy, or nothing when the catalogue no longer has it;
 * pass the line itself while the catalogue is unknown, and the line stands as it was added.
 */
export const lineToday = (line: CartLine, product: Product | undefined): LineToday => {
  if (!product) return { line, left: 0, changes: [{ kind: 'gone' }] };
  const variation = variationToday(line, product);
  const today: CartLine = { ...line, ...product, ...(variation && { selectedVariation: variation }), _id: line._id };
  const left = available(today, today);
  if (left === 0) return { line: today, left, changes: [{ kind: 'gone' }] };
  const changes: LineChange[] = [];
  // A sign-in changes prices too; that is no news about the product, so both are the customer's price.
  const before = unitPrice(line, false).unit;
  const now = unitPrice(today, false).unit;
  if (before !== now) changes.push({ kind: 'price', before, now });
  if (left < line.quantity) changes.push({ kind: 'stock', left });
  return { line: today, left, changes };
};
