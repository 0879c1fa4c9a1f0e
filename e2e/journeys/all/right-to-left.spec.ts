import type { Locator, Page } from '@playwright/test';
import { arabicLetter, serveArabic } from '#e2e/arabic-locale.ts';
import { expect, expectNoHorizontalOverflow, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';
import { expectMirrored } from '#e2e/rtl-mirror.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test.beforeEach(({ context }) => serveArabic(context));

const arabicUrl = (path: string): string => `${path}?lng=ar`;

const html = (page: Page): Locator => page.locator('html');

/** Pages are hydrated in English. */
const openArabic = async (page: Page, path: string): Promise<void> => {
  await open(page, arabicUrl(path));
  await expect(html(page)).toHaveAttribute('lang', 'ar');
};

const expectArabic = async (page: Page, about = 'the page'): Promise<void> => {
  await expect(html(page), about).toHaveAttribute('lang', 'ar');
  await expect(html(page), about).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('link', { name: 'home' }).first(), about).toHaveAccessibleName(
    new RegExp(`^${arabicLetter}.*${arabicLetter}$`),
  );
};

const centre = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
};

/** The page is in Arabic and mirrored, with the logo at the right and the order status at the left, on desktop and phone. */
const expectArabicLayout = async (page: Page, path: string): Promise<void> => {
  await expectArabic(page, path);
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect(page.locator('.spinner'), path).toHaveCount(0);
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    const about = `${path} at ${size.width} px`;
    await expectNoHorizontalOverflow(page, size.width);
    const middle = size.width / 2;
    // The checkout has a header of its own, in its content.
    const [header, farLink] =
      path === '/checkout' ? [page.getByRole('main'), 'Back to cart'] : [page.getByRole('banner'), 'Check your order status'];
    expect(await centre(header.getByRole('link', { name: 'home' }).first()), about).toBeGreaterThan(middle);
    expect(await centre(header.getByRole('link', { name: farLink })), about).toBeLessThan(middle);
    await expectMirrored(page, about);
  }
};

test('a shopper whose connection fails while their language is looked up has the page in it all the same', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/detect-language-/);
  let requests = 0;
  await page.route('**/assets/detect-language-*.js', async (route) => {
    requests += 1;
    if (requests === 1) await route.abort();
    else await route.continue();
  });
  await openArabic(page, '/about');
  await expectArabic(page);
  expect(requests).toBe(2);
});

// Every route is checked mirrored in every-route.spec.ts; these have products in them here, or are visited most.
const filledPaths = ['/', '/cart', '/wishlist', '/compare', '/checkout'];

test('a shopper who chooses Arabic sees filled pages mirrored on desktop and phone, the cart at the left, toasts at the right and prices in one piece', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openArabic(page, '/product/beech-rolling-pin');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  const toast = toaster(page).getByText('Added To Cart');
  await expect(toast).toBeVisible();
  expect(await centre(toast)).toBeGreaterThan(desktop.width / 2);
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1' }).click();
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  await expect(miniCart).toContainText(/22\.00\s£/);
  expect(await centre(miniCart)).toBeLessThan(desktop.width / 2);
  await page.keyboard.press('Escape');
  await expect(miniCart).toBeHidden();

  await page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Compare' }).first().click();
  for (const part of ['cart', 'wishlist', 'compare'])
    await expect(page.getByRole('banner').getByLabel(new RegExp(part, 'i')).first()).toContainText('1');
  await expectPersisted(page, 'beech-rolling-pin');
  await expectArabicLayout(page, '/product/beech-rolling-pin');
  for (const path of filledPaths) {
    await page.setViewportSize(desktop);
    await openArabic(page, path);
    await expectArabicLayout(page, path);
  }
});

/** The element starts at the left edge of the window. */
const expectAtLeft = async (element: Locator): Promise<void> => {
  await expect.poll(async () => (await element.boundingBox())?.x).toBeCloseTo(0, 0);
};

const isFlipped = (icon: Locator): Promise<boolean> =>
  icon.evaluate((element) => getComputedStyle(element).transform.startsWith('matrix(-1'));

test.describe('with a phone', () => {
  test.use({ viewport: phone });

  test('a shopper in Arabic opens the menu and the filters at the left edge', async ({ page }) => {
    await openArabic(page, '/shop-grid-standard');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectAtLeft(menu);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Filter' }).click();
    const filters = page.getByRole('dialog', { name: 'Filter' });
    await expectAtLeft(filters);
    await expectNoHorizontalOverflow(page, phone.width);
    await page.keyboard.press('Escape');
    const sort = page.getByRole('main').getByRole('combobox').first();
    expect(await sort.evaluate((element) => getComputedStyle(element).backgroundPositionX)).toMatch(/^12px/);
    expect(await isFlipped(page.getByRole('link', { name: 'Next page' }).locator('svg'))).toBe(true);
  });

  test('a shopper in Arabic moves to the left in the picture carousel', async ({ page }) => {
    await openArabic(page, '/product-slider/coiled-jute-basket');
    const pictures = page.getByRole('main').getByRole('button', { name: 'Enlarge the picture' });
    await expect(pictures.first()).toBeInViewport({ ratio: 0.9 });
    const next = page.getByRole('button', { name: 'Next picture' });
    expect(await isFlipped(next.locator('svg'))).toBe(true);
    expect(await centre(next)).toBeLessThan(await centre(page.getByRole('button', { name: 'Previous picture' })));
    expect(await centre(pictures.nth(1))).toBeLessThan(await centre(pictures.nth(0)));
    await next.click();
    await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(pictures.nth(0)).not.toBeInViewport({ ratio: 0.9 });
  });
});

test('a shopper in Arabic goes to the next picture and the next tab by the left arrow key', async ({ page }) => {
  await openArabic(page, '/product/three-candle-set');
  await page.getByRole('main').getByRole('button', { name: 'Enlarge the picture' }).click();
  const lightbox = page.getByRole('dialog', { name: 'Pictures of' });
  await expect(lightbox).toContainText('Picture 1 of 4');
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox).toContainText('Picture 2 of 4');
  await page.keyboard.press('ArrowRight');
  await expect(lightbox).toContainText('Picture 1 of 4');
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await page.getByRole('tab', { name: 'Description' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Details' })).toBeFocused();
});

test('a shopper who asks the default build for Arabic gets English, written from the left', async ({ page, context }) => {
  await context.unrouteAll();
  await open(page, '/?lng=ar');
  await expect(html(page)).toHaveAttribute('lang', /^en/);
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('navigation', { name: 'Main menu', exact: true })).toBeVisible();
});
