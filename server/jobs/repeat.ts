/** A running loop; `stop` resolves when the run in progress has ended. */
export type RepeatedJob = { readonly stop: () => Promise<void> };

/** Longest pause after errors, unless the loop's own is longer: the database may be back at any moment. */
const maxBackOffMs = 30_000;

/**
 * Runs `work` again `pauseMs` after its end, never concurrently with itself. An error is reported and does not end the loop; each further one
 * in a row doubles the pause. `stop` aborts the signal, so that work on a queue ends after the entry in progress.
 */
export const repeat = (
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
): RepeatedJob => {
  const stopController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let currentRun: Promise<unknown> = Promise.resolve();
  const schedule = (): void => {
    if (stopController.signal.aborted) return;
    const backOffMs = Math.min(maxBackOffMs, pauseMs * 2 ** Math.max(0, failures - 1));
    timer = setTimeout(
      () => {
        currentRun = work(stopController.signal)
          .then(() => {
            failures = 0;
          })
          .catch((error: unknown) => {
            failures += 1;
            onError(error);
          })
          .then(schedule);
      },
      Math.max(pauseMs, backOffMs),
    );
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopController.abort();
      clearTimeout(timer);
      await currentRun;
    },
  };
};
