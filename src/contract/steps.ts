/** Work in steps, after each of which others may have their turn. */
export type Steps<Result> = Generator<void, Result>;

/** Does all the work at once. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** Does the work with a `rest` between the steps, so that a page stays quick while thousands of rows are read. */
export const finishGently = async <Result>(steps: Steps<Result>, rest: () => Promise<void>): Promise<Result> => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await rest();
  }
};
