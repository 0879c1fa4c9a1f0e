import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectVoucher } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { checkoutDraft, markAsPaid, storedWayId } from '#features/orders/order-attempt.ts';
import { claimOrderedLines } from '#features/orders/ordered-lines.ts';
import { listsOutdated } from '#features/saved-lists/list-facts.ts';
import { listsSaved } from '#features/saved-lists/list-owner.ts';
import { selectRestoreState } from '#shared/restored-slice.ts';

/**
 * Removes the lines of a paid order, and the voucher, from a guest's cart: once, in the first tab that sees the payment. An account's cart, which
 * the server has changed, is only fetched again. Does nothing for an empty id. Returns whether it is done, or cannot be: the stored cart is unreadable.
 */
export const useRemovePurchased = (paidId: string): boolean => {
  const state = useSelector(selectRestoreState);
  // Otherwise the lines would come back with the stored cart.
  const isStored = state === 'restored';
  const dispatch = useDispatch();
  const { removePurchased, changeVoucher } = useCart();
  const hasVoucher = Boolean(useSelector(selectVoucher));
  const startedIdRef = useRef('');
  const [doneId, setDoneId] = useState('');
  useEffect(() => {
    if (paidId === '' || !isStored || startedIdRef.current === paidId) return;
    startedIdRef.current = paidId;
    void claimOrderedLines(paidId)
      .then((lines) => {
        if (lines.length > 0) removePurchased(lines);
        dispatch(listsOutdated());
        return listsSaved();
      })
      .finally(() => setDoneId(paidId));
    if (!markAsPaid(paidId)) return;
    checkoutDraft.remove();
    storedWayId.remove();
    if (hasVoucher) changeVoucher('');
  }, [paidId, isStored, dispatch, removePurchased, changeVoucher, hasVoucher]);
  return paidId === '' || doneId === paidId || state === 'failed' || state === 'retrying';
};
