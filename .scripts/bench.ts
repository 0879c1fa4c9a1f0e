import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { endpoints } from '#contract/endpoints.ts';
import { productList } from '#contract/product.ts';
import { buildWhatIsDue } from '#server/build/due.js';
import { benchBrowsing } from './bench-browsing.ts';
import { benchOrders } from './bench-orders.ts';
import { benchVisits } from './bench-visits.ts';
import { initialLoads } from './bundle-size.ts';
import { chromiumFlags, chromiumPath } from './programs.ts';
import { median, printTable } from './statistics.ts';
import { startTemporaryShop } from './temporary-shop.ts';

// `npm run bench -- visits orders`; `--beside=main` runs them in that commit, too.

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 5;

const firstProductId = async (shop: string): Promise<string> => {
  const [first] = productList.parse(await (await fetch(shop + endpoints.products.path)).json());
  if (!first) throw new Error('The shop has no products.');
  return first._id;
};

const landingPaths = async (shop: string): Promise<string[]> => ['/', '/shop-grid-standard', `/product/${await firstProductId(shop)}`];

const benchSize = (): void =>
  printTable(
    ['Before hydration', 'JS kB, gzip', 'CSS kB, Brotli'],
    initialLoads().map(({ landing, js, css }) => [landing, js.toFixed(1), css.toFixed(1)]),
  );

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const;

type Measure = (typeof categories)[number] | (typeof timings)[number];
type LighthouseResult = ReadonlyMap<Measure, number>;

/** One Lighthouse run with its mobile defaults (slow 4G, mid-range phone, simulated) in a new browser. */
const runLighthouse = async (address: string, chromePath: string): Promise<LighthouseResult> => {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...chromiumFlags] });
  try {
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', onlyCategories: [...categories] });
    if (!result) throw new Error(`Lighthouse gave no result for ${address}.`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    const score = (name: (typeof categories)[number]): number => Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100);
    const timing = (name: (typeof timings)[number]): number => lhr.audits[name]?.numericValue ?? Number.NaN;
    return new Map([...categories.map((name) => [name, score(name)] as const), ...timings.map((name) => [name, timing(name)] as const)]);
  } finally {
    chrome.kill();
  }
};

/** Retries: a browser that loses its own trace is no finding about the shop. */
const runLighthouseWithRetry = async (address: string, chromePath: string, tries = 3): Promise<LighthouseResult> => {
  try {
    return await runLighthouse(address, chromePath);
  } catch (reason) {
    if (tries > 1) return runLighthouseWithRetry(address, chromePath, tries - 1);
    throw reason;
  }
};

const benchLighthouse = async (shop: string): Promise<void> => {
  const chromium = chromiumPath();
  const rows: string[][] = [];
  for (const address of await landingPaths(shop)) {
    const results: LighthouseResult[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await runLighthouseWithRetry(shop + address, chromium));
    const medianOf = (name: Measure): number => median(results.map((result) => result.get(name) ?? Number.NaN));
    rows.push([
      address,
      ...categories.map((name) => String(medianOf(name))),
      `${(medianOf('first-contentful-paint') / 1000).toFixed(2)} s`,
      `${(medianOf('largest-contentful-paint') / 1000).toFixed(2)} s`,
      medianOf('cumulative-layout-shift').toFixed(3),
      `${Math.round(medianOf('total-blocking-time'))} ms`,
    ]);
  }
  printTable([`Lighthouse mobile, median of ${rounds}`, 'perf', 'a11y', 'best', 'SEO', 'FCP', 'LCP', 'CLS', 'TBT'], rows);
};

const benchLandingVisits = async (shop: string): Promise<void> => benchVisits(shop, await landingPaths(shop));

const parts = {
  size: benchSize,
  visits: benchLandingVisits,
  lighthouse: benchLighthouse,
  orders: benchOrders,
  browsing: benchBrowsing,
} as const;
const partNames = Object.keys(parts);
const selected = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = selected.find((name) => !partNames.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}". Parts: ${partNames.join(', ')}; all when none is given.`);
  process.exit(1);
}

/** Runs the benches of another commit, which has them under the same names, and those of this one, in turns: the same machine, the same hour. */
const runBeside = (commit: string): void => {
  const folder = mkdtempSync(path.join(tmpdir(), 'flone-beside-'));
  const git = (...parameters: string[]): void => {
    const { status } = spawnSync('git', parameters, { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error(`git ${parameters.join(' ')} failed.`);
  };
  git('worktree', 'add', '--quiet', '--detach', '--force', folder, commit);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const cwd of [folder, root, root, folder]) {
      console.log(`\n${cwd === root ? 'This version' : commit}`);
      spawnSync(process.execPath, ['--import', 'tsx', '.scripts/bench.ts', ...selected], { cwd, stdio: 'inherit' });
    }
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
};

const run = async (): Promise<void> => {
  buildWhatIsDue(root, { hasPages: true });
  const shop = await startTemporaryShop();
  try {
    for (const [name, measure] of Object.entries(parts)) if (selected.length === 0 || selected.includes(name)) await measure(shop.address);
  } finally {
    await shop.discard();
  }
};

const beside = process.argv.find((argument) => argument.startsWith('--beside='))?.slice('--beside='.length);
if (beside === undefined) await run();
else runBeside(beside);
