import { mkdirSync, rmSync } from 'node:fs';
import { environment } from '#scripts/environment.ts';
import { createConsoleOutput } from './console-output.ts';
import { type Options, readOptions } from './options.ts';
import { resultsFolder } from './paths.ts';
import { runSteps, unsuccessfulSteps } from './run-steps.ts';
import type { Step } from './steps.ts';
import { type StepResult, summarise } from './summary.ts';

/** Runs the steps of a command that is no part of `npm test`, prints their summary and sets the exit code. */
export const runAlone = async (choose: (options: Options) => readonly Step[]): Promise<void> => {
  const output = createConsoleOutput();
  const results: StepResult[] = [];
  try {
    const options = readOptions(process.argv.slice(2), environment);
    const steps = choose(options);
    rmSync(resultsFolder, { recursive: true, force: true });
    mkdirSync(resultsFolder, { recursive: true });
    await runSteps(steps, output, results);
    output.print(['', ...unsuccessfulSteps(results)].join('\n'));
    const { code, lastLine } = summarise(results, { allowMissing: options.allowMissing, requiresTests: false });
    output.print(lastLine);
    process.exitCode = code;
  } catch (error) {
    output.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
    process.exitCode = 1;
  }
};
