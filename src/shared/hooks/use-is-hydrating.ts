import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Whether the rendered HTML must be that of the server: there, and while the browser hydrates it. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
