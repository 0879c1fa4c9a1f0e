import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { hasPostgres, installPostgres } from '#tests/support/postgres.ts';
import { findChromium } from './chromium.ts';

/** `--without-browser` leaves out what needs one: that is `npm run check`. */
const withBrowser = !process.argv.includes('--without-browser');
const reports = await mkdtemp(path.join(tmpdir(), 'flone-reports-'));
/** The tools of this house before any of the machine's. */
const searchPath = [path.resolve('node_modules/.bin'), process.env.PATH].join(path.delimiter);
const began = performance.now();
const counted = { passed: 0, failed: 0 };

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

type Ended = { readonly code: number; readonly said: string };

const run = (command: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [program = '', ...parameters] = command;
    const child = spawn(program, parameters, {
      env: { ...process.env, PATH: searchPath, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(parts).toString() }));
  });

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numTotalTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

type Counts = { readonly passed: number; readonly failed: number; readonly leftOut: number };

const countVitest = (report: unknown): Counts => {
  const { numPassedTests: passed, numFailedTests: failed, numTotalTests: all } = vitestReport.parse(report);
  return { passed, failed, leftOut: all - passed - failed };
};

const countPlaywright = (report: unknown): Counts => {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky, leftOut: skipped };
};

const end = async (code: number, line: string): Promise<never> => {
  await rm(reports, { recursive: true, force: true });
  console.log(`\n${line}`);
  console.log(`${counted.passed} passed, ${counted.failed} failed`);
  process.exit(code);
};

/** Runs one step; a failing one shows all that it said and ends everything. One that `isTold` says its last line when all is well, too. */
const step = async (
  name: string,
  command: readonly string[],
  {
    variables,
    report,
    count,
    isTold = false,
  }: { variables?: Record<string, string>; report?: string; count?: (report: unknown) => Counts; isTold?: boolean } = {},
): Promise<void> => {
  const since = performance.now();
  console.log(`• ${name} …`);
  const { code, said } = await run(command, variables);
  const file = report === undefined ? undefined : path.join(reports, report);
  const counts = file !== undefined && count !== undefined && existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  counted.passed += counts?.passed ?? 0;
  counted.failed += counts?.failed ?? 0;
  // A tool that counts and has counted nothing, or left something out, has not tested what it should.
  const isShort = count !== undefined && (counts === undefined || counts.passed === 0 || counts.leftOut > 0);
  if (code !== 0 || isShort) {
    console.log(said);
    if (code === 0) console.log('Tests were left out, or there were none.');
    // The last line must not read like a success: a check that fails without counting counts once.
    if (!counts?.failed) counted.failed += 1;
    await end(1, `✗ ${name} failed after ${seconds(since)}.`);
  }
  console.log(
    `✓ ${name}  ${seconds(since)}${counts ? `, ${counts.passed} tests` : ''}${isTold ? `, ${said.trim().split('\n').at(-1)}` : ''}`,
  );
};

const vitest = (name: string, parameters: readonly string[], report: string): Promise<void> =>
  step(
    name,
    ['npx', 'vitest', 'run', ...parameters, '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(reports, report)}`],
    { report, count: countVitest },
  );

/** The projects of Vitest that can run here. Where everything is checked, PostgreSQL is required; elsewhere it may be missing. */
const projects = (): readonly string[] => {
  if (hasPostgres() || installPostgres() || process.env.CI) return [];
  console.log('– tests on PostgreSQL were left out: it is not on this machine.');
  return ['--project=!postgres'];
};

const chromiumOrEnd = async (): Promise<string> => {
  try {
    return findChromium();
  } catch (reason) {
    counted.failed += 1;
    return end(1, `✗ tests in a browser failed. ${reason instanceof Error ? reason.message : reason}`);
  }
};

const readSources = async (): Promise<void> => {
  await step('format and lint', ['biome', 'check', '--error-on-warnings', '--diagnostic-level=warn']);
  await step('layers', ['tsx', '.scripts/layers.ts']);
  await step('dead code', ['knip']);
  await step('specification', ['tsx', '.scripts/conformance.ts'], { isTold: true });
};

// The compiler keeps one core busy for longer than all the others together need.
await Promise.all([step('types', ['tsc']), readSources()]);
// Together, so that the last long file of one kind does not keep a core idle, and sources are transformed once.
await vitest('tests in Node, of screens and on PostgreSQL', projects(), 'here.json');
await step('build', ['npm', 'run', '--silent', 'build']);
await step('size', ['tsx', '.scripts/size.ts']);
if (withBrowser) {
  await step('tests in a browser', ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'], {
    variables: { CHROMIUM_PATH: await chromiumOrEnd(), PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, 'browser.json') },
    report: 'browser.json',
    count: countPlaywright,
  });
}
await end(
  0,
  `All is well: ${counted.passed} tests and every check passed in ${seconds(began)}${withBrowser ? '' : ', without the browser'}.`,
);
