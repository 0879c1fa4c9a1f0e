import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claims } from '#screens/about/about-screen.tsx';
import { readTranslations, translationAt, translationKeys } from '#tests/support/translations.ts';
import { sourceFiles } from './source-files.ts';

const translations = readTranslations();

/** Every text that shoppers read, with its source: translations, journal, sample products. */
const texts = [
  ...Object.entries(translations)
    .filter(([namespace]) => namespace !== 'about')
    .flatMap(([namespace, keys]) =>
      translationKeys(keys).map((key) => ({ source: `${namespace}:${key}`, text: String(translationAt(keys, key)) })),
    ),
  ...sourceFiles('src/features/journal/posts', '.md').map(({ name, text }) => ({ source: name, text })),
  { source: 'catalogue', text: readFileSync('server/db/seed-data/catalogue.json', 'utf8') },
];

/** A pattern for each claim: some text makes it, and its row of the evidence table contains it. */
const wordings: Readonly<Record<(typeof claims)[number], RegExp>> = {
  hand: /made by hand|handmade/i,
  small: /small (?:UK )?(?:workshops|pottery)/i,
  packing: /bubble wrap|without plastic/i,
  recycling: /with the paper|compost/i,
  offcuts: /offcuts/i,
  reuse: /used? (?:it )?again/i,
  wrapping: /glitter|sticky tape/i,
  undyed: /undyed/i,
  regional: /Herefordshire|Cotswolds/i,
  food: /food-grade/i,
  vegan: /vegan/i,
};

/** Claims that cannot be substantiated (CMA, Green Claims Code). */
const vague =
  /eco-?friendly|sustainab|\bcarbon|climate|planet|biodegrad|\borganic|non-toxic|chemical-free|zero.waste|ethical|environmentally|\bnatural\b|\bgreener? (?:choice|product|shop)/i;

describe('what the shop claims about people and the environment', () => {
  test('what the shop claims about people and the environment has a row each in the evidence table, and only that', () => {
    for (const claim of claims) {
      expect(
        texts.some(({ text }) => wordings[claim].test(text)),
        claim,
      ).toBe(true);
      const row = ['claim', 'scope'].map((part) => String(translationAt(translations.about ?? {}, `evidence.${claim}.${part}`))).join(' ');
      expect(row).toMatch(wordings[claim]);
    }
  });

  test('what the shop claims about people and the environment is never vague', () => {
    const found = texts.filter(({ text }) => vague.test(text)).map(({ source }) => source);
    // This post explains which colours are natural dyes.
    expect(found).toEqual(['src/features/journal/posts/where-it-comes-from.md']);
  });
});
