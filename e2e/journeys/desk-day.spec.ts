import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expectFine, openDesk, test } from '#e2e/desk-shop.ts';
import { expect, expectNoHorizontalOverflow, open } from '#e2e/fixtures.ts';
import { buyOverHttp, mailboxOf } from '#e2e/orders-over-http.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { checkOrderStatus, reachedSteps, runSellerCommand, twoPictures, waitForMail } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { submitContact } from '#server/domain/messages/messages.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { readEnv } from '#server/env.ts';
import { refundImages } from '#server/file-stores.ts';

test.setTimeout(120_000);

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
  await page.getByRole('main').getByText('More', { exact: true }).click();
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
  await expect(page.getByRole('status').filter({ hasText: /^7 parcels are marked as sent/ })).toBeFocused();

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

  await open(page, `${shop.address}/order-status?order=${ids.get('Tom')}`);
  await checkOrderStatus(page);
  await expect(reachedSteps(page)).toHaveText(['Order confirmed', 'Processing', 'Dispatch']);
  const summary = page.getByRole('article', { name: 'Order Summary' });
  await expect(summary).toContainText('RM-Tom');
  await expect(summary).toContainText('9 Quay Road');
});

/** The buyer of a sent order asks for a refund of it, with photographs; gives its reference. */
const asksBack = async (shop: TemporaryShop, id: string, [productId, reason]: readonly [string, string]): Promise<string> => {
  await runSellerCommand(shop, 'orders', 'status', id, 'Dispatch', '--method', 'Royal Mail', '--tracking', 'RM1');
  const photographs = await Promise.all(twoPictures().map(async (file) => new Blob([new Uint8Array(await readFile(file))])));
  const context = { imageStore: refundImages(readEnv(shop.settings)), now: new Date() };
  return withDatabase(shop, (db) => requestRefund(db, { orderId: id, ProductId: productId, reason }, photographs, context));
};

const asks = (shop: TemporaryShop, orderId: string, message: string): Promise<string> =>
  withDatabase(shop, (db) =>
    submitContact(
      db,
      { name: 'Tom Leary', email: mailboxOf({ firstName: 'Tom', lastName: 'Leary' }), topic: 'order', orderId, message, honeypot: '' },
      {
        now: new Date(),
        clientAddress: '192.0.2.1',
        sender: { shopName: 'Flone', shopUrl: shop.address },
        sellerAddress: 'seller@flone.example.com',
      },
    ),
  );

test('every screen of the desk fits a narrow window, also with text of 200 %, and axe finds no fault in light and dark', async ({
  page,
  deskShop: shop,
}) => {
  const ids = await ordersOf(shop, 4);
  const parcels = [...ids.values()].slice(1).join(',');
  const request = await asksBack(shop, ids.get('Mary') ?? '', [goods[0], `A corner of it is broken off. ${'W'.repeat(80)}`]);
  const message = await asks(shop, ids.get('Tom') ?? '', 'Could you change the house number to 24?');
  await openDesk(page, shop);
  const screens = [
    ['', /\d/],
    ['/orders', 'Orders'],
    [`/orders/${ids.get('Tom')}?in=view%3DtoSend`, 'Tom Leary'],
    [`/orders/${ids.get('Mary')}`, 'Mary Sutton'],
    [`/orders/send?ids=${parcels}`, 'Mark as sent'],
    [`/orders/pick?ids=${parcels}`, 'Pick list'],
    [`/orders/slips?ids=${parcels}`, 'Packing slips'],
    ['/orders/courier-file', 'Upload tracking numbers'],
    ['/refunds', 'Refunds'],
    [`/refunds/${request}`, 'Lavender soap bar'],
    ['/messages', 'Messages'],
    [`/messages/${message}`, 'From Tom Leary'],
    ['/nothing', 'There’s nothing at this address'],
  ] as const;
  for (const [path, heading] of screens) {
    await page.goto(`${shop.address}/desk${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('.spinner')).toHaveCount(0);
    await test.step(path, () => expectFine(page));
  }
});

test('a seller refunds a part of what came broken, exchanges another, sends it, and answers a message, from page to page without an id', async ({
  page,
  deskShop: shop,
}) => {
  const ids = await ordersOf(shop, 3);
  const crack = await asksBack(shop, ids.get('Mary') ?? '', [goods[0], 'A corner of it is broken off.']);
  const wobble = await asksBack(shop, ids.get('Idris') ?? '', [goods[1], `It wobbles. ${'W'.repeat(80)} <b>Please</b> send another.`]);
  await asks(shop, ids.get('Tom') ?? '', 'Could you change the house number to 24?\nThank you.');
  await openDesk(page, shop);
  await expect(page.getByRole('main')).toContainText('3 people wait for an answer.');
  await expectFine(page);

  await link(page, 'Decide: Refund: Lavender soap bar, Mary Sutton').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('img', { name: 'Photograph 1 of 2' }).first()).toHaveJSProperty('complete', true);
  expect(
    await page
      .locator('.desk-photographs img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(100);
  await page.getByRole('radio', { name: 'Refund a part' }).check();
  await page.getByRole('radio', { name: 'need not come back' }).check();
  await page.getByLabel(/^Amount in pounds/).fill('2.50');
  await expect(page.locator('.desk-plain').filter({ hasText: '£2.50' })).toBeVisible();
  await expectFine(page);
  await button(page, 'Refund £2.50').click();
  await expect(page.getByRole('heading', { name: 'Refunded in part' })).toBeVisible();
  expect(await mailTo(shop, 'Mary', new RegExp(`${crack} is decided`))).toContain('£2.50');

  await link(page, 'Refunds').click();
  await expectFine(page);
  await page.getByRole('main').getByRole('listitem').click();
  await expect(page.getByRole('main')).toContainText(wobble);
  await page.getByRole('radio', { name: 'Send it again' }).check();
  await button(page, 'Send 1 again').click();
  await page.getByLabel('Tracking number').fill('RM77');
  await button(page, 'Mark as sent').click();
  await expect(page.getByRole('heading', { name: 'Exchange, sent' })).toBeVisible();
  await expectFine(page);
  expect(await mailTo(shop, 'Idris', /replacement/i)).toContain('RM77');

  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages');
  await expectFine(page);
  await link(page, 'Tom Leary').click();
  await expect(page.getByRole('complementary')).toContainText('To pack');
  await page.getByLabel('Your answer').fill('It’s 24 now.');
  await expectFine(page);
  await button(page, 'Send').click();
  await expect(page.getByRole('status').filter({ hasText: /^Sent to/ })).toBeVisible();
  expect(await mailTo(shop, 'Tom', /Our answer to your message/)).toContain('It’s 24 now.');
});

test('a seller opens the invoice of an order, which is a page of the shop, and comes back to the desk', async ({
  page,
  deskShop: shop,
}) => {
  await ordersOf(shop, 1);
  await openDesk(page, shop);
  await openOrders(page);
  await link(page, 'Mary Sutton').click();
  await link(page, 'Invoice INV-000001').click();
  await expect(page).toHaveURL(/\/order-status\?order=.*view=invoice/);
  await expect(page.getByRole('main')).toContainText('INV-000001');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mary Sutton');
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
  await expect(page.getByRole('status').filter({ hasText: /^9 parcels are marked as sent/ })).toBeFocused();
  const shown: { trackingNumber?: string } = JSON.parse(await runSellerCommand(shop, 'orders', 'show', ids.get('Ada') ?? '', '--json'));
  expect(JSON.stringify(shown)).toContain('RM9');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a seller packs and sends two parcels by touch', async ({ page, deskShop: shop }) => {
    await ordersOf(shop, 3);
    await openDesk(page, shop);
    // What was chosen in one list is not chosen in another whose address is typed.
    await page.goto(`${shop.address}/desk/orders?view=all`);
    await row(page, 'Tom').tap();
    await page.goto(`${shop.address}/desk/orders`);
    await expect(row(page, 'Tom')).not.toBeChecked();
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
