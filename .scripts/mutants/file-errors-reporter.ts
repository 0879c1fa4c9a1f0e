import type { RunnerTestCase, RunnerTestFile } from 'vitest';
import type { Reporter, Vitest } from 'vitest/node';

/** A failed test that represents an error of its whole file. */
const toFailedTest = (file: RunnerTestFile): RunnerTestCase => ({
  type: 'test',
  id: `${file.id}_file`,
  name: 'loads and runs its setup',
  fullName: 'loads and runs its setup',
  fullTestName: 'loads and runs its setup',
  file,
  mode: 'run',
  meta: {},
  annotations: [],
  artifacts: [],
  timeout: 0,
  context: undefined as never,
  result: { state: 'fail', errors: file.result?.errors ?? [] },
});

/** Stryker counts failed tests only: without this, a mutant that breaks a file's import or setup would count as survived. */
export class FileErrorsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(): void {
    for (const file of this.#vitest?.state.getFiles() ?? [])
      if ((file.result?.errors ?? []).length > 0) file.tasks.push(toFailedTest(file));
  }
}
