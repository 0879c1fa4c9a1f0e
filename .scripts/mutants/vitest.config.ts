import { defineConfig } from 'vitest/config';
import { FileErrorsReporter } from './file-errors-reporter.ts';

/** Vitest configuration for mutants: Node and SQLite only. The server is not compiled, since no test in scope starts a process. */
export default defineConfig({
  test: {
    environment: 'node',
    include: (process.env.MUTANTS_TESTS ?? '').split('\n'),
    reporters: [new FileErrorsReporter()],
    setupFiles: ['.scripts/mutants/test-setup.ts'],
    // One after the other: Stryker's own activates the mutant that the next one loads.
    sequence: { setupFiles: 'list' },
    globalSetup: ['.scripts/mutants/global-setup.ts'],
    // One worker for all files of a mutant; the next mutant gets a new worker with fresh modules.
    isolate: false,
    strictTags: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
