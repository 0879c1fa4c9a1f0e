import type { CartRow } from './use-cart-view.ts';

/** The working days that the slowest product of a cart is made in: all of them are posted together. */
export const makingDaysOf = (rows: readonly CartRow[]): number =>
  Math.max(0, ...rows.map(({ line, isUnavailable }) => (isUnavailable ? 0 : line.makingDays)));
