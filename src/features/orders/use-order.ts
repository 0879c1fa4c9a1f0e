import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Order } from '#contract/order.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import type { LateStore } from '#shared/api/late-query.ts';
import type { ordersApi } from './orders-api.ts';

type State = Parameters<ReturnType<typeof ordersApi.endpoints.order.select>>[0];
type Answered = { readonly id: string; readonly order?: Order | undefined; readonly error?: ApiError | undefined };

/** What is known of one order. `ask` asks the API again, as it does at first; the last answer stays until the next is there. */
export type OrderNow = {
  readonly order: Order | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly ask: () => void;
};

const unreachable: ApiError = { status: 'network' };

/**
 * One order by its id, as the API has it now; an empty id asks for nothing, and a higher `turn` asks again. Its code comes with the
 * first question.
 */
export const useOrder = (id: string, turn = 0): OrderNow => {
  const dispatch = useDispatch<ThunkDispatch<State, LateStore, UnknownAction>>();
  const [answered, setAnswered] = useState<Answered>();
  const [isAsking, setIsAsking] = useState(false);
  // Of several questions only the latest is heard.
  const latest = useRef(0);

  const ask = useCallback(() => {
    latest.current += 1;
    const question = latest.current;
    const hear = (answer: Omit<Answered, 'id'>) => {
      if (question !== latest.current) return;
      // An order that could not be asked after is still the order it was; one that is not there any more is not.
      setAnswered((before) => ({ id, ...(before?.id === id && answer.error?.status !== 404 && { order: before.order }), ...answer }));
      setIsAsking(false);
    };
    if (id === '') return;
    setIsAsking(true);
    import('./orders-api.ts').then(
      async ({ ordersApi }) => {
        dispatch((_dispatch, _getState, { attach }) => attach(ordersApi));
        const { data, error } = await dispatch(ordersApi.endpoints.order.initiate(id, { forceRefetch: true, subscribe: false }));
        hear(error === undefined ? { order: data } : { error: 'status' in error ? error : unreachable });
      },
      () => hear({ error: unreachable }),
    );
  }, [dispatch, id]);

  useEffect(() => {
    if (turn >= 0) ask();
    return () => {
      latest.current += 1;
    };
  }, [ask, turn]);

  const known = answered?.id === id ? answered : undefined;
  return { order: known?.order, error: known?.error, isLoading: id !== '' && (isAsking || !known), ask };
};
