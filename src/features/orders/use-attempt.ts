import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order, OrderPayload } from '#contract/order.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { attemptedOrderId, attemptFor, hasPayload, type OrderAttempt, readAttempt, removeAttempt, storeAttempt } from './order-attempt.ts';
import { useOrder } from './use-order.ts';

/**
 * The attempt to order a subject (`cartSubject` or a product's id) and its order, which is fetched on mount and whenever the page is shown
 * again; nothing may be ordered before the answer (`isReady`). `isNew`: the shopper has just chosen to buy, so a paid attempt is discarded.
 */
export const useAttempt = (subject: string, isNew: boolean) => {
  // The attempt also in memory, because another tab may have removed it from storage.
  const lastRef = useRef<OrderAttempt>(undefined);
  const [fetchedId, setFetchedId] = useState('');
  /** The order that this page has just placed; it is not fetched. */
  const [placedOrder, setPlacedOrder] = useState<Order>();
  /** The id of the paid order that the server refused to place again. */
  const [refusedId, setRefusedId] = useState('');
  /** The id of the paid order that the shopper wants to order again. */
  const [reorderedId, setReorderedId] = useState('');
  const { order: fetchedOrder, error, isLoading, refetch } = useOrder(fetchedId);

  const isFetched = fetchedId !== '' && !placedOrder;
  const isCancelled = fetchedOrder?.cancellation !== undefined;
  const order = placedOrder ?? (isFetched && !isCancelled ? fetchedOrder : undefined);
  const failure: ApiError | undefined = isFetched && !isLoading && error && error.status !== 404 ? error : undefined;
  const isPaid = order !== undefined && order.status !== 'pending';

  const check = () => {
    const id = attemptedOrderId(lastRef.current);
    setPlacedOrder(undefined);
    setFetchedId(id);
    if (id !== '' && id === fetchedId) refetch();
  };

  useEffect(() => {
    const stored = readAttempt(subject);
    const isOver = isNew && stored?.isPaid === true;
    if (isOver) removeAttempt(stored);
    lastRef.current = isOver ? undefined : stored;
    setFetchedId(attemptedOrderId(lastRef.current));
  }, [subject, isNew]);

  const onReturn = useEffectEvent(() => {
    latest();
    // Synchronous, so that no button can be pressed before the answer.
    flushSync(check);
  });
  useEffect(() => watchPageReturn({ onReturn: () => onReturn() }), []);

  useEffect(() => {
    if (!isFetched || (error?.status !== 404 && !isCancelled)) return;
    if (lastRef.current) removeAttempt(lastRef.current);
    lastRef.current = undefined;
    setFetchedId('');
  }, [isFetched, error, isCancelled]);

  /** Read again each time: another window may have ordered the same cart meanwhile. */
  const latest = () => {
    lastRef.current = readAttempt(subject) ?? lastRef.current;
    return lastRef.current;
  };
  const unpaidOrderId = () => (isPaid ? '' : attemptedOrderId(latest()));
  return {
    order,
    /** The order's id once it is paid. */
    paidId: isPaid ? order._id : '',
    isChecking: isFetched && isLoading,
    /** Why the order could not be fetched. */
    failure,
    isReady: !(isFetched && isLoading) && failure === undefined,
    check,
    isRefused: isPaid && refusedId === order._id,
    reorderedId,
    /** The order is paid: nothing more is ordered here until `orderAgain`. */
    isOver: isPaid && order._id !== reorderedId,
    isLast: (payload: OrderPayload) => hasPayload(latest(), payload),
    /** Starts an attempt: returns the idempotency key for this payload, and the order that it replaces. */
    begin: (payload: OrderPayload): OrderAttempt => {
      lastRef.current = attemptFor(payload, subject, latest(), unpaidOrderId());
      storeAttempt(lastRef.current);
      return lastRef.current;
    },
    /** The attempt made this order. */
    succeed: (made: Order) => {
      if (lastRef.current) {
        lastRef.current = { ...lastRef.current, orderId: made._id };
        storeAttempt(lastRef.current);
      }
      setPlacedOrder(made);
    },
    /** The server placed nothing, because this order is paid or its payment is under way. */
    refuse: (orderId: string) => {
      if (lastRef.current) lastRef.current = { ...lastRef.current, orderId };
      setRefusedId(orderId);
      check();
    },
    /** The shopper wants to order the same again. */
    orderAgain: () => {
      setRefusedId('');
      setReorderedId(order?._id ?? '');
    },
    /** The server refused the attempt and placed nothing: what is sent next is a new one, whatever it contains. An unpaid order before it stays. */
    withdraw: () => {
      if (!lastRef.current) return;
      lastRef.current = { ...lastRef.current, digest: '' };
      storeAttempt(lastRef.current);
    },
    /** Nothing can come of the attempt any more, nor of its order. */
    remove: () => {
      if (lastRef.current) removeAttempt(lastRef.current);
      lastRef.current = undefined;
      check();
    },
  };
};

export type Attempt = ReturnType<typeof useAttempt>;
