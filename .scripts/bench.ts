import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { productList } from '#contract/product.ts';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import { measureBrowsing } from './bench-browsing.ts';
import { measureCatalogues } from './bench-catalogues.ts';
import { measureOrders } from './bench-orders.ts';
import { measureVisits } from './bench-visits.ts';
import { firstLoads } from './bundle-size.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { median, table } from './statistics.ts';
import { openThrowAwayShop } from './temporary-shop.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 3;
/** `-- lighthouse --reasons` also lists every audit below full score. */
const isAskedWhy = process.argv.includes('--reasons');
const run = promisify(execFile);
const require = createRequire(import.meta.url);

const productOf = async (shop: string): Promise<string> => {
  const [first] = productList.parse(await (await fetch(shop + endpoints.products.path)).json());
  if (!first) throw new Error('The shop has no goods to measure with.');
  return first._id;
};

const landingsOf = async (shop: string): Promise<string[]> => ['/', '/shop-grid-standard', `/product/${await productOf(shop)}`];

const bytes = (): void =>
  table(
    ['Before hydration, gzip', 'JS kB', 'CSS kB'],
    firstLoads().map(({ landing, js, css }) => [landing, js.toFixed(1), css.toFixed(1)]),
  );

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const;

type Measures = Readonly<Record<(typeof categories)[number] | (typeof timings)[number], number>>;

/** One visit by a mid-range phone on slow 4G: Lighthouse's own mobile defaults, with a browser of its own. */
const visitOnce = async (address: string, chromePath: string): Promise<Measures> => {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...chromiumFlags] });
  try {
    const result = await lighthouse(address, { port: chrome.port, logLevel: 'error', onlyCategories: [...categories] });
    if (!result) throw new Error(`Lighthouse could not visit ${address}.`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    const score = (name: (typeof categories)[number]): number => Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100);
    const timing = (name: (typeof timings)[number]): number => lhr.audits[name]?.numericValue ?? Number.NaN;
    if (isAskedWhy)
      for (const { id, score: grade, title, displayValue = '' } of Object.values(lhr.audits))
        if (grade !== null && grade < 1)
          console.log(`  ${new URL(address).pathname}  ${grade.toFixed(2)}  ${id}: ${title} ${displayValue}`);
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

/** A browser that lost the trace of its own visit says so, and nothing about the shop. */
const visit = async (address: string, chromePath: string, tries = 3): Promise<Measures> => {
  try {
    return await visitOnce(address, chromePath);
  } catch (reason) {
    if (tries > 1) return visit(address, chromePath, tries - 1);
    throw reason;
  }
};

const phones = async (shop: string): Promise<void> => {
  const chromium = findChromium();
  const rows: string[][] = [];
  for (const address of await landingsOf(shop)) {
    const visits: Measures[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(shop + address, chromium));
    const middle = (name: keyof Measures): number => median(visits.map((measures) => measures[name]));
    rows.push([
      address,
      ...categories.map((name) => String(middle(name))),
      `${(middle('first-contentful-paint') / 1000).toFixed(2)} s`,
      `${(middle('largest-contentful-paint') / 1000).toFixed(2)} s`,
      middle('cumulative-layout-shift').toFixed(3),
      `${Math.round(middle('total-blocking-time'))} ms`,
    ]);
  }
  table([`Lighthouse mobile, median of ${rounds}`, 'perf', 'a11y', 'best', 'SEO', 'FCP', 'LCP', 'CLS', 'TBT'], rows);
};

const shots = z.object({
  requests: z.object({ average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  statusCodeStats: z.record(z.string(), z.object({ count: z.number() })),
});

/** In a process of its own, so that it does not share a core's time with this one more than it must. */
const shoot = async (address: string, headers: Readonly<Record<string, string>>): Promise<z.output<typeof shots>> => {
  const tool = require.resolve('autocannon');
  const asked = Object.entries({ 'accept-encoding': 'br', ...headers }).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const { stdout } = await run(
    process.execPath,
    [tool, '--json', '--connections', '50', '--duration', '10', '--warmup', '[ -c 10 -d 1 ]', ...asked, address],
    {
      maxBuffer: 2 ** 26,
    },
  );
  const [last] = stdout.trim().split('\n').slice(-1);
  return shots.parse(JSON.parse(last ?? ''));
};

const api = async (shop: string): Promise<void> => {
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
    const { requests, latency, errors, timeouts, statusCodeStats } = await shoot(address, headers);
    rows.push([
      name,
      Math.round(requests.average).toLocaleString('en-GB'),
      `${latency.p50} ms`,
      `${latency.p99} ms`,
      Object.keys(statusCodeStats).join(', '),
      String(errors + timeouts),
    ]);
  }
  table(['API, 50 connections', 'per second', 'p50', 'p99', 'status', 'errors'], rows);
};

const visits = async (shop: string): Promise<void> => measureVisits(shop, await landingsOf(shop));

const parts = {
  bytes,
  visits,
  lighthouse: phones,
  api,
  catalogues: measureCatalogues,
  orders: measureOrders,
  browsing: measureBrowsing,
} as const;
const names = Object.keys(parts);
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": ${names.join(', ')}, or nothing for all of them.`);
  process.exit(1);
}

if (needsBuild(root)) await buildShop(root);
const shop = await openThrowAwayShop();
try {
  for (const [name, measure] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await measure(shop.address);
} finally {
  await shop.discard();
}
