import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectHydrated, expectPersisted, open, test } from '#e2e/fixtures.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import { buildFor, serveStatic, serveText } from '#e2e/static-host.ts';

// One build and one pair of servers for all of them.
test.describe.configure({ mode: 'default' });

let [shop, api, stranger, dataFolder] = ['', '', '', ''];
const endings: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  test.setTimeout(90_000);
  const host = await serveStatic();
  endings.push(host.close);
  shop = host.address;
  const server = await openSeededShop({ SHOP_ORIGIN: shop });
  endings.push(server.discard);
  [api, dataFolder] = [server.address, server.folder];
  const built = await buildFor(api);
  endings.push(built.remove);
  host.serve(built.folder, api);
  const other = await serveText('A page of somebody else.');
  endings.push(other.close);
  stranger = other.address;
});

test.afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** What went out by mail so far. */
const mails = (): readonly string[] => {
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(path.join(dataFolder, name), 'utf8').replaceAll('=\r\n', ''));
};

/** Every answer of the API's to this page, as "POST /order/orders 201". */
const answersOf = (page: Page): string[] => {
  const answers: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === api) answers.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  return answers;
};

test(
  'a shop on one origin with its API on another: a shopper signs in, fills a cart, orders, pays and comes back',
  clauseTags('session.cookie-is-sent'),
  async ({ page }) => {
    test.setTimeout(90_000);
    const answers = answersOf(page);
    const main = page.getByRole('main');
    await open(page, `${shop}/login-register`);
    await main.getByLabel('E-mail address').fill('shopper@flone.example.com');
    await main.getByLabel('Password', { exact: true }).fill('try-the-shop');
    await main.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${shop}/my-account`);
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'My Account' })).toBeVisible();
    expect((await page.context().cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).toSorted()).toEqual([
      ['XSRF-TOKEN', false, 'Lax'],
      ['session', true, 'Lax'],
    ]);

    await open(page, `${shop}/product/linen-tea-towels`);
    const shownFrom = (images: Element[]): string[] =>
      images.flatMap((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? new URL(image.currentSrc).origin : []));
    await expect.poll(() => main.locator('img').evaluateAll(shownFrom)).toContain(api);
    await addToCart(page);
    await expectPersisted(page, 'linen-tea-towels');

    await open(page, `${shop}/checkout`);
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
    expect(mails().filter((mail) => mail.includes(api))).toEqual([]);
    for (const answer of ['POST /user/login 200', 'POST /order/orders 201', 'POST /order/payment 200']) expect(answers).toContain(answer);
    await open(page, `${shop}/my-account?section=orders`);
    await expect(main).toContainText('£');
    await main.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();

    await open(page, `${api}/product/linen-tea-towels?from=api`);
    await expect(page).toHaveURL(`${shop}/product/linen-tea-towels?from=api`);
  },
);

test('a page of a third origin can neither read nor do anything', async ({ page, allowErrors }) => {
  allowErrors(/CORS policy|status of 403|net::ERR_FAILED/);
  // Ports of one host are one site: the shopper's cookies go along with a stranger's calls, and must not help it.
  await open(page, shop);
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('XSRF-TOKEN');
  const answers = answersOf(page);
  await page.goto(stranger);
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
      goods: await call('/client/products', {}),
      form: await call('/user/logout', { method: 'POST', mode: 'no-cors' }),
      withToken: await call('/user/logout', { method: 'POST', headers: { 'X-XSRF-TOKEN': token } }),
    };
  }, api);
  expect(outcomes).toEqual({ hasToken: true, read: 'refused', goods: 'refused', form: 'opaque', withToken: 'refused' });
  expect(answers.filter((answer) => answer.startsWith('POST'))).toEqual(['POST /user/logout 403']);
});
