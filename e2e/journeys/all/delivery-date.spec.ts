import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessibleInBothWidths, holdRequests, open, test } from '#e2e/fixtures.ts';
import {
  cartLines,
  checkOrderStatus,
  completeTestPayment,
  fillCheckout,
  openWithCart,
  payButton,
  termsCheckbox,
  waitForMail,
} from '#e2e/shopping.ts';

const main = (page: Page) => page.getByRole('main');

test('a shopper reads when to order for which days of arrival, without anything moving', async ({ page }) => {
  // Held back, because the days replace the sentence without them at any moment.
  const release = await holdRequests(page, '**/assets/dated-delivery-*.js');
  await open(page, '/product/stoneware-jug');
  const when = page.locator('.buy-terms .delivery-date');
  await expect(when).toContainText('working days');
  const undated = await when.boundingBox();
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  release();
  await expect(when).toContainText(/^Order by 2 pm .+ for delivery \w{3} \d+/);
  const dated = await when.boundingBox();
  expect(undated?.height).toBeGreaterThan(0);
  expect(dated?.height).toBe(undated?.height);
});

/** The days of standard delivery, beside the other ways. */
const standardDate = (page: Page): Locator =>
  page.locator('.delivery-ways label', { hasText: 'Standard delivery' }).locator('.delivery-date');

/** Unfolds the ways of delivery in the cart. */
const openWays = (page: Page): Promise<void> => main(page).locator('summary', { hasText: 'Standard delivery' }).click();

test('a shopper who orders after the cut-off before Easter reads the same days, without bank holidays, on product, in cart and at checkout', async ({
  page,
}) => {
  // Good Friday is the next day, and Easter Monday the first working day after the weekend.
  await page.clock.setFixedTime('2026-04-02T15:30:00+01:00');
  const days = 'Mon 13 – Tue 14 April';
  await openWithCart(page, '/product/lavender-soap-bar', await cartLines(page, 1, ['lavender-soap-bar']));
  await expect(main(page).getByText(`Order by 2 pm on Tue 7 Apr for delivery ${days}`)).toBeVisible();
  for (const url of ['/cart', '/checkout']) {
    await open(page, url);
    if (url === '/cart') await openWays(page);
    await expect(page.getByRole('radio', { name: `Standard delivery £2.50 ${days}` })).toBeChecked();
    await expectAccessibleInBothWidths(page);
  }
});

test('a buyer reads the same promised days on the confirmation, in its mail, and with the order', async ({ page, shop }) => {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await open(page, '/checkout/linen-tea-towels/1');
  await fillCheckout(page);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await termsCheckbox(page).check();
  await payButton(page).click();
  await completeTestPayment(page, 'Pay');
  const arrival = main(page).getByRole('listitem').filter({ hasText: 'Should reach you.' }).getByRole('strong');
  await expect(arrival).toHaveText(/^\w{3} \d+( \w+)? – \w{3} \d+ \w+$/);
  const days = (await arrival.textContent()) ?? '';
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const mail = await waitForMail(shop, new RegExp(`Your order ${id} is confirmed`), email);
  expect(mail.replaceAll(/=\r?\n/g, '').replaceAll('=E2=80=93', '–')).toContain(`Your parcel should arrive ${days}.`);
  await open(page, `/order-status?order=${id}`);
  await checkOrderStatus(page);
  await expect(page.getByRole('article', { name: 'Order Summary' })).toContainText(`Should arrive${days}`);
});

test('the delivery date keeps to its two lines on a product, and to one at each way in cart and checkout, however long its days are', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-09-23T16:00:00Z');
  await openWithCart(page, '/cart', await cartLines(page, 2));
  for (const [time, orderBy, days] of [
    ['2026-09-23T16:00:00Z', 'Order by 2 pm tomorrow for delivery', 'Wed 30 Sep – Thu 1 Oct'],
    ['2026-09-25T16:00:00Z', 'Order by 2 pm on Mon 28 Sep for delivery', 'Fri 2 – Mon 5 October'],
  ] as const)
    for (const [path, date, text, lines] of [
      ['/cart', standardDate(page), days, 1],
      ['/checkout', standardDate(page), days, 1],
      ['/product/stoneware-mug', page.locator('.delivery-date'), `${orderBy} ${days}`, 2],
    ] as const) {
      await page.clock.setFixedTime(time);
      await open(page, path);
      if (path === '/cart') await openWays(page);
      await expect(date).toHaveText(text);
      for (const width of [390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const lineCount = await date.evaluate(
          (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
        );
        expect(Math.round(lineCount), `“${text}” in ${path} at ${width} px`).toBe(lines);
      }
    }
});
