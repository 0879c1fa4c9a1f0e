/** Prints a table: the first column aligned left, the others right. */
export const printTable = (header: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  console.log(`\n${line(header)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
};

/** The median; of an even count, the upper of the two in the middle. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Percentile of ascending numbers; `share` is 0 to 1, e.g. 0.99. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Milliseconds as seconds, e.g. "1.25 s". */
export const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
