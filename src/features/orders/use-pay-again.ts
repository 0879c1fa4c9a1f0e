import { useState } from 'react';
import type { ApiError } from '#shared/api/api-error.ts';
import { usePay } from './use-pay.ts';

type PayAgain = {
  /** Presses do nothing. */
  readonly isDisabled?: boolean;
  /** Called if the order cannot be paid any more: it is paid, its payment is processing, or it has lapsed. */
  readonly onSettled: () => void;
};

/** Goes to the payment page of an order that was placed before. `error` is any other refusal. */
export const usePayAgain = (orderId: string, { isDisabled = false, onSettled }: PayAgain) => {
  const pay = usePay();
  const [isPaying, setIsPaying] = useState(false);
  const [error, setError] = useState<ApiError>();
  const payAgain = async () => {
    if (isPaying || isDisabled) return;
    setIsPaying(true);
    const refusal = await pay(orderId);
    setIsPaying(false);
    setError(refusal?.code === undefined ? refusal : undefined);
    if (refusal?.code !== undefined) onSettled();
  };
  return { payAgain: () => void payAgain(), isBusy: isPaying || isDisabled, error };
};
