import { defineConfig } from 'vitest/config';
import { WholeFiles } from './file-errors-reporter.ts';

/** Vitest as Stryker runs it for every mutant: in Node alone, on SQLite, and with nothing compiled, for no process is started. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTANTS_TESTS ?? '').split('\n'),
    reporters: [new WholeFiles()],
    setupFiles: ['.scripts/mutants/bail-setup.ts'],
    globalSetup: ['.scripts/mutants/global-setup.ts'],
    // All files of a mutant share one worker, which ends with it: the next mutant begins with fresh modules.
    isolate: false,
    strictTags: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
