/** Calls `load` once and shares its promise; after a rejection the next call tries again. */
export const memoizeSuccess = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let memo: Promise<Value> | undefined;
  return () => {
    memo ??= load().catch((error: unknown) => {
      memo = undefined;
      throw error;
    });
    return memo;
  };
};
