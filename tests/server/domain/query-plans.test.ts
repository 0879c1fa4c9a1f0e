import { type Compilable, CompiledQuery, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { listOrders } from '#server/domain/desk/order-list.ts';
import { readToday } from '#server/domain/desk/today.ts';
import { sumRanges } from '#server/domain/figures/figures.ts';
import { listPeople } from '#server/domain/people/people.ts';
import { claimMail } from '#server/mail/outbox.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { addAccounts } from '#tests/support/orders.ts';
import { atTheDesk, placeOne, recordQueries, regularWork } from '#tests/support/regular-queries.ts';

/** Tables that grow with the age of the shop, not with its catalogue. */
const growing = [
  'order',
  'order_line',
  'order_event',
  'order_note',
  'order_word',
  'order_request',
  'payment',
  'payment_event',
  'money',
  'refund',
  'refund_image',
  'review',
  'review_image',
  'review_report',
  'review_invite',
  'review_opt_out',
  'mail',
  'session',
  'token',
  'registration',
  'account',
  'message',
  'message_answer',
  'message_receipt',
  'staff_event',
  'limit_hit',
  'second_factor',
  'recovery_code',
  'saved_line',
  'list_change',
  'wishlist_link',
  'stock_alert',
];

const db = await freshDatabase('stocked');
/** A database of its own for explaining: libsql keeps the statement open, which would block commits. */
const explaining = await freshDatabase('empty');

const isPostgres = db.getExecutor().adapter.constructor.name.startsWith('Postgres');

/** The steps of a query's plan; PostgreSQL reads a table as a whole only if it has no index to use. */
const planOf = (query: CompiledQuery, inside = explaining): Promise<string[]> =>
  inside.connection().execute(async (connection) => {
    if (isPostgres) await sql`set enable_seqscan = off`.execute(connection);
    const explain = isPostgres ? 'explain' : 'explain query plan';
    const { rows } = await connection.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
    );
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail));
  });

/** Indexes of SQLite that have some of the rows of their table. */
const partial = isPostgres
  ? []
  : (await sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql like '% where %'`.execute(db)).rows.map(
      ({ name }) => name,
    );

/** Whether a query ends at a limit, however many rows there are: not one that looks for a value, which the last rows may have. */
const endsEarly = (text: string): boolean => /\blimit\b/.test(text) && !/ = \?/.test(text);

/** Whether a step of SQLite's plan reads a whole table: as it lies, or in the order of an index, unless the query ends before. */
const isScan = (step: string, table: string, { sql: text }: CompiledQuery): boolean => {
  const [found, , index] = new RegExp(`^SCAN "?${table}"?( USING (?:COVERING )?INDEX (\\w+))?$`).exec(step) ?? [];
  return found !== undefined && (index === undefined || !(endsEarly(text) || partial.includes(index)));
};

/** The growing tables that a query reads as a whole. */
const scansOf = async (query: CompiledQuery): Promise<string[]> => {
  const steps = await planOf(query);
  return growing.filter((table) =>
    steps.some((step) => (isPostgres ? new RegExp(`Seq Scan on "?${table}"?( |$)`).test(step) : isScan(step, table, query))),
  );
};

test.each(regularWork)('%s scans no whole table of those that grow with the age of the shop', async (_, work) => {
  await placeOne(db);
  const queries = await recordQueries(db, work);
  expect(queries.length).toBeGreaterThan(0);
  const scans = await Promise.all(queries.map(async (query) => ({ sql: query.sql, tables: await scansOf(query) })));
  expect(scans.filter(({ tables }) => tables.length > 0)).toEqual([]);
});

test('placing an order reads the unpaid orders of its buyer and client address, and no others', async () => {
  const queries = await recordQueries(db, placeOne);
  const unpaid = queries.filter((query) => query.sql.includes('"client_key" = '));
  expect(unpaid).toHaveLength(1);
  for (const query of unpaid) {
    const plan = (await planOf(query)).join('\n');
    expect(plan).toContain('order_of_client');
    expect(plan).not.toMatch(/order_by_status|order_unpaid/);
  }
});

test('placing an order reads no order of others once the database has counted its values while nothing was unpaid', async () => {
  const counted = await freshDatabase('stocked', onTestFinished);
  const [query] = (await recordQueries(counted, placeOne)).filter(({ sql: text }) => text.includes('"client_key" = '));
  if (!query) throw new Error('No unpaid orders were looked for.');
  const order = await counted.selectFrom('order').selectAll().executeTakeFirstOrThrow();
  const line = await counted.selectFrom('order_line').selectAll().executeTakeFirstOrThrow();
  for (let batch = 0; batch < 10; batch += 1) {
    const ids = Array.from({ length: 50 }, (_, nth) => `older-${batch}-${nth}`);
    await counted
      .insertInto('order')
      .values(ids.map((id) => ({ ...order, id, email_key: id })))
      .execute();
    await counted
      .insertInto('order_line')
      .values(ids.map((id) => ({ ...line, order_id: id })))
      .execute();
  }
  await counted.updateTable('order').set({ status: 'expired', client_key: null }).execute();
  await sql`analyze`.execute(counted);
  const plan = (await planOf(query, counted)).join('\n');
  expect(plan).toContain('order_of_client');
  expect(plan).not.toMatch(/SCAN "?order"?$|Seq Scan on "?order"?/m);
});

test('the next mail is found by its index, without reading or sorting the mails that wait behind it', async () => {
  const [query] = await recordQueries(db, (recorded) => claimMail(recorded, new Date()));
  if (!query) throw new Error('No mail was looked for.');
  const plan = (await planOf(query)).join('\n');
  expect(plan).toContain('mail_due');
  expect(plan).not.toMatch(/sort|temp b-tree/i);
});

test('a page of sent orders is read in the order of an index, and SQLite sorts none of them', async () => {
  const queries = await recordQueries(db, (recorded) => listOrders(recorded, { view: 'sent' }, new Date()));
  const query = queries.find((each) => each.sql.includes("'Delivered'"));
  if (!query) throw new Error('No sent orders were looked for.');
  const plan = (await planOf(query)).join('\n');
  expect(plan).toContain('order_sent');
  expect(plan).not.toContain('TEMP B-TREE');
});

test('people are searched in the order of an index, SQLite sorts none of them, and other requests take their turn between batches', async () => {
  const names = Array.from({ length: 501 }, (_, number) => `searched-${number}`);
  await addAccounts(db, ...names);
  let hasTurn = false;
  setImmediate(() => {
    hasTurn = true;
  });
  const queries = await recordQueries(db, (recorded) => listPeople(recorded, { view: 'customers', text: 'nobody of this name' }));
  await db.deleteFrom('account').where('id', 'in', names).execute();
  expect(hasTurn).toBe(true);
  const batches = queries.filter(({ sql: text }) => text.includes('"account"."created_at"') && text.includes('order by'));
  expect(batches).toHaveLength(2);
  for (const batch of batches) {
    const plan = (await planOf(batch)).join('\n');
    expect(plan).toContain('account_created');
    expect(plan).not.toContain('TEMP B-TREE');
  }
});

test('money that was paid back is found by the index of its time, and not among all payments', async () => {
  const queries = await recordQueries(db, (recorded) => sumRanges(recorded, [{ from: '2026-01-01', to: '2026-01-31' }]));
  const query = queries.find((each) => each.sql.includes('paidBack'));
  if (!query) throw new Error('No refunds were looked for.');
  const plan = (await planOf(query)).join('\n');
  expect(plan).toContain('money_back');
});

test('the products that were sold since a version are found by its index, and not among all that are for sale', async () => {
  const queries = await recordQueries(db, (recorded) => listProducts(recorded, 0));
  const query = queries.find((each) => each.sql.includes('"sold_version" > '));
  if (!query) throw new Error('No sold products were looked for.');
  if (isPostgres) {
    // It takes any index of a table that it knows to be small.
    const rows = await db.selectFrom('product').selectAll().execute();
    for (let copy = 0; copy < 20; copy += 1)
      await explaining
        .insertInto('product')
        .values(rows.map((row) => ({ ...row, id: `${row.id}-${copy}`, sold_version: copy === 0 ? 1 : 0 })))
        .execute();
    onTestFinished(async () => void (await explaining.deleteFrom('product').execute()));
    await sql`analyze product`.execute(explaining);
  }
  expect((await planOf(query)).join('\n')).toContain('product_sold_version');
});

test('what is low in stock is found by the indexes of what is left, without reading all products, sizes or types', async () => {
  const queries = await recordQueries(db, (recorded) => readToday(recorded, { ...atTheDesk, now: new Date() }));
  const query = queries.find((each) => each.sql.includes('low.pieces'));
  if (!query) throw new Error('No low stock was looked for.');
  const plan = (await planOf(query)).join('\n');
  for (const index of ['product_left', 'product_size_left', 'product_type_left']) expect(plan).toContain(index);
  expect(plan).not.toMatch(/SCAN product|Seq Scan/);
});

test('a query without an index is found by this check', async () => {
  const query: Compilable = db.selectFrom('order').select('id').where('note', '=', 'x');
  expect(await scansOf(query.compile())).toEqual(['order']);
});
