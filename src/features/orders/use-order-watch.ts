import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { watchPageReturn } from '#shared/page-return.ts';
import { type OrderNow, useOrder } from './use-order.ts';

/** Between two questions about a payment, in seconds: soon at first, then less often, and after about two minutes no more. */
const pauses = [1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20];

/** `hasGivenUp` when the payment was asked after for long enough; `again` begins anew. */
export type WatchedOrder = OrderNow & { readonly hasGivenUp: boolean; readonly again: () => void };

/**
 * An order that is asked after for as long as its payment may come any moment. `isLeft` says that
 * the shopper left the payment page, so that nothing is to be expected.
 */
export const useOrderWatch = (id: string, isLeft: boolean): WatchedOrder => {
  const now = useOrder(id);
  const [tries, setTries] = useState(0);
  const { order, isLoading, ask } = now;
  const isExpected = order?.status === 'pending' && (order.payment === 'processing' || (order.payment !== 'failed' && !isLeft));
  useEffect(() => {
    // By the number of tries, not by the pause: two pauses alike are still two.
    const pause = pauses[tries];
    if (!isExpected || isLoading || pause === undefined) return;
    const timer = setTimeout(() => {
      setTries((count) => count + 1);
      ask();
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [isExpected, isLoading, tries, ask]);
  const again = () => {
    setTries(0);
    ask();
  };
  // Another page may have paid for it, or let it lapse: known before anything can be pressed.
  const lookAgain = useEffectEvent(() => {
    if (order?.status === 'pending') flushSync(again);
  });
  useEffect(() => watchPageReturn({ onReturn: () => lookAgain() }), []);
  return { ...now, hasGivenUp: isExpected && tries >= pauses.length, again };
};
