import type { SerializedError, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { Order, OrderPayload } from '#contract/order.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import type { LateStore } from '#shared/api/late-query.ts';
import { env } from '#shared/env.ts';

type Outcome<Answer> = { readonly data: Answer } | { readonly error: ApiError };

const unreachable: ApiError = { status: 'network' };

/** After so many milliseconds a browser that is still here is not on its way any more. */
const longestWay = 10_000;

/**
 * Resolves when the browser did not leave after all: it shows the page as it was left, after Back, or the shopper stopped it on its way.
 * Until then whoever went to pay is busy, so that no press counts twice.
 */
const stillHere = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => done(), longestWay);
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) done();
    };
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', back);
      resolve();
    };
    window.addEventListener('pageshow', back);
  });

/** A payment page's address if it may be gone to: over https, or on the shop's or the API's own host. */
const safeAddress = (url: string): string | undefined => {
  if (!URL.canParse(url, window.location.href)) return undefined;
  const { protocol, origin, href } = new URL(url, window.location.href);
  const api = new URL(env.VITE_API_HOST || '/', window.location.href).origin;
  return protocol === 'https:' || origin === window.location.origin || origin === api ? href : undefined;
};

type Answered<Answer> = { readonly data?: Answer | undefined; readonly error?: ApiError | SerializedError | undefined };

const outcomeOf = <Answer extends object>({ data, error }: Answered<Answer>): Outcome<Answer> => {
  if (data !== undefined) return { data };
  return { error: error && 'status' in error ? error : unreachable };
};

/**
 * The two calls of buying. `place` gives the order of a key, however often it is asked. `pay` sends the browser to the payment
 * page, or says why not; it is done when the browser is not on its way any more.
 */
export const usePayment = () => {
  const dispatch = useDispatch<ThunkDispatch<unknown, LateStore, UnknownAction>>();
  const calls = async () => {
    const { ordersApi } = await import('./orders-api.ts');
    dispatch((_dispatch, _getState, { attach }) => attach(ordersApi));
    return ordersApi.endpoints;
  };

  const place = async (payload: OrderPayload, key: string): Promise<Outcome<Order>> => {
    try {
      const { placeOrder } = await calls();
      return outcomeOf(await dispatch(placeOrder.initiate({ payload, key }, { track: false })));
    } catch {
      return { error: unreachable };
    }
  };

  const pay = async (orderId: string): Promise<ApiError | undefined> => {
    try {
      const { payOrder } = await calls();
      const outcome = outcomeOf(await dispatch(payOrder.initiate(orderId, { track: false })));
      if ('error' in outcome) return outcome.error;
      const address = safeAddress(outcome.data.url);
      if (address === undefined) return { status: 'unreadable' };
      window.location.assign(address);
      await stillHere();
      return undefined;
    } catch {
      return unreachable;
    }
  };

  return { place, pay };
};
