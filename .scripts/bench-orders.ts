import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { plainChoice, writeListingQuery } from '#contract/listing-query.ts';
import type { OrderPayload } from '#contract/order.ts';
import { importCatalogue } from '#server/domain/catalogue-import.ts';
import { openShop } from '#server/open-shop.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { table } from './figures.ts';
import { openThrowAwayShop } from './throw-away-shop.ts';

const shoppers = 50;
const warmUp = 1000;
/** How long orders are placed, and how long each other call is made, in milliseconds. */
const [ordering, looking] = [10_000, 5000] as const;

/** What the shoppers buy: enough of each that the shelves are never empty, and so many that each order takes others than the last. */
const goods = Array.from({ length: 20 }, (_, at) => ({
  id: `bench-${at}`,
  name: `Jug number ${at}`,
  basePrice: 12.5,
  deliveryCost: 3.2,
  stock: 1_000_000,
  colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 1_000_000 }] }],
}));

const buyer = {
  firstName: 'Ada',
  lastName: 'Byron',
  streetAddress: '12 Mill Lane',
  streetAddress2: '',
  city: 'Leeds',
  state: '',
  postalCode: 'LS1 4AP',
  phone: '0113 496 0142',
  email: 'ada@example.com',
} as const;

/** An order of two products. */
const orderOf = (at: number): OrderPayload => ({
  items: [at, at + 7].map((number, line) => ({
    productId: `bench-${number % goods.length}`,
    color: 'Oat',
    size: 'Large',
    quantity: line + 1,
  })),
  billingInfo: { ...buyer },
  note: '',
  acceptsTerms: true,
});

/** One call of a shopper: it throws when the shop does not answer as it should. */
type Call = (turn: number) => Promise<void>;

/** Somebody with a browser of their own. */
type Shopper = { readonly headers: Readonly<Record<string, string>> };

/** The cookies that a browser would keep and send, and the header that repeats the one of them that pages can read. */
const arrive = async (shop: string): Promise<Shopper> => {
  const answer = await fetch(shop + endpoints.profile.path);
  await answer.arrayBuffer();
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length);
  if (token === undefined) throw new Error('The shop gave no XSRF-TOKEN.');
  return { headers: { cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(token) } };
};

const ask = async (address: string, headers: Readonly<Record<string, string>>): Promise<void> => {
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${new URL(address).pathname} answered ${answer.status}.`);
};

const placed = z.object({ _id: z.string() });

const place = async (shop: string, { headers }: Shopper, at: number): Promise<string> => {
  const answer = await fetch(shop + endpoints.placeOrder.path, {
    method: endpoints.placeOrder.method,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(orderOf(at)),
  });
  const body = await answer.text();
  if (answer.status !== 201) throw new Error(`An order was answered with ${answer.status}: ${body}`);
  return placed.parse(JSON.parse(body))._id;
};

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

/** Every shopper makes one call after the other; answers the row of the table. What came before the shop was warm does not count. */
const crowd = async (name: string, calls: readonly Call[], measured: number): Promise<string[]> => {
  const times: number[] = [];
  const begin = performance.now() + warmUp;
  const end = begin + measured;
  let turn = 0;
  await Promise.all(
    calls.map(async (call) => {
      while (performance.now() < end) {
        const start = performance.now();
        turn += 1;
        await call(turn);
        const done = performance.now();
        if (start >= begin && done <= end) times.push(done - start);
      }
    }),
  );
  times.sort((one, other) => one - other);
  const perSecond = Math.round((times.length / measured) * 1000);
  return [name, perSecond.toLocaleString('en-GB'), `${percentile(times, 0.5).toFixed(0)} ms`, `${percentile(times, 0.99).toFixed(0)} ms`];
};

const pageOf = (page: number): string => writeListingQuery({ ...plainChoice, page, perPage: 15 }, false).toString();

const measure = async (shop: string): Promise<string[][]> => {
  const visitors: Shopper[] = [];
  for (let number = 0; number < shoppers; number += 1) visitors.push(await arrive(shop));
  const orders: string[] = [];
  const rows = [
    await crowd(
      `POST ${endpoints.placeOrder.path}`,
      visitors.map((shopper) => async (turn) => {
        orders.push(await place(shop, shopper, turn));
      }),
      ordering,
    ),
  ];
  const looks: readonly (readonly [string, (turn: number) => string])[] = [
    [`GET ${endpoints.order.path}`, (turn) => endpointPath(endpoints.order.path, { orderId: orders[turn % orders.length] ?? '' })],
    [`GET ${endpoints.products.path}, the list`, () => `${endpoints.products.path}?form=columns`],
    [`GET ${endpoints.products.path}, one page`, (turn) => `${endpoints.products.path}?${pageOf((turn % 3) + 1)}`],
    [`GET ${endpoints.product.path}`, (turn) => endpointPath(endpoints.product.path, { productId: `bench-${turn % goods.length}` })],
    [`GET ${endpoints.profile.path}, a visitor`, () => endpoints.profile.path],
    ['GET / (the document)', () => '/'],
  ];
  for (const [name, pathOf] of looks)
    rows.push(
      await crowd(
        name,
        visitors.map(
          ({ headers }) =>
            (turn) =>
              ask(shop + pathOf(turn), headers),
        ),
        looking,
      ),
    );
  return rows;
};

const noLimit = '9999999';

const inShop = async (databaseUrl: string | undefined): Promise<string[][]> => {
  const shop = await openThrowAwayShop(
    async (dataDir) => {
      const { db } = await openShop({ dataDir, databaseUrl });
      try {
        await importCatalogue(
          db,
          goods.map((value, at) => ({ line: at + 1, value })),
          { now: new Date() },
        );
      } finally {
        await db.destroy();
      }
    },
    {
      ORDERS_PER_ADDRESS: noLimit,
      LOOK_UPS_PER_ADDRESS: noLimit,
      // Set, if only to nothing, so that no .env of the seller's is meant.
      DATABASE_URL: databaseUrl ?? '',
    },
  );
  try {
    return await measure(shop.address);
  } finally {
    await shop.discard();
  }
};

const head = (database: string): readonly string[] => [`${shoppers} shoppers at once, ${database}`, 'per second', 'p50', 'p99'];

/** Orders placed by a crowd, and what the rest of the shop does then, on the built-in database and on PostgreSQL where it can be had. */
export const measureOrders = async (): Promise<void> => {
  table(head('SQLite'), await inShop(undefined));
  const postgres = await startPostgres();
  if ('reason' in postgres) {
    console.log(postgres.reason);
    return;
  }
  try {
    table(head('PostgreSQL'), await inShop(postgres.url));
  } finally {
    await postgres.stop();
  }
};
