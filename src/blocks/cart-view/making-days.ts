import type { CartRow } from './use-cart-view.ts';

/**
 * The working days that the slowest product of a cart is made in: all of them are posted together. `undefined` when no line can be ordered,
 * so that no delivery date is shown.
 */
export const makingDaysOf = (rows: readonly CartRow[]): number | undefined => {
  const orderable = rows.filter(({ isUnavailable }) => !isUnavailable);
  return orderable.length === 0 ? undefined : Math.max(...orderable.map(({ line }) => line.makingDays));
};
