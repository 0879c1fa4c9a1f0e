import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { plainChoice, writeListingQuery } from '#contract/listing-query.ts';
import type { OrderPayload } from '#contract/order.ts';
import type { Database } from '#server/db/schema.ts';
import { importCatalogue } from '#server/domain/catalogue-import.ts';
import { startSession } from '#server/domain/sessions.ts';
import { openShop } from '#server/open-shop.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { percentile, table } from './statistics.ts';
import { openThrowAwayShop } from './temporary-shop.ts';

const shoppers = 50;
const warmUp = 1000;
/** How long orders are placed, and how long each other call is made, in milliseconds. */
const [ordering, looking] = [10_000, 3000] as const;

/** What the shoppers buy: enough of each that the shelves are never empty, and so many that each order takes others than the last. */
const goods = Array.from({ length: 20 }, (_, at) => ({
  id: `bench-${at}`,
  name: `Jug number ${at}`,
  basePrice: 12.5,
  deliveryCost: 3.2,
  stock: 1_000_000,
  colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 1_000_000 }] }],
}));

/** An order of two products. */
const orderOf = (at: number): OrderPayload => ({
  items: [at, at + 7].map((number, line) => ({
    productId: `bench-${number % goods.length}`,
    color: 'Oat',
    size: 'Large',
    quantity: line + 1,
  })),
  // Of a buyer of its own each: what one may hold without paying is limited.
  billingInfo: { ...aBuyer, email: `bench-${at}@example.com` },
  note: '',
  acceptsTerms: true,
});

/** One call of a shopper: it throws when the shop does not answer as it should. */
type Call = (turn: number) => Promise<void>;

/** Somebody who is signed in, by the session that was put into the database. */
type Account = { readonly id: string; readonly cookie: string };

/** Enough of them that nobody changes their account more often than anybody may. */
const accounts = 400;
const at = new Date().toISOString();

const signUp = async (db: Database, number: number): Promise<Account> => {
  const [id, email] = [`bench-${number}`, `bench-${number}@example.com`];
  const empty = { wants_to_resell: 0, marketing: 0, role: 'customer', phone: '', password_hash: '', addresses: '[]' } as const;
  const times = { verified_at: at, accepted_terms_at: at, created_at: at };
  await db
    .insertInto('account')
    .values({ id, email, email_key: email, first_name: 'Ada', last_name: 'Byron', ...empty, ...times })
    .execute();
  return { id, cookie: `session=${await startSession(db, id, new Date())}` };
};

const token = { cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' };

/** One call: what is sent, and with which answers the shop does what it should. */
type Asked = {
  readonly path: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string;
  readonly answers: readonly number[];
};

/** From a network of its own each: what one address may do is limited, and not what is measured. */
const networkOf = (turn: number): string => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** Makes a call and gives what came back as text; throws when it is not what should come. */
const ask = async (shop: string, method: string, { path, json, form, cookie, answers }: Asked, turn: number): Promise<string> => {
  const answer = await fetch(shop + path, {
    method,
    headers: {
      ...token,
      cookie: [token.cookie, cookie].filter(Boolean).join('; '),
      'x-forwarded-for': networkOf(turn),
      'idempotency-key': randomUUID(),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: formOf(form) }),
  });
  const body = await answer.text();
  if (!answers.includes(answer.status)) throw new Error(`${method} ${path} answered ${answer.status}: ${body.slice(0, 200)}`);
  return body;
};

const placed = z.object({ _id: z.string() });

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

/** What each call of the contract is asked here; with none, it is not measured, and why stands beside it. */
const callsOf = (
  orders: readonly string[],
  signedIn: readonly Account[],
): Readonly<Record<keyof typeof endpoints, ((turn: number) => Asked) | undefined>> => {
  const orderId = (turn: number): string => orders[turn % orders.length] ?? '';
  const account = (turn: number): Account => signedIn[turn % signedIn.length] ?? { id: '', cookie: '' };
  const productId = (turn: number): string => `bench-${turn % goods.length}`;
  const mailbox = (turn: number): string => `${randomUUID()}-${turn}@example.com`;
  const message = 'Is the oat jug fine in a dishwasher?';
  const ok = [200];
  return {
    placeOrder: (turn) => ({ path: endpoints.placeOrder.path, json: orderOf(turn), answers: [201] }),
    payOrder: (turn) => ({ path: endpoints.payOrder.path, json: { orderId: orderId(turn) }, answers: ok }),
    order: (turn) => ({ path: endpointPath(endpoints.order.path, { orderId: orderId(turn) }), answers: ok }),
    myOrders: (turn) => ({ path: endpoints.myOrders.path, cookie: account(turn).cookie, answers: ok }),
    refundOrder: (turn) => ({ path: endpointPath(endpoints.refundOrder.path, { orderId: orderId(turn) }), answers: ok }),
    requestRefund: (turn) => ({
      path: endpoints.requestRefund.path,
      form: { orderId: orderId(turn), ProductId: orderOf(turn % orders.length).items[0]?.productId ?? '', reason: message },
      // A process reads four at once, and asks the others to come again in a moment.
      answers: [201, 409, 422, 503],
    }),
    products: (turn) => ({ path: `${endpoints.products.path}?${pageOf((turn % 3) + 1)}`, answers: ok }),
    product: (turn) => ({ path: endpointPath(endpoints.product.path, { productId: productId(turn) }), answers: ok }),
    categories: () => ({ path: endpoints.categories.path, answers: ok }),
    variations: () => ({ path: endpoints.variations.path, answers: ok }),
    colorVariations: (turn) => ({ path: endpointPath(endpoints.colorVariations.path, { productId: productId(turn) }), answers: ok }),
    profile: (turn) => ({ path: endpoints.profile.path, cookie: account(turn).cookie, answers: ok }),
    updateUser: (turn) => ({
      path: endpointPath(endpoints.updateUser.path, { userId: account(turn).id }),
      cookie: account(turn).cookie,
      json: { firstName: `Ada ${turn}` },
      answers: ok,
    }),
    logout: () => ({ path: endpoints.logout.path, answers: [204] }),
    verifyEmail: (turn) => ({ path: endpoints.verifyEmail.path, json: { email: mailbox(turn), code: '123456' }, answers: [422] }),
    resendCode: (turn) => ({ path: endpoints.resendCode.path, json: { email: mailbox(turn) }, answers: ok }),
    forgotPassword: (turn) => ({ path: endpoints.forgotPassword.path, json: { email: mailbox(turn) }, answers: ok }),
    contact: (turn) => ({
      path: endpoints.contact.path,
      json: { name: 'Ada', email: mailbox(turn), topic: 'product', message: `${message} ${turn}` },
      answers: [201],
    }),
    enquiry: (turn) => ({
      path: endpoints.enquiry.path,
      json: { kind: 'wholesale', name: 'Ada', business: 'The Corner Shop', email: mailbox(turn), message: `${message} ${turn}` },
      answers: [201],
    }),
    // These make a password's hash, which is slow on purpose, and so does a login.
    login: undefined,
    register: undefined,
    resetPassword: undefined,
    // Nobody but the payment provider calls it.
    paymentWebhook: undefined,
  };
};

const measure = async (shop: string, db: Database): Promise<string[][]> => {
  const signedIn: Account[] = [];
  for (let number = 0; number < accounts; number += 1) signedIn.push(await signUp(db, number));
  const orders: string[] = [];
  const calls = callsOf(orders, signedIn);
  const rows: string[][] = [];
  const crowdOf = (name: string, call: Call, measured: number) => crowd(name, Array<Call>(shoppers).fill(call), measured);
  for (const [name, asked] of Object.entries(calls)) {
    const endpoint = Object.entries(endpoints).find(([each]) => each === name)?.[1];
    if (!asked || !endpoint) continue;
    const { method, path } = endpoint;
    // What follows is about orders that are paid.
    if (name === 'refundOrder') await db.updateTable('order').set({ status: 'confirmed' }).execute();
    const isOrdering = name === 'placeOrder';
    const call: Call = async (turn) => {
      const body = await ask(shop, method, asked(turn), turn);
      if (isOrdering) orders.push(placed.parse(JSON.parse(body))._id);
    };
    rows.push(await crowdOf(`${method} ${path}`, call, isOrdering ? ordering : looking));
  }
  const list: Asked = { path: `${endpoints.products.path}?form=columns`, answers: [200] };
  for (const [name, asked] of [
    [`GET ${endpoints.products.path}, the list`, list],
    ['GET / (the document)', { path: '/', answers: [200] }],
  ] as const)
    rows.push(await crowdOf(name, async (turn) => void (await ask(shop, 'GET', asked, turn)), looking));
  return rows;
};

const noLimit = '9999999';

const inShop = async (databaseUrl: string | undefined): Promise<string[][]> => {
  let opened: Awaited<ReturnType<typeof openShop>> | undefined;
  const shop = await openThrowAwayShop(
    async (dataDir) => {
      opened = await openShop({ dataDir, databaseUrl });
      await importCatalogue(
        opened.db,
        goods.map((value, line) => ({ line: line + 1, value })),
        { now: new Date() },
      );
    },
    {
      ORDERS_PER_ADDRESS: noLimit,
      LOOK_UPS_PER_ADDRESS: noLimit,
      TRUST_PROXY: '1',
      PAYMENTS: 'test',
      // Set, if only to nothing, so that no .env of the seller's is meant.
      DATABASE_URL: databaseUrl ?? '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
    },
  );
  try {
    if (!opened) throw new Error('The shop was not filled.');
    return await measure(shop.address, opened.db);
  } finally {
    await opened?.db.destroy();
    await shop.discard();
  }
};

const head = (database: string): readonly string[] => [`${shoppers} shoppers at once, ${database}`, 'per second', 'p50', 'p99'];

/** Every call of the contract made by a crowd, orders first, on the built-in database and on PostgreSQL where it can be had. */
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
