/** A running loop; `stop` resolves when the run in progress has ended. */
export type RepeatedJob = { readonly stop: () => Promise<void> };

/**
 * Runs `work` again `pauseMs` after its end, never concurrently with itself. An error is reported and does not end the loop. `stop` aborts
 * the signal, so that work on a queue ends after the entry in progress.
 */
export const repeat = (
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): RepeatedJob => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const schedule = (): void => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = work(stopping.signal).catch(onError).then(schedule);
    }, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
