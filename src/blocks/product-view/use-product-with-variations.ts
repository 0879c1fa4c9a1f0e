import { useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { selectIsWhole } from '#features/catalogue/catalogue-slice.ts';
import { useColorVariationsQuery, useVariationsQuery } from '#features/catalogue/use-catalogue.ts';

/** The product with its variations as the API counts them now; the list's own copy until they come. */
export const useProductWithVariations = (listed: Product): Product => {
  // That call answers for every product there is: of a large catalogue the product's own answer says the same.
  const isWhole = useSelector(selectIsWhole);
  const { data: types } = useVariationsQuery(undefined, isWhole && listed.types.length > 0);
  const { data: colors } = useColorVariationsQuery(listed._id, listed.variation.length > 0);
  return {
    ...listed,
    types: types?.filter(({ productId }) => productId === listed._id) ?? listed.types,
    variation: colors ?? listed.variation,
  };
};
