import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { watchPageReturn } from '#shared/page-return.ts';
import { type OrderState, useOrder } from './use-order.ts';

/** Seconds between two polls: about two minutes in all. RTK Query's `pollingInterval` has no back-off. */
const pauseSeconds = [1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20];

/** `hasGivenUp` when the last poll brought no payment; `restart` refetches at once and polls anew. */
export type WatchedOrder = OrderState & { readonly hasGivenUp: boolean; readonly restart: () => void };

/** Polls an order while its payment may arrive. `isCancelled`: the shopper left the payment page, so that none is expected. */
export const useOrderWatch = (id: string, isCancelled: boolean): WatchedOrder => {
  const state = useOrder(id);
  // An object, so that `restart` renders even at 0: the store notifies subscribers of a refetch asynchronously, but a render reads it at once.
  const [polls, setPolls] = useState({ count: 0 });
  const { order, isLoading, refetch } = state;
  const isExpected = order?.status === 'pending' && (order.payment === 'processing' || (order.payment !== 'failed' && !isCancelled));
  useEffect(() => {
    // Depends on the number of polls, not on the pause: two pauses may be equally long.
    const pause = pauseSeconds[polls.count];
    if (!isExpected || isLoading || pause === undefined) return;
    const timer = setTimeout(() => {
      setPolls(({ count }) => ({ count: count + 1 }));
      refetch();
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [isExpected, isLoading, polls, refetch]);
  const restart = () => {
    setPolls({ count: 0 });
    refetch();
  };
  // Another tab may have paid, or the order has expired. Synchronous, so that no button can be clicked before the answer.
  const onReturn = useEffectEvent(() => {
    if (order?.status === 'pending') flushSync(restart);
  });
  useEffect(() => watchPageReturn({ onReturn: () => onReturn() }), []);
  return { ...state, hasGivenUp: isExpected && polls.count >= pauseSeconds.length, restart };
};
