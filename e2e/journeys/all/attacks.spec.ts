import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order, paymentSession } from '#contract/order.ts';
import { addToCart, test as base, expect, expectHydrated, open } from '#e2e/fixtures.ts';
import { defaultLimits, openSeededShop, runFolder, seededData } from '#e2e/run-folder.ts';
import { addAccount, withDatabase } from '#e2e/shop-database.ts';
import { buyAsAda, goToCheckout, searchFor, sentMails, signIn } from '#e2e/shopping.ts';
import { triedOutShop } from '#scripts/public-shop.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { aBuyer, anOrderFor, minutesLater, type Wanted } from '#tests/support/orders.ts';

// One worker for the file, because its shop is shared.
base.describe.configure({ mode: 'default' });

/** A shop with the limits that a shop has by default, behind a proxy that names the client's address. */
let shop: TemporaryShop;

base.beforeAll(async () => {
  shop = await openSeededShop({ ...defaultLimits, TRUST_PROXY: '1' });
});

base.afterAll(() => shop.discard());

const attacker = '203.0.113.7';
const home = '198.51.100.1';

const main = (page: Page) => page.getByRole('main');

const test = base.extend<{ readonly shopper: Page }>({
  /** The page of a shopper in this shop, at another client address than the attacker. */
  shopper: async ({ openDevice }, use) => {
    const device = await openDevice({ baseURL: shop.address, extraHTTPHeaders: { 'X-Forwarded-For': home } });
    await use(await device.newPage());
  },
});

/** A call of a program at this client address; with a body it is a POST. */
const call = (address: string, url: string, body?: object, cookie = ''): Promise<Response> =>
  fetch(new URL(url, shop.address), {
    headers: {
      'x-forwarded-for': address,
      cookie: `XSRF-TOKEN=t; ${cookie}`,
      'x-xsrf-token': 't',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

/** Where to pay for an order, which is placed in this shop. */
const openPayment = async (placed: Response, at: string = shop.address): Promise<{ readonly orderId: string; readonly url: string }> => {
  const { _id: orderId } = order.parse(await placed.json());
  const { url } = paymentSession.parse(await (await call(home, `${at}${endpoints.payOrder.path}`, { orderId })).json());
  return { orderId, url };
};

const placeOrder = (address: string, email: string, item: Wanted, at: string = shop.address): Promise<Response> =>
  call(address, `${at}${endpoints.placeOrder.path}`, { ...anOrderFor(item), billingInfo: { ...aBuyer, email } });

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const refusalOf = async (response: Response): Promise<readonly [status: number, sentence: string]> => [
  response.status,
  failureBody.parse(await response.json()).message,
];

const countOf = (answers: readonly Response[], expected: number): number => answers.filter(({ status }) => status === expected).length;

/** Waits for the mail of verification to this address that is not `former`. */
const verificationMail = async (email: string, former = ''): Promise<string> => {
  const find = () => sentMails(shop).find((mail) => mail.includes(`To: ${email}`) && / is your code/.test(mail) && mail !== former);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find() ?? '';
};

test('a stranger who registers a shopper’s email address never gets the shopper’s guest order, whether the shopper opens the mailed link or presses its button', async ({
  shopper,
  allowErrors,
}) => {
  test.setTimeout(90_000);
  allowErrors(/status of 422/);
  const email = `vera-${crypto.randomUUID()}@example.com`;
  const [strange, hers] = ['the password of a stranger', 'a long walk home'];
  const { orderId, url } = await openPayment(await placeOrder(home, email, { productId: 'linen-tea-towels' }));
  expect((await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice: 'pay' }) })).status).toBe(303);

  const form = { firstName: 'Mallory', lastName: 'Moss', email, password: strange, acceptsTerms: true };
  const registered = await call(attacker, endpoints.register.path, form);
  const cookie = registered.headers.getSetCookie().join('; ');
  const signInAsStranger = () => call(attacker, endpoints.login.path, { email, password: strange }, cookie);
  const unverified = [403, expect.stringMatching(/^Confirm your email address first/)];
  const bait = await verificationMail(email);
  await open(shopper, /\/email-verification\?token=[\w-]{43}/.exec(bait)?.[0] ?? '');
  const confirm = main(shopper).getByRole('button', { name: 'Confirm my email address' });
  await expect(confirm).toBeVisible();
  expect(await refusalOf(await signInAsStranger())).toEqual(unverified);
  await confirm.click();
  await expect(main(shopper).getByLabel('Password', { exact: true }).filter({ visible: true })).toBeFocused();
  expect(await refusalOf(await signInAsStranger())).toEqual(unverified);

  // Her own registration is the one that counts.
  await shopper.getByRole('banner').getByRole('link', { name: 'Sign Up or Login' }).click();
  await main(shopper).getByRole('tab', { name: 'Register' }).click();
  await main(shopper).getByLabel('First name').fill('Vera');
  await main(shopper).getByLabel('Last name').fill('Moss');
  await main(shopper).getByLabel('Email address').filter({ visible: true }).fill(email);
  await main(shopper).getByLabel('Password', { exact: true }).filter({ visible: true }).fill(hers);
  await main(shopper)
    .getByRole('checkbox', { name: /^I agree/ })
    .check();
  await main(shopper).getByRole('button', { name: 'Create account' }).click();
  const [, code = ''] = /^Subject: (\d{6}) /m.exec(await verificationMail(email, bait)) ?? [];
  await main(shopper).getByLabel('6-digit code').fill(code);
  await main(shopper).getByRole('button', { name: 'Confirm', exact: true }).click();
  await main(shopper).getByRole('link', { name: 'Sign in' }).click();
  await signIn(shopper, [email, hers]);
  await main(shopper).getByRole('link', { name: 'Orders', exact: true }).click();
  await main(shopper).getByRole('button', { name: 'Details', exact: true }).click();
  await expect(main(shopper).getByText(orderId)).toBeVisible();
  expect(await refusalOf(await signInAsStranger())).toEqual([401, "That email or password isn't right."]);
});

test('a stranger who reserves a product again and again without paying is refused, and a shopper buys what is left', async ({
  shopper: page,
}) => {
  test.setTimeout(60_000);
  const reserve = (turn: number, quantity: number) =>
    placeOrder(attacker, `mallory-${turn}@example.com`, { productId: 'terracotta-seed-pots', quantity });
  // All that are left.
  expect((await reserve(0, 17)).status).toBe(409);
  let orders = 0;
  let answer = await reserve(0, 4);
  while (answer.status === 201) {
    orders += 1;
    answer = await reserve(orders, 4);
  }
  await open(page, '/product/terracotta-seed-pots');
  await addToCart(page);
  await goToCheckout(page);
  await buyAsAda(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  expect(orders).toBe(3);
  expect(await refusalOf(answer)).toEqual([
    409,
    expect.stringMatching(/^Too many goods are waiting to be paid for by shoppers on your network\./),
  ]);
});

test('a stranger who guesses passwords locks out nobody: the owner’s own browser and a device elsewhere still sign in', async ({
  shopper: page,
}) => {
  test.setTimeout(60_000);
  const [email, password] = await addAccount(shop);
  const attempt = (address: string, guess: string) => call(address, endpoints.login.path, { email, password: guess });
  const greeting = main(page).getByRole('heading', { name: 'Hello, Ada' });
  await open(page, '/login-register');
  await signIn(page, [email, password]);
  await expect(greeting).toBeVisible();
  await main(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login-register');

  // From her own network, where another browser is locked out even with the password.
  const guesses = await Promise.all(numbers(12).map((number) => attempt(home, `guess number ${number}`)));
  expect([countOf(guesses, 401), countOf(guesses, 429)]).toEqual([5, 7]);
  // The fifth guess blocks for a second, which may be over on a slow machine.
  await withDatabase(shop, (db) =>
    db
      .updateTable('limit_hit')
      .set({ free_at: minutesLater(1, new Date()).toISOString() })
      .where('free_at', '!=', '')
      .execute(),
  );
  expect(await refusalOf(await attempt(home, password))).toEqual([429, expect.stringMatching(/^Too many attempts\. Please wait/)]);
  await signIn(page, [email, password]);
  await expect(greeting).toBeVisible();
  expect((await attempt('192.0.2.1', password)).status).toBe(200);
});

test('a stranger who floods the shop with URLs and searches is limited, while a shopper’s page comes rendered and the shopper’s search finds', async ({
  shopper: page,
}) => {
  test.setTimeout(60_000);
  const ask = (count: number, url: (number: number) => string) => Promise.all(numbers(count).map((number) => call(attacker, url(number))));
  const countRendered = async (answers: readonly Response[]): Promise<number> =>
    (await Promise.all(answers.map((answer) => answer.text()))).filter((text) => text.includes('<h1')).length;

  // Parameters that no page reads make no page of their own.
  expect(await countRendered(await ask(30, (number) => `/?utm_source=flood${number}&x${number}=1`))).toBe(30);

  // In several turns, because a slow machine may take longer than the limit needs to allow more.
  const searchUntilRefused = async (): Promise<Response[]> => {
    const answers: Response[] = [];
    for (let turn = 0; turn < 5 && countOf(answers, 429) === 0; turn += 1)
      answers.push(...(await ask(80, (number) => `${endpoints.products.path}?page=1&q=flood${turn}-${number}`)));
    return answers;
  };
  // For the same reason: each may be rendered before the next one comes.
  const openUntilUnrendered = async () => {
    const pages = { opened: 0, answered: 0, rendered: 0 };
    for (let turn = 0; turn < 5 && pages.rendered === pages.opened; turn += 1) {
      const answers = await ask(30, (number) => `/shop-grid-standard?q=flood${turn}-${number}`);
      pages.opened += answers.length;
      pages.answered += countOf(answers, 200);
      pages.rendered += await countRendered(answers);
    }
    return pages;
  };
  const [document, pages, searches] = await Promise.all([
    page.goto('/shop-grid-standard?q=mug&utm_source=newsletter').then((response) => response?.text()),
    openUntilUnrendered(),
    searchUntilRefused(),
  ]);
  expect(document).toMatch(/<h1[^>]*>\d+ results? for “mug”/);
  await expectHydrated(page);
  await searchFor(page, 'rolling pin');
  await expect(main(page).getByRole('article', { name: 'Rolling pin' })).toBeVisible();

  // Pages that are not cached are rendered one at a time; the other answers are static documents that the browser renders.
  expect(pages.answered).toBe(pages.opened);
  expect(pages.rendered).toBeLessThan(pages.opened);
  expect(countOf(searches, 200)).toBeGreaterThan(0);
  const refused = searches.filter(({ status }) => status !== 200);
  expect(await Promise.all(refused.slice(0, 1).map(refusalOf))).toEqual([[429, expect.stringMatching(/^Too many attempts\./)]]);
});

test('a public shop does not start without a payment provider or with another seller on its pages, and with PAYMENTS=test its payment page says that no money moves', async ({
  page,
}) => {
  test.setTimeout(60_000);
  const folder = await mkdtemp(path.join(runFolder(), 'public-'));
  const { PAYMENTS, ...settings } = { ...triedOutShop, PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1', DATA_DIR: folder, PORT: '0' };
  const started: ServerProcess[] = [];
  const serve = (more: Readonly<Record<string, string>> = {}): ServerProcess => {
    const server = startServerProcess('main', { ...settings, ...more });
    started.push(server);
    return server;
  };
  try {
    await cp(path.join(runFolder(), seededData), folder, { recursive: true });
    const refused = serve();
    const end = await Promise.race([refused.exited, refused.waitForLine(/^Flone is open/m)]);
    expect(end).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set, or PAYMENTS=test/),
    });

    const ofAnother = serve({ STOREFRONT: 'built', PUBLIC_URL: '', VITE_LANGUAGES: 'en,ar' });
    expect(await Promise.race([ofAnother.exited, ofAnother.waitForLine(/^Flone is open/m)])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The storefront in .*dist was built with other settings than .*VITE_LANGUAGES.*: build it with these/),
    });

    const publicShop = serve({ PAYMENTS });
    const [, address = ''] = await publicShop.waitForLine(/^It listens at (\S+)$/m);
    await publicShop.waitForLine(/^Payments lead to a test page, on which no money moves$/m);
    const { url } = await openPayment(await placeOrder(home, 'ada@example.com', { productId: 'linen-tea-towels' }, address), address);
    expect(new URL(url).origin).toBe('https://shop.example');
    await page.goto(address + new URL(url).pathname);
    await expect(main(page)).toContainText('This is a test page. No money moves and no card is asked for.');
  } finally {
    for (const { process: server } of started) server.kill('SIGKILL');
    await Promise.all(started.map(({ exited }) => exited));
    await rm(folder, { recursive: true });
  }
});
