import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { machine } from './environment.ts';
import { createScreen } from './test/console-output.ts';
import { readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { performInTurn, summary } from './test/run-steps.ts';
import { browserTests, build, matchingBrowserTests, providePostgres, vitestTests } from './test/steps.ts';
import { type Ending, sumUp } from './test/summary.ts';

// `npm run soak`: the whole suite five times in random order, beside a load. `-- --rounds=1 cart` is less of it, `--without-load` kinder.

/** Keeps one core busy for half of the time. */
const load = `
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const until = performance.now() + 50;
    while (performance.now() < until);
    Atomics.wait(pause, 0, 0, 50);
  }`;

const roundsFlag = /^--rounds=([1-9]\d*)$/;
const argv = process.argv.slice(2);
const rounds = Number(argv.map((word) => roundsFlag.exec(word)?.[1]).find((count) => count !== undefined) ?? 5);
const isLoaded = !argv.includes('--without-load');

const screen = createScreen();
const endings: Ending[] = [];
const perform = (steps: Parameters<typeof performInTurn>[0]): Promise<void> => performInTurn(steps, screen, endings);

try {
  const options = readOptions(
    argv.filter((word) => !roundsFlag.test(word) && word !== '--without-load'),
    machine,
  );
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  const hasServer = providePostgres(options);
  if (!hasServer) screen.print('– PostgreSQL is not on this machine: its tests are left out.');
  const workers = isLoaded ? Array.from({ length: availableParallelism() }, () => new Worker(load, { eval: true })) : [];
  screen.print(`${rounds} rounds${isLoaded ? `, beside a load that takes half of each of ${workers.length} cores` : ''}`);

  for (let round = 0; round < rounds; round += 1)
    await perform([vitestTests(hasServer ? 'all' : 'node', options.words, { seed: randomInt(2 ** 31) })]);
  if (options.parts.includes('browser') && (await matchingBrowserTests(options)) > 0) {
    await perform([build]);
    await perform([browserTests(options, () => endings.at(-1)?.state === 'passed', rounds)]);
  }

  await Promise.all(workers.map((worker) => worker.terminate()));
  const failures = endings.flatMap(({ name, tests }) =>
    (tests ?? []).flatMap(({ file, title, failures: said }) => (said.length > 0 ? [`✗ ${file} › ${title}: ${name}`] : [])),
  );
  screen.print(['', ...summary(endings), ...failures].join('\n'));
  const { code, lastLine } = sumUp(endings, { mayLack: options.mayLack, mustTest: true });
  screen.print(lastLine);
  process.exitCode = code;
} catch (error) {
  screen.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
