import { setImmediate } from 'node:timers/promises';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { deskPageSize } from '#contract/desk/orders.ts';
import type { Database, Tables } from '#server/db/schema.ts';

const separator = '~';

/** Parses a cursor: the values of the sort columns in the last row of the page before; undefined, which means the first page, for anything else. */
export const readCursor = (text: string | undefined, columns: number): readonly string[] | undefined => {
  const values = text?.slice(0, 300).split(separator);
  return values?.length === columns && values.every((value) => /^[\w:.-]*$/.test(value)) ? values : undefined;
};

/** One more than a page has, to know whether there is a next one. */
export const pageLimit = deskPageSize + 1;

/** A page of the rows that were read, and the cursor of the next. */
export const toPage = <Row>(rows: readonly Row[], cursorOf: (row: Row) => readonly string[]) => {
  const page = rows.slice(0, deskPageSize);
  const last = page.at(-1);
  return { rows: page, next: last !== undefined && rows.length > page.length ? cursorOf(last).join(separator) : null };
};

/** SQL condition: whether a row comes after the cursor, in a list sorted by these columns, all ascending (`>`) or all descending (`<`). */
export const isBeyond = (columns: readonly RawBuilder<unknown>[], operator: '>' | '<', cursor: readonly string[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(columns)}) ${sql.raw(operator)} (${sql.join(cursor)})`;

type Paging<Row> = {
  /** What the list is sorted by, all of it ascending (`>`) or descending (`<`), and the values of a row. */
  readonly by: readonly RawBuilder<unknown>[];
  readonly operator: '>' | '<';
  readonly cursorOf: (row: Row) => readonly string[];
  /** As an earlier page gave it. */
  readonly after: string | undefined;
  /** What SQL cannot say of a row alike in both engines; rows are read on until they fill a page. */
  readonly isWanted?: (row: Row) => boolean;
};

/** Rows that are read at once where only some are wanted. */
const batchSize = 500;

/** A page of the rows of a query. */
export const readPage = async <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { by, operator, cursorOf, after, isWanted }: Paging<Row>,
) => {
  const sorted = by.reduce((rows, column) => rows.orderBy(column, operator === '>' ? 'asc' : 'desc'), query);
  const limit = isWanted ? batchSize : pageLimit;
  const wanted: Row[] = [];
  let cursor = readCursor(after, by.length);
  while (wanted.length < pageLimit) {
    const rows = await (cursor ? sorted.where(isBeyond(by, operator, cursor)) : sorted).limit(limit).execute();
    for (const row of rows) if (isWanted?.(row) ?? true) wanted.push(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    cursor = cursorOf(last);
    // SQLite answers without a pause: other requests take their turn between batches.
    await setImmediate();
  }
  return toPage(wanted.slice(0, pageLimit), cursorOf);
};

/** How many rows of a table are so. */
export const countWhere = async (db: Database, table: keyof Tables, where: Expression<SqlBool>): Promise<number> => {
  const query = db.selectFrom(table as 'order').select(({ fn }) => fn.countAll().as('count'));
  return Number((await query.where(where).executeTakeFirstOrThrow()).count);
};
