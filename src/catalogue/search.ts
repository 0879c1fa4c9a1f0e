import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { Product } from '#contract/product.ts';
import { productFields, searchFields } from '#contract/product-fields.ts';

/** Gives the rows that answer some words, best first; nothing where the words say nothing, e.g. "the". */
export type Search = (words: string) => readonly number[] | undefined;

type Page = { readonly id: number; readonly name: string; readonly tags: string; readonly text: string };

/**
 * What an answer is worth by where a word was found: names above tags, tags above text, whole words above
 * beginnings, and a typo below all that was written as it was asked. Fixed steps, because a score also weighs how rare a word is.
 */
const worth = {
  whole: { name: 1000, tags: 300, text: 100 },
  beginning: { name: 900, tags: 270, text: 90 },
  typo: { name: 3, tags: 2, text: 1 },
} as const;

/** Words over three letters may be one letter wrong. */
const shortestForgiven = 4;

/** No word of ours is longer, and the work grows with every letter. */
const longestWord = 40;

/** So few at a time that a press in between is still answered at once. */
const chunkSize = 100;

const saysNothing = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'it', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Words that end like a plural and are none. */
const singular = new Set(['lens', 'canvas', 'cactus', 'iris', 'bus', 'gas']);

/** Endings of several and what they are of one: the first that fits counts. */
const plurals: readonly (readonly [RegExp, string])[] = [
  [/(shel|lea|loa|hal|cal|scar|wol|hoo)ves$/, '$1f'],
  [/(kni|wi)ves$/, '$1fe'],
  [/ss$/, 'ss'],
  [/(.[^aeiou])ies?$/, '$1i'],
  [/(ss|x|ch|sh|[ae]to|ngo|ero)es$/, '$1'],
  [/s$/, ''],
];

/** One letter for the two that berry and berries differ in. */
const ofOneY = (word: string): string => word.replace(/(.[^aeiou])y$/, '$1i');

/** A word without case, accents and apostrophes. */
const plainly = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .slice(0, longestWord);

/** A plain word without the plural's ending. */
const stem = (plain: string): string => {
  if (plain.length < shortestForgiven || singular.has(plain)) return plain;
  if (plain.endsWith('es') && singular.has(plain.slice(0, -2))) return plain.slice(0, -2);
  if (/^.ies$/.test(plain)) return plain.slice(0, -1);
  const ending = plurals.find(([pattern]) => pattern.test(plain));
  return ofOneY(ending ? plain.replace(...ending) : plain);
};

/** Apostrophes belong to their word: "mother's" is looked for as "mothers" is. */
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** A word is kept in both forms: a typo may hide the ending that would have been taken away. */
const termsOf = (word: string): string[] | null => {
  const plain = plainly(word);
  const term = stem(plain);
  if (term === '' || saysNothing.has(term)) return null;
  return term === plain ? [term] : [term, plain];
};

/** "board" for "baord": two neighbours that changed places are one typo, though two letters are wrong. */
const swaps = (plain: string): string[] =>
  Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(0, at) + plain.charAt(at + 1) + plain.charAt(at) + plain.slice(at + 2));

/** How many letters a plural's ending has at most. */
const endingLength = 3;

/** "bowls" for "bowlss": a letter too many in the ending hides the plural. */
const shorter = (plain: string): string[] =>
  Array.from({ length: endingLength }, (_, back) => plain.slice(0, plain.length - 1 - back) + plain.slice(plain.length - back));

const queryOf = (plain: string): Query => {
  const term = stem(plain);
  if (plain.length < shortestForgiven) return { queries: [term], prefix: true };
  const respelt = [...new Set([...swaps(plain), ...shorter(plain)].map(stem))].filter((other) => other !== term);
  return { combineWith: 'OR', queries: [{ combineWith: 'OR', queries: [...new Set([term, plain])], prefix: true, fuzzy: 1 }, ...respelt] };
};

const worthOf = ({ match }: SearchResult, term: string): number => {
  let best = 0;
  for (const found of Object.keys(match)) {
    const { name, tags, text } = worth[found === term ? 'whole' : found.startsWith(term) ? 'beginning' : 'typo'];
    const fields = match[found] ?? [];
    best = Math.max(best, fields.includes('name') ? name : fields.includes('tags') ? tags : text);
  }
  return best;
};

const indexOf = () =>
  new MiniSearch<Page>({
    fields: ['name', 'tags', 'text'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  });

const searchIn =
  (index: MiniSearch<Page>): Search =>
  (words) => {
    const asked = wordsOf(words);
    const terms = new Map<string, string>();
    for (const plain of asked.map(plainly)) {
      const term = stem(plain);
      if (!saysNothing.has(term)) terms.set(term, terms.get(term) ?? plain);
    }
    if (terms.size === 0) return asked.length > 0 ? undefined : [];
    const total = index.documentCount;
    const [worths, scores, met] = [new Float64Array(total), new Float64Array(total), new Uint16Array(total)];
    let rows: number[] = [];
    let before = 0;
    for (const [term, plain] of terms) {
      rows = [];
      for (const result of index.search(queryOf(plain))) {
        const row = Number(result.id);
        if (met[row] !== before) continue;
        met[row] = before + 1;
        worths[row] = (worths[row] ?? 0) + worthOf(result, term);
        scores[row] = (scores[row] ?? 0) + result.score;
        rows.push(row);
      }
      if (rows.length === 0) break;
      before += 1;
    }
    const by = (values: Float64Array, one: number, other: number) => (values[other] ?? 0) - (values[one] ?? 0);
    return rows.sort((one, other) => by(worths, one, other) || by(scores, one, other) || one - other);
  };

const textOf = (product: Product, weight: 'name' | 'tags' | 'text'): string =>
  searchFields
    .filter((name) => productFields[name].search === weight)
    .flatMap((name) => product[name])
    .join(' ');

/** Makes products searchable by name, tags (with categories, material and colours) and short description. */
export const buildSearch = async (products: readonly Product[]): Promise<Search> => {
  const index = indexOf();
  await index.addAllAsync(
    products.map((product, id) => ({
      id,
      name: textOf(product, 'name'),
      tags: [textOf(product, 'tags'), ...product.variation.map(({ color }) => color)].join(' '),
      text: textOf(product, 'text'),
    })),
    { chunkSize },
  );
  return searchIn(index);
};

/** Makes a few names searchable as products are. */
export const buildNameSearch = (names: readonly string[]): Search => {
  const index = indexOf();
  index.addAll(names.map((name, id) => ({ id, name, tags: '', text: '' })));
  return searchIn(index);
};
