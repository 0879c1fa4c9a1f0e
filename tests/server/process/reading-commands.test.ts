import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { triedOutShop } from '#scripts/public-shop.ts';
import type { Database } from '#server/db/schema.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { openPayment } from '#server/domain/money/payments.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { anOrderFor, anOrderRequest, minutesLater } from '#tests/support/orders.ts';

const { dataDir, databaseUrl } = await unopenedShop(afterAll);
const stripe = await startFakeStripe();
const settings = {
  ...triedOutShop,
  DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  PAYMENTS: 'stripe-test',
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_URL: stripe.apiUrl,
};
const productId = 'beech-rolling-pin';
let db: Database;
let orderId = '';

beforeAll(async () => {
  ({ db } = await openShop({ dataDir, databaseUrl }));
  await setStock(db, { productId }, 1000);
}, 60_000);
afterAll(() => db.destroy());

/** An order whose time to pay is over, and whose payment the shop has not heard of: what changes an order asks Stripe about it. */
beforeEach(async () => {
  const now = minutesLater(-40, new Date());
  const origin = 'https://shop.example';
  const payload = anOrderFor({ productId });
  ({ _id: orderId } = await placeOrder(db, anOrderRequest(payload, { shopOrigin: origin, now })));
  const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins: { shop: origin, api: origin }, now });
  Object.assign(stripe.sessions.get(sessionId) ?? {}, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${orderId}` });
});

/** All rows of all tables, in an order of their own. */
const dump = async (): Promise<Record<string, string[]>> => {
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows: all } = await sql`select * from ${sql.table(name)}`.execute(db);
      return [name, all.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );
  return Object.fromEntries(rows);
};

describe('a command that reads changes no row and calls no payment provider', { timeout: 60_000 }, () => {
  test.each([
    'orders list',
    'orders list --status pending',
    'orders find Ada',
    'orders export',
    'orders show ORDER',
    'refunds list',
    'refunds list --open',
    'payments unmatched',
    'vouchers list',
    'waiting list',
    'reviews list',
    'messages list',
    'user list',
    'mail list',
    'jobs list',
    'product withdrawn',
    'product reductions',
    'category list',
    'synonyms list',
    'delivery show',
    'catalogue export',
  ])('the command %s changes no row and calls no payment provider', async (command) => {
    const look = async () => ({ rows: await dump(), calls: stripe.state.calls, files: await readdir(dataDir) });
    const before = await look();
    expect(await runShopCommandWith(settings, ...command.replace('ORDER', orderId).split(' '))).toMatchObject({ code: 0, err: '' });
    expect(await look()).toEqual(before);
  });
});
