import { groupDigits } from '#contract/locale.ts';
import { formatPrice, pence } from '#contract/money.ts';

/** Amounts of the seller levels have a dollar sign. */
const levelSymbol = '$';

/** Formats the threshold of a seller level: "$1,000". */
export const formatLevelThreshold = (amount: number): string => `${levelSymbol}${groupDigits(`${amount}`)}`;

/** Formats sales in pounds as they count for the seller levels: "$620.50". */
export const formatLevelAmount = (amount: number, language?: string): string =>
  formatPrice(pence(amount), { currencySymbol: levelSymbol, currencyRate: 1 }, language);
