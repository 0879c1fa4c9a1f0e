import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { cancelOrder } from '#server/domain/cancel-order.ts';
import { placeOrder } from '#server/domain/orders.ts';
import { openPayment } from '#server/domain/payments.ts';
import { purgeOrders } from '#server/domain/purge-orders.ts';
import { openShop } from '#server/open-shop.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { freshDatabase, unopenedShop } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aCaller, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const at = '2025-09-01T09:00:00.000Z';
const withoutRules = '0022-stored-files';
const withoutLaterRules = '0032-search-synonyms';

/** One row of each table with rules, as the version before these rules writes them: plain SQL with the columns that it knows. */
const write = async (on: Database): Promise<void> => {
  await sql`insert into product (id, sku, name, short_description, full_description, base_price, discount, reseller_price, delivery_cost, stock,
      sale_count, categories, tags, material, weight, dimensions, care, made_in, is_new, created_at, images, position, sold_version)
      values ('mug', '', 'Mug', '', '', 1000, 0, 900, 250, 5, 5, '[]', '[]', '', '', '', '', '', 0, ${at}, '[]', 1, 0)`.execute(on);
  await sql`insert into product_color (product_id, color, hex, image, position) values ('mug', 'Oat', '#eee', '', 0)`.execute(on);
  await sql`insert into product_size (product_id, color, name, stock, sale_count, position) values ('mug', 'Oat', 'S', 5, 0, 0)`.execute(
    on,
  );
  await sql`insert into product_type (product_id, id, name, base_price, stock, sale_count, position)
      values ('mug', 'plain', 'Plain', 1000, null, 7, 0), ('mug', 'boxed', 'Boxed', 1200, 3, 3, 1)`.execute(on);
  await sql`insert into picture (file, stem, preview, origin) values ('mug.webp', 'mug.1', '', 'seller')`.execute(on);
  await sql`insert into account (id, email, email_key, role, wants_to_resell, first_name, last_name, phone, addresses, marketing, password_hash,
      verified_at, accepted_terms_at, created_at)
      values ('ada', 'ada@example.com', 'ada@example.com', 'customer', 0, 'Ada', 'Moss', '', '[]', 0, 'x', ${at}, ${at}, ${at})`.execute(
    on,
  );
  await sql`insert into proof (token_hash, account_id, purpose, code_hash, code_expires_at, tries, expires_at)
      values ('t', 'ada', 'verify', '', ${at}, 0, ${at})`.execute(on);
  await sql`insert into mail (id, recipient, subject, text, html, created_at, tries, problem) values ('m', 'a@example.com', '', '', '', ${at}, 0, '')`.execute(
    on,
  );
  await sql`insert into "order" (id, status, user_id, billing, note, goods_total, delivery_total, total, shop_origin, trader, email_key, created_at, pay_by)
      values ('ABCD', 'pending', 'ada', ${JSON.stringify(aBuyer)}, '', 0, 0, 0, '', '', '', ${at}, ${at})`.execute(on);
  await sql`insert into order_line (order_id, position, product_id, product_name, quantity, unit_price, delivery)
      values ('ABCD', 0, 'mug', 'Mug', 1, 0, 0)`.execute(on);
  await sql`insert into order_event (order_id, position, at, actor, what) values ('ABCD', 0, ${at}, 'buyer', 'Placed.')`.execute(on);
  await sql`insert into payment (session_id, order_id, attempt, provider, url, status, created_at)
      values ('cs_1', 'ABCD', 0, 'test', '', 'open', ${at})`.execute(on);
  await sql`insert into refund (reference, order_id, product_id, reason, created_at, outcome, amount, exchanged, restocked)
      values ('R-1', 'ABCD', 'mug', '', ${at}, null, null, 0, 0)`.execute(on);
  await sql`insert into refund_image (reference, position, file) values ('R-1', 0, 'a.jpg')`.execute(on);
  await sql`insert into payback (id, order_id, session_id, request, amount, created_at, tries, problem)
      values ('p', 'ABCD', 'cs_1', 'R-1', null, ${at}, 0, '')`.execute(on);
};

/** The same for the rules that came later, which version `withoutLaterRules` does not have. */
const writeLater = async (on: Database): Promise<void> => {
  await sql`insert into voucher (code, kind, value, minimum, starts_at, ends_at, max_uses, max_uses_each, products, categories, created_at)
      values ('TEN', 'percent', 10, 0, ${at}, '2025-10-01T09:00:00.000Z', 5, 1, '[]', '[]', ${at}), ('FREE', 'delivery', 0, 0, null, null, null, null, '[]', '[]', ${at}), ('FIVE', 'amount', 500, 0, null, null, null, null, '[]', '[]', ${at})`.execute(
    on,
  );
  await sql`update "order" set voucher_code = 'TEN', invoice_number = 1, invoiced_at = ${at}, dispatch_by = '2025-09-02', arrives_from = '2025-09-04',
      arrives_by = '2025-09-05', expected_from = '2025-09-04', expected_by = '2025-09-05' where id = 'ABCD'`.execute(on);
  await sql`update invoice_counter set last = 1`.execute(on);
  await sql`insert into order_request (key, order_id, digest) values ('key', 'ABCD', '')`.execute(on);
  await sql`insert into order_link (token_hash, order_id, expires_at) values ('t', 'ABCD', ${at})`.execute(on);
  await sql`insert into provider_return (reference, order_id, amount, counted, state, created_at) values ('re_1', 'ABCD', 500, 500, 'refunded', ${at})`.execute(
    on,
  );
  await sql`insert into stray_payment (event_id, order_id, session_id, received_at) values ('evt', 'gone', 'cs_0', ${at})`.execute(on);
  await sql`insert into review (reference, order_id, product_id, stars, author, text, state, reason, reply, revision, seen_revision, created_at)
      values ('RV-1', 'ABCD', 'mug', 5, 'Ada', 'Good', 'waiting', '', '', 1, 0, ${at})`.execute(on);
  await sql`insert into second_factor (account_id, secret, created_at, last_step) values ('ada', 's', ${at}, 0)`.execute(on);
  await sql`insert into email_change (id, account_id, old_email, new_email, confirm_hash, stop_hash, created_at, confirm_by, stop_by)
      values ('e', 'ada', 'a@example.com', 'b@example.com', 'c', 's', ${at}, ${at}, ${at})`.execute(on);
};

const clear = async (): Promise<void> => {
  for (const table of ['order', 'voucher', 'stray_payment', 'product', 'picture', 'account', 'mail'] as const)
    await db.deleteFrom(table).execute();
};

describe('a row that breaks a rule', () => {
  beforeEach(async () => {
    await write(db);
    await writeLater(db);
  });
  afterEach(clear);

  test.each<[keyof Tables, string, string]>([
    ['product', 'base_price = -1', 'product_prices'],
    ['product', 'reseller_price = -1', 'product_prices'],
    ['product', 'delivery_cost = -1', 'product_prices'],
    ['product', 'discount = 101', 'product_prices'],
    ['product', 'sale_count = 6', 'product_in_stock'],
    ['product', 'stock = -1', 'product_in_stock'],
    ['product', 'sale_count = -1', 'product_in_stock'],
    ['product_size', 'sale_count = 6', 'product_size_in_stock'],
    ['product_size', 'sale_count = -1', 'product_size_in_stock'],
    ['product_type', "stock = 6 where id = 'plain'", 'product_type_in_stock'],
    ['product_type', "sale_count = 4 where id = 'boxed'", 'product_type_in_stock'],
    ['product_type', 'sale_count = -1', 'product_type_in_stock'],
    ['product_type', 'base_price = -1', 'product_type_price'],
    ['picture', "origin = 'shopper'", 'picture_origin_known'],
    ['order', "status = 'paid'", 'order_status_known'],
    ['order', 'goods_total = -1', 'order_totals'],
    ['order', 'delivery_total = -1', 'order_totals'],
    ['order', 'total = -1', 'order_totals'],
    ['order', "created_at = '2025-09-01'", 'order_times'],
    ['order', "pay_by = ''", 'order_times'],
    ['order_line', 'quantity = 0', 'order_line_pieces'],
    ['order_line', 'unit_price = -1', 'order_line_prices'],
    ['order_line', 'delivery = -1', 'order_line_prices'],
    ['order_event', "actor = 'somebody'", 'order_event_actor_known'],
    ['payment', "status = 'done'", 'payment_status_known'],
    ['payment', 'attempt = -1', 'payment_counts'],
    ['payment', "created_at = 'today'", 'payment_times'],
    ['payback', 'amount = 0', 'payback_amount'],
    ['payback', 'tries = -1', 'payback_counts'],
    ['payback', "created_at = 'today'", 'payback_times'],
    ['payback', "session_id = 'cs_2'", 'payback_payment'],
    ['payback', "request = 'R-2'", 'payback_refund'],
    ['refund', "outcome = 'open'", 'refund_outcome_known'],
    ['refund', 'amount = 0', 'refund_amount'],
    ['refund', 'exchanged = -1', 'refund_pieces'],
    ['refund', 'restocked = -1', 'refund_pieces'],
    ['refund', "created_at = 'today'", 'refund_times'],
    ['account', "role = 'admin'", 'account_role_known'],
    ['proof', "purpose = 'guess'", 'proof_purpose_known'],
    ['proof', 'tries = -1', 'proof_counts'],
    ['mail', 'tries = -1', 'mail_counts'],
    ['voucher', "kind = 'half' where code = 'FREE'", 'voucher_kind_known'],
    ['voucher', "value = 0 where code = 'TEN'", 'voucher_value'],
    ['voucher', "value = 101 where code = 'TEN'", 'voucher_value'],
    ['voucher', "value = 0 where code = 'FIVE'", 'voucher_value'],
    ['voucher', "value = 1 where code = 'FREE'", 'voucher_value'],
    ['voucher', 'minimum = -1', 'voucher_minimum'],
    ['voucher', 'max_uses = -1', 'voucher_uses'],
    ['voucher', 'max_uses_each = -1', 'voucher_uses'],
    ['voucher', "starts_at = ends_at where code = 'TEN'", 'voucher_days'],
    ['voucher', "starts_at = '2025-08-31' where code = 'TEN'", 'voucher_times'],
    ['voucher', "ended_at = 'today'", 'voucher_times'],
    ['product', 'making_days = -1', 'product_making_days'],
    ['product', 'making_days = 251', 'product_making_days'],
    ['order', 'discount_total = -1', 'order_discount'],
    ['order', 'replaced_by = id', 'order_replacement'],
    ['order', 'invoiced_at = null', 'order_invoice_dated'],
    ['order', 'invoice_number = 0', 'order_invoice_dated'],
    ['order', "expected_from = 'Monday'", 'order_days'],
    ['order', "dispatch_by = '2025-09-05'", 'order_days_ordered'],
    ['order', "arrives_by = '2025-09-03'", 'order_days_ordered'],
    ['order', "user_id = 'nobody'", 'order_account'],
    ['order', "voucher_code = 'NONE'", 'order_voucher_known'],
    ['order_line', 'discount = -1', 'order_line_discount'],
    ['order_link', "expires_at = 'soon'", 'order_link_times'],
    ['invoice_counter', 'id = 2', 'invoice_counter_single'],
    ['invoice_counter', 'last = -1', 'invoice_counter_single'],
    ['provider_return', "state = 'gone'", 'provider_return_state_known'],
    ['provider_return', 'counted = 501', 'provider_return_counted'],
    ['provider_return', 'counted = -1', 'provider_return_counted'],
    ['provider_return', "created_at = 'today'", 'provider_return_times'],
    ['stray_payment', 'tries = -1', 'stray_payment_counts'],
    ['review', 'seen_revision = 2', 'review_revisions'],
    ['account', 'list_counter = -1', 'account_list_counter'],
    ['second_factor', 'last_step = -1', 'second_factor_step'],
    ['email_change', "stop_by = 'soon'", 'email_change_times'],
  ])('a row in %s with %s is refused by the rule %s, when it is written and when it is changed', async (table, change, rule) => {
    await expect(sql.raw(`update "${table}" set ${change}`).execute(db)).rejects.toThrow(rule);
    const before = await db.selectFrom(table).selectAll().execute();
    expect(before.length).toBeGreaterThan(0);
    // The same rows as new ones, each with the change.
    const [assignment = '', where] = change.split(' where ');
    const [column = '', value = ''] = assignment.split(' = ');
    const columns = Object.keys(before[0] ?? {});
    // A new id, because PostgreSQL looks at keys before it looks at references.
    const isReference = ['payback_payment', 'payback_refund', 'order_account', 'order_voucher_known'].includes(rule);
    const nulls = ['invoice_number', 'invoiced_at'];
    const copyOf = (name: string): string =>
      isReference && name === 'id' ? "'new'" : isReference && nulls.includes(name) ? 'null' : `"${name}"`;
    const values = columns.map((name) => (name === column ? value : copyOf(name)));
    const insert = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from "${table}" ${where === undefined ? '' : `where ${where}`}`;
    await expect(sql.raw(insert).execute(db)).rejects.toThrow(rule);
    expect(await db.selectFrom(table).selectAll().execute()).toEqual(before);
  });

  test('a payback is deleted with its payment, and with the refund request that it is for', async () => {
    await sql`insert into payback (id, order_id, session_id, created_at, tries, problem) values ('q', 'ABCD', 'cs_1', ${at}, 0, '')`.execute(
      db,
    );
    const ids = async () => (await db.selectFrom('payback').select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(await ids()).toEqual(['p', 'q']);
    await db.deleteFrom('refund').execute();
    expect(await ids()).toEqual(['q']);
    await db.deleteFrom('payment').execute();
    expect(await ids()).toEqual([]);
  });
});

describe('what an order refers to', () => {
  beforeEach(async () => {
    await write(db);
    await writeLater(db);
  });
  afterEach(clear);

  test('an order without its account stays, and one without its voucher is refused', async () => {
    const orders = () => db.selectFrom('order').select(['id', 'user_id', 'voucher_code']).execute();
    await expect(sql`delete from voucher where code = 'TEN'`.execute(db)).rejects.toThrow('order_voucher_known');
    expect(await orders()).toEqual([{ id: 'ABCD', user_id: 'ada', voucher_code: 'TEN' }]);
    await db.deleteFrom('account').execute();
    expect(await orders()).toEqual([{ id: 'ABCD', user_id: null, voucher_code: 'TEN' }]);
  });

  test('an idempotency key is written before its order, as in the version before, never without it, and is deleted with it', async () => {
    const keys = async () => (await db.selectFrom('order_request').select('key').orderBy('key').execute()).map(({ key }) => key);
    const writeBoth = (orderId: string, keyFor: string) =>
      db.transaction().execute(async (transaction) => {
        await sql`insert into order_request (key, order_id, digest) values (${keyFor}, ${keyFor}, '')`.execute(transaction);
        await sql`update "order" set status = 'lapsed', replaced_by = ${keyFor} where id = 'ABCD'`.execute(transaction);
        await sql`insert into "order" (id, status, billing, note, goods_total, delivery_total, total, shop_origin, created_at, pay_by)
          values (${orderId}, 'pending', '{}', '', 0, 0, 0, '', ${at}, ${at})`.execute(transaction);
      });
    await writeBoth('NEW', 'NEW');
    expect(await keys()).toEqual(['NEW', 'key']);
    await expect(writeBoth('ANOTHER', 'NONE')).rejects.toThrow(/order_request_order|FOREIGN KEY/i);
    expect((await db.selectFrom('order').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(['ABCD', 'NEW']);
    await db.deleteFrom('order').where('id', '=', 'NEW').execute();
    expect(await keys()).toEqual(['key']);
    expect(await db.selectFrom('order').select('replaced_by').execute()).toEqual([{ replaced_by: 'NEW' }]);
  });
});

test('a process of the version before goes on: what it writes, changes and deletes is accepted, also refused claims of stock', async () => {
  await write(db);
  const claim = (pieces: number) =>
    sql`update product set sale_count = sale_count + ${pieces} where id = 'mug' and sale_count + ${pieces} <= stock returning id`.execute(
      db,
    );
  expect((await claim(1)).rows).toEqual([]);
  await sql`update product set sale_count = sale_count - 5 where id = 'mug' and sale_count >= 5`.execute(db);
  expect((await claim(5)).rows).toHaveLength(1);
  for (const status of ['confirmed', 'processing', 'Dispatch', 'Delivered', 'cancelled', 'lapsed'])
    await sql`update "order" set status = ${status}, client_key = null where id = 'ABCD'`.execute(db);
  for (const status of ['processing', 'paid', 'refund', 'refunded', 'failed', 'expired'])
    await sql`update payment set status = ${status}, due_at = null, reference = 'pi_1' where session_id = 'cs_1'`.execute(db);
  await sql`update payback set due_at = null, done_at = ${at}, tries = tries + 1, reference = 're_1', amount = 500 where id = 'p'`.execute(
    db,
  );
  for (const outcome of ['full', 'partial', 'exchange', 'declined'])
    await sql`update refund set outcome = ${outcome}, amount = 500, exchanged = 1, restocked = 1, decided_at = ${at}`.execute(db);
  await sql`insert into order_event (order_id, position, at, what) values ('ABCD', 1, ${at}, 'As versions before 0012.')`.execute(db);
  await sql`update proof set tries = tries + 1, purpose = 'reset'`.execute(db);
  await sql`update account set role = 'reseller'`.execute(db);
  await clear();
  for (const table of ['order_line', 'payment', 'payback', 'refund', 'refund_image', 'proof'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

const tables = [
  'product',
  'product_color',
  'product_size',
  'product_type',
  'picture',
  'account',
  'proof',
  'mail',
  'order',
  'order_line',
  'order_event',
  'payment',
  'refund',
  'refund_image',
  'payback',
] as const;
const countAll = async (on: Database): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => {
      const { count } = await on
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string | number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    }),
  );

/** A database of the version before the rules, or of an earlier one. */
const openOld = async (version = withoutRules) => {
  const place = await unopenedShop(onTestFinished);
  prepareDataFolder(place.dataDir);
  const old = await openDatabase(place.databaseUrl === undefined ? { file: databaseFile(place.dataDir) } : { url: place.databaseUrl });
  await migrate(old.db, version);
  return { place, old: old.db };
};

describe('migrating a database of the version before', () => {
  test.each([withoutRules, withoutLaterRules])(
    'at %s, a shop with orders, payments and refunds keeps every row, and goes on selling',
    async (version) => {
      const { place, old } = await openOld(version);
      await write(old);
      if (version === withoutLaterRules) await writeLater(old);
      const before = await countAll(old);
      expect(before.every((count) => count > 0)).toBe(true);
      await old.destroy();

      const { db: migrated } = await openShop({ ...place, hasSamples: false });
      expect(await countAll(migrated)).toEqual(before);
      await sell(migrated, { id: 'beech-rolling-pin', name: 'Rolling pin', basePrice: 24, stock: 5 });
      const seeded = await countAll(migrated);
      const origins = { shop: '', api: '' };
      const payload = anOrderFor({ productId: 'beech-rolling-pin' });
      const { _id: orderId } = await placeOrder(migrated, {
        ...aCaller,
        payload,
        key: aKey(),
        buyer: undefined,
        shopOrigin: '',
        now: openingDay,
      });
      const { sessionId } = await openPayment(migrated, testPayments, { orderId, origins, now: openingDay });
      await chooseOnTestPage(migrated, sessionId, 'pay', openingDay);
      expect((await cancelOrder(migrated, testPayments, orderId, { now: openingDay })).row.status).toBe('cancelled');
      await migrated.updateTable('payback').set({ done_at: at, due_at: null }).execute();
      await migrated.updateTable('order').set({ status: 'lapsed' }).where('status', '=', 'pending').execute();
      await purgeOrders(migrated, minutesLater(60 * 24 * 366 * 8));
      expect(await countAll(migrated)).toEqual(seeded.map((count, at) => (at < tables.indexOf('mail') ? count : expect.any(Number))));
      expect(await migrated.selectFrom('payback').select('id').execute()).toEqual([]);
      await migrated.destroy();
    },
  );

  test('rows that break a rule stop a migration with a sentence that names them, and nothing is changed', async () => {
    const { place, old } = await openOld();
    await write(old);
    await sql`update order_line set quantity = 0`.execute(old);
    await sql`update payback set session_id = 'cs_gone'`.execute(old);
    for (let row = 0; row < 7; row += 1)
      await sql`insert into picture (file, stem, preview, origin) values (${`${row}`}, '', '', 'x')`.execute(old);
    const before = await countAll(old);
    const opening = openShop({ ...place, hasSamples: false });
    await expect(opening).rejects.toBeInstanceOf(StartFailure);
    await expect(opening).rejects.toThrow(
      /^This version keeps rules that the database breaks: in the table picture the origin is known, but not in 0, 1, 2, 3, 4 and others; in the table order_line a line has at least one piece, but not in ABCD\/0; in the table payback the payment exists, but not in p\. Nothing was changed\./,
    );
    expect(await countAll(old)).toEqual(before);
    await sql`update "order" set status = 'whatever'`.execute(old);
    await old.destroy();
  });

  test('rows that break the later rules stop a migration as well, but keys of orders that are gone are forgotten', async () => {
    const { place, old } = await openOld(withoutLaterRules);
    await write(old);
    await writeLater(old);
    await sql`update voucher set value = 200 where code = 'TEN'`.execute(old);
    await sql`update "order" set user_id = 'gone'`.execute(old);
    await sql`insert into order_request (key, order_id, digest) values ('stale', 'gone', '')`.execute(old);
    const keys = async (on: Database) =>
      (await on.selectFrom('order_request').select('key').orderBy('key').execute()).map(({ key }) => key);
    await expect(openShop({ ...place, hasSamples: false })).rejects.toThrow(
      /: in the table voucher a percentage is 1 to 100, .* has no value, but not in TEN; in the table order the account exists, but not in ABCD\. Nothing was changed\./,
    );
    expect(await keys(old)).toEqual(['key', 'stale']);
    await sql`update voucher set value = 20 where code = 'TEN'`.execute(old);
    await sql`update "order" set user_id = null`.execute(old);
    await old.destroy();
    const { db: migrated } = await openShop({ ...place, hasSamples: false });
    expect(await keys(migrated)).toEqual(['key']);
    await migrated.destroy();
  });

  test('a migration that fails takes those before it back, so that the next start begins anew', async () => {
    const { place, old } = await openOld('0020-indexes');
    await write(old);
    await sql`update order_line set quantity = 0`.execute(old);
    const namesOfTables = async () => (await old.introspection.getTables()).map(({ name }) => name).toSorted();
    const before = await namesOfTables();
    await expect(openShop({ ...place, hasSamples: false })).rejects.toThrow('a line has at least one piece');
    expect(before).not.toContain('second_factor');
    expect(await namesOfTables()).toEqual(before);
    await sql`update order_line set quantity = 1`.execute(old);
    await old.destroy();
    const { db: migrated } = await openShop({ ...place, hasSamples: false });
    expect(await migrated.selectFrom('second_factor').selectAll().execute()).toEqual([]);
    await migrated.destroy();
  });
});
