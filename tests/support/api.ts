import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { inject } from 'vitest';
import type { Profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Product } from '#contract/product.ts';
import type { Database } from '#server/db/schema.ts';
import { listProducts, type StockOf, setStock } from '#server/domain/catalogue.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { afterFile, afterTest } from './clean-up.ts';
import { openingDay } from './opening-day.ts';
import { copyTemplate } from './sqlite-templates.ts';
import { readWords } from './translations.ts';

/** Another host than the document's, so that a call that forgot its host is noticed. */
const host = 'http://api.test';

/** Where this process keeps the pictures of refunds. */
const refundFolder = path.join(tmpdir(), `flone-refunds-of-screens-${process.pid}`);

const openShop = async () => {
  const db = await copyTemplate(inject('sqlite').stocked);
  // Every look at the clock is a moment later, so that mails have an order.
  let looks = 0;
  const clock = () => {
    looks += 1;
    return new Date(openingDay.getTime() + looks);
  };
  return { db, app: createTestApp({ db, clock, refundImages: refundImagesIn(refundFolder) }), clock, isChanged: false };
};

let shop = await openShop();

/** What a browser would do with the server's cookies: MSW only remembers those of its own answers. */
const cookies = new Map<string, string>();

/** The shop reads one of them, to repeat it in a header; the API's own are for the API. */
const keepCookie = (name: string, value: string) => {
  cookies.set(name, value);
  if (name === 'XSRF-TOKEN') document.cookie = `${name}=${value}; Path=/`;
};

/** Every call that was made in this test, as "GET /client/products". */
export const calls: string[] = [];

const server = setupServer(
  http.all(`${host}/*`, async ({ request }) => {
    if (request.method !== 'GET') shop.isChanged = true;
    if (cookies.size > 0) request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await shop.app.fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      keepCookie(name, value);
    }
    return response;
  }),
);

/** Calls whose answer has not reached the browser yet, and who waits for them. */
const open = new Map<string, string>();
const waiting = new Set<() => void>();

const isAnswered = (requestId: string) => {
  open.delete(requestId);
  if (open.size > 0) return;
  for (const go of waiting) go();
  waiting.clear();
};

server.events.on('request:start', ({ request, requestId }) => {
  const call = `${request.method} ${new URL(request.url).pathname}`;
  calls.push(call);
  open.set(requestId, call);
});
server.events.on('response:mocked', ({ requestId }) => isAnswered(requestId));
server.events.on('request:unhandled', ({ requestId }) => isAnswered(requestId));

const patience = 10_000;

/** Resolves when every call has its answer: one that finds its browser gone fails the whole run. */
export const allAnswered = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (open.size === 0) return resolve();
    const timer = setTimeout(() => reject(new Error(`Still without an answer: ${[...open.values()].join(', ')}`)), patience);
    waiting.add(() => {
      clearTimeout(timer);
      resolve();
    });
  });

server.listen({ onUnhandledRequest: 'error' });

afterTest.push(async () => {
  server.resetHandlers();
  cookies.clear();
  document.cookie = 'XSRF-TOKEN=; Path=/; Max-Age=0';
  calls.length = 0;
  if (!shop.isChanged) return;
  await shop.db.destroy();
  shop = await openShop();
});

afterFile.push(allAnswered, () => rm(refundFolder, { recursive: true, force: true }));

const addressOf = (path: string) => `${host}${path}`;

/** Nothing comes back from this path. */
export const theApiIsDown = (path = '/*') =>
  server.use(
    http.all(addressOf(path), ({ requestId }) => {
      isAnswered(requestId);
      return HttpResponse.error();
    }),
  );

/** This path answers like this, e.g. what our own server never would. A text is sent as it is. */
export const theApiAnswers = (path: string, body: unknown, status = 200) =>
  server.use(
    http.all(addressOf(path), () =>
      typeof body === 'string' ? new HttpResponse(body, { status }) : HttpResponse.json(Object(body), { status }),
    ),
  );

/** This path is asked too often, and may be asked again after so many seconds. */
export const theApiDelays = (path: string, seconds: number) =>
  server.use(
    http.all(addressOf(path), () =>
      HttpResponse.json({ message: 'That was too often.' }, { status: 429, headers: { 'Retry-After': String(seconds) } }),
    ),
  );

/** This path does not answer while the test runs. */
export const theApiIsSlow = (path: string) =>
  server.use(
    http.all(addressOf(path), async ({ requestId }) => {
      isAnswered(requestId);
      await delay('infinite');
    }),
  );

/** What this path is asked with from now on, call by call; each is answered 200. */
export const theApiHears = (path: string): readonly Headers[] => {
  const heard: Headers[] = [];
  server.use(
    http.all(addressOf(path), ({ request }) => {
      heard.push(request.headers);
      return HttpResponse.json({});
    }),
  );
  return heard;
};

/** The shop's own host serves the words. */
export const theWordsAreServed = () =>
  server.use(http.get('*/locales/en/:file', ({ params }) => HttpResponse.json(readWords()[String(params.file).replace('.json', '')])));

/** The API is itself again. */
export const theApiRecovers = () => server.resetHandlers();

/** The profile call answers a reseller. */
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

/** The shop's real goods, changed as the test needs them. */
export const theShopSells = async (change: (products: readonly Product[]) => readonly Product[]) =>
  theApiAnswers(endpoints.products.path, [...change(await listProducts(shop.db))]);

/** The API says that there are far more goods than a browser should hold; pages and single products are as they are. */
export const theShopIsLarge = () =>
  server.use(
    http.get(addressOf(endpoints.products.path), ({ request }) =>
      new URL(request.url).searchParams.get('form') === 'columns' ? HttpResponse.json({ total: 50_000 }) : undefined,
    ),
  );

/** Pages of the list are not answered, with this status; all else is. */
export const thePagesFail = (status = 500) =>
  server.use(
    http.get(addressOf(endpoints.products.path), ({ request }) =>
      new URL(request.url).searchParams.has('page')
        ? HttpResponse.json({ message: 'The shelves are being moved.' }, { status })
        : undefined,
    ),
  );

/** An API of somebody else's: its whole list of full products is all that it knows. */
export const theApiIsPlain = async () => {
  await theShopSells((products) => products);
  theApiAnswers(endpoints.product.path, { message: 'Not found' }, 404);
};

/** Works in the shop's database, at the shop's own time. */
export const inTheShop = async <Result>(work: (db: Database, now: Date) => Promise<Result>): Promise<Result> => {
  shop.isChanged = true;
  return work(shop.db, shop.clock());
};

/** The browser has this session, as if it had signed in earlier. */
export const theBrowserHasSession = (token: string) => keepCookie('session', token);

/** This browser registered somebody, and was given this secret for it. */
export const theBrowserHasRegistered = (secret: string) => keepCookie('registration', secret);

/** The seller sets a stock, in the real database. */
export const theSellerSetsStock = async (of: StockOf, stock: number) => {
  shop.isChanged = true;
  await setStock(shop.db, of, stock);
};

/** One of the shop's real goods. */
export const theProduct = async (id: string): Promise<Product> => {
  const product = (await listProducts(shop.db)).find(({ _id }) => _id === id);
  if (!product) throw new Error(`The shop does not sell ${id}.`);
  return product;
};
