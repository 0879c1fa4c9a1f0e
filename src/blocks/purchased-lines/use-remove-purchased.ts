import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectVoucher } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { checkoutDraft } from '#features/orders/checkout-draft.ts';
import { markAsPaid } from '#features/orders/order-attempt.ts';
import { claimOrderedLines } from '#features/orders/ordered-lines.ts';
import { arePiecesTaken } from '#features/saved-lists/list-storage.ts';
import { selectRestoreState } from '#shared/restored-slice.ts';

/**
 * Removes the lines of a paid order, and the voucher, from the cart: once, in the first tab that sees the payment. Does nothing for an
 * empty id. Returns whether it is done, or cannot be done because the stored cart could not be read.
 */
export const useRemovePurchased = (paidId: string): boolean => {
  const state = useSelector(selectRestoreState);
  // Otherwise the lines would come back with the stored cart.
  const isStored = state === 'restored';
  const { removePurchased, changeVoucher } = useCart();
  const hasVoucher = Boolean(useSelector(selectVoucher));
  const startedIdRef = useRef('');
  const [doneId, setDoneId] = useState('');
  useEffect(() => {
    if (paidId === '' || !isStored || startedIdRef.current === paidId) return;
    startedIdRef.current = paidId;
    void claimOrderedLines(paidId)
      .then((lines) => {
        // What has left the cart of the account already must not take pieces that were added since.
        const left = lines.flatMap(({ cartItemId, quantity, saved }) => {
          const pieces = saved && arePiecesTaken(saved) ? saved.rest : quantity;
          return pieces > 0 ? [{ cartItemId, quantity: pieces }] : [];
        });
        if (left.length > 0) removePurchased(left);
      })
      .finally(() => setDoneId(paidId));
    if (!markAsPaid(paidId)) return;
    checkoutDraft.remove();
    if (hasVoucher) changeVoucher('');
  }, [paidId, isStored, removePurchased, changeVoucher, hasVoucher]);
  return paidId === '' || doneId === paidId || state === 'failed' || state === 'retrying';
};
