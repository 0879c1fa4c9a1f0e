import path from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { sendProgress } from './progress.ts';

const fileOf = ({ moduleId }: TestModule): string => path.relative(process.cwd(), moduleId);
/** A file can run in several projects at a time. */
const nameOf = (module: TestModule): string => `${fileOf(module)} (${module.project.name})`;

/** Vitest reporter that sends progress to the parent process. */
export default class VitestProgress implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    sendProgress({ type: 'planned', count: specifications.length, unit: 'files' });
  }

  onTestModuleQueued(module: TestModule): void {
    sendProgress({ type: 'started', name: nameOf(module) });
  }

  onTestModuleEnd(module: TestModule): void {
    sendProgress({ type: 'ended', name: nameOf(module) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'pending') return;
    sendProgress({ type: 'test', file: fileOf(test.module), title: test.fullName, state, milliseconds: test.diagnostic()?.duration ?? 0 });
  }
}
