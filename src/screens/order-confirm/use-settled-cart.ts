import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { selectIsRestored } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { forgetDraft } from '#features/orders/checkout-draft.ts';
import { forgetPaid } from '#features/orders/order-attempt.ts';
import { takeOrderedLines } from '#features/orders/ordered-lines.ts';

/**
 * Takes what was paid for out of the cart (emptied once, only after the server confirms): only what that order
 * held, whichever tab hears of it first, and never again. An empty id does nothing.
 */
export const useSettledCart = (paidId: string) => {
  const isRestored = useSelector(selectIsRestored);
  const { settle } = useCart();
  const settled = useRef('');
  useEffect(() => {
    if (paidId === '' || !isRestored || settled.current === paidId) return;
    settled.current = paidId;
    void takeOrderedLines(paidId).then((lines) => {
      if (lines.length > 0) settle(lines);
    });
    if (forgetPaid(paidId)) forgetDraft();
  }, [paidId, isRestored, settle]);
};
