import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasPostgres } from '#tests/support/postgres.ts';
import { add, type Counts, countsOfPlaywright, countsOfVitest, judge, lastLine, none, oneFailure } from './counts.ts';
import { canInstallByDefault, findChromium, installChromium, installPackages, isCi, requireSignals } from './programs.ts';
import { run } from './run.ts';

// `npm test`: static checks beside the build and Vitest, then Playwright, each without what `npm run test:all` adds (`--all`, see `isQuick`).
// `-- cart` runs the test files with "cart" in their path only, and all of those; `--only=static,node` some parts, `--without-browser` all but one;
// `--install` installs what is missing; `--shard=1/3` is Playwright's.

const parts = ['static', 'node', 'postgres', 'browser'];
const tools = {
  tsc: 'node_modules/typescript-7/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  layers: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
} as const;
const tsx = ['--import', 'tsx'];
const playwright = [tools.playwright, 'test', '--config', 'e2e/playwright.config.ts'];

let total = none;
const count = (counts: Counts): void => {
  total = add(total, counts);
};

/** Runs a tool, which passes with exit code 0. Prints the last line of its output when it passed, and all of it when it failed. */
const check = async (name: string, parameters: readonly string[]): Promise<boolean> => {
  const startedAt = performance.now();
  const { code, output } = await run(parameters, { isCaptured: true, minutes: 20 });
  if (code !== 0) count(oneFailure(name));
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const shown = code === 0 ? (output.split('\n').at(-1) ?? '') : output;
  if (shown !== '') console.log(shown.replaceAll(/^/gm, '    '));
  return code === 0;
};

/** One thread each: more threads gain little, and the build and Vitest, which run at the same time, need the other cores. */
const checkSources = async (isWhole: boolean): Promise<void> => {
  for (const project of ['src', 'server', '.']) await check(`types of ${project}`, [tools.tsc, '--project', project, '--singleThreaded']);
  await check('format and lint', [tools.biome, 'check', '--error-on-warnings', '--diagnostic-level=warn']);
  await check('layers', [tools.layers, '--config', '.dependency-cruiser.mjs', 'src', 'server']);
  await check('dead code', [tools.knip]);
  if (isWhole) await check('oldest browsers', [...tsx, '.scripts/browser-names.ts']);
};

/** Runs tests, which are shown as they run, and counts them by the report that the runner's configuration writes. */
const runTests = async (
  parameters: readonly string[],
  report: string,
  read: (report: never) => Counts,
  mayBeNone = false,
): Promise<void> => {
  const file = path.join('test-results', report);
  rmSync(file, { force: true });
  const { code } = await run(parameters);
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : undefined;
  if (!(mayBeNone && code === 0 && counts?.passed === 0 && counts.skipped === 0)) count(judge(code, counts));
};

/** Tests that cannot run here are named and counted; CI requires them. */
const skip = (reason: string, skipped: number): void => {
  console.log(`\n– ${skipped} tests are skipped. ${reason}`);
  count({ passed: 0, failed: isCi ? 1 : 0, skipped, failures: [] });
};

const runAll = async (): Promise<void> => {
  const { positionals: filters, values } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      only: { type: 'string' },
      'without-browser': { type: 'boolean' },
      install: { type: 'boolean' },
      shard: { type: 'string' },
    },
  });
  const selected = values.only?.split(',') ?? parts;
  const unknown = selected.find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new Error(`Unknown part “${unknown}”: --only takes ${parts.join(', ')}.`);
  const has = (part: string): boolean => selected.includes(part) && !(part === 'browser' && values['without-browser']);
  const canInstall = canInstallByDefault || values.install === true;
  const isFiltered = filters.length > 0;
  // Read by the configurations of the runners.
  if (!values.all && !isFiltered) process.env.TESTS = 'quick';
  // Playwright reads filters as regular expressions.
  const browserFilters = filters.map((filter) => filter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

  const countBrowserTests = async (): Promise<number> => {
    const { output } = await run([...playwright, '--list', '--reporter=list', '--pass-with-no-tests', ...browserFilters], {
      isCaptured: true,
    });
    return Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0);
  };
  const hasStatic = has('static') && !isFiltered;
  const hasBrowser = has('browser') && (!isFiltered || (await countBrowserTests()) > 0);

  if (isFiltered) console.log(`Only test files that match ${filters.join(' or ')}, without static checks.`);
  const sources = hasStatic ? checkSources(values.all === true) : undefined;
  const isBuilt = (hasStatic || hasBrowser) && (await check('build', [...tsx, 'server/build/build.ts']));
  if (hasStatic && isBuilt) await check('size', [...tsx, '.scripts/bundle-size.ts']);

  if (has('postgres') && !hasPostgres() && canInstall) installPackages(['postgresql']);
  const isOnPostgres = has('postgres') && (hasPostgres() || process.env.TEST_DATABASE_URL !== undefined);
  if (has('postgres') && !isOnPostgres) {
    const { output } = await run([tools.vitest, 'list', '--project=postgres', '--static-parse', ...filters], { isCaptured: true });
    skip('PostgreSQL is not installed: sudo apt-get install postgresql, or brew install postgresql', output.split(' > ').length - 1);
  }
  const projects = [...(has('node') ? ['node', 'dom', 'alone'] : []), ...(isOnPostgres ? ['postgres'] : [])];
  if (projects.length > 0) {
    const options = [...projects.map((project) => `--project=${project}`), ...(isFiltered ? ['--passWithNoTests'] : [])];
    await runTests([tools.vitest, 'run', ...options, ...filters], 'vitest.json', countsOfVitest, isFiltered);
  }
  await sources;

  if (!hasBrowser || !isBuilt) return;
  if (canInstall) installChromium();
  if (findChromium())
    await runTests(
      [...playwright, ...(values.shard ? [`--shard=${values.shard}`] : []), ...browserFilters],
      'browser.json',
      countsOfPlaywright,
    );
  else skip('Chromium is not installed: npx playwright install --with-deps chromium', await countBrowserTests());
};

const startedAt = performance.now();
try {
  requireSignals();
  mkdirSync('test-results', { recursive: true });
  await runAll();
  const isStaticOnly = process.argv.includes('--only=static');
  if (total.passed === 0 && total.failed === 0 && !isStaticOnly) throw new Error('No test ran.');
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  count(oneFailure('npm test itself'));
}
for (const failure of total.failures) console.log(`✗ ${failure}`);
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`\n${total.failed === 0 ? 'Passed' : 'Failed'} after ${Math.floor(seconds / 60)} min ${seconds % 60} s.\n${lastLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
