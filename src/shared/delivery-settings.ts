import { readDeliverySettings } from '#contract/delivery-dates.ts';
import { env } from './env.ts';

/** When the seller posts parcels and how long the courier takes, from `VITE_…` variables. */
export const deliverySettings = readDeliverySettings({
  workingDays: env.VITE_WORKING_DAYS,
  cutOff: env.VITE_CUT_OFF,
  dispatchDays: env.VITE_DISPATCH_DAYS,
  courierDays: env.VITE_COURIER_DAYS,
  closedDays: env.VITE_CLOSED_DAYS,
});
