import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { sendRaw } from './raw-request.ts';
import { percentile, printTable } from './statistics.ts';
import { startTemporaryShop } from './temporary-shop.ts';

const rounds = 3;
const visitors = 20;
const measuredMs = 15_000;
const floodPerSecond = 500;
const floodIntervalMs = 10;
/** More answers than this that have not come yet are not waited for: the flood pauses. */
const maxOpenFloodRequests = 400;

/** What visitors read in turn. */
const paths = [
  '/',
  '/shop-grid-standard',
  '/product/stoneware-mug',
  `${endpoints.products.path}?page=1&perPage=15`,
  '/product/lavender-soap-bar',
  '/about',
  '/shop-grid-standard?category=garden',
];

const read = (shop: string, path: string, address: string) =>
  sendRaw(shop + path, {
    headers: {
      'x-forwarded-for': address,
      'accept-encoding': 'gzip, deflate, br',
      accept: path.startsWith(endpoints.products.path) ? 'application/json' : 'text/html',
    },
  });

/** Milliseconds of each visitor's reads, ascending; each visitor pauses for 100 to 300 ms between two. */
const visit = async (shop: string): Promise<number[]> => {
  const times: number[] = [];
  const end = performance.now() + measuredMs;
  const visitor = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < end; turn += 1) {
      const path = paths[turn % paths.length] ?? '/';
      const start = performance.now();
      const { status } = await read(shop, path, `192.0.2.${number}`);
      if (status !== 200) throw new Error(`${path} answered ${status} to a visitor.`);
      times.push(performance.now() - start);
      await sleep(100 + ((turn * 37) % 200));
    }
  };
  await Promise.all(Array.from({ length: visitors }, (_, number) => visitor(number)));
  return times.sort((one, other) => one - other);
};

/** Asks from one address for documents that are not cached, until the returned function is called, which gives the number sent. */
const flood = (shop: string, round: number): (() => number) => {
  let sent = 0;
  let open = 0;
  const timer = setInterval(() => {
    for (let index = 0; index < (floodPerSecond * floodIntervalMs) / 1000 && open < maxOpenFloodRequests; index += 1) {
      open += 1;
      sent += 1;
      void read(shop, `/shop-grid-standard?q=flood${round}x${sent}`, '203.0.113.66').finally(() => {
        open -= 1;
      });
    }
  }, floodIntervalMs);
  return () => {
    clearInterval(timer);
    return sent;
  };
};

/** What visitors wait for, without and with one address that asks for more documents than it is allowed. */
export const benchFlood = async (): Promise<void> => {
  const settings = { TRUST_PROXY: '1', DATABASE_URL: '', PAYMENTS: 'test', MAIL: 'files', SMTP_URL: '' };
  const shop = await startTemporaryShop(undefined, settings);
  const rows: string[][] = [];
  const addRow = (name: string, times: readonly number[], sent: number): void => {
    const atShare = (share: number): string => `${percentile(times, share).toFixed(1)} ms`;
    rows.push([
      name,
      (times.length / (measuredMs / 1000)).toFixed(0),
      atShare(0.5),
      atShare(0.99),
      (sent / (measuredMs / 1000)).toFixed(0),
    ]);
  };
  try {
    await visit(shop.address);
    for (let round = 1; round <= rounds; round += 1) {
      addRow(`round ${round}, alone`, await visit(shop.address), 0);
      const endFlood = flood(shop.address, round);
      const times = await visit(shop.address);
      addRow(`round ${round}, flooded`, times, endFlood());
    }
  } finally {
    await shop.discard();
  }
  printTable([`${visitors} visitors, SQLite`, 'reads a second', 'p50', 'p99', 'flood a second'], rows);
};
