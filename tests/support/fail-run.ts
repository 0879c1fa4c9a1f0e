/** Fails a whole run after its tests: for what only shows once they have all gone. */
export const failRun = (sentence: string): never => {
  process.exitCode = 1;
  throw new Error(sentence);
};
