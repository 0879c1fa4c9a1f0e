const inwardCode = /^([A-Z]{1,2}\d[A-Z\d]?|GIR)(\d[A-Z]{2})$/;

/**
 * A postcode as it is written on a parcel: capitals, and one space before the inward code where there is one ("GIR 0AA", "BFPO 57").
 * Any other text only gets capitals and single spaces: no address is rejected for its postcode.
 */
export const tidyPostcode = (text: string): string => {
  const capitals = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  const [, outward, inward] = inwardCode.exec(capitals.replaceAll(' ', '')) ?? [];
  if (outward !== undefined) return `${outward} ${inward}`;
  return capitals.replace(/^BF ?PO ?(\d{1,4})$/, 'BFPO $1');
};

/** The first half of a whole postcode: "IV2" of "iv2 3ab", "BFPO" of "BFPO 57"; undefined of anything else. */
export const outcodeOf = (postcode: string): string | undefined =>
  /^([A-Z]{1,2}\d[A-Z\d]?(?= \d[A-Z]{2}$)|GIR(?= 0AA$)|BFPO(?= \d{1,4}$))/.exec(tidyPostcode(postcode))?.[0];

/** One area ("IV"), district ("KA27") or range of districts ("PA20-49"), in capitals. */
export const outcodePattern = /^[A-Z]{1,4}(?:\d{1,2}[A-Z]?|\d{1,2}-\d{1,2})?$/;

/** Is a district in an area, or in a range of districts? "EC1" has EC1A, too. */
export const isWithin = (outcode: string, pattern: string): boolean => {
  const [, area, district = '', letter = ''] = /^([A-Z]+)(\d*)([A-Z]?)$/.exec(outcode) ?? [];
  const [, wantedArea, first, wantedLetter = '', last = first] = /^([A-Z]+)(?:(\d+)([A-Z]?)(?:-(\d+))?)?$/.exec(pattern) ?? [];
  if (area === undefined || area !== wantedArea) return false;
  if (first === undefined) return true;
  return Number(district) >= Number(first) && Number(district) <= Number(last) && (wantedLetter === '' || wantedLetter === letter);
};
