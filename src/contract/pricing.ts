import { lessAmount, lessPercent, type Pence, pence } from './money.ts';

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
 * The one price rule, for tiles, cart, checkout and the server's orders:
 * a chosen variation's price replaces the product's; a reseller pays `resellerPrice` less; then the discount; one rounding.
 */
export const unitPrice = (goods: Priced, isReseller: boolean): UnitPrice => {
  const full = pence((goods.selectedVariation ?? goods).price.basePrice);
  const before = isReseller ? lessAmount(full, pence(goods.resellerPrice)) : full;
  const percent = Math.min(100, Math.max(0, goods.discount));
  const unit = lessPercent(before, percent);
  return { unit, before, saved: lessAmount(before, unit), percent: Math.round(percent) };
};
