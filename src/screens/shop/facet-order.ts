import type { FacetCount } from '#contract/listing.ts';
import type { Facet } from '#contract/listing-query.ts';

/** Sizes that are named stand by what they mean, before those that are measured. */
const namedSizes = ['one size', 'xxs', 'xs', 'extra small', 's', 'small', 'm', 'medium', 'l', 'large', 'xl', 'extra large', 'xxl', 'xxxl'];

const rankOf = (size: string): number => {
  const rank = namedSizes.indexOf(size.toLowerCase());
  return rank < 0 ? namedSizes.length : rank;
};

const natural = new Intl.Collator('en-GB', { numeric: true });

/**
 * The values of a facet in the order they are offered in: categories as the shop orders them (`categories`, their slugs; unknown
 * ones last), sizes from small to large, prices and availability as they come, all others by name.
 */
export const orderValues = (facet: Facet, counts: readonly FacetCount[], categories: readonly string[]): readonly FacetCount[] => {
  const placeOf = (slug: string): number => {
    const place = categories.indexOf(slug);
    return place < 0 ? categories.length : place;
  };
  switch (facet) {
    case 'category':
      return counts.toSorted((one, other) => placeOf(one.value) - placeOf(other.value));
    case 'size':
      return counts.toSorted((one, other) => rankOf(one.value) - rankOf(other.value) || natural.compare(one.value, other.value));
    case 'price':
    case 'availability':
    case 'sale':
    case 'new':
      return counts;
    default:
      return counts.toSorted((one, other) => natural.compare(one.value, other.value));
  }
};
