import * as z from 'zod';

/** What the reporters beside this file send while tests run. */
export const progressMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('planned'), count: z.number(), unit: z.enum(['files', 'tests']) }),
  z.object({ type: z.literal('file'), file: z.string() }),
  z.object({
    type: z.literal('test'),
    file: z.string(),
    title: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
    milliseconds: z.number(),
  }),
]);
export type ProgressMessage = z.infer<typeof progressMessage>;

/** Sends one message to the runner; where nobody listens, nothing happens. */
export const sendProgress = (message: ProgressMessage): void => {
  process.send?.(message);
};

export type Progress = {
  readonly hear: (message: ProgressMessage) => void;
  /** "812 passed, 1 failed, 40 of 160 files, slowest tests/x.test.ts 12.3 s" */
  readonly text: () => string;
};

/** Counts what a run of tests has done so far. */
export const countProgress = (): Progress => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const files = new Map<string, number>();
  let planned: { readonly count: number; readonly unit: 'files' | 'tests' } | undefined;
  let filesDone = 0;
  return {
    hear: (message) => {
      if (message.type === 'planned') planned = message;
      else if (message.type === 'file') filesDone += 1;
      else {
        counts[message.state] += 1;
        files.set(message.file, (files.get(message.file) ?? 0) + message.milliseconds);
      }
    },
    text: () => {
      const done = planned?.unit === 'files' ? filesDone : counts.passed + counts.failed + counts.skipped;
      const [slowest] = [...files].sort(([, one], [, other]) => other - one);
      return [
        `${counts.passed} passed, ${counts.failed} failed`,
        ...(planned ? [`${done} of ${planned.count} ${planned.unit}`] : []),
        ...(slowest ? [`slowest ${slowest[0]} ${(slowest[1] / 1000).toFixed(1)} s`] : []),
      ].join(', ');
    },
  };
};
