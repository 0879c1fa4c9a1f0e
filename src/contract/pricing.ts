import { lessAmount, lessPercent, type Pence, pence } from './money.ts';
import type { Product, VariationType } from './product.ts';

/** The fields of a product, a cart line or a database row that decide its price; pounds and percent. */
export type Priced = {
  readonly price: { readonly basePrice: number };
  readonly discount: number;
  readonly resellerPrice: number;
  readonly selectedVariation?: { readonly price: { readonly basePrice: number } } | undefined;
};

/** The price of one unit in pence; `saved` (pence) and `percent` (whole) are what the discount takes off. */
export type UnitPrice = { readonly unit: Pence; readonly before: Pence; readonly saved: Pence; readonly percent: number };

/**
 * The only price calculation, for tiles, cart, checkout and the server's orders: the price of the chosen variation or else the product,
 * less `resellerPrice` (an amount) for resellers, less the discount; rounded once.
 */
export const unitPrice = (priced: Priced, isReseller: boolean): UnitPrice => {
  const full = pence((priced.selectedVariation ?? priced).price.basePrice);
  const before = isReseller ? lessAmount(full, pence(priced.resellerPrice)) : full;
  const percent = Math.min(100, Math.max(0, priced.discount));
  const unit = lessPercent(before, percent);
  return { unit, before, saved: lessAmount(before, unit), percent: Math.round(percent) };
};

/** A product with its cheapest variation selected, for lists; `isFrom` if other variations cost more. */
export const cheapest = (
  product: Product,
): { readonly product: Product & { selectedVariation?: VariationType | undefined }; readonly isFrom: boolean } => {
  const [first, ...others] = [...product.types].sort((one, other) => one.price.basePrice - other.price.basePrice);
  const isFrom = others.some((other) => pence(other.price.basePrice) !== pence(first?.price.basePrice ?? 0));
  return { product: { ...product, selectedVariation: first }, isFrom };
};
