import { type Pence, roundPence } from './money.ts';

/** A seller's VAT registration; `rate` in per cent, with at most two decimals. */
export type Vat = { readonly number: string; readonly rate: number };

/**
 * The VAT in an amount that includes it: amount × rate ÷ (100 + rate), rounded half up to the penny. Prices of the shop include VAT. It is
 * computed once on each total of an invoice or credit note and never by line, so that net and VAT add up to what was paid.
 */
export const vatIn = (amount: Pence, rate: number): Pence => roundPence((amount * rate) / (100 + rate));
