import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { endpoints } from '#contract/endpoints.ts';
import { expect, expectAccessible, expectNothingWider, open, tabTo, test } from '#e2e/fixtures.ts';
import { openThrowAwayShop } from '#scripts/throw-away-shop.ts';

const run = promisify(execFile);
const pictures = path.join('server', 'assets', 'encoded');
const picture = (ending: string): string => {
  const file = readdirSync(pictures).find((name) => name.startsWith('mug-') && name.endsWith(ending));
  if (file === undefined) throw new Error(`There is no picture of a mug that ends in ${ending}.`);
  return path.join(pictures, file);
};
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
        email: 'ada@example.com',
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

const lit = (page: Page) => page.getByRole('list', { name: 'Progress of your order' }).locator('.is-active .tracker-label');
const look = (page: Page) => page.getByRole('button', { name: 'Check order status' }).click();

test('[4.tracker] [4.refund] a shopper follows an order through its four steps, asks for a refund with two pictures, and hears of it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  let folder = '';
  const shop = await openThrowAwayShop(async (made) => {
    folder = made;
  });
  const seller = async (...parameters: string[]): Promise<string> => {
    const env = { ...process.env, DATA_DIR: folder };
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'server/shop.ts', ...parameters], { env });
    return stdout;
  };
  try {
    const id = await order(page, shop.address);
    await open(page, `${shop.address}/order-status?order=${id}`);
    await look(page);
    const summary = page.getByRole('article', { name: 'Order Summary' });
    await expect(lit(page)).toHaveText(['Order confirmed']);
    for (const words of ['Ada Byron', '12 Mill Lane', 'LS1 4AP', id]) await expect(summary.getByText(words)).toBeVisible();
    await expect(summary.getByRole('row', { name: /Stoneware mug/ })).toContainText('Gift boxed, Sage, 350 ml');

    await seller('orders', 'status', id, 'processing');
    await look(page);
    await expect(lit(page)).toHaveText(['Order confirmed', 'Processing']);
    await seller('orders', 'status', id, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM123');
    await look(page);
    await expect(lit(page)).toHaveText(['Order confirmed', 'Processing', 'Dispatch']);
    await expect(summary.getByText('RM123')).toBeVisible();
    await expectAccessible(page);
    await seller('orders', 'status', id, 'Delivered');
    await look(page);
    await expect(lit(page)).toHaveText(['Order confirmed', 'Processing', 'Dispatch', 'Delivered']);
    await expect(summary.getByText('RM123')).toBeHidden();

    await summary.getByRole('link', { name: 'Ask for a refund' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('✅ Order found successfully.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Order details' })).toContainText('Delivered');
    await page.getByRole('combobox', { name: 'Product' }).selectOption('Stoneware mug (Gift boxed, Sage, 350 ml)');
    await page.getByRole('textbox', { name: /^Reason/ }).fill('The handle came off in the parcel.');
    await page.getByLabel(/^Pictures/).setInputFiles([picture('-800.webp'), picture('-480.avif')]);
    const previews = page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');
    await expect(previews).toHaveCount(2);
    // The browser really shows them: the policy on pictures lets it.
    for (const image of await previews.locator('img').all())
      await expect
        .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
        .toBeGreaterThan(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Refund Request' }).click();
    await expect(page.getByText('✅ Refund request submitted successfully!')).toBeVisible();
    await expect(previews).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Order details' })).toBeVisible();

    const [request] = JSON.parse(await seller('refunds', 'list', '--open', '--json'));
    expect(request).toMatchObject({ orderId: id, product: 'Stoneware mug', reason: 'The handle came off in the parcel.' });
    expect(request.images).toHaveLength(2);
    await expect(page.getByText(request.reference)).toBeVisible();
    await seller('refunds', 'decide', request.reference, 'partial', '5');
    const mails: { subject: string; to: string }[] = JSON.parse(await seller('mail', 'list', '--json'));
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`We have your refund request ${request.reference}`, `Your refund request ${request.reference} is decided`]),
    );
  } finally {
    await page.close();
    await shop.discard();
  }
});

test('[ruling 14] a shopper who has not paid sees that the payment is awaited, and finds no refund', async ({ page, baseURL, allow }) => {
  allow(/status of 404/);
  const id = await order(page, baseURL ?? '', { isPaid: false });
  await open(page, '/order-status');
  await page.getByRole('textbox', { name: /^Order ID/ }).fill(id.toLowerCase());
  await look(page);
  await expect(page.getByText(/^Awaiting payment/)).toBeVisible();
  await expect(lit(page)).toHaveCount(0);
  await expectAccessible(page);
  await open(page, `/refund?order=${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('❌ Order not found or pending.')).toBeVisible();
});

test('[8] a shopper with a wrong id is told so, by keyboard alone, on the narrowest phone', async ({ page, allow }) => {
  allow(/status of 404/);
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/order-status');
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.type(unknownId);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Error: There is no order with this number/)).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page, 320);

  await open(page, '/refund');
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('⚠️ Please enter an order ID.')).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('textbox', { name: /^Order ID/ }));
  await page.keyboard.type(unknownId);
  await page.keyboard.press('Enter');
  await expect(page.getByText('❌ Order not found or pending.')).toBeVisible();
  await expectNothingWider(page, 320);
});

test.describe('at night', () => {
  test.use({ colorScheme: 'dark' });

  test('[2.order-status] [2.refund] a shopper can read an order and its refund', async ({ page, baseURL }) => {
    const id = await order(page, baseURL ?? '');
    await open(page, `/order-status?order=${id}`);
    await look(page);
    await expect(lit(page)).toHaveCount(1);
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
