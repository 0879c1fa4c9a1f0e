import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectNoHorizontalOverflow, expectPersisted, open, test } from '#e2e/fixtures.ts';
import {
  checkOrderStatus,
  completeTestPayment,
  fillCheckout,
  followOrderUntilDelivered,
  payButton,
  reachedSteps,
  requestRefund,
  runSellerCommand,
  terms,
  twoPictures,
  waitForMail,
} from '#e2e/shopping.ts';

const unknownId = 'ABCD-EFGH-JKMN-PQRS';

/** Orders a mug and tea towels as the shop's own pages do, and pays for them on the test page unless told not to. Gives the id. */
const order = async (page: Page, shop: string, { isPaid = true } = {}): Promise<string> => {
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
        // Nobody else's: one address may have only so many orders waiting to be paid.
        email: `${crypto.randomUUID()}@example.com`,
      },
      acceptsTerms: true,
    },
  });
  expect(await placed.text()).toContain('pending');
  const { _id } = await placed.json();
  if (!isPaid) return _id;
  const session = await page.request.post(`${shop}${endpoints.payOrder.path}`, {
    headers: { 'X-XSRF-TOKEN': token },
    data: { orderId: _id },
  });
  const { url } = await session.json();
  await page.request.post(url, { form: { choice: 'pay' }, headers: { 'X-XSRF-TOKEN': token }, maxRedirects: 0 });
  return _id;
};

test(
  'a guest buys a mug, finds the number in the mail, follows it through four steps and asks for a refund with two pictures',
  clauseTags('visitor.follows-order', 'visitor.asks-refund', 'order-status.no-login', 'refund.no-login'),
  async ({ page, spareShop: shop }) => {
    test.setTimeout(150_000);
    const main = page.getByRole('main');
    await open(page, `${shop.address}/product/stoneware-mug?colour=Sage`);
    for (const name of ['Sage', '350 ml']) await main.getByRole('radio', { name, exact: true }).check({ force: true });
    await main.getByRole('radio', { name: /^Gift boxed/ }).check({ force: true });
    await addToCart(page);
    await expectPersisted(page, 'stoneware-mug');
    await open(page, `${shop.address}/checkout`);
    await fillCheckout(page);
    await terms(page).check();
    const amount = /£[\d.]+/.exec((await payButton(page).textContent()) ?? '')?.[0] ?? '';
    await payButton(page).click();
    await completeTestPayment(page, 'Pay');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');

    // The number of the mail is the number that all else needs.
    const letter = await waitForMail(shop, /is confirmed/);
    expect(letter).toContain('To: ada@example.com');
    expect(letter).toContain(`Total: ${amount}`);
    const id = /^Subject: Your order (\S+) is confirmed/m.exec(letter)?.[1] ?? '';
    await expect(main.locator('.order-number')).toHaveText(id);

    await open(page, `${shop.address}/order-status`);
    await page.getByRole('textbox', { name: /^Order ID/ }).fill(id);
    await followOrderUntilDelivered(page, shop, id);
    const summary = page.getByRole('article', { name: 'Order Summary' });
    for (const words of ['Ada Byron', '12 Mill Lane', 'LS1 4AP', id]) await expect(summary.getByText(words)).toBeVisible();
    await expect(summary.getByRole('row', { name: /Stoneware mug/ })).toContainText('Gift boxed, Sage, 350 ml');
    await expect(summary.getByRole('row', { name: /Stoneware mug/ })).toContainText(amount);
    await expectAccessible(page);

    await summary.getByRole('link', { name: 'Ask for a refund' }).click();
    await main.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('✅ Order found successfully.')).toBeVisible();
    const found = page.getByRole('region', { name: 'Order details' });
    await expect(found).toContainText('Delivered');
    const previews = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');
    await page.getByLabel(/^Pictures/).setInputFiles(twoPictures());
    await expect(previews).toHaveCount(2);
    // The browser really shows them: the policy on pictures lets it.
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
    await runSellerCommand(shop, 'refunds', 'decide', reference, 'partial', '5');
    await waitForMail(shop, new RegExp(`We have your refund request ${reference}`));
    await waitForMail(shop, new RegExp(`Your refund request ${reference} is decided`));
  },
);

test('a shopper who has not paid sees that the payment is awaited, and finds no refund', async ({ page, baseURL, allowErrors }) => {
  allowErrors(/status of 404/);
  const id = await order(page, baseURL ?? '', { isPaid: false });
  await open(page, '/order-status');
  await page.getByRole('textbox', { name: /^Order ID/ }).fill(id.toLowerCase());
  await checkOrderStatus(page);
  await expect(page.getByText(/^Awaiting payment/)).toBeVisible();
  await expect(reachedSteps(page)).toHaveCount(0);
  await expectAccessible(page);
  await open(page, `/refund?order=${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('❌ Order not found or pending.')).toBeVisible();
});

test('a shopper with a wrong id is told so, by keyboard alone, on the narrowest phone', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/order-status');
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.type(unknownId);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Error: There is no order with this number/)).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 320);

  await open(page, '/refund');
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

test.describe('at night', () => {
  test.use({ colorScheme: 'dark' });

  test('a shopper can read an order and its refund', async ({ page, baseURL }) => {
    const id = await order(page, baseURL ?? '');
    await open(page, `/order-status?order=${id}`);
    await checkOrderStatus(page);
    await expect(reachedSteps(page)).toHaveCount(1);
    await expectAccessible(page);
    await open(page, `/refund?order=${id}`);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('✅ Order found successfully.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Refund Request' }).click();
    await expect(page.getByText('⚠️ Please select a product and provide a reason.')).toBeVisible();
    await expectAccessible(page);
  });
});
