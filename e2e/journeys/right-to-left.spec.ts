import type { Locator, Page } from '@playwright/test';
import { notFoundRow, routeTable } from '#app/route-table.ts';
import { expect, expectAwake, expectKept, expectNothingWider, messages, open, test } from '#e2e/fixtures.ts';
import { arabicLetter, openShopInTwoLanguages, serveArabic } from '#e2e/second-language.ts';
import type { ThrowAwayShop } from '#scripts/throw-away-shop.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

// One shop for all of them: it takes a build of its own.
test.describe.configure({ mode: 'default' });

let shop: ThrowAwayShop;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  shop = await openShopInTwoLanguages();
});
test.afterAll(() => shop.discard());
test.beforeEach(({ context }) => serveArabic(context));

const inArabic = (address: string): string => {
  const url = new URL(address, shop.address);
  url.searchParams.set('lng', 'ar');
  return url.href;
};

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

/**
 * What does not lie where its mirror image would: every box of the page is measured from the right and, with the very same words,
 * from the left. Runs of text and what stands in them are left out, because words stay in their order; so is the hero's text, which
 * does not go over its picture when that is on the other side.
 */
const unmirrored = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { documentElement: html } = document;
    const hasWords = (element: Element | null): boolean =>
      [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
    const isRun = (element: Element): boolean => {
      const { display } = getComputedStyle(element);
      return display === 'inline' || (display.startsWith('inline') && hasWords(element.parentElement));
    };
    const parts = [...document.querySelectorAll('header *, main, main *, footer *')].filter(
      (element) =>
        !isRun(element) &&
        element.closest('svg, option, bdi, .visually-hidden, .hero-text') === null &&
        !(element.parentElement && isRun(element.parentElement)),
    );
    const measure = () => parts.map((part) => part.getBoundingClientRect());
    const mirrored = measure();
    html.dir = 'ltr';
    const straight = measure();
    html.dir = 'rtl';
    return parts.flatMap((part, at) => {
      const [one, other] = [mirrored[at], straight[at]];
      if (!one || !other || one.width === 0) return [];
      const off = Math.round(Math.abs(html.clientWidth - one.right - other.left) + Math.abs(one.width - other.width));
      return off > 3 ? [`${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}: ${off} px`] : [];
    });
  });

test('a shopper who asks for Arabic reads every screen from the right, mirrored and without a flaw, on desktop and phone', async ({
  page,
  allow,
}) => {
  test.setTimeout(240_000);
  allow(/status of 404/);
  await open(page, inArabic('/product/beech-rolling-pin'));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(messages(page)).toContainText('Added To Cart');
  await page.getByRole('main').getByRole('button', { name: 'Add to wishlist' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Compare' }).first().click();
  await expectKept(page, 'beech-rolling-pin');
  for (const { example } of [...routeTable, notFoundRow]) {
    await page.setViewportSize(desktop);
    await page.goto(inArabic(example));
    await expectAwake(page);
    await expectArabic(page, example);
    await expect(page.getByRole('heading', { level: 1 }), example).toHaveCount(1);
    await expect(page.locator('.spinner'), example).toHaveCount(0);
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      const about = `${example} at ${size.width} px`;
      await expectNothingWider(page, size.width);
      const middle = size.width / 2;
      const banner = page.getByRole('banner');
      expect(await centre(banner.getByRole('link', { name: 'home' }).first()), about).toBeGreaterThan(middle);
      expect(await centre(banner.getByRole('link', { name: 'Check your order status' })), about).toBeLessThan(middle);
      expect.soft(await unmirrored(page), about).toEqual([]);
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
    await expectNothingWider(page, phone.width);
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
  const message = messages(page).getByText('Added To Cart');
  await expect(message).toBeVisible();
  expect(await centre(message)).toBeGreaterThan(desktop.width / 2);
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1' }).click();
  const cart = page.getByRole('region', { name: 'Your cart' });
  await expect(cart).toContainText(/22\.00\s£/);
  expect(await centre(cart)).toBeLessThan(desktop.width / 2);
});

test('a shopper of the shop as it is built asks for Arabic and reads English, from the left', async ({ page, baseURL }) => {
  await open(page, `${baseURL}/?lng=ar`);
  await expect(html(page)).toHaveAttribute('lang', /^en/);
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('navigation', { name: 'Main menu', exact: true })).toBeVisible();
});
