import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StockAlertRequest } from '#contract/stock-alert.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { addCategory, renameCategory } from '#server/domain/catalogue/categories.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { findPerson } from '#server/domain/person.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import {
  alertsPerUnit,
  confirmStockAlert,
  endStockAlerts,
  listWaiting,
  mailStockAlerts,
  purgeStockAlerts,
  requestStockAlert,
} from '#server/domain/stock-alerts/stock-alerts.ts';
import { claimMail, queueEmail } from '#server/mail/outbox.ts';
import { testPayments } from '#server/payments/test.ts';
import { meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aKey, anAccount, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const db = await freshDatabase('empty');
const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' };
const unsubscribeUrl = (token: string): string => `https://api.shop.example/end/${token}`;
const dayMinutes = 60 * 24;

const mug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 18,
  stock: 0,
  colors: [
    {
      color: 'Oat',
      sizes: [
        { name: 'Small', stock: 0 },
        { name: 'Large', stock: 0 },
      ],
    },
    { color: 'Ink', sizes: [{ name: 'Small', stock: 0 }] },
  ],
};

const accountOf = (email: string): Account => anAccount(email, email);

let callers = 0;
const ask = (
  email: string,
  {
    now = openingDay,
    account,
    from,
    ...wanted
  }: Partial<Omit<StockAlertRequest, 'email'>> & {
    now?: Date;
    account?: Account | undefined;
    from?: string;
  } = {},
) => {
  callers += 1;
  const caller = { account, clientIp: from ?? `192.0.2.${callers}`, sender, now };
  return requestStockAlert(db, { productId: 'spoon', ...wanted, email }, caller);
};
/** Asks with an account, so that the alert is active at once. */
const wait = (email: string, over: Parameters<typeof ask>[1] = {}) => ask(email, { account: accountOf(email), ...over });
const mailAll = (now = openingDay) => mailStockAlerts(db, { sender, unsubscribeUrl }, now);
const mails = () =>
  db.selectFrom('mail').select(['recipient', 'subject', 'text', 'unsubscribe_url']).orderBy('created_at').orderBy('recipient').execute();
const tokenIn = (text: string | undefined, name: string): string => new RegExp(`${name}=([\\w-]{43})`).exec(text ?? '')?.[1] ?? '';
const clearMails = () => db.deleteFrom('mail').execute();
/** Mails those who wait for the spoon, and returns the token in the link of this address that stops such mails. */
const mailedStopToken = async (email: string, now = openingDay): Promise<string> => {
  await setStock(db, { productId: 'spoon' }, 1);
  await mailAll(now);
  await setStock(db, { productId: 'spoon' }, 0);
  const mail = (await mails()).findLast(({ recipient, unsubscribe_url }) => recipient === email && unsubscribe_url !== '');
  return tokenIn(mail?.text, 'unsubscribe');
};
const waitingEmails = async () => {
  const rows = await db.selectFrom('stock_alert').select('email').where('state', '=', 'waiting').orderBy('email').execute();
  return rows.map(({ email }) => email);
};

beforeEach(async () => {
  for (const table of ['order', 'mail', 'stock_alert', 'token', 'limit_hit', 'seller_notice'] as const)
    await db.deleteFrom(table).execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 0 }, mug);
});

describe('asking for a mail once something is back in stock', () => {
  test('a guest has to press the mailed link first, and the mail quotes nothing that was typed', async () => {
    expect(await ask('Ada@Example.com')).toMatchObject({ state: 'confirm', message: expect.stringContaining('Ada@Example.com') });
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: 'Ada@Example.com', subject: 'Shall we email you when Spoon is back?', unsubscribe_url: '' });
    expect(mail?.text).not.toContain('Ada');
    await setStock(db, { productId: 'spoon' }, 1);
    expect(await mailAll()).toBe(0);
    const token = tokenIn(mail?.text, 'notify');
    expect(mail?.text).toContain(`https://shop.example/product/spoon?notify=${token}`);
    expect(await confirmStockAlert(db, token, minutesLater(60))).toMatch(/^We will email Ada@Example.com once/);
    expect(await mailAll()).toBe(1);
  });

  test('a signed-in shopper is subscribed at once with their own email address, and has to confirm any other', async () => {
    expect(await wait('ada@example.com')).toMatchObject({ state: 'waiting' });
    expect(await mails()).toEqual([]);
    expect(await ask('grace@example.com', { account: accountOf('ada@example.com') })).toMatchObject({ state: 'confirm' });
    const unproved = { ...accountOf('old@example.com'), hasProvedMailbox: false };
    expect(await ask('old@example.com', { account: unproved })).toMatchObject({ state: 'confirm' });
  });

  test('a guest gets the same answer for an email address with an alert, which keeps its place in the queue', async () => {
    await wait('ada@example.com');
    await wait('grace@example.com', { now: minutesLater(1) });
    const again = await ask('ada@example.com', { now: minutesLater(2) });
    expect(again.state).toBe('confirm');
    expect(await confirmStockAlert(db, tokenIn((await mails())[0]?.text, 'notify'), minutesLater(3))).toContain('ada@example.com');
    expect(await listWaiting(db)).toMatchObject([{ waiting: 2, since: openingDay.toISOString() }]);
    const rows = await db.selectFrom('stock_alert').select('email').orderBy('asked_at').execute();
    expect(rows.map(({ email }) => email)).toEqual(['ada@example.com', 'grace@example.com']);
  });

  test.each([
    ['an unknown product', { productId: 'none' }],
    ['a colour that is no longer sold', { productId: 'mug', color: 'Red' }],
    ['a size without its colour', { productId: 'mug', size: 'Small' }],
    ['an unknown option', { variationId: 'none' }],
  ])('a stock alert for %s is refused', async (_, wanted) => {
    await expect(ask('ada@example.com', wanted)).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('mail about what is back in stock lets a later mail about an order go first', async () => {
    await ask('ada@example.com', { account: accountOf('ada@example.com'), productId: 'spoon' });
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll();
    await queueEmail(db, 'buyer@example.com', { subject: 'Your order', parts: [] }, minutesLater(1));
    expect(await claimMail(db, minutesLater(1))).toMatchObject({ to: 'buyer@example.com' });
    expect(await claimMail(db, minutesLater(1))).toMatchObject({ to: 'ada@example.com' });
  });

  test('asking to be told of a product that is in stock is refused', async () => {
    await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 2, saleCount: 1 });
    await expect(ask('ada@example.com')).rejects.toMatchObject({ kind: 'conflict', code: 'inStock' });
  });

  test('a mailbox gets at most six confirmation links an hour, and a client IP address asks at most thirty times, over all processes', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => ask('ada@example.com')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    expect(await mails()).toHaveLength(6);
    const fromOne = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => wait(`${at}@example.com`, { from: '198.51.100.7' })));
    expect(fromOne.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  });
});

describe('the mailed link', () => {
  test('a confirmation link works once or several times, but not if it is first pressed after two days, replaced by another one, or guessed', async () => {
    await ask('ada@example.com');
    const first = tokenIn((await mails())[0]?.text, 'notify');
    await expect(confirmStockAlert(db, first, minutesLater(2 * dayMinutes))).rejects.toMatchObject({ kind: 'notFound', code: 'invalid' });
    await clearMails();
    await ask('ada@example.com', { now: minutesLater(1) });
    await expect(confirmStockAlert(db, first, minutesLater(2))).rejects.toMatchObject({ code: 'invalid' });
    const second = tokenIn((await mails())[0]?.text, 'notify');
    const answers: string[] = [];
    for (const minutes of [3, 4, 3 * dayMinutes]) answers.push(await confirmStockAlert(db, second, minutesLater(minutes)));
    expect(new Set(answers).size).toBe(1);
    await expect(confirmStockAlert(db, 'a'.repeat(43), minutesLater(5))).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a confirmation link whose shopper has been mailed already says that it has been used, and confirms nothing', async () => {
    await ask('ada@example.com');
    const token = tokenIn((await mails())[0]?.text, 'notify');
    await confirmStockAlert(db, token, minutesLater(1));
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll(minutesLater(2));
    await expect(confirmStockAlert(db, token, minutesLater(3))).rejects.toThrow(/has been used/);
    expect(await waitingEmails()).toEqual([]);
  });

  test('an unsubscribe link ends every alert of its email address and of nobody else, however often it is pressed', async () => {
    await wait('ada@example.com');
    await wait('ada@example.com', { productId: 'mug', color: 'Oat', size: 'Small' });
    await wait('grace@example.com', { now: minutesLater(1) });
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll();
    const [mail] = await mails();
    expect(mail?.recipient).toBe('ada@example.com');
    const token = tokenIn(mail?.text, 'unsubscribe');
    expect(mail?.unsubscribe_url).toBe(unsubscribeUrl(token));
    await endStockAlerts(db, token);
    await endStockAlerts(db, token);
    const left = await db.selectFrom('stock_alert').select('email').execute();
    expect(left.map(({ email }) => email)).toEqual(['grace@example.com']);
  });

  test('an unsubscribe link that was never mailed is refused, whether or not anybody has an alert', async () => {
    const unknown = 'a'.repeat(43);
    await expect(endStockAlerts(db, unknown)).rejects.toMatchObject({ kind: 'notFound', code: 'invalid' });
    await wait('ada@example.com');
    await expect(endStockAlerts(db, unknown)).rejects.toMatchObject({ kind: 'notFound', code: 'invalid' });
    expect(await waitingEmails()).toEqual(['ada@example.com']);
  });

  test('an unsubscribe link still ends every alert after the shopper, or a stranger who typed the email address, asked again for the same product', async () => {
    await wait('ada@example.com');
    const token = await mailedStopToken('ada@example.com');
    await wait('ada@example.com', { now: minutesLater(60) });
    await ask('ADA@example.com', { now: minutesLater(61) });
    await endStockAlerts(db, token);
    expect(await db.selectFrom('stock_alert').select('email').execute()).toEqual([]);
  });

  test('the unsubscribe link of every mail that was ever sent ends every alert, not only the link of the newest mail', async () => {
    const tokens: string[] = [];
    for (const minutes of [0, 60, 120]) {
      await wait('ada@example.com', { now: minutesLater(minutes) });
      tokens.push(await mailedStopToken('ada@example.com', minutesLater(minutes + 30)));
    }
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) {
      await wait('ada@example.com', { productId: 'mug', now: minutesLater(180) });
      await endStockAlerts(db, token);
      expect(await waitingEmails()).toEqual([]);
    }
  });

  test('an unsubscribe link works for a year after its mail, and as long as its email address has an alert', async () => {
    await wait('ada@example.com');
    await wait('grace@example.com', { now: minutesLater(1) });
    const [ada, grace] = [await mailedStopToken('ada@example.com'), await mailedStopToken('grace@example.com')];
    await wait('ada@example.com', { productId: 'mug', now: minutesLater(200 * dayMinutes) });
    await purgeStockAlerts(db, minutesLater(365 * dayMinutes - 1));
    await endStockAlerts(db, grace);
    await purgeStockAlerts(db, minutesLater(365 * dayMinutes));
    await expect(endStockAlerts(db, grace)).rejects.toMatchObject({ code: 'invalid' });
    await purgeStockAlerts(db, minutesLater(565 * dayMinutes - 1));
    expect(await waitingEmails()).toEqual(['ada@example.com']);
    await endStockAlerts(db, ada);
    expect(await waitingEmails()).toEqual([]);
    await purgeStockAlerts(db, minutesLater(565 * dayMinutes));
    await expect(endStockAlerts(db, ada)).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('once a product is in stock again', () => {
  test('per unit in stock a fixed number of shoppers is mailed, once each and in the order of asking, and the next ones two days later', async () => {
    const asked = Array.from({ length: 3 * alertsPerUnit }, (_, at) => `shopper${at}@example.com`);
    for (const [at, email] of asked.entries()) await wait(email, { now: minutesLater(at) });
    await setStock(db, { productId: 'spoon' }, 1);
    expect(await mailAll(minutesLater(60))).toBe(alertsPerUnit);
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(asked.slice(0, alertsPerUnit));
    expect(sent[0]).toMatchObject({ subject: 'Back in stock: Spoon' });
    expect(sent[0]?.text).toContain('https://shop.example/product/spoon\n');
    expect(await mailAll(minutesLater(61))).toBe(0);
    await setStock(db, { productId: 'spoon' }, 2);
    expect(await mailAll(minutesLater(62))).toBe(alertsPerUnit);
    expect(await mailAll(minutesLater(62 + 2 * dayMinutes))).toBe(alertsPerUnit);
    expect(await mailAll(minutesLater(62 + 8 * dayMinutes))).toBe(0);
    expect(await listWaiting(db)).toEqual([]);
  });

  test('the mail leads to the page of the category as well, as the seller calls it now, if there is one', async () => {
    await db.deleteFrom('category').execute();
    await addCategory(db, { name: 'Kitchen & table' });
    await renameCategory(db, 'kitchen-table', 'Cook & dine');
    await sell(db, { ...mug, colors: [], categories: ['kitchen-table'] });
    await wait('ada@example.com', { productId: 'mug' });
    await wait('grace@example.com');
    await setStock(db, { productId: 'mug' }, 1);
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll();
    const [ada, grace] = await mails();
    expect(ada).toMatchObject({ recipient: 'ada@example.com', subject: 'Back in stock: Mug' });
    expect(ada?.text).toContain('Cook & dine:\nhttps://shop.example/shop-grid-standard?category=kitchen-table\n');
    expect(grace).toMatchObject({ recipient: 'grace@example.com', subject: 'Back in stock: Spoon' });
    expect(grace?.text).not.toContain('category=');
  });

  test('processes that run at the same time mail each shopper once, and no more than there is room for', async () => {
    for (let at = 0; at < 3 * alertsPerUnit; at += 1) await wait(`${at}@example.com`, { now: minutesLater(at) });
    await setStock(db, { productId: 'spoon' }, 2);
    const sent = await Promise.all(Array.from({ length: 5 }, () => mailAll(minutesLater(60))));
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(2 * alertsPerUnit);
    const recipients = (await mails()).map(({ recipient }) => recipient);
    expect(new Set(recipients).size).toBe(recipients.length);
  });

  test('an alert that is confirmed while another process mails gets no more room than there is', async () => {
    for (let at = 0; at <= alertsPerUnit; at += 1) await wait(`${at}@example.com`, { now: minutesLater(at) });
    const first = () => db.updateTable('stock_alert').where('email', '=', '0@example.com');
    await first().set({ state: 'unconfirmed' }).execute();
    await setStock(db, { productId: 'spoon' }, 1);
    await clearMails();
    const confirmAndMail = async () => {
      await first().set({ state: 'waiting' }).execute();
      await mailAll(minutesLater(60));
    };
    expect(await meanwhile(db, 'mail', () => mailAll(minutesLater(60)), confirmAndMail)).toEqual(['done', 'done']);
    expect(await mails()).toHaveLength(alertsPerUnit);
  });

  test('only those are mailed who wait for that colour and size, or for any', async () => {
    await wait('small@example.com', { productId: 'mug', color: 'Oat', size: 'Small' });
    await wait('large@example.com', { productId: 'mug', color: 'Oat', size: 'Large' });
    await wait('ink@example.com', { productId: 'mug', color: 'Ink' });
    await wait('any@example.com', { productId: 'mug' });
    await countStock(db, 'mug/Oat/Large', 5);
    expect(await mailAll()).toBe(2);
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['any@example.com', 'large@example.com']);
    expect(sent[1]?.subject).toBe('Back in stock: Mug, Oat, Large');
    expect(sent[1]?.text).toContain('https://shop.example/product/mug?colour=Oat&size=Large\n');
  });

  test('an expired order releases its units to the alerts, and an order that claims them again keeps the alerts waiting', async () => {
    await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 1 });
    const order = { ...aCaller, payload: anOrderFor({ productId: 'spoon' }), buyer: undefined, shopOrigin: '' };
    await placeOrder(db, { ...order, key: aKey(), now: openingDay });
    await wait('ada@example.com');
    expect(await mailAll(minutesLater(1))).toBe(0);
    await updateDueOrders(db, testPayments, minutesLater(31));
    await placeOrder(db, { ...order, key: aKey(), now: minutesLater(32) });
    expect(await mailAll(minutesLater(33))).toBe(0);
    await updateDueOrders(db, testPayments, minutesLater(64));
    expect(await mailAll(minutesLater(65))).toBe(1);
  });

  test('a variant that is gone, or a product that is withdrawn, mails nobody', async () => {
    await wait('ada@example.com', { productId: 'mug', color: 'Ink', size: 'Small' });
    await wait('ada@example.com');
    await sell(db, { ...mug, id: 'other', name: 'Other' });
    await db.deleteFrom('product_color').where('color', '=', 'Ink').execute();
    await db.deleteFrom('product_size').where('color', '=', 'Ink').execute();
    await countStock(db, 'mug/Oat/Small', 5);
    await setStock(db, { productId: 'spoon' }, 5);
    await db.updateTable('product').set({ withdrawn_at: openingDay.toISOString() }).where('id', '=', 'spoon').execute();
    expect(await mailAll()).toBe(0);
    expect((await listWaiting(db)).map(({ name, isSold }) => [name, isSold])).toEqual([
      ['Mug, Ink, Small', false],
      ['spoon', false],
    ]);
  });

  test('property: however stock rises and falls, nobody is mailed twice for one alert, and at most a fixed number of shoppers per unit at once', async () => {
    const step = fc.oneof(
      fc.record({ wait: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ stock: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ hours: fc.integer({ min: 1, max: 12 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const table of ['mail', 'stock_alert', 'limit_hit'] as const) await db.deleteFrom(table).execute();
        await setStock(db, { productId: 'spoon' }, 0);
        let minutes = 0;
        let stock = 0;
        let waits = 0;
        let mailed = 0;
        for (const each of steps) {
          minutes += 1;
          if ('hours' in each) minutes += each.hours * 60;
          if ('stock' in each) {
            ({ stock } = each);
            await setStock(db, { productId: 'spoon' }, stock);
          }
          if ('wait' in each && stock === 0) {
            const before = await db.selectFrom('stock_alert').select('id').where('state', '=', 'waiting').execute();
            await wait(`${each.wait}@example.com`, { now: minutesLater(minutes) });
            const after = await db.selectFrom('stock_alert').select('id').where('state', '=', 'waiting').execute();
            waits += after.length - before.length;
          }
          const sent = await mailAll(minutesLater(minutes));
          mailed += sent;
          expect(sent).toBeLessThanOrEqual(stock * alertsPerUnit);
        }
        expect(mailed).toBeLessThanOrEqual(waits);
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

describe('the seller and the law', () => {
  test('the seller sees how many shoppers want which sold-out product, and is told once of each product with a first alert', async () => {
    await wait('ada@example.com');
    await wait('grace@example.com', { now: minutesLater(1) });
    await wait('ada@example.com', { productId: 'mug', color: 'Oat', size: 'Small', now: minutesLater(2) });
    await ask('guest@example.com');
    expect(await listWaiting(db)).toEqual([
      { productId: 'spoon', name: 'Spoon', waiting: 2, since: openingDay.toISOString(), available: 0, isSold: true },
      { productId: 'mug', name: 'Mug, Oat, Small', waiting: 1, since: minutesLater(2).toISOString(), available: 0, isSold: true },
    ]);
    await clearMails();
    const settings = { sellerEmail: 'seller@example.com', schedule: 'at-once', lowStockLimit: 0 } as const;
    await mailSellerNotices(db, settings, minutesLater(3));
    const [notice] = await mails();
    expect(notice).toMatchObject({ recipient: 'seller@example.com', subject: '2 products that shoppers wait for' });
    expect(notice?.text).toContain('Spoon: 2 wait');
    expect(notice?.text).not.toContain('ada@example.com');
    await wait('later@example.com', { now: minutesLater(4) });
    await mailSellerNotices(db, settings, minutesLater(5));
    expect(await mails()).toHaveLength(1);
  });

  test('a person’s export has their alerts, and deleting the person ends these', async () => {
    await wait('Ada@example.com', { productId: 'mug', color: 'Oat', size: 'Small' });
    await wait('grace@example.com');
    const person = await findPerson(db, 'ada@example.com');
    expect(await exportPersonalData(db, person, openingDay)).toMatchObject({
      stockAlerts: [{ productId: 'mug', color: 'Oat', size: 'Small', state: 'waiting', askedAt: openingDay.toISOString() }],
    });
    await deletePersonalData(db, person, { sender, now: openingDay });
    expect(await db.selectFrom('stock_alert').select('email').execute()).toEqual([{ email: 'grace@example.com' }]);
  });

  test('a person’s export has the unsubscribe links that were mailed to them, also when nothing else is held, and deleting the person deletes these', async () => {
    for (const email of ['ada@example.com', 'grace@example.com']) await wait(email);
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll();
    await db.deleteFrom('stock_alert').execute();
    await clearMails();
    const person = await findPerson(db, 'ada@example.com');
    expect(await exportPersonalData(db, person, openingDay)).toMatchObject({
      stockAlerts: [],
      stockAlertStopLinks: [{ mailedAt: openingDay.toISOString() }],
    });
    await deletePersonalData(db, person, { sender, now: openingDay });
    expect(await db.selectFrom('token').select('subject').where('purpose', '=', 'stopStockAlerts').execute()).toEqual([
      { subject: 'grace@example.com' },
    ]);
  });

  test('alerts that were not confirmed are deleted after two days, others after a year, and mailed ones after 30 days', async () => {
    await ask('guest@example.com');
    await wait('ada@example.com');
    await wait('grace@example.com', { productId: 'mug' });
    await setStock(db, { productId: 'spoon' }, 1);
    await mailAll();
    const left = async () => (await db.selectFrom('stock_alert').select('email').orderBy('email').execute()).map(({ email }) => email);
    await purgeStockAlerts(db, minutesLater(2 * dayMinutes - 1));
    expect(await left()).toHaveLength(3);
    await purgeStockAlerts(db, minutesLater(2 * dayMinutes));
    expect(await left()).toEqual(['ada@example.com', 'grace@example.com']);
    await purgeStockAlerts(db, minutesLater(30 * dayMinutes));
    expect(await left()).toEqual(['grace@example.com']);
    await purgeStockAlerts(db, minutesLater(365 * dayMinutes));
    expect(await left()).toEqual([]);
  });
});
