import { type Kysely, type Migration, SqliteAdapter, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** A rule for the rows of a table, in SQL with `$` before each column; `says` is for the operator of a database that breaks it. */
type Rule = { readonly table: keyof Tables; readonly name: string; readonly holds: string; readonly says: string };

const oneOf = (column: string, values: readonly string[]): string => `$${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
const isTime = (...columns: readonly string[]): string =>
  columns.map((column) => `$${column} like '____-__-__T__:__:__.___Z'`).join(' and ');

const rules: readonly Rule[] = [
  {
    table: 'product',
    name: 'product_prices',
    holds: '$base_price >= 0 and $reseller_price >= 0 and $delivery_cost >= 0 and $discount between 0 and 100',
    says: 'prices are not negative, and a discount is at most 100 %',
  },
  { table: 'product', name: 'product_in_stock', holds: '$sale_count between 0 and $stock', says: 'no more is sold than there is' },
  {
    table: 'product_size',
    name: 'product_size_in_stock',
    holds: '$sale_count between 0 and $stock',
    says: 'no more is sold than there is',
  },
  {
    table: 'product_type',
    name: 'product_type_in_stock',
    holds: '$sale_count >= 0 and ($stock is null or $sale_count <= $stock)',
    says: 'no more is sold than there is',
  },
  { table: 'product_type', name: 'product_type_price', holds: '$base_price >= 0', says: 'prices are not negative' },
  { table: 'picture', name: 'picture_origin_known', holds: oneOf('origin', ['shop', 'seller']), says: 'the origin is known' },
  {
    table: 'order',
    name: 'order_status_known',
    holds: oneOf('status', ['pending', 'lapsed', 'cancelled', 'confirmed', 'processing', 'Dispatch', 'Delivered']),
    says: 'the status is known',
  },
  {
    table: 'order',
    name: 'order_totals',
    holds: '$goods_total >= 0 and $delivery_total >= 0 and $total >= 0',
    says: 'totals are not negative',
  },
  { table: 'order', name: 'order_times', holds: isTime('created_at', 'pay_by'), says: 'times are ISO 8601 in UTC' },
  { table: 'order_line', name: 'order_line_pieces', holds: '$quantity > 0', says: 'a line has at least one piece' },
  {
    table: 'order_line',
    name: 'order_line_prices',
    holds: '$unit_price >= 0 and $delivery >= 0',
    says: 'prices are not negative',
  },
  {
    table: 'order_event',
    name: 'order_event_actor_known',
    holds: oneOf('actor', ['', 'buyer', 'seller', 'provider', 'job']),
    says: 'the actor is known',
  },
  {
    table: 'payment',
    name: 'payment_status_known',
    holds: oneOf('status', ['open', 'processing', 'paid', 'failed', 'expired', 'refund', 'refunded']),
    says: 'the status is known',
  },
  { table: 'payment', name: 'payment_counts', holds: '$attempt >= 0', says: 'attempts count from 0' },
  { table: 'payment', name: 'payment_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'payback', name: 'payback_amount', holds: '$amount is null or $amount > 0', says: 'an amount is more than nothing' },
  { table: 'payback', name: 'payback_counts', holds: '$tries >= 0', says: 'tries count from 0' },
  { table: 'payback', name: 'payback_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  {
    table: 'refund',
    name: 'refund_outcome_known',
    holds: `$outcome is null or ${oneOf('outcome', ['full', 'partial', 'exchange', 'declined'])}`,
    says: 'the outcome is known',
  },
  { table: 'refund', name: 'refund_amount', holds: '$amount is null or $amount > 0', says: 'an amount is more than nothing' },
  { table: 'refund', name: 'refund_pieces', holds: '$exchanged >= 0 and $restocked >= 0', says: 'pieces are not negative' },
  { table: 'refund', name: 'refund_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'account', name: 'account_role_known', holds: oneOf('role', ['customer', 'reseller']), says: 'the role is known' },
  { table: 'proof', name: 'proof_purpose_known', holds: oneOf('purpose', ['verify', 'reset']), says: 'the purpose is known' },
  { table: 'proof', name: 'proof_counts', holds: '$tries >= 0', says: 'tries count from 0' },
  { table: 'mail', name: 'mail_counts', holds: '$tries >= 0', says: 'tries count from 0' },
];

/** A column that names a row of another table, and is deleted with it. */
const references = [
  { name: 'payback_payment', table: 'payback', column: 'session_id', parent: 'payment', parentColumn: 'session_id' },
  { name: 'payback_refund', table: 'payback', column: 'request', parent: 'refund', parentColumn: 'reference' },
] as const;

/** The columns that name a row. */
const keys: Partial<Record<keyof Tables, readonly string[]>> = {
  product_size: ['product_id', 'color', 'name'],
  product_type: ['product_id', 'id'],
  picture: ['file'],
  order_line: ['order_id', 'position'],
  order_event: ['order_id', 'position'],
  payment: ['session_id'],
  refund: ['reference'],
  proof: ['account_id'],
};

const maxNamed = 5;

/** Rows that were written before a rule existed and break it: nothing is migrated, because only the operator knows what is true. */
export class RuleBroken extends Error {}

/** The condition with each column after this prefix. */
const withPrefix = (holds: string, prefix: string): string => holds.replaceAll(/\$(\w+)/g, `${prefix}"$1"`);

const isUnknown = ({ column, parent, parentColumn }: (typeof references)[number], prefix = ''): string =>
  `${prefix}"${column}" is not null and not exists (select 1 from "${parent}" where "${parent}"."${parentColumn}" = ${prefix}"${column}")`;

/** What breaks a rule in a table: its name and the first rows, or nothing. */
const describeBroken = async (db: Kysely<Tables>, table: keyof Tables, breaks: string, says: string): Promise<string[]> => {
  const key = (keys[table] ?? ['id']).map((column) => `"${column}"`).join(', ');
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(`select ${key} from "${table}" where ${breaks} limit ${maxNamed + 1}`)}`.execute(db);
  if (rows.length === 0) return [];
  const named = rows.slice(0, maxNamed).map((row) => Object.values(row).join('/'));
  return [`in the table ${table} ${says}, but not in ${named.join(', ')}${rows.length > maxNamed ? ' and others' : ''}`];
};

const refuseBroken = async (db: Kysely<Tables>): Promise<void> => {
  const broken: string[] = [];
  for (const { table, holds, says } of rules) broken.push(...(await describeBroken(db, table, `not (${withPrefix(holds, '')})`, says)));
  for (const reference of references)
    broken.push(
      ...(await describeBroken(db, reference.table, isUnknown(reference, `"${reference.table}".`), `the ${reference.parent} exists`)),
    );
  if (broken.length > 0)
    throw new RuleBroken(
      `This version keeps rules that the database breaks: ${broken.join('; ')}. Nothing was changed. Correct these rows, or bring back a backup, and start again.`,
    );
};

/**
 * SQLite cannot add a constraint to a table, and rebuilding one deletes the rows that refer to it: triggers check the same, and name the rule
 * when they refuse.
 */
const addTriggers = async (db: Kysely<Tables>): Promise<void> => {
  const refuse = async (table: string, name: string, columns: readonly string[], breaks: string): Promise<void> => {
    const when = `on "${table}" when ${breaks} begin select raise(abort, '${name}'); end`;
    await sql.raw(`create trigger "${name}_insert" before insert ${when}`).execute(db);
    await sql
      .raw(`create trigger "${name}_update" before update of ${columns.map((column) => `"${column}"`).join(', ')} ${when}`)
      .execute(db);
  };
  for (const { table, name, holds } of rules) {
    const columns = [...new Set([...holds.matchAll(/\$(\w+)/g)].map(([, column = '']) => column))];
    await refuse(table, name, columns, `not (${withPrefix(holds, 'new.')})`);
  }
  for (const reference of references) {
    const { name, table, column, parent, parentColumn } = reference;
    await refuse(table, name, [column], isUnknown(reference, 'new.'));
    await sql
      .raw(
        `create trigger "${name}_delete" after delete on "${parent}" begin delete from "${table}" where "${column}" = old."${parentColumn}"; end`,
      )
      .execute(db);
  }
};

const addConstraints = async (db: Kysely<Tables>): Promise<void> => {
  for (const { table, name, holds } of rules)
    await sql.raw(`alter table "${table}" add constraint "${name}" check (${withPrefix(holds, '')})`).execute(db);
  for (const { name, table, column, parent, parentColumn } of references)
    await db.schema.alterTable(table).addForeignKeyConstraint(name, [column], parent, [parentColumn]).onDelete('cascade').execute();
};

const up = async (db: Kysely<Tables>): Promise<void> => {
  await refuseBroken(db);
  for (const { name, table, column } of references) await db.schema.createIndex(`${name}_index`).on(table).column(column).execute();
  await (db.getExecutor().adapter instanceof SqliteAdapter ? addTriggers(db) : addConstraints(db));
};

/** Rules that the code keeps, kept by the database as well; versions before obey them. Landed migrations are never edited. */
export const constraints: Migration = { up };
