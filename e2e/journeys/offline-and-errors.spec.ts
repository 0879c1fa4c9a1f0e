import type { Locator, Page, Request, Route } from '@playwright/test';
import * as z from 'zod';
import { expectAccessible } from '#e2e/accessibility.ts';
import {
  addButton,
  addToCart,
  expect,
  expectHydrated,
  expectNoHorizontalOverflow,
  expectPersisted,
  open,
  test,
  toaster,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';

const list = '/shop-grid-standard';
const productsUrl = /\/client\/products(?:\?|$)/;

/** Chromium’s errors for a server that does not run, or stops while it answers. */
const serverStopped = /net::ERR_CONNECTION_(?:REFUSED|RESET)/;
/** i18next's warning about texts that an idle page fetches ahead while the server does not run. */
const textsFailed = /i18next::backendConnector: loading namespace \S+ for language en failed/;
/** Errors of the browser and the shop when the code of a screen does not load. */
const chunkFailed = /dynamically imported module|ChunkLoadError|Loading the screen failed|status of 404|Failed to load module script/;
const chunk = '**/assets/shop-screen-*.js';
const failure = (page: Page): Locator => page.getByRole('main').getByRole('alert');

const products = (page: Page): Locator => page.getByRole('main').getByRole('article');

const tryAgain = (page: Page): Locator => failure(page).getByRole('button', { name: 'Try again' });

const cartButton = (page: Page, count: string): Locator => page.getByRole('button', { name: `Cart, ${count}`, exact: true });

/** Files that the shop prefetches and the test needs. */
const neededChunks = ['/assets/shop-screen-', '/assets/cart-screen-', '/assets/overlay-content-'] as const;
/** Modules; the document's own script is none. */
const moduleUrl = /\/assets\/(?!document-)[^/]+\.js$/;

/** Call it before the page is opened; the returned function waits until prefetching is over. */
const watchPrefetching = (page: Page): (() => Promise<void>) => {
  const pending = new Set<Request>();
  const modules = new Set<string>();
  page.on('request', (request) => {
    pending.add(request);
    if (moduleUrl.test(request.url())) modules.add(request.url());
  });
  const onEnd = (request: Request): void => {
    pending.delete(request);
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return async () => {
    await expect.poll(() => neededChunks.every((name) => [...modules].some((url) => url.includes(name)))).toBe(true);
    // A module may import the next: to import it again ends when all of them have been loaded.
    for (let known = 0; known < modules.size; ) {
      known = modules.size;
      await page.evaluate(`Promise.all(${JSON.stringify([...modules])}.map((url) => import(url))).then(() => undefined)`);
    }
    await expect.poll(() => pending.size).toBe(0);
  };
};

test('a shopper whose server stops sees an error in the list, can still change the cart, and sees the products after a retry', async ({
  page,
  spareShop,
  allowErrors,
}) => {
  allowErrors(serverStopped);
  const prefetched = watchPrefetching(page);
  await open(page, `${spareShop.address}/product/beech-rolling-pin`);
  await addToCart(page);
  await prefetched();

  await spareShop.stop();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
  await expect(failure(page)).toContainText('We can’t reach the shop at the moment.');
  await cartButton(page, '1 line').click();
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  await expect(miniCart.getByRole('listitem')).toContainText('Rolling pin');
  await expect(miniCart).toContainText('£22.00');
  await miniCart.getByRole('link', { name: 'view cart' }).click();
  await page.getByRole('button', { name: 'One more: Rolling pin' }).click();
  await expect(page.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('2');
  await page.goBack();
  await expect(failure(page)).toBeVisible();
  await tryAgain(page).click();
  await expect(failure(page)).toContainText('We can’t reach the shop at the moment.');

  await spareShop.start();
  await tryAgain(page).click();
  await expect(failure(page)).toHaveCount(0);
  await expect(products(page)).toHaveCount(15);
  await expect(cartButton(page, '1 line')).toBeVisible();
});

test('a shopper sees an error when the products do not load, and the products after a retry', onlyInAll, async ({ page, allowErrors }) => {
  allowErrors(/client\/products.*net::ERR_FAILED|net::ERR_FAILED.*client\/products/);
  await page.route(productsUrl, (route) => route.abort());
  /** Waits for the next failed request for the products. Every failure is awaited, so that it is not mistaken for a later one. */
  const nextFailure = () => page.waitForEvent('requestfailed', (request) => productsUrl.test(request.url()));
  // Not the list page, whose document contains the first page of products. On /about an idle page prefetches the products.
  await Promise.all([nextFailure(), open(page, '/about')]);
  await Promise.all([nextFailure(), page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click()]);
  await expect(failure(page)).toContainText('We can’t reach the shop at the moment.');
  await expect(products(page)).toHaveCount(0);
  await Promise.all([nextFailure(), tryAgain(page).click()]);
  await expect(failure(page)).toBeVisible();
  await page.unroute(productsUrl);
  await tryAgain(page).click();
  await expect(products(page)).toHaveCount(15);
});

test(
  'a shopper who opens a screen while the server is stopped keeps the header, and gets the screen after a retry',
  onlyInAll,
  async ({ page, spareShop, allowErrors }) => {
    allowErrors(serverStopped);
    allowErrors(/net::ERR_FAILED.*shop-screen-|shop-screen-.*net::ERR_FAILED/);
    // The page may have been idle long enough to fetch ahead before or after the server stops.
    allowErrors(textsFailed);
    allowErrors(chunkFailed);
    await page.route(chunk, (route) => route.abort());
    await open(page, `${spareShop.address}/about`);
    await spareShop.stop();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('banner')).toBeVisible();
    await page.unroute(chunk);
    await spareShop.start();
    await tryAgain(page).click();
    await expect(products(page)).toHaveCount(15);
  },
);

test('a shopper without a connection has one message in words with one button, and the details for support folded', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/net::ERR_/);
  allowErrors(chunkFailed);
  const parts = '**/assets/{floating,account-lists}-*.js';
  await page.route(parts, (route) => route.abort());
  await page.goto('/about');
  const buttons = page.getByRole('button', { name: 'Try again' });
  // The note about the stored cart, which appears after two more tries; no second note about toasts appears beside it.
  await expect(page.locator('.restore-failure')).toBeVisible({ timeout: 15_000 });
  await expect(buttons).toHaveCount(1);
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Franchise' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(failure(page)).toContainText('We can’t reach the shop at the moment.');
  await expect(buttons).toHaveCount(1);
  await expect(failure(page).getByRole('link')).toHaveCount(0);
  await expect(page.getByText(/^ChunkLoadError: missing/)).toBeHidden();
  await page.getByText('Details for support').click();
  await expect(page.getByText(/^ChunkLoadError: missing/)).toBeVisible();
  await page.context().setOffline(false);
  await page.unroute(parts);
  await tryAgain(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /franchise/i })).toBeVisible();
});

for (const [what, response] of [
  ['broken JSON', { contentType: 'application/json', body: '[{"_id":"beech' }],
  ['HTML instead of JSON', { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' }],
  ['JSON that is no product list', { contentType: 'application/json', body: '{"products":[]}' }],
] as const)
  test(`a shopper sees an error when the server sends ${what}, and the products after a retry`, onlyInAll, async ({ page }) => {
    await page.route(productsUrl, (route) => route.fulfill(response));
    await open(page, list);
    await expect(failure(page)).toContainText('Something went wrong on our side.');
    await page.unroute(productsUrl);
    await tryAgain(page).click();
    await expect(products(page)).toHaveCount(15);
  });

test('a shopper reads the server’s own error message on list, product and home page', onlyInAll, async ({ page, allowErrors }) => {
  allowErrors(/status of 503/);
  const message = 'We are counting our stock. Please come back at noon.';
  await page.route(productsUrl, (route) => route.fulfill({ status: 503, json: { code: 'busy', message } }));
  for (const url of [list, '/product/beech-rolling-pin', '/']) {
    await open(page, url);
    await expect(failure(page)).toContainText(message);
  }
  await page.unroute(productsUrl);
  await tryAgain(page).click();
  await expect(failure(page)).toHaveCount(0);
});

test('a shopper who adds a product without an id reads that its data are invalid', onlyInAll, async ({ page }) => {
  const withoutId = async (route: Route): Promise<void> => {
    // The plain list, as another API would send it.
    const response = await page.request.get('/client/products');
    const all = z.array(z.record(z.string(), z.unknown())).parse(await response.json());
    const pin = all.find(({ _id }) => _id === 'beech-rolling-pin');
    await route.fulfill({ json: [{ ...pin, _id: undefined }, ...all.filter(({ _id }) => _id !== 'beech-rolling-pin')] });
  };
  await page.route(productsUrl, withoutId);
  await open(page, '/about');
  await page.getByRole('banner').getByLabel('Search the shop').fill('rolling');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Rolling pin' }).getByRole('button', { name: 'Add to cart' }).click();
  await expect(toaster(page)).toContainText('Invalid product data');
  await expect(cartButton(page, '0 lines')).toBeVisible();
});

test('a shopper adds a product to the cart although every call but the product list fails', onlyInAll, async ({ page, allowErrors }) => {
  allowErrors(
    /net::ERR_FAILED.*\/(sales|productVariation|colorVariation|user)\/|\/(sales|productVariation|colorVariation|user)\/.*net::ERR_FAILED/,
  );
  for (const call of ['**/sales/**', '**/productVariation/**', '**/colorVariation/**', '**/user/**'])
    await page.route(call, (route) => route.abort());
  for (const url of ['/', list, '/product/turned-wooden-bowl']) {
    await open(page, url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await page.getByRole('radio', { name: '22 cm' }).check();
  await addToCart(page);
});

test('a shopper fills a cart although the browser blocks its storage', onlyInAll, async ({ page }) => {
  await page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'localStorage', blocked);
    Object.defineProperty(window, 'sessionStorage', blocked);
  });
  await open(page, '/product/beech-rolling-pin');
  await addToCart(page);
  await cartButton(page, '1 line').click();
  await page.getByRole('link', { name: 'view cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  await expect(page.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('1');
});

test('a shopper fills a cart although the stored cart has an invalid shape', async ({ page }) => {
  const stored = JSON.stringify({
    cart: '{"lines":"many","isRestored":7}',
    wishlist: 'null',
    _persist: '{"version":1.1,"rehydrated":true}',
  });
  await page.addInitScript((text) => window.localStorage.setItem('persist:flone', text), stored);
  await open(page, '/product/beech-rolling-pin');
  await expect(cartButton(page, '0 lines')).toBeVisible();
  await addToCart(page);
  await expect(cartButton(page, '1 line')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('£22.00');
  await expectPersisted(page, 'beech-rolling-pin');
});

test.describe('without the code of messages', () => {
  const toasterScript = '**/assets/floating-*.js';
  const missingNote = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'We can’t reach the shop at the moment.' });

  /** Presses Try again by the keyboard, which does not wait for a place in a page that still loads. */
  const tryAgainWithToaster = async (page: Page, retry: Locator): Promise<void> => {
    await page.unroute(toasterScript);
    await retry.press('Enter');
    await expectHydrated(page);
    await expect(missingNote(page)).toHaveCount(0);
  };

  /** Adds a product to the cart, and waits for the note that stands for the toasts. Not `open`, which waits for the toaster. */
  const addWithoutToaster = async (page: Page): Promise<Locator> => {
    await page.route(toasterScript, (route) => route.abort());
    await page.goto('/product/beech-rolling-pin');
    await addButton(page).click();
    await expect(page.getByRole('main')).toContainText('You have 1 in your cart');
    const retry = missingNote(page).getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    return retry;
  };

  test('a shopper adds to the cart all the same, sees that messages are missing, and gets them by Try again', async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/\/assets\/floating-/);
    const retry = await addWithoutToaster(page);
    await expect(retry).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await tryAgainWithToaster(page, retry);
    await addToCart(page);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test(
      'a shopper finds Try again at the end of the page, clear of what they press and of the bar of the product',
      onlyInAll,
      async ({ page, allowErrors }) => {
        allowErrors(/\/assets\/floating-/);
        const retry = await addWithoutToaster(page);
        await expect(missingNote(page)).not.toBeInViewport();
        await expectNoHorizontalOverflow(page, 390);
        // What loads further up may still move it.
        const isUncovered = () =>
          retry.evaluate((button) => {
            button.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { left, top, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          });
        await isUncovered();
        // It comes only once the page is scrolled past the Add button.
        await expect(page.getByRole('region', { name: 'Add this to your cart' })).toBeVisible();
        await expect.poll(isUncovered).toBe(true);
        await tryAgainWithToaster(page, retry);
      },
    );
  });
});

test.describe('after a deployment', () => {
  /** Collects the URLs of the documents that are requested. */
  const collectNavigations = (page: Page): string[] => {
    const urls: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) urls.push(request.url());
    });
    return urls;
  };

  test('a shopper whose screen’s code is gone sees one reload and then an error', onlyInAll, async ({ page, allowErrors }) => {
    allowErrors(chunkFailed);
    await page.route(chunk, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
    await open(page, '/');
    const navigations = collectNavigations(page);
    // The document shows the error before the reload, too.
    const reloaded = page.waitForEvent('load');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
    await reloaded;
    await expect.poll(() => navigations.length).toBe(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectHydrated(page);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!');
    expect(navigations).toHaveLength(2);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    const menuButton = (page: Page): Locator => page.getByRole('button', { name: 'Open the menu' });
    const overlayScript = '**/assets/overlay-content-*.js';

    test(
      'a shopper who opens the menu, whose code is gone, reads that the shop has been updated, and gets it after one reload',
      onlyInAll,
      async ({ page, allowErrors }) => {
        allowErrors(/overlay-content-|status of 404/);
        await page.route(overlayScript, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
        await open(page, list);
        // Stores the note's text, because the page reloads at once.
        await page.evaluate(() => {
          new MutationObserver(() => {
            const note = document.querySelector('[role="alert"]:not([hidden])');
            if (note?.textContent) window.sessionStorage.setItem('noted', note.textContent);
          }).observe(document.body, { childList: true, subtree: true });
        });
        // The document that the page reloads has all of its scripts.
        await page.route('**/shop-grid-standard', async (route) => {
          await page.unroute(overlayScript);
          await route.continue();
        });
        const reloaded = page.waitForEvent('load');
        await menuButton(page).click();
        await reloaded;
        await expectHydrated(page);
        expect(await page.evaluate(() => window.sessionStorage.getItem('noted'))).toContain('We’ve just updated the shop');
        await menuButton(page).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    );
  });

  test('a shopper whose screen’s code has a new file name gets the screen after one reload', async ({ page, allowErrors }) => {
    allowErrors(chunkFailed);
    // Fails until the page is reloaded, however often an idle page fetches it ahead.
    let isGone = true;
    await page.route(chunk, (route) =>
      isGone ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }) : route.continue(),
    );
    await open(page, '/');
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isGone = false;
    });
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop' }).click();
    await expect(page).toHaveURL(list);
    await expectHydrated(page);
    await expect(products(page)).toHaveCount(15);
  });
});
