import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPayment } from '#server/domain/money/payments.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { runShopCommand, runShopCommandWith } from '#tests/server/process/run-command.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { aBuyer, anOrderFor, anOrderRequest, minutesLater } from '#tests/support/orders.ts';

const stripe = await startFakeStripe();
const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-orders-'));
afterAll(() => rm(dataDir, { recursive: true }));
// The tests run in any order, and a command refuses a folder without a shop.
beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  await db.destroy();
}, 60_000);

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'orders', ...parameters);
const shopOrigin = 'https://shop.example';

type Placed = { readonly billing?: Partial<Record<keyof typeof aBuyer, string>>; readonly isPaid?: boolean; readonly now?: Date };

/** Places an order through the domain, paid by default. */
const place = async ({ billing = {}, isPaid = true, now = new Date() }: Placed = {}): Promise<string> => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const payload = { ...anOrderFor({ productId: 'beech-rolling-pin' }), billingInfo: { ...aBuyer, ...billing } };
  const { _id: orderId } = await placeOrder(db, anOrderRequest(payload, { shopOrigin, now }));
  if (isPaid) {
    const { sessionId } = await openPayment(db, testPayments, { orderId, origins: { shop: shopOrigin, api: shopOrigin }, now });
    await chooseOnTestPage(db, sessionId, 'pay', now);
  }
  await db.destroy();
  return orderId;
};

describe('the command orders cancel', { timeout: 60_000 }, () => {
  test('an unpaid and a paid order are cancelled once, and orders show prints who did what', async () => {
    const unpaid = await place({ isPaid: false });
    const paid = await place();
    expect(await shop('cancel', unpaid.toLowerCase(), '--reason', 'The kiln broke.')).toEqual({
      code: 0,
      out: `Order ${unpaid} is cancelled, and its goods can be sold again. The buyer is told by email.\n`,
      err: '',
    });
    expect((await shop('cancel', paid)).out).toContain('The running shop pays back what was paid.');
    expect(await shop('cancel', paid)).toEqual({ code: 1, out: '', err: `Order ${paid} is cancelled already.\n` });
    const { out } = await shop('show', paid);
    expect(out).toContain(`Order ${paid}: cancelled, money is to be paid back`);
    expect(out).toMatch(/ buyer +Placed, not yet paid\./);
    expect(out).toMatch(/ provider +Paid: confirmed\./);
    expect(out).toMatch(/ seller +Cancelled, its goods given back/);
  });
});

describe('an order whose time to pay is over, and whose payment at Stripe the shop has not heard of', { timeout: 60_000 }, () => {
  const keys = { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRET: stripe.webhookSecret, STRIPE_API_URL: stripe.apiUrl };
  const paidAtStripe = async (): Promise<string> => {
    const now = minutesLater(-40, new Date());
    const orderId = await place({ isPaid: false, now });
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins: { shop: shopOrigin, api: shopOrigin }, now });
    Object.assign(stripe.sessions.get(sessionId) ?? {}, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${sessionId}` });
    await db.destroy();
    return orderId;
  };
  const run = (settings: Record<string, string>, ...parameters: string[]) =>
    runShopCommandWith({ DATA_DIR: dataDir, ...settings }, 'orders', ...parameters);

  test('orders status asks Stripe before it lets it expire', async () => {
    expect(await run(keys, 'status', await paidAtStripe(), 'processing')).toMatchObject({ code: 0, err: '' });
  });
});

describe('the commands orders list, find and export', { timeout: 60_000 }, () => {
  test('orders are found by name, address, postcode and id, narrowed by state and day, and paged', async () => {
    const billing = { firstName: 'Zoë', lastName: 'Quill', email: 'zoe@example.org', postalCode: 'EX4 0AA' };
    const now = new Date('2026-03-05T12:00:00.000Z');
    const first = await place({ billing, now });
    const second = await place({ billing, now: new Date('2026-03-06T23:59:59.000Z') });
    const ids = async (...parameters: string[]): Promise<string[]> => {
      const orders: { readonly id: string }[] = JSON.parse((await shop(...parameters, '--json')).out);
      return orders.map(({ id }) => id);
    };
    for (const text of ['quill zoë', 'ZOE@example', 'ex40a', 'Quill']) expect(await ids('find', text)).toEqual([second, first]);
    expect(await ids('find', first.toLowerCase())).toEqual([first]);
    expect(await ids('find', 'quill', '--to', '2026-03-05')).toEqual([first]);
    expect(await ids('find', 'quill', '--from', '2026-03-06', '--to', '2026-03-06')).toEqual([second]);
    expect(await ids('list', '--from', '2026-03-05', '--to', '2026-03-06', '--most', '1', '--page', '2')).toEqual([first]);
    expect((await shop('list', '--to', '2026-03-06', '--most', '1')).out).toContain('There may be more: --page 2');
    expect((await shop('find', 'quill', '--status', 'Delivered')).out).toBe('There are no such orders.\n');
  });

  test('parcels to send are listed with the day by which they must be posted, and marked when they have a note or a gift message', async () => {
    const id = await place({ billing: { lastName: 'Postby' } });
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    await db
      .updateTable('order')
      .set({
        note: 'Please ring twice.',
        gift_message: 'Happy birthday, Grace',
        dispatch_by: '2025-09-03',
        arrives_from: null,
        arrives_by: null,
      })
      .where('id', '=', id)
      .execute();
    await db.destroy();
    const row = (text: string) => text.split('\n').find((line) => line.includes(id));
    expect(row((await shop('to-send')).out)).toMatch(
      new RegExp(`^2025-09-03, late +${id} +confirmed +1 +Ada Postby +note for the courier, gift message$`),
    );
    expect(row((await shop('find', 'postby')).out)).toContain(' 2025-09-03 ');
    const { out } = await shop('show', id);
    for (const text of ['Post it by 2025-09-03', 'Note for the courier: Please ring twice.', 'Gift message: Happy birthday, Grace'])
      expect(out).toContain(`\n${text}\n`);
    expect((await shop('export')).out).toContain('Happy birthday, Grace');
    const listed: unknown = JSON.parse((await shop('to-send', '--json')).out);
    expect(listed).toContainEqual(expect.objectContaining({ id, postBy: '2025-09-03', isLate: true, exchange: null }));
  });

  test('the days of orders are days in the UK, also in summer time', async () => {
    const placed: string[] = [];
    for (const time of ['2025-07-01T22:59:59.999Z', '2025-07-01T23:00:00.000Z', '2025-07-02T22:59:59.999Z', '2025-07-02T23:00:00.000Z'])
      placed.push(await place({ now: new Date(time) }));
    const { out } = await shop('export', '--from', '2025-07-02', '--to', '2025-07-02');
    expect(placed.map((id) => out.includes(id))).toEqual([false, true, true, false]);
  });

  test('orders with a payment that a bank has not answered are marked, and listed alone with --processing', async () => {
    const now = new Date();
    const id = await place({ isPaid: false, now });
    const other = await place({ now });
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins: { shop: shopOrigin, api: shopOrigin }, now });
    // Delayed until tomorrow: the test provider answers no payment before.
    await chooseOnTestPage(db, sessionId, 'delay', minutesLater(24 * 60, now));
    await db.destroy();
    const { out } = await shop('list', '--processing');
    expect(out).toMatch(new RegExp(`${id}.*bank has not answered`));
    expect(out).not.toContain(other);
    const listed: unknown = JSON.parse((await shop('list', '--json')).out);
    expect(listed).toContainEqual(expect.objectContaining({ id, isPaymentProcessing: true }));
    expect(listed).toContainEqual(expect.objectContaining({ id: other, isPaymentProcessing: false }));
    expect((await shop('list', '--paid')).out).not.toContain(id);
    expect((await shop('list', '--paid')).out).toContain(other);
    const { out: csv } = await shop('export', '--processing');
    expect(csv).toContain(id);
    expect(csv).not.toContain(other);
  });

  test('orders are exported as CSV with quotes, and without cells that a spreadsheet takes as a formula', async () => {
    const billing = {
      firstName: '=HYPERLINK("https://evil.example")',
      lastName: 'Öztürk, "Bo"',
      streetAddress: '-1 Mill Lane',
      city: '@SUM(A1)',
      phone: '+44 7700 900142',
    };
    const id = await place({ billing, now: new Date('2026-03-31T23:30:00.000Z') });
    const range = ['--from', '2026-04-01', '--to', '2026-04-01'];
    const { out } = await shop('export', ...range);
    const [header, line, ...others] = out.split('\r\n');
    // By the byte order mark a spreadsheet knows that it is UTF-8.
    expect(header).toMatch(/^\uFEFForder,status,placed,name,/);
    expect(others).toEqual(['']);
    for (const part of [
      `${id},confirmed,2026-04-01 00:30,`,
      `," =HYPERLINK(""https://evil.example"") Öztürk, ""Bo""",`,
      ', -1 Mill Lane,',
      ', @SUM(A1),',
      ',07700 900142,',
      ',1,1 x Rolling pin,,22.00,3.95,0.00,25.95,,0.00,2026-04-01 00:30,INV-',
      ',2026-04-07,,,',
      `," =HYPERLINK(""https://evil.example"") Ozturk, ""Bo"""`,
    ])
      expect(line).toContain(part);
    const file = path.join(dataDir, 'april.csv');
    expect(await shop('export', file, ...range)).toEqual({ code: 0, out: `1 order written to ${file}.\n`, err: '' });
    expect(await readFile(file, 'utf8')).toBe(out);
    expect((await stat(file)).mode % 0o1000).toBe(0o600);
  });

  test.each<[string[], number, string]>([
    [['list', '--from', '2026-02-30'], 2, 'It must be a day such as 2026-03-31.'],
    [['list', '--from', 'yesterday'], 2, 'It must be a day such as 2026-03-31.'],
    [['list', '--from', '2026-03-02', '--to', '2026-03-01'], 1, 'The first day must not be after the last.'],
    [['list', '--page', '0'], 2, 'It must be a whole number from 1 to 99999.'],
    [['find', ' '], 1, 'Say what to look for'],
    [['find'], 2, "missing required argument 'text'"],
    [['export', '/no/such/folder/orders.csv'], 1, '/no/such/folder/orders.csv cannot be written.'],
  ])('%j of the commands orders is rejected with exit code %d and a message', async (parameters, code, sentence) => {
    expect(await shop(...parameters)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });
});

describe('the command orders dispatch', { timeout: 60_000 }, () => {
  test('the orders of a file are dispatched once, and bad lines are named', async () => {
    const ids = [await place(), await place()];
    const file = path.join(dataDir, 'sent.csv');
    await writeFile(file, `order,tracking\n${ids[0]},RM1\nnothing,RM2\n`);
    const refused = await shop('dispatch', '--file', file);
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Nothing was dispatched\.\n {2}line 3: There is no order /),
    });
    await writeFile(file, `\uFEFFOrder ID,Tracking number,Courier\r\n${ids[0]?.toLowerCase()},RM1,Royal Mail\r\n${ids[1]},RM2,\r\n`);
    expect(await shop('dispatch', '--file', file)).toEqual({
      code: 0,
      out: '2 orders dispatched. The buyers are told by email.\n',
      err: '',
    });
    expect((await shop('dispatch', '--file', file)).out).toBe('0 orders dispatched. 2 orders had been sent like this before.\n');
    expect((await shop('show', ids[0] ?? '')).out).toContain('Sent with Royal Mail, RM1');
    expect((await shop('show', ids[1] ?? '')).out).toContain('Sent with tracking number RM2.');
    await writeFile(file, `order,tracking,courier\n${ids[0]},RM1,Système U\n`, 'latin1');
    expect(await shop('dispatch', '--file', file)).toMatchObject({ code: 1, err: expect.stringContaining(`${file} is not UTF-8. `) });
    expect(await shop('dispatch', '--file', '/no/such/file')).toMatchObject({ code: 1, err: '/no/such/file cannot be read.\n' });
  });
});
