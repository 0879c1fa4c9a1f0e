import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { triedOutShop } from '#scripts/public-shop.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { searchPayments } from '#server/domain/money/payment-search.ts';
import { openPayment, recordWebhookEvent } from '#server/domain/money/payments.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { listUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommandWith } from '#tests/server/process/run-command.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { testServices } from '#tests/support/services.ts';

const run = promisify(execFile);
const stripe = await startFakeStripe();
const sellerEmail = 'seller@shop.internal';

beforeEach(() => {
  stripe.events.length = 0;
});

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
  stripe.keep('checkout.session.completed', session ?? {}, now);
  const reference = `pi_${sessionId}`;
  const event = { eventId: `evt_${sessionId}`, sessionId, outcome: 'paid', amount: session?.amount_total, reference } as const;
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
  const onFound = ({ openedFor }: { readonly openedFor?: { readonly orderId: string } | undefined }) =>
    found.push(openedFor?.orderId ?? '');
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

test('after a restore, what happened to money since the backup is found again: a refund that came back, a dispute, and refunds that the database has forgotten', async () => {
  const place = await unopenedShop(onTestFinished);
  const db = await openDb(place);
  await importCatalogue(db, [{ line: 1, value: { id: 'mug', name: 'Mug', basePrice: 10, stock: 10 } }], { now: new Date() });
  const [returned, disputed, dashboard, forgotten] = [await buy(db), await buy(db), await buy(db), await buy(db)];
  const payments = await db.selectFrom('payment').select(['order_id', 'reference']).execute();
  const intentOf = (orderId: string) => payments.find(({ order_id }) => order_id === orderId)?.reference ?? '';
  const ask = (orderId: string) =>
    requestRefund(db, { orderId, ProductId: 'mug', reason: 'It is broken.' }, [], {
      imageStore: testServices({ db }).refundImages,
      now: new Date(),
    });
  /** Pays the request back in full; returns how many refunds Stripe has taken. */
  const payBack = async (of: typeof db, reference: string): Promise<number> => {
    await decideRefundRequest(of, reference, { outcome: 'full', withoutReturn: true }, new Date());
    return sendDueRefunds(of, stripe.payments, { clock: () => new Date(), sellerEmail });
  };
  expect(await payBack(db, await ask(returned))).toBe(1);
  const open = await ask(forgotten);
  await searchPayments(db, stripe.payments, { now: new Date(), sellerEmail });
  const folder = path.join(place.dataDir, 'backups', 'monday');
  expect(await shop(place, 'backup', folder)).toMatchObject({ code: 0, err: '' });

  const refundOf = (orderId: string) => [...stripe.refunds.values()].find((refund) => refund.payment_intent === intentOf(orderId));
  const facts = { currency: 'gbp', metadata: {}, amount: 1000 };
  expect(await payBack(db, open)).toBe(1);
  const dispute = { object: 'dispute', status: 'needs_response', reason: 'fraudulent', evidence_details: { due_by: null } };
  stripe.keep('refund.failed', { ...refundOf(returned), status: 'failed', failure_reason: 'lost_or_stolen_card' }, new Date());
  stripe.keep('charge.dispute.created', { ...facts, ...dispute, id: 'du_1', payment_intent: intentOf(disputed) }, new Date());
  const inDashboard = { object: 'refund', status: 'succeeded', id: 're_1', payment_intent: intentOf(dashboard) };
  stripe.keep('refund.created', { ...facts, ...inDashboard, amount: 400 }, new Date());
  stripe.keep('refund.created', refundOf(forgotten) ?? {}, new Date());

  const again = await unopenedShop(onTestFinished);
  expect(await bringBack(again, folder)).toMatchObject({ code: 0 });
  const restored = await openDb(again);
  const ledgerOf = async (orderId: string) =>
    ((await readOrder(restored, orderId))?.money ?? [])
      .filter(({ source }) => source !== 'payment')
      .map(({ source, state, amount }) => `${source} ${state} ${amount}`)
      .toSorted();
  expect(await ledgerOf(returned)).toEqual(['ours done 1000']);
  await searchPayments(restored, stripe.payments, { now: new Date(), sellerEmail });
  expect(await ledgerOf(returned)).toEqual(['hand wanted 1000', 'ours failed 1000']);
  expect(await ledgerOf(disputed)).toEqual(['dispute held 1000']);
  expect(await ledgerOf(dashboard)).toEqual(['dashboard done 400']);
  // The seller decides it again, and nothing goes back twice.
  expect(await payBack(restored, open)).toBe(0);
  expect(await ledgerOf(forgotten)).toEqual(['ours done 1000']);
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
