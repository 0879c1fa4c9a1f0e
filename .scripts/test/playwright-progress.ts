import path from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { sendProgress } from './progress.ts';

const stateOf = ({ expectedStatus }: TestCase, { status }: TestResult): 'passed' | 'failed' | 'skipped' => {
  if (status === 'skipped') return 'skipped';
  return status === expectedStatus ? 'passed' : 'failed';
};

/** Playwright reporter that sends progress to the parent process. */
export default class PlaywrightProgress implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    sendProgress({ type: 'planned', count: suite.allTests().length, unit: 'tests' });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = path.relative(process.cwd(), test.location.file);
    sendProgress({ type: 'test', file, title: test.title, state: stateOf(test, result), milliseconds: result.duration });
  }
}
