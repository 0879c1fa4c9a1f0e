/** Rows for a person at a console: columns as wide as their longest cell, the head in capitals; nothing after the last cell. */
export const writeTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const lines = [head.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
