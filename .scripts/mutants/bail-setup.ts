import fc from 'fast-check';
import { beforeEach } from 'vitest';

/** One failed test is enough for a mutant. Vitest's own `bail` forgets that failure in every run but the first of a process. */
const run = globalThis as typeof globalThis & { hasNoticed?: boolean };

// A worker lives as long as its mutant: the next one knows nothing of this.
if (run.hasNoticed) throw new Error('A test of an earlier file has noticed this mutant.');

// The same inputs whenever it is measured; and a smaller example of what failed interests nobody here.
fc.configureGlobal({ seed: 1, endOnFailure: true });

beforeEach(({ skip, onTestFailed }) => {
  skip(run.hasNoticed === true);
  onTestFailed(() => {
    run.hasNoticed = true;
  });
});
