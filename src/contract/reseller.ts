import { type Pence, pence } from './money.ts';

/**
 * Thresholds 500, 1000 and 2000, commissions 0, 5, 10 and 15 percent.
 * The lowest comes first. Amounts are whole units of the shop's currency; the partner pages write them with a dollar sign.
 */
export const sellerLevels = [
  { level: 'Basic', from: 0, commission: 0 },
  { level: 'Silver', from: 500, commission: 5 },
  { level: 'Gold', from: 1000, commission: 10 },
  { level: 'Platinum', from: 2000, commission: 15 },
] as const;

export type SellerLevel = (typeof sellerLevels)[number];

/** The level that sales give: it applies only once its threshold is reached. */
export const sellerLevel = (sales: Pence): SellerLevel => sellerLevels.findLast(({ from }) => sales >= pence(from)) ?? sellerLevels[0];
