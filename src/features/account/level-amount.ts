import { formatPrice, pence } from '#contract/money.ts';

/** The owner asked for the amounts of the levels with a dollar sign. */
const levelSign = '$';

/** A threshold of the seller levels as the pages write it: "$500". */
export const levelThreshold = (amount: number): string => `${levelSign}${amount}`;

/** Sales as they count for the seller levels: "$620.50". */
export const levelAmount = (amount: number, language?: string): string =>
  formatPrice(pence(amount), { currencySymbol: levelSign, currencyRate: 1 }, language);
