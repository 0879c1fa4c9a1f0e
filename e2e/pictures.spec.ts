import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, open, test } from '#e2e/fixtures.ts';
import { cartLines, openWithCart, openWithState } from '#e2e/shopping.ts';
import { isQuick } from '#tests/quick.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const looks: readonly (readonly [size: typeof phone, colorScheme: 'light' | 'dark'])[] = [
  [desktop, 'light'],
  [phone, 'dark'],
  // The other two by `npm run test:all`.
  ...(isQuick
    ? []
    : ([
        [phone, 'light'],
        [desktop, 'dark'],
      ] as const)),
];

const compared = ['stoneware-mug', 'turned-wooden-bowl', 'coiled-jute-basket'];

/** How each screen is opened; by its URL unless it shows what a shopper has collected. */
const screens: Readonly<Record<string, string | ((page: Page) => Promise<void>)>> = {
  home: '/',
  'shop-grid': '/shop-grid-standard',
  'shop-list': '/shop-list-full-width',
  product: '/product/stoneware-mug',
  'sold-out': '/product/salt-pot',
  cart: async (page) => openWithCart(page, '/cart', await cartLines(page, 2)),
  wishlist: async (page) => openWithState(page, '/wishlist', { wishlist: { items: await cartLines(page, 3, compared) } }),
  compare: async (page) => openWithState(page, '/compare', { compare: { items: await cartLines(page, 3, compared) } }),
  checkout: async (page) => openWithCart(page, '/checkout', await cartLines(page, 2)),
  'order-status': '/order-status',
  refund: '/refund',
  login: '/login-register',
  journal: '/blog-standard',
  article: '/blog-details-standard?post=gifts-by-budget',
  about: '/about',
  collaboration: '/collabaration',
};

const hidingStyles = readFileSync(new URL('pictures/screens.css', import.meta.url), 'utf8');

/** Whatever loads after hydration is there. */
const expectLoaded = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.spinner, .tile-skeleton, .facets-skeleton')).toHaveCount(0);
};

/** The screen looks like its picture. The bytes first: the same pixels give the same file, and Playwright would decode both pictures. */
const expectPinned = async (page: Page, name: string): Promise<void> => {
  const picture = new URL(`pictures/${name}`, import.meta.url);
  const taken = await page.screenshot({ animations: 'disabled', scale: 'css' });
  if (existsSync(picture) && taken.equals(readFileSync(picture))) return;
  await expect(page).toHaveScreenshot(name);
};

for (const [name, how] of Object.entries(screens))
  test(`the screen “${name}” looks like its reference pictures, on a phone and on a desktop`, async ({ page }) => {
    if (typeof how === 'string') await open(page, how);
    else await how(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLoaded(page);
    // Not Playwright's `stylePath`, which the Content-Security-Policy forbids.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, hidingStyles);
    for (const [size, colorScheme] of looks) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await expectPinned(page, `${name}-${size.width}-${colorScheme}.png`);
    }
  });
