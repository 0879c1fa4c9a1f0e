import { routeAt, type Screen } from '#app/routes.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { facets, readPage } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant } from '#contract/resolve-variant.ts';
import { readVariant, type Variant } from '#contract/variant.ts';
import type { PostHead } from '#features/journal/post.ts';
import { findPost, posts } from '#features/journal/posts.ts';
import { type JournalPreset, journalPresets } from '#screens/content/journal-presets.ts';
import { type ShopPreset, shopPresets } from '#screens/shop/shop-presets.ts';
import { readShopUrl } from '#screens/shop/use-shop-listing.ts';
import { paths } from '#shared/paths.ts';

/** What a URL shows, for the document's head. */
export type Page = {
  readonly screenId: Screen['id'];
  readonly product?: Product | undefined;
  readonly post?: PostHead | undefined;
  /** The slug of the category that a list shows. */
  readonly category?: string | undefined;
  /** False for an unknown URL, product or post: the document gets status 404. */
  readonly isKnown: boolean;
  /** The variant that the URL names. */
  readonly chosen: Variant;
  /** The canonical path and query; undefined for noindex. */
  readonly canonical?: string | undefined;
};

/** noindex: search results, the pages of single orders, and the form of a review. */
const noindexParams = ['q', 'order', 'review'] as const;

/**
 * The canonical URL of a list and its only category. With other filters it is that of the whole category or the whole list. Undefined, which means
 * noindex, for several categories, and for a category without products.
 */
const shopPage = (preset: ShopPreset, query: URLSearchParams, pageParam: string | undefined, catalogue: CatalogueIndex) => {
  const { choice, page } = readShopUrl(preset, query, pageParam);
  const listing = catalogue.list({ ...choice, page, perPage: preset.perPage }, false);
  if (!listing) return { address: paths.shop };
  const [category, ...others] = listing.chosen.category;
  if (others.length > 0) return { address: undefined };
  // Page 2 of a filtered list shows other products than page 2 of the canonical one.
  const isFiltered = facets.some((facet) => facet !== 'category' && listing.chosen[facet].length > 0);
  const canonicalPage = isFiltered ? 1 : listing.page;
  if (category === undefined) return { address: paths.shopPage(canonicalPage) };
  return { address: listing.count === 0 && !isFiltered ? undefined : paths.shopCategory(category, canonicalPage), category };
};

const journalUrl = (preset: JournalPreset, query: URLSearchParams): string => {
  const page = Math.min(readPage(query.get('page')), Math.ceil(posts.length / preset.perPage));
  const isStandard = preset.path === paths.blog && !query.has('category') && !query.has('tag');
  return isStandard && page > 1 ? `${paths.blog}?page=${page}` : paths.blog;
};

const pageExists = (id: Screen['id'], product: Product | undefined, post: PostHead | undefined): boolean => {
  if (id === 'product') return product !== undefined;
  if (id === 'blogPost') return post !== undefined;
  return id !== 'notFound';
};

/**
 * Finds what a URL shows. The nine lists show the same products, and the six product screens the same product, so each has one canonical URL, whose
 * query contains at most a single category.
 */
export const pageAt = (pathname: string, query: URLSearchParams, catalogue: CatalogueIndex): Page => {
  const {
    route: { path: pattern, handle },
    params,
  } = routeAt(pathname);
  const { id, indexing } = handle;
  const product = id === 'product' ? catalogue.find(params.id ?? '') : undefined;
  const post = id === 'blogPost' ? findPost(query.get('post')) : undefined;
  const shopVariant = shopPresets.find(({ path }) => path === pattern);
  const list = shopVariant && shopPage(shopVariant, query, params.page, catalogue);
  const canonical = (): string | undefined => {
    if (product) return paths.product(product._id);
    if (post) return paths.post(post.slug);
    if (list) return list.address;
    const journalVariant = journalPresets.find(({ path }) => path === pattern);
    if (journalVariant) return journalUrl(journalVariant, query);
    return pattern;
  };
  const isKnown = pageExists(id, product, post);
  const isIndexed = isKnown && indexing === undefined && !noindexParams.some((name) => query.has(name));
  const chosen = product ? resolveVariant(product, readVariant(query)).variant : {};
  return { screenId: id, product, chosen, post, category: list?.category, isKnown, canonical: isIndexed ? canonical() : undefined };
};
