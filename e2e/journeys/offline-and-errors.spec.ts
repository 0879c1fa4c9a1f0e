import type { Locator, Page, Request, Route } from '@playwright/test';
import * as z from 'zod';
import { addToCart, expect, expectHydrated, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';

const list = '/shop-grid-standard';
const products = /\/client\/products(?:\?|$)/;

/** What a browser says of a shop that has gone. */
const isGone = /net::ERR_CONNECTION_REFUSED/;
/** What a browser and the shop say of a screen's code that does not come. */
const lost = /dynamically imported module|ChunkLoadError|Loading the screen failed|status of 404|Failed to load module script/;
const chunk = '**/assets/shop-screen-*.js';
const failure = (page: Page): Locator => page.getByRole('main').getByRole('alert');

const goods = (page: Page): Locator => page.getByRole('main').getByRole('article');

const tryAgain = (page: Page): Locator => failure(page).getByRole('button', { name: 'Try again' });

const cartButton = (page: Page, words: string): Locator => page.getByRole('button', { name: `Cart, ${words}`, exact: true });

/** Of what the shop fetches ahead a while after it has started, this is asked for last. */
const lastAhead = '/cart.json';
/** One file may ask for the next: only after so many milliseconds without a request has everything come. */
const quiet = 1000;

/** Watches what a page fetches; the function it gives waits until everything ahead is there. Called before the page is opened. */
const watchFetching = (page: Page): (() => Promise<void>) => {
  const under = new Set<Request>();
  let isAhead = false;
  let last = 0;
  page.on('request', (request) => {
    under.add(request);
    isAhead ||= request.url().includes(lastAhead);
  });
  const end = (request: Request): void => {
    under.delete(request);
    last = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => expect.poll(() => isAhead && under.size === 0 && performance.now() - last > quiet, { timeout: 15_000 }).toBe(true);
};

test('a shopper whose shop has gone is told in the list, keeps the cart and has the goods again when it is back', async ({
  page,
  spareShop,
  allowErrors,
}) => {
  allowErrors(isGone);
  const everythingCame = watchFetching(page);
  await open(page, `${spareShop.address}/product/beech-rolling-pin`);
  await addToCart(page);
  await everythingCame();

  await spareShop.stop();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
  await expect(failure(page)).toContainText("We can't reach the shop at the moment.");
  await cartButton(page, '1 line').click();
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  await expect(miniCart.getByRole('listitem')).toContainText('Rolling pin');
  await expect(miniCart).toContainText('£22.00');
  await miniCart.getByRole('link', { name: 'view cart' }).click();
  await page.getByRole('button', { name: 'One Rolling pin more' }).click();
  await expect(page.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('2');
  await page.goBack();
  await expect(failure(page)).toBeVisible();
  await tryAgain(page).click();
  await expect(failure(page)).toContainText("We can't reach the shop at the moment.");

  await spareShop.start();
  await tryAgain(page).click();
  await expect(failure(page)).toHaveCount(0);
  await expect(goods(page)).toHaveCount(15);
  await expect(cartButton(page, '1 line')).toBeVisible();
});

test('a shopper who never saw the goods is told why and can try again', async ({ page, allowErrors }) => {
  allowErrors(/client\/products.*net::ERR_FAILED|net::ERR_FAILED.*client\/products/);
  await page.route(products, (route) => route.abort());
  // No document of the list, which would bring its first page along.
  await open(page, '/about');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
  await expect(failure(page)).toContainText("We can't reach the shop at the moment.");
  await expect(goods(page)).toHaveCount(0);
  await Promise.all([page.waitForEvent('requestfailed'), tryAgain(page).click()]);
  await expect(failure(page)).toBeVisible();
  await page.unroute(products);
  await tryAgain(page).click();
  await expect(goods(page)).toHaveCount(15);
});

test('a shopper who asks for a screen while the shop is away keeps the page and has it when the shop is back', async ({
  page,
  spareShop,
  allowErrors,
}) => {
  allowErrors(isGone);
  allowErrors(/net::ERR_FAILED.*shop-screen-|shop-screen-.*net::ERR_FAILED/);
  allowErrors(lost);
  await page.route(chunk, (route) => route.abort());
  await open(page, `${spareShop.address}/about`);
  await spareShop.stop();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute(chunk);
  await spareShop.start();
  await tryAgain(page).click();
  await expect(goods(page)).toHaveCount(15);
});

for (const [what, answer] of [
  ['broken JSON', { contentType: 'application/json', body: '[{"_id":"beech' }],
  ['HTML instead of JSON', { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' }],
  ['goods that are none', { contentType: 'application/json', body: '{"products":[]}' }],
] as const)
  test(`a shopper is told when the shop sends ${what}`, async ({ page }) => {
    await page.route(products, (route) => route.fulfill(answer));
    await open(page, list);
    await expect(failure(page)).toContainText("Something came back that we couldn't read.");
    await page.unroute(products);
    await tryAgain(page).click();
    await expect(goods(page)).toHaveCount(15);
  });

test('a shopper reads what the shop itself says of a failure, on list, product and home', async ({ page, allowErrors }) => {
  allowErrors(/status of 503/);
  const message = 'We are counting our stock. Please come back at noon.';
  await page.route(products, (route) => route.fulfill({ status: 503, json: { code: 'busy', message } }));
  for (const address of [list, '/product/beech-rolling-pin', '/']) {
    await open(page, address);
    await expect(failure(page)).toContainText(message);
  }
  await page.unroute(products);
  await tryAgain(page).click();
  await expect(failure(page)).toHaveCount(0);
});

test('a shopper is told when goods are not what they should be', async ({ page }) => {
  const namelessFirst = async (route: Route): Promise<void> => {
    // The plain list, as another API would send it.
    const answer = await page.request.get('/client/products');
    const all = z.array(z.record(z.string(), z.unknown())).parse(await answer.json());
    const pin = all.find(({ _id }) => _id === 'beech-rolling-pin');
    await route.fulfill({ json: [{ ...pin, _id: undefined }, ...all.filter(({ _id }) => _id !== 'beech-rolling-pin')] });
  };
  await page.route(products, namelessFirst);
  await open(page, '/about');
  await page.getByRole('banner').getByLabel('Search the shop').fill('rolling');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Rolling pin' }).getByRole('button', { name: 'Add to cart' }).click();
  await expect(toaster(page)).toContainText('Invalid product data');
  await expect(cartButton(page, '0 lines')).toBeVisible();
});

test('a shopper buys on when nothing but the goods can be loaded', async ({ page, allowErrors }) => {
  allowErrors(
    /net::ERR_FAILED.*\/(sales|productVariation|colorVariation|user)\/|\/(sales|productVariation|colorVariation|user)\/.*net::ERR_FAILED/,
  );
  for (const call of ['**/sales/**', '**/productVariation/**', '**/colorVariation/**', '**/user/**'])
    await page.route(call, (route) => route.abort());
  for (const address of ['/', list, '/product/turned-wooden-bowl']) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await page.getByRole('radio', { name: '22 cm' }).check();
  await addToCart(page);
});

test.describe('with a browser that keeps nothing', () => {
  for (const [what, spoil] of [
    [
      'is blocked',
      () => {
        const blocked = {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        };
        Object.defineProperty(window, 'localStorage', blocked);
        Object.defineProperty(window, 'sessionStorage', blocked);
      },
    ],
  ] as const)
    test(`a shopper fills a cart though the browser's store ${what}`, async ({ page }) => {
      await page.addInitScript(spoil);
      await open(page, '/product/beech-rolling-pin');
      await addToCart(page);
      await cartButton(page, '1 line').click();
      await page.getByRole('link', { name: 'view cart' }).click();
      await expect(page.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('1');
    });

  for (const [what, kept] of [
    [
      'a cart of another shape',
      JSON.stringify({ cart: '{"lines":"many","isRestored":7}', wishlist: 'null', _persist: '{"version":1.1,"rehydrated":true}' }),
    ],
  ] as const)
    test(`a shopper fills a cart though the browser kept ${what}`, async ({ page }) => {
      await page.addInitScript((text) => window.localStorage.setItem('persist:flone', text), kept);
      await open(page, '/product/beech-rolling-pin');
      await expect(cartButton(page, '0 lines')).toBeVisible();
      await addToCart(page);
      await expect(cartButton(page, '1 line')).toBeVisible();
      await expect(page.getByRole('main')).toContainText('£22.00');
      await expectPersisted(page, 'beech-rolling-pin');
    });
});

test.describe('after a deployment', () => {
  const documents = (page: Page): string[] => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(request.url());
    });
    return asked;
  };

  test('a shopper whose screen has gone for good sees one reload and then the failure', async ({ page, allowErrors }) => {
    allowErrors(lost);
    await page.route(chunk, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
    await open(page, '/');
    const asked = documents(page);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
    await expect.poll(() => asked.length).toBe(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectHydrated(page);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
    expect(asked).toHaveLength(2);
  });

  test('a shopper whose screen has another name now does not notice', async ({ page, allowErrors }) => {
    allowErrors(lost);
    await page.route(chunk, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }), { times: 1 });
    await open(page, '/');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
    await expect(page).toHaveURL(list);
    await expectHydrated(page);
    await expect(goods(page)).toHaveCount(15);
  });
});
