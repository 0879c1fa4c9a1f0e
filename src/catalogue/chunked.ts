/** Long work as a generator that yields between chunks of it. */
export type Chunked<Result> = Generator<void, Result>;

/** Runs all chunks without a pause. */
export const runToEnd = <Result>(chunked: Chunked<Result>): Result => {
  for (;;) {
    const chunk = chunked.next();
    if (chunk.done) return chunk.value;
  }
};

/** Awaits `pause` between chunks, so that the thread stays responsive while thousands of rows are read. */
export const runYielding = async <Result>(chunked: Chunked<Result>, pause: () => Promise<void>): Promise<Result> => {
  for (;;) {
    const chunk = chunked.next();
    if (chunk.done) return chunk.value;
    await pause();
  }
};
