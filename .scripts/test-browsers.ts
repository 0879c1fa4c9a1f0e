import { mkdirSync, rmSync } from 'node:fs';
import { selectEngines } from './browser-engines.ts';
import { environment } from './environment.ts';
import { createConsoleOutput } from './test/console-output.ts';
import { readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { runSteps, unsuccessfulSteps } from './test/run-steps.ts';
import { build, engineTests } from './test/steps.ts';
import { type StepResult, summarise } from './test/summary.ts';

// `npm run test:browsers`: journeys in Firefox and WebKit. `-- firefox wishlist` runs those with "wishlist" in their title, in Firefox only.

const output = createConsoleOutput();
const results: StepResult[] = [];

try {
  const options = readOptions(process.argv.slice(2), environment);
  const { selected, filters } = selectEngines(options.filters);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  await runSteps([build, ...selected.map((engine) => engineTests(engine, { ...options, filters }))], output, results);
  output.print(['', ...unsuccessfulSteps(results)].join('\n'));
  const { code, lastLine } = summarise(results, { allowMissing: options.allowMissing, requiresTests: false });
  output.print(lastLine);
  process.exitCode = code;
} catch (error) {
  output.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
