import { type Pence, pence } from './money.ts';

/**
 * The seller levels in ascending order: `from` is the sales threshold, `commission` is in percent.
 * Amounts are whole units of the shop's currency; the partner pages write them with a dollar sign.
 */
export const sellerLevels = [
  { level: 'Basic', from: 0, commission: 0 },
  { level: 'Silver', from: 500, commission: 5 },
  { level: 'Gold', from: 1000, commission: 10 },
  { level: 'Platinum', from: 2000, commission: 15 },
] as const;

export type SellerLevel = (typeof sellerLevels)[number];

/** The level of these sales: the highest whose threshold is reached. */
export const sellerLevel = (sales: Pence): SellerLevel => sellerLevels.findLast(({ from }) => sales >= pence(from)) ?? sellerLevels[0];
