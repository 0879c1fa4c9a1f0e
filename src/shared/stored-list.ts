import type { Schema } from './api/schema.ts';

/** The rows below `name` of something that a browser kept: those that can still be read, the first of each key. */
export const storedList = <Row>(stored: unknown, name: string, schema: Schema<Row>, isSame: (one: Row, other: Row) => boolean): Row[] => {
  const kept: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
  const rows = (Array.isArray(kept) ? kept : []).flatMap((row): Row[] => {
    const read = schema.safeParse(row);
    return read.success ? [read.data] : [];
  });
  return rows.filter((row, index) => rows.findIndex((other) => isSame(other, row)) === index);
};
