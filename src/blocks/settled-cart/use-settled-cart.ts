import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useCart } from '#features/cart/use-cart.ts';
import { forgetDraft } from '#features/orders/checkout-draft.ts';
import { notePaid } from '#features/orders/order-attempt.ts';
import { takeOrderedLines } from '#features/orders/ordered-lines.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';

/**
 * Takes what was paid for out of the cart, once and only after the server has confirmed: only what that order held, whichever tab hears of
 * it first, and never again. An empty id does nothing. Says whether it is done.
 */
export const useSettledCart = (paidId: string): boolean => {
  const isRestored = useSelector(selectIsRestored);
  const { settle } = useCart();
  const settled = useRef('');
  const [doneId, setDoneId] = useState('');
  useEffect(() => {
    if (paidId === '' || !isRestored || settled.current === paidId) return;
    settled.current = paidId;
    void takeOrderedLines(paidId)
      .then((lines) => {
        if (lines.length > 0) settle(lines);
      })
      .finally(() => setDoneId(paidId));
    if (notePaid(paidId)) forgetDraft();
  }, [paidId, isRestored, settle]);
  return paidId === '' || doneId === paidId;
};
