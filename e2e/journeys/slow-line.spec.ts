import type { Page } from '@playwright/test';
import { expect, holdRequests, open, test } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { cartLines, fillCheckout, goToCheckout, openWithCart, payButton, termsCheckbox } from '#e2e/shopping.ts';

/** Presses a link to a page whose script is held, and waits until a spinner has replaced the page that is left. */
const goSlowlyToAbout = async (page: Page): Promise<() => void> => {
  const release = await holdRequests(page, '**/assets/about-screen-*.js');
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')?.click());
  await expect(page).toHaveTitle('Loading... | Flone');
  return release;
};

const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const expectAbout = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Small workshops, plainly told');
};

const register = async (page: Page): Promise<void> => {
  await open(page, '/login-register?step=register');
  const main = page.getByRole('main');
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Byron'],
    ['Email address', 'ada-who-leaves@example.com'],
    ['Password', 'a long phrase of hers'],
  ] as const)
    await main.getByLabel(label, { exact: true }).fill(text);
  await main.getByRole('checkbox', { name: /terms and conditions/ }).check();
  await main.getByRole('button', { name: 'Create account' }).click();
};

const order = async (page: Page): Promise<void> => {
  await openWithCart(page, '/', await cartLines(page, 1));
  await goToCheckout(page);
  await fillCheckout(page);
  await termsCheckbox(page).check();
  await payButton(page).click();
};

const goToAbout = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
const goBack = (page: Page) => page.goBack();

for (const [name, send, call, leave, to, next] of [
  ['registers', register, '**/user/register', goToAbout, '/about', /\/email-verification-screen-/],
  ['orders', order, '**/order/payment', goBack, '/', /\/order\/pay\//],
] as const)
  test(`a shopper who ${name}, and goes elsewhere before the answer comes, is not taken away from there`, async ({ page }) => {
    const release = await holdRequests(page, call);
    const asked = page.waitForRequest(call);
    await send(page);
    const request = await asked;
    const followed: string[] = [];
    page.on('request', (each) => next.test(each.url()) && followed.push(each.url()));
    await leave(page);
    await expect(page).toHaveURL(to);
    release();
    await (await request.response())?.finished();
    await nextFrames(page);
    expect(followed).toEqual([]);
    await expect(page).toHaveURL(to);
  });

test('the menu of a phone, opened while the next page is still loading, stays open and keeps the focus', onlyInAll, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/product/stoneware-mug');
  const release = await goSlowlyToAbout(page);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Contact' }).first().focus();
  release();
  await expectAbout(page);
  await expect(menu.getByRole('link', { name: 'Contact' }).first()).toBeFocused();
});

test('whoever searches, or looks into the cart, while the next page is still loading is not interrupted', async ({ page }) => {
  await openWithCart(page, '/product/stoneware-mug', await cartLines(page, 1));
  const header = page.getByRole('banner');
  const releaseFirst = await goSlowlyToAbout(page);
  await header.getByRole('button', { name: 'Cart, 1 line' }).click();
  const remove = page.getByRole('region', { name: 'Your cart' }).getByRole('button', { name: /^Remove/ });
  await remove.focus();
  releaseFirst();
  await expectAbout(page);
  await expect(remove).toBeFocused();

  await open(page, '/shop-grid-standard?q=mug');
  const releaseSecond = await goSlowlyToAbout(page);
  // By its type, because its role changes from searchbox to combobox when the suggestions load.
  const field = header.locator('input[type="search"]');
  await field.fill('oak');
  releaseSecond();
  await expectAbout(page);
  await page.keyboard.type(' tray');
  await expect(field).toHaveValue('oak tray');
});

test('a product that is pressed on a slow line is waited for at once, and the next press counts instead', onlyInAll, async ({ page }) => {
  const releaseProduct = await holdRequests(page, '**/assets/product-screen-*.js');
  await open(page, '/shop-grid-standard');
  const releaseAll = await holdRequests(page, /\/assets\/(?!product-screen)[^/]*\.js$/);
  await page.getByRole('article', { name: 'Stoneware mug' }).getByRole('link', { name: 'Stoneware mug', exact: true }).click();
  await expect(page).toHaveTitle('Loading... | Flone');
  await goToAbout(page);
  releaseProduct();
  await nextFrames(page);
  releaseAll();
  await expectAbout(page);
});

test('of two things that are opened before their code has come, only the one pressed last opens, and Escape gives it up', async ({
  page,
}) => {
  const releaseQuickView = await holdRequests(page, '**/assets/quick-view-*.js');
  const releaseOverlays = await holdRequests(page, '**/assets/overlay-content-*.js');
  const dialogs = page.getByRole('dialog');
  await open(page, '/shop-grid-standard');
  for (const name of ['Stoneware mug', 'Lavender soap bar']) {
    await page.getByRole('article', { name, exact: true }).hover();
    await page.getByRole('button', { name: `Quick view of ${name}` }).click();
  }
  releaseQuickView();
  await expect(dialogs).toHaveAccessibleName('Quick view of Lavender soap bar');
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);

  const chat = page.getByRole('button', { name: 'Chat with us' });
  await chat.click();
  await expect(chat).toHaveAttribute('aria-expanded', 'true');
  await chat.click();
  await expect(chat).toHaveAttribute('aria-expanded', 'false');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Open the search' }).click();
  releaseOverlays();
  await expect(dialogs).toHaveAccessibleName('Search the shop');
});
