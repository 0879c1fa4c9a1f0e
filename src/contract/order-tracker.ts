import { type OrderStep, orderSteps } from './order.ts';

/** The steps that are active at a status: the status itself and every one before it; none for a status that is not recognised. */
export const activeSteps = (status: string): readonly OrderStep[] =>
  orderSteps.filter((_, index) => orderSteps.slice(index).some((later) => later === status));
