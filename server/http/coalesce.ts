/**
 * Runs `read` once at a time. All calls that come during a run share the next run, so that each gets what was read after the call. A run that fails
 * rejects its own calls only.
 */
export const coalesce = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let running: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  const start = (): Promise<Value> => {
    next = undefined;
    const run = read().finally(() => {
      running = undefined;
    });
    running = run;
    return run;
  };
  return () => {
    if (next === undefined && running === undefined) return start();
    next ??= (running ?? Promise.resolve()).then(start, start);
    return next;
  };
};
