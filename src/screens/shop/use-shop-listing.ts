import { useParams, useSearchParams } from 'react-router-dom';
import { type ListingChoice, plainChoice } from '#contract/listing-query.ts';
import { useShopper } from '#features/account/use-shopper.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { readPlace, writePlace } from './shop-address.ts';
import type { Layout, ShopVariant } from './shop-variants.ts';

/**
 * The goods that the address asks for, and the addresses of its neighbours. A changed choice starts at page 1; a changed layout
 * stays where it is.
 */
export const useShopListing = (variant: ShopVariant) => {
  const [query] = useSearchParams();
  const { page } = useParams();
  const { isReseller } = useShopper();
  const place = readPlace(variant, query, page);
  const { choice, layout } = place;
  const now = useListing({ ...choice, page: place.page, perPage: variant.perPage }, isReseller);
  return {
    ...now,
    choice,
    layout,
    addressOfPage: (wanted: number) => writePlace(variant, { ...place, page: wanted }),
    addressOfLayout: (wanted: Layout) => writePlace(variant, { ...place, page: now.listing?.page ?? place.page, layout: wanted }),
    addressWith: (change: Partial<ListingChoice>) => writePlace(variant, { choice: { ...choice, ...change }, layout, page: 1 }),
    /** Everything given up but the order and the layout. */
    plainAddress: writePlace(variant, { choice: { ...plainChoice, sorting: choice.sorting }, layout, page: 1 }),
  };
};

/** A list of goods with its choice and addresses, as `useShopListing` gives it. */
export type ShopListing = ReturnType<typeof useShopListing>;
