/**
 * Runs `read` once at a time. A call during a run shares the next run with all others that come during it, and so gets what was read after it
 * came. A run that fails rejects its own calls only.
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
