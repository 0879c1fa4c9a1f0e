/** A running loop; `stop` resolves when the run in progress has ended. */
export type RepeatedJob = { readonly stop: () => Promise<void> };

/** Runs `work` again `pauseMs` after its end, never concurrently with itself. An error is reported and does not end the loop. */
export const repeat = (work: () => Promise<unknown>, pauseMs: number, onError: (error: unknown) => void): RepeatedJob => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = work().catch(onError).then(schedule);
    }, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
