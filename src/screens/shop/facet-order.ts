import type { FacetCount } from '#contract/listing.ts';
import { type Facet, sortNameOf } from '#contract/listing-query.ts';

/** Named sizes from small to large; they come before measured ones. */
const namedSizes = ['one size', 'xxs', 'xs', 'extra small', 's', 'small', 'm', 'medium', 'l', 'large', 'xl', 'extra large', 'xxl', 'xxxl'];

const rankOf = (size: string): number => {
  const rank = namedSizes.indexOf(size.toLowerCase());
  return rank < 0 ? namedSizes.length : rank;
};

/** Longer numbers than this are not sorted by their value. */
const maxDigits = 12;

/** By name, and numbers in it by their value: the same in every runtime, as an Intl.Collator is not. */
const compareValues = (one: string, other: string): number => {
  const [first = '', second = ''] = [one, other].map((value) =>
    sortNameOf(value).replaceAll(/\d+/g, (digits) => digits.padStart(maxDigits, '0')),
  );
  return first < second ? -1 : first > second ? 1 : 0;
};

/**
 * Sorts the values of a facet: categories in the shop's order (`categories`: their slugs; unknown ones last), sizes from small to large,
 * ratings best first, prices and flags as they are, all others by name.
 */
export const orderValues = (facet: Facet, counts: readonly FacetCount[], categories: readonly string[]): readonly FacetCount[] => {
  const rankOfCategory = (slug: string): number => {
    const index = categories.indexOf(slug);
    return index < 0 ? categories.length : index;
  };
  switch (facet) {
    case 'category':
      return [...counts].sort((one, other) => rankOfCategory(one.value) - rankOfCategory(other.value));
    case 'size':
      return [...counts].sort((one, other) => rankOf(one.value) - rankOf(other.value) || compareValues(one.value, other.value));
    case 'rating':
      return [...counts].sort((one, other) => Number(other.value) - Number(one.value));
    case 'price':
    case 'availability':
    case 'sale':
    case 'new':
      return counts;
    default:
      return [...counts].sort((one, other) => compareValues(one.value, other.value));
  }
};
