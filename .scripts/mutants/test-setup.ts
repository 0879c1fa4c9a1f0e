import path from 'node:path';
import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** Stops a mutant's run after the first failed test. Vitest's own `bail` loses that failure in all but a process's first run. */
const run = globalThis as typeof globalThis & { hasFailed?: boolean };

// One worker per mutant, so this flag never leaks into the next mutant's run.
if (run.hasFailed) throw new Error('A test in an earlier file has already failed with this mutant.');

// Fixed seed for reproducible scores; no shrinking, because only pass or fail matters here.
fc.configureGlobal({ seed: 1, endOnFailure: true });

beforeEach(({ skip, onTestFailed }) => {
  skip(run.hasFailed === true);
  onTestFailed(() => {
    run.hasFailed = true;
  });
});

// Loaded before any test: of a module that is imported lazily, Stryker would count what runs at its import, such as tables and regular
// expressions, as covered by the one test that happens to import it first, and run no other.
for (const file of (process.env.MUTANTS_FILES ?? '').split('\n'))
  if (file !== '') await import(path.join(import.meta.dirname, '../..', file));
