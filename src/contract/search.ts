import MiniSearch, { type Query } from 'minisearch';
import type { Product } from './product.ts';

/** Gives the rows that answer some words, best first; nothing where the words say nothing, e.g. "the". */
export type Search = (words: string) => readonly number[] | undefined;

type Page = { readonly id: number; readonly name: string; readonly tags: string; readonly text: string };

/** Names weigh more than tags, tags more than text (screens.md, Shop: names above descriptions). */
const weights = { name: 12, tags: 4, text: 1 } as const;

/** Words over three letters may be one letter wrong. */
const shortestForgiven = 4;

/** So few at a time that a press in between is still answered at once. */
const chunkSize = 100;

const saysNothing = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'it', 'of', 'on', 'or', 'the', 'to', 'with']);

/** A word as it is kept and looked for: without case, accents and the plural's ending. */
export const stem = (word: string): string => {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (plain.length < shortestForgiven || plain.endsWith('ss')) return plain;
  if (plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (/(?:[sx]|ch|sh)es$/.test(plain)) return plain.slice(0, -2);
  return plain.endsWith('s') ? plain.slice(0, -1) : plain;
};

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

const termOf = (word: string): string | null => {
  const term = stem(word);
  return saysNothing.has(term) ? null : term;
};

/** "board" for "baord": two neighbours that changed places are one typo, though two letters are wrong. */
const swaps = (term: string): string[] =>
  Array.from({ length: term.length - 1 }, (_, at) => term.slice(0, at) + term.charAt(at + 1) + term.charAt(at) + term.slice(at + 2));

const queryOf = (term: string): Query =>
  term.length < shortestForgiven
    ? { queries: [term], prefix: true }
    : {
        combineWith: 'OR',
        queries: [
          { queries: [term], prefix: true, fuzzy: 1 },
          { queries: swaps(term), combineWith: 'OR', weights: { fuzzy: 0.45, prefix: 0.375 }, boostTerm: () => 0.45 },
        ],
      };

/** Makes products searchable by name, tags (with categories, material and colours) and short description. */
export const buildSearch = async (products: readonly Product[]): Promise<Search> => {
  const index = new MiniSearch<Page>({
    fields: ['name', 'tags', 'text'],
    tokenize: wordsOf,
    processTerm: termOf,
    searchOptions: { boost: weights, combineWith: 'AND', tokenize: (term) => [term], processTerm: (term) => term },
  });
  await index.addAllAsync(
    products.map(({ name, tag, category, material, variation, shortDescription }, id) => ({
      id,
      name,
      tags: [...tag, ...category, material, ...variation.map(({ color }) => color)].join(' '),
      text: shortDescription,
    })),
    { chunkSize },
  );
  return (words) => {
    const terms = [...new Set(wordsOf(words).flatMap((word) => termOf(word) ?? []))];
    if (terms.length === 0) return wordsOf(words).length > 0 ? undefined : [];
    return index.search({ combineWith: 'AND', queries: terms.map(queryOf) }).map(({ id }) => Number(id));
  };
};
