import type { Locator } from '@playwright/test';
import { expect, open, test } from '#e2e/fixtures.ts';

/** What a high-contrast mode leaves of an element's looks. */
const looksOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const { backgroundColor, borderTopColor, color } = getComputedStyle(node);
    return [backgroundColor, borderTopColor, color].join(' ');
  });

const expectTold = async (chosen: Locator, other: Locator): Promise<void> => {
  await expect(chosen.first()).toBeVisible();
  await expect(other.first()).toBeVisible();
  await expect.poll(() => looksOf(chosen.first())).not.toBe(await looksOf(other.first()));
};

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

test('in a high-contrast mode a shopper tells current links, pressed dots and unavailable filters of a list from the others', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/shop-grid-standard?colour=Sage');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expectTold(menu.getByRole('link', { name: 'Shop' }), menu.getByRole('link', { name: 'About us' }));
  const layouts = page.getByRole('list', { name: 'Layout' }).getByRole('link');
  await expectTold(layouts.and(page.locator('[aria-current]')), layouts.and(page.locator(':not([aria-current])')));
  const mug = page.getByRole('article', { name: 'Stoneware mug' }).getByRole('toolbar', { name: 'Colours of Stoneware mug' });
  await expectTold(mug.getByRole('button', { name: 'Sage' }), mug.getByRole('button', { name: 'Oat' }));
  const heart = (name: string) => page.getByRole('article', { name, exact: true }).getByRole('button', { name: /wishlist/ });
  await page.getByRole('article', { name: 'Stoneware mug' }).hover();
  await heart('Stoneware mug').click();
  await expectTold(heart('Stoneware mug'), heart('Bud vase'));
  const categories = page.getByRole('complementary').getByRole('checkbox');
  const tickOf = (name: string) =>
    categories.and(page.locator(`[value="${name}"]`)).evaluate((box) => getComputedStyle(box, '::before').content);
  expect(await tickOf('Sage')).toBe('""');
  expect(await tickOf('Chalk')).toBe('none');
  await expectTold(
    categories.and(page.locator('input:disabled')).locator('xpath=following-sibling::span').first(),
    categories.and(page.locator('input:enabled')).locator('xpath=following-sibling::span').first(),
  );
});

test('in a high-contrast mode a shopper tells the chosen colour, picture, tab, category and page from the others', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/product/stoneware-mug?colour=Sage');
  const colour = (name: string) => page.locator('.picker-value').filter({ hasText: name });
  await expectTold(colour('Sage'), colour('Oat'));
  const pictures = page.locator('.gallery-thumbs').getByRole('button');
  await expectTold(pictures.and(page.locator('[aria-pressed="true"]')), pictures.and(page.locator('[aria-pressed="false"]')));
  await expectTold(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }));
  await open(page, '/shop-grid-filter?category=kitchen-table');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await expectTold(categories.getByRole('link', { name: 'Kitchen & table' }), categories.getByRole('link', { name: 'Garden' }));
  await open(page, '/shop-grid-standard/2');
  const pages = page.getByRole('navigation', { name: /Page/ });
  await expectTold(pages.getByRole('link', { name: /2/ }), pages.getByRole('link', { name: /1/ }));
});

test('in a high-contrast mode a shopper sees that a variant that is sold out cannot be added', async ({ page }) => {
  await open(page, '/shop-grid-standard?availability=out');
  const soldOut = page.getByRole('button', { name: /^Out of stock/ });
  await expect(soldOut.first()).toBeVisible();
  const grey = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = 'GrayText';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(soldOut.first()).toHaveCSS('color', grey);
});
