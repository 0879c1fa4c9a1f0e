import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Look } from '#contract/shop.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectHydrated, open, test } from '#e2e/fixtures.ts';
import { openSeededShop, runFolder } from '#e2e/run-folder.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { goToCheckout, sentMails } from '#e2e/shopping.ts';
import { buildForApi, serveStatic, serveText } from '#e2e/static-host.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { changeShop } from '#server/domain/shop/shop-versions.ts';

// One worker for the file, because its servers are shared.
test.describe.configure({ mode: 'default' });

let shop = '';
let api = '';
let thirdOrigin = '';
let server: TemporaryShop;
const cleanups: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  test.setTimeout(90_000);
  const built = await mkdtemp(path.join(runFolder(), 'built-'));
  cleanups.push(() => rm(built, { recursive: true }));
  const host = await serveStatic(built);
  cleanups.push(host.close);
  shop = host.address;
  server = await openSeededShop({ SHOP_ORIGIN: shop });
  cleanups.push(server.discard);
  api = server.address;
  host.serve(api);
  await buildForApi(api, built);
  const other = await serveText('A page of a third origin.');
  cleanups.push(other.close);
  thirdOrigin = other.address;
});

test.afterAll(async () => {
  for (const cleanUp of cleanups.reverse()) await cleanUp();
});

/** The sent mails, with their soft line breaks removed. */
const mails = (): readonly string[] => sentMails(server).map((mail) => mail.replaceAll('=\r\n', ''));

/** Collects every response of the API to this page, as "POST /order/orders 201". */
const collectResponses = (page: Page): string[] => {
  const responses: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === api) responses.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  return responses;
};

test('a shop on another origin than its API has the look that the seller has chosen', async ({ page }) => {
  const look = { ...sampleShop.look, paper: 'mist', corners: 'square' } as const;
  const choose = (chosen: Look) => withDatabase(server, (db) => changeShop(db, (data) => ({ ...data, look: chosen }), { now: new Date() }));
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await choose(look);
  await open(page, `${shop}/about`);
  expect(await ground()).toBe('rgb(245, 248, 249)');
  await choose(sampleShop.look);
  await open(page, `${shop}/about`);
  expect(await ground()).toBe('rgb(250, 247, 242)');
});

test(
  'with the shop on one origin and its API on another, a shopper signs in, orders, pays and comes back',
  clauseTags('session.cookie-is-sent'),
  async ({ page }) => {
    test.setTimeout(90_000);
    const responses = collectResponses(page);
    const main = page.getByRole('main');
    await open(page, `${shop}/login-register`);
    await main.getByLabel('Email address').fill('shopper@flone.example.com');
    await main.getByLabel('Password', { exact: true }).fill('try-the-shop');
    await main.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${shop}/my-account`);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible();
    expect((await page.context().cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).toSorted()).toEqual([
      ['XSRF-TOKEN', false, 'Lax'],
      ['known-browser', true, 'Lax'],
      ['session', true, 'Lax'],
    ]);

    await open(page, `${shop}/product/linen-tea-towels`);
    const shownFrom = (images: Element[]): string[] =>
      images.flatMap((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? new URL(image.currentSrc).origin : []));
    await expect.poll(() => main.locator('img').evaluateAll(shownFrom)).toContain(api);
    await addToCart(page);
    await goToCheckout(page);
    for (const [name, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Byron'],
      ['Address line 1', '12 Mill Lane'],
      ['Town or city', 'Leeds'],
      ['Postcode', 'ls14ap'],
      ['Phone', '0113 496 0142'],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(text);
    await page.getByRole('checkbox', { name: /I agree to the terms and conditions/ }).check();
    await page.getByRole('button', { name: /^Pay £[\d.]+ now$/ }).click();
    await expect(page).toHaveURL(new RegExp(`^${api}/order/pay/`));
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`^${shop}/order-confirm\\?order=`));
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');

    await expect.poll(() => mails().filter((mail) => mail.includes(`${shop}/order`)).length, { timeout: 20_000 }).toBeGreaterThan(0);
    // A public shop serves the pictures of its mails there.
    expect(mails().filter((mail) => mail.replaceAll(`${api}/pictures/`, '').includes(api))).toEqual([]);
    for (const each of ['POST /user/login 200', 'POST /order/orders 201', 'POST /order/payment 200']) expect(responses).toContain(each);
    await page.getByRole('banner').getByRole('link', { name: 'My Account' }).click();
    await main.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(main.getByRole('article', { name: /^Order placed/ }).first()).toContainText('£');
    await main.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();

    await open(page, `${api}/product/linen-tea-towels?from=api`);
    await expect(page).toHaveURL(`${shop}/product/linen-tea-towels?from=api`);
  },
);

test('a page of a third origin can neither read from the API nor change anything', async ({ page, allowErrors }) => {
  allowErrors(/CORS policy|status of 403|net::ERR_FAILED/);
  // Ports of one host are the same site, so the cookies are sent with calls of a third origin, and must not authorise them.
  await open(page, shop);
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('XSRF-TOKEN');
  const responses = collectResponses(page);
  await page.goto(thirdOrigin);
  const outcomes = await page.evaluate(async (host) => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const call = (path: string, init: RequestInit) =>
      fetch(host + path, { credentials: 'include', ...init }).then(
        ({ type }) => type,
        () => 'refused',
      );
    return {
      hasToken: token !== '',
      read: await call('/user/getUserProfile', {}),
      products: await call('/client/products', {}),
      form: await call('/user/logout', { method: 'POST', mode: 'no-cors' }),
      withToken: await call('/user/logout', { method: 'POST', headers: { 'X-XSRF-TOKEN': token } }),
    };
  }, api);
  expect(outcomes).toEqual({ hasToken: true, read: 'refused', products: 'refused', form: 'opaque', withToken: 'refused' });
  await expect.poll(() => responses.filter((each) => each.startsWith('POST'))).toEqual(['POST /user/logout 403']);
});
