import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible } from '#e2e/accessibility.ts';
import { test as base, expect, expectNoHorizontalOverflow, open } from '#e2e/fixtures.ts';
import { buyOverHttp, mailboxOf } from '#e2e/orders-over-http.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { checkOrderStatus, reachedSteps, runSellerCommand, signIn, waitForMail } from '#e2e/shopping.ts';
import { closePages } from '#e2e/warm-contexts.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

/** A shop with its desk, for one test. */
const test = base.extend<{ readonly deskShop: TemporaryShop }>({
  deskShop: async ({ context }, use) => {
    const shop = await openSeededShop({ DESK: 'on' });
    try {
      await use(shop);
    } finally {
      await closePages(context);
      await shop.discard();
    }
  },
  baseURL: ({ deskShop }, use) => use(deskShop.address),
});

test.setTimeout(180_000);

const seller = ['seller@flone.example.com', 'try-the-desk'] as const;

const buyers = [
  ['Mary', 'Sutton'],
  ['Idris', 'Khan'],
  ['Tom', 'Leary'],
  ['Jo', 'Ng'],
  ['Zoe', 'Price'],
  ['Nia', 'Owens'],
  ['Grace', 'Hopper'],
  ['Rhian', 'Fitzgerald'],
  ['Ada', 'Byron'],
  ['Sam', 'Reed'],
  ['Ines', 'Duarte'],
  ['Bo', 'Lindqvist'],
] as const;

const goods = ['lavender-soap-bar', 'ceramic-soap-dish', 'beech-rolling-pin'] as const;

/** The first so many buyers order and pay; gives the ids of their orders by first name. */
const ordersOf = async ({ address }: TemporaryShop, count: number): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const [at, [firstName, lastName]] of buyers.slice(0, count).entries()) {
    const items = [{ productId: goods[at % goods.length] ?? goods[0], quantity: 1 + (at % 2) }];
    const note = firstName === 'Tom' ? 'Leave it with the neighbour at no. 11.' : '';
    ids.set(firstName, await buyOverHttp(address, { firstName, lastName, items, note }));
  }
  return ids;
};

/** The seller opens the desk, and signs in with password and code on the way. */
const openDesk = async (page: Page, shop: TemporaryShop): Promise<void> => {
  await page.goto('/desk');
  await signIn(page, seller);
  const { secret } = await withDatabase(shop, (db) =>
    db
      .selectFrom('second_factor')
      .innerJoin('account', 'account.id', 'second_factor.account_id')
      .select('secret')
      .where('email', '=', seller[0])
      .executeTakeFirstOrThrow(),
  );
  await page.getByLabel('Code from your app').fill(generateSync({ secret }));
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/desk$/);
};

const row = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: new RegExp(`^Choose the order of ${name}`) });
const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });
const link = (page: Page, name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true });
const openOrders = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /^Orders/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders');
};
const mailTo = (shop: TemporaryShop, firstName: string, subject: RegExp): Promise<string> => {
  const [, lastName = ''] = buyers.find(([first]) => first === firstName) ?? [];
  return waitForMail(shop, subject, mailboxOf({ firstName, lastName }));
};

test('a seller packs a day’s twelve orders: seven are sent by the sheet, two by a courier’s file, one address is corrected, one order cancelled', async ({
  page,
  deskShop: shop,
}) => {
  const ids = await ordersOf(shop, 12);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openDesk(page, shop);
  await expect(page.getByRole('main')).toContainText('12 parcels to send');

  await openOrders(page);
  await expect(page.getByRole('main')).toContainText('12 orders, 18 pieces');
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Choose all of these' }).check();
  await link(page, 'Pick list').click();
  await expect(page.getByRole('checkbox', { name: /^6 × Lavender soap bar/ })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Print').click();
  await button(page, 'Printed? Start packing 12').click();
  await expect(page.getByRole('status').filter({ hasText: /^Packing has begun for 12 orders/ })).toBeVisible();

  await openOrders(page);
  await link(page, 'Tom Leary').click();
  await expect(page.getByText('Leave it with the neighbour at no. 11.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Correct').click();
  const address = page.getByRole('dialog', { name: 'Correct the address' });
  await address.getByLabel('Address line 1').fill('9 Quay Road');
  await address.getByLabel('Postcode').fill('bs14dj');
  await expectAccessible(page);
  await address.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByRole('complementary')).toContainText('9 Quay Road');
  await expect(page.getByRole('complementary')).toContainText('BS1 4DJ');

  await openOrders(page);
  await link(page, 'Bo Lindqvist').click();
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Cancel this order…').click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel this order?' });
  await cancelling.getByLabel(/^Reason/).fill('Out of clay');
  await cancelling.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible();

  await openOrders(page);
  const bySheet = buyers.slice(0, 7).map(([firstName]) => firstName);
  for (const name of bySheet) await row(page, name).check();
  await link(page, 'Mark as sent').click();
  await page.getByLabel('Tracking number Mary Sutton').focus();
  for (const name of bySheet) await page.keyboard.type(`RM-${name}\n`);
  await expect(button(page, 'Check')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Will be marked as sent.')).toHaveCount(7);
  await expectAccessible(page);
  await button(page, 'Send 7').click();
  await expect(page.getByText(/^7 parcels are marked as sent/)).toBeFocused();

  await openOrders(page);
  await link(page, 'Upload tracking numbers').click();
  const file = `order,tracking,courier,weight\n${ids.get('Rhian')},EV1,Evri,1\n${ids.get('Ada')},EV2,Evri,2\n${ids.get('Mary')},EV3,Evri,2\n`;
  await page.getByLabel(/^The courier’s file/).setInputFiles({ name: 'evri.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByRole('list', { name: 'What the lines of the file do' })).toContainText('This order was sent already');
  await expectAccessible(page);
  await button(page, 'Send 2').click();
  await expect(page.getByText(/^2 parcels are marked as sent/)).toBeVisible();

  await openOrders(page);
  await expect(page.getByRole('main')).toContainText('2 orders,');
  for (const name of [...bySheet, 'Rhian', 'Ada']) await mailTo(shop, name, /on its way/);
  expect(await mailTo(shop, 'Tom', /address/i)).toContain('9 Quay Road');
  expect(await mailTo(shop, 'Bo', /is cancelled/)).toContain('Out of clay');

  await open(page, `/order-status?order=${ids.get('Tom')}`);
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText(['Order confirmed', 'Processing', 'Dispatch']);
  const summary = page.getByRole('article', { name: 'Order Summary' });
  await expect(summary).toContainText('RM-Tom');
  await expect(summary).toContainText('9 Quay Road');
});

test('nine parcels are packed and sent by keyboard alone', async ({ page, deskShop: shop }) => {
  const ids = await ordersOf(shop, 9);
  await openDesk(page, shop);
  await openOrders(page);
  await expect(page.getByRole('main')).toContainText('9 orders,');
  const tabTo = async (target: Locator): Promise<void> => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('checkbox', { name: 'Choose all of these' }));
  await page.keyboard.press('Space');
  await tabTo(button(page, 'Start packing'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Packing has begun for 9 orders/)).toBeVisible();
  await tabTo(link(page, 'Mark as sent'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByLabel('Tracking number Mary Sutton'));
  for (let parcel = 1; parcel <= 9; parcel += 1) await page.keyboard.type(`RM${parcel}\n`);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Send 9')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^9 parcels are marked as sent/)).toBeFocused();
  const shown: { trackingNumber?: string } = JSON.parse(await runSellerCommand(shop, 'orders', 'show', ids.get('Ada') ?? '', '--json'));
  expect(JSON.stringify(shown)).toContain('RM9');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a seller packs and sends two parcels by touch', async ({ page, deskShop: shop }) => {
    await ordersOf(shop, 3);
    await openDesk(page, shop);
    await page
      .getByRole('navigation', { name: 'Desk' })
      .getByRole('link', { name: /^Orders/ })
      .tap();
    for (const name of ['Mary', 'Idris']) await row(page, name).tap();
    await expectNoHorizontalOverflow(page, 390);
    await expectAccessible(page);
    await button(page, 'Start packing').tap();
    await expect(page.getByText(/^Packing has begun for 2 orders/)).toBeVisible();
    await link(page, 'Tom Leary').tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Leary');
    await expectNoHorizontalOverflow(page, 390);
    await expectAccessible(page);
    await page.goBack();
    await expect(row(page, 'Mary')).toBeChecked();
    await link(page, 'Mark as sent').tap();
    await page.getByLabel('Tracking number Mary Sutton').fill('RM1');
    await page.getByLabel('Tracking number Idris Khan').fill('RM2');
    await button(page, 'Check').tap();
    await button(page, 'Send 2').tap();
    await expect(page.getByText(/^2 parcels are marked as sent/)).toBeVisible();
    await mailTo(shop, 'Idris', /on its way/);
  });
});
