import { type ReactNode, useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

type AfterHydrationProps = {
  readonly children: ReactNode /** The same on the server and in the browser. */;
  readonly fallback?: ReactNode;
};

/**
 * Renders what depends on this browser, its shopper or the time: `fallback` on the server and while its HTML is hydrated, then the children,
 * and the children at once on a page that is navigated to.
 */
export const AfterHydration = ({ children, fallback = null }: AfterHydrationProps) =>
  useSyncExternalStore(
    neverChanges,
    () => children,
    () => fallback,
  );
