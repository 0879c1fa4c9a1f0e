import type { Middleware, Reducer, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { whenFirstUsed } from '#shared/first-use.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';
import { recover } from '#shared/recovery.ts';

/** An RTK Query API. RTK Query is not in the first download, so APIs are injected into existing stores. */
export type LazyApi = { readonly reducerPath: string; readonly reducer: Reducer; readonly middleware: Middleware };

type Inject = (api: LazyApi) => void;

const apis = new Set<LazyApi>();
const subscribers = new Set<Inject>();

/** Adds an API to all stores. The module that creates the API calls this, so that importing its hooks is enough to use them. */
export const injectApi = (api: LazyApi): void => {
  apis.add(api);
  for (const inject of subscribers) inject(api);
};

/** The APIs whose code has been loaded; a store starts with them. */
export const loadedApis = (): readonly LazyApi[] => [...apis];

/** Calls `inject` with every API that is loaded from now on, until the signal aborts. Not for stores on the server: they would leak. */
export const followApis = (inject: Inject, until?: AbortSignal): void => {
  subscribers.add(inject);
  until?.addEventListener('abort', () => subscribers.delete(inject));
};

/** The store's `extraArgument` for thunks: `hydrated` resolves when the server-rendered page has been hydrated. */
export type StoreExtra = { readonly hydrated: Promise<void> };

/**
 * A component that subscribes to queries after hydration and renders nothing: screens of the first download must not import RTK Query. `load`
 * gives a component that calls generated hooks; others read the answers from the store. If its code cannot be loaded, `failed` is
 * dispatched, and the next navigation retries.
 */
export const lazyQuery = <Props extends object>(load: () => Promise<ComponentType<Props>>, failed?: UnknownAction) => {
  return (props: Props) => {
    const dispatch = useDispatch<ThunkDispatch<unknown, StoreExtra, UnknownAction>>();
    const [Query, setQuery] = useState<ComponentType<Props>>();
    const fetchQuery = () => {
      if (Query) return;
      // Not before hydration: an answer that came earlier would not match the server's HTML.
      const whenHydrated = dispatch((_dispatch, _getState, { hydrated }) => hydrated);
      whenHydrated
        .then(whenFirstUsed)
        .then(load)
        .then(
          (component) => setQuery(() => component),
          (cause: unknown) => {
            void recover(cause);
            if (failed) dispatch(failed);
          },
        );
    };
    const onMount = useEffectEvent(fetchQuery);
    useEffect(() => onMount(), []);
    usePathChange(fetchQuery);
    return Query && <Query {...props} />;
  };
};
