import { buildSearch, productTermsOf, searchTermsOf } from '#catalogue/search.ts';
import type { DeskSynonyms, SynonymChange } from '#contract/desk/catalogue.ts';
import type { Synonym } from '#contract/listing.ts';
import { isOneLine } from '#contract/text-line.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, listProducts, listSynonyms } from '#server/domain/catalogue/catalogue.ts';
import { type ActingOnList, noteListChange, versionOfList } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';

/** A synonym for the seller: `products` counts what a search for it finds, `unknown` lists words that no product has. */
export type SynonymView = Synonym & { readonly products: number; readonly unknown: readonly string[] };

const maxLength = 60;
const maxFinds = 20;
/** Every browser that holds the list loads all of them. */
const maxSynonyms = 200;

/** A word or phrase as it is stored. Throws `Invalid` for one that a search would ignore. */
const readWord = (text: string): string => {
  const word = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (!isOneLine(word, maxLength)) throw new Invalid(`A word or phrase is one line of at most ${maxLength} characters.`);
  if (searchTermsOf(word).length === 0)
    throw new Invalid(`"${word}" has no letters or digits, or only words such as "the", which a search ignores.`);
  return word;
};

const isSame = (one: string, other: string): boolean => searchTermsOf(one).join(' ') === searchTermsOf(other).join(' ');

/** The synonyms with what a search finds at the moment. */
export const listSynonymsForSeller = async (db: Database): Promise<SynonymView[]> => {
  const synonyms = await listSynonyms(db);
  if (synonyms.length === 0) return [];
  const products = await listProducts(db);
  const search = await buildSearch(products, synonyms);
  const known = products.map((product) => new Set(productTermsOf(product)));
  const isKnown = (terms: readonly string[]): boolean => known.some((words) => terms.every((term) => words.has(term)));
  return synonyms.map(({ word, finds }) => ({
    word,
    finds,
    products: search(word)?.length ?? 0,
    unknown: finds.filter((found) => !isKnown(searchTermsOf(found))),
  }));
};

/** The synonyms with the version that a change of them needs. */
export const listDeskSynonyms = async (db: Database): Promise<DeskSynonyms> => {
  const items = (await listSynonymsForSeller(db)).map((view) => ({ ...view, finds: [...view.finds], unknown: [...view.unknown] }));
  return { items, version: versionOfList(await listSynonyms(db)) };
};

const noteChange = async (transaction: Database, call: string, acting: ActingOnList | undefined): Promise<void> => {
  if (acting) await noteListChange(transaction, acting, await listSynonyms(transaction), { call, subject: 'synonyms' });
};

/** A change at the desk: sets a synonym, or removes one that is to find nothing. Throws `Conflict` for another version of the list. */
export const changeSynonyms = (
  db: Database,
  { word, finds }: Pick<SynonymChange, 'word' | 'finds'>,
  acting: ActingOnList,
): Promise<Synonym> => (finds.length === 0 ? removeSynonym(db, word, acting) : setSynonym(db, word, finds, acting));

/** One synonym with what a search finds at the moment. Throws `NotFound`. */
export const showSynonym = async (db: Database, word: string): Promise<SynonymView> => {
  const view = (await listSynonymsForSeller(db)).find((synonym) => synonym.word === word);
  if (!view) throw new NotFound(`There is no synonym ${word}.`);
  return view;
};

/**
 * Makes a search for a word find goods with one of `finds` as well; replaces what the word found before. Throws `Invalid` for unusable words,
 * `Conflict` when there are too many synonyms.
 */
export const setSynonym = (db: Database, text: string, texts: readonly string[], acting?: ActingOnList): Promise<Synonym> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    await noteChange(transaction, 'setSynonym', acting);
    const word = readWord(text);
    const finds = [...new Set(texts.map(readWord))];
    if (finds.length === 0 || finds.length > maxFinds) throw new Invalid(`Name 1 to ${maxFinds} words that "${word}" finds.`);
    const same = finds.find((found) => isSame(found, word));
    if (same !== undefined)
      throw new Invalid(`A search for "${word}" finds "${same}" already: upper case, accents and plurals do not matter.`);
    const others = (await listSynonyms(transaction)).filter((synonym) => synonym.word !== word);
    const equal = others.find((synonym) => isSame(synonym.word, word));
    if (equal) throw new Conflict(`There is a synonym ${equal.word} already, which is the same to a search.`);
    if (others.length >= maxSynonyms) throw new Conflict(`There are ${maxSynonyms} synonyms already. Remove one first.`);
    const row = { finds: JSON.stringify(finds) };
    await transaction
      .insertInto('search_synonym')
      .values({ word, ...row })
      .onConflict((conflict) => conflict.column('word').doUpdateSet(row))
      .execute();
    return { word, finds };
  });

/** Removes a synonym. Throws `NotFound`. */
export const removeSynonym = (db: Database, text: string, acting?: ActingOnList): Promise<Synonym> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    await noteChange(transaction, 'removeSynonym', acting);
    const synonyms = await listSynonyms(transaction);
    const word = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    const found = synonyms.find((synonym) => synonym.word === word);
    if (!found)
      throw new NotFound(
        `There is no synonym ${word}${synonyms.length === 0 ? '' : ` (there is: ${synonyms.map((one) => one.word).join(', ')})`}.`,
      );
    await transaction.deleteFrom('search_synonym').where('word', '=', word).execute();
    return found;
  });
