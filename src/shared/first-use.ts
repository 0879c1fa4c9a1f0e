/** Events that show that somebody uses the page; `click` may be a replayed one, `storage` comes from another tab. */
const usageEvents = ['pointerdown', 'pointermove', 'click', 'keydown', 'focusin', 'wheel', 'scroll', 'storage'] as const;
/** A page that nobody uses counts as used after this time. */
const maxWaitMs = 5000;

let firstUse: Promise<void> = Promise.resolve();

/**
 * On a first visit: resolves when the page is used, or has been idle for five seconds. What the server-rendered page does not show loads
 * then, and not while it hydrates. Resolved from the start unless `waitForFirstUse` was called.
 */
export const whenFirstUsed = (): Promise<void> => firstUse;

/** Makes `whenFirstUsed` wait for `hydrated` and, on a first visit, for the first use. */
export const waitForFirstUse = (hydrated: Promise<void>, isFirstVisit: boolean, signal?: AbortSignal): void => {
  const used = new Promise<void>((resolve) => {
    // Text may have been typed before the scripts came.
    if (!isFirstVisit || document.activeElement !== document.body) return resolve();
    const listeners = new AbortController();
    const onUse = (event?: Event) => {
      // Chromium reports a move of a resting mouse after each layout.
      if (event instanceof MouseEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
      listeners.abort();
      resolve();
    };
    const options = { passive: true, capture: true, signal: listeners.signal };
    signal?.addEventListener('abort', () => listeners.abort());
    for (const event of usageEvents) window.addEventListener(event, onUse, options);
    void hydrated.then(() => setTimeout(onUse, maxWaitMs));
  });
  firstUse = Promise.all([hydrated, used]).then(() => undefined);
  signal?.addEventListener('abort', () => {
    firstUse = Promise.resolve();
  });
};
