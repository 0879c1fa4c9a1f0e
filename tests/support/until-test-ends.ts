import { setMaxListeners } from 'node:events';
import { afterTest } from './clean-up.ts';

const started = new Set<AbortController>();

/** A signal for what a test starts: it aborts after the test, before the local storage is cleared. */
export const untilTestEnds = (): AbortSignal => {
  const abort = new AbortController();
  // An app listens for its end in a dozen places; Node warns above ten.
  setMaxListeners(20, abort.signal);
  started.add(abort);
  return abort.signal;
};

/** Stops every app of this test: a pending write to the local storage must not reach the next test. */
const stopApps = () => {
  for (const app of started) app.abort();
  started.clear();
  window.localStorage.clear();
};

afterTest.push(stopApps);
