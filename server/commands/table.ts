/** Formats a text table: aligned columns, the header in capitals, no trailing spaces. */
export const formatTable = (header: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const lines = [header.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(String))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
