import { readFile } from 'node:fs/promises';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import {
  asks,
  asksBack,
  button,
  buyers,
  expectFine,
  goTo,
  link,
  mailTo,
  openDesk,
  ordersOf,
  phone,
  recordAtProvider,
  row,
  test,
  title,
} from '#e2e/desk-shop.ts';
import { addToCart, expect, expectNoHorizontalOverflow, expectPersisted, open, press } from '#e2e/fixtures.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { buyAsAda, checkOrderStatus, demoAccounts, reachedSteps, sentMails, signIn, subjectOf, twoPictures } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';

test.setTimeout(480_000);

// The page of a product that is withdrawn.
test.beforeEach(({ allowErrors }) => allowErrors(/status of 410 .*\/product\/oak-tray/));

const main = (page: Page): Locator => page.getByRole('main');
const said = (page: Page, text: RegExp): Locator => main(page).getByRole('status').filter({ hasText: text });

const words = (page: Page): Locator => main(page).getByLabel('What it shows');

/** A seller writes a product, gives it three pictures with words, puts the last one first, and counts it. */
const makeTray = async (page: Page): Promise<void> => {
  await goTo(page, 'Products');
  await press(link(page, 'New product'));
  await main(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Oak tray');
  await main(page).getByRole('textbox', { name: 'Price', exact: true }).fill('48');
  await main(page)
    .getByRole('textbox', { name: /^One line for the card/ })
    .fill('A tray of oak with two handles.');
  await press(main(page).getByRole('checkbox', { name: 'Kitchen & table' }));
  const [one = '', two = ''] = twoPictures();
  await page.getByLabel('Choose pictures').setInputFiles([one, two]);
  await expect(words(page)).toHaveCount(2, { timeout: 60_000 });
  await page.getByLabel('Choose pictures').setInputFiles(one);
  await expect(words(page)).toHaveCount(3, { timeout: 60_000 });
  for (const [at, text] of ['The tray', 'The tray from above', 'A handle of the tray'].entries()) await words(page).nth(at).fill(text);
  await press(button(page, 'Earlier Picture 3'));
  await press(button(page, 'Earlier Picture 2'));
  await expect(words(page).first()).toHaveValue('A handle of the tray');
  await press(button(page, 'Save'));
  await expect(page).toHaveURL(/\/desk\/products\/oak-tray$/);
  await expect(main(page)).toContainText('Draft');
  const shelf = main(page).getByRole('textbox', { name: 'On the shelf: Oak tray' });
  await shelf.fill('5');
  await shelf.press('Enter');
  await expect(main(page).getByText('Saved.')).toBeVisible();
};

type Day = {
  readonly page: Page;
  readonly shop: TemporaryShop;
  readonly openDevice: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** A mail, whose subject has # for each number. */
const toMail = (text: string): Mail => ({
  to: /^To: (.+)$/m.exec(text)?.[1] ?? '',
  subject: subjectOf(text)
    .replace(/^Subject: /, '')
    .replaceAll(/\b([RM]-)?[\dA-Z]{4}(-[\dA-Z]{4})+\b/g, '#'),
  text,
});

/** Of notices to the seller, one line for each thing that they name: how many share a mail is chance. */
const linesOf = ({ to, subject }: Mail): string[] => {
  const [, count = 1, what = subject] = /^(\d+) ([a-z ]+?)s?(?::|$)/.exec(subject) ?? [];
  return Array.from({ length: Number(count) }, () => `${to}: ${what}`);
};

/** What the day mails to a buyer: subjects, each with what it says beside the buyer's name and order. */
const mailsTo = (name: string, total: string): readonly (readonly [subject: string, words: string])[] => {
  const asked = (decision: string, subject: string, words: string) =>
    [
      ['We have your refund request #', 'Pictures: 2'],
      ['Your refund request # is decided', decision],
      [subject, words],
    ] as const;
  const special: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    Tom: [['The address of your order # has changed', '9 Quay Road']],
    Mary: asked('a partial refund of £2.50', 'We have refunded £2.50 for order #', 'your refund request'),
    Grace: asked(`a full refund of ${total}`, `We have refunded ${total} for order #`, 'your refund request'),
    Idris: asked('the same product again', 'The replacement for your request # is on its way', 'RM77'),
    Bo: [
      ['Your order # is cancelled', 'Out of clay'],
      [`We have refunded ${total} for order #`, 'to your original payment method'],
      ['The money for order # has not reached you', 'sent back to us'],
      [`We have refunded ${total} for order #`, 'bank transfer of today'],
    ],
  };
  const numbers: Readonly<Record<string, string>> = { Rhian: 'EV1', Ada: 'EV2' };
  const isSent = name !== 'Bo' && name !== 'Sam' && name !== 'Ines';
  return [
    ['Your order # is confirmed', `Total: ${total}`],
    ['We are preparing your order #', 'packing your parcel'],
    ...(isSent ? [['Your order # is on its way', numbers[name] ?? `RM-${name}`] as const] : []),
    ...(special[name] ?? []),
  ];
};

/** Each mail of the day has come, to whom it is for, says what it is for, and names no order of others; and none has come that nothing caused. */
const expectMails = async (shop: TemporaryShop): Promise<void> => {
  const orders = await withDatabase(shop, (db) => db.selectFrom('order').select(['id', 'total', 'billing']).execute());
  const seller = sampleShop.details.email;
  const [shopper] = demoAccounts.shopper;
  const expected: [to: string, subject: string, ...words: string[]][] = [
    [shopper, 'You are now a reseller at Flone', 'every price you see is yours'],
    ['tom.leary@example.com', 'We have your message #', 'keep this number'],
    ['tom.leary@example.com', 'Our answer to your message #', 'It’s 9 Quay Road now.', 'change the house number'],
    [seller, '#: an order, from Tom Leary', 'change the house number', `${shop.address}/desk/messages/M-`],
    [seller, 'application for a reseller account'],
    [seller, 'Money for order # came back: please pay it another way', 'expired card'],
    [seller, 'A payment has arrived for order #, which the shop does not have', 'LOST-LOST-LOST-LOST', '£6.45'],
    ...['Mary', 'Grace', 'Idris'].map((): [string, string, string] => [seller, 'refund request', `${shop.address}/desk/refunds/R-`]),
  ];
  for (const { id, total, billing } of orders) {
    const { firstName, email }: { firstName: string; email: string } = JSON.parse(billing);
    expected.push([seller, 'paid order', `${shop.address}/desk/orders/${id}`]);
    for (const [subject, words] of mailsTo(firstName, `£${(total / 100).toFixed(2)}`))
      expected.push([email, subject, `Hello ${firstName},`, id, words]);
  }
  const sent = () => sentMails(shop).map(toMail);
  await expect
    .poll(() => sent().flatMap(linesOf).toSorted(), { timeout: 30_000 })
    .toEqual(expected.map(([to, subject]) => `${to}: ${subject}`).toSorted());
  const mails = sent();
  for (const [to, subject, ...words] of expected)
    expect(
      mails.some((mail) => mail.to === to && linesOf(mail)[0] === `${to}: ${subject}` && words.every((text) => mail.text.includes(text))),
      `a mail to ${to}, “${subject}”, with ${words.join(', ')}`,
    ).toBe(true);
  for (const mail of mails.filter(({ to }) => to !== seller))
    expect(orders.filter(({ id }) => mail.text.includes(id)).length, `orders in “${mail.subject}” to ${mail.to}`).toBeLessThanOrEqual(1);
  await expect
    .poll(() => withDatabase(shop, (db) => db.selectFrom('mail').where('sent_at', 'is', null).select('subject').execute()))
    .toEqual([]);
};

const day = async ({ page, shop, openDevice }: Day): Promise<void> => {
  const isTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const fine = async (): Promise<void> => {
    if (!isTouch) return expectFine(page);
    await expectNoHorizontalOverflow(page, 390);
    await expectAccessible(page);
  };
  await page.addInitScript(() => {
    window.print = () => undefined;
  });

  await test.step('a product with three pictures is made, and sold', async () => {
    await openDesk(page, shop);
    await makeTray(page);
    await fine();
    await press(button(page, 'Sell it'));
    await expect(main(page)).toContainText('It’s on sale now.');
  });

  const ada = await (await openDevice(phone)).newPage();
  const ines = await (await openDevice({ ...phone, colorScheme: 'dark' })).newPage();
  const ids = await test.step('twelve orders are paid, two of them on phones', async () => {
    for (const [shopper, product, details] of [
      [ada, 'oak-tray', {}],
      [ines, 'lavender-soap-bar', { 'Email address': 'ines.duarte@example.com', 'First name': 'Ines', 'Last name': 'Duarte' }],
    ] as const) {
      await open(shopper, `${shop.address}/product/${product}`);
      if (shopper === ada) await expect(ada.getByRole('img', { name: 'A handle of the tray' }).first()).toBeVisible();
      await addToCart(shopper);
      await press(shopper.getByRole('banner').getByRole('link', { name: 'Cart, 1 line' }));
      await press(shopper.getByRole('link', { name: /^Checkout · £/ }));
      await buyAsAda(shopper, { ...details });
      await expect(title(shopper)).toHaveText(/^Thank you/);
    }
    return ordersOf(
      shop,
      buyers.filter(([name]) => name !== 'Ada' && name !== 'Ines'),
    );
  });

  await test.step('Tom writes, and a shopper asks to become a reseller', async () => {
    await asks(shop, ids.get('Tom') ?? '', 'Could you change the house number to 9?\nThank you.');
    await open(ines, `${shop.address}/product/oak-tray`);
    await addToCart(ines);
    await expectPersisted(ines, 'oak-tray');
    await open(ada, `${shop.address}/login-register`);
    await signIn(ada, demoAccounts.shopper);
    await expect(ada).toHaveURL(/\/my-account$/);
    await press(main(ada).getByRole('link', { name: 'Reselling', exact: true }));
    await press(button(ada, 'I want to resell'));
    await expect(main(ada).getByText('Your application is with us')).toBeVisible();
    await ada.goto(`${shop.address}/shop-grid-standard?q=throw`);
    await expect(price(ada)).toHaveText('£75.65');
  });

  await test.step('twelve orders are packed', async () => {
    await page.goto(`${shop.address}/desk`);
    await expect(main(page)).toContainText('12 parcels to send');
    await expect(main(page)).toContainText('2 people wait for an answer.');
    await fine();
    await goTo(page, 'Orders');
    await expect(main(page)).toContainText('12 orders, 17 pieces');
    await press(main(page).getByRole('checkbox', { name: 'Choose all of these' }));
    await press(link(page, 'Pick list'));
    await expect(main(page).getByRole('checkbox', { name: /^7 × Lavender soap bar/ })).toBeVisible();
    await fine();
    await press(button(page, 'Print'));
    await press(button(page, 'Printed? Start packing 12'));
    await expect(said(page, /^Packing has begun for 12 orders/)).toBeVisible();
  });

  await test.step('an address is corrected, because of a message, which is answered', async () => {
    await goTo(page, 'Messages');
    await press(link(page, 'Tom Leary'));
    await expect(page.getByRole('complementary')).toContainText('Packing');
    await press(page.getByRole('complementary').getByRole('link', { name: /^Order / }));
    await expect(main(page).getByText('Leave it with the neighbour at no. 11.')).toBeVisible();
    await press(button(page, 'Correct'));
    const address = page.getByRole('dialog', { name: 'Correct the address' });
    await address.getByLabel('Address line 1').fill('9 Quay Road');
    await address.getByLabel('Postcode').fill('bs14dj');
    await fine();
    await press(address.getByRole('button', { name: 'Save the address' }));
    for (const text of ['9 Quay Road', 'BS1 4DJ']) await expect(page.getByRole('complementary')).toContainText(text);
    await goTo(page, 'Messages');
    await press(link(page, 'Tom Leary'));
    await main(page).getByLabel('Your answer').fill('It’s 9 Quay Road now.');
    await fine();
    await press(button(page, 'Send'));
    await expect(said(page, /^Sent to tom\.leary/)).toBeVisible();
  });

  await test.step('an order is cancelled', async () => {
    await goTo(page, 'Orders');
    await press(link(page, 'Bo Lindqvist'));
    await press(main(page).getByText('More', { exact: true }));
    await press(button(page, 'Cancel this order…'));
    const cancelling = page.getByRole('dialog', { name: 'Cancel this order?' });
    await cancelling.getByLabel(/^Reason/).fill('Out of clay');
    await press(cancelling.getByRole('button', { name: 'Cancel the order' }));
    await expect(main(page).getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  });

  const bySheet = buyers.slice(0, 7).map(([firstName]) => firstName);
  await test.step('seven are sent by the sheet', async () => {
    await goTo(page, 'Orders');
    for (const name of bySheet) await press(row(page, name));
    await press(link(page, 'Mark as sent'));
    await press(main(page).getByLabel('Tracking number Mary Sutton'));
    for (const name of bySheet) await page.keyboard.type(`RM-${name}\n`);
    await expect(button(page, 'Check')).toBeFocused();
    await press(button(page, 'Check'));
    await expect(main(page).getByText('Will be marked as sent.')).toHaveCount(7);
    await fine();
    await press(button(page, 'Send 7'));
    await expect(said(page, /^7 parcels are marked as sent/)).toBeFocused();
  });

  await test.step('two are sent by a courier’s file, made of the desk’s own', async () => {
    await goTo(page, 'Orders');
    const saved = page.waitForEvent('download');
    await press(main(page).getByText('More', { exact: true }));
    await press(button(page, 'Save as CSV'));
    const orders = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
    const idOf = (name: string) => orders.find((line) => line.includes(name))?.split(',')[0];
    await press(link(page, 'Upload tracking numbers'));
    const file = `order,tracking,courier,weight\n${idOf('Rhian')},EV1,Evri,1\n${idOf('Ada')},EV2,Evri,2\n${ids.get('Mary')},EV3,Evri,2\n`;
    await page.getByLabel(/^The courier’s file/).setInputFiles({ name: 'evri.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await expect(main(page).getByRole('list', { name: 'What the lines of the file do' })).toContainText('This order was sent already');
    await fine();
    await press(button(page, 'Send 2'));
    await expect(said(page, /^2 parcels are marked as sent/)).toBeVisible();
    await goTo(page, 'Orders');
    await expect(main(page)).toContainText('2 orders,');
  });

  await test.step('two refunds are decided with photographs', async () => {
    await asksBack(shop, ids.get('Mary') ?? '', ['lavender-soap-bar', 'A corner of it is broken off.']);
    await asksBack(shop, ids.get('Grace') ?? '', ['lavender-soap-bar', 'All of it is crumbs.']);
    await asksBack(shop, ids.get('Idris') ?? '', ['ceramic-soap-dish', `It wobbles. ${'W'.repeat(80)} <b>Please</b> send another.`]);
    await page.reload();
    await goTo(page, 'Today');
    await expect(main(page)).toContainText('4 people wait for an answer.');
    await press(link(page, 'Decide: Refund: Lavender soap bar, Mary Sutton'));
    await expect(title(page)).toBeFocused();
    const photograph = main(page).getByRole('img', { name: 'Photograph 1 of 2' }).first();
    await expect.poll(() => photograph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await press(main(page).getByRole('radio', { name: 'Refund a part' }));
    await press(main(page).getByRole('radio', { name: 'No return needed' }));
    await main(page)
      .getByLabel(/^Amount in pounds/)
      .fill('2.50');
    await expect(page.locator('.desk-plain').filter({ hasText: '£2.50' })).toBeVisible();
    await fine();
    await press(button(page, 'Refund £2.50'));
    await expect(main(page).getByRole('heading', { name: 'Refunded in part' })).toBeVisible();
    await goTo(page, 'Today');
    await press(link(page, 'Decide: Refund: Lavender soap bar, Grace Hopper'));
    await press(main(page).getByRole('radio', { name: 'No return needed' }));
    await press(main(page).getByRole('button', { name: /^Refund £/ }));
    await expect(main(page).getByRole('heading', { name: 'Refunded in full' })).toBeVisible();
  });

  await test.step('an exchange is sent', async () => {
    await goTo(page, 'Refunds');
    await fine();
    await press(main(page).getByRole('listitem'));
    await press(main(page).getByRole('radio', { name: 'Send a replacement' }));
    await press(button(page, 'Send 1 again'));
    await main(page).getByLabel('Tracking number').fill('RM77');
    await press(button(page, 'Mark as sent'));
    await expect(main(page).getByRole('heading', { name: 'Exchange, sent' })).toBeVisible();
    await fine();
  });

  await test.step('a reseller is granted, and sees other prices', async () => {
    await goTo(page, 'Today');
    await press(main(page).getByRole('link', { name: /^Look: Asks to become a reseller/ }));
    await expect(title(page)).toHaveText('Sam Shopper');
    await fine();
    await press(button(page, 'Make a reseller'));
    await expect(said(page, /is a reseller now and is told by email/)).toBeVisible();
    await ada.reload();
    await expect(price(ada)).toHaveText('£63.75');
  });

  await test.step('a product is withdrawn while it lies in a cart', async () => {
    await goTo(page, 'Products');
    await expect(main(page).getByRole('row', { name: /^Oak tray/ })).toContainText('4');
    await press(button(page, 'Count stock'));
    await expect(main(page).getByRole('textbox', { name: 'On the shelf: Oak tray' })).toHaveValue('4');
    await fine();
    await press(button(page, 'Stop counting'));
    await press(link(page, 'Oak tray'));
    await press(button(page, 'Withdraw'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    await expect(main(page)).toContainText('It’s withdrawn.');
    await open(ines, `${shop.address}/cart`);
    await expect(main(ines)).toContainText(/no longer sold/i);
    await open(ines, `${shop.address}/product/oak-tray`);
    await expect(title(ines)).not.toHaveText('Oak tray');
  });

  await test.step('money that came back, and a payment without an order, are settled', async () => {
    await recordAtProvider(shop, ids.get('Bo') ?? '');
    await page.reload();
    await goTo(page, 'Today');
    await press(link(page, '1 refund didn’t reach its buyer'));
    await expect(title(page)).toHaveText('Bo Lindqvist');
    await expect(page.getByRole('complementary')).toContainText('To pay back by hand');
    await press(main(page).getByText('More', { exact: true }));
    await press(button(page, 'Settle by hand…'));
    const settling = page.getByRole('dialog', { name: /to pay back by hand$/ });
    await settling.getByLabel(/^How you paid it back/).fill('bank transfer of today');
    await fine();
    await press(settling.getByRole('button', { name: 'It is paid back' }));
    await expect(said(page, /^It is settled/)).toBeVisible();
    await expect(page.getByRole('complementary')).not.toContainText('To pay back by hand');

    await goTo(page, 'Today');
    await press(link(page, '1 payment belongs to no order'));
    await press(main(page).getByText('Settled another way…'));
    await main(page)
      .getByLabel(/^How was it settled/)
      .fill('goods sent');
    await fine();
    await press(button(page, 'Settled another way'));
    await expect(said(page, /^Noted as settled/)).toBeVisible();
    await expect(main(page)).toContainText('Every payment belongs to an order.');
    await goTo(page, 'Today');
    await expect(main(page).getByText('Needs a look')).toBeHidden();
  });

  await test.step('the figures, the people and the deeds of the day are read', async () => {
    await goTo(page, 'Figures');
    await press(main(page).getByText('Show as a table'));
    await fine();
    const books = page.waitForEvent('download');
    await press(button(page, 'Save for the accountant'));
    expect((await books).suggestedFilename()).toMatch(/^books-.*\.csv$/);
    await goTo(page, 'People');
    await main(page).getByRole('searchbox', { name: 'Name or email address' }).fill('mary.sutton@example.com');
    await press(button(page, 'Find people'));
    await expect(main(page).getByText('Guest, without an account')).toBeVisible();
    await fine();
    await goTo(page, 'Settings');
    await press(link(page, 'Who did what'));
    await expect(main(page).getByRole('listitem').filter({ hasText: 'changed a customer’s role' })).toHaveCount(1);
    await fine();
  });

  const sums = await withDatabase(shop, (db) =>
    db
      .selectFrom('order')
      .select(['id', 'total'])
      .where('id', 'in', [...ids.values()])
      .execute(),
  );
  const totalOf = (name: string): string => `£${((sums.find(({ id }) => id === ids.get(name))?.total ?? 0) / 100).toFixed(2)}`;

  await test.step('shoppers see it all on their phones', async () => {
    const look = async (name: string): Promise<Locator> => {
      const url = /http\S+\/order-status\?order=[\dA-Z-]+/.exec(await mailTo(shop, name, /is confirmed/))?.[0] ?? '';
      await open(ada, url);
      await checkOrderStatus(ada);
      return main(ada);
    };
    const tom = await look('Tom');
    await expect(reachedSteps(ada)).toHaveText(['Order confirmed', 'Processing', 'Dispatch']);
    for (const text of ['RM-Tom', '9 Quay Road']) await expect(tom).toContainText(text);
    await expect(await look('Rhian')).toContainText('EV1');
    const bo = await look('Bo');
    for (const text of ['Out of clay', `Refund: ${totalOf('Bo')}, sent`]) await expect(bo).toContainText(text);
    await expect(await look('Zoe')).toContainText('RM-Zoe');
    await expect(await look('Sam')).not.toContainText('RM-');
    await expect(reachedSteps(ada)).toHaveText(['Order confirmed', 'Processing']);
  });

  await test.step('each mail is read', () => expectMails(shop));
};

const price = (page: Page): Locator => main(page).getByRole('article', { name: 'Knitted wool throw' }).locator('.price-now').first();

const whatHappens =
  'twelve parcels are packed, two of them ordered on phones; seven are sent by the sheet, two by a courier’s file; an address is corrected, an order cancelled, two refunds are decided, an exchange is sent, a product is made, sold and withdrawn, a reseller granted, a message answered, and money settled; shoppers and mails say the same';

test(`a seller lives a day at the desk: ${whatHappens}`, ({ page, deskShop, openDevice }) => day({ page, shop: deskShop, openDevice }));

test.describe('on a phone', () => {
  test.use(phone);

  test('a seller lives the same day by touch', ({ page, deskShop, openDevice }) => day({ page, shop: deskShop, openDevice }));
});
