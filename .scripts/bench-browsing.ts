import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { plainChoice, sortings, writeListingQuery } from '#contract/listing-query.ts';
import type { OrderPayload } from '#contract/order.ts';
import { type Product, productList } from '#contract/product.ts';
import { available, needsChoice } from '#contract/stock.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { fillWithSamples } from './sample-products.ts';
import { percentile, table } from './statistics.ts';
import { openThrowAwayShop } from './temporary-shop.ts';

const goodsCount = 10_000;
const shoppers = 50;
const ordersPerSecond = 20;
/** A shopper looks at what came for this long before the next call. */
const pauseMs = 250;
const warmUpMs = 3000;
const measuredMs = 20_000;

/** Each caller has a network and a mailbox of their own: what one address may do is limited, and not what is measured. */
const callerHeaders = (caller: number) => ({
  'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`,
  'accept-encoding': 'gzip',
});

const expectStatus = async (answer: Response, ...statuses: readonly number[]): Promise<Response> => {
  const text = await answer.text();
  if (!statuses.includes(answer.status)) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return answer;
};

const order = async (shop: string, product: Product, buyer: number): Promise<void> => {
  const payload: OrderPayload = {
    items: [{ productId: product._id, quantity: 1 }],
    billingInfo: { ...aBuyer, email: `buyer-${buyer}@example.com` },
    note: '',
    acceptsTerms: true,
  };
  const answer = await fetch(shop + endpoints.placeOrder.path, {
    method: endpoints.placeOrder.method,
    headers: {
      ...callerHeaders(100_000 + buyer),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      cookie: 'XSRF-TOKEN=bench',
      'x-xsrf-token': 'bench',
    },
    body: JSON.stringify(payload),
  });
  await expectStatus(answer, 201);
};

/** What a shopper asks for in turn; the whole list is asked for with the tag of the one they have. */
const kinds = ['a document of the list', 'a page of the list', 'the whole list', 'a document of a product', 'a product'] as const;
type Kind = (typeof kinds)[number];

const pathOf = (kind: Kind, products: readonly Product[], turn: number): string => {
  const id = products[(turn * 37) % products.length]?._id ?? '';
  const sorting = sortings[turn % sortings.length] ?? 'featured';
  const page = (turn % 20) + 1;
  if (kind === 'a document of the list') return `/shop-grid-standard/${page}?sort=${sorting}`;
  if (kind === 'a page of the list')
    return `${endpoints.products.path}?${writeListingQuery({ ...plainChoice, sorting, page, perPage: 15 }, false)}`;
  if (kind === 'the whole list') return `${endpoints.products.path}?form=columns`;
  return kind === 'a document of a product' ? `/product/${id}` : endpointPath(endpoints.product.path, { productId: id });
};

type Times = Record<Kind | 'an order', number[]>;

const noTimes = (): Times => ({
  'a document of the list': [],
  'a page of the list': [],
  'the whole list': [],
  'a document of a product': [],
  'a product': [],
  'an order': [],
});

/** Shoppers who browse, each one call after the other with pauses, while so many orders a second come in, answered or not. */
const browse = async (shop: string, products: readonly Product[], orders: number, toSell: Product[]): Promise<Times> => {
  const times = noTimes();
  const begin = performance.now() + warmUpMs;
  const end = begin + measuredMs;
  const timed = async (kind: keyof Times, call: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await call();
    if (start >= begin) times[kind].push(performance.now() - start);
  };
  const shopper = async (number: number): Promise<void> => {
    let tag = '';
    await rest((number / shoppers) * pauseMs);
    for (let turn = number; performance.now() < end; turn += 1) {
      const kind = kinds[turn % kinds.length] ?? 'a product';
      await timed(kind, async () => {
        const headers = { ...callerHeaders(number), ...(kind === 'the whole list' && tag !== '' && { 'if-none-match': tag }) };
        const answer = await expectStatus(await fetch(shop + pathOf(kind, products, turn), { headers }), 200, 304);
        if (kind === 'the whole list') tag = answer.headers.get('etag') ?? tag;
      });
      await rest(pauseMs);
    }
  };
  const buyers = async (): Promise<void> => {
    const placed: Promise<void>[] = [];
    for (let due = performance.now(); orders > 0 && due < end; due += 1000 / orders) {
      await rest(Math.max(0, due - performance.now()));
      const product = toSell.pop();
      if (!product) throw new Error('There is nothing left to sell.');
      const buyer = toSell.length;
      placed.push(timed('an order', () => order(shop, product, buyer)));
    }
    await Promise.all(placed);
  };
  await Promise.all([buyers(), ...Array.from({ length: shoppers }, (_, number) => shopper(number))]);
  return times;
};

const noLimit = '9999999';

/** How long shoppers wait in a large shop in which nobody buys, and in the same while others do. */
export const measureBrowsing = async (): Promise<void> => {
  const settings = { ORDERS_PER_ADDRESS: noLimit, LOOK_UPS_PER_ADDRESS: noLimit, TRUST_PROXY: '1', DATABASE_URL: '', PAYMENTS: 'test' };
  const shop = await openThrowAwayShop((folder) => fillWithSamples(folder, goodsCount), settings);
  const rows: string[][] = [];
  try {
    const products = productList.parse(await (await fetch(shop.address + endpoints.products.path)).json());
    const toSell = products.filter((product) => !needsChoice(product) && available(product) > 0 && product.price.basePrice > 1);
    for (const orders of [0, ordersPerSecond])
      for (const [kind, times] of Object.entries(await browse(shop.address, products, orders, toSell))) {
        if (times.length === 0) continue;
        times.sort((one, other) => one - other);
        const part = (share: number): string => `${percentile(times, share).toFixed(0)} ms`;
        const what = `${kind}, ${orders === 0 ? 'nobody buys' : `${orders} orders a second`}`;
        rows.push([what, (times.length / (measuredMs / 1000)).toFixed(0), part(0.5), part(0.95), part(0.99), part(1)]);
      }
  } finally {
    await shop.discard();
  }
  table([`${shoppers} shoppers, ${goodsCount.toLocaleString('en-GB')} goods, SQLite`, 'per second', 'p50', 'p95', 'p99', 'longest'], rows);
};
