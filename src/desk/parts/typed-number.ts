/** Parses "12", "12.5" or "£1,234.50"; `NaN` for anything else, such as "2,50" or "2 50", which would be read as 250. */
export const typedNumber = (text: string): number =>
  /^\s*£?\s*-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?\s*$/.test(text) && /\d/.test(text) ? Number(text.replaceAll(/[£,\s]/g, '')) : Number.NaN;

/** The same of "12" and "12.5 %". */
export const typedPercent = (text: string): number => typedNumber(text.replace(/%\s*$/, ''));
