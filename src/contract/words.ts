/** Texts as a file of `public/locales` has them: nested, and of a namespace. */
export type Texts = { readonly [key: string]: string | Texts };

/** The texts by their dotted keys, "footer.copyright", in the order of the file. */
export const flatTexts = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatTexts(value, `${prefix}${key}.`),
  );

/** The texts with the seller's own in place of the originals. A key that the texts do not have is left out. */
export const withWords = (texts: Texts, words: Readonly<Record<string, string>>, prefix = ''): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? Object.hasOwn(words, prefix + key)
          ? (words[prefix + key] ?? value)
          : value
        : withWords(value, words, `${prefix}${key}.`),
    ]),
  );

/** What a text must keep: `{{placeholders}}`, and the tags of links, sorted. */
const partsOf = (text: string): string[] => (text.match(/\{\{[^}]*\}\}|<\/?[A-Za-z][^>]*>/g) ?? []).toSorted();

/** The placeholders and tags that a seller's text lacks, or has although the original has not; none where it can stand in for the original. */
export const strayParts = (
  original: string,
  text: string,
): { readonly missing: readonly string[]; readonly unknown: readonly string[] } => {
  const unknown = partsOf(text);
  const missing = partsOf(original).filter((part) => {
    const at = unknown.indexOf(part);
    if (at >= 0) unknown.splice(at, 1);
    return at < 0;
  });
  return { missing, unknown };
};
