const allLike = (pattern: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} like '${pattern}'`).join(' and ');

/** ISO 8601 in UTC; holds where a column is null. */
export const isTime = (...columns: readonly string[]): string => allLike('____-__-__T__:__:__.___Z', columns);

/** ISO 8601; holds where a column is null. */
export const isDay = (...columns: readonly string[]): string => allLike('____-__-__', columns);
