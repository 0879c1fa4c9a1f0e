import type { Locator, Page } from '@playwright/test';
import { expectFine, openDesk, test } from '#e2e/desk-shop.ts';
import { addToCart, expect, expectNoHorizontalOverflow, expectPersisted, open } from '#e2e/fixtures.ts';
import { buyAsAda, twoPictures } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

test.setTimeout(180_000);

const main = (page: Page): Locator => page.getByRole('main');
const button = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true });
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const words = (page: Page): Locator => main(page).getByLabel('In words');

/** On a phone the page is behind "More". */
const openProducts = async (page: Page): Promise<void> => {
  const navigation = page.getByRole('navigation', { name: 'Desk' });
  const more = navigation.getByRole('button', { name: 'More' });
  await expect(navigation.getByRole('link', { name: 'Today' })).toBeVisible();
  if (await more.isVisible()) await more.click();
  await navigation.getByRole('link', { name: 'Products' }).click();
};

/** A seller writes a product, gives it three pictures with words, puts the last one first, and counts it. */
const makeTray = async (page: Page): Promise<void> => {
  await openProducts(page);
  await main(page).getByRole('link', { name: 'New product' }).click();
  await main(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Oak tray');
  await main(page).getByRole('textbox', { name: 'Price', exact: true }).fill('48');
  await main(page)
    .getByRole('textbox', { name: /^In one line/ })
    .fill('A tray of oak with two handles.');
  await main(page).getByRole('checkbox', { name: 'Kitchen & table' }).check();
  const [one = '', two = ''] = twoPictures();
  await page.getByLabel('Choose pictures').setInputFiles([one, two]);
  await expect(words(page)).toHaveCount(2, { timeout: 60_000 });
  await page.getByLabel('Choose pictures').setInputFiles(one);
  await expect(words(page)).toHaveCount(3, { timeout: 60_000 });
  for (const [at, text] of ['The tray', 'The tray from above', 'A handle of the tray'].entries()) await words(page).nth(at).fill(text);
  await button(page, 'Earlier Picture 3').click();
  await button(page, 'Earlier Picture 2').click();
  await expect(words(page).first()).toHaveValue('A handle of the tray');
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/\/desk\/products\/oak-tray$/);
  await expect(main(page)).toContainText('Draft');
  const shelf = main(page).getByRole('textbox', { name: 'On the shelf: Oak tray' });
  await shelf.fill('5');
  await shelf.press('Enter');
  await expect(main(page).getByText('Saved.')).toBeVisible();
};

const buyTray = async (page: Page, shop: TemporaryShop): Promise<void> => {
  await open(page, `${shop.address}/product/oak-tray`);
  await expect(page.getByRole('img', { name: 'A handle of the tray' }).first()).toBeVisible();
  await addToCart(page);
  await expectPersisted(page, 'cart');
  await open(page, `${shop.address}/checkout`);
  await buyAsAda(page);
  await expect(title(page)).toHaveText(/^Thank you/);
};

test('a seller makes a product with three pictures and sells it, a shopper buys it, and it is withdrawn while it lies in another cart', async ({
  page,
  browser,
  deskShop: shop,
}) => {
  await openDesk(page, shop);
  await makeTray(page);
  await expectFine(page);
  const context = await browser.newContext();
  const shopper = await context.newPage();
  await shopper.goto(`${shop.address}/product/oak-tray`);
  await expect(title(shopper)).not.toHaveText('Oak tray');
  await button(page, 'Sell it').click();
  await expect(main(page)).toContainText('It’s on sale now.');
  await buyTray(shopper, shop);

  await open(shopper, `${shop.address}/product/oak-tray`);
  await addToCart(shopper);
  await openProducts(page);
  await expect(main(page).getByRole('row', { name: /^Oak tray/ })).toContainText('4');
  await expectFine(page);
  await main(page).getByRole('button', { name: 'Count stock' }).click();
  await expect(main(page).getByRole('textbox', { name: 'On the shelf: Oak tray' })).toHaveValue('5');
  await expectFine(page);
  await button(page, 'Stop counting').click();
  await main(page).getByRole('link', { name: 'Oak tray' }).click();
  await button(page, 'Withdraw').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(main(page)).toContainText('It’s withdrawn.');
  await open(shopper, `${shop.address}/cart`);
  await expect(main(shopper)).toContainText(/no longer sold/i);
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a seller makes a product with three pictures and sells it', async ({ page, deskShop: shop }) => {
    await openDesk(page, shop);
    await makeTray(page);
    await expectNoHorizontalOverflow(page, 390);
    await button(page, 'Sell it').tap();
    await expect(main(page)).toContainText('It’s on sale now.');
    await buyTray(page, shop);
  });
});
