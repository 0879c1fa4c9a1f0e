import { beforeEach, describe, expect, test } from 'vitest';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion, readPublished } from '#server/domain/shop/shop-versions.ts';
import { changeWord, listWords } from '#server/domain/shop/words.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { minutesLater } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const now = minutesLater(1);
const built: Readonly<Record<string, Record<string, string>>> = {
  home: { heading: 'Made by hand in Hay-on-Wye', lead: 'Spoons, {{count}} of them' },
  cart: { heading: 'Your cart' },
};
const originals = { namespaces: Object.keys(built), load: async (namespace: string) => built[namespace] ?? {} };

beforeEach(async () => {
  await db.deleteFrom('shop_version').execute();
  await addFirstVersion(db, { ...sampleShop, words: { home: { former: 'An old sentence' }, gone: { title: 'A page that was' } } }, now);
});

const change = (key: string, text: string | null, { namespace = 'home', seen = 1 } = {}) =>
  changeWord(db, originals, { version: seen, namespace, key, text }, { seen, now });
const find = (asked: { readonly q?: string; readonly page?: string; readonly isChanged?: boolean }) =>
  listWords(db, originals, { isChanged: false, ...asked });

describe('all words', () => {
  test('a text is found by what it says, in the original and in the seller’s words, whatever its accents and capitals', async () => {
    expect((await find({ q: 'HAY-ON' })).items).toEqual([
      { namespace: 'home', key: 'heading', original: 'Made by hand in Hay-on-Wye', text: null },
    ]);
    await change('heading', 'Made in Łódź');
    expect((await find({ q: 'lodz' })).items).toMatchObject([{ key: 'heading', text: 'Made in Łódź' }]);
    expect((await find({ isChanged: true })).items).toHaveLength(1);
    expect((await find({ page: 'cart' })).items).toMatchObject([{ namespace: 'cart' }]);
  });

  test('a word is stored beside those of the same page, and null puts the original back', async () => {
    await change('heading', 'Wren & Clay');
    await change('lead', 'Bowls, {{count}} of them', { seen: 2 });
    expect((await readPublished(db)).data.words.home).toEqual({
      former: 'An old sentence',
      heading: 'Wren & Clay',
      lead: 'Bowls, {{count}} of them',
    });
    await change('heading', null, { seen: 3 });
    expect((await readPublished(db)).data.words.home).toEqual({ former: 'An old sentence', lead: 'Bowls, {{count}} of them' });
  });

  test('the last word of a page that is taken back leaves nothing of it', async () => {
    await change('title', null, { namespace: 'gone' });
    expect((await readPublished(db)).data.words).toEqual({ home: { former: 'An old sentence' } });
  });

  test('a word without a placeholder of the original is refused, and so is one with a tag that the shop does not know', async () => {
    await expect(change('lead', 'Bowls')).rejects.toMatchObject({ errors: { text: 'Keep {{count}}: the shop puts something in there.' } });
    await expect(change('heading', 'A <script>')).rejects.toMatchObject({ errors: { text: 'The shop does not know <script> here.' } });
    expect((await readPublished(db)).number).toBe(1);
  });

  test.each([
    ['heading', 'nothing'],
    ['nothing', 'home'],
    ['toString', 'home'],
    ['heading', '../../package'],
  ])('a word for %s of %s, which the shop does not have, is refused', async (key, namespace) => {
    await expect(change(key, 'x', { namespace })).rejects.toThrow('The shop has no such text any more.');
  });

  test('words whose originals are gone are kept, and listed', async () => {
    expect((await find({})).unused).toEqual([
      { namespace: 'home', key: 'former', text: 'An old sentence' },
      { namespace: 'gone', key: 'title', text: 'A page that was' },
    ]);
  });
});
