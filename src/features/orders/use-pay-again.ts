import { useState } from 'react';
import type { ApiError } from '#shared/api/api-error.ts';
import { usePayment } from './use-payment.ts';

/**
 * Goes to the payment page of an order that was placed before. `onSettled` hears when there is nothing to pay any more, because it is
 * paid, being paid or lapsed; `error` is any other refusal. No press counts while the browser is on its way, or while it `isOff`.
 */
type PayAgain = { readonly isOff?: boolean; readonly onSettled: () => void };

export const usePayAgain = (orderId: string, { isOff = false, onSettled }: PayAgain) => {
  const { pay } = usePayment();
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<ApiError>();
  const payAgain = async () => {
    if (isAsking || isOff) return;
    setIsAsking(true);
    const refused = await pay(orderId);
    setIsAsking(false);
    setError(refused?.code === undefined ? refused : undefined);
    if (refused?.code !== undefined) onSettled();
  };
  return { payAgain: () => void payAgain(), isBusy: isAsking || isOff, error };
};
