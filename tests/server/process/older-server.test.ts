import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { mailFolder } from '#server/data-folder.ts';
import { appliedMigrations, migrationNames } from '#server/db/migrations/migrate.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { aBuyer, aKey, anOrderFor, type Wanted } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';
import { describedCalls, readRecording, recordedVersions, unpackServer } from './older-server.ts';

const password = 'a long walk home';
const seller = 'seller@example.com';
const longAgo = '2001-01-01T00:00:00.000Z';

/** A field of an answer, whose shape is known by the description of the older server. */
const field = (answer: unknown, ...names: readonly (string | number)[]): string => {
  let value = answer;
  for (const name of names) value = z.record(z.string(), z.unknown()).or(z.array(z.unknown())).parse(value)[name as never];
  return z.string().parse(value);
};

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

const readMails = async (folder: string): Promise<ReadonlyMap<string, Mail>> => {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.eml')) : [];
  const mails = new Map<string, Mail>();
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8');
    const header = (key: string): string =>
      new RegExp(`^${key}: (.*(?:\\n[ \\t].*)*)`, 'm').exec(text)?.[1]?.replaceAll(/\n[ \t]+/g, ' ') ?? '';
    mails.set(name, { to: header('To'), subject: header('Subject'), text });
  }
  return mails;
};

/** An inbox of all mails; `next` waits for one that it has not given yet. */
const anInbox = (folder: string) => {
  const seen = new Set<string>();
  const next = async (to: string, subject: RegExp): Promise<Mail> => {
    const find = async () =>
      [...(await readMails(folder))].find(([name, mail]) => !seen.has(name) && mail.to === to && subject.test(mail.subject));
    await expect.poll(find, { interval: 50, timeout: 20_000, message: `a mail to ${to} about ${subject}` }).toBeDefined();
    const [name = '', mail] = (await find()) ?? [];
    seen.add(name);
    if (!mail) throw new Error(`The mail to ${to} is gone.`);
    return mail;
  };
  const tokenOf = async (to: string, subject: RegExp, parameter: string): Promise<string> => {
    const { text } = await next(to, subject);
    return new RegExp(`[?&]${parameter}=([\\w-]{43})`).exec(text)?.[1] ?? '';
  };
  return { next, tokenOf };
};

/** A running shop of a recorded version, whose database is migrated by `upgrade`. */
const openOlderShop = async (version: string) => {
  const place = await unopenedShop(onTestFinished);
  const settings = {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    MAIL: 'files',
    MAIL_TO: seller,
    PAYMENTS: 'test',
    SAMPLES: 'yes',
    SHUTDOWN_DELAY: '0',
  };
  const { folder, start } = await unpackServer(readRecording(version));
  const server = start({ ...settings, PORT: '0', HOST: '127.0.0.1', SHOP_BUILD: 'never' });
  onTestFinished(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    await rm(folder, { recursive: true });
  });
  const [, address = ''] = await server.waitForLine(/^Flone is open at (\S+)$/m);
  const command = async (...parameters: string[]): Promise<string> => {
    const { code, out, err } = await runShopCommandWith(settings, ...parameters);
    if (code !== 0) throw new Error(`${parameters.join(' ')}: ${err}`);
    return out;
  };
  const upgrade = async () => {
    const store = await openShop(place);
    onTestFinished(() => store.db.destroy());
    return store.db;
  };
  /** Stops the server, and gives what it has logged as an error: failed jobs and calls, with the database's sentence. */
  const stop = async () => {
    server.process.kill('SIGTERM');
    const { code, out, err } = await server.exited;
    return { code, err, errors: out.split('\n').filter((line) => /^\{"level":[56]0/.test(line)) };
  };
  onTestFailed(async () => console.error((await stop()).errors.slice(0, 5).join('\n')));
  return { ...(await describedCalls(address)), inbox: anInbox(mailFolder(place.dataDir)), command, upgrade, stop };
};

type Shop = Awaited<ReturnType<typeof openOlderShop>>;
type Upgraded = Shop & { readonly db: Awaited<ReturnType<Shop['upgrade']>> };
type Browser = Awaited<ReturnType<Shop['openBrowser']>>;

const aRegistration = (email: string) => ({ email, password, firstName: 'Ada', lastName: 'Byron', acceptsTerms: true });

const anOrder = async (browser: Browser, email: string, wanted: Wanted, more: object = {}): Promise<string> => {
  const body = { ...anOrderFor(wanted), billingInfo: { ...aBuyer, email }, ...more };
  return field(await browser('placeOrder', { body }), '_id');
};

const openPayment = async (browser: Browser, orderId: string): Promise<string> =>
  field(await browser('payOrder', { body: { orderId } }), 'url');

const choose = async (url: string, choice: 'pay' | 'decline'): Promise<void> => {
  const { status } = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) });
  expect(status).toBe(303);
};

const statusOf = async (browser: Browser, orderId: string): Promise<string> =>
  field(await browser('order', { values: { orderId } }), 'status');

const aForm = async (fields: Readonly<Record<string, string>>): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('additionalImages', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
};

/** A shopper with an account that only the older version has changed so far. */
const changeAccount = async ({ openBrowser, inbox, has, db }: Upgraded) => {
  const email = 'bea@example.com';
  // One mail of a kind a minute.
  const forgetLimits = () => db.deleteFrom('limit_hit').execute();
  const browser = await openBrowser();
  await browser('register', { body: aRegistration(email) });
  await inbox.next(email, /is your code/);
  await forgetLimits();
  await browser('resendCode', { body: { email } });
  const { subject } = await inbox.next(email, /is your code/);
  await browser('verifyEmail', { body: { email, code: subject.slice(0, 6) } });
  const signIn = async (as: Browser, more: object = {}) => field(await as('login', { body: { email, password, ...more } }), 'user', '_id');
  const userId = await signIn(browser);
  const { email: _, streetAddress2: __, state: ___, ...address } = aBuyer;
  await browser('updateUser', { values: { userId }, body: { firstName: 'Bea', addresses: [address] } });
  const phone = await openBrowser();
  await signIn(phone);
  expect(await browser('sessions')).toMatchObject({ sessions: [{}, {}] });
  await browser('endSessions', { body: { others: true } });
  expect(await phone('profile')).toEqual({ user: null });
  await forgetLimits();
  await browser('forgotPassword', { body: { email } });
  await browser('resetPassword', { body: { token: await inbox.tokenOf(email, /Choose a new password/, 'reset'), password } });
  await signIn(browser);
  await browser('logout');
  await signIn(browser);
  await choose(await openPayment(browser, await anOrder(browser, email, { productId: 'lavender-soap-bar' })), 'pay');
  if (has('secondFactor')) await signInByTwoSteps(browser, signIn);
  if (has('changeEmail')) {
    await forgetLimits();
    await browser('changeEmail', { body: { email: 'bea@example.org', password } });
    await browser('confirmEmailChange', { body: { token: await inbox.tokenOf('bea@example.org', /Confirm your new/, 'confirm') } });
    await browser('stopEmailChange', { body: { token: await inbox.tokenOf(email, /is about to change/, 'stop') } });
    await browser('resetPassword', { body: { token: await inbox.tokenOf(email, /Choose a new password/, 'reset'), password } });
    await signIn(browser);
  }
  await browser('exportUser');
  await browser('deleteUser', { body: { password } });
  await inbox.next(email, /is deleted/);
  expect(await browser('profile')).toEqual({ user: null });
};

const signInByTwoSteps = async (browser: Browser, signIn: (as: Browser, more?: object) => Promise<string>) => {
  const { generateSync } = await import('otplib');
  const codes = (answer: unknown) => z.object({ recoveryCodes: z.array(z.string()) }).parse(answer).recoveryCodes;
  const secret = field(await browser('startSecondFactor', { body: { password } }), 'secret');
  const [first] = codes(await browser('confirmSecondFactor', { body: { oneTimeCode: generateSync({ secret }) } }));
  const [second, third] = codes(await browser('renewRecoveryCodes', { body: { password, oneTimeCode: first } }));
  await browser('logout');
  await signIn(browser, { oneTimeCode: second });
  expect(await browser('secondFactor')).toMatchObject({ recoveryCodesLeft: 9 });
  await browser('endSecondFactor', { body: { password, oneTimeCode: third } });
};

const keepLists = async ({ openBrowser }: Upgraded, browser: Browser, account: string) => {
  const basin = { productId: 'basin-set', variation: '', color: '', size: '' };
  const save = (...changes: readonly object[]) => browser('saveLists', { body: { account, batch: aKey(), changes } });
  await save({ list: 'cart', ...basin, add: 2 }, { list: 'wishlist', ...basin, add: 1 });
  expect(await save()).toMatchObject({ lines: [{ list: 'cart' }, { list: 'wishlist' }] });
  const token = field(await browser('shareWishlist', { body: { showsName: true } }), 'link', 'token');
  expect(await browser('wishlistLink')).toMatchObject({ link: { token } });
  const guest = await openBrowser();
  expect(await guest('sharedWishlist', { values: { token } })).toMatchObject({ productIds: [basin.productId] });
  await browser('withdrawWishlist');
};

const reviewOrder = async (
  { command, inbox, openBrowser, db }: Upgraded,
  browser: Browser,
  order: { readonly id: string; readonly email: string },
) => {
  const productId = 'lavender-soap-bar';
  const mine = { productId, key: order.id };
  expect(await browser('openReview', { body: mine })).toMatchObject({ state: 'new' });
  await db.updateTable('review_invite').set({ due_at: longAgo }).where('order_id', '=', order.id).execute();
  const key = await inbox.tokenOf(order.email, /How do you like/, 'review');
  await browser('writeReview', { body: await aForm({ ...mine, stars: '5', author: 'Ada', text: 'It smells of summer evenings.' }) });
  const [{ reference } = { reference: '' }] = z
    .array(z.object({ reference: z.string() }))
    .parse(JSON.parse(await command('reviews', 'list', '--json')));
  await command('reviews', 'show', reference);
  await command('reviews', 'approve', reference);
  const page = await browser('reviews', { values: { productId } });
  expect(page).toMatchObject({ items: [{ reference, author: 'Ada' }] });
  await browser('reviewPicture', { values: { file: path.basename(field(page, 'items', 0, 'images', 0)) } });
  const guest = await openBrowser();
  await guest('reportReview', { body: { reference, reason: 'other' } });
  expect(await guest('openReview', { body: { productId, key } })).toMatchObject({ isByMail: true });
  await guest('stopReviewMails', { body: { key } });
  await guest('endReviewMails', { values: { token: key } });
};

/** The account was registered, and its first payment page opened, before the migrations. */
const buy = async (
  shop: Upgraded,
  { browser, email, url, orderId }: { readonly browser: Browser; readonly email: string; readonly url: string; readonly orderId: string },
) => {
  const { has, inbox, command } = shop;
  await browser('verifyEmail', { body: { token: await inbox.tokenOf(email, /is your code/, 'token') } });
  const account = field(await browser('login', { body: { email, password } }), 'user', '_id');
  if (has('saveLists')) await keepLists(shop, browser, account);
  const line = { productId: 'lavender-soap-bar', quantity: 2 };
  const voucher = has('checkVoucher') ? { voucher: 'SPRING' } : {};
  if (has('checkVoucher')) {
    await command('vouchers', 'create', 'SPRING', '--percent', '10', '--uses', '3');
    await browser('checkVoucher', { body: { code: 'SPRING', items: [line] } });
  }
  const bought = await anOrder(browser, email, line, voucher);
  for (const [page, id] of [
    [url, orderId],
    [await openPayment(browser, bought), bought],
  ] as const) {
    await choose(page, 'pay');
    expect(await statusOf(browser, id)).toBe('confirmed');
    await inbox.next(email, new RegExp(id));
  }
  await inbox.next(seller, /order/i);
  expect(await browser('myOrders')).toMatchObject([{ _id: bought }, { _id: orderId }]);
  for (const step of [['processing'], ['Dispatch', '--method', 'Royal Mail'], ['Delivered']])
    await command('orders', 'status', bought, ...step);
  expect(await statusOf(browser, bought)).toBe('Delivered');
  if (has('openReview')) await reviewOrder(shop, browser, { id: bought, email });
  const request = { orderId: bought, ProductId: line.productId, reason: 'One is broken in two pieces.' };
  const reference = field(await browser('requestRefund', { body: await aForm(request) }), 'reference');
  await command('refunds', 'decide', reference, 'partial', '1.50', '--without-return');
  await browser('refundOrder', { values: { orderId: bought } });
  await paidBack(shop, bought);
};

/** Waits until the older server's job has paid money of an order back. */
const paidBack = async ({ db }: Upgraded, orderId: string) => {
  const read = () => db.selectFrom('payback').select('done_at').where('order_id', '=', orderId).executeTakeFirst();
  await expect.poll(read, { interval: 50 }).toMatchObject({ done_at: expect.any(String) });
};

/** Guests, one of whom opened a payment page before the migrations. */
const visit = async (
  shop: Upgraded,
  { browser, email, url, orderId }: { readonly browser: Browser; readonly email: string; readonly url: string; readonly orderId: string },
) => {
  const { has, inbox, db } = shop;
  for (const name of ['products', 'categories', 'paymentMethods', 'variations'] as const) await browser(name);
  const productId = 'stoneware-mug';
  for (const name of ['product', 'colorVariations'] as const) await browser(name, { values: { productId } });
  await browser('contact', { body: { name: 'Cleo', email, topic: 'order', orderId, message: 'Is it on its way already?' } });
  await browser('enquiry', { body: { kind: 'wholesale', name: 'Cleo', business: 'Moss & Co', email, message: 'May we sell your mugs?' } });
  await browser('browserError', { body: { message: 'x is not a function', stack: '', path: '/cart' } });
  await choose(url, 'pay');
  if (has('cancelOrder')) {
    await browser('mailCancellationLink', { body: { orderId } });
    const token = await inbox.tokenOf(email, /cancel/i, 'cancel');
    await browser('cancelOrder', { body: { orderId, token } });
    await paidBack(shop, orderId);
  }
  const unpaid = await anOrder(browser, email, { productId: 'linen-tea-towels' });
  await choose(await openPayment(browser, unpaid), 'decline');
  const age = (times: { readonly pay_by: string } | { readonly created_at: string }) =>
    db.updateTable('order').set(times).where('id', '=', unpaid).execute();
  await inbox.next(email, /did not go through/);
  await age({ pay_by: longAgo });
  const readStatus = () => db.selectFrom('order').select('status').where('id', '=', unpaid).executeTakeFirst();
  await expect.poll(readStatus, { interval: 50 }).toEqual({ status: 'lapsed' });
  await age({ created_at: longAgo });
  await expect.poll(readStatus, { interval: 50 }).toBeUndefined();
};

const waitForStock = async ({ has, inbox, command, openBrowser }: Upgraded) => {
  if (!has('requestStockAlert')) return;
  const email = 'dora@example.com';
  const browser = await openBrowser();
  await browser('requestStockAlert', { body: { productId: 'salt-pot', email } });
  await browser('confirmStockAlert', { body: { token: await inbox.tokenOf(email, /Shall we email you/, 'notify') } });
  await command('stock', 'set', 'salt-pot', '20');
  await browser('endStockAlerts', { values: { token: await inbox.tokenOf(email, /Back in stock/, 'unsubscribe') } });
};

/** Orders and reads, one after the other, until `work` is done. */
const trading = async (browser: Browser, work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = (): void => {
    isDone = true;
  };
  work.then(done, done);
  let count = 0;
  while (!isDone) {
    count += 1;
    if (count < 10) await anOrder(browser, `trade-${count}@example.com`, { productId: 'gift-wrapping-kit' });
    await browser('product', { values: { productId: 'gift-wrapping-kit' } });
  }
  return count;
};

describe.each(recordedVersions())('a server of the version whose last migration is %s', (version) => {
  test('an older server goes on selling while and after a process of this version migrates its database: every call and every job succeeds', {
    timeout: 120_000,
  }, async () => {
    const shop = await openOlderShop(version);
    const browser = await shop.openBrowser();
    const email = 'ada@example.com';
    await browser('register', { body: aRegistration(email) });
    const orderId = await anOrder(browser, email, { productId: 'lavender-soap-bar' });
    const buyer = { browser, email, orderId, url: await openPayment(browser, orderId) };
    const guest = await shop.openBrowser();
    const guestOrder = await anOrder(guest, 'cleo@example.com', { productId: 'carved-wooden-spoons' });
    const visitor = { browser: guest, email: 'cleo@example.com', orderId: guestOrder, url: await openPayment(guest, guestOrder) };

    const trader = await shop.openBrowser();
    const migrated = shop.upgrade();
    const [traded, db] = await Promise.all([trading(trader, migrated), migrated]);
    expect(traded).toBeGreaterThan(0);
    const upgraded = { ...shop, db };
    expect(await appliedMigrations(upgraded.db)).toEqual(migrationNames);

    await Promise.all([changeAccount(upgraded), buy(upgraded, buyer), visit(upgraded, visitor), waitForStock(upgraded)]);

    // The test provider has no webhook.
    expect(shop.missing()).toEqual(['POST /order/payment/webhook']);
    expect(await shop.stop()).toEqual({ code: 0, err: '', errors: [] });
  });
});
