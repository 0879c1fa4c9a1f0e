import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { apostrophes, fold } from '#contract/fold.ts';
import type { Synonym } from '#contract/listing.ts';
import type { Product } from '#contract/product.ts';
import { productFields, searchFields } from '#contract/product-fields.ts';

/** Returns the indexes of matches, best first; undefined for a search of stop words only, e.g. "the". */
export type Search = (searchText: string) => readonly number[] | undefined;

/** What is searched: matches in the name rank above those in tags, and these above those in the text. */
type SearchTexts = { readonly name: string; readonly tags: string; readonly text: string };

type SearchDocument = SearchTexts & { readonly id: number };

type Weights = Readonly<Record<'whole' | 'prefix' | 'typo', Readonly<Record<'name' | 'tags' | 'text', number>>>>;

/**
 * The weight of a match: names above tags, tags above text, whole words above prefixes, typos below all of these. Fixed weights, because
 * MiniSearch's score also depends on how rare a word is.
 */
const productWeights = {
  whole: { name: 1000, tags: 300, text: 100 },
  prefix: { name: 900, tags: 270, text: 90 },
  typo: { name: 3, tags: 2, text: 1 },
} as const satisfies Weights;

/** Words of a page's long text count when they are whole: most prefixes and typos would match one by chance. */
const pageWeights: Weights = {
  ...productWeights,
  prefix: { ...productWeights.prefix, text: 0 },
  typo: { ...productWeights.typo, text: 0 },
};

/** From this length on, a word may have one typo. */
const minFuzzyLength = 4;

/** Longer words are cut: the cost of a fuzzy match grows with the length. */
const maxWordLength = 40;

/** Products per chunk, so that the main thread stays responsive. */
const chunkSize = 100;

const stopWords = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'it', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Words that only look like plurals. */
const singulars = new Set(['lens', 'canvas', 'cactus', 'iris', 'bus', 'gas']);

/** Plural endings and their singular; the first match applies. */
const plurals: readonly (readonly [RegExp, string])[] = [
  [/(shel|lea|loa|hal|cal|scar|wol|hoo)ves$/, '$1f'],
  [/(kni|wi)ves$/, '$1fe'],
  [/ss$/, 'ss'],
  [/(.[^aeiou])ies?$/, '$1i'],
  [/(ss|x|ch|sh|[ae]to|ngo|ero)es$/, '$1'],
  [/s$/, ''],
];

/** Maps berry to the stem of berries. */
const stemOfY = (word: string): string => word.replace(/(.[^aeiou])y$/, '$1i');

/** A word without case, accents and apostrophes. */
const normalize = (word: string): string =>
  fold(word)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, maxWordLength);

/** A normalized word without its plural ending. */
const stem = (plain: string): string => {
  if (plain.length < minFuzzyLength || singulars.has(plain)) return plain;
  if (plain.endsWith('es') && singulars.has(plain.slice(0, -2))) return plain.slice(0, -2);
  const ending = plurals.find(([pattern]) => pattern.test(plain));
  return stemOfY(ending ? plain.replace(...ending) : plain);
};

/** Apostrophes belong to words: "mother's" is the same as "mothers". */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(apostrophes, "'")
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Both forms are indexed: a typo may hide the plural ending. "O'Leary" is found by "leary", too. */
const termsOf = (word: string): string[] | null => {
  const terms = [word, ...(word.includes("'") ? word.split("'").filter((part) => part.length > 1) : [])].flatMap((part) => {
    const plain = normalize(part);
    const term = stem(plain);
    return term === '' || stopWords.has(term) ? [] : [term, plain];
  });
  return terms.length === 0 ? null : [...new Set(terms)];
};

/** "board" for "baord": transposed letters are one typo, although two letters differ. */
const transpositions = (plain: string): string[] =>
  Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(0, at) + plain.charAt(at + 1) + plain.charAt(at) + plain.slice(at + 2));

/** In letters, of the plural endings. */
const maxEndingLength = 3;

/** "bowls" for "bowlss": an extra letter in the ending hides the plural. */
const deletions = (plain: string): string[] =>
  Array.from({ length: maxEndingLength }, (_, back) => plain.slice(0, plain.length - 1 - back) + plain.slice(plain.length - back));

const queryOf = (plain: string): Query => {
  const term = stem(plain);
  if (plain.length < minFuzzyLength) return { queries: [term], prefix: true };
  const respellings = [...new Set([...transpositions(plain), ...deletions(plain)].map(stem))].filter((other) => other !== term);
  return {
    combineWith: 'OR',
    queries: [{ combineWith: 'OR', queries: [...new Set([term, plain])], prefix: true, fuzzy: 1 }, ...respellings],
  };
};

const weightOf = ({ match }: SearchResult, term: string, weights: Weights): number => {
  let best = 0;
  for (const found of Object.keys(match)) {
    const { name, tags, text } = weights[found === term ? 'whole' : found.startsWith(term) ? 'prefix' : 'typo'];
    const fields = match[found] ?? [];
    best = Math.max(best, fields.includes('name') ? name : fields.includes('tags') ? tags : text);
  }
  return best;
};

const indexOf = () =>
  new MiniSearch<SearchDocument>({
    fields: ['name', 'tags', 'text'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  });

const searchIn =
  (index: MiniSearch<SearchDocument>, weights: Weights): Search =>
  (searchText) => {
    const words = wordsOf(searchText);
    const terms = new Map<string, string>();
    for (const plain of words.map(normalize)) {
      const term = stem(plain);
      if (!stopWords.has(term)) terms.set(term, terms.get(term) ?? plain);
    }
    if (terms.size === 0) return words.length > 0 ? undefined : [];
    const total = index.documentCount;
    const weightSums = new Float64Array(total);
    const scores = new Float64Array(total);
    /** By row, how many of the terms so far it matches: only rows that match all of them are kept. */
    const matchedTerms = new Uint16Array(total);
    let rows: number[] = [];
    let previousTerms = 0;
    for (const [term, plain] of terms) {
      rows = [];
      for (const result of index.search(queryOf(plain))) {
        const row = Number(result.id);
        const weight = weightOf(result, term, weights);
        if (matchedTerms[row] !== previousTerms || weight === 0) continue;
        matchedTerms[row] = previousTerms + 1;
        weightSums[row] = (weightSums[row] ?? 0) + weight;
        scores[row] = (scores[row] ?? 0) + result.score;
        rows.push(row);
      }
      if (rows.length === 0) break;
      previousTerms += 1;
    }
    const by = (values: Float64Array, one: number, other: number) => (values[other] ?? 0) - (values[one] ?? 0);
    return rows.sort((one, other) => by(weightSums, one, other) || by(scores, one, other) || one - other);
  };

const textOf = (product: Product, weight: 'name' | 'tags' | 'text'): string =>
  searchFields
    .filter((name) => productFields[name].search === weight)
    .flatMap((name) => product[name])
    .join(' ');

/** The distinct words of a text as the search compares them, without stop words: "The Mugs" is `['mug']`. */
export const searchTermsOf = (text: string): string[] => [
  ...new Set(
    wordsOf(text)
      .map((word) => stem(normalize(word)))
      .filter((term) => term !== '' && !stopWords.has(term)),
  ),
];

/**
 * Adds each synonym to the field that completes the words which it finds, so that it ranks, and forgives typos, as if it stood there. Not
 * transitive: only a product's own words count.
 */
const addSynonyms = (synonyms: readonly Synonym[]): ((texts: SearchTexts) => SearchTexts) => {
  if (synonyms.length === 0) return (texts) => texts;
  const entriesByTerm = new Map<string, { readonly word: string; readonly terms: readonly string[] }[]>();
  for (const { word, finds } of synonyms)
    for (const found of finds) {
      const terms = searchTermsOf(found);
      for (const term of terms) entriesByTerm.set(term, [...(entriesByTerm.get(term) ?? []), { word, terms }]);
    }
  return (texts) => {
    const known = new Set<string>();
    const added = new Set<string>();
    const withSynonyms = (text: string): string => {
      const terms = searchTermsOf(text);
      for (const term of terms) known.add(term);
      const words = terms
        .flatMap((term) => entriesByTerm.get(term) ?? [])
        .filter(({ word, terms: needed }) => !added.has(word) && needed.every((term) => known.has(term)))
        .map(({ word }) => word);
      for (const word of words) added.add(word);
      return [text, ...new Set(words)].join(' ');
    };
    const name = withSynonyms(texts.name);
    const tags = withSynonyms(texts.tags);
    return { name, tags, text: withSynonyms(texts.text) };
  };
};

const textsOf = (product: Product): SearchTexts => ({
  name: textOf(product, 'name'),
  tags: [textOf(product, 'tags'), ...product.variation.map(({ color }) => color)].join(' '),
  text: textOf(product, 'text'),
});

/** The distinct words that a product is found by without synonyms, as the search compares them. */
export const productTermsOf = (product: Product): string[] => searchTermsOf(Object.values(textsOf(product)).join(' '));

/** Makes products searchable by name, tags (with categories, material and colours) and short description, and by the seller's synonyms. */
export const buildSearch = async (products: readonly Product[], synonyms: readonly Synonym[] = []): Promise<Search> => {
  const index = indexOf();
  const add = addSynonyms(synonyms);
  for (let start = 0; start < products.length; start += chunkSize) {
    const documents = products.slice(start, start + chunkSize).map((product, at) => ({ id: start + at, ...add(textsOf(product)) }));
    await index.addAllAsync(documents, { chunkSize });
  }
  return searchIn(index, productWeights);
};

const buildSmallSearch = (texts: readonly SearchTexts[], weights: Weights): Search => {
  const index = indexOf();
  index.addAll(texts.map((each, id) => ({ id, ...each })));
  return searchIn(index, weights);
};

/** Searches a few names by the same rules as products. */
export const buildNameSearch = (names: readonly string[]): Search =>
  buildSmallSearch(
    names.map((name) => ({ name, tags: '', text: '' })),
    productWeights,
  );

/** Searches a few pages; in their texts whole words count only. */
export const buildTextSearch = (texts: readonly SearchTexts[]): Search => buildSmallSearch(texts, pageWeights);
