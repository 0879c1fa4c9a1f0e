import path from 'node:path';
import type { TestError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Of a message: some contain a whole document. Vitest prints it all at the end of the run. */
const shownLines = 12;

const show = (module: TestModule, name: string, errors: readonly TestError[]): void => {
  for (const { message, stacks } of errors) {
    const place = stacks?.find(({ file }) => !file.includes('node_modules'));
    const file = path.relative('.', module.moduleId);
    const reason = message.split('\n').slice(0, shownLines).join('\n').replaceAll(/^/gm, '    ');
    console.log(`✗ ${file} (${module.project.name}) ${name}\n${reason}`);
    if (place) console.log(`    at ${path.relative('.', place.file)}:${place.line}`);
  }
};

/** Names a failed test with its reason the moment it fails: Vitest's own reporters do so when the file, or the run, has ended. */
export default class ReportFailures implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'failed') show(test.module, test.fullName, errors);
  }

  onTestSuiteResult(suite: TestSuite): void {
    show(suite.module, suite.fullName, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    show(module, '', module.errors());
  }
}
