import type { Middleware, Reducer, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/** A cache that a store takes on when it is first needed: RTK Query and axios have no place in the first download. */
export type LateApi = { readonly reducerPath: string; readonly reducer: Reducer; readonly middleware: Middleware };

/** What a store offers its thunks, so that a cache can be taken on. */
export type LateStore = { readonly attach: (api: LateApi) => void };

type Endpoint<Arg, Data, State> = {
  readonly initiate: (arg: Arg) => ThunkAction<{ unsubscribe: () => void }, State, LateStore, UnknownAction>;
  readonly select: (
    arg: Arg,
  ) => (state: State) => { data?: Data | undefined; error?: unknown; isError: boolean; isUninitialized: boolean; isLoading: boolean };
};

/** `error` is the cache's own, e.g. an `ApiError`. */
type Result<Data> = {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isError: boolean;
  readonly isLoading: boolean;
};

/**
 * A query hook whose cache is fetched when the first component that asks stands on the screen: never in a first view, which
 * is the same for every shopper. A cache that cannot be fetched counts as a failed query.
 */
export const lateQuery = <Arg, Data, State>(load: () => Promise<{ api: LateApi; endpoint: Endpoint<Arg, Data, State> }>) => {
  return (arg: Arg, isWanted = true): Result<Data> => {
    const dispatch = useDispatch<ThunkDispatch<State, LateStore, UnknownAction>>();
    const [endpoint, setEndpoint] = useState<Endpoint<Arg, Data, State>>();
    const [isLost, setIsLost] = useState(false);

    useEffect(() => {
      if (!isWanted) return;
      let isHere = true;
      let leave = () => {
        isHere = false;
      };
      load().then(
        (late) => {
          if (!isHere) return;
          dispatch((_dispatch, _getState, { attach }) => attach(late.api));
          leave = dispatch(late.endpoint.initiate(arg)).unsubscribe;
          setEndpoint(late.endpoint);
        },
        () => isHere && setIsLost(true),
      );
      return () => leave();
    }, [arg, isWanted, dispatch]);

    // Made once: each selector remembers its own answer, and a new one would give a new answer after every action.
    const select = useMemo(() => endpoint?.select(arg), [endpoint, arg]);
    const state = useSelector((store: State) => select?.(store));
    if (!isWanted || isLost || !state) return { isError: isLost, isLoading: isWanted && !isLost };
    return { data: state.data, error: state.error, isError: state.isError, isLoading: state.isLoading || state.isUninitialized };
  };
};
