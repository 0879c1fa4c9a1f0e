import type { ConsoleOutput } from './console-output.ts';
import type { Step } from './steps.ts';
import type { StepOutcome, StepResult } from './summary.ts';

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

const formatResult = ({ name, state, seconds, counts, note }: StepResult): string => {
  const testCount = counts && counts.passed + counts.failed > 0 ? [`${counts.passed + counts.failed} tests`] : [];
  const durationOrSkipped =
    state === 'skipped' ? [`skipped${counts?.skipped ? ` (${counts.skipped} tests)` : ''}`] : [`${seconds.toFixed(1)} s`];
  return `${marks[state]} ${name}  ${[...durationOrSkipped, ...testCount, ...(note === undefined ? [] : [note])].join(', ')}`;
};

/** Runs steps one after the other and appends their results to `results`. A failed or throwing step does not stop the next. */
export const runSteps = async (steps: readonly Step[], output: ConsoleOutput, results: StepResult[]): Promise<void> => {
  for (const { name, run } of steps) {
    const startedAt = performance.now();
    let progress = (): string => '';
    const stopProgress = output.showProgress(name, () => progress());
    const outcome = await run((newProgress) => {
      progress = newProgress;
    }).catch(
      (error): StepOutcome => ({ state: 'failed', details: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    stopProgress();
    const result = { ...outcome, name, seconds: (performance.now() - startedAt) / 1000 };
    results.push(result);
    output.print(formatResult(result));
    if (outcome.details !== undefined) output.print(`\n${outcome.details.trim()}\n`);
  }
};

/** One line for each failed or skipped step. */
export const unsuccessfulSteps = (results: readonly StepResult[]): readonly string[] =>
  results.filter(({ state }) => state !== 'passed').map(formatResult);
