import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import {
  addToCart,
  expect,
  expectNoHorizontalOverflow,
  expectPersisted,
  holdRequests,
  open,
  openHeld,
  test,
  toaster,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const menu = (page: Page): Locator => page.getByRole('dialog', { name: 'Menu' });

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(menu(page)).toBeVisible();
};

/** The focus is on the page behind the dialog. The browser's own controls, where `body` is focused, are allowed. */
const isFocusBehindMenu = (page: Page): Promise<boolean> =>
  menu(page).evaluate((dialog) => {
    const { activeElement, body } = document;
    return activeElement !== null && activeElement !== body && !dialog.contains(activeElement);
  });

test(
  'a shopper opens the menu, which fits the screen, traps the focus and closes on Escape, on a link, on Back and on a search',
  clauseTags('header.menu-button'),
  async ({ page }) => {
    await open(page, '/');
    await openMenu(page);
    expect(await menu(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    for (const name of ['Home', 'Shop', 'About us', 'Contact us', 'Collaboration', 'My account', 'Sign in or register'])
      await expect(menu(page).getByRole('link', { name, exact: true })).toBeVisible();
    await expect(menu(page).getByRole('link', { name: 'Flone on Facebook' })).toBeAttached();
    await expectAccessible(page);
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      expect(await isFocusBehindMenu(page)).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();

    await openMenu(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);
    const box = await menu(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });

    await menu(page).getByRole('link', { name: 'Shop', exact: true }).tap();
    // The URL changes before the screen is rendered, and Back before that would change neither URL nor screen.
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    await expect(page).toHaveURL('/shop-grid-standard');
    await expect(menu(page)).toBeHidden();
    await openMenu(page);
    // In the page, because Chromium on Android closes the dialog on the Back gesture and stays.
    await page.evaluate(() => window.history.back());
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made slowly, by hand, to be used every day');
    await expect(menu(page)).toBeHidden();

    await openMenu(page);
    await menu(page).getByRole('searchbox', { name: 'Search the shop' }).fill('rolling pin');
    await menu(page).getByRole('button', { name: 'Search' }).tap();
    await expect(page).toHaveURL(/\/shop-grid-standard\?q=rolling(%20|\+)pin$/);
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('article', { name: 'Rolling pin' })).toBeVisible();
  },
);

test(
  'a shopper who taps a colour, plus, Add and a tab before hydration has just that in the cart, and the tab open',
  onlyInAll,
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/product/bud-vase');
    const main = page.getByRole('main');
    await main.locator('label', { has: page.getByRole('radio', { name: 'Sage' }) }).tap();
    await main.getByRole('button', { name: 'One more: Bud vase' }).tap();
    const add = main.getByRole('button', { name: 'Add to cart', exact: true }).first();
    await add.tap();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    await main.getByRole('tab', { name: 'Details' }).tap();
    release();
    await expect(main.getByText('You have 2 in your cart')).toBeVisible();
    await expect(page).toHaveURL('/product/bud-vase?colour=Sage');
    await expect(main.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'a shopper who taps a heart and twice the menu button before hydration has one wish and the menu open',
  onlyInAll,
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/foundation-*.js');
    await openHeld(page, '/shop-grid-standard');
    await page.getByRole('button', { name: 'Add Stoneware mug to your wishlist' }).tap();
    const button = page.getByRole('button', { name: 'Open the menu' });
    await button.tap();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await button.tap();
    release();
    await expect(menu(page)).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expectPersisted(page, 'stoneware-mug');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Remove Stoneware mug from your wishlist' })).toHaveAttribute('aria-pressed', 'true');
  },
);

test('a shopper taps the cart icon and gets the cart page, not the mini-cart', clauseTags('header.cart.phone'), async ({ page }) => {
  await open(page, '/product/beech-rolling-pin');
  await addToCart(page);
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 line' });
  await expect(cart).toHaveText('1');
  await cart.tap();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  await expect(page.getByRole('region', { name: 'Your cart' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Quantity of Rolling pin' })).toHaveValue('1');
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Subtotal']);
  await expectAccessible(page);
});

test('a shopper who has scrolled past the Add button chooses a size and adds the product from the bar at the bottom', async ({ page }) => {
  await open(page, '/product/coiled-jute-basket');
  const bar = page.getByRole('region', { name: 'Add this to your cart' });
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeAttached();
  await expect(bar).toBeHidden();
  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded();
  await expect(bar).toContainText('£34.00');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Choose a size' }).tap();
  const small = page.getByRole('radio', { name: 'Small' });
  await expect(small).toBeFocused();
  await expect(small).toBeInViewport();
  await small.check();
  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded();
  await bar.getByRole('button', { name: 'Add to cart' }).tap();
  await expect(toaster(page)).toContainText('Added To Cart');

  const barTop = (await bar.boundingBox())?.y ?? 0;
  const box = await toaster(page).boundingBox();
  expect((box?.y ?? barTop) + (box?.height ?? barTop)).toBeLessThanOrEqual(barTop);
  // The bar floats alone: the other two wait at the end of the page.
  for (const name of ['Chat with us', 'Back to the top']) {
    await expect(page.getByRole('button', { name })).toBeAttached();
    await expect(page.getByRole('button', { name })).not.toBeInViewport();
  }
  await expectNoHorizontalOverflow(page, 390);
});

test('a shopper swipes through the pictures of each kind of product page, and reads which one is shown', onlyInAll, async ({ page }) => {
  const gallery = page.getByRole('region', { name: 'Pictures of Stoneware jug' });
  const count = gallery.locator('.gallery-count');
  for (const kind of ['product', 'product-tab-left', 'product-tab-right', 'product-sticky', 'product-slider']) {
    await open(page, `/${kind}/stoneware-jug`);
    await expect(count, kind).toHaveText('1 / 4');
    await gallery.locator('.gallery-main').evaluate((row) => row.scrollTo({ left: row.clientWidth, behavior: 'instant' }));
    await expect(count, kind).toHaveText('2 / 4');
  }
  // The kind with one still picture.
  await open(page, '/product-fixed-image/stoneware-jug');
  await expect(gallery.getByRole('button')).toHaveCount(1);
  await expect(count).toHaveCount(0);
});

// A phone's tiles have the heart only.
test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test('a shopper opens and closes the quick view of a list in rows by touch', onlyInAll, async ({ page }) => {
    await open(page, '/shop-list-standard?q=basket');
    await page.getByRole('button', { name: 'Quick view of Coiled jute basket' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Quick view of Coiled jute basket' });
    await expect(dialog.getByRole('heading', { name: 'Coiled jute basket' })).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page, 820);
    await dialog.getByRole('button', { name: 'Close the quick view' }).tap();
    await expect(dialog).toBeHidden();
  });
});

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a shopper sees product pages and a cart with long names without scrolling sideways', async ({ page }) => {
    for (const id of ['stoneware-mug-second', 'gift-wrapping-kit']) {
      await open(page, `/product/${id}`);
      await expectNoHorizontalOverflow(page, 320);
      await addToCart(page);
      await expectPersisted(page, id);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 lines' }).tap();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(2);
    await expectNoHorizontalOverflow(page, 320);
    await expectAccessible(page);
  });
});

test(
  'a shopper who opens the menu before its code has come sees at once that the press was taken, and then the menu',
  onlyInAll,
  async ({ page }) => {
    const release = await holdRequests(page, '**/assets/overlay-content-*.js');
    await open(page, '/');
    await expect(page.locator('.leaving-bar')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    await expect(page.locator('.leaving-bar')).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
    release();
    await expect(menu(page)).toBeVisible();
    await expect(page.locator('.leaving-bar')).toHaveCount(0);
  },
);
