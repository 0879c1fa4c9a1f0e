/** Parses "12", "12.5 %" or "£1,234.50"; `NaN` for anything else, such as "2,50", which would be read as 250. */
export const typedNumber = (text: string): number =>
  /^£?-?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?%?$/.test(text.replaceAll(/\s/g, '')) ? Number(text.replaceAll(/[£,%\s]/g, '')) : Number.NaN;
