import type { DeskWords, WordChange } from '#contract/desk/shop.ts';
import { fold } from '#contract/fold.ts';
import type { ShopData } from '#contract/shop.ts';
import { flatTexts, strayParts, type Texts } from '#contract/words.ts';
import type { Database } from '#server/db/schema.ts';
import { Invalid, NotFound } from '#server/domain/failure.ts';
import { type ActingOnShop, changeShop, readShopForChange } from '#server/domain/shop/shop-versions.ts';

/** The texts that shoppers read, by namespace; `load` gives those of the build. */
export type Originals = { readonly namespaces: readonly string[]; readonly load: (namespace: string) => Promise<Texts> };

const maxListed = 40;

const readOriginals = async ({ namespaces, load }: Originals): Promise<[namespace: string, texts: Map<string, string>][]> =>
  Promise.all(namespaces.map(async (namespace) => [namespace, new Map(flatTexts(await load(namespace)))] as [string, Map<string, string>]));

/**
 * The texts that have these words in the original or in the seller's own, those of one namespace, or all that the seller has changed; at most
 * `maxListed`, and how many there are.
 */
export const listWords = async (
  db: Database,
  originals: Originals,
  { q = '', page = '', isChanged }: { readonly q?: string | undefined; readonly page?: string | undefined; readonly isChanged: boolean },
): Promise<DeskWords> => {
  const { data, version } = await readShopForChange(db);
  const wanted = fold(q.trim());
  const all = await readOriginals(originals);
  const found = all
    .filter(([namespace]) => page === '' || namespace === page)
    .flatMap(([namespace, texts]) =>
      [...texts].map(([key, original]) => ({ namespace, key, original, text: data.words[namespace]?.[key] ?? null })),
    )
    .filter(({ original, text }) => (!isChanged || text !== null) && fold(`${original} ${text ?? ''}`).includes(wanted));
  const unused = Object.entries(data.words).flatMap(([namespace, words]) => {
    const texts = all.find(([name]) => name === namespace)?.[1];
    return Object.entries(words).flatMap(([key, text]) => (texts?.has(key) ? [] : [{ namespace, key, text }]));
  });
  return { version, pages: [...originals.namespaces], items: found.slice(0, maxListed), total: found.length, unused };
};

const list = new Intl.ListFormat('en-GB');

const refuseStray = (original: string, text: string): void => {
  const { missing, unknown } = strayParts(original, text);
  const sentences = [
    ...(missing.length > 0 ? [`Keep ${list.format(missing)}: the shop puts something in there.`] : []),
    ...(unknown.length > 0 ? [`The shop does not know ${list.format(unknown)} here.`] : []),
  ];
  if (sentences.length > 0) throw new Invalid(sentences.join(' '), { text: sentences.join(' ') });
};

const withWord = (
  words: ShopData['words'],
  { namespace, key, text }: Pick<WordChange, 'namespace' | 'key' | 'text'>,
): ShopData['words'] => {
  const { [key]: _, ...others } = words[namespace] ?? {};
  const { [namespace]: __, ...rest } = words;
  const own = text === null ? others : { ...others, [key]: text };
  return Object.keys(own).length === 0 ? rest : { ...rest, [namespace]: own };
};

/**
 * Puts a text of the seller in place of an original, or with `null` the original back. Throws `NotFound` for a text that the shop does not have, and
 * `Invalid` for one that lacks a placeholder or a tag of the original.
 */
export const changeWord = async (db: Database, originals: Originals, change: WordChange, acting: ActingOnShop): Promise<void> => {
  const { namespace, key, text } = change;
  if (text !== null) {
    const original = originals.namespaces.includes(namespace) ? new Map(flatTexts(await originals.load(namespace))).get(key) : undefined;
    if (original === undefined) throw new NotFound('The shop has no such text any more.');
    refuseStray(original, text);
  }
  await changeShop(db, (data) => ({ ...data, words: withWord(data.words, change) }), acting);
};
