import { AsyncLocalStorage } from 'node:async_hooks';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, inject, vi } from 'vitest';
import type { Profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, listProducts, type StockTarget, setStock } from '#server/domain/catalogue/catalogue.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { picturesIn } from '#server/storage/pictures.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { afterFile, afterTest } from './clean-up.ts';
import { openingDay } from './opening-day.ts';
import { aCaller, anOrderFor, type Wanted } from './orders.ts';
import { copyTemplate } from './sqlite-templates.ts';
import { readTranslations } from './translations.ts';

/** Not the document's host, so that a call without the configured host fails. */
const host = 'http://api.test';

/** Refund photographs of this process. */
const refundFolder = path.join(tmpdir(), `flone-refunds-of-screens-${process.pid}`);
const pictureFolder = path.join(tmpdir(), `flone-pictures-of-screens-${process.pid}`);

const openShop = async () => {
  const db = await copyTemplate(inject('sqlite').stocked);
  // Each reading is a millisecond later, so that mails and orders can be sorted by time.
  let readings = 0;
  const clock = () => {
    readings += 1;
    return new Date(openingDay.getTime() + readings);
  };
  const desk = { host: undefined, url: () => `${host}/desk` };
  const folders = { refundImages: refundImagesIn(refundFolder), sellerPictures: picturesIn(pictureFolder) };
  return { db, app: createTestApp({ db, clock, desk, ...folders }), clock, isChanged: false };
};

let shop = await openShop();

/** The browser's cookie jar: MSW keeps cookies of mocked answers only, not of the real API behind it. */
const cookies = new Map<string, string>();

/** Only the CSRF token can be read by scripts; the session is HttpOnly. */
const storeCookie = (name: string, value: string) => {
  cookies.set(name, value);
  if (name === 'XSRF-TOKEN') document.cookie = `${name}=${value}; Path=/`;
};

/** Every call of this test, as "GET /client/products", in the order in which they were made. */
export const calls: string[] = [];

type Call = { readonly name: string };

/** Calls without an answer. `waiting` are the callers of `allRequestsSettled`. */
const pending = new Set<Call>();
const waiting = new Set<() => void>();

/** The calls without an answer, as "GET /client/products". */
export const unansweredCalls = (): string => [...pending].map(({ name }) => name).join(', ');

const startCall = (method: string, url: string): Call => {
  const call = { name: `${method} ${new URL(url).pathname}` };
  calls.push(call.name);
  pending.add(call);
  return call;
};

const settleCall = (call: Call | undefined) => {
  if (!call || !pending.delete(call) || pending.size > 0) return;
  for (const resume of waiting) resume();
  waiting.clear();
};

/** The API's answer to a request of the browser. */
const answerOf = async (request: Request): Promise<Response> => {
  if (request.method !== 'GET') shop.isChanged = true;
  // As browsers do.
  if (request.method !== 'GET') request.headers.set('origin', host);
  if (cookies.size > 0) request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const response = await shop.app.fetch(request);
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    storeCookie(name, value);
  }
  return response;
};

const server = setupServer(http.all(`${host}/*`, ({ request }) => answerOf(request)));

/** The fetch call that the current handler answers; an XMLHttpRequest has none. */
const currentFetch = new AsyncLocalStorage<Call>();
const xhrCalls = new Map<string, Call>();

// MSW emits these events a few microtasks after the call. That is early enough for XMLHttpRequest, because axios itself sends it asynchronously.
server.events.on('request:start', ({ request, requestId }) => {
  if (!currentFetch.getStore()) xhrCalls.set(requestId, startCall(request.method, request.url));
});
const settleXhr = ({ requestId }: { readonly requestId: string }) => {
  settleCall(xhrCalls.get(requestId));
  xhrCalls.delete(requestId);
};
server.events.on('response:mocked', settleXhr);
server.events.on('request:unhandled', settleXhr);

server.listen({ onUnhandledRequest: 'error' });

// A fetch counts from the call until its promise settles; MSW's events start later and end earlier than that.
const interceptedFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = input instanceof Request ? input : undefined;
  const url = new URL(request?.url ?? String(input), document.location.href);
  const call = startCall(init?.method ?? request?.method ?? 'GET', url.href);
  const answer = currentFetch.run(call, () => interceptedFetch(input, init));
  const settle = () => settleCall(call);
  answer.then(settle, settle);
  return answer;
};

/** The call that a handler answers counts as settled from now on. */
const settleCurrent = (requestId: string) => {
  settleCall(currentFetch.getStore());
  settleXhr({ requestId });
};

const settleTimeoutMs = 10_000;

/** Resolves when no call is pending; rejects after ten seconds. A call that outlives its document would fail the whole run. */
export const allRequestsSettled = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (pending.size === 0) return resolve();
    const timer = setTimeout(() => reject(new Error(`Calls without an answer: ${unansweredCalls()}`)), settleTimeoutMs);
    waiting.add(() => {
      clearTimeout(timer);
      resolve();
    });
  });

afterTest.push(async () => {
  server.resetHandlers();
  cookies.clear();
  document.cookie = 'XSRF-TOKEN=; Path=/; Max-Age=0';
  calls.length = 0;
  if (!shop.isChanged) return;
  await shop.db.destroy();
  shop = await openShop();
});

afterFile.push(allRequestsSettled, async () => {
  for (const folder of [refundFolder, pictureFolder]) await rm(folder, { recursive: true, force: true });
});

const urlOf = (path: string) => `${host}${path}`;

/** Calls of this path fail with a network error. */
export const theApiIsDown = (path = '/*') =>
  server.use(
    http.all(urlOf(path), ({ requestId }) => {
      settleXhr({ requestId });
      return HttpResponse.error();
    }),
  );

/** The API handles the next call of this path, and its answer does not arrive. */
export const theNextAnswerIsLost = (path: string) =>
  server.use(
    http.all(
      urlOf(path),
      async ({ request, requestId }) => {
        await answerOf(request);
        settleXhr({ requestId });
        return HttpResponse.error();
      },
      { once: true },
    ),
  );

/** Calls of this path get this body and status; a string is sent as it is, anything else as JSON. */
export const theApiAnswers = (path: string, body: unknown, status = 200) =>
  server.use(
    http.all(urlOf(path), () =>
      typeof body === 'string' ? new HttpResponse(body, { status }) : HttpResponse.json(Object(body), { status }),
    ),
  );

/** The API answers the next call of this path; those after it get this body and status. */
export const theApiAnswersOnceAndThen = (path: string, body: object, status: number) =>
  server.use(
    http.all(urlOf(path), ({ request }) => answerOf(request), { once: true }),
    http.all(urlOf(path), () => HttpResponse.json(body, { status })),
  );

/** The next call of this path fails with this status; those after it are answered as before. */
export const theApiFailsOnce = (path: string, status: number) =>
  server.use(http.all(urlOf(path), () => HttpResponse.json({}, { status }), { once: true }));

/** Calls of this path are rate-limited: 429 with `Retry-After` in seconds. */
export const theApiRateLimits = (path: string, seconds: number) =>
  server.use(
    http.all(urlOf(path), () =>
      HttpResponse.json({ message: 'That was too often.' }, { status: 429, headers: { 'Retry-After': String(seconds) } }),
    ),
  );

/** Calls of this path get no answer during the test; they do not count as pending. */
export const theApiNeverAnswers = (path: string) =>
  server.use(
    http.all(urlOf(path), async ({ requestId }) => {
      settleCurrent(requestId);
      await delay('infinite');
    }),
  );

const recordRequests = <Part>(path: string, partOf: (request: Request) => Part | Promise<Part>): readonly Part[] => {
  const recorded: Part[] = [];
  server.use(
    http.all(urlOf(path), async ({ request }) => {
      recorded.push(await partOf(request));
      return HttpResponse.json({});
    }),
  );
  return recorded;
};

/** Records the headers of each call of this path from now on, and answers 200. */
export const recordRequestHeaders = (path: string) => recordRequests(path, ({ headers }) => headers);

/** Records the body of each call of this path from now on, as text, and answers 200. */
export const recordRequestBodies = (path: string) => recordRequests(path, (request) => request.text());

/** The document's host serves the translation files. */
export const theTranslationsAreServed = () =>
  server.use(
    http.get('*/locales/en/:file', ({ params }) => HttpResponse.json(readTranslations()[String(params.file).replace('.json', '')])),
  );

/** Removes all overrides: the real API answers again. */
export const theApiRecovers = () => server.resetHandlers();

/** The profile endpoint answers with a reseller. */
export const aResellerIsSignedIn = () =>
  theApiAnswers(endpoints.profile.path, {
    user: {
      _id: 'u1',
      role: 'reseller',
      firstName: 'Ada',
      lastName: 'Shop',
      email: 'ada@example.com',
      phone: '',
      addresses: [],
      wantsToResell: false,
      marketing: false,
    },
  } satisfies Profile);

/** The product list is the seeded one, changed by this function. */
export const theShopSells = async (change: (products: readonly Product[]) => readonly Product[]) =>
  theApiAnswers(endpoints.products.path, [...change(await listProducts(shop.db))]);

/** No product of the list has a picture. */
export const theShopHasNoPictures = () =>
  theShopSells((products) =>
    products.map((product) => ({
      ...product,
      mainImage: '',
      images: [],
      variation: product.variation.map(({ image: _, ...variation }) => variation),
    })),
  );

/** Requests of the product list whose query this function answers get that answer; the API answers all others. */
const theListAnswers = (answer: (query: URLSearchParams) => Response | undefined | Promise<undefined>) =>
  server.use(http.get(urlOf(endpoints.products.path), ({ request }) => answer(new URL(request.url).searchParams)));

const theShelvesMove = (status: number) => HttpResponse.json({ message: 'The shelves are being moved.' }, { status });

/** The catalogue counts as too large for the browser, so that the server filters and pages it; single products are as seeded. */
export const theShopIsLarge = () =>
  theListAnswers((query) => (query.get('form') === 'list' ? HttpResponse.json({ total: 50_000 }) : undefined));

/** Server-side pages of the product list fail with this status; every other call succeeds. */
export const thePagesFail = (status = 500) => theListAnswers((query) => (query.has('page') ? theShelvesMove(status) : undefined));

/** Products by their ids, of a large catalogue, fail with this status; every other call succeeds. */
export const theProductsByIdFail = (status = 503) => theListAnswers((query) => (query.has('ids') ? theShelvesMove(status) : undefined));

/** Calls of this path get no answer until the returned function is called. */
export const theApiHolds = (path: string, isHeld: (request: Request) => boolean = () => true): (() => void) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.all(urlOf(path), async ({ request }) => {
      if (isHeld(request)) await released;
      return undefined;
    }),
  );
  return release;
};

/** Requests of the product list with this query parameter get no answer until the returned function is called. */
export const theApiHoldsLists = (parameter: string): (() => void) =>
  theApiHolds(endpoints.products.path, ({ url }) => new URL(url).searchParams.has(parameter));

/** An API by another developer: it serves the full list only, no single products. */
export const theApiServesFullListOnly = async () => {
  await theShopSells((products) => products);
  theApiAnswers(endpoints.product.path, { message: 'Not found' }, 404);
};

/**
 * Runs `work` on the API's database, with the API's current time. The first call in a test announces a change before `work`, so that the API, which
 * may have read the catalogue in an earlier test, reads it again. After that `work` must announce its changes, as the shop does.
 */
export const withShopDatabase = async <Result>(work: (db: Database, now: Date) => Promise<Result>): Promise<Result> => {
  if (!shop.isChanged) await announceChange(shop.db);
  shop.isChanged = true;
  return work(shop.db, shop.clock());
};

/** The browser holds this session cookie, as after an earlier sign-in. */
export const theBrowserHasSession = (token: string) => storeCookie('session', token);

/** The browser holds the registration cookie with this secret. */
export const theBrowserHasRegistered = (secret: string) => storeCookie('registration', secret);

/** The seller sets the stock of a product or variation in the API's database. */
export const theSellerSetsStock = async (item: StockTarget, stock: number) => {
  shop.isChanged = true;
  await setStock(shop.db, item, stock);
};

/** Another shopper orders these goods; the list of products, which may be sent once more as it was before a sale, is the new one. */
export const anotherShopperBuys = async (...items: readonly Wanted[]) => {
  shop.isChanged = true;
  const order = { ...aCaller, payload: anOrderFor(...items), buyer: undefined, shopOrigin: '', now: shop.clock() };
  const list = async (): Promise<string | null> => (await shop.app.request(`${endpoints.products.path}?form=list`)).headers.get('etag');
  const before = await list();
  await placeOrder(shop.db, { ...order, key: `another-shopper-${order.now.getTime()}` });
  await vi.waitFor(async () => expect(await list()).not.toBe(before), { timeout: 5000 });
};

/** Waits until the list of products has this text: after a sale or a review the list that is there is sent until the next one is made. */
export const theListHas = (text: string) =>
  expect.poll(async () => (await shop.app.request(`${endpoints.products.path}?form=list`)).text(), { timeout: 5000 }).toContain(text);

/** A seeded product; throws when there is none with this id. */
export const theProduct = async (id: string): Promise<Product> => {
  const product = (await listProducts(shop.db)).find(({ _id }) => _id === id);
  if (!product) throw new Error(`The shop does not sell ${id}.`);
  return product;
};
