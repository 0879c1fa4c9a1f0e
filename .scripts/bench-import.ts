import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { type Product, productList } from '#contract/product.ts';
import { available, needsChoice } from '#contract/stock.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { importSampleProducts } from './sample-products.ts';
import { percentile, printTable } from './statistics.ts';
import { startTemporaryShop } from './temporary-shop.ts';

const productCount = 10_000;
const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const rows = z.array(z.looseObject({ basePrice: z.number() }));

/** Pauses between two calls of a kind, in ms; the state of the process answers as soon as its event loop runs. */
const kinds = { 'GET /healthz (event loop)': 2, 'GET /shop-grid-standard': 100, 'GET list page': 100, 'POST order': 100 } as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/** Each order comes from a buyer and a client address of its own, because unpaid ones are limited. */
const request = (shop: string, kind: Kind, turn: number, product: Product | undefined): Promise<Response> => {
  if (kind === 'GET /healthz (event loop)') return fetch(`${shop}/healthz`);
  if (kind === 'GET /shop-grid-standard') return fetch(`${shop}/shop-grid-standard`, { headers: { accept: 'text/html' } });
  if (kind === 'GET list page') return fetch(`${shop}${endpoints.products.path}?page=1&perPage=15`);
  const id = randomUUID();
  return fetch(shop + endpoints.placeOrder.path, {
    method: endpoints.placeOrder.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': id,
      cookie: 'XSRF-TOKEN=bench',
      'x-xsrf-token': 'bench',
      'x-forwarded-for': `10.${randomInt(256)}.${(turn >> 8) & 255}.${turn & 255}`,
    },
    body: JSON.stringify({
      items: [{ productId: product?._id, quantity: 1 }],
      billingInfo: { ...aBuyer, email: `${id}@example.com` },
      note: '',
      acceptsTerms: true,
    }),
  });
};

/** Calls the shop until `work` has ended, and a second longer, in which it reads the catalogue; gives milliseconds per call. */
const timesDuring = async (shop: string, sellable: Product[], work: () => Promise<unknown>): Promise<Record<Kind, number[]>> => {
  const times: Record<Kind, number[]> = {
    'GET /healthz (event loop)': [],
    'GET /shop-grid-standard': [],
    'GET list page': [],
    'POST order': [],
  };
  let isOver = false;
  const call = async (kind: Kind): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const start = performance.now();
      const response = await request(shop, kind, turn, kind === 'POST order' ? sellable.pop() : undefined);
      const text = await response.text();
      if (!response.ok) throw new Error(`${kind} answered ${response.status}: ${text.slice(0, 200)}`);
      times[kind].push(performance.now() - start);
      await sleep(kinds[kind]);
    }
  };
  const calls = Promise.all(kindNames.map(call));
  await Promise.race([work().then(() => sleep(1000)), calls]);
  isOver = true;
  await calls;
  return times;
};

const loopResolutionMs = 5;

/** A module for the shop's process: adds to a file, four times a second, for how long the event loop stood still at most. */
const watchEventLoop = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs';
    import { monitorEventLoopDelay } from 'node:perf_hooks';
    const delay = monitorEventLoopDelay({ resolution: ${loopResolutionMs} });
    delay.enable();
    setInterval(() => {
      appendFileSync(${JSON.stringify(file)}, String(delay.max / 1e6 - ${loopResolutionMs}) + '\\n');
      delay.reset();
    }, 250).unref();
  `)}`;

/** What shoppers wait while another process imports 10,000 products into the SQLite database of a running shop. */
export const benchImport = async (): Promise<void> => {
  const settings = { DATABASE_URL: '', PAYMENTS: 'test', MAIL: 'files', SMTP_URL: '', TRUST_PROXY: '1' };
  const folder = await mkdtemp(path.join(tmpdir(), 'event-loop-'));
  const loopFile = path.join(folder, 'delays');
  const readDelays = async (): Promise<number[]> => (await readFile(loopFile, 'utf8')).trim().split('\n').map(Number);
  const shop = await startTemporaryShop((data) => importSampleProducts(data, productCount), {
    ...settings,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${watchEventLoop(loopFile)}`,
  });
  const table: string[][] = [];
  try {
    const command = async (...parameters: string[]): Promise<void> => {
      await run(process.execPath, ['dist-server/shop.js', ...parameters], {
        cwd: root,
        env: { ...process.env, ...settings, DATA_DIR: shop.folder },
      });
    };
    const file = path.join(shop.folder, 'products.json');
    await command('catalogue', 'export', file);
    const dearer = rows
      .parse(JSON.parse(await readFile(file, 'utf8')))
      .map((row) => ({ ...row, basePrice: Math.round(100 * row.basePrice + 100) / 100 }));
    await writeFile(file, JSON.stringify(dearer));
    const products = productList.parse(await (await fetch(shop.address + endpoints.products.path)).json());
    const sellable = products.filter((product) => !needsChoice(product) && available(product) > 0);
    for (const [name, work] of [
      ['nothing', () => sleep(5000)],
      ['the import', () => command('catalogue', 'import', file)],
    ] as const) {
      const before = (await readDelays()).length;
      const measured = Object.entries(await timesDuring(shop.address, sellable, work));
      for (const [kind, times] of [...measured, ['longest standstill of the event loop', (await readDelays()).slice(before)] as const]) {
        times.sort((one, other) => one - other);
        const atShare = (share: number): string => `${percentile(times, share).toFixed(0)} ms`;
        table.push([`${kind}, beside ${name}`, String(times.length), atShare(0.5), atShare(0.99), atShare(1)]);
      }
    }
  } finally {
    await shop.discard();
    await rm(folder, { recursive: true });
  }
  printTable([`${productCount.toLocaleString('en-GB')} products imported by another process, SQLite`, 'calls', 'p50', 'p99', 'max'], table);
};
