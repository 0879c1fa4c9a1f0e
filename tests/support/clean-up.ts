type Work = () => void | Promise<void>;

/**
 * Clean-up work of test helpers, run in reverse order by the hooks of `screen-setup.ts`. Helpers cannot register hooks themselves: with
 * `isolate: false` they are imported once per process, and hooks belong to the file that runs at that moment.
 */
export const afterTest: Work[] = [];
export const afterFile: Work[] = [];
