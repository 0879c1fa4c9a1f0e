import { skipToken } from '@reduxjs/toolkit/query/react';
import type { Order } from '#contract/order.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { useOrderQuery } from './orders-api.ts';

export type OrderState = {
  /** The last answer; stays while it is refetched and if that fails, but not if the order no longer exists. */
  readonly order: Order | undefined;
  readonly error: ApiError | undefined;
  /** Is a call under way, the first or a later one? */
  readonly isLoading: boolean;
  /** Not before the first call. */
  readonly refetch: () => void;
};

/** One order by its id; makes no call for an empty id. */
export const useOrder = (id: string): OrderState => {
  const { currentData, error: cause, isFetching, refetch } = useOrderQuery(id === '' ? skipToken : id);
  const error = cause && asApiError(cause);
  return { order: error?.status === 404 ? undefined : currentData, error, isLoading: isFetching, refetch };
};
