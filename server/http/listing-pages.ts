import { LRUCache } from 'lru-cache';
import { listedProducts } from '#catalogue/listed-product.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { type CatalogueSnapshot, isCurrent, maxPageAgeMs } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText, jsonType, maxByteLength } from '#server/http/encoded-body.ts';

const maxCachedPages = 200;
const maxCacheBytes = 16_000_000;

type PageRequest = { readonly query: ListingQuery; readonly isReseller: boolean };
type CachedPage = { readonly body: EncodedBody; readonly products: readonly Product[] };

const encodePage = async ({ catalogue }: CatalogueSnapshot, { query, isReseller }: PageRequest): Promise<CachedPage> => {
  if (query.searchText !== '') await catalogue.prepareSearch();
  const listing = catalogue.list(query, isReseller);
  const text = JSON.stringify(listing && { ...listing, items: listedProducts(listing.items) });
  return { body: await encodeText(text, jsonType), products: listing?.items ?? [] };
};

/** Returns one page of a listing with its facet counts, cached until one of its products is sold; `beforeEncoding` is called when it is not. */
export const createListingPages = () => {
  const pages = new LRUCache<string, CachedPage, PageRequest & { readonly snapshot: CatalogueSnapshot }>({
    max: maxCachedPages,
    maxSize: maxCacheBytes,
    sizeCalculation: ({ body }) => maxByteLength(body),
    ttl: maxPageAgeMs,
    fetchMethod: (_key, _stale, { context }) => encodePage(context.snapshot, context),
    // A page that is evicted before it is ready still answers its request.
    ignoreFetchAbort: true,
  });
  return async (snapshot: CatalogueSnapshot, request: PageRequest, beforeEncoding: () => Promise<void>): Promise<EncodedBody> => {
    const key = `${snapshot.base} ${writeListingQuery(request.query, request.isReseller)}`;
    const cached = pages.get(key);
    if (cached && isCurrent(cached.products, snapshot)) return cached.body;
    await beforeEncoding();
    return (await pages.forceFetch(key, { context: { ...request, snapshot }, forceRefresh: cached !== undefined })).body;
  };
};
