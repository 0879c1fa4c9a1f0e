import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { deskPageSize } from '#contract/desk/orders.ts';

const separator = '~';

/** Where a page begins: after the row with these values of the columns that its list is sorted by. What is no cursor is the first page. */
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

/** Comes the row after the cursor in a list that is sorted by these columns, all of them ascending (`>`) or descending (`<`)? */
export const isBeyond = (columns: readonly RawBuilder<unknown>[], operator: '>' | '<', cursor: readonly string[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(columns)}) ${sql.raw(operator)} (${sql.join(cursor)})`;
