import * as z from 'zod';

/** IPC messages from the reporters `vitest-progress.ts` and `playwright-progress.ts`. */
export const progressMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('planned'), count: z.number(), unit: z.enum(['files', 'tests']) }),
  // A file of Vitest, or a test of Playwright.
  z.object({ type: z.enum(['started', 'ended']), name: z.string() }),
  z.object({
    type: z.literal('test'),
    file: z.string(),
    title: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
    milliseconds: z.number(),
  }),
]);
export type ProgressMessage = z.infer<typeof progressMessage>;

/** Sends a message to the parent process; does nothing without an IPC channel. */
export const sendProgress = (message: ProgressMessage): void => {
  process.send?.(message);
};

export type TestProgress = {
  readonly record: (message: ProgressMessage) => void;
  /** "812 passed, 1 failed, 40 of 160 files, slowest tests/x.test.ts 12.3 s", and what is running once nothing was recorded for a minute. */
  readonly text: () => string;
  /** Milliseconds since the last message. */
  readonly quietMs: () => number;
  /** Names of what has started and not ended. */
  readonly running: () => readonly string[];
};

/** Aggregates progress messages of one run. */
export const countProgress = (): TestProgress => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const fileMs = new Map<string, number>();
  let planned: { readonly count: number; readonly unit: 'files' | 'tests' } | undefined;
  let done = 0;
  const running = new Set<string>();
  let lastAt = performance.now();
  const quietMs = (): number => performance.now() - lastAt;
  return {
    record: (message) => {
      lastAt = performance.now();
      if (message.type === 'planned') planned = message;
      else if (message.type === 'test') {
        counts[message.state] += 1;
        fileMs.set(message.file, (fileMs.get(message.file) ?? 0) + message.milliseconds);
      } else if (message.type === 'started') running.add(message.name);
      else {
        done += 1;
        running.delete(message.name);
      }
    },
    text: () => {
      const [slowest] = [...fileMs].sort(([, one], [, other]) => other - one);
      return [
        `${counts.passed} passed, ${counts.failed} failed`,
        ...(planned ? [`${done} of ${planned.count} ${planned.unit}`] : []),
        ...(slowest ? [`slowest ${slowest[0]} ${(slowest[1] / 1000).toFixed(1)} s`] : []),
        ...(quietMs() > 60_000 ? [`waiting for ${[...running].join(', ')}`] : []),
      ].join(', ');
    },
    quietMs,
    running: () => [...running],
  };
};
