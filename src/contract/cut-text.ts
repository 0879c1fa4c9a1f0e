/** What belongs to the character before it: accents, the parts and colours of an emoji. */
const joinedCharacter = /^[\p{M}\p{Emoji_Modifier}\u200D]/u;

/**
 * A text of at most `max` UTF-16 units, cut between characters, with "…" where something is missing. Without Intl.Segmenter, which Firefox lacks
 * before 125: half a flag may be left.
 */
export const cutText = (text: string, max: number, end = '…'): string => {
  if (text.length <= max) return text;
  const isWithin = (at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at));
  const isJoined = (at: number): boolean => joinedCharacter.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D';
  let at = max - end.length;
  while (at > 0 && (isWithin(at) || isJoined(at))) at -= 1;
  // A text of accents only.
  if (at <= 0) at = max - end.length - Number(isWithin(max - end.length));
  return text.slice(0, at).trimEnd() + end;
};
