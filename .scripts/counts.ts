import type { JSONReport } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Failures to print again at the end of the run; empty for Playwright, whose reporter does that itself. */
  readonly failures: readonly string[];
};

export const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
export const oneFailure = (failure: string): Counts => ({ ...none, failed: 1, failures: [failure] });

const firstLine = (text = ''): string => text.split('\n', 1)[0] ?? '';

/** Counts of Vitest's JSON report. */
export const countsOfVitest = ({ numPassedTests, numFailedTests, numTotalTests, testResults }: JsonTestResults): Counts => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numTotalTests - numPassedTests - numFailedTests,
  failures: testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that did not load has no test that failed.
      if (failed.length === 0) return [`${name}: ${firstLine(message)}`];
      return failed.map(({ fullName, failureMessages }) => `${name} › ${fullName}: ${firstLine(failureMessages?.[0])}`);
    }),
});

/** Counts of Playwright's JSON report. A flaky test has failed. */
export const countsOfPlaywright = ({ stats: { expected, unexpected, flaky, skipped } }: JSONReport): Counts => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
  failures: [],
});

/**
 * What a test runner's run counts as: at least one failure where it wrote no report, ended with another exit code than 0, ran nothing, or
 * skipped a test by itself.
 */
export const judge = (code: number, counts: Counts | undefined): Counts => {
  if (counts === undefined) return oneFailure('A test runner wrote no report.');
  const isFailure = code !== 0 || counts.passed === 0 || counts.skipped > 0;
  if (!isFailure || counts.failed > 0) return counts;
  return add(counts, oneFailure(`A test runner ended with exit code ${code}: ${lastLine(counts)}.`));
};

export const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
});

export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
