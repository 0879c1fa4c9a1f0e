/** Where each courier tracks a parcel, by a word of the courier's name; the number is appended. */
const trackingPages: readonly (readonly [courier: RegExp, page: string])[] = [
  [/royal ?mail/i, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [/parcelforce/i, 'https://www.parcelforce.com/track-trace?trackNumber='],
  [/\bevri\b|\bhermes\b/i, 'https://www.evri.com/track/parcel/'],
  [/\bdpd\b/i, 'https://track.dpd.co.uk/search?reference='],
  [/\bdhl\b/i, 'https://www.dhl.com/gb-en/home/tracking.html?tracking-id='],
  [/\bups\b/i, 'https://www.ups.com/track?tracknum='],
  [/\byodel\b/i, 'https://www.yodel.co.uk/tracking/'],
];

/** The courier's page about a parcel; nothing for a courier that is not known here. `courier` is as the seller wrote it. */
export const trackingUrl = (courier: string, number: string): string | undefined => {
  const [, page] = trackingPages.find(([name]) => name.test(courier)) ?? [];
  return page && `${page}${encodeURIComponent(number)}`;
};

/** Whether a cell holds a bare number of sixteen digits, which spreadsheets shorten; a cell marked as text does not. */
export const isOfSixteenDigits = (cell: string): boolean => /^\s*\d{16}\s*$/.test(cell);

/**
 * Whether a spreadsheet has shortened the numbers of sixteen digits in a column: it writes each with a nought at the end. Of one alone that cannot be
 * said, because one in ten has it.
 */
export const areShortened = (column: readonly string[]): boolean => {
  const long = column.filter(isOfSixteenDigits);
  return new Set(long).size > 1 && long.every((cell) => cell.trim().endsWith('0'));
};

/**
 * A tracking number as it was typed or as a spreadsheet wrote it: `="6122"` and `'6122` are the number inside. `isShortened`: the spreadsheet has
 * taken it for a quantity, of which it keeps fifteen digits at most ("6.12206E+11", "612205820123000"). What was marked as text is as it was typed.
 */
export const readTracking = (typed: string): { readonly number: string; readonly isShortened: boolean } => {
  const text = typed.trim();
  const number = text
    .replace(/^=?"(.*)"$/, '$1')
    .replace(/^['‘’](?=\w)/, '')
    .trim();
  const isQuantity = number === text ? /^\d+(?:[.,]\d+)?E\+?\d+$/i : /^\d+(?:[.,]\d+E\+?|E\+)\d+$/i;
  return { number, isShortened: isQuantity.test(number) || (number === text && /^(?:\d{12,}000|\d{15}0{2,})$/.test(number)) };
};
