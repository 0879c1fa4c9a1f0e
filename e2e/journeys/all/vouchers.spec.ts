import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectAccessibleInBothWidths, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { addAccount, startSessionIn, withDatabase } from '#e2e/shop-database.ts';
import {
  buyAsAda,
  cartLines,
  completeTestPayment,
  fillCheckout,
  openWithCart,
  payButton,
  runSellerCommand,
  termsCheckbox,
  waitForMail,
} from '#e2e/shopping.ts';

const applyVoucher = async (page: Page, code: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a voucher code' }).click();
  await page.getByRole('textbox', { name: 'Voucher code' }).fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
};

/** Goes on from the cart, and fills the checkout in. */
const goToCheckout = async (page: Page): Promise<void> => {
  await page
    .getByRole('region', { name: 'Summary' })
    .getByRole('link', { name: /checkout/i })
    .click();
  await fillCheckout(page);
  await termsCheckbox(page).check();
};

/** The sum of the cart or the checkout, as it is shown. */
const total = (page: Page): Locator => page.locator('.totals-sum dd').first();

test('a shopper whom a link brings a voucher pays less, and the confirmation, the mail and the seller say so', async ({ page, shop }) => {
  await runSellerCommand(shop, 'vouchers', 'create', 'SPRING10', '--percent', '10');
  await openWithCart(page, '/about?voucher=spring10', await cartLines(page, 1, ['stoneware-mug']));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary.getByRole('button', { name: 'Remove voucher SPRING10' })).toBeVisible();
  await expect(summary).toContainText(/Voucher SPRING10\s*−£\d/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalOverflow(page, 320);
  await page.setViewportSize({ width: 1440, height: 900 });
  const sum = (await total(page).textContent()) ?? '';
  await goToCheckout(page);
  await expect(payButton(page)).toHaveText(`Pay ${sum} now`);
  await payButton(page).click();
  await completeTestPayment(page, 'Pay');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await expect(page.getByRole('main')).toContainText(/Voucher SPRING10\s*−£\d/);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  expect(await waitForMail(shop, new RegExp(`Your order ${id} is confirmed`), 'ada@example.com')).toContain('SPRING10');
  expect(await runSellerCommand(shop, 'vouchers', 'show', 'SPRING10')).toContain(id);
  // Used, so it is not applied to the next cart.
  await openWithCart(page, '/cart', await cartLines(page, 1, ['stoneware-mug']));
  await expect(page.getByRole('button', { name: 'Add a voucher code' })).toBeVisible();
});

test('a shopper reads that a voucher has expired, and pays in full when the voucher in the cart ends before the order is placed', async ({
  page,
  shop,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  await runSellerCommand(shop, 'vouchers', 'create', 'WINTER', '--amount', '5', '--to', '2999-01-31');
  await runSellerCommand(shop, 'vouchers', 'create', 'TODAY', '--amount', '2');
  await withDatabase(shop, (db) =>
    db.updateTable('voucher').set({ ends_at: '2026-02-01T00:00:00.000Z' }).where('code', '=', 'WINTER').execute(),
  );
  await openWithCart(page, '/cart', await cartLines(page, 1, ['linen-tea-towels']));
  const full = (await total(page).textContent()) ?? '';
  await applyVoucher(page, 'winter');
  const field = page.getByRole('textbox', { name: 'Voucher code' });
  await expect(field).toHaveAccessibleDescription('This voucher ended on 31 January 2026.');
  await expectAccessibleInBothWidths(page);
  await expect(total(page)).toHaveText(full);

  await field.fill('today');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove voucher TODAY' })).toBeVisible();
  await goToCheckout(page);
  await runSellerCommand(shop, 'vouchers', 'end', 'TODAY');
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText(/This voucher ended on \d+ \w+ \d{4}\./);
  await page.getByRole('button', { name: 'Remove voucher TODAY' }).click();
  await expect(payButton(page)).toHaveText(`Pay ${full} now`);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);
});

test('a shopper reads why a voucher cannot be used, and pays in full when another shopper has used it up', async ({
  page,
  shop,
  allowErrors,
}) => {
  allowErrors(/status of 4(04|09)/);
  await runSellerCommand(shop, 'vouchers', 'create', 'SUMMER', '--amount', '5', '--from', '2999-06-01');
  await runSellerCommand(shop, 'vouchers', 'create', 'LAST', '--amount', '2', '--uses', '1');
  await openWithCart(page, '/cart', await cartLines(page, 1, ['linen-tea-towels']));
  const field = page.getByRole('textbox', { name: 'Voucher code' });
  await applyVoucher(page, 'nosuch');
  await expect(field).toHaveAccessibleDescription('We don’t recognise that code. Check it and try again.');
  await field.fill('summer');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('This voucher can be used from 1 June 2999.');
  const full = (await total(page).textContent()) ?? '';
  await field.fill('last');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove voucher LAST' })).toBeFocused();
  await expect(total(page)).not.toHaveText(full);
  await goToCheckout(page);
  // Another shopper is faster, and pays.
  const other = await page.context().newPage();
  await open(other, '/checkout/lavender-soap-bar/2');
  await expect(other.getByRole('button', { name: 'Remove voucher LAST' })).toBeVisible();
  await fillCheckout(other);
  await other.getByRole('textbox', { name: 'Email address' }).fill('grace@example.com');
  await termsCheckbox(other).check();
  await payButton(other).click();
  await expect(other).toHaveURL(/\/order\/pay\//);
  await other.close();
  await payButton(page).click();
  await expect(page.getByRole('alert')).toContainText('This voucher has been used as often as it can be.');
  await page.getByRole('button', { name: 'Remove voucher LAST' }).click();
  await expect(payButton(page)).toHaveText(`Pay ${full} now`);
  await expect(termsCheckbox(page)).toBeChecked();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/order\/pay\//);
});

test('a shopper has 20 % off some goods only, then free delivery of them from a minimum on, and reads that this is once for each person', async ({
  page,
  shop,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  await runSellerCommand(shop, 'vouchers', 'create', 'SOAP20', '--percent', '20', '--products', 'lavender-soap-bar');
  const conditions = ['--categories', 'bath-body', '--minimum', '13', '--per-person', '1'];
  await runSellerCommand(shop, 'vouchers', 'create', 'SOAPPOST', '--free-delivery', ...conditions);
  await startSessionIn(page.context(), shop, await addAccount(shop));
  // £6.50 and £27.00 of goods, £2.50 and £2.95 of delivery.
  await openWithCart(page, '/cart', await cartLines(page, 2, ['lavender-soap-bar', 'linen-tea-towels']));
  const summary = page.getByRole('region', { name: 'Summary' });
  const field = page.getByRole('textbox', { name: 'Voucher code' });
  await applyVoucher(page, 'soap20');
  await expect(summary).toContainText(/Voucher SOAP20\s*−£1\.30/);
  await expect(total(page)).toHaveText('£37.65');
  await page.getByRole('button', { name: 'Remove voucher SOAP20' }).click();

  await applyVoucher(page, 'soappost');
  await expect(field).toHaveAccessibleDescription(
    'Spend £6.50 more on the goods that this voucher is for to use it, delivery not counted.',
  );
  await expect(total(page)).toHaveText('£38.95');
  const quantity = page.getByRole('textbox', { name: 'Quantity of Lavender soap bar' });
  await quantity.fill('2');
  await quantity.press('Enter');
  await expect(summary).toContainText(/Voucher SOAPPOST\s*−£5\.00/);
  await summary.getByRole('link', { name: /checkout/i }).click();
  await expect(payButton(page)).toHaveText('Pay £42.95 now');
  await buyAsAda(page);
  await expect(page.getByRole('main')).toContainText(/Voucher SOAPPOST\s*−£5\.00/);

  await open(page, '/checkout/lavender-soap-bar/2');
  await applyVoucher(page, 'soappost');
  await expect(field).toHaveAccessibleDescription('You have used this voucher already.');
  await expect(payButton(page)).toHaveText('Pay £18.00 now');
});
