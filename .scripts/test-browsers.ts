import { mkdirSync, rmSync } from 'node:fs';
import { chooseEngines } from './browser-engines.ts';
import { machine } from './environment.ts';
import { createScreen } from './test/console-output.ts';
import { readOptions } from './test/options.ts';
import { resultsFolder } from './test/paths.ts';
import { performInTurn, summary } from './test/run-steps.ts';
import { build, engineTests } from './test/steps.ts';
import { type Ending, sumUp } from './test/summary.ts';

// `npm run test:browsers`: a dozen journeys in Firefox and WebKit. `-- firefox wishlist` is those about the wishlist, in Firefox alone.

const screen = createScreen();
const endings: Ending[] = [];

try {
  const options = readOptions(process.argv.slice(2), machine);
  const { wanted, words } = chooseEngines(options.words);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  await performInTurn([build, ...wanted.map((engine) => engineTests(engine, { ...options, words }))], screen, endings);
  screen.print(['', ...summary(endings)].join('\n'));
  const { code, lastLine } = sumUp(endings, { mayLack: options.mayLack, mustTest: false });
  screen.print(lastLine);
  process.exitCode = code;
} catch (error) {
  screen.print(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
  process.exitCode = 1;
}
