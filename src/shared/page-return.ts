type PageReturnHandlers = { readonly onReturn: () => void; readonly onLeave?: () => void; readonly signal?: AbortSignal | undefined };

/**
 * Calls `onReturn` when this page becomes visible again: restored from the back/forward cache, where it received no events, or as a tab that was
 * hidden; `onLeave` when it is hidden. Returns a function that removes the listeners; so does aborting `signal`.
 */
export const watchPageReturn = ({ onReturn, onLeave, signal }: PageReturnHandlers): (() => void) => {
  // A page restored from the cache fires visibilitychange and then pageshow: that is one return.
  let hasReturned = false;
  const leave = () => {
    hasReturned = false;
    onLeave?.();
  };
  const comeBack = () => {
    hasReturned = true;
    onReturn();
  };
  const onVisibilityChange = () => (document.visibilityState === 'visible' ? comeBack() : leave());
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !hasReturned) comeBack();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('pagehide', leave);
  const stop = () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('pagehide', leave);
  };
  signal?.addEventListener('abort', stop);
  return stop;
};
