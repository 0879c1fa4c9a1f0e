type Work = () => void | Promise<void>;

/**
 * What helpers clean up after a test and after a file. A helper is imported once for many files, so hooks of its own would only be
 * those of the first: `setup.ts`, which is run for each file, has the hooks.
 */
export const [afterTest, afterFile]: readonly [Work[], Work[]] = [[], []];
