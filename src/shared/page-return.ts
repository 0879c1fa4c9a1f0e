type Way = { readonly onReturn: () => void; readonly onLeave?: () => void; readonly until?: AbortSignal | undefined };

/**
 * Hears when this page is seen again: restored from the back/forward cache, where it was told nothing, or as a tab that was hidden.
 * Gives what ends that, which `until` does, too.
 */
export const watchPageReturn = ({ onReturn, onLeave, until }: Way): (() => void) => {
  // A restored page becomes visible first and is shown then: it is one return.
  let isHeard = false;
  const leave = () => {
    isHeard = false;
    onLeave?.();
  };
  const seeAgain = () => {
    isHeard = true;
    onReturn();
  };
  const hearVisibility = () => (document.visibilityState === 'visible' ? seeAgain() : leave());
  const hearShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !isHeard) seeAgain();
  };
  document.addEventListener('visibilitychange', hearVisibility);
  window.addEventListener('pageshow', hearShown);
  window.addEventListener('pagehide', leave);
  const end = () => {
    document.removeEventListener('visibilitychange', hearVisibility);
    window.removeEventListener('pageshow', hearShown);
    window.removeEventListener('pagehide', leave);
  };
  until?.addEventListener('abort', end);
  return end;
};
