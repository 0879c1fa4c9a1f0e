import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { attemptedOrderId, cartSubject, readAttempt } from './order-attempt.ts';
import { useOrder } from './use-order.ts';

/**
 * The unpaid order of the cart, which reserves its goods, and the id of one that was paid since; fetched on mount and whenever the page is
 * shown again.
 */
export const useCartOrder = (): { readonly unpaidOrder: Order | undefined; readonly paidId: string } => {
  const [id, setId] = useState('');
  const { order, refetch } = useOrder(id);
  const check = useEffectEvent(() => {
    const attempt = readAttempt(cartSubject);
    // One that is known to be paid has left the cart already.
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
