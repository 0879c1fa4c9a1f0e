import type { JSONReport } from '@playwright/test/reporter';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonTestResults } from 'vitest/reporters';
import { add, countsOfPlaywright, countsOfVitest, judge, lastLine, none, oneFailure } from '#scripts/counts.ts';
import { requireSignals } from '#scripts/programs.ts';
import { run } from '#scripts/run.ts';

/** Whether a process is there; of a negative number, one of that group. */
const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the last line of npm test', () => {
  test('the last line of npm test adds up the tests of all runners, and names skipped ones where there are any', () => {
    const vitest = countsOfVitest({
      numPassedTests: 3854,
      numFailedTests: 0,
      numTotalTests: 3854,
      testResults: [] as object[],
    } as JsonTestResults);
    const browser = countsOfPlaywright({ stats: { expected: 228, unexpected: 1, flaky: 1, skipped: 0 } } as JSONReport);
    expect(lastLine(add(vitest, browser))).toBe('4082 passed, 2 failed');
    expect(lastLine(add(vitest, { ...none, skipped: 448 }))).toBe('3854 passed, 0 failed, 448 skipped');
  });

  test.each([
    ['a runner that passed its tests', 0, { passed: 9, failed: 0, skipped: 0 }, 0],
    ['a runner with failed tests', 1, { passed: 9, failed: 2, skipped: 0 }, 2],
    ['a runner that ends with exit code 1 although every test passed', 1, { passed: 9, failed: 0, skipped: 0 }, 1],
    ['a runner that ran nothing', 0, { passed: 0, failed: 0, skipped: 0 }, 1],
    ['a runner that skipped a test', 0, { passed: 9, failed: 0, skipped: 1 }, 1],
  ])('the last line of npm test counts the failures of %s', (_, code, counts, failed) => {
    expect(judge(code, { ...counts, failures: [] })).toMatchObject({ ...counts, failed });
  });

  test('the last line of npm test counts one failure for a runner that wrote no report', () => {
    expect(judge(0, undefined)).toEqual(oneFailure('A test runner wrote no report.'));
  });

  test('a failed test of Vitest, and a file that did not load, are listed once more with the first line of the reason', () => {
    const { failures } = countsOfVitest({
      testResults: [
        { name: 'tests/a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] },
        {
          name: 'tests/b.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'sums are sums' },
            { status: 'failed', fullName: 'sums are right', failureMessages: ['expected 1 to be 2\n    at sum'] },
          ],
        },
        { name: 'tests/c.test.ts', status: 'failed', message: 'Unknown import', assertionResults: [] },
      ],
    } as unknown as JsonTestResults);
    expect(failures).toEqual(['tests/b.test.ts › sums are right: expected 1 to be 2', 'tests/c.test.ts: Unknown import']);
  });
});

test('a tool that never ends is killed with the processes that it started, and says so', async () => {
  // The child holds the output of its parent: the call returns once both have ended.
  const script = `
    require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'inherit' });
    for (;;);`;
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  expect(await run(['-e', script], { isCaptured: true, minutes: 0.01 })).toEqual({ code: 1, output: '' });
  expect(log.mock.calls).toEqual([[`✗ Stopped after 0.01 minutes: -e ${script}`]]);
});

test('a tool that ends leaves no process behind, and returns what it printed', async () => {
  const script = `
    require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }).unref();
    console.log(process.pid);
    process.exit(3);`;
  const { code, output } = await run(['-e', script], { isCaptured: true });
  expect(code).toBe(3);
  await expect.poll(() => isThere(-Number(output))).toBe(false);
});

test('the tests refuse Windows with a sentence', () => {
  expect(() => requireSignals('win32')).toThrow(/WSL/);
});
