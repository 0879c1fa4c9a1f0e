/** The areas of the United Kingdom, the Channel Islands and the Isle of Man; BF is the armed forces'. */
const areas =
  /^(?:A[BL]|B[ABDFHLNRST]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|G[LUY]?|H[ADGPRSUX]|I[GMPV]|JE|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE)$/;

/** The only areas with a letter after the district, all of London. */
const withLetter = /^(?:[ENW]|EC|NW|SE|SW|WC)$/;

/** Pairs of characters that are mistaken for each other. */
const letters = '0O1I5S8B';

/** The text as letters ("A") and digits ("9") in this order, and how many of its characters were mistaken for that; undefined where they cannot be. */
const inShape = (text: string, shape: string): { readonly code: string; readonly slips: number } | undefined => {
  if (text.length !== shape.length) return undefined;
  const read = [...text].map((character, at) => {
    const isLetter = shape[at] === 'A';
    if (/[A-Z]/.test(character) === isLetter) return character;
    const pair = letters.indexOf(character);
    return pair < 0 ? '' : letters.charAt(isLetter ? pair + 1 : pair - 1);
  });
  return read.includes('') ? undefined : { code: read.join(''), slips: read.filter((character, at) => character !== text[at]).length };
};

const isDistrict = (code: string): boolean => {
  const [, area = '', district = '', letter = ''] = /^([A-Z]+)(\d+)([A-Z]?)$/.exec(code) ?? [];
  return areas.test(area) && !(area.length === 1 && district.startsWith('0')) && (letter === '' || withLetter.test(area));
};

/** The outward code of a district ("IV2", "SW1A") with the fewest slips. */
const readDistrict = (text: string) =>
  ['A9', 'A99', 'AA9', 'AA99', 'A9A', 'AA9A']
    .flatMap((shape) => inShape(text, shape) ?? [])
    .filter(({ code }) => isDistrict(code))
    .sort((one, other) => one.slips - other.slips)[0];

type Reading = { readonly outward: string; readonly inward?: string | undefined };

const readForces = (typed: string): Reading | undefined => {
  const [, number] = /^[B8]FP[O0]([\dOISB]{0,4})$/.exec(typed) ?? [];
  return number === undefined ? undefined : { outward: 'BFPO', inward: inShape(number, '9'.repeat(number.length))?.code };
};

/**
 * A postcode, whatever is between its letters, and with O for 0, I for 1, S for 5, B for 8, or the other way round; a district ("JE2", "JE2 3A") or
 * an area ("BT") is enough. Undefined of anything else.
 */
const readPostcode = (text: string): Reading | undefined => {
  const capitals = text.normalize('NFKC').toUpperCase();
  const typed = capitals.replaceAll(/[^A-Z\d]/g, '');
  const district = readDistrict(typed.slice(0, -3));
  const inward = inShape(typed.slice(-3), '9AA');
  const whole = district && inward && { outward: district.code, inward: inward.code };
  if (whole && district.slips + inward.slips === 0) return whole;
  // "PA20 5A", which is no PA2 0SA.
  const begun = readDistrict(/^\W*(\w+)\W+\w{1,2}\W*$/.exec(capitals)?.[1] ?? '') ?? (whole ? undefined : readDistrict(typed));
  if (begun) return { outward: begun.code };
  return whole ?? readForces(typed) ?? (areas.test(typed) ? { outward: typed } : undefined);
};

const wholePattern = /^([A-Z]{1,2}\d[A-Z\d]?|GIR)(\d[A-Z]{2})$/;

/**
 * A postcode as it is written on a parcel: capitals, and one space before the inward code where there is one ("GIR 0AA", "BFPO 57"), without slips
 * such as "1V2-3A8". Any other text only gets capitals and single spaces: no address is rejected for its postcode.
 */
export const tidyPostcode = (text: string): string => {
  const { outward, inward } = readPostcode(text) ?? {};
  if (inward) return `${outward} ${inward}`;
  const capitals = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  const [, first, last] = wholePattern.exec(capitals.replaceAll(' ', '')) ?? [];
  return first === undefined ? capitals : `${first} ${last}`;
};

/** The outward code of a postcode as it was typed: "IV2" of "1v2-3ab", "BFPO" of "BFPO 57"; both forms of the forces'; none of what is no postcode. */
export const outcodesOf = (postcode: string): readonly string[] => {
  const { outward } = readPostcode(postcode) ?? {};
  if (outward === undefined) return tidyPostcode(postcode) === 'GIR 0AA' ? ['GIR'] : [];
  return outward.startsWith('BF') && outward !== 'BFPO' ? [outward, 'BFPO'] : [outward];
};

/** One area ("IV"), district ("KA27") or range of districts ("PA20-49"), in capitals. */
export const outcodePattern = /^[A-Z]{1,4}(?:\d{1,2}[A-Z]?|\d{1,2}-\d{1,2})?$/;

const partsOf = (outcode: string) => /^([A-Z]+)(\d*)([A-Z]?)/.exec(outcode) ?? [];

/** Is a district in an area, or in a range of districts? "EC1" has EC1A, too. */
export const isWithin = (outcode: string, pattern: string): boolean => {
  const [, area, district = '', letter = ''] = partsOf(outcode);
  const [, wantedArea, first, wantedLetter = '', last = first] = /^([A-Z]+)(?:(\d+)([A-Z]?)(?:-(\d+))?)?$/.exec(pattern) ?? [];
  if (area === undefined || area !== wantedArea) return false;
  if (first === undefined) return true;
  if (district === '') return false;
  return Number(district) >= Number(first) && Number(district) <= Number(last) && (wantedLetter === '' || wantedLetter === letter);
};

/** May an outcode be within a pattern or not, because it says the area or the district only? "PA" and PA20-49, "EC1" and EC1A. */
export const isVague = (outcode: string, pattern: string): boolean => {
  const [, area, district, letter] = partsOf(outcode);
  const [, wantedArea, wantedDistrict, wantedLetter] = partsOf(pattern);
  if (area !== wantedArea || isWithin(outcode, pattern)) return false;
  return district === '' || (letter === '' && wantedLetter !== '' && district === wantedDistrict);
};
