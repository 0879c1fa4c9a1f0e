/** Fails the whole run, from a teardown after its last test. */
export const failRun = (message: string): never => {
  process.exitCode = 1;
  throw new Error(message);
};
