import type { Locator, Page } from '@playwright/test';
import { clauseTags } from '#e2e/clause-tags.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { nameClass } from '#shared/ui/shop-name.ts';

const list = '/shop-grid-standard';
const phone = { width: 390, height: 844 };

const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

const scrollTo = async (page: Page, top: number): Promise<void> => {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expect.poll(() => scrollTop(page)).toBe(top);
};

/** What Chromium keeps free in a search field for its button that empties it, also while that is hidden. */
const emptyButtonWidth = 15;

/** Free pixels in a search field behind its placeholder. */
const placeholderRoom = (field: Locator): Promise<number> =>
  field.evaluate((input: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return Number.NaN;
    context.font = font;
    const width = input.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    return width - context.measureText(input.placeholder).width;
  });

test('the header fits in one row on every screen width, and the search field shows its whole placeholder', async ({ page }) => {
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
    // The search button lies inside its field.
    const inRow = boxes.filter(({ left, right }) => !boxes.some((other) => other.left < left && other.right >= right));
    const apart = inRow.map(({ left }, index) => left - (inRow[index - 1]?.right ?? 0));
    expect(Math.min(...apart), `gaps at ${width} px`).toBeGreaterThanOrEqual(0);
    expect(Math.max(...boxes.map(({ height }) => height)), `heights at ${width} px`).toBeLessThan(50);
    await expect(field).toBeVisible({ visible: width >= 768 });
    if (width >= 768)
      expect(await placeholderRoom(field), `room for the placeholder at ${width} px`).toBeGreaterThanOrEqual(emptyButtonWidth);
  }
});

test('a shop name of up to 40 letters fits the header, the checkout and the footer at every width, on one line or broken between words', async ({
  page,
}) => {
  const names = [
    { name: 'Wren & Clay', words: true },
    { name: 'The Hay-on-Wye Spoon Carvers', words: true },
    { name: 'Mother and Daughter Stoneware of Ludlow', words: true },
    // No header of a phone has room for it: it is broken, and nothing is cut off.
    { name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll', words: false },
  ];
  for (const url of ['/privacy-policy', '/checkout/beech-rolling-pin/1']) {
    await open(page, url);
    const logo = page.locator('header .logo');
    for (const width of [320, 360, 390, 600, 768, 992, 1024, 1200, 1440]) {
      await page.setViewportSize({ width, height: 600 });
      for (const { name, words } of names) {
        const where = `${name}, ${url}, ${width} px`;
        const seen = await logo.evaluate(
          (element, [text = '', className = '']) => {
            for (const each of document.querySelectorAll('.logo')) {
              each.textContent = text;
              each.className = className;
            }
            const range = document.createRange();
            range.selectNodeContents(element);
            const lines = [...range.getClientRects()];
            const [node] = element.childNodes;
            // The words of the name that do not stand on one line.
            const broken = [...text.matchAll(/[\p{L}&-]+/gu)].filter(({ 0: word, index }) => {
              if (!node) return true;
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              return range.getClientRects().length > 1 && !word.includes('-');
            });
            const header = element.closest('header')?.getBoundingClientRect();
            return {
              isInside: lines.every(({ top, bottom }) => header && top >= header.top && bottom <= header.bottom),
              broken: broken.map(([word]) => word),
            };
          },
          [name, nameClass(name)],
        );
        await expectNoHorizontalOverflow(page, width);
        expect(seen.isInside, `height of ${where}`).toBe(true);
        if (words) expect(seen.broken, `words of ${where}`).toEqual([]);
      }
    }
  }
});

test(
  'every kind of screen fits a window of 1280 pixels for a shopper whose browser shows text at 200 %',
  onlyInAll,
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const browser = await context.newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const url of ['/', list, '/product/stoneware-mug', '/checkout/beech-rolling-pin/1', '/contact', '/blog-standard']) {
      await open(page, url);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      await expectNoHorizontalOverflow(page, 1280);
    }
  },
);

test(
  'a shopper skips the header by keyboard, keeps it in view while scrolling, returns to the top by a button, and finds all of its links',
  clauseTags('header.sticky', 'footer.to-top'),
  async ({ page }) => {
    await open(page, list);
    const header = page.getByRole('banner');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveURL(list);

    await scrollTo(page, 0);
    const resting = await header.boundingBox();
    expect(resting?.y).toBeGreaterThan(0);
    await scrollTo(page, 800);
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
    await scrollTo(page, 0);
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(resting?.y);

    const toTop = page.getByRole('button', { name: 'Back to the top' });
    await scrollTo(page, 300);
    await expect(toTop).toBeHidden();
    await scrollTo(page, 301);
    await toTop.click();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(toTop).toBeHidden();

    for (const [name, href] of [
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
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    await expect(header.getByTitle('Check your order status')).toBeVisible();
    await header.getByRole('link', { name: 'Flone, home' }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'the cart icon opens and closes the mini-cart on a desktop and links to the cart on a phone, which shows no account text',
  clauseTags('header.account.desktop-only', 'header.cart.desktop', 'header.cart.phone'),
  async ({ page }) => {
    await open(page, '/privacy-policy');
    const accountText = page.getByRole('banner').getByText('Sign Up or Login');
    await expect(accountText).toBeVisible();
    const icon = page.getByRole('button', { name: 'Cart, 0 lines' });
    const miniCart = page.getByRole('region', { name: 'Your cart' });
    await icon.click();
    await expect(miniCart).toContainText('No items added to cart');
    await icon.click();
    await expect(miniCart).toBeHidden();
    await expect(page).toHaveURL('/privacy-policy');
    await page.setViewportSize(phone);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
    await expect(accountText).toBeHidden();
    await page.getByRole('link', { name: 'Cart, 0 lines' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(miniCart).toBeHidden();
  },
);
