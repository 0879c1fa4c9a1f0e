import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-vouchers-'));
afterAll(() => rm(home, { recursive: true }));
const shop = (...parameters: string[]) => runShopCommand(home, 'vouchers', ...parameters);

let orderId = '';

beforeAll(async () => {
  const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
  await db.destroy();
  await shop('create', 'SPRING10', '--percent', '10', '--uses', '5', '--per-person', '1', '--minimum', '5', '--to', '2099-12-31');
  const store = await openShop({ dataDir: home, databaseUrl: undefined });
  const payload = { ...anOrderFor({ productId: 'lavender-soap-bar', quantity: 2 }), voucher: 'SPRING10' };
  const request = anOrderRequest(payload, { now: new Date() });
  orderId = (await placeOrder(store.db, request))._id;
  await store.db.destroy();
}, 60_000);

describe('the commands vouchers', { timeout: 60_000 }, () => {
  test('the seller makes a voucher, and is told its conditions and how to hand it out', async () => {
    const made = await shop('create', 'garden-5', '--amount', '£5', '--from', '2099-03-01', '--categories', 'garden, kitchen');
    expect(made).toMatchObject({ code: 1, err: 'There is no category kitchen.\n' });
    expect(await shop('create', 'garden-5', '--amount', '£5', '--from', '2099-03-01', '--categories', 'garden')).toEqual({
      code: 0,
      out: 'Voucher GARDEN-5 takes off £5.00: from 2099-03-01; for all in garden. It can be typed in the cart, or brought by a link that ends with ?voucher=GARDEN-5\n',
      err: '',
    });
    const free = JSON.parse((await shop('create', '--free-delivery', '--products', 'lavender-soap-bar', '--json')).out);
    expect(free).toMatchObject({ kind: 'delivery', value: 0, products: ['lavender-soap-bar'], uses: 0, state: 'open' });
    expect(free.code).toMatch(/^\w{8}$/);
  });

  test('the seller sees how often a voucher is used, by which orders, and what it took off', async () => {
    const listed = await shop('list');
    expect(listed.out).toMatch(/^VOUCHER +STATE +TAKES OFF +USED +IN ALL +CONDITIONS/);
    expect(listed.out).toMatch(/^SPRING10 +open +10 % +1 of 5 +£1\.30 +to 2099-12-31; £5\.00 of goods at least; 1 for each person$/m);
    const shown = await shop('show', 'spring10');
    expect(shown.out).toContain('Used: 1 of 5, £1.30 in all');
    expect(shown.out).toMatch(new RegExp(`^${orderId} +pending +£1\\.30 +£16\\.70`, 'm'));
    expect(JSON.parse((await shop('show', 'SPRING10', '--json')).out)).toMatchObject({ uses: 1, orders: [{ id: orderId, discount: 1.3 }] });
  });

  test('an order shows its voucher, and so does its row in the export', async () => {
    const shown = await runShopCommand(home, 'orders', 'show', orderId);
    expect(shown.out).toMatch(/^2 +Lavender soap bar.* +£6\.50 +£5\.00 +−£1\.30$/m);
    expect(shown.out).toContain('Goods £13.00, delivery £5.00, voucher SPRING10 −£1.30, total £16.70');
    const [header, row] = (await runShopCommand(home, 'orders', 'export')).out.split('\r\n');
    expect(header).toContain(',voucher,goods,delivery,discount,total,');
    expect(row).toContain(',SPRING10,13.00,5.00,1.30,16.70,');
  });

  test('the seller ends a voucher once', async () => {
    await shop('create', 'ENDS', '--percent', '5');
    expect(await shop('end', 'ends')).toMatchObject({
      code: 0,
      out: 'Voucher ENDS has ended. It was never used.\n',
    });
    expect(await shop('end', 'ENDS')).toMatchObject({ code: 1, err: expect.stringMatching(/^Voucher ENDS has ended already\./) });
    expect((await shop('list')).out).toMatch(/^ENDS +ended/m);
  });

  test.each<[string, number, RegExp, readonly string[]]>([
    ['nothing to take off', 1, /^Say what the voucher takes off with one of/, ['X10']],
    ['two things to take off', 1, /^Say what the voucher takes off with one of/, ['X10', '--percent', '5', '--free-delivery']],
    ['a sum of nothing', 1, /more than nothing/, ['X10', '--amount', '0']],
    ['a percentage above 100', 2, /whole percentage from 1 to 100/, ['X10', '--percent', '101']],
    ['a day that there is not', 2, /a day such as 2026-03-31/, ['X10', '--percent', '5', '--to', '2026-02-30']],
    ['no uses', 2, /a whole number from 1/, ['X10', '--percent', '5', '--uses', '0']],
    ['a minimum in words', 2, /an amount in pounds/, ['X10', '--percent', '5', '--minimum', 'ten']],
    ['a code that there is', 1, /^There is a voucher SPRING10 already/, ['spring10', '--percent', '5']],
  ])('a voucher with %s is refused', async (_, code, message, parameters) => {
    const refused = await shop('create', ...parameters);
    expect(refused).toMatchObject({ code, out: '' });
    expect(refused.err).toMatch(code === 2 ? new RegExp(message.source) : message);
    expect((await shop('list')).out).not.toContain('X10');
  });
});
