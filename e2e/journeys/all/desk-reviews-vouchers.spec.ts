import { expectAccessible } from '#e2e/accessibility.ts';
import { openDesk, test } from '#e2e/desk-shop.ts';
import { expect, expectNoHorizontalOverflow } from '#e2e/fixtures.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { aReviewIn } from '#tests/support/desk-reviews.ts';

test.setTimeout(120_000);

test('a review is shown in the shop and a voucher is made and shared, on a telephone', async ({ page, deskShop: shop, allowErrors }) => {
  // The voucher is for other goods than those of the cart.
  allowErrors(/status of 409 .*\/order\/voucher/);
  await page.setViewportSize({ width: 390, height: 844 });
  const productId = 'lavender-soap-bar';
  await withDatabase(shop, (db) => aReviewIn(db, { productId, text: 'It smells of <b>summer</b>, and lasts long.', now: new Date() }));
  await openDesk(page, shop);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Read: Review: Lavender soap bar/ }).click();
  await expect(main.getByText('It smells of <b>summer</b>, and lasts long.')).toBeVisible();
  await expectNoHorizontalOverflow(page, 390);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Show it in the shop' }).click();
  await expect(main.getByText('No review waits for you.')).toBeVisible();

  await page.goto(`${shop.address}/desk/vouchers/new`);
  await main.getByRole('radio', { name: 'An amount' }).check();
  await main.getByRole('textbox', { name: 'Pounds', exact: true }).fill('2');
  await main.getByRole('textbox', { name: /^Code/ }).fill('soap2');
  await main.getByRole('searchbox', { name: /^Find a product/ }).fill('lavender soap');
  await main.getByRole('button', { name: 'Add Lavender soap bar' }).click();
  await expectNoHorizontalOverflow(page, 390);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Create voucher' }).click();
  await expect(main.getByText('SOAP2 is made.')).toBeVisible();
  await expectAccessible(page);
  const link = (await main.getByRole('button', { name: /Copy the link/ }).textContent()) ?? '';

  await page.goto(`${shop.address}/product/${productId}`);
  await expect(page.getByText('It smells of <b>summer</b>, and lasts long.')).toBeVisible();
  await main.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByText('Added To Cart')).toBeVisible();
  await page.goto(/http\S+SOAP2/.exec(link)?.[0] ?? '');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cart' }).click();
  await expect(main.getByRole('button', { name: 'Remove voucher SOAP2' })).toBeVisible();

  await page.goto(`${shop.address}/desk/vouchers/SOAP2`);
  await main.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(main.getByText('SOAP2 has ended.')).toBeVisible();
  await page.goto(`${shop.address}/cart`);
  await expect(main.getByText(/This voucher ended on/).first()).toBeVisible();
});
