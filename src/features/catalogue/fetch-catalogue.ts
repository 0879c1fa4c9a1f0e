import * as z from 'zod/mini';
import { buildCatalogueIndex, type CatalogueFacts } from '#catalogue/catalogue-index.ts';
import { runYielding } from '#catalogue/chunked.ts';
import { productColumns, unpackProducts } from '#catalogue/lean-products.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { type CatalogueIndex, type Listing, listing } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import { type Product, product, productList } from '#contract/product.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { getJson, getTaggedJson } from '#shared/api/get-json.ts';
import type { ApiResult } from '#shared/api/read-answer.ts';

/** The complete list with its index; of a catalogue that is too large for one list, only the number of products. */
export type FetchedCatalogue = { readonly total: number; readonly etag: string | null } & (
  | {
      readonly products: readonly Product[];
      readonly index: CatalogueIndex;
      readonly hasDetails: boolean;
      readonly cursor?: string | undefined;
    }
  | { readonly products: null; readonly index: null; readonly hasDetails: false; readonly cursor?: undefined }
);

/** For parsing and indexing on the main thread, before they yield. */
const maxBlockMs = 8;

/** A pause for `runYielding` that lets the event loop run once the time is used up. */
const yieldToMain = () => {
  let start = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - start < maxBlockMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
};

type Indexed = Exclude<FetchedCatalogue, { readonly index: null }>;

const withIndex = async (
  products: readonly Product[],
  { hasDetails, etag, cursor, ...facts }: Pick<Indexed, 'hasDetails' | 'etag' | 'cursor'> & CatalogueFacts,
) => {
  // Frozen shallowly, because Immer would otherwise freeze every field of every product.
  Object.freeze(products);
  const index = await runYielding(buildCatalogueIndex(products, facts), yieldToMain());
  return { products, index, hasDetails, cursor, total: products.length, etag };
};

/** This shop's API answers with columns, any other with a plain list of products. */
const fullList = z.union([productColumns, productList]);

const listPath = `${endpoints.products.path}?form=columns`;

/** `indexed` with the stock that sales have changed since; undefined for an answer that is the whole list. */
const withChanges = (indexed: Omit<Indexed, 'products'>, data: z.output<typeof fullList>): Indexed | undefined => {
  if (Array.isArray(data) || !data.changes) return undefined;
  const { index, products } = indexed.index.withStock(data.changes);
  return { ...indexed, index, products, cursor: data.cursor };
};

/** A list that was prepared before the latest sales, with the current stock; as it is if that cannot be loaded. */
const withCurrentStock = async (indexed: Indexed, currentCursor: string | null): Promise<Indexed> => {
  if (indexed.cursor === undefined || indexed.cursor === currentCursor) return indexed;
  const answer = await getJson(`${listPath}&since=${indexed.cursor}`, fullList);
  return ('data' in answer && withChanges(indexed, answer.data)) || indexed;
};

/** The part of the slice's state that a new request depends on. */
type Held = {
  readonly etag: string | null;
  readonly coverage:
    | { readonly kind: 'none' | 'paged' }
    | ({ readonly kind: 'complete' } & Pick<Indexed, 'index' | 'hasDetails' | 'cursor'>);
};

/** The catalogue; 'unchanged' if it is still what this browser holds. After sales, only their stock is loaded. */
export const fetchCatalogue = async ({
  coverage,
  etag: heldEtag,
}: Held): Promise<FetchedCatalogue | 'unchanged' | { readonly error: ApiError }> => {
  const held = coverage.kind === 'complete' && coverage.cursor !== undefined ? coverage : undefined;
  const answer = held
    ? await getTaggedJson(`${listPath}&since=${held.cursor}`, fullList, null)
    : await getTaggedJson(listPath, fullList, heldEtag);
  if (answer === 'unchanged' || 'error' in answer) return answer;
  const { data, etag } = answer;
  if (Array.isArray(data)) return withIndex(data, { hasDetails: true, etag });
  if (held && data.changes) {
    const { index, hasDetails } = held;
    const { total } = index;
    if (data.changes.length === 0) return 'unchanged';
    return withChanges({ index, hasDetails, total, etag: heldEtag }, data) ?? 'unchanged';
  }
  const { columns, cursor, categories, synonyms } = data;
  if (!columns) return { products: null, index: null, hasDetails: false, total: data.total, etag };
  const products = await runYielding(unpackProducts(columns), yieldToMain());
  return withCurrentStock(await withIndex(products, { hasDetails: false, etag, cursor, categories, synonyms }), answer.cursor);
};

/** One page. An API without pages answers with its whole list, which is 'unreadable' here. */
export const fetchListing = (query: ListingQuery, isReseller: boolean): Promise<ApiResult<Listing>> =>
  getJson(`${endpoints.products.path}?${writeListingQuery(query, isReseller)}`, listing);

/** One product with every field. */
export const fetchProduct = (productId: string): Promise<ApiResult<Product>> =>
  getJson(endpointPath(endpoints.product.path, { productId }), product);

/** Per request: the API looks up no more ids, and servers refuse much longer URLs. */
const maxIds = 100;
const maxQueryLength = 1500;

/** Query strings that ask for all ids, within the limits of a request. */
const idQueries = (ids: readonly string[]): string[] => {
  const parts: string[][] = [];
  const queryOf = (part: readonly string[]): string => new URLSearchParams({ ids: part.join(',') }).toString();
  for (const id of ids) {
    const last = parts.at(-1);
    if (last && last.length < maxIds && queryOf([...last, id]).length <= maxQueryLength) last.push(id);
    else parts.push([id]);
  }
  return parts.map(queryOf);
};

/** Some products by their ids, as lists carry them; unknown ids are left out. */
export const fetchProductsById = async (ids: readonly string[]): Promise<ApiResult<readonly Product[]>> => {
  const answers = await Promise.all(idQueries(ids).map((query) => getJson(`${endpoints.products.path}?${query}`, productList)));
  const data: Product[] = [];
  for (const answer of answers) {
    if ('error' in answer) return answer;
    data.push(...answer.data);
  }
  return { data };
};
