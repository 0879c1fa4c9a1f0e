/** Letters that have no accent to take off, and what people type for them. */
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ı: 'i' };

/** A text as it is searched: small letters without accents, "lukasz oster-gross" of "Łukasz Øster-Groß". */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđßæœðþı]/g, (letter) => letters[letter] ?? letter);

/** Within a word: "O’Leary" is searched as "oleary", and as "o leary". */
export const apostrophes = /['’‘`´ʼ]/g;
