import type { Locator, Page } from '@playwright/test';
import { arabicLetter, serveArabic } from '#e2e/arabic-locale.ts';
import { expect, expectHydrated, expectNoHorizontalOverflow, expectPersisted, open, test, toaster } from '#e2e/fixtures.ts';
import { expectMirrored } from '#e2e/rtl-mirror.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test.beforeEach(({ context }) => serveArabic(context));

const inArabic = (address: string): string => `${address}?lng=ar`;

const html = (page: Page): Locator => page.locator('html');

const expectArabic = async (page: Page, about = 'the page'): Promise<void> => {
  await expect(html(page), about).toHaveAttribute('lang', 'ar');
  await expect(html(page), about).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('link', { name: 'home' }).first(), about).toHaveAccessibleName(
    new RegExp(`^${arabicLetter}.*${arabicLetter}$`),
  );
};

const centre = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
};

// Every address is mirrored in its own test; these are filled with goods here, or are what a shopper sees most.
const filled = ['/', '/product/beech-rolling-pin', '/cart', '/wishlist', '/compare', '/checkout'];

test('a shopper who asks for Arabic reads it from the right, mirrored and without a flaw, on desktop and phone', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, inArabic('/product/beech-rolling-pin'));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(toaster(page)).toContainText('Added To Cart');
  await page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Compare' }).first().click();
  for (const part of ['cart', 'wishlist', 'compare'])
    await expect(page.getByRole('banner').getByLabel(new RegExp(part, 'i')).first()).toContainText('1');
  await expectPersisted(page, 'beech-rolling-pin');
  for (const address of filled) {
    await page.setViewportSize(desktop);
    await page.goto(inArabic(address));
    await expectHydrated(page);
    await expectArabic(page, address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    await expect(page.locator('.spinner'), address).toHaveCount(0);
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      const about = `${address} at ${size.width} px`;
      await expectNoHorizontalOverflow(page, size.width);
      const middle = size.width / 2;
      const banner = page.getByRole('banner');
      expect(await centre(banner.getByRole('link', { name: 'home' }).first()), about).toBeGreaterThan(middle);
      expect(await centre(banner.getByRole('link', { name: 'Check your order status' })), about).toBeLessThan(middle);
      await expectMirrored(page, about);
    }
  }
});

/** At which side of the screen a part ends. */
const expectAtLeft = async (part: Locator): Promise<void> => {
  await expect.poll(async () => (await part.boundingBox())?.x).toBeCloseTo(0, 0);
};

const isTurned = (icon: Locator): Promise<boolean> =>
  icon.evaluate((element) => getComputedStyle(element).transform.startsWith('matrix(-1'));

test.describe('with a phone', () => {
  test.use({ viewport: phone });

  test('a shopper who reads from the right finds menu and filters at the side where lines end', async ({ page }) => {
    await open(page, inArabic('/shop-grid-standard'));
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
    expect(await isTurned(page.getByRole('link', { name: 'Next page' }).locator('svg'))).toBe(true);
  });

  test('a shopper who reads from the right goes on to the left in a row of pictures', async ({ page }) => {
    await open(page, inArabic('/product-slider/coiled-jute-basket'));
    const pictures = page.getByRole('main').getByRole('button', { name: 'Enlarge the picture' });
    await expect(pictures.first()).toBeInViewport({ ratio: 0.9 });
    const next = page.getByRole('button', { name: 'Next picture' });
    expect(await isTurned(next.locator('svg'))).toBe(true);
    expect(await centre(next)).toBeLessThan(await centre(page.getByRole('button', { name: 'Previous picture' })));
    expect(await centre(pictures.nth(1))).toBeLessThan(await centre(pictures.nth(0)));
    await next.click();
    await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(pictures.nth(0)).not.toBeInViewport({ ratio: 0.9 });
  });
});

test('a shopper who reads from the right turns pictures and tabs with the arrow keys of that direction', async ({ page }) => {
  await open(page, inArabic('/product/three-candle-set'));
  await page.getByRole('main').getByRole('button', { name: 'Enlarge the picture' }).click();
  const lightbox = page.getByRole('dialog', { name: 'Pictures of' });
  await expect(lightbox).toContainText('Picture 1 of 3');
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox).toContainText('Picture 2 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(lightbox).toContainText('Picture 1 of 3');
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await page.getByRole('tab', { name: 'Description' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Additional information' })).toBeFocused();
});

test('a shopper who reads from the right has the cart at the left, messages at the right, and prices in one piece', async ({ page }) => {
  await open(page, inArabic('/product/beech-rolling-pin'));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  const message = toaster(page).getByText('Added To Cart');
  await expect(message).toBeVisible();
  expect(await centre(message)).toBeGreaterThan(desktop.width / 2);
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1' }).click();
  const cart = page.getByRole('region', { name: 'Your cart' });
  await expect(cart).toContainText(/22\.00\s£/);
  expect(await centre(cart)).toBeLessThan(desktop.width / 2);
});

test('a shopper of the shop as it is built asks for Arabic and reads English, from the left', async ({ page, context }) => {
  await context.unrouteAll();
  await open(page, '/?lng=ar');
  await expect(html(page)).toHaveAttribute('lang', /^en/);
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('navigation', { name: 'Main menu', exact: true })).toBeVisible();
});
