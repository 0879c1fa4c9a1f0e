import { mkdirSync, rmSync } from 'node:fs';
import { environment } from './environment.ts';
import { createConsoleOutput } from './test/console-output.ts';
import { type Options, type Part, readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { slowestTests } from './test/reports.ts';
import { runSteps, unsuccessfulSteps } from './test/run-steps.ts';
import {
  browserTests,
  build,
  clauses,
  countBrowserTests,
  ensurePostgres,
  size,
  skipPostgres,
  sourceChecks,
  types,
  vitestTests,
} from './test/steps.ts';
import { type StepResult, summarise } from './test/summary.ts';

const startedAt = performance.now();
const output = createConsoleOutput();
const results: StepResult[] = [];

const run = (steps: Parameters<typeof runSteps>[0]): Promise<void> => runSteps(steps, output, results);
const hasPassed = (name: string): boolean => results.some((result) => result.name === name && result.state === 'passed');

const runVitest = async (options: Options, has: (part: Part) => boolean): Promise<void> => {
  const hasPostgres = has('postgres') && ensurePostgres(options);
  if (has('postgres') && !hasPostgres) await run([skipPostgres(options)]);
  if (has('node')) await run([vitestTests(hasPostgres ? 'all' : 'node', options.filters)]);
  else if (hasPostgres) await run([vitestTests('postgres', options.filters)]);
};

/** Runs all selected parts. Static checks keep one core busy, so they run beside the build and Vitest, which wait at times. */
const runAll = async (options: Options): Promise<void> => {
  const has = (part: Part): boolean => options.parts.includes(part);
  const isFiltered = options.filters.length > 0;
  const hasStatic = has('static') && !isFiltered;
  const hasBrowser = has('browser') && (!isFiltered || (await countBrowserTests(options)) > 0);
  if (isFiltered) output.print(`Running only test files that match ${options.filters.join(' or ')}; static checks are skipped.`);

  const checks = hasStatic ? run([...types, ...sourceChecks]) : Promise.resolve();
  if (hasBrowser || hasStatic) await run(isFiltered ? [build] : [build, size]);
  await runVitest(options, has);
  await checks;
  if (hasBrowser) await run([browserTests(options, () => hasPassed(build.name))]);
  if (has('clauses') && !isFiltered) await run([clauses]);
};

try {
  const options = readOptions(process.argv.slice(2), environment);
  if (options.parts.some((part) => part !== 'clauses')) rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  await runAll(options);
  const { code, lastLine } = summarise(results, {
    allowMissing: options.allowMissing,
    requiresTests: options.parts.some((part) => part !== 'static' && part !== 'clauses'),
  });
  const slowest = slowestTests(results.flatMap(({ tests }) => tests ?? []));
  if (slowest.length > 0) output.print(`\nSlowest tests:\n${slowest.join('\n')}`);
  const unsuccessful = unsuccessfulSteps(results);
  if (unsuccessful.length > 0) output.print(`\n${unsuccessful.join('\n')}`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  output.print(`\n${code === 0 ? 'Passed' : 'Failed'} after ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const clauseSummary = results.find(({ name }) => name === clauses.name)?.note;
  if (clauseSummary !== undefined) output.print(`${clauseSummary}.`);
  output.print(lastLine);
  process.exitCode = code;
} catch (error) {
  output.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
