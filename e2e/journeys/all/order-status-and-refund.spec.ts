import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { buyOverHttp } from '#e2e/orders-over-http.ts';
import {
  checkOrderStatus,
  completeTestPayment,
  fillCheckout,
  followOrderUntilDelivered,
  goToCheckout,
  payButton,
  reachedSteps,
  requestRefund,
  runSellerCommand,
  termsCheckbox,
  twoPictures,
  waitForMail,
} from '#e2e/shopping.ts';

const unknownId = 'ABCD-EFGH-JKMN-PQRS';

/** From the footer, without loading a document. */
const openRefundPage = async (page: Page): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund policy' }).first().click();
  await expect(page).toHaveURL('/refund');
  // The order status page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds and returns');
};

/** Orders a mug and tea towels by the API, without paying; returns the id. */
const placeUnpaidOrder = async (page: Page, shop: string): Promise<string> => {
  await page.request.get(`${shop}${endpoints.profile.path}`);
  const token = (await page.context().cookies(shop)).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const placed = await page.request.post(`${shop}${endpoints.placeOrder.path}`, {
    headers: { 'X-XSRF-TOKEN': token, 'Idempotency-Key': crypto.randomUUID() },
    data: {
      items: [
        { productId: 'stoneware-mug', variationId: 'stoneware-mug-boxed', color: 'Sage', size: '350 ml', quantity: 1 },
        { productId: 'linen-tea-towels', quantity: 1 },
      ],
      billingInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        streetAddress: '12 Mill Lane',
        city: 'Leeds',
        postalCode: 'ls14ap',
        phone: '0113 496 0142',
        // A new address each time: the number of unpaid orders per address is limited.
        email: `${crypto.randomUUID()}@example.com`,
      },
      acceptsTerms: true,
    },
  });
  expect(await placed.text()).toContain('pending');
  const { _id } = await placed.json();
  return _id;
};

test(
  'a guest buys a mug, gets the order id by mail, follows the order through four steps and requests a refund with two pictures',
  clauseTags('visitor.follows-order', 'visitor.asks-refund', 'order-status.no-login', 'refund.no-login'),
  async ({ page, shop }) => {
    test.setTimeout(150_000);
    const main = page.getByRole('main');
    await open(page, '/product/stoneware-mug?colour=Sage');
    for (const name of ['Sage', '350 ml']) await main.getByRole('radio', { name, exact: true }).check({ force: true });
    await main.getByRole('radio', { name: /^Gift boxed/ }).check({ force: true });
    await addToCart(page);
    await goToCheckout(page);
    await fillCheckout(page);
    await termsCheckbox(page).check();
    const amount = /£[\d.]+/.exec((await payButton(page).textContent()) ?? '')?.[0] ?? '';
    await payButton(page).click();
    await completeTestPayment(page, 'Pay');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');

    const id = (await main.locator('.order-number').textContent()) ?? '';
    expect(id).toMatch(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/);
    const mail = await waitForMail(shop, new RegExp(`^Subject: Your order ${id} is confirmed`), 'ada@example.com');
    expect(mail).toContain(`Total: ${amount}`);

    await page.getByRole('banner').getByRole('link', { name: 'Check your order status' }).click();
    await page.getByRole('textbox', { name: /^Order ID/ }).fill(id);
    await followOrderUntilDelivered(page, shop, id);
    const summary = page.getByRole('article', { name: 'Order Summary' });
    for (const text of ['Ada Byron', '12 Mill Lane', 'LS1 4AP', id]) await expect(summary.getByText(text)).toBeVisible();
    await expect(summary.getByRole('row', { name: /Stoneware mug/ })).toContainText('Gift boxed, Sage, 350 ml');
    await expect(summary.getByRole('row', { name: /Stoneware mug/ })).toContainText(amount);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });

    await summary.getByRole('link', { name: 'Return or problem?' }).click();
    await main.getByRole('link', { name: 'Request a refund instead' }).click();
    await main.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('✅ Order found successfully.')).toBeVisible();
    const found = page.getByRole('region', { name: 'Order details' });
    await expect(found).toContainText('Delivered');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Refund Request' }).click();
    await expect(page.getByText('⚠️ Please select a product and provide a reason.')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    const previews = page.getByRole('list', { name: 'Your pictures' }).getByRole('listitem');
    await page.getByLabel(/^Pictures/).setInputFiles(twoPictures());
    await expect(previews).toHaveCount(2);
    // The Content-Security-Policy allows blob: pictures.
    for (const image of await previews.locator('img').all())
      await expect
        .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
        .toBeGreaterThan(0);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await expect(previews).toHaveCount(0);

    const reference = await requestRefund(page, shop, id, 'Stoneware mug (Gift boxed, Sage, 350 ml)');
    await expect(previews).toHaveCount(0);
    await expect(found).toBeVisible();
    await runSellerCommand(shop, 'refunds', 'decide', reference, 'partial', '5', '--without-return');
    await waitForMail(shop, new RegExp(`We have your refund request ${reference}`));
    await waitForMail(shop, new RegExp(`Your refund request ${reference} is decided`));
  },
);

test('a guest cancels one of two bars without a reason in two presses, is mailed at once, and is refunded after proof of posting', async ({
  page,
  shop,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const items = [{ productId: 'lavender-soap-bar', quantity: 2 }];
  const id = await buyOverHttp(baseURL ?? '', { firstName: 'Priya', lastName: 'Moss', items });
  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Evri');
  const main = page.getByRole('main');
  await open(page, `/order-status?order=${id}`);
  await main.getByRole('button', { name: 'Check order status' }).click();
  await main.getByRole('link', { name: 'I cancel this order' }).click();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await main.getByRole('combobox', { name: 'Units of Lavender soap bar' }).selectOption('1');
  await main.getByRole('button', { name: 'Continue' }).click();
  await expect(main.getByRole('heading', { name: 'Is this right?' })).toBeFocused();
  await expectAccessible(page);
  await main.getByRole('button', { name: 'I cancel this' }).click();
  await expect(main.getByRole('heading', { name: 'You have cancelled' })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalOverflow(page, 320);
  const mail = await waitForMail(shop, new RegExp(`^Subject: You have cancelled: order ${id}`));
  const reference = /\bR-[\dA-Z]{4}-[\dA-Z]{4}/.exec(mail)?.[0] ?? '';
  expect(mail).toContain('1 × Lavender soap bar');
  await runSellerCommand(shop, 'refunds', 'posted', reference);
  await runSellerCommand(shop, 'refunds', 'decide', reference, 'full');
  await waitForMail(shop, new RegExp(`Your refund for cancellation ${reference}`));
});

test('a shopper who has not paid sees that the order awaits payment, and cannot request a refund for it', async ({
  page,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const id = await placeUnpaidOrder(page, baseURL ?? '');
  await open(page, '/order-status');
  await page.getByRole('textbox', { name: /^Order ID/ }).fill(id.toLowerCase());
  await checkOrderStatus(page);
  await expect(page.getByText(/^Awaiting payment/)).toBeVisible();
  await expect(reachedSteps(page)).toHaveCount(0);
  await expectAccessible(page);
  await openRefundPage(page);
  await page.getByRole('textbox', { name: /^Order ID/ }).fill(id);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('❌ Order not found or pending.')).toBeVisible();
});

test('a keyboard user on the narrowest phone enters an unknown order id on the order status and the refund page, and reads that there is none', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/order-status');
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.type(unknownId);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Error: We can’t find an order with that ID/)).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 320);

  await openRefundPage(page);
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('⚠️ Please enter an order ID.')).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.type(unknownId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('❌ Order not found or pending.')).toBeVisible();
  await expectNoHorizontalOverflow(page, 320);
});
