import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { placeOrder } from '#server/domain/orders.ts';
import { openPayment } from '#server/domain/payments.ts';
import { openShop } from '#server/open-shop.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { aBuyer, aCaller, aKey, anOrderFor } from '#tests/support/orders.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-desk-'));
afterAll(() => rm(dataDir, { recursive: true }));

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'orders', ...parameters);
const shopOrigin = 'https://shop.example';

type Placed = { readonly billing?: Partial<typeof aBuyer>; readonly isPaid?: boolean; readonly now?: Date };

/** Places an order through the domain, paid by default. */
const place = async ({ billing = {}, isPaid = true, now = new Date() }: Placed = {}): Promise<string> => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const payload = { ...anOrderFor({ productId: 'beech-rolling-pin' }), billingInfo: { ...aBuyer, ...billing } };
  const { _id: orderId } = await placeOrder(db, { ...aCaller, payload, key: aKey(), buyer: undefined, shopOrigin, now });
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
      out: `Order ${unpaid} is cancelled, and its goods can be sold again. The buyer is told by mail.\n`,
      err: '',
    });
    expect((await shop('cancel', paid)).out).toContain('The running shop pays back what was paid.');
    expect(await shop('cancel', paid)).toEqual({ code: 1, out: '', err: `Order ${paid} is cancelled already.\n` });
    const { out } = await shop('show', paid);
    expect(out).toContain(`Order ${paid}: cancelled, a payment is to be refunded`);
    expect(out).toMatch(/ buyer +Placed, not yet paid\./);
    expect(out).toMatch(/ provider +Paid: confirmed\./);
    expect(out).toMatch(/ seller +Cancelled, its goods given back/);
  });
});
