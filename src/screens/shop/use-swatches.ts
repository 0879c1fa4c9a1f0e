import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import type { Product } from '#contract/product.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';

const addSwatches = (products: readonly Product[], wanted: number, swatches: Map<string, string>): void => {
  for (const { variation } of products) {
    if (swatches.size >= wanted) return;
    for (const { color, hex } of variation) if (hex !== '' && !swatches.has(color)) swatches.set(color, hex);
  }
};

/** The hex value of each colour in the list, from the loaded products; colours without a swatch are left out. */
export const useSwatches = (listing: Listing | undefined): ReadonlyMap<string, string> => {
  const products = useSelector(selectProducts);
  const items = listing?.items;
  const wanted = listing?.counts.colour.length ?? 0;
  return useMemo(() => {
    const swatches = new Map<string, string>();
    // The complete list first, so that swatches do not depend on the page.
    addSwatches(products, wanted, swatches);
    addSwatches(items ?? [], wanted, swatches);
    return swatches;
  }, [products, items, wanted]);
};
