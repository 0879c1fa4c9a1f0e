import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** A rule for the rows of a table, in SQL with `$` before each column; `says` is for the operator of a database that breaks it. */
export type Rule = { readonly table: string; readonly name: string; readonly holds: string; readonly says: string };

/**
 * A column that names a row of another table. When that is deleted, so is the row (`cascade`), or the column becomes null; `restrict` refuses
 * to delete it.
 */
export type Reference = {
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
  readonly onDelete: 'cascade' | 'set null' | 'restrict';
};

export const oneOf = (column: string, values: readonly string[]): string =>
  `$${column} in (${values.map((value) => `'${value}'`).join(', ')})`;
export const isTime = (...columns: readonly string[]): string =>
  columns.map((column) => `$${column} like '____-__-__T__:__:__.___Z'`).join(' and ');

/** The columns that name a row. */
const keys: Readonly<Record<string, readonly string[]>> = {
  product_size: ['product_id', 'color', 'name'],
  product_type: ['product_id', 'id'],
  picture: ['file'],
  order_line: ['order_id', 'position'],
  order_event: ['order_id', 'position'],
  order_link: ['order_id'],
  payment: ['session_id'],
  provider_return: ['reference'],
  refund: ['reference'],
  review: ['reference'],
  proof: ['account_id'],
  second_factor: ['account_id'],
  stray_payment: ['event_id'],
  voucher: ['code'],
};

const maxNamed = 5;

/** Rows that were written before a rule existed and break it: nothing is migrated, because only the operator knows what is true. */
export class RuleBroken extends Error {}

/** The condition with each column after this prefix. */
const withPrefix = (holds: string, prefix: string): string => holds.replaceAll(/\$(\w+)/g, `${prefix}"$1"`);

const isUnknown = ({ column, parent, parentColumn }: Reference, prefix = ''): string =>
  `${prefix}"${column}" is not null and not exists (select 1 from "${parent}" where "${parent}"."${parentColumn}" = ${prefix}"${column}")`;

/** What breaks a rule in a table: its name and the first rows, or nothing. */
const describeBroken = async (db: Kysely<Tables>, table: string, breaks: string, says: string): Promise<string[]> => {
  const key = (keys[table] ?? ['id']).map((column) => `"${column}"`).join(', ');
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(`select ${key} from "${table}" where ${breaks} limit ${maxNamed + 1}`)}`.execute(db);
  if (rows.length === 0) return [];
  const named = rows.slice(0, maxNamed).map((row) => Object.values(row).join('/'));
  return [`in the table ${table} ${says}, but not in ${named.join(', ')}${rows.length > maxNamed ? ' and others' : ''}`];
};

/** Throws `RuleBroken`, with the first rows that break each rule. */
export const refuseBroken = async (db: Kysely<Tables>, rules: readonly Rule[], references: readonly Reference[]): Promise<void> => {
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

export const isSqlite = (db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/**
 * SQLite cannot add a constraint to a table, and rebuilding one deletes the rows that refer to it: triggers check the same, and name the rule
 * when they refuse.
 */
const refuseByTrigger = async (db: Kysely<Tables>, table: string, name: string, columns: readonly string[], breaks: string) => {
  const when = `on "${table}" when ${breaks} begin select raise(abort, '${name}'); end`;
  await sql.raw(`create trigger "${name}_insert" before insert ${when}`).execute(db);
  await sql
    .raw(`create trigger "${name}_update" before update of ${columns.map((column) => `"${column}"`).join(', ')} ${when}`)
    .execute(db);
};

export const addRules = async (db: Kysely<Tables>, rules: readonly Rule[]): Promise<void> => {
  for (const { table, name, holds } of rules) {
    if (isSqlite(db)) {
      const columns = [...new Set([...holds.matchAll(/\$(\w+)/g)].map(([, column = '']) => column))];
      await refuseByTrigger(db, table, name, columns, `not (${withPrefix(holds, 'new.')})`);
    } else await sql.raw(`alter table "${table}" add constraint "${name}" check (${withPrefix(holds, '')})`).execute(db);
  }
};

const whenDeleted = ({ name, table, column, parent, parentColumn, onDelete }: Reference): string => {
  const isNamed = `"${column}" = old."${parentColumn}"`;
  if (onDelete === 'restrict')
    return `create trigger "${name}_delete" before delete on "${parent}" when exists (select 1 from "${table}" where ${isNamed}) begin select raise(abort, '${name}'); end`;
  const change = onDelete === 'cascade' ? `delete from "${table}"` : `update "${table}" set "${column}" = null`;
  return `create trigger "${name}_delete" after delete on "${parent}" begin ${change} where ${isNamed}; end`;
};

/** Each column needs an index of its own, for the deletion of what it names. */
export const addReferences = async (db: Kysely<Tables>, references: readonly Reference[]): Promise<void> => {
  for (const reference of references) {
    const { name, table, column, parent, parentColumn, onDelete } = reference;
    if (isSqlite(db)) {
      await refuseByTrigger(db, table, name, [column], isUnknown(reference, 'new.'));
      await sql.raw(whenDeleted(reference)).execute(db);
    } else await db.schema.alterTable(table).addForeignKeyConstraint(name, [column], parent, [parentColumn]).onDelete(onDelete).execute();
  }
};
