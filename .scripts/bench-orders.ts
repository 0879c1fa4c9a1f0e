import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { defaultChoice, writeListingQuery } from '#contract/listing-query.ts';
import type { OrderPayload } from '#contract/order.ts';
import type { Database } from '#server/db/schema.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { openShop } from '#server/open-shop.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { triedOutShop } from './public-shop.ts';
import { sendRaw } from './raw-request.ts';
import { percentile, printTable } from './statistics.ts';
import { type ShopProcess, startTemporaryShop } from './temporary-shop.ts';

const shoppers = 50;
const warmUpMs = 1000;
const ordersMs = 10_000;
/** Duration for each endpoint other than placing orders. */
const otherCallsMs = 3000;

/** Products with practically unlimited stock; several, so that consecutive orders lock different rows. */
const products = Array.from({ length: 20 }, (_, index) => ({
  id: `bench-${index}`,
  name: `Jug number ${index}`,
  basePrice: 12.5,
  deliveryCost: 3.2,
  stock: 1_000_000,
  colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 1_000_000 }] }],
}));

/** An order of two products. */
const createOrder = (turn: number): OrderPayload => ({
  items: [turn, turn + 7].map((number, line) => ({
    productId: `bench-${number % products.length}`,
    color: 'Oat',
    size: 'Large',
    quantity: line + 1,
  })),
  // One buyer per order, because unpaid stock is limited per buyer.
  billingInfo: { ...aBuyer, email: `bench-${turn}@example.com` },
  note: '',
  giftMessage: '',
  refusesReviewMail: false,
  acceptsTerms: true,
});

/** One request; throws on an unexpected status. */
type Call = (turn: number) => Promise<void>;

/** A signed-in account; its session is inserted directly into the database. */
type Account = { readonly id: string; readonly cookie: string };

/** Enough accounts to stay below the rate limit for account changes. */
const accountCount = 400;
const createdAt = new Date().toISOString();

const insertAccount = async (db: Database, number: number): Promise<Account> => {
  const id = `bench-${number}`;
  const email = `${id}@example.com`;
  const defaults = { wants_to_resell: 0, marketing: 0, role: 'customer', phone: '', password_hash: '', addresses: '[]' } as const;
  const times = { verified_at: createdAt, accepted_terms_at: createdAt, created_at: createdAt };
  await db
    .insertInto('account')
    .values({ id, email, email_key: email, first_name: 'Ada', last_name: 'Byron', ...defaults, ...times })
    .execute();
  return { id, cookie: `session=${await startSession(db, id, new Date())}` };
};

const csrfHeaders = { cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' };

/** What to send, and the expected status codes. */
type RequestSpec = {
  readonly path: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string;
  readonly statuses: readonly number[];
};

/** A different client address per request, because the server limits requests per address. */
const clientAddress = (turn: number): string => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

const createForm = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** Sends a request and returns the body as it arrived; throws on an unexpected status. Reads accept compression, as browsers do. */
const send = async (shop: string, method: string, { path, json, form, cookie, statuses }: RequestSpec, turn: number): Promise<Buffer> => {
  const encoded = form && new Response(createForm(form));
  const body = json ? JSON.stringify(json) : encoded && Buffer.from(await encoded.arrayBuffer());
  const { status, body: answer } = await sendRaw(shop + path, {
    method,
    headers: {
      ...csrfHeaders,
      cookie: [csrfHeaders.cookie, cookie].filter(Boolean).join('; '),
      'x-forwarded-for': clientAddress(turn),
      'idempotency-key': randomUUID(),
      ...(method === 'GET' && { 'accept-encoding': 'gzip, deflate, br' }),
      ...(json && { 'content-type': 'application/json' }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
    },
    body,
  });
  if (!statuses.includes(status)) throw new Error(`${method} ${path} answered ${status}: ${answer.toString('utf8', 0, 200)}`);
  return answer;
};

const placedOrder = z.object({ _id: z.string() });

/**
 * Runs the calls in parallel, each in a loop, and returns the row of the table. Requests during warm-up are not counted, except in the
 * CPU time per call, which is the server's own: the load generator has the same two cores.
 */
const measureCalls = async (name: string, calls: readonly Call[], durationMs: number, cpuMs: ShopProcess['cpuMs']): Promise<string[]> => {
  const times: number[] = [];
  const cpuBefore = cpuMs();
  const measureFrom = performance.now() + warmUpMs;
  const end = measureFrom + durationMs;
  let turn = 0;
  await Promise.all(
    calls.map(async (call) => {
      while (performance.now() < end) {
        const start = performance.now();
        turn += 1;
        await call(turn);
        const done = performance.now();
        if (start >= measureFrom && done <= end) times.push(done - start);
      }
    }),
  );
  const cpuAfter = cpuMs();
  times.sort((one, other) => one - other);
  const perSecond = Math.round((times.length / durationMs) * 1000);
  return [
    name,
    perSecond.toLocaleString('en-GB'),
    `${percentile(times, 0.5).toFixed(0)} ms`,
    `${percentile(times, 0.99).toFixed(0)} ms`,
    cpuBefore === undefined || cpuAfter === undefined ? '–' : `${((cpuAfter - cpuBefore) / turn).toFixed(2)} ms`,
  ];
};

const listQuery = (page: number): string => writeListingQuery({ ...defaultChoice, page, perPage: 15 }, false).toString();

/** One request per endpoint of the contract; undefined for those that are not measured. */
const createRequests = (
  orders: readonly string[],
  signedIn: readonly Account[],
): Readonly<Record<keyof typeof endpoints, ((turn: number) => RequestSpec) | undefined>> => {
  const orderId = (turn: number): string => orders[turn % orders.length] ?? '';
  const account = (turn: number): Account => signedIn[turn % signedIn.length] ?? { id: '', cookie: '' };
  const productId = (turn: number): string => `bench-${turn % products.length}`;
  const mailbox = (turn: number): string => `${randomUUID()}-${turn}@example.com`;
  const message = 'Is the oat jug fine in a dishwasher?';
  const ok = [200];
  return {
    placeOrder: (turn) => ({ path: endpoints.placeOrder.path, json: createOrder(turn), statuses: [201] }),
    openReview: undefined,
    writeReview: undefined,
    stopReviewMails: undefined,
    endReviewMails: () => ({
      path: endpointPath(endpoints.endReviewMails.path, { token: 'none' }),
      statuses: [204, 429],
    }),
    reviewPicture: undefined,
    reportReview: undefined,
    reviews: (turn) => ({ path: endpointPath(endpoints.reviews.path, { productId: productId(turn) }), statuses: ok }),
    // Unknown, and soon limited: each address guesses.
    checkVoucher: (turn) => ({
      path: endpoints.checkVoucher.path,
      json: { code: `BENCH${turn}`, items: createOrder(turn).items },
      statuses: [404, 429],
    }),
    payOrder: (turn) => ({ path: endpoints.payOrder.path, json: { orderId: orderId(turn) }, statuses: ok }),
    order: (turn) => ({ path: endpointPath(endpoints.order.path, { orderId: orderId(turn) }), statuses: ok }),
    myOrders: (turn) => ({ path: endpoints.myOrders.path, cookie: account(turn).cookie, statuses: ok }),
    refundOrder: (turn) => ({ path: endpointPath(endpoints.refundOrder.path, { orderId: orderId(turn) }), statuses: ok }),
    declareCancellation: (turn) => ({
      path: endpoints.declareCancellation.path,
      json: { orderId: orderId(turn), items: [{ itemId: `${orderId(turn)}/1`, quantity: 1 }] },
      statuses: [201, 409],
    }),
    requestRefund: (turn) => ({
      path: endpoints.requestRefund.path,
      form: { orderId: orderId(turn), ProductId: createOrder(turn % orders.length).items[0]?.productId ?? '', reason: message },
      // 503: a process has twelve uploads open and rejects more.
      statuses: [201, 409, 422, 503],
    }),
    products: (turn) => ({ path: `${endpoints.products.path}?${listQuery((turn % 3) + 1)}`, statuses: ok }),
    product: (turn) => ({ path: endpointPath(endpoints.product.path, { productId: productId(turn) }), statuses: ok }),
    categories: () => ({ path: endpoints.categories.path, statuses: ok }),
    deliveryOptions: () => ({ path: endpoints.deliveryOptions.path, statuses: ok }),
    paymentMethods: () => ({ path: endpoints.paymentMethods.path, statuses: ok }),
    variations: () => ({ path: endpoints.variations.path, statuses: ok }),
    colorVariations: (turn) => ({ path: endpointPath(endpoints.colorVariations.path, { productId: productId(turn) }), statuses: ok }),
    profile: (turn) => ({ path: endpoints.profile.path, cookie: account(turn).cookie, statuses: ok }),
    updateUser: (turn) => ({
      path: endpointPath(endpoints.updateUser.path, { userId: account(turn).id }),
      cookie: account(turn).cookie,
      json: { firstName: `Ada ${turn}` },
      statuses: ok,
    }),
    sessions: (turn) => ({ path: endpoints.sessions.path, cookie: account(turn).cookie, statuses: ok }),
    endSessions: (turn) => ({ path: endpoints.endSessions.path, cookie: account(turn).cookie, json: { id: 'none' }, statuses: [204, 429] }),
    exportUser: (turn) => ({ path: endpoints.exportUser.path, cookie: account(turn).cookie, statuses: [200, 429] }),
    // It would delete the accounts of the other calls.
    deleteUser: undefined,
    // Limited by order.
    cancelOrder: undefined,
    mailCancellationLink: undefined,
    saveLists: (turn) => ({
      path: endpoints.saveLists.path,
      cookie: account(turn).cookie,
      json: {
        account: account(turn).id,
        id: `bench-change-${turn}`,
        operations: [{ list: 'cart', productId: productId(turn), variation: '', color: '', size: '', does: 'add', quantity: 1 }],
      },
      statuses: [200, 429],
    }),
    wishlistLink: (turn) => ({ path: endpoints.wishlistLink.path, cookie: account(turn).cookie, statuses: ok }),
    // Limited by account.
    shareWishlist: undefined,
    withdrawWishlist: undefined,
    sharedWishlist: () => ({ path: endpointPath(endpoints.sharedWishlist.path, { token: 'none' }), statuses: [404, 429] }),
    changeEmail: undefined,
    confirmEmailChange: undefined,
    stopEmailChange: undefined,
    secondFactor: undefined,
    startSecondFactor: undefined,
    confirmSecondFactor: undefined,
    endSecondFactor: undefined,
    renewRecoveryCodes: undefined,
    logout: () => ({ path: endpoints.logout.path, statuses: [204] }),
    verifyEmail: (turn) => ({ path: endpoints.verifyEmail.path, json: { email: mailbox(turn), code: '123456' }, statuses: [422] }),
    resendCode: (turn) => ({ path: endpoints.resendCode.path, json: { email: mailbox(turn) }, statuses: ok }),
    forgotPassword: (turn) => ({ path: endpoints.forgotPassword.path, json: { email: mailbox(turn) }, statuses: ok }),
    // Nothing is out of stock.
    requestStockAlert: undefined,
    confirmStockAlert: () => ({ path: endpoints.confirmStockAlert.path, json: { token: 'none' }, statuses: [404, 429] }),
    endStockAlerts: () => ({
      path: endpointPath(endpoints.endStockAlerts.path, { token: 'none' }),
      statuses: [404, 429],
    }),
    contact: (turn) => ({
      path: endpoints.contact.path,
      json: { name: 'Ada', email: mailbox(turn), topic: 'product', message: `${message} ${turn}` },
      statuses: [201],
    }),
    enquiry: (turn) => ({
      path: endpoints.enquiry.path,
      json: { kind: 'wholesale', name: 'Ada', business: 'The Corner Shop', email: mailbox(turn), message: `${message} ${turn}` },
      statuses: [201],
    }),
    browserError: (turn) => ({
      path: endpoints.browserError.path,
      json: { message: `TypeError: ${turn}`, stack: '', path: '/cart' },
      statuses: [204],
    }),
    // These hash a password, which is slow on purpose.
    login: undefined,
    register: undefined,
    resetPassword: undefined,
    // Called by the payment provider only.
    paymentWebhook: undefined,
  };
};

const measure = async ({ address: shop, cpuMs }: ShopProcess, db: Database): Promise<string[][]> => {
  const signedIn: Account[] = [];
  for (let number = 0; number < accountCount; number += 1) signedIn.push(await insertAccount(db, number));
  const orders: string[] = [];
  const requests = createRequests(orders, signedIn);
  const rows: string[][] = [];
  const measureCall = (name: string, call: Call, durationMs: number) =>
    measureCalls(name, Array<Call>(shoppers).fill(call), durationMs, cpuMs);
  // First: later calls leave mails, which are sent while the next calls are measured.
  const fullList: RequestSpec = { path: `${endpoints.products.path}?form=list`, statuses: [200] };
  for (const [name, spec] of [
    [`GET ${endpoints.products.path}, full list`, fullList],
    ['GET / (the document)', { path: '/', statuses: [200] }],
  ] as const)
    rows.push(await measureCall(name, async (turn) => void (await send(shop, 'GET', spec, turn)), otherCallsMs));
  for (const [name, createRequest] of Object.entries(requests)) {
    const endpoint = Object.entries(endpoints).find(([each]) => each === name)?.[1];
    if (!createRequest || !endpoint) continue;
    const { method, path } = endpoint;
    // Refund requests need paid orders. An open payment of one would be closed by the first call about it.
    if (name === 'refundOrder') {
      await db.updateTable('order').set({ status: 'confirmed' }).execute();
      await db.updateTable('payment').set({ status: paymentStatus.paid }).execute();
    }
    const isOrdering = name === 'placeOrder';
    const call: Call = async (turn) => {
      const body = await send(shop, method, createRequest(turn), turn);
      if (isOrdering) orders.push(placedOrder.parse(JSON.parse(body.toString()))._id);
    };
    rows.push(await measureCall(`${method} ${path}`, call, isOrdering ? ordersMs : otherCallsMs));
  }
  return rows;
};

const noLimit = '9999999';

const benchShop = async (databaseUrl: string | undefined): Promise<string[][]> => {
  let opened: Awaited<ReturnType<typeof openShop>> | undefined;
  const shop = await startTemporaryShop(
    async (dataDir) => {
      opened = await openShop({ dataDir, databaseUrl });
      await importCatalogue(
        opened.db,
        products.map((value, line) => ({ line: line + 1, value })),
        { now: new Date() },
      );
    },
    {
      ORDERS_PER_ADDRESS: noLimit,
      LOOK_UPS_PER_ADDRESS: noLimit,
      RENDERS_PER_ADDRESS: noLimit,
      QUERIES_PER_ADDRESS: noLimit,
      TRUST_PROXY: '1',
      ...triedOutShop,
      // Empty values override a developer's .env.
      DATABASE_URL: databaseUrl ?? '',
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
    },
  );
  try {
    if (!opened) throw new Error('The database was not opened.');
    return await measure(shop, opened.db);
  } finally {
    await opened?.db.destroy();
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

/** Measures document and full list, then every endpoint, orders first, under concurrent load, on SQLite and, where installed, on PostgreSQL. */
export const benchOrders = async (): Promise<void> => {
  printTable(tableHeader('SQLite'), await benchShop(undefined));
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
