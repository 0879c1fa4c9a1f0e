import { useTranslation } from 'react-i18next';
import { facets } from '#contract/listing-query.ts';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { useFacetLabels } from './use-facet-labels.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** Facets whose value becomes the heading if it is the only filter; a category does so with other filters as well. */
const namingFacets = ['tag', 'sale', 'new'] as const;

/** The heading of a list and the sentence below it: of its search, its only category, or the only tag, sale or new filter. */
export const useShopHeading = ({ choice: { searchText, chosen }, listing, isBusy }: ShopListing) => {
  const { t, i18n } = useTranslation('shop');
  const nameOf = useFacetLabels();
  const { data: categories = [] } = useCategories();
  const sentence = (value: string) => (i18n.exists(`shop:sentences.${value}`) ? t(`sentences.${value as 'gift'}`) : t('intro'));
  if (searchText !== '') {
    const count = isBusy ? undefined : listing?.count;
    return { heading: t(count === undefined ? 'results' : 'resultsFound', { count, searchText }), intro: '' };
  }
  const [category, ...others] = chosen.category;
  if (category !== undefined && others.length === 0) {
    const description = categories.find(({ slug }) => slug === category)?.description;
    return { heading: nameOf('category', category), intro: description || t('intro') };
  }
  const isOnlyFilter = facets.reduce((count, facet) => count + chosen[facet].length, 0) === 1;
  const facet = isOnlyFilter && namingFacets.find((each) => chosen[each].length > 0);
  const value = facet && chosen[facet][0];
  if (facet && value) return { heading: nameOf(facet, value), intro: sentence(facet === 'tag' ? value : facet) };
  return { heading: t('heading'), intro: t('intro') };
};
