import { type Kysely, type Migration, sql } from 'kysely';
import { addReferences, addRules, isSqlite, isTime, oneOf, type Reference, type Rule, refuseBroken } from '#server/db/migrations/rules.ts';
import type { Tables } from '#server/db/schema.ts';

const isDay = (...columns: readonly string[]): string => columns.map((column) => `$${column} like '____-__-__'`).join(' and ');

/** A condition on a column that may be null holds where it is. */
const rules: readonly Rule[] = [
  { table: 'voucher', name: 'voucher_kind_known', holds: oneOf('kind', ['percent', 'amount', 'delivery']), says: 'the kind is known' },
  {
    table: 'voucher',
    name: 'voucher_value',
    holds: "case $kind when 'percent' then $value between 1 and 100 when 'amount' then $value > 0 else $value = 0 end",
    says: 'a percentage is 1 to 100, an amount is more than nothing, and free delivery has no value',
  },
  { table: 'voucher', name: 'voucher_minimum', holds: '$minimum >= 0', says: 'a minimum is not negative' },
  { table: 'voucher', name: 'voucher_uses', holds: '$max_uses >= 0 and $max_uses_each >= 0', says: 'uses are not negative' },
  { table: 'voucher', name: 'voucher_days', holds: '$starts_at < $ends_at', says: 'it starts before it ends' },
  {
    table: 'voucher',
    name: 'voucher_times',
    holds: isTime('created_at', 'starts_at', 'ends_at', 'ended_at'),
    says: 'times are ISO 8601 in UTC',
  },
  { table: 'product', name: 'product_making_days', holds: '$making_days between 0 and 250', says: 'it is made in 0 to 250 days' },
  {
    table: 'order',
    name: 'order_discount',
    holds: '$discount_total >= 0',
    says: 'discounts are not negative',
  },
  { table: 'order', name: 'order_replacement', holds: '$replaced_by <> $id', says: 'another order takes its place' },
  {
    table: 'order',
    name: 'order_invoice_dated',
    holds: '($invoice_number is null) = ($invoiced_at is null) and ($invoice_number is null or $invoice_number > 0)',
    says: 'an invoice has a number from 1 and a date',
  },
  {
    table: 'order',
    name: 'order_days',
    holds: isDay('dispatch_by', 'arrives_from', 'arrives_by', 'expected_from', 'expected_by'),
    says: 'days are ISO 8601',
  },
  {
    table: 'order',
    name: 'order_days_ordered',
    holds: '$dispatch_by <= $arrives_from and $arrives_from <= $arrives_by and $expected_from <= $expected_by',
    says: 'it is sent before it arrives',
  },
  { table: 'order_line', name: 'order_line_discount', holds: '$discount >= 0', says: 'discounts are not negative' },
  { table: 'order_link', name: 'order_link_times', holds: isTime('expires_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'invoice_counter', name: 'invoice_counter_single', holds: '$id = 1 and $last >= 0', says: 'there is one row' },
  {
    table: 'provider_return',
    name: 'provider_return_state_known',
    holds: oneOf('state', ['refunded', 'failed', 'inquiry', 'disputed', 'won', 'lost']),
    says: 'the state is known',
  },
  { table: 'provider_return', name: 'provider_return_reduced', holds: '$reduced_by > 0', says: 'a payback is reduced by something' },
  {
    table: 'provider_return',
    name: 'provider_return_counted',
    holds: '$counted between 0 and $amount',
    says: 'no more counts than went back',
  },
  { table: 'provider_return', name: 'provider_return_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'stray_payment', name: 'stray_payment_counts', holds: '$tries >= 0', says: 'tries count from 0' },
  {
    table: 'review',
    name: 'review_revisions',
    holds: '$seen_revision between 0 and $revision',
    says: 'the seller has seen no later revision than there is',
  },
  { table: 'account', name: 'account_list_counter', holds: '$list_counter >= 0', says: 'pieces count from 0' },
  { table: 'second_factor', name: 'second_factor_step', holds: '$last_step >= 0', says: 'steps count from 0' },
  {
    table: 'email_change',
    name: 'email_change_times',
    holds: isTime('created_at', 'confirm_by', 'stop_by'),
    says: 'times are ISO 8601 in UTC',
  },
];

/** Vouchers are never deleted. An order stays, as tax law wants, when its account goes. */
const references: readonly Reference[] = [
  { name: 'order_account', table: 'order', column: 'user_id', parent: 'account', parentColumn: 'id', onDelete: 'set null' },
  { name: 'order_voucher_known', table: 'order', column: 'voucher_code', parent: 'voucher', parentColumn: 'code', onDelete: 'restrict' },
];

/**
 * A key is written before its order, in the same transaction, so that this is checked at the end of it. Nothing refers to this table, so
 * that SQLite can rebuild it. Keys of orders that are gone would have been deleted with them.
 */
const referToOrders = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from order_request where order_id not in (select id from "order")`.execute(db);
  if (!isSqlite(db)) {
    await sql`alter table order_request add constraint order_request_order foreign key (order_id) references "order" (id)
      on delete cascade deferrable initially deferred`.execute(db);
    return;
  }
  await sql`create table order_request_rebuilt (key text primary key, order_id text not null references "order" (id)
    on delete cascade deferrable initially deferred, digest text not null)`.execute(db);
  await sql`insert into order_request_rebuilt (key, order_id, digest) select key, order_id, digest from order_request`.execute(db);
  await db.schema.dropTable('order_request').execute();
  await sql`alter table order_request_rebuilt rename to order_request`.execute(db);
  await db.schema.createIndex('order_request_order').on('order_request').column('order_id').execute();
};

const addReducedPaybacks = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('provider_return')
    .addColumn('reduced_payback', 'text', (column) => column.references('payback.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('provider_return').addColumn('reduced_by', 'integer').execute();
  await db.schema.createIndex('provider_return_payback').on('provider_return').column('reduced_payback').execute();
};

const up = async (db: Kysely<Tables>): Promise<void> => {
  await addReducedPaybacks(db);
  await refuseBroken(db, rules, references);
  await addRules(db, rules);
  await addReferences(db, references);
  await referToOrders(db);
};

/**
 * Rules for what came after migration 0023; the payback that a refund at the provider reduced. Not kept by the database: lines, refunds, reviews and messages outlive products and orders that they
 * name, as does `replaced_by` the order that it names, which says that money for this one goes back. Landed migrations are never edited.
 */
export const moreConstraints: Migration = { up };
