import { matchRow } from '#app/match-row.ts';
import type { RouteRow } from '#app/route-table.ts';
import type { CatalogueIndex } from '#contract/listing.ts';
import { facets, readPage } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import type { PostHead } from '#features/journal/post.ts';
import { findPost, posts } from '#features/journal/posts.ts';
import { readPlace } from '#screens/shop/shop-address.ts';
import { paths } from '#shared/paths.ts';
import { indexing } from './indexing.ts';

/** What an address is about, as far as those who do not see it need to know. */
export type Page = {
  readonly row: RouteRow;
  readonly product?: Product | undefined;
  readonly post?: PostHead | undefined;
  /** False for an address, a product or a post that there is not. */
  readonly isKnown: boolean;
  /** The one address for what stands here, where search engines should show it: path and query. */
  readonly canonical?: string | undefined;
};

/** Whoever searches, or carries the id of an order, is alone with that address. */
const ownQueries = ['q', 'order'] as const;

const shopAddress = (
  row: RouteRow & { readonly screen: 'shop' },
  query: URLSearchParams,
  page: string | undefined,
  catalogue: CatalogueIndex,
) => {
  const { variant } = row;
  const place = readPlace(variant, query, page);
  const listing = catalogue.list({ ...place.choice, page: place.page, perPage: variant.perPage }, false);
  // The pages of a narrower list are other pages.
  const isWhole = listing !== undefined && facets.every((facet) => listing.chosen[facet].length === 0);
  return isWhole && listing.page > 1 ? `${paths.shop}/${listing.page}` : paths.shop;
};

const journalAddress = ({ variant }: RouteRow & { readonly screen: 'journal' }, query: URLSearchParams): string => {
  const page = Math.min(readPage(query.get('page')), Math.ceil(posts.length / variant.perPage));
  const isStandard = variant.path === paths.blog && !query.has('category') && !query.has('tag');
  return isStandard && page > 1 ? `${paths.blog}?page=${page}` : paths.blog;
};

/**
 * What stands at an address. The nine lists show the same goods and the six product screens the same product, so each has one
 * canonical address; a choice among the goods and their order do not count.
 */
export const pageAt = (pathname: string, query: URLSearchParams, catalogue: CatalogueIndex): Page => {
  const { row, values } = matchRow(pathname);
  const product = row.screen === 'product' ? catalogue.find(values.id ?? '') : undefined;
  const post = row.screen === 'post' ? findPost(query.get('post')) : undefined;
  const isKnown =
    row.screen !== 'notFound' && (row.screen !== 'product' || product !== undefined) && (row.screen !== 'post' || post !== undefined);
  const canonical = (): string => {
    if (product) return paths.product(product._id);
    if (post) return paths.post(post.slug);
    if (row.screen === 'shop') return shopAddress(row, query, values.page, catalogue);
    if (row.screen === 'journal') return journalAddress(row, query);
    return row.path;
  };
  const isShown = isKnown && indexing[row.title] === 'shown' && !ownQueries.some((name) => query.has(name));
  return { row, product, post, isKnown, canonical: isShown ? canonical() : undefined };
};
