import type { ManyMoved } from '#contract/desk/orders.ts';
import type { ApiError } from '#shared/api/api-error.ts';

/** The answer to a call that moves one order by way of many; throws why it did not. */
export const theOnly = ({ refused: [refusal] }: ManyMoved): void => {
  if (refusal) throw { status: 409, code: 'changed', message: refusal.message } satisfies ApiError;
};
