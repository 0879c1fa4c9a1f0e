import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible, expectReadableColours } from '#e2e/accessibility.ts';
import { test as base, expect, expectNoHorizontalOverflow, press } from '#e2e/fixtures.ts';
import { buyOverHttp, mailboxOf } from '#e2e/orders-over-http.ts';
import { processCount } from '#e2e/processes.ts';
import { openSeededShop } from '#e2e/run-folder.ts';
import { addAccount, withDatabase } from '#e2e/shop-database.ts';
import { runSellerCommand, signIn, twoPictures, waitForMail } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import type { Database } from '#server/db/schema.ts';
import { seedDemoSeller } from '#server/domain/accounts/demo-accounts.ts';
import { createPasswordHasher, passwordHashCost } from '#server/domain/accounts/passwords.ts';
import { submitContact } from '#server/domain/messages/messages.ts';
import { recordWebhookEvent } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { createSecretBox } from '#server/domain/secret-box.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { readEnv } from '#server/env.ts';
import { refundImages } from '#server/file-stores.ts';

/** Whom a shop of several processes does not have, because it is public. */
const addDemoSeller = (db: Database) =>
  seedDemoSeller(db, {
    now: new Date(),
    passwords: createPasswordHasher(passwordHashCost),
    secretBox: createSecretBox([]),
    sender: { shopName: 'Flone', shopUrl: '' },
  });

/** A shop with its desk, for one test. */
export const test = base.extend<{ readonly deskShop: TemporaryShop }>({
  deskShop: async ({ context, allowErrors }, use) => {
    // The desk asks who is there, and the form whether there is a second step.
    allowErrors(/status of 401 .*\/desk\/api\/me|status of 422 .*\/user\/login/);
    const shop = await openSeededShop({ DESK: 'on' });
    try {
      if (processCount > 1) await withDatabase(shop, addDemoSeller);
      await use(shop);
    } finally {
      await context.close();
      await shop.discard();
    }
  },
});

const seller = ['seller@flone.example.com', 'try-the-desk'] as const;

const secretOf = (shop: TemporaryShop, email: string): Promise<string> =>
  withDatabase(shop, async (db) => {
    const found = db.selectFrom('second_factor').innerJoin('account', 'account.id', 'second_factor.account_id').select('secret');
    return (await found.where('email', '=', email).executeTakeFirstOrThrow()).secret;
  });

/** The seller, or another of the staff, opens the desk, and signs in with password and code on the way. */
export const openDesk = async (
  page: Page,
  shop: TemporaryShop,
  who: readonly [email: string, password: string] = seller,
): Promise<void> => {
  await page.goto(`${shop.address}/desk`);
  await signIn(page, who);
  await page.getByLabel('Code from your app').fill(generateSync({ secret: await secretOf(shop, who[0]) }));
  await press(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect(page).toHaveURL(/\/desk$/);
};

/** Adds Ada Moss of support, who has an authenticator app. */
export const addColleague = async (shop: TemporaryShop): Promise<readonly [email: string, password: string]> => {
  const colleague = await addAccount(shop);
  await runSellerCommand(shop, 'staff', 'add', colleague[0], 'support');
  const secret = await secretOf(shop, seller[0]);
  await withDatabase(shop, async (db) => {
    const { id, created_at } = await db.selectFrom('account').selectAll().where('email', '=', colleague[0]).executeTakeFirstOrThrow();
    await db.insertInto('second_factor').values({ account_id: id, secret, created_at, confirmed_at: created_at }).execute();
  });
  return colleague;
};

/** The page has no fault of accessibility and fits: at a desk in light, on a phone in dark, on a narrow one with text of 200 % in both. */
export const expectFine = async (page: Page): Promise<void> => {
  const looks = [
    [1440, 'light', ''],
    [390, 'dark', ''],
    [320, 'light', '32px'],
    [320, 'dark', '32px'],
  ] as const;
  for (const [width, colorScheme, fontSize] of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
    await expectNoHorizontalOverflow(page, width);
    await expectAccessible(page);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Each sum of money stands on one line. */
const expectWholeSums = async (page: Page): Promise<void> => {
  const broken = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: sum, index } of (text.textContent ?? '').matchAll(/£[\d,]+(\.\d\d)?/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + sum.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) found.push(sum);
      }
    }
    return found;
  });
  expect(broken, `sums that are broken at ${page.viewportSize()?.width} px`).toEqual([]);
};

/**
 * As `expectFine`, in every width and size of text. Dark differs from light in colours only, and a narrow window from a phone in width only: what
 * cannot differ is not looked at again.
 */
export const expectFineInEveryLook = async (page: Page): Promise<void> => {
  for (const fontSize of ['', '32px'])
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
      await expectNoHorizontalOverflow(page, width);
      await expectWholeSums(page);
      if (fontSize !== '' && width !== 320) continue;
      await page.emulateMedia({ colorScheme: 'light' });
      await expectAccessible(page);
      if (fontSize === '' && width === 320) continue;
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadableColours(page);
    }
};

export const buyers = [
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

/** These buyers order and pay; returns the ids of their orders by first name. */
export const ordersOf = async (
  { address }: TemporaryShop,
  some: readonly (typeof buyers)[number][],
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const [at, [firstName, lastName]] of some.entries()) {
    const items = [{ productId: goods[at % goods.length] ?? goods[0], quantity: 1 + (at % 2) }];
    const note = firstName === 'Tom' ? 'Leave it with the neighbour at no. 11.' : '';
    ids.set(firstName, await buyOverHttp(address, { firstName, lastName, items, note }));
  }
  return ids;
};

export const row = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: new RegExp(`^Choose the order of ${name}`) });
export const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true });

export const mailTo = (shop: TemporaryShop, firstName: string, subject: RegExp): Promise<string> => {
  const [, lastName = ''] = buyers.find(([first]) => first === firstName) ?? [];
  return waitForMail(shop, subject, mailboxOf({ firstName, lastName }));
};

/** The payment provider reports that the bank has sent the refund of an order back, and a payment for an order that the shop does not have. */
export const recordAtProvider = (shop: TemporaryShop, orderId: string): Promise<unknown> =>
  withDatabase(shop, async (db) => {
    const context = { now: new Date(), sellerEmail: sampleShop.details.email };
    const sent = db
      .selectFrom('money')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('source', '=', 'ours')
      .where('state', '=', 'done');
    const { id, reference, payment, amount } = await sent.executeTakeFirstOrThrow();
    const returned = { kind: 'refund', id, reference: reference ?? '', payment: payment ?? '', amount, state: 'failed' } as const;
    await recordMoney(db, { ...returned, reason: 'failed (expired card)' }, context);
    const opened = { orderId: 'LOST-LOST-LOST-LOST', attempt: 0, provider: 'test' } as const;
    await recordWebhookEvent(
      db,
      { eventId: 'lost', sessionId: 'lost', outcome: 'paid', amount: 645, reference: 'lost', openedFor: opened },
      context,
    );
  });

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** To a page of the desk by its navigation; on a phone some are behind "More". */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const navigation = page.getByRole('navigation', { name: 'Desk' });
  const entry = navigation.getByRole('link', { name: new RegExp(`^${name}\\b`) });
  await expect(navigation.getByRole('link', { name: 'Today' })).toBeVisible();
  if (!(await entry.isVisible())) await press(navigation.getByRole('button', { name: 'More' }));
  await press(entry);
  await expect(title(page)).toHaveText(name === 'Today' ? /\d/ : new RegExp(`^${name}`));
};

/** The buyer of a sent order asks for a refund of it, with photographs; returns its reference. */
export const asksBack = async (shop: TemporaryShop, id: string, [productId, reason]: readonly [string, string]): Promise<string> => {
  const photographs = await Promise.all(twoPictures().map(async (file) => new Blob([new Uint8Array(await readFile(file))])));
  const context = { imageStore: refundImages(readEnv(shop.settings)), now: new Date() };
  return withDatabase(shop, (db) => requestRefund(db, { orderId: id, ProductId: productId, reason }, photographs, context));
};

/** Tom Leary writes about an order; returns the reference. */
export const asks = (shop: TemporaryShop, orderId: string, message: string): Promise<string> =>
  withDatabase(shop, (db) =>
    submitContact(
      db,
      { name: 'Tom Leary', email: mailboxOf({ firstName: 'Tom', lastName: 'Leary' }), topic: 'order', orderId, message, honeypot: '' },
      {
        now: new Date(),
        clientIp: '192.0.2.1',
        sender: { shopName: 'Flone', shopUrl: shop.address },
        sellerEmail: sampleShop.details.email,
        deskUrl: () => `${shop.address}/desk`,
      },
    ),
  );
