import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { defaultChoice, writeListingQuery } from '#contract/listing-query.ts';
import type { OrderPayload } from '#contract/order.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { createOrder, headersOf, openBenchShop, unsafeHeaders } from './bench-load.ts';
import { triedOutShop } from './public-shop.ts';
import { sendRaw } from './raw-request.ts';
import { percentile, printTable } from './statistics.ts';
import type { ShopProcess } from './temporary-shop.ts';

const shoppers = 50;
const warmUpMs = 1000;
const ordersMs = 10_000;
const readsMs = 3000;

/** Products with practically unlimited stock; several, so that consecutive orders lock different rows. */
const products = Array.from({ length: 20 }, (_, index) => ({
  id: `bench-${index}`,
  name: `Jug number ${index}`,
  basePrice: 12.5,
  deliveryCost: 3.2,
  stock: 1_000_000,
  colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 1_000_000 }] }],
}));

/** Two products of an order. */
const itemsOf = (turn: number): OrderPayload['items'] =>
  [turn, turn + 7].map((number, line) => ({
    productId: `bench-${number % products.length}`,
    color: 'Oat',
    size: 'Large',
    quantity: line + 1,
  }));

/** Sends a request and returns the body as it arrived; throws on another status than 200 and 201. Reads accept compression, as browsers do. */
const send = async (address: string, turn: number, json?: object): Promise<Buffer> => {
  const method = json ? 'POST' : 'GET';
  const { status, body } = await sendRaw(address, {
    method,
    headers: { ...headersOf(turn), ...(json ? unsafeHeaders() : { 'accept-encoding': 'gzip, deflate, br' }) },
    body: json && JSON.stringify(json),
  });
  if (status !== 200 && status !== 201) throw new Error(`${method} ${address} answered ${status}: ${body.toString('utf8', 0, 200)}`);
  return body;
};

/**
 * Every shopper makes the call in a loop; returns the row of the table. Requests during warm-up are not counted, except in the CPU time per
 * call, which is the server's own: the load generator has the same cores.
 */
const measureCalls = async (
  name: string,
  call: (turn: number) => Promise<unknown>,
  durationMs: number,
  cpuMs: ShopProcess['cpuMs'],
): Promise<string[]> => {
  const times: number[] = [];
  const cpuBefore = cpuMs();
  const measureFrom = performance.now() + warmUpMs;
  const end = measureFrom + durationMs;
  let turn = 0;
  const shopper = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      turn += 1;
      await call(turn);
      const done = performance.now();
      if (start >= measureFrom && done <= end) times.push(done - start);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  const cpuAfter = cpuMs();
  times.sort((one, other) => one - other);
  return [
    name,
    Math.round((times.length / durationMs) * 1000).toLocaleString('en-GB'),
    `${percentile(times, 0.5).toFixed(0)} ms`,
    `${percentile(times, 0.99).toFixed(0)} ms`,
    cpuBefore === undefined || cpuAfter === undefined ? '–' : `${((cpuAfter - cpuBefore) / turn).toFixed(2)} ms`,
  ];
};

const placedOrder = z.object({ _id: z.string() });
const listQuery = (page: number) => writeListingQuery({ ...defaultChoice, page, perPage: 15 }, false);

/** Reads before orders: orders leave mails, which are sent while what comes after them is measured. */
const measure = async ({ address: shop, cpuMs }: ShopProcess): Promise<string[][]> => {
  const orders: string[] = [];
  const read = (path: string) => (turn: number) => send(shop + path, turn);
  return [
    await measureCalls('full list', read(`${endpoints.products.path}?form=list`), readsMs, cpuMs),
    await measureCalls('page of a list', (turn) => read(`${endpoints.products.path}?${listQuery((turn % 3) + 1)}`)(turn), readsMs, cpuMs),
    await measureCalls(
      'product',
      (turn) => read(endpointPath(endpoints.product.path, { productId: `bench-${turn % products.length}` }))(turn),
      readsMs,
      cpuMs,
    ),
    await measureCalls(
      'place an order',
      async (turn) => {
        const body = await send(shop + endpoints.placeOrder.path, turn, createOrder(itemsOf(turn), turn));
        orders.push(placedOrder.parse(JSON.parse(body.toString()))._id);
      },
      ordersMs,
      cpuMs,
    ),
    await measureCalls(
      'look up an order',
      (turn) => read(endpointPath(endpoints.order.path, { orderId: orders[turn % orders.length] ?? '' }))(turn),
      readsMs,
      cpuMs,
    ),
  ];
};

const benchShop = async (databaseUrl = ''): Promise<string[][]> => {
  const shop = await openBenchShop(products, { ...triedOutShop, DATABASE_URL: databaseUrl });
  try {
    return await measure(shop);
  } finally {
    await shop.discard();
  }
};

const tableHeader = (database: string): readonly string[] => [
  `${shoppers} concurrent shoppers, ${database}`,
  'per second',
  'p50',
  'p99',
  'server CPU per call',
];

/** Measures lists, products and orders under concurrent load, on SQLite and, where installed, on PostgreSQL. */
export const benchOrders = async (): Promise<void> => {
  printTable(tableHeader('SQLite'), await benchShop());
  const postgres = await startPostgres();
  if ('reason' in postgres) {
    console.log(postgres.reason);
    return;
  }
  try {
    printTable(tableHeader('PostgreSQL'), await benchShop(postgres.url));
  } finally {
    await postgres.stop();
  }
};
