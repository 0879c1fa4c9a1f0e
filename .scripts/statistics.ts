/** Prints figures as a table: the first column to the left, the others to the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
};

/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The number below which this share (0 to 1) of some sorted numbers lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Milliseconds as seconds with two decimals. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

export const kilobytes = (size: number): string => `${size.toFixed(1)} kB`;
