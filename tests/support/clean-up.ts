type Work = () => void | Promise<void>;

/**
 * Clean-up work of test helpers, run in reverse order by the hooks of `screen-setup.ts`. Helpers cannot register hooks themselves: with `isolate:
 * false` a helper is imported once per process, so its hooks would belong to the file that imported it first.
 */
export const afterTest: Work[] = [];
export const afterFile: Work[] = [];
