import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { defaultChoice, sortings, writeListingQuery } from '#contract/listing-query.ts';
import { type Product, productList } from '#contract/product.ts';
import { availableQuantity, needsChoice } from '#contract/stock.ts';
import { importRow, readRows } from '#server/domain/catalogue/catalogue-file.ts';
import { createOrder, headersOf, openBenchShop, unsafeHeaders } from './bench-load.ts';
import { percentile, printTable } from './statistics.ts';

const productCount = 10_000;
const shoppers = 50;
const ordersPerSecond = 20;
/** A shopper's pause between two requests. */
const pauseMs = 250;
const warmUpMs = 3000;
const measuredMs = 20_000;

const expectStatus = async (response: Response, ...statuses: readonly number[]): Promise<Response> => {
  const text = await response.text();
  if (!statuses.includes(response.status)) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 200)}`);
  return response;
};

const order = async (shop: string, { _id: productId }: Product, buyer: number): Promise<void> => {
  const response = await fetch(shop + endpoints.placeOrder.path, {
    method: endpoints.placeOrder.method,
    headers: { ...headersOf(100_000 + buyer), ...unsafeHeaders() },
    body: JSON.stringify(createOrder([{ productId, quantity: 1 }], buyer)),
  });
  await expectStatus(response, 201);
};

/** The requests of a shopper, in turn. The full list is requested with the ETag of the last answer. */
const kinds = ['list document', 'list page (API)', 'full list (API)', 'product document', 'product (API)'] as const;
type Kind = (typeof kinds)[number];

const pathOf = (kind: Kind, products: readonly Product[], turn: number): string => {
  const id = products[(turn * 37) % products.length]?._id ?? '';
  const sorting = sortings[turn % sortings.length] ?? 'featured';
  const page = (turn % 20) + 1;
  if (kind === 'list document') return `/shop-grid-standard/${page}?sort=${sorting}`;
  if (kind === 'list page (API)')
    return `${endpoints.products.path}?${writeListingQuery({ ...defaultChoice, sorting, page, perPage: 15 }, false)}`;
  if (kind === 'full list (API)') return `${endpoints.products.path}?form=list`;
  return kind === 'product document' ? `/product/${id}` : endpointPath(endpoints.product.path, { productId: id });
};

/** Milliseconds per request. */
type Times = Record<Kind | 'order', number[]>;

const emptyTimes = (): Times => ({
  'list document': [],
  'list page (API)': [],
  'full list (API)': [],
  'product document': [],
  'product (API)': [],
  order: [],
});

/** Shoppers browse with one request at a time each, while orders arrive at a fixed rate, without waiting for earlier answers. */
const browse = async (shop: string, products: readonly Product[], orders: number, sellable: Product[]): Promise<Times> => {
  const times = emptyTimes();
  const measureFrom = performance.now() + warmUpMs;
  const end = measureFrom + measuredMs;
  const timed = async (kind: keyof Times, call: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await call();
    if (start >= measureFrom) times[kind].push(performance.now() - start);
  };
  const shopper = async (number: number): Promise<void> => {
    let etag = '';
    await sleep((number / shoppers) * pauseMs);
    for (let turn = number; performance.now() < end; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? 'product (API)';
      await timed(kind, async () => {
        const headers = {
          ...headersOf(number),
          'accept-encoding': 'gzip',
          ...(kind === 'full list (API)' && etag !== '' && { 'if-none-match': etag }),
        };
        const response = await expectStatus(await fetch(shop + pathOf(kind, products, turn), { headers }), 200, 304);
        if (kind === 'full list (API)') etag = response.headers.get('etag') ?? etag;
      });
      await sleep(pauseMs);
    }
  };
  const buyers = async (): Promise<void> => {
    const placed: Promise<void>[] = [];
    for (let due = performance.now(); orders > 0 && due < end; due += 1000 / orders) {
      await sleep(Math.max(0, due - performance.now()));
      const product = sellable.pop();
      if (!product) throw new Error('No products left to order.');
      const buyer = sellable.length;
      placed.push(timed('order', () => order(shop, product, buyer)));
    }
    await Promise.all(placed);
  };
  await Promise.all([buyers(), ...Array.from({ length: shoppers }, (_, number) => shopper(number))]);
  return times;
};

/** The sample catalogue over and over, each product with a name, price and date of its own. */
const createProducts = () => {
  const seeds = readRows(readFileSync('server/db/seed-data/catalogue.json', 'utf8'), 'json').map(({ value }) => importRow.parse(value));
  return Array.from({ length: Math.ceil(productCount / seeds.length) }, (_, round) =>
    seeds.map((seed) => ({
      ...seed,
      id: `${seed.id}-${round}`,
      sku: `${seed.sku}-${round}`,
      name: `${seed.name}, sample ${round}`,
      basePrice: seed.basePrice + round / 10,
      createdAt: new Date(Date.UTC(2025, 0, 1 + round)).toISOString(),
    })),
  ).flat();
};

/** Latency of browsing in a large catalogue, without and with orders arriving at the same time. */
export const benchBrowsing = async (): Promise<void> => {
  const shop = await openBenchShop(createProducts(), { PAYMENTS: 'test', MAIL: 'files' });
  const rows: string[][] = [];
  try {
    const products = productList.parse(await (await fetch(shop.address + endpoints.products.path)).json());
    const sellable = products.filter((product) => !needsChoice(product) && availableQuantity(product) > 0 && product.price.basePrice > 1);
    for (const orders of [0, ordersPerSecond])
      for (const [kind, times] of Object.entries(await browse(shop.address, products, orders, sellable))) {
        if (times.length === 0) continue;
        times.sort((one, other) => one - other);
        const atShare = (share: number): string => `${percentile(times, share).toFixed(0)} ms`;
        const name = `${kind}, ${orders === 0 ? 'no orders' : `${orders} orders/s`}`;
        rows.push([name, (times.length / (measuredMs / 1000)).toFixed(0), atShare(0.5), atShare(0.95), atShare(0.99), atShare(1)]);
      }
  } finally {
    await shop.discard();
  }
  printTable(
    [`${shoppers} shoppers, ${productCount.toLocaleString('en-GB')} products, SQLite`, 'per second', 'p50', 'p95', 'p99', 'max'],
    rows,
  );
};
