import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { attemptedOrderId, cartSubject, readAttempt } from './order-attempt.ts';
import { useOrderQuery } from './orders-api.ts';

export type OrderState = {
  /** The last answer; stays while it is refetched and if that fails, but not if the order no longer exists. */
  readonly order: Order | undefined;
  readonly error: ApiError | undefined;
  /** Is a call under way, the first or a later one? */
  readonly isLoading: boolean;
  /** Must not be called before the first call has been made. */
  readonly refetch: () => void;
};

/** One order by its id; makes no call for an empty id. */
export const useOrder = (id: string): OrderState => {
  const { currentData, error: cause, isFetching, refetch } = useOrderQuery(id === '' ? skipToken : id);
  const error = cause && asApiError(cause);
  return { order: error?.status === 404 ? undefined : currentData, error, isLoading: isFetching, refetch };
};

/**
 * The unpaid order of the cart, which reserves its goods, and the id of one that was paid since; fetched on mount and whenever the page is
 * shown again.
 */
export const useCartOrder = (): { readonly unpaidOrder: Order | undefined; readonly paidId: string } => {
  const [id, setId] = useState('');
  const { order, refetch } = useOrder(id);
  const check = useEffectEvent(() => {
    const attempt = readAttempt(cartSubject);
    // The lines of an attempt that is known to be paid have left the cart already.
    const current = attempt?.isPaid ? '' : attemptedOrderId(attempt);
    setId(current);
    if (current !== '' && current === id) refetch();
  });
  useEffect(() => {
    check();
    return watchPageReturn({ onReturn: () => check() });
  }, []);
  const isUnpaid = order?.status === 'pending';
  return { unpaidOrder: isUnpaid ? order : undefined, paidId: order && !isUnpaid && !order.cancellation ? order._id : '' };
};
