import type { CatalogueIndex } from '#contract/listing.ts';
import type { Product } from '#contract/product.ts';

/** The columns of product lists: they are no state, they follow from it, and they are dropped with their list. */
const opened = new WeakMap<readonly Product[], CatalogueIndex>();

/** Notes that a list of products has been opened as a catalogue. */
export const setIndex = (products: readonly Product[], catalogue: CatalogueIndex): void => {
  opened.set(products, catalogue);
};

/** The catalogue over a list of products; none while the list is only a part of what there is. */
export const indexOf = (products: readonly Product[]): CatalogueIndex | undefined => opened.get(products);
