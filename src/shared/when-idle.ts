const maxWaitMs = 2000;

/** Resolves when the browser has nothing better to do. Safari cannot tell: there, what is queued already goes first. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve);
  });
