import type { RunnerTestCase, RunnerTestFile } from 'vitest';
import type { Reporter, Vitest } from 'vitest/node';

/** What a file that fails as a whole is told as: a test of its own. */
const asTest = (file: RunnerTestFile): RunnerTestCase => ({
  type: 'test',
  id: `${file.id}_whole`,
  name: 'is read and set up',
  fullName: 'is read and set up',
  fullTestName: 'is read and set up',
  file,
  mode: 'run',
  meta: {},
  annotations: [],
  artifacts: [],
  timeout: 0,
  context: undefined as never,
  result: { state: 'fail', errors: file.result?.errors ?? [] },
});

/** Stryker looks at tests only: a mutant with which a file cannot even be read, or set up, would count as one that nobody noticed. */
export class WholeFiles implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(): void {
    for (const file of this.#vitest?.state.getFiles() ?? []) if ((file.result?.errors ?? []).length > 0) file.tasks.push(asTest(file));
  }
}
