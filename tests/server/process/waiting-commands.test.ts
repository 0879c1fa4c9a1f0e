import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmStockAlert, requestStockAlert } from '#server/domain/stock-alerts/stock-alerts.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { minutesLater, sell } from '#tests/support/orders.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-waiting-'));
afterAll(() => rm(dataDir, { recursive: true }));

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'waiting', ...parameters);

beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  await sell(db, { id: 'bowl', name: 'Bowl', basePrice: 9, stock: 0 });
  await db.destroy();
});

test('the seller lists how many shoppers have an alert for which product, as a table and as JSON, without email addresses', async () => {
  expect(await shop('list')).toMatchObject({ code: 0, out: expect.stringContaining('Nobody waits for anything.') });
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const caller = { account: undefined, clientIp: 'test', sender: { shopName: 'Mugs', shopUrl: 'https://shop.example' } };
  await requestStockAlert(db, { productId: 'bowl', email: 'ada@example.com' }, { ...caller, now: openingDay });
  const { text } = await db.selectFrom('mail').select('text').executeTakeFirstOrThrow();
  await confirmStockAlert(db, /notify=([\w-]{43})/.exec(text)?.[1] ?? '', minutesLater(1));
  await db.destroy();
  const { code, out } = await shop('list');
  expect(code).toBe(0);
  expect(out).toMatch(/bowl\s+Bowl\s+1\s+2025-09-01\s+0/);
  expect(out).not.toContain('ada@example.com');
  const { out: json } = await shop('list', '--json');
  expect(JSON.parse(json)).toMatchObject([{ productId: 'bowl', waiting: 1, available: 0, isSold: true }]);
});
