import { cachedPerLanguage, groupDigits, isEnglish } from './locale.ts';

declare const unit: unique symbol;

/** Whole pence. Branded, so that pounds are not mixed with it. */
export type Pence = number & { readonly [unit]: 'pence' };

/** The display currency of prices. */
export type Currency = {
  readonly currencySymbol: string;
  readonly currencyName: string;
  readonly currencyRate: number;
};

/** Pounds of the wire to whole pence: half up on the decimal notation, so 1.005 is 101 and not 100. */
export const pence = (pounds: number): Pence => Math.round(Number(`${pounds.toFixed(6)}e2`)) as Pence;

/** Whole pence to pounds with at most two decimals, for the wire. */
export const pounds = (amount: Pence): number => Number((amount / 100).toFixed(2));

/** Whether pounds of the wire are to the penny. */
export const isInPence = (amount: number): boolean => pounds(pence(amount)) === amount;

/** Pounds as they are typed into a field: "3", "3.50", and '' for none. */
export const typedPounds = (amount: number | null): string => (amount === null ? '' : amount.toFixed(Number.isInteger(amount) ? 0 : 2));

/** Half up on the decimal notation: 125p less 64.4 % is 44.5, although the floating-point product is slightly less. */
export const roundPence = (amount: number): Pence => Math.round(Number(amount.toFixed(6))) as Pence;

/** A price less a percentage, clamped to 0–100 %; rounded half up to the penny. */
export const lessPercent = (price: Pence, percent: number): Pence =>
  roundPence((price * (100 - Math.min(100, Math.max(0, percent)))) / 100);

/** A price less an amount, at least 0. */
export const lessAmount = (price: Pence, amount: Pence): Pence => Math.max(0, price - amount) as Pence;

export const times = (price: Pence, count: number): Pence => (price * count) as Pence;

/** The sum of any number of amounts; none gives 0. */
export const sum = (amounts: readonly Pence[]): Pence => amounts.reduce<number>((total, amount) => total + amount, 0) as Pence;

/**
 * Spreads an amount over weights in proportion and to the penny, equally where all are 0; no share is more than its weight unless the amount
 * is more than their sum. BigInt: the products exceed 2^53.
 */
export const spread = (amount: Pence, weights: readonly number[]): Pence[] => {
  const total = BigInt(weights.reduce((all, weight) => all + weight, 0));
  if (total === 0n && weights.length > 0)
    return spread(
      amount,
      weights.map(() => 1),
    );
  let before = 0n;
  let spent = 0n;
  return weights.map((weight) => {
    before += BigInt(weight);
    const due = (BigInt(amount) * before) / total;
    const share = due - spent;
    spent = due;
    return Number(share) as Pence;
  });
};

const prices = cachedPerLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'GBP' }));

/**
 * Pence in a language: "£1,204.50", "1.204,50 £". Multiplied by the currency's rate and rounded to 2 decimals; the symbol is the
 * currency's own, in the position that the language puts it.
 */
export const formatPrice = (
  amount: Pence,
  { currencySymbol, currencyRate }: Pick<Currency, 'currencySymbol' | 'currencyRate'>,
  language = 'en',
): string => {
  const value = pounds(roundPence(amount * currencyRate));
  if (isEnglish(language)) return `${value < 0 ? '-' : ''}${currencySymbol}${groupDigits(Math.abs(value).toFixed(2))}`;
  return prices(language)
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'currency' ? currencySymbol : part))
    .join('');
};

/** Pence as a price in pounds sterling, e.g. "£12.30": what was paid, whatever currency the shopper chose to see prices in. */
export const formatSterling = (amount: Pence, language = 'en'): string =>
  formatPrice(amount, { currencySymbol: '£', currencyRate: 1 }, language);
