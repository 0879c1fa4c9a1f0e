import { Busy } from '#server/domain/failure.ts';

/** A FIFO queue with limited concurrency; throws `Busy` when it is full. */
export const createTaskQueue = ({ maxConcurrent, maxWaiting }: { readonly maxConcurrent: number; readonly maxWaiting: number }) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw new Busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The slot passes to the next in line without being released, so that a new caller cannot overtake.
      if (next) next();
      else running -= 1;
    }
  };
};
