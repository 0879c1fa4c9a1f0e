import { type Pence, pence } from '#contract/money.ts';

/** A price filter in pence: from `from` (inclusive) to `to` (exclusive). */
export type PriceBand = { readonly value: string; readonly from: Pence; readonly to?: Pence };

/** Covers every price. `value` is used in URLs, in pounds. */
export const priceBands: readonly PriceBand[] = [
  { value: '0-10', from: pence(0), to: pence(10) },
  { value: '10-20', from: pence(10), to: pence(20) },
  { value: '20-40', from: pence(20), to: pence(40) },
  { value: '40-80', from: pence(40), to: pence(80) },
  { value: '80-', from: pence(80) },
];

export const bandOf = (price: Pence): string => priceBands.find(({ to }) => to === undefined || price < to)?.value ?? '';
