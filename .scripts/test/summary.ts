import type { Counts, TestResult } from './reports.ts';

/** Outcome of a step. A skipped step gives the reason in `note` and the number of tests it would have run in `counts`. */
export type StepOutcome = {
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly counts?: Counts;
  readonly tests?: readonly TestResult[];
  /** One line for the summary. */
  readonly note?: string;
  /** Full output of a failure. */
  readonly details?: string;
};

export type StepResult = StepOutcome & { readonly name: string; readonly seconds: number };

/**
 * Decides whether a step that runs tests succeeded: at least one test ran, none failed and none was skipped. (Tests that a machine cannot
 * run are excluded before, as a skipped step.)
 */
export const evaluateTests = (code: number, counts: Counts | undefined): { readonly isSuccess: boolean; readonly note?: string } => {
  if (counts === undefined) return { isSuccess: false, note: 'no report was written' };
  if (counts.failed > 0) return { isSuccess: false, note: `${counts.failed} of ${counts.passed + counts.failed} tests failed` };
  if (code !== 0) return { isSuccess: false, note: `every test passed, but the exit code is ${code}` };
  if (counts.passed === 0) return { isSuccess: false, note: 'no test ran' };
  if (counts.skipped > 0) return { isSuccess: false, note: `${counts.skipped} tests were skipped` };
  return { isSuccess: true };
};

/** Counts the tests that this machine left out as skipped, and names them, without failing the step; `all` includes them. */
export const addLeftOut = (outcome: StepOutcome, reasons: readonly string[], all: number): StepOutcome => {
  const { passed, failed, skipped } = outcome.counts ?? { passed: 0, failed: 0, skipped: 0 };
  const leftOut = all - passed - failed - skipped;
  if (leftOut <= 0) return outcome;
  const note = [...(outcome.note === undefined ? [] : [outcome.note]), ...reasons].join(' ');
  return { ...outcome, counts: { passed, failed, skipped: skipped + leftOut }, note };
};

export type RunSummary = { readonly code: 0 | 1; readonly lastLine: string };

/**
 * Exit code and last line of a run. A failed step without failed tests counts as one failure, and so does a run that should have run
 * tests and ran none, so that the last line never reads like a success.
 */
export const summarise = (
  results: readonly StepResult[],
  { allowMissing, requiresTests }: { allowMissing: boolean; requiresTests: boolean },
): RunSummary => {
  const isFailure = ({ state }: StepResult): boolean => state === 'failed' || (state === 'skipped' && !allowMissing);
  const sum = (count: (result: StepResult) => number): number => results.reduce((total, result) => total + count(result), 0);
  const passed = sum(({ counts }) => counts?.passed ?? 0);
  const failures = sum((result) => Math.max(result.counts?.failed ?? 0, isFailure(result) ? 1 : 0));
  const skipped = sum((result) => Math.max(result.counts?.skipped ?? 0, result.state === 'skipped' ? 1 : 0));
  const failed = failures === 0 && passed === 0 && requiresTests ? 1 : failures;
  return { code: failed > 0 ? 1 : 0, lastLine: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` };
};
