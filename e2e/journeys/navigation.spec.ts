import type { Locator, Page } from '@playwright/test';
import { tabTo } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addButton, expect, expectHydrated, expectNoHorizontalOverflow, open, test, toaster } from '#e2e/fixtures.ts';

const list = '/shop-grid-standard';

const goods = (page: Page): Locator => page.getByRole('main').getByRole('article');

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

const scrollTo = async (page: Page, place: number): Promise<void> => {
  await page.evaluate((top) => window.scrollTo(0, top), place);
  await expect.poll(() => scrolled(page)).toBe(place);
};

const shownPrices = async (page: Page): Promise<number[]> =>
  (await goods(page).locator('.price-now').allTextContents()).map((price) => Number(price.replace('£', '')));

/** How much wider a field is than what stands in it before anything is typed. */
const roomFor = (field: Locator): Promise<number> =>
  field.evaluate((input: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return Number.NaN;
    pen.font = font;
    const free = input.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    return free - pen.measureText(input.placeholder).width;
  });

test('a shopper searches from the header and clears the search again', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search the shop' }).fill('candle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${list}?q=candle`);
  await expect(page.getByRole('article', { name: 'Soy wax candle' })).toBeVisible();
  const found = await goods(page).count();
  expect(found).toBeGreaterThan(1);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(`${found} products`);
  await page.getByRole('link', { name: 'Remove “candle”' }).click();
  await expect(page).toHaveURL(list);
  await expect(goods(page)).toHaveCount(15);
});

test('all of the header stands in one row and can be read on every screen, narrow or wide', async ({ page }) => {
  await open(page, '/privacy-policy');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  const field = header.getByRole('searchbox', { name: 'Search the shop' });
  for (const width of [320, 390, 576, 768, 992, 1024, 1100, 1200, 1440]) {
    await page.setViewportSize({ width, height: 600 });
    await expectNoHorizontalOverflow(page, width);
    const boxes = await header
      .locator('a, button, input')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right, height }) => ({ left, right, height })));
    // The button of a search stands in its field.
    const inRow = boxes.filter(({ left, right }) => !boxes.some((other) => other.left < left && other.right >= right));
    const apart = inRow.map(({ left }, at) => left - (inRow[at - 1]?.right ?? 0));
    expect(Math.min(...apart), `gaps at ${width} px`).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map(({ height }) => height)), `heights at ${width} px`).toBeLessThan(50);
    await expect(field).toBeVisible({ visible: width >= 768 });
    if (width >= 768) expect(await roomFor(field), `room for the placeholder at ${width} px`).toBeGreaterThanOrEqual(0);
  }
});

test('a shopper who finds nothing is told so and led back to all goods', async ({ page }) => {
  await open(page, `${list}?q=trombone`);
  await expect(page.getByRole('heading', { name: 'Nothing matches all of that' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear all' }).click();
  await expect(goods(page)).toHaveCount(15);
});

test('a shopper sorts by price, and the address keeps the order', async ({ page }) => {
  await open(page, list);
  await page.getByLabel('Sort by').selectOption('price-low');
  await expect(page).toHaveURL(`${list}?sort=price-low`);
  await expect
    .poll(async () => {
      const shown = await shownPrices(page);
      return shown.every((price, at) => price >= (shown[at - 1] ?? 0));
    }, 'the cheapest first')
    .toBe(true);
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

test('a shopper turns to page 2, which stands in the path and starts at the top', async ({ page }) => {
  await open(page, list);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(`${list}/2`);
  await expect(goods(page)).toHaveCount(14);
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(goods(page)).toHaveCount(15);
});

test(
  'a shopper starts every page at the top and is brought back to the place by Back',
  clauseTags('route.starts-at-top'),
  async ({ page }) => {
    await open(page, list);
    // Not so far that choosing an order would have to move the page.
    await scrollTo(page, 100);
    await page.getByLabel('Sort by').selectOption('name');
    await expect(page).toHaveURL(`${list}?sort=name`);
    // A change of the query only must not move the page.
    expect(await scrolled(page)).toBe(100);
    await goods(page).filter({ hasText: 'Lavender soap bar' }).getByRole('link').first().scrollIntoViewIfNeeded();
    const left = await scrolled(page);
    await goods(page).filter({ hasText: 'Lavender soap bar' }).getByRole('link').first().click();
    await expect(page).toHaveURL('/product/lavender-soap-bar');
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(`${list}?sort=name`);
    await expect.poll(() => scrolled(page)).toBe(left);
    await expect(page.getByRole('article', { name: 'Lavender soap bar' })).toBeInViewport();
  },
);

test('a shopper more than 300 px down has a way back up', clauseTags('footer.to-top'), async ({ page }) => {
  await open(page, list);
  const up = page.getByRole('button', { name: 'Back to the top' });
  await scrollTo(page, 300);
  await expect(up).toBeHidden();
  await scrollTo(page, 301);
  await up.click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(up).toBeHidden();
});

test('a shopper keeps the header in view below its own place', clauseTags('header.sticky'), async ({ page }) => {
  await open(page, list);
  const header = page.getByRole('banner');
  const place = await header.boundingBox();
  expect(place?.y).toBeGreaterThan(0);
  await scrollTo(page, 800);
  await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
  await scrollTo(page, 0);
  await expect.poll(async () => (await header.boundingBox())?.y).toBe(place?.y);
});

test('a shopper finds every part of the header', async ({ page }) => {
  await open(page, list);
  const header = page.getByRole('banner');
  for (const [name, address] of [
    ['Flone, home', '/'],
    ['Home', '/'],
    ['Shop', list],
    ['About us', '/about'],
    ['Contact us', '/contact'],
    ['Collaboration', '/collabaration'],
    ['Sign Up or Login', '/login-register'],
    ['Wishlist, 0 products', '/wishlist'],
    ['Compare, 0 products', '/compare'],
    ['Check your order status', '/order-status'],
  ] as const)
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  await expect(header.getByTitle('Check your order status')).toBeVisible();
  await header.getByRole('link', { name: 'Flone, home' }).click();
  await expect(page).toHaveURL('/');
});

test('a shopper without a mouse skips the header', async ({ page }) => {
  await open(page, list);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a shopper without a mouse reads every tab of a product', async ({ page }) => {
  await open(page, '/product/stoneware-mug');
  const tab = (name: string): Locator => page.getByRole('tab', { name });
  await tabTo(page, tab('Description'));
  await page.keyboard.press('ArrowRight');
  await expect(tab('Additional information')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Additional information' })).toContainText('Where made');
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Delivery and returns' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(tab('Description')).toHaveAttribute('aria-selected', 'true');
});

test('a shopper without a mouse looks at every picture and is back where it began', async ({ page }) => {
  await open(page, '/product/stoneware-mug');
  const enlarge = page.getByRole('button', { name: /^Enlarge the picture/ });
  await tabTo(page, enlarge);
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Pictures of Stoneware mug' });
  await expect(lightbox).toContainText(/Picture 1 of \d/);
  await page.keyboard.press('ArrowRight');
  await expect(lightbox).toContainText(/Picture 2 of \d/);
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox).toContainText(/Picture 1 of \d/);
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(enlarge).toBeFocused();
});

test('a shopper without a mouse gets from the list to the cart', async ({ page }) => {
  await open(page, `${list}?q=rolling`);
  await tabTo(page, page.getByRole('article', { name: 'Rolling pin' }).getByRole('link', { name: 'Rolling pin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling pin');
  await tabTo(page, addButton(page));
  await page.keyboard.press('Enter');
  await expect(toaster(page)).toContainText('Added To Cart');
  await page.keyboard.press('Home');
  const cart = page.getByRole('button', { name: 'Cart, 1 line' });
  for (let press = 0; press < 60 && !(await cart.evaluate((element) => element === document.activeElement)); press += 1)
    await page.keyboard.press('Shift+Tab');
  await expect(cart).toBeFocused();
  await page.keyboard.press('Enter');
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  await expect(miniCart).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(miniCart).toBeHidden();
  await expect(cart).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, miniCart.getByRole('link', { name: 'view cart' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');
  await tabTo(page, page.getByRole('button', { name: 'One Rolling pin less' }));
  await page.keyboard.press('Enter');
  await expect(toaster(page)).toContainText('Removed From Cart');
});
