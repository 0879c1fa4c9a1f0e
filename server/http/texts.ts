import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { type Texts, withWords } from '#contract/words.ts';
import { type EncodedBody, encodeText, jsonType } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

const texts: z.ZodType<Texts> = z.record(
  z.string(),
  z.lazy(() => z.union([z.string(), texts])),
);

const maxCachedNamespaces = 200;

/** The English texts of the storefront, by namespace. */
export type ShopTexts = {
  /** As built. Throws for an unknown namespace. */
  readonly loadOriginal: (namespace: string) => Promise<Texts>;
  /** With the seller's words laid over them. */
  readonly loadNamespace: (namespace: string) => Promise<Texts>;
  /** The same as a body; undefined where the seller has no words of their own. */
  readonly readBody: (namespace: string) => Promise<EncodedBody | undefined>;
};

/** The namespaces of a build, sorted. */
export const namesOfTexts = (dist: string): string[] => {
  const folder = path.join(dist, 'locales', 'en');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'))
    .toSorted();
};

/** Reads the texts of a build; a failed read is not cached. */
export const createTexts = ({ dist, readShop }: Pick<Services, 'readShop'> & { readonly dist: string }): ShopTexts => {
  const originals = new LRUCache<string, Texts>({
    max: maxCachedNamespaces,
    fetchMethod: async (namespace) =>
      texts.parse(JSON.parse(await readFile(path.join(dist, 'locales', 'en', `${path.basename(namespace)}.json`), 'utf8'))),
  });
  const loadOriginal = (namespace: string): Promise<Texts> => originals.forceFetch(namespace);
  /** By version of the shop and namespace. */
  const own = new LRUCache<string, { readonly texts: Texts; readonly body: EncodedBody }>({ max: maxCachedNamespaces });
  const readOwn = async (namespace: string) => {
    const { number, words } = await readShop();
    const ofNamespace = words[namespace];
    if (ofNamespace === undefined) return undefined;
    const key = `${number} ${namespace}`;
    const cached = own.get(key);
    if (cached) return cached;
    const changed = withWords(await loadOriginal(namespace), ofNamespace);
    const made = { texts: changed, body: await encodeText(JSON.stringify(changed), jsonType) };
    own.set(key, made);
    return made;
  };
  return {
    loadOriginal,
    loadNamespace: async (namespace) => (await readOwn(namespace))?.texts ?? loadOriginal(namespace),
    readBody: async (namespace) => (await readOwn(namespace))?.body,
  };
};
