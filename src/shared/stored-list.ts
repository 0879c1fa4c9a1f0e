import type { Schema } from './api/schema.ts';

/** The valid rows of `stored[name]`, which an older version of the shop may have written; of equal rows the first. */
export const storedList = <Row>(stored: unknown, name: string, schema: Schema<Row>, isSame: (one: Row, other: Row) => boolean): Row[] => {
  const list: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
  const rows = (Array.isArray(list) ? list : []).flatMap((row): Row[] => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  return rows.filter((row, index) => rows.findIndex((other) => isSame(other, row)) === index);
};
