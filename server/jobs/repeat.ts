/** Work that is done again and again. `stop` waits for what is under way. */
export type Repeated = { readonly stop: () => Promise<void> };

/**
 * Does something so many milliseconds after it was last done, for as long as the process lives; never twice at once. What fails is told
 * and tried again.
 */
export const repeat = (work: () => Promise<void>, pause: number, tell: (problem: unknown) => void): Repeated => {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = (): void => {
    if (isOver) return;
    timer = setTimeout(() => {
      running = work().catch(tell).then(next);
    }, pause);
    timer.unref();
  };
  next();
  return {
    stop: () => {
      isOver = true;
      clearTimeout(timer);
      return running;
    },
  };
};
