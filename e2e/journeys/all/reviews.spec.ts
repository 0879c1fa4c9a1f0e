import type { Page } from '@playwright/test';
import { deliveryDefaults, readDeliverySettings } from '#contract/delivery-dates.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';
import { addAccount, startSessionIn, withDatabase } from '#e2e/shop-database.ts';
import { runSellerCommand, waitForMail } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { testPayments } from '#server/payments/test.ts';
import { aBuyer, anOrderFor, anOrderRequest, minutesLater } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const products = { pin: 'beech-rolling-pin', soap: 'lavender-soap-bar' } as const;
const delivery = readDeliverySettings(deliveryDefaults);
const imageStore = { add: async () => [], remove: async () => undefined, listOlderThan: async () => [] };

/**
 * Buys these products and has them delivered; a week later the mail that asks for reviews is sent. Returns the order's id, and the links of the mail
 * by product. The email address must be used by this test only, because delivered orders of other journeys get such mails, too.
 */
const buyAndGet = async (shop: TemporaryShop, email: string, productIds: readonly string[], refunded?: string) => {
  const now = new Date();
  const id = await withDatabase(shop, async (db) => {
    const payload = { ...anOrderFor(...productIds.map((productId) => ({ productId }))), billingInfo: { ...aBuyer, email } };
    const { _id } = await placeOrder(db, anOrderRequest(payload, { shopOrigin: shop.address, now }));
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', _id).execute();
    await changeStatus(db, testPayments, _id, { to: 'Dispatch', method: 'Royal Mail', delivery, now });
    await changeStatus(db, testPayments, _id, { to: 'Delivered', delivery, now });
    if (refunded !== undefined) {
      const reference = await requestRefund(db, { orderId: _id, ProductId: refunded, reason: 'It came cracked.' }, [], { imageStore, now });
      await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, now);
    }
    await sendReviewInvites(db, () => '', minutesLater(8 * 24 * 60, now));
    return _id;
  });
  // Due in eight days by the clock of the server.
  await withDatabase(shop, (db) => db.updateTable('mail').set({ due_at: now.toISOString() }).where('sent_at', 'is', null).execute());
  const mail = await waitForMail(shop, /How do you like/, email);
  const links = [...mail.replaceAll('=\r\n', '').matchAll(/\/product\/([\w-]+)\?review=([\w-]{43})/g)];
  return { id, linkOf: (productId: string): string => links.find(([, of]) => of === productId)?.[0] ?? '' };
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send review' });
const text = 'Heavy enough to do most of the work.';

const referencesOf = async (shop: TemporaryShop, state: 'waiting' | 'approved'): Promise<string[]> => {
  const reviews: { reference: string }[] = JSON.parse(await runSellerCommand(shop, 'reviews', 'list', '--state', state, '--json'));
  return reviews.map(({ reference }) => reference);
};

const approveAll = async (shop: TemporaryShop): Promise<void> => {
  for (const reference of await referencesOf(shop, 'waiting')) {
    const { revision }: { revision: number } = JSON.parse(await runSellerCommand(shop, 'reviews', 'show', reference, '--json'));
    await runSellerCommand(shop, 'reviews', 'approve', reference, '--revision', String(revision));
  }
};

// Journeys after this one in the same shop know it without reviews.
test.afterEach(async ({ shop }) => {
  for (const reference of await referencesOf(shop, 'approved'))
    await runSellerCommand(shop, 'reviews', 'remove', reference, '--reason', 'The journey is over.');
});

test('a buyer reviews by the mailed link with a photograph, and shoppers see it once the seller has approved it', async ({
  page,
  shop,
}) => {
  test.setTimeout(90_000);
  const { linkOf } = await buyAndGet(shop, 'pin-reviewer@example.com', [products.pin]);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, linkOf(products.pin));
  await expect(heading(page)).toHaveText('Review Rolling pin');
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Choose how many stars');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 390);
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill(text);
  await page.getByLabel(/^Pictures/).setInputFiles({ name: 'pin.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() });
  await sendButton(page).click();
  await expect(heading(page)).toHaveText('Thank you for your review');
  await open(page, linkOf(products.pin));
  await expect(page.getByRole('checkbox', { name: 'Remove the picture that I sent before' })).not.toBeChecked();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 390);
  await open(page, `/product/${products.pin}`);
  await expect(page.getByText('No reviews yet.')).toBeVisible();

  await approveAll(shop);
  const [reference = ''] = await referencesOf(shop, 'approved');
  await runSellerCommand(shop, 'reviews', 'reply', reference, 'It gets better with oil.');
  await page.setViewportSize({ width: 1440, height: 900 });
  // For a second after a review, lists are sent as they were before.
  await expect.poll(async () => await (await page.request.get('/client/products?form=list')).text()).toContain('"rating":4');
  // From a page with a scroll position of its own.
  await open(page, '/shop-grid-standard?sort=rating');
  await page.evaluate(() => window.scrollTo(0, 100));
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/product/${products.pin}`));
  await page.getByRole('main').getByRole('link', { name: 'Rated 4 out of 5 by 1 buyer' }).click();
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeInViewport();
  const review = page.getByRole('article', { name: 'Review by Ada B.' });
  await expect(review).toContainText(text);
  await expect(review).toContainText('It gets better with oil.');
  await review.getByRole('img').scrollIntoViewIfNeeded();
  await expect.poll(() => review.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Report the review by Ada B.' }).click();
  await page.getByRole('combobox', { name: 'What is wrong with it?' }).selectOption('It is offensive');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. We will look at this review.')).toBeVisible();
  expect(await runSellerCommand(shop, 'reviews', 'reports')).toContain(reference);
  await page.goBack();
  await expect(page).toHaveURL(`/product/${products.pin}`);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('★ 4.0 · 1 review');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('rating');

  // In the wide tiles, which are a grid, the stars take no cell of the price.
  await open(page, '/shop-list-standard?sort=rating');
  const tile = page.getByRole('main').getByRole('article').first();
  const stars = await tile.locator('.rating').boundingBox();
  const price = await tile.locator('.price').boundingBox();
  expect(price?.x).toBe(stars?.x);
  expect(price?.y).toBeGreaterThan(stars?.y ?? Infinity);

  // The link again, once the review is decided.
  await open(page, linkOf(products.pin));
  await expect(page.getByText(/^Thank you: your review is in the shop/)).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
});

test('nobody reviews what they did not buy or got refunded, nor by a link that expired or is not theirs', async ({
  page,
  openDevice,
  shop,
  allowErrors,
}) => {
  allowErrors(/status of 4(01|04|09|22)/);
  const { id, linkOf } = await buyAndGet(shop, 'refunded-reviewer@example.com', [products.pin, products.soap], products.soap);
  expect(linkOf(products.soap)).toBe('');
  const key = new URL(linkOf(products.pin), shop.address).searchParams.get('review') ?? '';
  // By a link for something else in the order that was refunded, and for something that is not in it.
  await open(page, `/product/${products.soap}?review=${key}`);
  await expect(page.getByRole('alert')).toContainText('You got all your money back for this');
  await open(page, `/product/stoneware-mug?review=${key}`);
  await expect(page.getByRole('alert')).toContainText('This product is not in that order');
  // By the number of somebody's order.
  await open(page, `/product/${products.pin}?review=${id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(sendButton(page)).toHaveCount(0);
  // The same, signed in: a shopper of another account, who bought nothing.
  const stranger = await openDevice();
  await startSessionIn(stranger, shop, await addAccount(shop));
  const theirs = await stranger.newPage();
  await open(theirs, `/product/${products.pin}?review=${id}`);
  await expect(theirs.getByRole('alert')).toContainText('Your account has no such order');
  await expect(sendButton(theirs)).toHaveCount(0);
  // By a link that has expired.
  await open(page, linkOf(products.pin));
  await expect(sendButton(page)).toBeVisible();
  await withDatabase(shop, (db) =>
    db
      .updateTable('token')
      .set({ expires_at: new Date(0).toISOString() })
      .where('subject', '=', id)
      .execute(),
  );
  await open(page, linkOf(products.pin));
  await expect(page.getByRole('alert')).toContainText('This link has expired');
  await expect(sendButton(page)).toHaveCount(0);
});

test('one press stops mails that ask for reviews, and opening the link alone does not', async ({ page, shop }) => {
  const { linkOf } = await buyAndGet(shop, 'unsubscribing-reviewer@example.com', [products.soap]);
  const optOuts = () => withDatabase(shop, (db) => db.selectFrom('review_opt_out').selectAll().execute());
  await open(page, `${linkOf(products.soap)}#stop`);
  const button = page.getByRole('button', { name: 'Stop these emails' });
  await expect(button).toBeVisible();
  expect(await optOuts()).toEqual([]);
  await button.click();
  await expect(heading(page)).toHaveText('We won’t ask again');
  await expect(heading(page)).toBeFocused();
  expect(await optOuts()).toHaveLength(1);
});
