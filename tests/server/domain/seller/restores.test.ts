import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { triedOutShop } from '#scripts/public-shop.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { searchPayments } from '#server/domain/money/payment-search.ts';
import { openPayment, recordWebhookEvent } from '#server/domain/money/payments.ts';
import { listUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';

const run = promisify(execFile);
const stripe = await startFakeStripe();
const sellerEmail = 'seller@shop.internal';

type Place = Awaited<ReturnType<typeof unopenedShop>>;
const shop = ({ dataDir, databaseUrl }: Place, ...parameters: string[]) =>
  runShopCommandWith(
    { DATA_DIR: dataDir, MAIL_TO: sellerEmail, ...(databaseUrl !== undefined && { ...triedOutShop, DATABASE_URL: databaseUrl }) },
    ...parameters,
  );

/** Opens the shop's database until the test ends. */
const openDb = async (place: Place) => {
  const { db } = await openShop({ ...place, hasSamples: false });
  onTestFinished(() => db.destroy());
  return db;
};

/** Buys a mug, with the webhook. */
const buy = async (db: Awaited<ReturnType<typeof openDb>>): Promise<string> => {
  const now = new Date();
  const order = anOrderRequest(anOrderFor({ productId: 'mug' }), { now });
  const { _id: orderId } = await placeOrder(db, order);
  const { sessionId } = await openPayment(db, stripe.payments, { orderId, origins, now });
  const session = stripe.sessions.get(sessionId);
  Object.assign(session ?? {}, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${sessionId}` });
  const event = { eventId: `evt_${sessionId}`, sessionId, outcome: 'paid', amount: session?.amount_total } as const;
  await recordWebhookEvent(db, event, { now, sellerEmail });
  return orderId;
};

/** As an operator restores: with PostgreSQL by its own program, and one command. */
const bringBack = async (place: Place, folder: string) => {
  if (place.databaseUrl === undefined) return shop(place, 'restore', folder);
  await run('pg_restore', ['--no-owner', '-d', place.databaseUrl, path.join(folder, 'shop.dump')]);
  return shop(place, 'restored');
};

test('after a restore, an order that was paid since the backup is told to the seller, and no invoice number is given twice', async () => {
  const place = await unopenedShop(onTestFinished);
  const db = await openDb(place);
  await importCatalogue(db, [{ line: 1, value: { id: 'mug', name: 'Mug', basePrice: 10, stock: 10 } }], { now: new Date() });
  const before = await buy(db);
  // The shop searches all the time: the backup was made just after one.
  await searchPayments(db, stripe.payments, { now: new Date(), sellerEmail });
  const folder = path.join(place.dataDir, 'backups', 'monday');
  expect(await shop(place, 'backup', folder)).toMatchObject({ code: 0, err: '' });
  const lost = await buy(db);
  expect((await findOrder(db, lost)).invoice?.number).toBe('INV-000002');

  const again = await unopenedShop(onTestFinished);
  const { code, out } = await bringBack(again, folder);
  expect([code, out]).toEqual([0, expect.stringMatching(/Invoice numbers INV-000002 to INV-010001 are left out/)]);

  const restored = await openDb(again);
  const found: string[] = [];
  const onFound = ({ opened }: { readonly opened?: { readonly orderId: string } | undefined }) => found.push(opened?.orderId ?? '');
  await searchPayments(restored, stripe.payments, { now: new Date(), sellerEmail }, { onFound });
  expect(found).toEqual([lost]);
  expect(await listUnmatched(restored, { isOpen: true })).toMatchObject([{ order_id: lost }]);
  expect((await findOrder(restored, before)).invoice?.number).toBe('INV-000001');
  expect((await findOrder(restored, await buy(restored))).invoice?.number).toBe('INV-010002');

  const mails = await restored.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', sellerEmail).execute();
  const about = mails.filter(({ subject }) => subject.includes('restored') || subject.includes(lost));
  expect(about.map(({ subject }) => subject).toSorted()).toEqual([
    'A backup of your shop was restored',
    `A payment has arrived for order ${lost}, which the shop does not have`,
  ]);
  expect(about.map(({ text }) => text).join('\n')).toMatch(/the numbers INV-000002 to INV-010001\s+are left out/);
});

test('a backup is noted in the database of the shop, for its age', async () => {
  const place = await unopenedShop(onTestFinished);
  const db = await openDb(place);
  const begin = new Date().toISOString();
  await shop(place, 'backup', path.join(place.dataDir, 'backups', 'tuesday'));
  const runs = await db.selectFrom('last_run').selectAll().execute();
  expect(runs.map(({ name }) => name)).toEqual(['backup']);
  expect((runs[0]?.at ?? '') >= begin).toBe(true);
});
