import * as z from 'zod/mini';
import { buildCatalogueIndex } from '#catalogue/catalogue-index.ts';
import { runYielding } from '#catalogue/chunked.ts';
import { productColumns, unpackProducts } from '#catalogue/lean-products.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { type Listing, listing } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import { type Product, product, productList } from '#contract/product.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { getJson } from '#shared/api/get-json.ts';
import { setIndex } from './open-catalogues.ts';

/** The whole list, opened; or, of a catalogue too large for one list, only how many products there are. */
export type FetchedCatalogue = { readonly products: readonly Product[] | null; readonly total: number; readonly tag: string | null };

/** So many milliseconds of reading, then the page has its turn. */
const stint = 8;

/** Rests between the steps of a long reading, but not more often than the page can tell. */
const takeTurns = () => {
  let start = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - start < stint) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
};

const open = async (products: readonly Product[], tag: string | null): Promise<FetchedCatalogue> => {
  // Frozen here, at the surface: the store would otherwise freeze every field of every product.
  Object.freeze(products);
  setIndex(products, await runYielding(buildCatalogueIndex(products), takeTurns()));
  return { products, total: products.length, tag };
};

/** An API of ours answers by columns, any other with its list of products. */
const wholeList = z.union([productColumns, productList]);

/** The catalogue as this browser is to hold it (contract, endpoints); 'unchanged' when its tag is the known one. */
export const fetchCatalogue = async (knownTag: string | null): Promise<FetchedCatalogue | 'unchanged' | { readonly error: ApiError }> => {
  const answer = await getJson(`${endpoints.products.path}?form=columns`, wholeList, knownTag);
  if (answer === 'unchanged' || 'error' in answer) return answer;
  const { data, tag } = answer;
  if (Array.isArray(data)) return open(data, tag);
  return data.columns
    ? open(await runYielding(unpackProducts(data.columns), takeTurns()), tag)
    : { products: null, total: data.total, tag };
};

/** One page of a catalogue that this browser does not hold. An API without pages answers with all it has, which is no page. */
export const fetchListing = async (query: ListingQuery, isReseller: boolean): Promise<{ data: Listing } | { error: ApiError }> => {
  const answer = await getJson(`${endpoints.products.path}?${writeListingQuery(query, isReseller)}`, listing);
  return answer === 'unchanged' ? { error: { status: 'unreadable' } } : answer;
};

/** One product with every field. */
export const fetchProduct = async (productId: string): Promise<{ data: Product } | { error: ApiError }> => {
  const answer = await getJson(endpointPath(endpoints.product.path, { productId }), product);
  return answer === 'unchanged' ? { error: { status: 'unreadable' } } : answer;
};

/** The API looks up so many ids at once, and refuses an address that is much longer than this. */
const [mostIds, longestQuery] = [100, 1500];

/** Ids in queries that the API answers whole. */
const idQueries = (ids: readonly string[]): string[] => {
  const parts: string[][] = [];
  const queryOf = (part: readonly string[]): string => new URLSearchParams({ ids: part.join(',') }).toString();
  for (const id of ids) {
    const last = parts.at(-1);
    if (last && last.length < mostIds && queryOf([...last, id]).length <= longestQuery) last.push(id);
    else parts.push([id]);
  }
  return parts.map(queryOf);
};

/** Some products of a catalogue that this browser does not hold. */
export const fetchSome = async (ids: readonly string[]): Promise<{ data: readonly Product[] } | { error: ApiError }> => {
  const answers = await Promise.all(idQueries(ids).map((query) => getJson(`${endpoints.products.path}?${query}`, productList)));
  const data: Product[] = [];
  for (const answer of answers) {
    if (answer === 'unchanged') return { error: { status: 'unreadable' } };
    if ('error' in answer) return answer;
    data.push(...answer.data);
  }
  return { data };
};
