import { useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { useShopper } from '#features/account/use-shopper.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { chosenProducts, type ListingChoice, pageOf, sortings, sortProducts } from '#features/catalogue/listing.ts';
import type { ShopVariant } from './shop-variants.ts';

/** What an address asks for; anything it cannot mean is as if it were not there. */
const readChoice = (query: URLSearchParams): ListingChoice => {
  const asked = query.get('sort');
  return {
    words: (query.get('q') ?? '').slice(0, 200).trim(),
    category: query.get('category') ?? '',
    tag: query.get('tag') ?? '',
    sorting: sortings.find((sorting) => sorting === asked) ?? 'featured',
  };
};

/** The address of a list: only what differs from the plain shop stands in it. */
const addressOf = (variant: ShopVariant, choice: ListingChoice, page: number): string => {
  const isPageInPath = variant.path.includes('/:page?');
  const query = new URLSearchParams();
  if (choice.words) query.set('q', choice.words);
  if (choice.category) query.set('category', choice.category);
  if (choice.tag) query.set('tag', choice.tag);
  if (choice.sorting !== 'featured') query.set('sort', choice.sorting);
  if (!isPageInPath && page > 1) query.set('page', String(page));
  const path = variant.path.replace('/:page?', '') + (isPageInPath && page > 1 ? `/${page}` : '');
  return query.size > 0 ? `${path}?${query}` : path;
};

/** One page of the goods that the address asks for, and the addresses of its neighbours. A changed choice starts at page 1. */
export const useShopListing = (variant: ShopVariant) => {
  const [query] = useSearchParams();
  const { page: pageInPath } = useParams();
  const { isReseller } = useShopper();
  const products = useSelector(selectProducts);
  const choice = readChoice(query);
  const found = sortProducts(chosenProducts(products, choice), choice.sorting, isReseller);
  const page = pageOf(found, Number(pageInPath ?? query.get('page') ?? 1), variant.perPage);
  return {
    choice,
    count: found.length,
    ...page,
    addressOfPage: (wanted: number) => addressOf(variant, choice, wanted),
    addressWith: (change: Partial<ListingChoice>) => addressOf(variant, { ...choice, ...change }, 1),
  };
};
