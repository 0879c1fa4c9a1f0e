import { fold } from '#contract/fold.ts';
import type { FacetCount } from '#contract/listing.ts';
import type { Facet } from '#contract/listing-query.ts';

/** Named sizes from small to large; they come before measured ones. */
const namedSizes = ['one size', 'xxs', 'xs', 'extra small', 's', 'small', 'm', 'medium', 'l', 'large', 'xl', 'extra large', 'xxl', 'xxxl'];

/** Its place in an order; unknown ones come last. */
const rankIn = (order: readonly string[], value: string): number => {
  const rank = order.indexOf(value);
  return rank < 0 ? order.length : rank;
};

const sizeRank = ({ value }: FacetCount): number => rankIn(namedSizes, value.toLowerCase());

/** Longer numbers than this are not sorted by their value. */
const maxDigits = 12;

/** By name, and numbers in it by their value: the same in every runtime, as an Intl.Collator is not. */
const compareValues = (one: string, other: string): number => {
  const [first = '', second = ''] = [one, other].map((value) =>
    fold(value).replaceAll(/\d+/g, (digits) => digits.padStart(maxDigits, '0')),
  );
  return first < second ? -1 : first > second ? 1 : 0;
};

/**
 * Sorts the values of a facet: categories in the shop's order (`categories`: their slugs; unknown ones last), sizes from small to large,
 * ratings best first, prices and flags as they are, all others by name.
 */
export const orderValues = (facet: Facet, counts: readonly FacetCount[], categories: readonly string[]): readonly FacetCount[] => {
  switch (facet) {
    case 'category':
      return [...counts].sort((one, other) => rankIn(categories, one.value) - rankIn(categories, other.value));
    case 'size':
      return [...counts].sort((one, other) => sizeRank(one) - sizeRank(other) || compareValues(one.value, other.value));
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
