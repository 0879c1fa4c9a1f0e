import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { addToCart, expect, expectPersisted, open, test } from '#e2e/fixtures.ts';
import {
  checkoutDetails,
  completeTestPayment,
  demoAccounts,
  followOrderUntilDelivered,
  payButton,
  requestRefund,
  runSellerCommand,
  signIn,
  terms,
  waitForMail,
} from '#e2e/shopping.ts';

const main = (page: Page): Locator => page.getByRole('main');
const header = (page: Page): Locator => page.getByRole('banner');
const price = (place: Locator): Locator => place.locator('.price-now').first();
const goods = 'Knitted wool throw';

// £89.00, for resellers £14.00 less, then 15% off, rounded once for each piece.
const usual = '£75.65';
const unit = '£63.75';
const four = '£255.00';
const eight = '£510.00';

const addFour = async (page: Page, colour: string): Promise<void> => {
  await main(page).getByRole('radio', { name: colour, exact: true }).check({ force: true });
  await main(page)
    .getByRole('textbox', { name: `Quantity of ${goods}` })
    .fill('4');
  await page.keyboard.press('Enter');
  await addToCart(page);
};

test('a reseller buys at reseller prices, the same to the penny from card to mail, follows the parcel and sends a piece back', async ({
  page,
  spareShop: shop,
}) => {
  test.setTimeout(180_000);
  const at = (path: string): string => `${shop.address}${path}`;

  // Reseller prices appear at once with signing in.
  await open(page, at('/shop-grid-standard?q=throw'));
  const card = main(page).getByRole('article', { name: goods });
  await expect(price(card)).toHaveText(usual);
  await header(page).getByRole('link', { name: 'Sign Up or Login' }).click();
  await signIn(page, demoAccounts.reseller);
  await expect(page).toHaveURL(/\/my-account$/);
  await expect(header(page).getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(main(page).getByText('Your level: Basic')).toBeVisible();

  // An address is kept for the checkout.
  await main(page).getByRole('link', { name: 'Addresses', exact: true }).click();
  await main(page).getByRole('button', { name: 'Add an address' }).click();
  for (const [name, text] of checkoutDetails.slice(1)) await main(page).getByRole('textbox', { name, exact: true }).fill(text);
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(main(page).getByText('LS1 4AP')).toBeVisible();

  // Card, product, mini-cart, cart, checkout: one price.
  await open(page, at('/shop-grid-standard?q=throw'));
  await expect(price(card)).toHaveText(unit);
  await card.getByRole('link', { name: goods, exact: true }).click();
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(goods);
  await expect(price(main(page))).toHaveText(unit);
  await addFour(page, 'Oat');
  await addFour(page, 'Rust');
  await expectPersisted(page, 'Rust');
  await header(page).getByRole('button', { name: 'Cart, 2 lines' }).click();
  const miniCart = page.getByRole('region', { name: 'Your cart' });
  await expect(miniCart.getByText(unit)).toHaveCount(2);
  await expect(miniCart).toContainText(`Total ${eight}`);
  await miniCart.getByRole('link', { name: 'view cart' }).click();
  for (const colour of ['Oat', 'Rust']) {
    const line = main(page).getByRole('row', { name: new RegExp(`Colour: ${colour}`) });
    await expect(line.getByRole('cell', { name: unit })).toBeVisible();
    await expect(line.getByRole('cell', { name: four, exact: true })).toBeVisible();
  }
  await expect(main(page).getByRole('region', { name: 'Summary' })).toContainText(`Total${eight}`);
  await main(page).getByRole('link', { name: 'Go to checkout' }).click();

  const order = main(page).getByRole('region', { name: 'Your order' });
  await expect(order.getByText(`Quantity: 4 × ${unit}`)).toHaveCount(2);
  await expect(order).toContainText(`Goods${eight}`);
  await expect(main(page).getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(demoAccounts.reseller[0]);
  await main(page).getByRole('combobox', { name: 'Use a saved address' }).selectOption({ index: 1 });
  await expect(main(page).getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Mill Lane');
  await expect(main(page).getByRole('textbox', { name: 'Postcode' })).toHaveValue('LS1 4AP');
  await expectAccessible(page);
  await terms(page).check();
  await expect(payButton(page)).toHaveText(`Pay ${eight} now`);
  await payButton(page).click();

  // Left unpaid, the order waits in the account and is paid from there.
  await expect(page).toHaveURL(/\/order\/pay\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(eight);
  await open(page, at('/my-account?section=orders'));
  await expect(main(page).getByText('Awaiting payment')).toBeVisible();
  await expectAccessible(page);
  await main(page)
    .getByRole('button', { name: `Pay ${eight} now` })
    .click();
  await completeTestPayment(page, 'Pay');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');

  // Confirmation and mail say the same.
  await expect(main(page).getByText(`Quantity: 4 × ${unit}`)).toHaveCount(2);
  await expect(main(page).getByText(four)).toHaveCount(2);
  await expect(main(page).getByRole('region', { name: 'Goods' })).toContainText(`Total${eight}`);
  const id = (await main(page).locator('.order-number').textContent()) ?? '';
  const letter = await waitForMail(shop, new RegExp(`${id} is confirmed`));
  expect(letter).toContain(`To: ${demoAccounts.reseller[0]}`);
  for (const colour of ['Oat', 'Rust']) expect(letter).toContain(`4 × ${goods}, ${colour}, One size: ${four} (${unit} each)`);
  expect(letter).toContain(`Goods: ${eight}`);
  expect(letter).toContain(`Total: ${eight}`);
  await expect(header(page).getByRole('button', { name: 'Cart, 0 lines' })).toBeVisible();

  // The account knows the order, and that it has made a Silver reseller.
  await open(page, at('/my-account?section=reseller'));
  await expect(main(page).getByText('$510.00', { exact: true })).toBeVisible();
  await expect(main(page).getByText('$490.00 more to Gold')).toBeVisible();
  await expect(main(page).locator('[aria-current="step"]')).toContainText('Silver');
  await main(page).getByRole('link', { name: 'Orders', exact: true }).click();
  const kept = main(page).getByRole('article', { name: /^Order of/ });
  await expect(kept).toContainText(id);
  await expect(kept).toContainText(eight);

  // Followed as the seller moves it, and a piece sent back.
  await kept.getByRole('link', { name: 'Follow this order' }).click();
  await followOrderUntilDelivered(page, shop, id);
  await page.getByRole('article', { name: 'Order Summary' }).getByRole('link', { name: 'Ask for a refund' }).click();
  await main(page).getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('✅ Order found successfully.')).toBeVisible();
  await expect(main(page).getByRole('region', { name: 'Order details' })).toContainText('$510.00');
  const reference = await requestRefund(page, shop, id, goods);
  await runSellerCommand(shop, 'refunds', 'decide', reference, 'partial', '63.75');
  expect(await waitForMail(shop, new RegExp(`${reference} is decided`))).toContain(unit);

  // With the session go the prices.
  await open(page, at('/my-account'));
  await main(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  await open(page, at('/shop-grid-standard?q=throw'));
  await expect(price(card)).toHaveText(usual);
});

test('reseller prices appear when a welcomed shopper comes back to the tab, and vanish when the seller takes them away', async ({
  page,
  spareShop: shop,
}) => {
  test.setTimeout(60_000);
  const isShopper = (role: string) => runSellerCommand(shop, 'user', 'role', demoAccounts.shopper[0], role);
  /** Another tab comes before this one, and goes again. */
  const comeBack = () =>
    page.evaluate(() => {
      const seen = (state: DocumentVisibilityState) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      seen('hidden');
      seen('visible');
    });
  await open(page, `${shop.address}/login-register?from=${encodeURIComponent('/product/knitted-wool-throw')}`);
  await signIn(page, demoAccounts.shopper);
  await expect(page).toHaveURL(/\/product\/knitted-wool-throw$/);
  await expect(price(main(page))).toHaveText(usual);
  await isShopper('reseller');
  await comeBack();
  await expect(price(main(page))).toHaveText(unit);
  await isShopper('customer');
  await comeBack();
  await expect(price(main(page))).toHaveText(usual);
  // Signed out elsewhere, e.g. by a new password.
  await page.context().clearCookies();
  await comeBack();
  await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
});
