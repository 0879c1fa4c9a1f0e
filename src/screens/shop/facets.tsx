import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import type { facets } from '#contract/listing-query.ts';
import { facetFields } from '#contract/product-fields.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { FacetGroup, FacetValue } from './facet-group.tsx';
import { orderValues } from './facet-order.ts';
import { useFacetLabels } from './use-facet-labels.ts';
import type { FilterActions } from './use-filter-actions.ts';
import type { ShopListing } from './use-shop-listing.ts';

/** The hex value of each colour in the list, from the loaded products; colours without a swatch are left out. */
const useSwatches = ({ items }: Listing): ReadonlyMap<string, string> => {
  const products = useSelector(selectProducts);
  return useMemo(() => {
    // The complete list last, so that swatches do not depend on the page.
    const colours = [...items, ...products].flatMap(({ variation }) => variation.filter(({ hex }) => hex !== ''));
    return new Map(colours.map(({ color, hex }) => [color, hex]));
  }, [products, items]);
};

/** Facets with a single value: plain checkboxes. */
const flagFacets = ['sale', 'new'] as const;
const groupFacets = ['category', 'price', 'colour', 'size', ...facetFields, 'tag', 'rating', 'availability'] as const;

const initiallyOpen: readonly string[] = ['category', 'price'];

type FacetsProps = {
  readonly shown: ShopListing;
  readonly listing: Listing;
  readonly toggle: FilterActions['toggle'];
  /** All groups start open, as in the panel, which has the space. */
  readonly isOpen?: boolean;
};

/** All filters of the list. Before hydration and without JavaScript, it is a GET form for the same URL. */
export const Facets = ({ shown, listing, toggle, isOpen = false }: FacetsProps) => {
  const { t, i18n } = useTranslation('shop');
  const nameOf = useFacetLabels();
  const swatches = useSwatches(listing);
  const { data: categories = [] } = useCategories();
  const slugs = categories.map(({ slug }) => slug);
  const { choice, plainUrl } = shown;
  const [path, query] = plainUrl.split('?');
  const hiddenFields = [...new URLSearchParams(query)].concat(choice.searchText === '' ? [] : [['q', choice.searchText]]);
  // A group that the other filters leave without products is no help.
  const isOffered = (facet: (typeof facets)[number]) =>
    choice.chosen[facet].length > 0 || listing.counts[facet].some(({ count }) => count > 0);
  return (
    <form className="facets" action={path} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      {hiddenFields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="facet-singles">
        <legend className="visually-hidden">{t('facets.names.offers')}</legend>
        {flagFacets.map((facet) =>
          listing.counts[facet].map(({ value, count }) => (
            <FacetValue
              key={facet}
              facet={facet}
              value={value}
              name={nameOf(facet, value)}
              count={count}
              t={t}
              language={i18n.language}
              isChosen={choice.chosen[facet].includes(value)}
              onToggle={toggle}
            />
          )),
        )}
      </fieldset>
      {groupFacets.filter(isOffered).map((facet) => (
        <FacetGroup
          key={facet}
          facet={facet}
          values={orderValues(facet, listing.counts[facet], slugs)}
          chosen={choice.chosen[facet]}
          nameOf={(value) => nameOf(facet, value)}
          onToggle={toggle}
          swatches={facet === 'colour' ? swatches : undefined}
          isOpen={isOpen || initiallyOpen.includes(facet)}
        />
      ))}
      <noscript>
        <button type="submit" className="btn btn-primary">
          {t('filter.apply')}
        </button>
      </noscript>
    </form>
  );
};
