import path from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { sendProgress } from './progress.ts';

const stateOf = ({ expectedStatus }: TestCase, { status }: TestResult): 'passed' | 'failed' | 'skipped' => {
  if (status === 'skipped') return 'skipped';
  return status === expectedStatus ? 'passed' : 'failed';
};

const fileOf = ({ location }: TestCase): string => path.relative(process.cwd(), location.file);
const nameOf = (test: TestCase): string => `${fileOf(test)} › ${test.title} (${test.parent.project()?.name ?? ''})`;

/** Playwright reporter that sends progress to the parent process. */
export default class PlaywrightProgress implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    sendProgress({ type: 'planned', count: suite.allTests().length, unit: 'tests' });
  }

  onTestBegin(test: TestCase): void {
    sendProgress({ type: 'started', name: nameOf(test) });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    sendProgress({ type: 'test', file: fileOf(test), title: test.title, state: stateOf(test, result), milliseconds: result.duration });
    sendProgress({ type: 'ended', name: nameOf(test) });
  }
}
