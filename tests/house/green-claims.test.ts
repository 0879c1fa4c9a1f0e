import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claims } from '#screens/about/claims.ts';
import { readTranslations, translationAt, translationKeys } from '#tests/support/translations.ts';
import { sourceFiles } from './source-files.ts';

const words = readTranslations();

/** What the shop says, by where: its words, the journal, the sample goods. */
const said = [
  ...Object.entries(words)
    .filter(([namespace]) => namespace !== 'about')
    .flatMap(([namespace, of]) =>
      translationKeys(of).map((key) => ({ place: `${namespace}:${key}`, text: String(translationAt(of, key)) })),
    ),
  ...sourceFiles('src/features/journal/posts', '.md').map(({ name, text }) => ({ place: name, text })),
  { place: 'catalogue', text: readFileSync('server/db/seed-data/catalogue.json', 'utf8') },
];

/** How each claim is worded where it is made: the row of the evidence table must speak of the same. */
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

/** Words that sound good and that nobody can check (CMA, Green Claims Code). */
const vague =
  /eco-?friendly|sustainab|\bcarbon|climate|planet|biodegrad|\borganic|non-toxic|chemical-free|zero.waste|ethical|environmentally|\bnatural\b|\bgreener? (?:choice|product|shop)/i;

describe('what the shop claims about people and the environment', () => {
  test.each(claims)('“%s” is claimed somewhere, and the evidence table speaks of it', (claim) => {
    expect(said.some(({ text }) => wordings[claim].test(text))).toBe(true);
    const row = ['claim', 'scope'].map((part) => String(translationAt(words.about ?? {}, `evidence.${claim}.${part}`))).join(' ');
    expect(row).toMatch(wordings[claim]);
  });

  test('is never vague', () => {
    const found = said.filter(({ text }) => vague.test(text)).map(({ place }) => place);
    // The post says of which colours the question "Is it natural?" can be answered with yes.
    expect(found).toEqual(['src/features/journal/posts/where-it-comes-from.md']);
  });
});
