import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Tables } from '#server/db/schema.ts';
import { register, signIn, verifyByToken } from '#server/domain/accounts/accounts.ts';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { issueProof } from '#server/domain/accounts/registrations.ts';
import { findSession, startSession } from '#server/domain/accounts/sessions.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { listMails } from '#server/domain/messages/mails.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { purgeRefundImages, requestRefund } from '#server/domain/money/refund-requests.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { purgeOrders } from '#server/domain/orders/purge-orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { consumeRateLimit } from '#server/domain/rate-limit.ts';
import { readLastRun, setLastRun } from '#server/domain/seller/last-runs.ts';
import { claimMail, markFailed, markSent, queueEmail } from '#server/mail/outbox.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anAccountRow, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
import { origins } from '#tests/support/pay-order.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';
import { recordQueries } from '#tests/support/regular-queries.ts';
import { adding, deviceSends, inWords } from '#tests/support/saved-lists.ts';

const db = await freshDatabase('empty');
const folder = await pictureFolder();
const imageStore = refundImagesIn(folder);
const daysLater = (days: number): Date => new Date(openingDay.getTime() + days * 24 * 3600 * 1000);

beforeEach(async () => {
  for (const table of ['order', 'order_request', 'payment_event', 'unmatched_payment', 'account', 'mail', 'limit_hit'] as const)
    await db.deleteFrom(table).execute();
  for (const file of await readdir(folder).catch(() => [])) await rm(path.join(folder, file));
});

test('images without a refund request are deleted after an hour, those of requests are kept', async () => {
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
  const order = anOrderRequest(anOrderFor({ productId: 'mug' }));
  const { _id: orderId } = await placeOrder(db, order);
  await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', orderId).execute();
  const request = { orderId, ProductId: 'mug', reason: 'It came with a crack in it.' };
  await requestRefund(db, request, [new Blob([new Uint8Array(await aPhoto())])], { imageStore, now: openingDay });
  const [kept = ''] = await readdir(folder);
  await writeFile(path.join(folder, 'orphan.jpg'), 'x');
  for (const file of [kept, 'orphan.jpg']) await utimes(path.join(folder, file), openingDay, openingDay);
  await purgeExpired(db, minutesLater(59), imageStore);
  expect((await readdir(folder)).toSorted()).toEqual([kept, 'orphan.jpg'].toSorted());
  await purgeExpired(db, minutesLater(61), imageStore);
  expect(await readdir(folder)).toEqual([kept]);
});

test('the database is asked about the images found only, and about 500 of them at a time', async () => {
  const found = Array.from({ length: 501 }, (_, number) => `${number}.jpg`);
  const removed: string[] = [];
  const store = {
    ...imageStore,
    listOlderThan: async () => found,
    remove: async (files: readonly string[]) => void removed.push(...files),
  };
  const queries = await recordQueries(db, (recorded) => purgeRefundImages(recorded, store, openingDay));
  expect(queries.map(({ parameters }) => parameters)).toEqual([found.slice(0, 500), found.slice(500)]);
  expect(removed).toEqual(found);
});

test('an unconfirmed registration is deleted after a week, and its address can still be verified with the password', async () => {
  const call = {
    clientIp: '192.0.2.1',
    sender: { shopName: 'Flone', shopUrl: 'https://shop.example' },
    passwords: cheapPasswords,
    secretBox: plainSecrets,
  };
  const ada = { email: 'ada@example.com', password: 'a long walk home', firstName: 'Ada', lastName: 'Moss', phone: '' };
  await register(db, { ...ada, wantsToResell: false, acceptsTerms: true, marketing: false }, { ...call, now: openingDay });
  const kept = () => db.selectFrom('registration').select('first_name').execute();
  await purgeExpired(db, daysLater(6), imageStore);
  expect(await kept()).toEqual([{ first_name: 'Ada' }]);
  await purgeExpired(db, daysLater(7), imageStore);
  expect(await kept()).toEqual([]);
  const { id } = await db.selectFrom('account').select('id').where('email', '=', ada.email).executeTakeFirstOrThrow();
  const { token } = await issueProof(db, { accountId: id }, daysLater(7));
  await verifyByToken(db, { token, password: ada.password }, { ...call, now: daysLater(7) });
  expect(await signIn(db, ada, { ...call, now: daysLater(7) })).toMatchObject({ account: { firstName: 'Ada' } });
});

test('a browser that was offline repeats a change of lists on the last day of its session, and the change counts once', async () => {
  await seedDemoAccounts(db, openingDay, cheapPasswords);
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
  const token = await startSession(db, 'demo-shopper', openingDay);
  const id = aKey();
  const add = (now: Date) => deviceSends(db, { accountId: 'demo-shopper', now, id }, adding('mug'));
  await add(openingDay);
  for (const days of [29, 58, 87]) await findSession(db, token, daysLater(days));
  const lastDay = minutesLater(-1, daysLater(90));
  await purgeExpired(db, lastDay, imageStore);
  expect(await findSession(db, token, lastDay)).toBeDefined();
  expect(inWords(await add(lastDay))).toEqual(['cart/mug: 1']);
  await purgeExpired(db, daysLater(90), imageStore);
  expect(await findSession(db, token, daysLater(90))).toBeUndefined();
  expect(await db.selectFrom('list_change').selectAll().execute()).toEqual([]);
});

describe('orders', () => {
  const at = (time: string): Date => new Date(`${time}T12:00:00.000Z`);
  /** Places an order with a payment in this state and a message about it; returns the order's id. */
  const placeAt = async (
    now: Date,
    status: 'pending' | 'expired' | 'cancelled' | 'Delivered',
    payment: 'open' | 'processing' | 'paid' | 'expired' | 'unusable',
  ): Promise<string> => {
    const order = anOrderRequest(anOrderFor({ productId: 'mug' }), { now });
    const { _id: order_id } = await placeOrder(db, order);
    await db.updateTable('order').set({ status }).where('id', '=', order_id).execute();
    const created_at = now.toISOString();
    const page = { session_id: aKey(), attempt: 1, provider: 'test', url: '', due_at: null, reference: null, checked_at: null } as const;
    await db
      .insertInto('payment')
      .values({ ...page, order_id, status: payment, created_at })
      .execute();
    return order_id;
  };
  const keptAt = async (now: Date, ids: readonly string[]): Promise<readonly string[]> => {
    await purgeExpired(db, now, imageStore);
    const kept = await db.selectFrom('order').select('id').execute();
    return ids.filter((id) => kept.some((order) => order.id === id));
  };

  beforeEach(async () => {
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });
  });

  test('an order that was never paid is deleted after 30 days, and one whose money has arrived or is on its way is kept', async () => {
    const unpaid = await placeAt(openingDay, 'expired', 'expired');
    const cancelled = await placeAt(openingDay, 'cancelled', 'expired');
    const moneyCame = await placeAt(openingDay, 'expired', 'unusable');
    const bankIsAtIt = await placeAt(openingDay, 'expired', 'processing');
    const pending = await placeAt(openingDay, 'pending', 'open');
    const all = [unpaid, cancelled, moneyCame, bankIsAtIt, pending];
    expect(await keptAt(minutesLater(-1, daysLater(30)), all)).toEqual(all);
    expect(await keptAt(daysLater(30), all)).toEqual([moneyCame, bankIsAtIt, pending]);
    const keys = await db.selectFrom('order_request').select('order_id').execute();
    expect(keys.map(({ order_id }) => order_id).toSorted()).toEqual([moneyCame, bankIsAtIt, pending].toSorted());
  });

  test('an order that is paid while it is being deleted is kept', async () => {
    const id = await placeAt(openingDay, 'expired', 'expired');
    const { session_id: sessionId } = await db.selectFrom('payment').select('session_id').executeTakeFirstOrThrow();
    const now = daysLater(30);
    const pay = () => recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid', reference: 'pi_1' }, now);
    expect(await meanwhile(db, 'payment', pay, () => purgeOrders(db, now))).toEqual(['done', 'done']);
    expect(await db.selectFrom('order').select(['id', 'status']).execute()).toEqual([{ id, status: 'confirmed' }]);
  });

  test('an order that cannot be deleted holds up neither later ones nor those of another kind, and is told', async () => {
    const ids: string[] = [];
    for (let minute = 0; minute < 4; minute += 1) ids.push(await placeAt(minutesLater(minute, at('2020-04-04')), 'expired', 'expired'));
    const [stuck = ''] = ids;
    const old = await placeAt(at('2020-04-05'), 'Delivered', 'paid');
    await db.schema
      .createTable('lien')
      .addColumn('order_id', 'text', (column) => column.references('order.id'))
      .execute();
    onTestFinished(async () => {
      await db.schema.dropTable('lien').execute();
      await db.deleteFrom('failed_job').execute();
    });
    await sql`insert into lien values (${stuck})`.execute(db);
    expect(await keptAt(at('2026-04-06'), [...ids, old])).toEqual([stuck]);
    const failed = await db.selectFrom('failed_job').select(['kind', 'key']).execute();
    expect(failed).toEqual([{ kind: 'retention', key: 'orders' }]);
  });

  test('a paid order is deleted six years after the end of its tax year, with its lines, payments, requests and photographs', async () => {
    const early = await placeAt(at('2020-04-05'), 'Delivered', 'paid');
    const late = await placeAt(at('2020-04-06'), 'Delivered', 'paid');
    const request = { orderId: early, ProductId: 'mug', reason: 'It came with a crack in it.' };
    const photo = new Blob([new Uint8Array(await aPhoto())]);
    await requestRefund(db, request, [photo], { imageStore, now: at('2020-04-05') });
    const before = await readdir(folder);
    for (const file of before) await utimes(path.join(folder, file), openingDay, openingDay);
    expect(await keptAt(at('2026-04-05'), [early, late])).toEqual([early, late]);
    expect(await readdir(folder)).toEqual(before);
    expect(await keptAt(at('2026-04-06'), [early, late])).toEqual([late]);
    for (const table of ['order_line', 'order_event', 'payment', 'refund', 'refund_image'] as const)
      expect(
        await db
          .selectFrom(table)
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirst(),
      ).toEqual({
        n: expect.toSatisfy((n) => Number(n) === (table.startsWith('refund') ? 0 : 1)),
      });
    expect(await readdir(folder)).toEqual([]);
    expect(await keptAt(at('2027-04-05'), [late])).toEqual([late]);
    expect(await keptAt(at('2027-04-06'), [late])).toEqual([]);
  });

  test('a tax year begins at midnight in the United Kingdom, an hour before that of UTC', async () => {
    const early = await placeAt(new Date('2020-04-05T22:59:59.999Z'), 'Delivered', 'paid');
    const late = await placeAt(new Date('2020-04-05T23:00:00.000Z'), 'Delivered', 'paid');
    expect(await keptAt(new Date('2026-04-05T22:59:59.999Z'), [early, late])).toEqual([early, late]);
    expect(await keptAt(new Date('2026-04-05T23:00:00.000Z'), [early, late])).toEqual([late]);
    expect(await keptAt(new Date('2027-04-05T22:59:59.999Z'), [late])).toEqual([late]);
    expect(await keptAt(new Date('2027-04-05T23:00:00.000Z'), [late])).toEqual([]);
  });

  test('an old order is kept while money has still to go back, and for six years after that tax year', async () => {
    const order_id = await placeAt(at('2018-05-01'), 'Delivered', 'paid');
    const { session_id } = await db.selectFrom('payment').select('session_id').where('order_id', '=', order_id).executeTakeFirstOrThrow();
    const time = at('2019-05-01').toISOString();
    await db
      .insertInto('money')
      .values({ id: 'p', order_id, session_id, source: 'hand', state: 'wanted', amount: 100, created_at: time, at: time })
      .execute();
    expect(await keptAt(at('2027-04-06'), [order_id])).toEqual([order_id]);
    await db
      .updateTable('money')
      .set({ state: 'done', at: at('2019-05-02').toISOString() })
      .execute();
    expect(await keptAt(at('2026-04-05'), [order_id])).toEqual([order_id]);
    expect(await keptAt(at('2026-04-06'), [order_id])).toEqual([]);
  });

  test('the payment provider’s events, and what it said of unknown payments, are deleted after 90 days, and payments without an order after six tax years', async () => {
    const received_at = openingDay.toISOString();
    await db.insertInto('payment_event').values({ id: 'evt_1', received_at }).execute();
    const early = { id: 'early', reference: 're_1', source: 'dashboard', state: 'done', payment: 'pi_1', amount: 100 } as const;
    await db
      .insertInto('money')
      .values({ ...early, order_id: null, session_id: null, created_at: received_at, at: received_at })
      .execute();
    await db
      .insertInto('unmatched_payment')
      .values({ event_id: 'evt_2', order_id: 'x', session_id: 's', amount: 100, reference: null, received_at, problem: '' })
      .execute();
    const left = async (now: Date) => {
      await purgeExpired(db, now, imageStore);
      const events = await db.selectFrom('payment_event').selectAll().execute();
      const early = await db.selectFrom('money').selectAll().execute();
      return [events.length, early.length, (await db.selectFrom('unmatched_payment').selectAll().execute()).length];
    };
    expect(await left(minutesLater(-1, daysLater(90)))).toEqual([1, 1, 1]);
    expect(await left(daysLater(90))).toEqual([0, 0, 1]);
    expect(await left(daysLater(6 * 366))).toEqual([0, 0, 1]);
    expect(await left(daysLater(7 * 366))).toEqual([0, 0, 0]);
  });
});

test('an account whose email address was never confirmed is deleted after 30 days, unless a link in a mail still works', async () => {
  const call = {
    clientIp: '192.0.2.1',
    sender: { shopName: 'Flone', shopUrl: 'https://shop.example' },
    passwords: cheapPasswords,
    secretBox: plainSecrets,
  };
  const zoe = { email: 'zoe@example.com', password: 'a long walk home', firstName: 'Zoë', lastName: 'Moss', phone: '' };
  await register(db, { ...zoe, wantsToResell: false, acceptsTerms: true, marketing: false }, { ...call, now: openingDay });
  const names = async (now: Date) => {
    await purgeExpired(db, now, imageStore);
    return (await db.selectFrom('account').select('first_name').execute()).map(({ first_name }) => first_name);
  };
  expect(await names(minutesLater(-1, daysLater(30)))).toEqual(['Zoë']);
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  await issueToken(db, 'reset', { subject: id, accountId: id }, daysLater(30));
  expect(await names(minutesLater(44, daysLater(30)))).toEqual(['Zoë']);
  expect(await names(minutesLater(45, daysLater(30)))).toEqual([]);
});

test('a mail that was given up is deleted 90 days after it was written', async () => {
  await queueEmail(db, 'gone@example.com', { subject: 'x', parts: ['a secret link'] }, openingDay);
  const mail = await claimMail(db, openingDay);
  if (mail) await markFailed(db, mail, { problem: 'no such mailbox' }, daysLater(4));
  const left = async (now: Date) => {
    await purgeExpired(db, now, imageStore);
    return (await listMails(db, { isOpen: true, limit: 10 })).map(({ state }) => state);
  };
  expect(await left(minutesLater(-1, daysLater(90)))).toEqual(['given up']);
  expect(await left(daysLater(90))).toEqual([]);
});

test('expired rows are deleted and others kept', async () => {
  await seedDemoAccounts(db, openingDay, cheapPasswords);
  await startSession(db, 'demo-shopper', openingDay);
  await issueToken(db, 'reset', { subject: 'demo-shopper', accountId: 'demo-shopper' }, openingDay);
  await consumeRateLimit(db, { key: 'x', max: 1, perSeconds: 3600, now: openingDay });
  for (const to of ['sent@example.com', 'waiting@example.com']) await queueEmail(db, to, { subject: 'x', parts: ['x'] }, openingDay);
  await markSent(db, (await claimMail(db, openingDay))?.id ?? '', openingDay);
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const table of ['session', 'token', 'limit_hit', 'mail', 'account'] as const)
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length;
    return counts;
  };

  await purgeExpired(db, openingDay, imageStore);
  expect(await left()).toEqual({ session: 1, token: 1, limit_hit: 1, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(1), imageStore);
  expect(await left()).toEqual({ session: 1, token: 1, limit_hit: 0, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(31), imageStore);
  expect(await left()).toEqual({ session: 0, token: 0, limit_hit: 0, mail: 2, account: 2 });
  await purgeExpired(db, daysLater(91), imageStore);
  expect(await left()).toEqual({ session: 0, token: 0, limit_hit: 0, mail: 1, account: 2 });
  expect(await listMails(db, { isOpen: true, limit: 10 })).toHaveLength(1);
});

test('an hour after a clock that ran ahead was put right, mail and payments are tried again and nobody is limited any more', async () => {
  const ahead = daysLater(400);
  const limit = { key: 'look-up:192.0.2.1', max: 1, perSeconds: 600 };
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
  const { _id: orderId } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' })));
  const { sessionId } = await openPayment(db, testPayments, { orderId, origins, now: openingDay });
  await db.updateTable('payment').set({ checked_at: ahead.toISOString() }).where('session_id', '=', sessionId).execute();
  await queueEmail(db, 'ada@example.com', { subject: 'x', parts: ['x'] }, openingDay);
  const claimed = await claimMail(db, ahead);
  if (!claimed) throw new Error('No mail was due.');
  await markFailed(db, { ...claimed, createdAt: ahead.toISOString() }, { problem: 'busy' }, ahead);
  await consumeRateLimit(db, { ...limit, now: ahead });
  await setLastRun(db, 'paymentSearch', ahead.toISOString());

  expect(await claimMail(db, minutesLater(60))).toBeUndefined();
  expect(await consumeRateLimit(db, { ...limit, now: minutesLater(60) })).toBeGreaterThan(600);
  await purgeExpired(db, minutesLater(60), imageStore);
  expect(await claimMail(db, minutesLater(60))).toMatchObject({ to: 'ada@example.com' });
  expect(await consumeRateLimit(db, { ...limit, now: minutesLater(60) })).toBe(0);
  expect(await readLastRun(db, 'paymentSearch')).toBe(minutesLater(60 - 24 * 60).toISOString());
  const payment = await db.selectFrom('payment').select('checked_at').where('session_id', '=', sessionId).executeTakeFirst();
  expect(payment).toEqual({ checked_at: null });
});

test('a mail that waits for its next try and a limit that has just begun stay as they are', async () => {
  const limit = { key: 'payment-page-refused', max: 1, perSeconds: 24 * 3600, now: openingDay };
  await queueEmail(db, 'ada@example.com', { subject: 'x', parts: ['x'] }, openingDay);
  const claimed = await claimMail(db, openingDay);
  if (!claimed) throw new Error('No mail was due.');
  await markFailed(db, claimed, { problem: 'busy' }, openingDay);
  await consumeRateLimit(db, limit);
  await purgeExpired(db, openingDay, imageStore);
  expect(await claimMail(db, openingDay)).toBeUndefined();
  expect(await consumeRateLimit(db, limit)).toBeGreaterThan(0);
});

const at = openingDay.toISOString();
const oldAccount = { ...anAccountRow('ada'), created_at: at };
const oldMessage = {
  ...{
    reference: 'M-1',
    kind: 'contact' as const,
    topic: 'order' as const,
    name: '',
    business: '',
    email: 'ada@example.com',
    phone: '',
    order_id: '',
    text: '',
  },
  account_id: null,
  answered_at: null,
  ...{ may_be_bot: 0 as const, created_at: minutesLater(-600).toISOString() },
} as const;
const oldAlert = {
  ...{ id: 'a', product_id: 'mug', type_id: '', color: '', size: '', email: 'ada@example.com', email_key: 'ada@example.com' },
  ...{ asked_at: at, changed_at: at },
} as const;
const oldReview = {
  ...{ reference: 'V-1', product_id: 'mug', stars: 5, author: 'Ada', text: '', reason: '', reply: '', revision: 1, created_at: at },
} as const;
const oldMail = { id: 'm', recipient: 'ada@example.com', subject: '', text: '', parts: '', created_at: at, tries: 1, problem: '' } as const;

/** Each is of 1 September 2025, nine o'clock in UTC; searches are counted by days of the UK. */
test.each<[what: string, table: keyof Tables, until: string, add: (orderId: string) => { execute: () => Promise<unknown> }]>([
  ['a sent mail', 'mail', '2025-11-30T09:00:00.000Z', () => db.insertInto('mail').values({ ...oldMail, sent_at: at })],
  ['a mail that was given up', 'mail', '2025-11-30T09:00:00.000Z', () => db.insertInto('mail').values({ ...oldMail, problem: 'no' })],
  [
    'a notice to the seller',
    'seller_notice',
    '2025-11-30T09:00:00.000Z',
    () => db.insertInto('seller_notice').values({ kind: 'order', subject: 'x', created_at: at, mailed_at: at }),
  ],
  [
    'an unconfirmed stock alert',
    'stock_alert',
    '2025-09-03T09:00:00.000Z',
    () => db.insertInto('stock_alert').values({ ...oldAlert, state: 'unconfirmed' }),
  ],
  [
    'a stock alert',
    'stock_alert',
    '2026-09-01T09:00:00.000Z',
    () => db.insertInto('stock_alert').values({ ...oldAlert, state: 'waiting' }),
  ],
  [
    'a stock alert that was mailed',
    'stock_alert',
    '2025-10-01T09:00:00.000Z',
    () => db.insertInto('stock_alert').values({ ...oldAlert, state: 'mailed' }),
  ],
  [
    'that a buyer was asked for reviews',
    'review_invite',
    '2025-12-30T09:00:00.000Z',
    (order_id) => db.insertInto('review_invite').values({ order_id, due_at: null, sent_at: at }),
  ],
  ...(['declined', 'removed'] as const).map(
    (state): [string, keyof Tables, string, (orderId: string) => { execute: () => Promise<unknown> }] => [
      `a ${state} review`,
      'review',
      '2026-09-01T09:00:00.000Z',
      (order_id) => db.insertInto('review').values({ ...oldReview, order_id, state, decided_at: at }),
    ],
  ),
  [
    'the words of a search that found nothing',
    'search_miss',
    '2025-11-28T23:00:00.000Z',
    () => db.insertInto('search_miss').values({ day: '2025-08-31', term: 'teapot', times: 1 }),
  ],
  [
    'a secret for an authenticator app that no code has confirmed',
    'second_factor',
    '2025-09-01T10:00:00.000Z',
    () => db.insertInto('second_factor').values({ account_id: 'ada', secret: 's', created_at: at }),
  ],
  [
    'an account whose email address was never confirmed',
    'account',
    '2025-10-01T09:00:00.000Z',
    () => db.insertInto('account').values({ ...oldAccount, id: 'eve', email_key: 'eve', verified_at: null }),
  ],
  [
    'a message that nobody answered',
    'message',
    '2027-09-01T09:00:00.000Z',
    () => db.insertInto('message').values({ ...oldMessage, created_at: at }),
  ],
  ['an answered message', 'message', '2027-09-01T09:00:00.000Z', () => db.insertInto('message').values({ ...oldMessage, answered_at: at })],
  [
    'what the staff did',
    'staff_event',
    '2027-09-01T09:00:00.000Z',
    () => db.insertInto('staff_event').values({ id: 'e', at, account_id: 'ada', what: 'addNote', subject: '' }),
  ],
  [
    'an ended session',
    'session',
    '2025-09-01T09:00:00.000Z',
    () => db.insertInto('session').values({ token_hash: 'x', account_id: 'ada', created_at: at, last_seen_at: at, expires_at: at }),
  ],
])('%s is deleted from %s from %s on, and not before', async (_, table, until, add) => {
  await db.deleteFrom('product').execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
  await db.insertInto('account').values(oldAccount).execute();
  const { _id: orderId } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' })));
  await db.updateTable('order').set({ status: 'Delivered' }).execute();
  const rows = async () => (await db.selectFrom(table).selectAll().execute()).length;
  const before = await rows();
  await add(orderId).execute();
  await purgeExpired(db, new Date(Date.parse(until) - 1), imageStore);
  expect(await rows()).toBe(before + 1);
  await purgeExpired(db, new Date(until), imageStore);
  expect(await rows()).toBe(before);
});
