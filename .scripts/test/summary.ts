import type { Counts, TestResult } from './reports.ts';

/** How a step ended. One that is left out says why, and how many tests it would have run. */
export type Outcome = {
  readonly state: 'passed' | 'failed' | 'left out';
  readonly counts?: Counts;
  readonly tests?: readonly TestResult[];
  /** One line about it. */
  readonly says?: string;
  /** All that is to be known of a failure. */
  readonly details?: string;
};

export type Ending = Outcome & { readonly name: string; readonly seconds: number };

/**
 * Judges a step that counts tests. It must have counted some, and must have skipped none: what may be missing on a machine is left out
 * by name beforehand.
 */
export const judgeTests = (code: number, counts: Counts | undefined): { readonly isGreen: boolean; readonly says?: string } => {
  if (counts === undefined) return { isGreen: false, says: 'there is no report' };
  if (counts.failed > 0) return { isGreen: false, says: `${counts.failed} of ${counts.passed + counts.failed} tests failed` };
  if (code !== 0) return { isGreen: false, says: `every test passed, and yet it ended with ${code}` };
  if (counts.passed === 0) return { isGreen: false, says: 'no test ran' };
  if (counts.skipped > 0) return { isGreen: false, says: `${counts.skipped} tests were skipped` };
  return { isGreen: true };
};

export type Verdict = { readonly code: 0 | 1; readonly lastLine: string };

/**
 * The sum of a run. A step that failed without counting a failed test counts as one, and so does a run that should have tested and has
 * not, so that the last line never reads like a success.
 */
export const sumUp = (endings: readonly Ending[], { mayLack, mustTest }: { mayLack: boolean; mustTest: boolean }): Verdict => {
  const isFailure = ({ state }: Ending): boolean => state === 'failed' || (state === 'left out' && !mayLack);
  const sum = (count: (ending: Ending) => number): number => endings.reduce((total, ending) => total + count(ending), 0);
  const passed = sum(({ counts }) => counts?.passed ?? 0);
  const failures = sum((ending) => Math.max(ending.counts?.failed ?? 0, isFailure(ending) ? 1 : 0));
  const skipped = sum((ending) => Math.max(ending.counts?.skipped ?? 0, ending.state === 'left out' ? 1 : 0));
  const failed = failures === 0 && passed === 0 && mustTest ? 1 : failures;
  return { code: failed > 0 ? 1 : 0, lastLine: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}` };
};
