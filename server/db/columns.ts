import { formatSterling, type Pence } from '#contract/money.ts';

/** Seconds in each, for `after`. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time so many seconds after `now`, or before it when negative, as time columns hold it: ISO text. */
export const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** A money column (whole pence), formatted: "£1,204.50". */
export const formatPence = (column: number): string => formatSterling(column as Pence);

/** An amount of the ledger: in the smallest unit of `currency`, an ISO 4217 code. */
type Amount = { readonly amount: number; readonly currency: string };

export const ownCurrency = 'GBP';

/** In the main unit of its currency, with its decimals: "12.00", and "1200" for yen. */
const inDecimals = ({ amount, currency }: Amount): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
};

/** In the main unit of its currency, such as pounds. */
export const inMainUnit = (money: Amount): number => Number(inDecimals(money));

/** "£1,204.50", and with the code of any other currency: "USD 1204.50". */
export const formatMoney = (money: Amount): string =>
  money.currency === ownCurrency ? formatPence(money.amount) : `${money.currency} ${inDecimals(money)}`;

/** A number with its noun: "1 order", "2 orders". `plural` is needed where it is not the noun with an "s". */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`;

/** Rows that lists give at most, the newest first. */
export const maxListed = 200;

/** A page of a list, counted from 1, and how many rows it has at most. */
export type Page = { readonly page: number; readonly size: number };
export const firstPage: Page = { page: 1, size: maxListed };
