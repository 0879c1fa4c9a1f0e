import { beforeEach, describe, expect, test } from 'vitest';
import { catalogueVersions, listSynonyms } from '#server/domain/catalogue/catalogue.ts';
import { listSynonymsForSeller, removeSynonym, setSynonym, showSynonym } from '#server/domain/catalogue/synonyms.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
await sell(db, { id: 'mug', name: 'Stoneware mug', basePrice: 12, stock: 5 });
await sell(db, { id: 'board', name: 'Oak board', basePrice: 30, stock: 5 });

beforeEach(async () => {
  await db.deleteFrom('search_synonym').execute();
});

describe('the seller’s synonyms', () => {
  test('the seller sets, changes and removes a synonym, and reads how many products it finds', async () => {
    const finds = ['mug', 'beaker'];
    expect(await setSynonym(db, '  Coffee   CUP ', ['Mug', ...finds])).toEqual({ word: 'coffee cup', finds });
    expect(await listSynonymsForSeller(db)).toEqual([{ word: 'coffee cup', finds, products: 1, unknown: ['beaker'] }]);
    await setSynonym(db, 'coffee cup', ['oak board', 'mug']);
    expect(await showSynonym(db, 'coffee cup')).toMatchObject({ finds: ['oak board', 'mug'], products: 2, unknown: [] });
    await setSynonym(db, 'beaker', ['mug']);
    expect((await listSynonymsForSeller(db)).map(({ word }) => word)).toEqual(['beaker', 'coffee cup']);
    expect(await removeSynonym(db, 'Coffee  cup')).toEqual({ word: 'coffee cup', finds: ['oak board', 'mug'] });
    expect(await listSynonyms(db)).toEqual([{ word: 'beaker', finds: ['mug'] }]);
  });

  test('each change of a synonym makes a new base of the catalogue, so that other processes and browsers notice', async () => {
    for (const change of [() => setSynonym(db, 'cup', ['mug']), () => setSynonym(db, 'cup', ['board']), () => removeSynonym(db, 'cup')]) {
      const before = (await catalogueVersions(db)).base;
      await change();
      expect((await catalogueVersions(db)).base).toBe(before + 1);
    }
  });

  test.each([
    ['gives no word', () => setSynonym(db, ' ', ['mug']), /^A word or phrase is one line of at most 60 characters/],
    ['gives two lines', () => setSynonym(db, 'cup', ['mug\u0000board']), /^A word or phrase is one line/],
    ['gives a long phrase', () => setSynonym(db, 'cup '.repeat(16), ['mug']), /^A word or phrase is one line/],
    ['gives a word that a search ignores', () => setSynonym(db, 'the', ['mug']), /which a search ignores/],
    ['gives no letters', () => setSynonym(db, 'cup', ['?!']), /which a search ignores/],
    ['gives nothing to find', () => setSynonym(db, 'cup', []), /^Name 1 to 20 words/],
    [
      'gives too much to find',
      () =>
        setSynonym(
          db,
          'cup',
          Array.from({ length: 21 }, (_, at) => `word${at}`),
        ),
      /^Name 1 to 20 words/,
    ],
    ['gives a plural as synonym', () => setSynonym(db, 'mug', ['Mugs']), /^A search for "mug" finds "mugs" already/],
    ['gives the plural of another synonym', () => setSynonym(db, 'glasses', ['mug']), /^There is a synonym glass already/],
    ['removes an unknown one', () => removeSynonym(db, 'cup'), 'There is no synonym cup (there is: glass).'],
  ])('a seller who %s is refused, and nothing changes', async (_, change, sentence) => {
    await setSynonym(db, 'glass', ['mug']);
    const before = [await catalogueVersions(db), await listSynonyms(db)];
    await expect(change()).rejects.toThrow(sentence);
    expect([await catalogueVersions(db), await listSynonyms(db)]).toEqual(before);
  });

  test('a seller with 200 synonyms can change one, but not add another', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({ word: `word${at}`, finds: '["mug"]' }));
    await db.insertInto('search_synonym').values(rows).execute();
    await expect(setSynonym(db, 'cup', ['mug'])).rejects.toMatchObject({ kind: 'conflict', message: /^There are 200 synonyms already/ });
    expect(await setSynonym(db, 'word7', ['board'])).toMatchObject({ word: 'word7', finds: ['board'] });
  });
});
