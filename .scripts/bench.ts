import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { productList } from '#contract/product.ts';
import { buildWhatIsDue } from '#server/build/due.js';
import { benchBrowsing } from './bench-browsing.ts';
import { benchCatalogues } from './bench-catalogues.ts';
import { benchFlood } from './bench-flood.ts';
import { benchImport } from './bench-import.ts';
import { benchOrders } from './bench-orders.ts';
import { benchVisits } from './bench-visits.ts';
import { initialLoads } from './bundle-size.ts';
import { chromiumFlags, chromiumPath } from './programs.ts';
import { median, percentile, printTable } from './statistics.ts';
import { startTemporaryShop } from './temporary-shop.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 5;
/** `-- lighthouse --reasons` also lists every audit below full score. */
const showsReasons = process.argv.includes('--reasons');
const run = promisify(execFile);
const require = createRequire(import.meta.url);

const firstProductId = async (shop: string): Promise<string> => {
  const [first] = productList.parse(await (await fetch(shop + endpoints.products.path)).json());
  if (!first) throw new Error('The shop has no products.');
  return first._id;
};

const landingPaths = async (shop: string): Promise<string[]> => ['/', '/shop-grid-standard', `/product/${await firstProductId(shop)}`];

const benchBytes = (): void =>
  printTable(
    ['Before hydration', 'JS kB, gzip', 'CSS kB, Brotli'],
    initialLoads().map(({ landing, js, css }) => [landing, js.toFixed(1), css.toFixed(1)]),
  );

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const;

type LighthouseResult = Readonly<Record<(typeof categories)[number] | (typeof timings)[number], number>>;

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
    if (showsReasons)
      for (const { id, score: auditScore, title, displayValue = '' } of Object.values(lhr.audits))
        if (auditScore !== null && auditScore < 1)
          console.log(`  ${new URL(address).pathname}  ${auditScore.toFixed(2)}  ${id}: ${title} ${displayValue}`);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      'first-contentful-paint': timing('first-contentful-paint'),
      'largest-contentful-paint': timing('largest-contentful-paint'),
      'cumulative-layout-shift': timing('cumulative-layout-shift'),
      'total-blocking-time': timing('total-blocking-time'),
    };
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
    const medianOf = (name: keyof LighthouseResult): number => median(results.map((result) => result[name]));
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

const autocannonReport = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  statusCodeStats: z.record(z.string(), z.object({ count: z.number() })),
});

/** Runs autocannon in its own process, so that it does not compete with this one. */
const runAutocannon = async (address: string, headers: Readonly<Record<string, string>>): Promise<z.output<typeof autocannonReport>> => {
  const tool = require.resolve('autocannon');
  const headerFlags = Object.entries({ 'accept-encoding': 'br', ...headers }).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const { stdout } = await run(
    process.execPath,
    [tool, '--json', '--connections', '50', '--duration', '10', '--warmup', '[ -c 10 -d 1 ]', ...headerFlags, address],
    {
      maxBuffer: 2 ** 26,
    },
  );
  const [last] = stdout.trim().split('\n').slice(-1);
  return autocannonReport.parse(JSON.parse(last ?? ''));
};

/** Ascending milliseconds of these documents, requested one after the other. */
const timeDocuments = async (addresses: readonly string[]): Promise<number[]> => {
  const times: number[] = [];
  for (const address of addresses) {
    const start = performance.now();
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}.`);
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other);
};

const visitsOfCampaign = 200;

/** Visitors of a campaign come with queries of their own, but get the same document. */
const benchCampaign = async (shop: string): Promise<void> => {
  const list = `${shop}/shop-grid-standard`;
  const numbers = Array.from({ length: visitsOfCampaign }, (_, number) => number);
  const targets = [
    ['the same URL', numbers.map(() => list)],
    ['a utm_campaign of its own each', numbers.map((number) => `${list}?utm_campaign=${number}`)],
  ] as const;
  const rows: string[][] = [];
  for (const [name, addresses] of targets) {
    const times = await timeDocuments(addresses);
    rows.push([name, ...[0.5, 0.99].map((share) => `${percentile(times, share).toFixed(1)} ms`)]);
  }
  printTable([`${visitsOfCampaign} documents one after the other`, 'p50', 'p99'], rows);
};

const benchApi = async (shop: string): Promise<void> => {
  const products = shop + endpoints.products.path;
  const tag = (await fetch(products, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? '';
  const targets: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    [`GET ${endpoints.products.path}`, products, {}],
    [`GET ${endpoints.products.path}, unchanged`, products, { 'if-none-match': tag }],
    [`GET ${endpoints.categories.path}`, shop + endpoints.categories.path, {}],
    ['GET / (the document)', `${shop}/`, {}],
  ];
  const rows: string[][] = [];
  for (const [name, address, headers] of targets) {
    const { requests, latency, errors, timeouts, statusCodeStats } = await runAutocannon(address, headers);
    rows.push([
      name,
      Math.round(requests.average).toLocaleString('en-GB'),
      `${latency.p50} ms`,
      `${latency.p99} ms`,
      Object.keys(statusCodeStats).join(', '),
      String(errors + timeouts),
    ]);
  }
  printTable(['API, 50 connections', 'per second', 'p50', 'p99', 'status', 'errors'], rows);
  await benchCampaign(shop);
};

const benchLandingVisits = async (shop: string): Promise<void> => benchVisits(shop, await landingPaths(shop));

const parts = {
  bytes: benchBytes,
  visits: benchLandingVisits,
  lighthouse: benchLighthouse,
  api: benchApi,
  catalogues: benchCatalogues,
  orders: benchOrders,
  browsing: benchBrowsing,
  flood: benchFlood,
  import: benchImport,
} as const;
const partNames = Object.keys(parts);
const selected = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = selected.find((name) => !partNames.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown part "${unknown}". Parts: ${partNames.join(', ')}; all when none is given.`);
  process.exit(1);
}

buildWhatIsDue(root, { hasPages: true });
const shop = await startTemporaryShop();
try {
  for (const [name, measure] of Object.entries(parts)) if (selected.length === 0 || selected.includes(name)) await measure(shop.address);
} finally {
  await shop.discard();
}
