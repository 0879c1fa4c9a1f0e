import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };
export const oneFailure: Counts = { ...none, failed: 1 };

/** Counts of Vitest's JSON report. */
export const countsOfVitest = ({ numPassedTests, numFailedTests, numTotalTests }: JsonTestResults): Counts => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numTotalTests - numPassedTests - numFailedTests,
});

/** Counts of Playwright's JSON report. A flaky test has failed. */
export const countsOfPlaywright = ({ stats: { expected, unexpected, flaky, skipped } }: JSONReport): Counts => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
});

/**
 * What a test runner's run counts as: at least one failure where it wrote no report, ended with another exit code than 0, ran nothing, or
 * skipped a test by itself.
 */
export const judge = (code: number, counts: Counts | undefined): Counts => {
  if (counts === undefined) return oneFailure;
  const isFailure = code !== 0 || counts.passed === 0 || counts.skipped > 0;
  return { ...counts, failed: Math.max(counts.failed, isFailure ? 1 : 0) };
};

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
