import { maxDeliveryDays } from './terms.ts';

// Apart from the dates, which the first download does without.

/** In working days. */
export type CourierDays = { readonly min: number; readonly max: number };

/** Where a setting is missing or wrong. */
export const defaultDays = { dispatch: 2, courier: { min: 2, max: 3 } } as const;

const wholeNumber = (text: string, max: number): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) <= max ? Number(text) : undefined;

/** "2": working days until an order is posted; undefined for a wrong text. */
export const readDispatchDays = (text: string): number | undefined => wholeNumber(text, maxDeliveryDays.dispatch);

/** "2-3" or "2"; undefined for a wrong text. */
export const readCourierDays = (text: string): CourierDays | undefined => {
  const [, first = '', last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  const min = wholeNumber(first, maxDeliveryDays.courier);
  const max = wholeNumber(last, maxDeliveryDays.courier);
  return min === undefined || max === undefined || max < min ? undefined : { min, max };
};
