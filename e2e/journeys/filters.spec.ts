import type { Locator, Page } from '@playwright/test';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import {
  addToCart,
  expect,
  expectHydrated,
  expectNoHorizontalOverflow,
  expectNoLayoutShift,
  holdRequests,
  observeLayoutShifts,
  open,
  test,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { translatePage } from '#tests/support/translate-page.ts';

const list = '/shop-grid-standard';

const products = (page: Page): Locator => page.getByRole('main').getByRole('article');
const filters = (page: Page): Locator => page.getByRole('complementary', { name: 'Filter the products' });
const value = (page: Page | Locator, name: string): Locator => page.getByRole('checkbox', { name: new RegExp(`^${name}, \\d`) });
const productCount = (page: Page): Locator => page.locator('.shop-count');
const names = (page: Page): Promise<string[]> => products(page).getByRole('heading').allTextContents();
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('a shopper filters and sorts the list step by step, a reload keeps the result, and Back and Forward go through the steps', async ({
  page,
}) => {
  await open(page, list);
  await filters(page).locator('summary', { hasText: 'Colour' }).click();
  await value(page, 'Chalk').click();
  await expect(page).toHaveURL(`${list}?colour=Chalk`);
  await value(page, 'Ink').click();
  await expect(productCount(page)).toHaveText('6 products');
  await value(page, 'Kitchen & table').click();
  await page.getByLabel('Sort by').selectOption('price-high');
  await expect(page).toHaveURL(/sort=price-high/);
  // The layout links contain the query, and are rendered after the URL has changed.
  const twoColumns = page.getByRole('link', { name: 'Two columns' });
  await expect(twoColumns).toHaveAttribute('href', /sort=price-high/);
  await twoColumns.click();
  const url = `${list}?category=kitchen-table&colour=Chalk&colour=Ink&sort=price-high&layout=grid-2`;
  await expect(page).toHaveURL(url);
  await expect(twoColumns).toHaveAttribute('aria-current', 'true');
  // Tiles below the viewport render last, so wait for all of them.
  await expect(products(page)).toHaveCount(Number.parseInt(await productCount(page).innerText(), 10));
  const filtered = await names(page);

  await page.reload();
  await expectHydrated(page);
  await expect(page).toHaveURL(url);
  expect(await names(page)).toEqual(filtered);
  for (const name of ['Chalk', 'Ink', 'Kitchen & table']) await expect(value(page, name)).toBeChecked();
  await expect(page.getByLabel('Sort by')).toHaveValue('price-high');
  await expect(twoColumns).toHaveAttribute('aria-current', 'true');

  await page.goBack();
  await expect(page.getByRole('link', { name: 'Three columns' })).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('featured');
  await page.goBack();
  await expect(productCount(page)).toHaveText('6 products');
  await expect(value(page, 'Kitchen & table')).not.toBeChecked();
  await page.goForward();
  await expect(value(page, 'Kitchen & table')).toBeChecked();
});

test('a shopper comes back from a product to the same products, filters, page and scroll position', async ({ page }) => {
  await open(page, `${list}/2?availability=in`);
  const shown = await names(page);
  const last = products(page).last().getByRole('heading').getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const top = await scrollTop(page);
  expect(top).toBeGreaterThan(0);
  await last.click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.at(-1) ?? '');
  await page.goBack();
  await expect(page).toHaveURL(`${list}/2?availability=in`);
  await expect.poll(() => scrollTop(page)).toBe(top);
  await expect(products(page)).toHaveCount(shown.length);
  expect(await names(page)).toEqual(shown);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Remove In stock' })).toBeVisible();
});

test('a shopper who selects a filter keeps the scroll position', onlyInAll, async ({ page }) => {
  await open(page, list);
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => scrollTop(page)).toBe(400);
  const top = async () => (await value(page, 'Kitchen & table').boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await value(page, 'Kitchen & table').click();
  await expect(productCount(page)).toHaveText('13 products');
  // The heading above has changed its height; what the shopper looks at has not moved.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
});

test('a keyboard user opens a facet, selects a value and removes it again', onlyInAll, async ({ page }) => {
  await open(page, list);
  const sizes = filters(page).locator('summary', { hasText: 'Size' });
  await tabTo(page, sizes);
  await page.keyboard.press('Enter');
  const small = value(page, 'Small');
  await tabTo(page, small);
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(`${list}?size=Small`);
  await expect(small).toBeChecked();
  await expect(small).toBeFocused();
  // Enter must not submit the form, which would load a document.
  await page.keyboard.press('Enter');
  await expect(small).toBeFocused();
  const chip = page.getByRole('link', { name: 'Remove Small' });
  await tabTo(page, chip);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(list);
  await expect(productCount(page)).toHaveText('29 products');
  await expect(productCount(page)).toBeFocused();
});

test('a shopper who ticks two filters before hydration sees the list filtered by both', onlyInAll, async ({ page }) => {
  const release = await holdRequests(page, '**/assets/foundation-*.js');
  await page.goto(list, { waitUntil: 'commit' });
  await value(page, 'Kitchen & table').click();
  await value(page, 'On sale').click();
  release();
  await expect(page).toHaveURL(`${list}?category=kitchen-table&sale=yes`);
  await expect(productCount(page)).toHaveText('2 products');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // Chromium refuses to preload scripts then.
  test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$/));

  test('a shopper without JavaScript filters the list by the form’s button', onlyInAll, async ({ page }) => {
    await page.goto(`${list}?sort=name`);
    await value(page, 'Kitchen & table').check();
    await filters(page).getByRole('button', { name: 'Show results' }).click();
    await expect(page).toHaveURL(`${list}?sort=name&category=kitchen-table`);
    await expect(products(page)).toHaveCount(13);
  });
});

test('a shopper opens the filter panel above the products, selects a value and closes the panel', onlyInAll, async ({ page }) => {
  await open(page, '/shop-grid-filter');
  const button = page.getByRole('button', { name: /^Filter/ });
  await button.click();
  const panel = page.getByRole('region', { name: 'Filter the products' });
  await value(panel, 'Chalk').click();
  await expect(button).toHaveAccessibleName('Filter, 1 selected');
  await expectAccessible(page);
  await button.click();
  await expect(panel).toBeHidden();
  await expect(products(page)).toHaveCount(6);
});

test('the list does not shift during its first load', onlyInAll, async ({ page }) => {
  await observeLayoutShifts(page);
  await open(page, list);
  await expect(filters(page)).toContainText('Textiles & baskets');
  await expectNoLayoutShift(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  // On a desktop the first has its facets in a sidebar, the second in a panel.
  for (const url of [list, '/shop-list-two-column'])
    test(`a shopper selects filters in the drawer of ${url} and sees as many products as the button promises`, async ({ page }) => {
      await open(page, url);
      const button = page.getByRole('button', { name: /^Filter/ });
      await button.tap();
      const drawer = page.getByRole('dialog', { name: 'Filter the products' });
      await drawer.locator('summary', { hasText: 'Colour' }).tap();
      await value(drawer, 'Chalk').tap();
      await value(drawer, 'Kitchen & table').tap();
      await expect(page).toHaveURL(`${url}?category=kitchen-table&colour=Chalk`);
      const show = drawer.getByRole('button', { name: /^Show \d+ products$/ });
      await expect(show).toBeInViewport();
      await expectAccessible(page);
      const promised = await show.textContent();
      await show.tap();
      await expect(drawer).toBeHidden();
      await expect(button).toBeFocused();
      await expect(button).toHaveAccessibleName('Filter, 2 selected');
      await expect(products(page)).toHaveCount(Number(promised?.replaceAll(/\D/g, '')));
      await expectNoHorizontalOverflow(page, 390);
    });

  test('a shopper who has scrolled down still sees the filter button and the sort select', onlyInAll, async ({ page }) => {
    await open(page, list);
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect(page.getByRole('button', { name: 'Filter' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Sort by')).toBeInViewport({ ratio: 1 });
  });
});

test('a shopper whose browser translates the list filters it, opens a product, and goes Back and Forward through all of it', async ({
  page,
}) => {
  const translate = () => page.evaluate(translatePage, undefined);
  await open(page, list);
  const all = await productCount(page).textContent();
  await filters(page).locator('summary', { hasText: 'Colour' }).click();
  await value(page, 'Chalk').click();
  // Translate after hydration: React would render a part that is not hydrated yet anew, with its groups closed.
  await expect(page).toHaveURL(`${list}?colour=Chalk`);
  await translate();
  await value(page, 'Ink').click();
  await translate();
  await expect(productCount(page)).toHaveText('6 products');
  await page.getByLabel('Sort by').selectOption('price-high');
  await expect(page).toHaveURL(/sort=price-high/);
  await translate();
  await page.getByRole('link', { name: 'Remove Chalk' }).click();
  await expect(page).not.toHaveURL(/Chalk/);
  await translate();
  await products(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/product\//);
  await translate();
  await addToCart(page);
  await translate();
  for (let step = 0; step < 5; step += 1) {
    await page.goBack();
    await translate();
  }
  await expect(page).toHaveURL(list);
  await expect(productCount(page)).toHaveText(all ?? '');
  for (let step = 0; step < 2; step += 1) {
    await page.goForward();
    await translate();
  }
  await expect(productCount(page)).toHaveText('6 products');
  await expect(products(page)).toHaveCount(6);
});
