import { useState } from 'react';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { env } from '#shared/env.ts';
import { useIsStillOnPage } from '#shared/hooks/use-navigate-while-here.ts';
import { parseUrl } from '#shared/safe-redirect.ts';
import { usePayOrderMutation } from './orders-api.ts';

/** The navigation counts as cancelled after this time. */
const maxNavigationMs = 10_000;

/**
 * Resolves if the browser did not leave the page after all: the page was restored from the back/forward cache, or the navigation was
 * stopped. Until then the button stays busy, so that a second press does nothing.
 */
const waitForReturn = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => done(), maxNavigationMs);
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) done();
    };
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', onPageShow);
      resolve();
    };
    window.addEventListener('pageshow', onPageShow);
  });

/** The URL of a payment page if it is safe to go there: https, or the origin of the shop or of the API. */
const safePaymentUrl = (url: string): string | undefined => {
  const address = parseUrl(url, window.location.href);
  if (!address) return undefined;
  const { protocol, origin, href } = address;
  const apiOrigin = new URL(env.VITE_API_HOST || '/', window.location.href).origin;
  return protocol === 'https:' || origin === window.location.origin || origin === apiOrigin ? href : undefined;
};

/**
 * Navigates to an order's payment page, unless the shopper has gone elsewhere meanwhile; resolves with the error, or with `undefined` if the browser
 * stays on or returns to this page.
 */
export const usePay = (): ((orderId: string) => Promise<ApiError | undefined>) => {
  const [payOrder] = usePayOrderMutation();
  const isStillOnPage = useIsStillOnPage();
  return async (orderId) => {
    const { data, error } = await payOrder(orderId);
    if (error) return asApiError(error);
    const address = safePaymentUrl(data.url);
    if (address === undefined) return { status: 'unreadable' };
    if (!isStillOnPage()) return undefined;
    window.location.assign(address);
    await waitForReturn();
    return undefined;
  };
};

type PayAgain = {
  /** Ignores presses. */
  readonly isDisabled?: boolean;
  /** Called if the order cannot be paid any more: it is paid, its payment is processing, or it has expired. */
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
