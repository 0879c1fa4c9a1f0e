import type { Locator, Page } from '@playwright/test';
import { tabTo } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addButton, expect, expectHydrated, holdRequests, open, test, toaster } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { searchFor } from '#e2e/shopping.ts';
import { initialLoads } from '#scripts/bundle-size.ts';

const list = '/shop-grid-standard';

const products = (page: Page): Locator => page.getByRole('main').getByRole('article');

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

const scrollTo = async (page: Page, top: number): Promise<void> => {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expect.poll(() => scrollTop(page)).toBe(top);
};

/** Makes the page taller by a CSS length at its foot. */
const setExtraHeight = (page: Page, height: string): Promise<void> =>
  page.evaluate((value) => {
    document.body.style.paddingBottom = value;
  }, height);

const shownPrices = async (page: Page): Promise<number[]> =>
  (await products(page).locator('.price-now').allTextContents()).map((price) => Number(price.replace('£', '')));

test(
  'a shopper searches from the header, clears the search, and is led back to all products when nothing matches',
  onlyInAll,
  async ({ page }) => {
    await open(page, '/');
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('candle');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${list}?q=candle`);
    await expect(page.getByRole('article', { name: 'Soy wax candle' })).toBeVisible();
    const found = await products(page).count();
    expect(found).toBeGreaterThan(1);
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'products' })).toHaveText(`${found} products`);
    await page.getByRole('link', { name: 'Remove “candle”' }).click();
    await expect(page).toHaveURL(list);
    await expect(products(page)).toHaveCount(15);
    await searchFor(page, 'trombone');
    await expect(page).toHaveURL(`${list}?q=trombone`);
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing found for “trombone”' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Clear all' }).click();
    await expect(products(page)).toHaveCount(15);
  },
);

test('a shopper sorts by price, and the URL keeps the order through a reload', onlyInAll, async ({ page }) => {
  await open(page, list);
  await page.getByLabel('Sort by').selectOption('price-low');
  await expect(page).toHaveURL(`${list}?sort=price-low`);
  await expect
    .poll(async () => {
      const shown = await shownPrices(page);
      return shown.every((price, index) => price >= (shown[index - 1] ?? 0));
    }, 'the cheapest first')
    .toBe(true);
  await expect(products(page)).toHaveCount(15);
  const rising = await shownPrices(page);
  await page.getByLabel('Sort by').selectOption('price-high');
  await expect(page).toHaveURL(`${list}?sort=price-high`);
  await expect.poll(async () => (await shownPrices(page))[0]).toBeGreaterThan(rising.at(-1) ?? 0);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-high');
  const falling = await shownPrices(page);
  expect(falling).toEqual(falling.toSorted((one, other) => other - one));
});

test(
  'a shopper starts page 2 and a product at the top, and Back restores the scroll position',
  clauseTags('route.starts-at-top'),
  async ({ page }) => {
    await open(page, list);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    // Enter on a link that has the focus scrolls no further; a click may.
    await pages.getByRole('link', { name: 'Page 2' }).focus();
    const leftFirst = await scrollTop(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${list}/2`);
    await expect(products(page)).toHaveCount(14);
    await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(await scrollTop(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect(products(page)).toHaveCount(15);
    await expect.poll(() => scrollTop(page)).toBe(leftFirst);
    // The page is still held there until a frame has told its height.
    await nextFrames(page);

    // The select must stay in view, or choosing an option scrolls to it.
    await scrollTo(page, 100);
    await page.getByLabel('Sort by').selectOption('name');
    await expect(page).toHaveURL(`${list}?sort=name`);
    await expect(products(page).first()).toHaveAccessibleName(/^Basin set/);
    // A change of the query alone keeps the scroll position.
    expect(await scrollTop(page)).toBe(100);
    await products(page).filter({ hasText: 'Lavender soap bar' }).getByRole('link').first().focus();
    const left = await scrollTop(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product/lavender-soap-bar');
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(`${list}?sort=name`);
    await expect.poll(() => scrollTop(page)).toBe(left);
    await expect(page.getByRole('article', { name: 'Lavender soap bar' })).toBeInViewport();
  },
);

test('a shopper who opens another page by typing its URL finds each page at its own scroll position', onlyInAll, async ({ page }) => {
  await open(page, '/privacy-policy');
  await scrollTo(page, 300);
  await open(page, list);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop');
  expect(await scrollTop(page)).toBe(0);
  // A page of the back/forward cache does not load again.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/privacy-policy');
  await expect.poll(() => scrollTop(page)).toBe(300);
});

test('a page that is left again before it has grown to its former height keeps its scroll position', onlyInAll, async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await open(page, '/product/stoneware-mug');
  await setExtraHeight(page, '3000px');
  await scrollTo(page, 2500);
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')?.click());
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await setExtraHeight(page, '0');
  await page.goBack();
  await expect(heading).toHaveText('Stoneware mug');
  // As far down as the shorter page goes, until a frame has told its scroll event.
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(300);
  await nextFrames(page);
  await page.goForward();
  await expect(page).toHaveURL('/about');
  await expect(heading).not.toHaveText('Stoneware mug');
  await setExtraHeight(page, '3000px');
  await page.goBack();
  await expect(heading).toHaveText('Stoneware mug');
  await expect.poll(() => scrollTop(page)).toBe(2500);
});

test('a page that is left for one that loads slowly, and that a spinner replaces meanwhile, keeps its scroll position', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/about-screen-*.js');
  await open(page, '/product/stoneware-mug');
  await setExtraHeight(page, '3000px');
  await scrollTo(page, 2500);
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')?.click());
  await expect(page).toHaveTitle('Loading... | Flone');
  await setExtraHeight(page, '0');
  await expect.poll(() => scrollTop(page)).toBeLessThan(2500);
  release();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await setExtraHeight(page, '3000px');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stoneware mug');
  await nextFrames(page);
  expect(await scrollTop(page)).toBe(2500);
});

test('a shopper who presses a tab after Back is not scrolled on when the page grows to its former height', async ({ page }) => {
  const scrollToEnd = (): Promise<number> =>
    page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return Math.round(window.scrollY);
    });
  await open(page, '/product/stoneware-mug');
  await setExtraHeight(page, '1500px');
  const left = await scrollToEnd();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await setExtraHeight(page, '0');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stoneware mug');
  // As far down as the shorter page goes.
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(300);
  await page.getByRole('tab', { name: 'Details' }).click();
  const pressed = await scrollTop(page);
  expect(pressed).toBeLessThan(left);
  await setExtraHeight(page, '1500px');
  await nextFrames(page);
  expect(await scrollTop(page)).toBe(pressed);
});

test('a product is shown first, and what lies below the fold follows; on Forward both are there at once', onlyInAll, async ({ page }) => {
  const related = page.getByRole('heading', { name: 'You may also like' });
  const openProduct = () => products(page).first().getByRole('link').last().click();
  /** Whether the related products were in the page when the product was. */
  const watch = (): Promise<void> =>
    page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const main = document.querySelector('main');
        if (!main?.querySelector('.gallery')) return;
        observer.disconnect();
        document.documentElement.dataset.cameTogether = String(
          [...main.querySelectorAll('h2')].some((h2) => h2.textContent === 'You may also like'),
        );
      }).observe(document.body, { childList: true, subtree: true });
    });
  const cameTogether = () => page.locator('html').getAttribute('data-came-together');
  await open(page, list);
  // The first time loads the chunk of what lies below the fold.
  await openProduct();
  await expect(related).toBeVisible();
  await page.goBack();
  await expect(products(page)).toHaveCount(15);
  await watch();
  await openProduct();
  await expect(related).toBeVisible();
  expect(await cameTogether()).toBe('false');
  await page.goBack();
  await expect(products(page)).toHaveCount(15);
  await watch();
  await page.goForward();
  await expect(related).toBeVisible();
  expect(await cameTogether()).toBe('true');
});

test('a keyboard user reads every tab of a product', onlyInAll, async ({ page }) => {
  await open(page, '/product/stoneware-mug');
  const tab = (name: string): Locator => page.getByRole('tab', { name });
  await tabTo(page, tab('Description'));
  await page.keyboard.press('ArrowRight');
  await expect(tab('Details')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Details' })).toContainText('Workshop');
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Delivery and returns' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(tab('Description')).toHaveAttribute('aria-selected', 'true');
});

test('a keyboard user goes from the list to a product, opens and closes the mini-cart, and removes the product in the cart', async ({
  page,
}) => {
  await open(page, `${list}?q=rolling`);
  await tabTo(page, page.getByRole('article', { name: 'Rolling pin' }).getByRole('link', { name: 'Rolling pin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
  await tabTo(page, addButton(page));
  await page.keyboard.press('Enter');
  await expect(toaster(page)).toContainText('Added To Cart');
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  // It shows itself for a few seconds after an add; a press on the icon meanwhile would keep it open, or close it.
  await page.keyboard.press('Escape');
  await expect(miniCart).toBeHidden();
  await page.keyboard.press('Home');
  const cart = page.getByRole('button', { name: 'Cart, 1 line' });
  for (let press = 0; press < 60 && !(await cart.evaluate((element) => element === document.activeElement)); press += 1)
    await page.keyboard.press('Shift+Tab');
  await expect(cart).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(miniCart).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(miniCart).toBeHidden();
  await expect(cart).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, miniCart.getByRole('link', { name: 'view cart' }));
  await page.keyboard.press('Enter');
  // The product page has a button of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  await expect(page).toHaveURL('/cart');
  await tabTo(page, page.getByRole('button', { name: 'One fewer: Rolling pin' }));
  await page.keyboard.press('Enter');
  await expect(toaster(page)).toContainText('Removed From Cart');
});

test.describe('a first visit', () => {
  const landings = [
    ['home', '/'],
    ['list', list],
    ['product', '/product/stoneware-mug'],
  ] as const;

  for (const [landing, url] of landings)
    test(`a page (${landing}) loads all scripts of its first screen before any other`, async ({ page }) => {
      const files = new Set(
        initialLoads()
          .find((load) => load.landing === landing)
          ?.files.map(({ file }) => `/${file}`)
          // The script in the head is in the document.
          .filter((file) => file.endsWith('.js') && !file.startsWith('/assets/document-')),
      );
      const scripts: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('.js')) scripts.push(pathname);
      });
      await page.goto(url);
      await expect(toaster(page)).toBeAttached();
      const firstOther = scripts.findIndex((script) => !files.has(script));
      expect(firstOther).toBeGreaterThan(3);
      expect(new Set(scripts.slice(0, firstOther))).toEqual(files);
    });

  const watchStylesheets = (page: Page): readonly string[] => {
    const stylesheets: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') stylesheets.push(new URL(request.url()).pathname);
    });
    return stylesheets;
  };

  for (const [landing, url] of landings)
    test(`a shopper gets the styles of the first screen (${landing}) with the document`, onlyInAll, async ({ page }) => {
      const files = initialLoads().find((load) => load.landing === landing)?.files ?? [];
      const own = files.map(({ file }) => `/${file}`).filter((file) => file.endsWith('.css'));
      expect(own.length).toBeGreaterThan(1);
      // Lazy parts bring styles of their own, or those of another screen.
      const stylesheets = watchStylesheets(page);
      await page.goto(url);
      await expect(toaster(page)).toBeAttached();
      expect(stylesheets.filter((file) => own.includes(file))).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Figtree');
    });

  test('a shopper gets the styles of the next screen once', async ({ page }) => {
    const stylesheets = watchStylesheets(page);
    await open(page, '/');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop', exact: true }).click();
    await expect(products(page)).toHaveCount(15);
    await expect.poll(() => stylesheets.filter((file) => file.includes('/shop-screen-'))).toHaveLength(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goForward();
    await expect(products(page)).toHaveCount(15);
    expect(stylesheets.filter((file) => file.includes('/shop-screen-'))).toHaveLength(1);
    // Of the first screen, in the document already.
    expect(stylesheets.filter((file) => file.includes('/home-screen-'))).toEqual([]);
  });
});
