import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database, Tables } from '#server/db/schema.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const at = '2025-09-01T09:00:00.000Z';

/** Rows that keep every rule. */
const write = async (on: Database): Promise<void> => {
  await sql`insert into product (id, sku, name, short_description, full_description, base_price, discount, reseller_price, delivery_cost, stock,
      sale_count, categories, tags, material, weight, dimensions, care, made_in, option_label, is_new,
      created_at, images, position, sold_version, making_days)
      values ('mug', '', 'Mug', '', '', 1000, 0, 900, 250, 5, 5, '[]', '[]', '', '', '', '', '', '', 0, ${at}, '[]', 1, 0, 0)`.execute(on);
  await sql`insert into product_color (product_id, color, hex, image, position) values ('mug', 'Oat', '#eee', '', 0)`.execute(on);
  await sql`insert into product_size (product_id, color, name, id, stock, sale_count, position) values ('mug', 'Oat', 'S', 's', 5, 0, 0)`.execute(
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
  await sql`insert into token (hash, purpose, subject, account_id, data, created_at, expires_at) values ('v', 'verify', 'ada', 'ada', 'code', ${at}, ${at}),
      ('c', 'cancelOrder', 'ABCD', null, '', ${at}, ${at})`.execute(on);
  await sql`insert into mail (id, recipient, subject, text, parts, created_at, tries, problem) values ('m', 'a@example.com', '', '', '', ${at}, 0, '')`.execute(
    on,
  );
  await sql`insert into "order" (id, status, user_id, billing, note, gift_message, goods_total, delivery_total, discount_total, total, shop_origin, trader,
      email_key, created_at, pay_by) values ('ABCD', 'pending', 'ada', ${JSON.stringify(aBuyer)}, '', '', 0, 0, 0, 0, '', '', '', ${at}, ${at})`.execute(
    on,
  );
  await sql`insert into order_line (order_id, position, product_id, product_name, quantity, unit_price, delivery, discount)
      values ('ABCD', 0, 'mug', 'Mug', 1, 0, 0, 0)`.execute(on);
  await sql`insert into order_event (order_id, position, at, actor, what) values ('ABCD', 0, ${at}, 'buyer', 'Placed.')`.execute(on);
  await sql`insert into payment (session_id, order_id, attempt, provider, url, status, created_at)
      values ('cs_1', 'ABCD', 0, 'test', '', 'open', ${at})`.execute(on);
  await sql`insert into refund (reference, order_id, product_id, reason, created_at, outcome, amount, exchanged, restocked)
      values ('R-1', 'ABCD', 'mug', '', ${at}, null, null, 0, 0)`.execute(on);
  await sql`insert into refund_image (reference, position, file) values ('R-1', 0, 'a.jpg')`.execute(on);
  await sql`insert into money (id, order_id, session_id, source, state, request, amount, created_at, at)
      values ('p', 'ABCD', 'cs_1', 'hand', 'wanted', 'R-1', 500, ${at}, ${at})`.execute(on);
  await sql`insert into voucher (code, kind, value, minimum, starts_at, ends_at, max_uses, max_uses_each, products, categories, created_at)
      values ('TEN', 'percent', 10, 0, ${at}, '2025-10-01T09:00:00.000Z', 5, 1, '[]', '[]', ${at}), ('FREE', 'delivery', 0, 0, null, null, null, null, '[]', '[]', ${at}), ('FIVE', 'amount', 500, 0, null, null, null, null, '[]', '[]', ${at})`.execute(
    on,
  );
  await sql`update "order" set voucher_code = 'TEN', invoice_number = 1, invoiced_at = ${at}, dispatch_by = '2025-09-02', arrives_from = '2025-09-04',
      arrives_by = '2025-09-05', expected_from = '2025-09-04', expected_by = '2025-09-05' where id = 'ABCD'`.execute(on);
  await sql`update invoice_counter set last = 1`.execute(on);
  await sql`insert into order_request (key, order_id, digest) values ('key', 'ABCD', '')`.execute(on);
  await sql`insert into money (id, reference, payment, source, state, amount, created_at, at) values ('early', 're_1', 'pi_1', 'dashboard', 'done', 500, ${at}, ${at})`.execute(
    on,
  );
  await sql`insert into unmatched_payment (event_id, order_id, session_id, received_at, problem) values ('evt', 'gone', 'cs_0', ${at}, '')`.execute(
    on,
  );
  await sql`insert into review (reference, order_id, product_id, stars, author, text, state, reason, reply, revision, created_at)
      values ('RV-1', 'ABCD', 'mug', 5, 'Ada', 'Good', 'waiting', '', '', 1, ${at})`.execute(on);
  await sql`insert into second_factor (account_id, secret, created_at, last_step) values ('ada', 's', ${at}, 0)`.execute(on);
};

/** Rules about what a row refers to: SQLite does not name them. */
const references: ReadonlySet<string> = new Set(['money_payment', 'money_request', 'order_account', 'order_voucher_known']);
const namelessRefusal = 'FOREIGN KEY constraint failed';

const clear = async (): Promise<void> => {
  for (const table of ['order', 'money', 'voucher', 'unmatched_payment', 'product', 'picture', 'account', 'mail', 'token'] as const)
    await db.deleteFrom(table).execute();
};

describe('a row that breaks a rule', () => {
  beforeEach(() => write(db));
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
    ['money', 'amount = 0', 'money_amount'],
    ['money', 'granted = -1', 'money_amount'],
    ['money', "currency = '£'", 'money_currency'],
    ['money', 'tries = -1', 'money_counts'],
    ['money', "created_at = 'today'", 'money_times'],
    ['money', "done_at = created_at where id = 'p'", 'money_done_before'],
    ['money', "due_at = created_at where id = 'p'", 'money_due'],
    ['money', "order_id = null where id = 'p'", 'money_order'],
    ['money', "payment = null where id = 'early'", 'money_order'],
    ['money', "state = 'sent' where id = 'p'", 'money_state_known'],
    ['money', "source = 'gift' where id = 'p'", 'money_state_known'],
    ['money', "session_id = 'cs_2' where id = 'p'", 'money_payment'],
    ['money', "request = 'R-2' where id = 'p'", 'money_request'],
    ['refund', "outcome = 'open'", 'refund_outcome_known'],
    ['refund', 'amount = 0', 'refund_amount'],
    ['refund', 'exchanged = -1', 'refund_pieces'],
    ['refund', 'restocked = -1', 'refund_pieces'],
    ['refund', "created_at = 'today'", 'refund_times'],
    ['account', "role = 'admin'", 'account_role_known'],
    ['token', "purpose = 'guess' where hash = 'c'", 'token_purpose_known'],
    ['token', "account_id = null where hash = 'v'", 'token_of_account'],
    ['token', "data = '' where hash = 'v'", 'token_data'],
    ['token', "data = 'code' where hash = 'c'", 'token_data'],
    ['token', "expires_at = 'soon'", 'token_times'],
    ['token', "used_at = 'now'", 'token_times'],
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
    ['product', 'featured = -1', 'product_featured'],
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
    ['invoice_counter', 'id = 2', 'invoice_counter_single'],
    ['invoice_counter', 'last = -1', 'invoice_counter_single'],
    ['review', 'revision = 0', 'review_revisions'],
    ['account', 'list_counter = -1', 'account_list_counter'],
    ['second_factor', 'last_step = -1', 'second_factor_step'],
  ])('a row in %s with %s is refused by the rule %s, when it is written and when it is changed', async (table, change, rule) => {
    const isReference = references.has(rule);
    const refusal = isReference ? new RegExp(`${rule}|${namelessRefusal}`) : rule;
    await expect(sql.raw(`update "${table}" set ${change}`).execute(db)).rejects.toThrow(refusal);
    const before = await db.selectFrom(table).selectAll().execute();
    expect(before.length).toBeGreaterThan(0);
    // Inserts copies of the rows with the change.
    const [assignment = '', where] = change.split(' where ');
    const [column = '', value = ''] = assignment.split(' = ');
    const columns = Object.keys(before[0] ?? {});
    // With a new id, because the primary key is checked before foreign keys.
    const nulls = ['invoice_number', 'invoiced_at'];
    const copyOf = (name: string): string =>
      isReference && name === 'id' ? "'new'" : isReference && nulls.includes(name) ? 'null' : `"${name}"`;
    const values = columns.map((name) => (name === column ? value : copyOf(name)));
    const insert = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
      select ${values.join(', ')} from "${table}" ${where === undefined ? '' : `where ${where}`}`;
    await expect(sql.raw(insert).execute(db)).rejects.toThrow(refusal);
    expect(await db.selectFrom(table).selectAll().execute()).toEqual(before);
  });

  test('a refund is deleted with its payment, and with the refund request that it is for', async () => {
    await sql`insert into money (id, order_id, session_id, source, state, amount, created_at, at) values ('q', 'ABCD', 'cs_1', 'hand', 'wanted', 1, ${at}, ${at})`.execute(
      db,
    );
    const ids = async () =>
      (await db.selectFrom('money').select('id').where('order_id', 'is not', null).orderBy('id').execute()).map(({ id }) => id);
    expect(await ids()).toEqual(['p', 'q']);
    await db.deleteFrom('refund').execute();
    expect(await ids()).toEqual(['q']);
    await db.deleteFrom('payment').execute();
    expect(await ids()).toEqual([]);
  });
});

describe('what an order refers to', () => {
  beforeEach(() => write(db));
  afterEach(clear);

  test('an order without its account stays, and one without its voucher is refused', async () => {
    const orders = () => db.selectFrom('order').select(['id', 'user_id', 'voucher_code']).execute();
    await expect(sql`delete from voucher where code = 'TEN'`.execute(db)).rejects.toThrow(
      new RegExp(`order_voucher_known|${namelessRefusal}`),
    );
    expect(await orders()).toEqual([{ id: 'ABCD', user_id: 'ada', voucher_code: 'TEN' }]);
    await db.deleteFrom('account').execute();
    expect(await orders()).toEqual([{ id: 'ABCD', user_id: null, voucher_code: 'TEN' }]);
  });

  test('an idempotency key is written before its order, never without it, and is deleted with it', async () => {
    const keys = async () => (await db.selectFrom('order_request').select('key').orderBy('key').execute()).map(({ key }) => key);
    const writeBoth = (orderId: string, keyFor: string) =>
      db.transaction().execute(async (transaction) => {
        await sql`insert into order_request (key, order_id, digest) values (${keyFor}, ${keyFor}, '')`.execute(transaction);
        await sql`update "order" set status = 'expired', replaced_by = ${keyFor} where id = 'ABCD'`.execute(transaction);
        await sql`insert into "order" (id, status, billing, note, gift_message, goods_total, delivery_total, discount_total, total, shop_origin, trader,
          email_key, created_at, pay_by) values (${orderId}, 'pending', '{}', '', '', 0, 0, 0, 0, '', '', '', ${at}, ${at})`.execute(
          transaction,
        );
      });
    await writeBoth('NEW', 'NEW');
    expect(await keys()).toEqual(['NEW', 'key']);
    await expect(writeBoth('ANOTHER', 'NONE')).rejects.toThrow(new RegExp(`order_request_order|${namelessRefusal}`));
    expect((await db.selectFrom('order').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(['ABCD', 'NEW']);
    await db.deleteFrom('order').where('id', '=', 'NEW').execute();
    expect(await keys()).toEqual(['key']);
    expect(await db.selectFrom('order').select('replaced_by').execute()).toEqual([{ replaced_by: 'NEW' }]);
  });
});

describe('a second row with what must be unique', () => {
  beforeEach(async () => {
    await write(db);
    await sql`insert into category (id, name, slug, image, position) values ('gifts', 'Gifts', 'gifts', '', 0)`.execute(db);
    await sql`insert into wishlist_link (account_id, token, shows_name, created_at) values ('ada', 't', 0, ${at})`.execute(db);
    await sql`insert into stock_alert (id, product_id, type_id, color, size, email, email_key, state, asked_at, changed_at)
      values ('a', 'mug', '', '', '', 'ada@example.com', 'ada@example.com', 'waiting', ${at}, ${at})`.execute(db);
    await sql`insert into account (id, email, email_key, role, wants_to_resell, first_name, last_name, phone, addresses, marketing, password_hash,
      accepted_terms_at, created_at) select 'bob', email, 'bob', role, wants_to_resell, first_name, last_name, phone, addresses, marketing,
      password_hash, accepted_terms_at, created_at from account`.execute(db);
  });
  afterEach(async () => {
    await db.deleteFrom('category').execute();
    await clear();
  });

  /** For each: a row that has it, and what a copy of this row must differ in not to break another rule; a null is the same in both. */
  const uniques: readonly (readonly [table: keyof Tables, columns: string, which: string, others: Readonly<Record<string, string>>])[] = [
    ['account', 'email_key', "id = 'ada'", { id: "'eve'" }],
    ['category', 'slug', "id = 'gifts'", { id: "'presents'" }],
    ['money', 'reference', "id = 'early'", { id: "'late'" }],
    ['order', 'invoice_number', "id = 'ABCD'", { id: "'EFGH'" }],
    ['payment', 'order_id attempt', "session_id = 'cs_1'", { session_id: "'cs_2'" }],
    ['product_size', 'id', "id = 's'", { name: "'M'" }],
    ['refund', 'order_id product_id', "reference = 'R-1'", { reference: "'R-2'" }],
    ['refund_image', 'file', "file = 'a.jpg'", { position: '1' }],
    ['review', 'order_id product_id', "reference = 'RV-1'", { reference: "'RV-2'" }],
    ['stock_alert', 'product_id type_id color size email_key', "id = 'a'", { id: "'b'" }],
    ['unmatched_payment', 'session_id', "event_id = 'evt'", { event_id: "'evt_2'" }],
    ['wishlist_link', 'token', "account_id = 'ada'", { account_id: "'bob'" }],
  ];
  /** Another value for the last column of each, with which the copy is no second one. */
  const anotherValue: Readonly<Record<string, string>> = { invoice_number: '2', attempt: '1' };

  const copy = async (table: keyof Tables, which: string, changes: Readonly<Record<string, string>>): Promise<void> => {
    const [row = {}] = await db.selectFrom(table).selectAll().limit(1).execute();
    const columns = Object.keys(row);
    await sql
      .raw(
        `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
          select ${columns.map((name) => changes[name] ?? `"${name}"`).join(', ')} from "${table}" where ${which}`,
      )
      .execute(db);
  };

  test.each(uniques)('a second row in %s with the same %s is refused', async (table, columns, which, others) => {
    await expect(copy(table, which, others)).rejects.toThrow(/unique constraint/i);
    const last = columns.split(' ').at(-1) ?? '';
    await copy(table, which, { ...others, [last]: anotherValue[last] ?? "'another'" });
  });

  test('a second refund request for one product is refused while the first is open, and a cancellation is none', async () => {
    await copy('refund', "reference = 'R-1'", { reference: "'R-2'", declared: "'[]'" });
    await sql`update refund set decided_at = ${at}, outcome = 'declined' where reference = 'R-1'`.execute(db);
    await copy('refund', "reference = 'R-1'", { reference: "'R-3'", decided_at: 'null', outcome: 'null' });
    await expect(copy('refund', "reference = 'R-3'", { reference: "'R-4'" })).rejects.toThrow(/unique constraint/i);
  });

  /** "table: columns" of each primary key of the schema, or of each other unique constraint and index. */
  const keysOf = async (isPrimary: boolean): Promise<readonly string[]> => {
    const ofSqlite = sql<{ name: string }>`select keys.name || ': ' || group_concat(keys.column, ' ') as name from (
        select tables.name, 'primary' as "index", info.name as "column", info.pk as position, 1 as "primary"
        from sqlite_master as tables, pragma_table_info(tables.name) as info where tables.type = 'table' and info.pk > 0
        union all
        select tables.name, list.name, info.name, info.seqno, 0
        from sqlite_master as tables, pragma_index_list(tables.name) as list, pragma_index_info(list.name) as info
        where tables.type = 'table' and list."unique" = 1 and list.origin <> 'pk'
        order by 1, 2, 4
      ) as keys where keys."primary" = ${Number(isPrimary)} group by keys.name, keys."index"`;
    const ofPostgres = sql<{ name: string }>`select tables.relname || ': ' ||
          string_agg(attribute.attname, ' ' order by array_position(indexes.indkey, attribute.attnum)) as name
      from pg_index as indexes
      join pg_class as tables on tables.oid = indexes.indrelid
      join pg_namespace as schemas on schemas.oid = tables.relnamespace and schemas.nspname = current_schema()
      join pg_attribute as attribute on attribute.attrelid = tables.oid and attribute.attnum = any (indexes.indkey)
      where indexes.indisunique and indexes.indisprimary = ${isPrimary} group by indexes.indexrelid, tables.relname`;
    const { rows } = await (inject('postgres') ? ofPostgres : ofSqlite).execute(db);
    return rows
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('kysely'))
      .toSorted();
  };

  test('every unique constraint and index of the schema, beside primary keys, is one of those above', async () => {
    expect(await keysOf(false)).toEqual(uniques.map(([table, columns]) => `${table}: ${columns}`));
  });

  test('the tables have these primary keys', async () => {
    expect(await keysOf(true)).toEqual([
      'account: id',
      'catalogue: id',
      'category: id',
      'delivery_options: id',
      'failed_job: kind key',
      'invoice_counter: id',
      'last_run: name',
      'limit_hit: key',
      'list_change: account_id id',
      'mail: id',
      'message: reference',
      'message_answer: reference position',
      'message_receipt: digest',
      'money: id',
      'order: id',
      'order_event: order_id position',
      'order_line: order_id position',
      'order_note: order_id position',
      'order_request: key',
      'order_word: order_id word',
      'payment: session_id',
      'payment_event: id',
      'picture: file',
      'picture_file: name',
      'price_history: product_id type_id since',
      'product: id',
      'product_color: product_id color',
      'product_rating: product_id',
      'product_size: product_id color name',
      'product_type: product_id id',
      'product_word: product_id word',
      'recovery_code: account_id code_hash',
      'refund: reference',
      'refund_image: reference position',
      'registration: browser_hash',
      'review: reference',
      'review_image: file',
      'review_invite: order_id',
      'review_opt_out: email_hash',
      'review_report: reference reason',
      'saved_line: account_id list product_id variation color size',
      'search_miss: day term',
      'search_synonym: word',
      'second_factor: account_id',
      'seller_notice: kind subject',
      'session: token_hash',
      'shop_address: id',
      'shop_version: number',
      'staff: account_id',
      'staff_event: id',
      'stock_alert: id',
      'token: hash',
      'unmatched_payment: event_id',
      'voucher: code',
      'wishlist_link: account_id',
    ]);
  });
});
