import { lessAmount, lessPercent, type Pence, pence } from './money.ts';
import type { Product, VariationType } from './product.ts';

/** The fields of a product, a cart line or a database row that decide its price; pounds and percent. */
export type PricedItem = BasePrice & {
  readonly discount: number;
  readonly resellerPrice: number;
  readonly selectedVariation?: BasePrice | undefined;
};

type BasePrice = { readonly price: { readonly basePrice: number }; readonly reducedSince?: string | undefined };

/**
 * The price of one unit in pence. `before` (pence), `saved` (pence), `percent` (whole) and `since` (UK day) describe the reduction that may be shown;
 * without one, `before` equals the price, and the others are 0 and ''.
 */
export type UnitPrice = {
  readonly unit: Pence;
  readonly before: Pence;
  readonly saved: Pence;
  readonly percent: number;
  readonly since: string;
};

/**
 * The only price calculation, for tiles, cart, checkout and the server's orders: the price of the chosen variation or else the product,
 * less `resellerPrice` (an amount) for resellers, less the discount; rounded once. The discount is taken off also where no reduction is shown.
 */
export const unitPrice = (priced: PricedItem, isReseller: boolean): UnitPrice => {
  const { price, reducedSince: since = '' } = priced.selectedVariation ?? priced;
  const full = pence(price.basePrice);
  const before = isReseller ? lessAmount(full, pence(priced.resellerPrice)) : full;
  const percent = Math.min(100, Math.max(0, Math.round(priced.discount)));
  const unit = lessPercent(before, priced.discount);
  if (since === '' || percent === 0) return { unit, before: unit, saved: pence(0), percent: 0, since: '' };
  return { unit, before, saved: lessAmount(before, unit), percent, since };
};

/** A product with its cheapest variation selected, for lists; `isFrom` if other variations cost more. */
export const withCheapestVariation = (
  product: Product,
): { readonly product: Product & { selectedVariation?: VariationType | undefined }; readonly isFrom: boolean } => {
  const [first, ...others] = [...product.types].sort((one, other) => one.price.basePrice - other.price.basePrice);
  const isFrom = others.some((other) => pence(other.price.basePrice) !== pence(first?.price.basePrice ?? 0));
  return { product: { ...product, selectedVariation: first }, isFrom };
};

/** The product with the chosen variation, or else the cheapest one, for the price on screen. */
export const shownPrice = (product: Product, chosen: VariationType | undefined): ReturnType<typeof withCheapestVariation> =>
  chosen ? { product: { ...product, selectedVariation: chosen }, isFrom: false } : withCheapestVariation(product);

/** The reduction that a list shows of a product, in whole percent; 0 for none. */
export const percentOff = (product: Product): number => unitPrice(withCheapestVariation(product).product, false).percent;
