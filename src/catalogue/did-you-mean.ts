import type { Product } from '#contract/product.ts';

const minWordLength = 3;
const maxTypos = 3;
/** One typo for this many letters. */
const lettersPerTypo = 3;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** The number of letters to insert, delete, replace or swap with their neighbour to get from one word to another. */
const distance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  let beforePrevious = previous;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const best = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(isSwapped ? Math.min(best, (beforePrevious[column - 2] ?? 0) + 1) : best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[other.length] ?? 0;
};

/**
 * The search with each unknown word replaced by the most similar one in the names, materials, tags and colours of products; undefined if
 * there is none.
 */
export const didYouMean = (searchText: string, products: readonly Product[]): string | undefined => {
  const known = new Set(
    products
      .flatMap(({ name, material, tag, variation }) => wordsOf([name, material, ...tag, ...variation.map(({ color }) => color)].join(' ')))
      .filter((word) => word.length >= minWordLength),
  );
  const words = wordsOf(searchText);
  const meant = words.map((word) => {
    if (known.has(word) || word.length < minWordLength) return word;
    const closest = [...known].map((other) => ({ other, typos: distance(word, other) })).sort((one, two) => one.typos - two.typos)[0];
    return closest && closest.typos <= Math.min(maxTypos, Math.floor(word.length / lettersPerTypo)) ? closest.other : undefined;
  });
  return meant.includes(undefined) || meant.join(' ') === words.join(' ') ? undefined : meant.join(' ');
};
