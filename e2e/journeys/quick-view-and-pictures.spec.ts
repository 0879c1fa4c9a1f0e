import type { Locator, Page } from '@playwright/test';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { expect, expectHydrated, open, test, toaster } from '#e2e/fixtures.ts';

const list = '/shop-grid-standard?q=basket';
const card = (page: Page): Locator => page.getByRole('article', { name: 'Coiled jute basket' });
const eye = (page: Page): Locator => card(page).getByRole('button', { name: 'Quick view of Coiled jute basket' });
const quickView = (page: Page): Locator => page.getByRole('dialog', { name: 'Quick view of Coiled jute basket' });
const lightbox = (page: Page): Locator => page.getByRole('dialog', { name: /^Pictures of/ });

test('a shopper looks quickly by keyboard alone, chooses, adds and is back at the card', async ({ page }) => {
  await open(page, list);
  await tabTo(page, eye(page));
  await page.keyboard.press('Enter');
  await expect(quickView(page).getByRole('heading', { name: 'Coiled jute basket' })).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, quickView(page).getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(quickView(page).getByText('Please choose: Size.')).toBeVisible();
  await expect(quickView(page).getByRole('radio', { name: 'Small' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(quickView(page).getByRole('radio', { name: 'Large' })).toBeChecked();
  await tabTo(page, quickView(page).getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(quickView(page)).toBeHidden();
  await expect(toaster(page)).toContainText('Added To Cart');
  await expect(eye(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(quickView(page).getByText('Please choose: Size.')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(quickView(page)).toBeHidden();
  await expect(eye(page)).toBeFocused();
});

test('a shopper enlarges a picture in the quick view, and Escape closes one after the other', async ({ page }) => {
  await open(page, list);
  await card(page).hover();
  await eye(page).click();
  await quickView(page)
    .getByRole('button', { name: /^Enlarge the picture/ })
    .click();
  await expect(lightbox(page)).toContainText('Picture 1 of 3');
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(quickView(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(quickView(page)).toBeHidden();
});

test('a shopper goes from the quick view to the product', async ({ page }) => {
  await open(page, list);
  await card(page).hover();
  await eye(page).click();
  await quickView(page).getByRole('link', { name: 'See everything about it' }).click();
  await expect(page).toHaveURL('/product/coiled-jute-basket');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coiled jute basket');
  await expect(quickView(page)).toBeHidden();
});

test('a quick view that cannot be fetched says so, leaves the list standing, and opens when it is tried again', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/quick-view/);
  await page.route('**/assets/quick-view-*.js', (route) => route.abort());
  await open(page, list);
  await card(page).hover();
  await eye(page).click();
  await expect(page.getByRole('alert')).toContainText("We can't reach the shop");
  await expect(card(page)).toBeVisible();
  await page.unroute('**/assets/quick-view-*.js');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(quickView(page)).toBeVisible();
});

test('a shopper enlarges pictures by keyboard: the focus stays inside and returns', async ({ page }) => {
  await open(page, '/product/three-candle-set');
  const enlarge = page.getByRole('button', { name: /^Enlarge the picture/ });
  await tabTo(page, enlarge);
  await page.keyboard.press('Enter');
  await expect(lightbox(page)).toContainText('Picture 1 of 3');
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page)).toContainText('Picture 2 of 3');
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    const isBehind = await lightbox(page).evaluate((dialog) => {
      const { activeElement, body } = document;
      return activeElement !== body && !dialog.contains(activeElement);
    });
    expect(isBehind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toBeHidden();
  await expect(enlarge).toBeFocused();
});

test('a shopper reaches what is out of stock by keyboard, and is told that it is', async ({ page }) => {
  await open(page, '/product/turned-wooden-bowl');
  await tabTo(page, page.getByRole('radio', { name: 'Oak' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Walnut' })).toBeChecked();
  await tabTo(page, page.getByRole('radio', { name: '22 cm' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '28 cm, out of stock' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Out of stock' })).toBeDisabled();
});

test('a shopper moves through the carousel by its buttons', async ({ page }) => {
  await open(page, '/product-slider/stoneware-mug');
  const pictures = page.getByRole('button', { name: /^Enlarge the picture/ });
  await expect(pictures.nth(3)).not.toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(pictures.nth(3)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expect(pictures.nth(0)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
});

test('a shopper buys at once: the address says what and how many', async ({ page }) => {
  await open(page, '/product/coiled-jute-basket');
  await page.getByRole('radio', { name: 'Small' }).check();
  await page.getByRole('button', { name: 'One Coiled jute basket more' }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL('/checkout/coiled-jute-basket/2?colour=Cream&size=Small');
});

test('a shopper finds again what was looked at, until it is to be forgotten', async ({ page }) => {
  await open(page, '/product/salt-pot');
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  await open(page, '/product/bud-vase');
  const seen = page.locator('section', { has: page.getByRole('heading', { name: 'Recently viewed' }) });
  await expect(seen.getByRole('article')).toHaveCount(1);
  await expect(seen.getByRole('article', { name: 'Salt pot with wooden lid' })).toBeVisible();
  await expectAccessible(page);
  await seen.getByRole('button', { name: 'Forget it' }).click();
  await expect(seen).toHaveCount(0);
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  await expect(seen).toHaveCount(0);
});

test('a mouse on a card shows its second picture, which nobody else has to fetch', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, list);
  const second = card(page).locator('.tile-second');
  await expect(second).toHaveCount(0);
  expect(asked.filter((url) => url.includes('basket-cream-alt'))).toEqual([]);
  await card(page).locator('.tile-picture').hover();
  await expect(second).toHaveCSS('opacity', '1');
  expect(asked.some((url) => url.includes('basket-cream-alt'))).toBe(true);
});

/** Counts the movements that the page asks the browser for. */
const countMovements = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + 1);
      return start(update);
    };
  });

const leftBehind = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.querySelectorAll('.picture')].filter((each) => getComputedStyle(each).viewTransitionName !== 'none').length,
  );

for (const [what, reducedMotion, moves] of [
  ['grows into the product', 'no-preference', '1'],
  ['stands still where motion is not welcome', 'reduce', null],
] as const)
  test(`the picture of a card that a shopper follows ${what}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await countMovements(page);
    await open(page, list);
    await card(page).locator('.tile-picture').click();
    await expect(page).toHaveURL('/product/coiled-jute-basket');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coiled jute basket');
    expect(await page.locator('html').getAttribute('data-moved')).toBe(moves);
    await expect.poll(() => leftBehind(page)).toBe(0);
    await page.goBack();
    await expect(card(page)).toBeVisible();
  });
