import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { environment } from './environment.ts';
import { createConsoleOutput } from './test/console-output.ts';
import { readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { runSteps, unsuccessfulSteps } from './test/run-steps.ts';
import { browserTests, build, countBrowserTests, ensurePostgres, skipPostgres, vitestTests } from './test/steps.ts';
import { type StepResult, summarise } from './test/summary.ts';

// `npm run soak`: Vitest five times in random order, then each Chromium test five times, under CPU load. Options: `--rounds=1`,
// `--without-load`, file filters (`cart`).

/** Worker source: keeps one core busy for half of the time. */
const loadSource = `
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const until = performance.now() + 50;
    while (performance.now() < until);
    Atomics.wait(pause, 0, 0, 50);
  }`;

const roundsFlag = /^--rounds=([1-9]\d*)$/;
const argv = process.argv.slice(2);
const rounds = Number(argv.map((argument) => roundsFlag.exec(argument)?.[1]).find((count) => count !== undefined) ?? 5);
const isLoaded = !argv.includes('--without-load');

const output = createConsoleOutput();
const results: StepResult[] = [];
const run = (steps: Parameters<typeof runSteps>[0]): Promise<void> => runSteps(steps, output, results);

try {
  const options = readOptions(
    argv.filter((argument) => !roundsFlag.test(argument) && argument !== '--without-load'),
    environment,
  );
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  const hasPostgres = ensurePostgres(options);
  if (!hasPostgres) await run([skipPostgres(options)]);
  const workers = isLoaded ? Array.from({ length: availableParallelism() }, () => new Worker(loadSource, { eval: true })) : [];
  output.print(`${rounds} rounds${isLoaded ? `, with ${workers.length} cores at 50 % load` : ''}`);

  for (let round = 0; round < rounds; round += 1)
    await run([vitestTests(hasPostgres ? 'all' : 'node', options.filters, { seed: randomInt(2 ** 31) })]);
  if (options.parts.includes('browser') && (await countBrowserTests(options)) > 0) {
    await run([build]);
    await run([browserTests(options, () => results.at(-1)?.state === 'passed', rounds)]);
  }

  await Promise.all(workers.map((worker) => worker.terminate()));
  const failures = results.flatMap(({ name, tests }) =>
    (tests ?? []).flatMap(({ file, title, failures: messages }) => (messages.length > 0 ? [`✗ ${file} › ${title}: ${name}`] : [])),
  );
  output.print(['', ...unsuccessfulSteps(results), ...failures].join('\n'));
  const { code, lastLine } = summarise(results, { allowMissing: options.allowMissing, requiresTests: true });
  output.print(lastLine);
  process.exitCode = code;
} catch (error) {
  output.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
