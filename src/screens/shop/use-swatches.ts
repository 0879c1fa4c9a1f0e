import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import type { Product } from '#contract/product.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';

const noteSwatches = (products: readonly Product[], wanted: number, swatches: Map<string, string>): void => {
  for (const { variation } of products) {
    if (swatches.size >= wanted) return;
    for (const { color, hex } of variation) if (hex !== '' && !swatches.has(color)) swatches.set(color, hex);
  }
};

/** What each colour of the list looks like, from the products that are at hand; a colour that none of them shows has no swatch. */
export const useSwatches = (listing: Listing | undefined): ReadonlyMap<string, string> => {
  const products = useSelector(selectProducts);
  const items = listing?.items;
  const wanted = listing?.counts.colour.length ?? 0;
  return useMemo(() => {
    const swatches = new Map<string, string>();
    // The whole list first: with it the answer does not depend on the page that is shown.
    noteSwatches(products, wanted, swatches);
    noteSwatches(items ?? [], wanted, swatches);
    return swatches;
  }, [products, items, wanted]);
};
