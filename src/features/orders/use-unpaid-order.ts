import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { watchPageReturn } from '#shared/page-return.ts';
import { attemptedOrderId, cartSubject, readAttempt } from './order-attempt.ts';
import { useOrder } from './use-order.ts';

/** The unpaid order of the cart, which reserves its goods; fetched on mount and whenever the page is shown again. */
export const useUnpaidOrder = (): Order | undefined => {
  const [id, setId] = useState('');
  const { order, refetch } = useOrder(id);
  const check = useEffectEvent(() => {
    const current = attemptedOrderId(readAttempt(cartSubject));
    setId(current);
    if (current !== '' && current === id) refetch();
  });
  useEffect(() => {
    check();
    return watchPageReturn({ onReturn: () => check() });
  }, []);
  return order?.status === 'pending' ? order : undefined;
};
