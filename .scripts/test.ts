import { mkdirSync, rmSync } from 'node:fs';
import { machine } from './environment.ts';
import { createScreen } from './test/console-output.ts';
import { type Options, type Part, readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { slowestTests } from './test/reports.ts';
import { performInTurn, summary } from './test/run-steps.ts';
import {
  browserTests,
  build,
  clauses,
  matchingBrowserTests,
  postgresLeftOut,
  providePostgres,
  size,
  sourceChecks,
  types,
  vitestTests,
} from './test/steps.ts';
import { type Ending, sumUp } from './test/summary.ts';

const began = performance.now();
const screen = createScreen();
const endings: Ending[] = [];

const perform = (steps: Parameters<typeof performInTurn>[0]): Promise<void> => performInTurn(steps, screen, endings);
const isGreen = (name: string): boolean => endings.some((ending) => ending.name === name && ending.state === 'passed');

const inVitest = async (options: Options, has: (part: Part) => boolean): Promise<void> => {
  const hasServer = has('postgres') && providePostgres(options);
  if (has('postgres') && !hasServer) await perform([postgresLeftOut(options)]);
  if (has('node')) await perform([vitestTests(hasServer ? 'all' : 'node', options.words)]);
  else if (hasServer) await perform([vitestTests('postgres', options.words)]);
};

/** Everything, so that two cores are busy all the time: the compiler alone fills one for longer than all the other checks need. */
const runAll = async (options: Options): Promise<void> => {
  const has = (part: Part): boolean => options.parts.includes(part);
  const isFiltered = options.words.length > 0;
  const hasStatic = has('static') && !isFiltered;
  const hasBrowser = has('browser') && (!isFiltered || (await matchingBrowserTests(options)) > 0);
  if (isFiltered) screen.print(`Tests in files that match ${options.words.join(' or ')}; checks of the sources are left to the whole run.`);

  const compiler = hasStatic ? perform([types]) : Promise.resolve();
  if (hasStatic) await perform(sourceChecks);
  if (hasBrowser || hasStatic) await perform(isFiltered ? [build] : [build, size]);
  await inVitest(options, has);
  await compiler;
  if (hasBrowser) await perform([browserTests(options, () => isGreen(build.name))]);
  if (has('clauses') && !isFiltered) await perform([clauses]);
};

try {
  const options = readOptions(process.argv.slice(2), machine);
  if (options.parts.some((part) => part !== 'clauses')) rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  await runAll(options);
  const { code, lastLine } = sumUp(endings, {
    mayLack: options.mayLack,
    mustTest: options.parts.some((part) => part !== 'static' && part !== 'clauses'),
  });
  const slowest = slowestTests(endings.flatMap(({ tests }) => tests ?? []));
  if (slowest.length > 0) screen.print(`\nThe slowest tests:\n${slowest.join('\n')}`);
  const rest = summary(endings);
  if (rest.length > 0) screen.print(`\n${rest.join('\n')}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  screen.print(`\n${code === 0 ? 'All is well' : 'Not all is well'}, after ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  const proven = endings.find(({ name }) => name === clauses.name)?.says;
  if (proven !== undefined) screen.print(`${proven}.`);
  screen.print(lastLine);
  process.exitCode = code;
} catch (error) {
  screen.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
