import { useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router-dom';
import { defaultChoice, type ListingChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { readPlace, writePlace } from './shop-address.ts';
import type { Layout, ShopVariant } from './shop-variants.ts';

/**
 * The goods that the address asks for, and the addresses of its neighbours. A changed choice starts at page 1; a changed layout
 * stays where it is. Of what the address names, `choice` keeps what the catalogue knows, as soon as that can be said.
 */
export const useShopListing = (variant: ShopVariant) => {
  const [query] = useSearchParams();
  const { page } = useParams();
  const isReseller = useSelector(selectIsReseller);
  const asked = readPlace(variant, query, page);
  const { layout } = asked;
  const now = useListing({ ...asked.choice, page: asked.page, perPage: variant.perPage }, isReseller);
  const isAnswer = now.listing !== undefined && !now.isBusy && now.error === null;
  const choice: ListingChoice = isAnswer ? { ...asked.choice, chosen: now.listing.chosen } : asked.choice;
  const place = { choice, layout, page: isAnswer ? now.listing.page : asked.page };
  return {
    ...now,
    choice,
    layout,
    addressOfPage: (wanted: number) => writePlace(variant, { ...place, page: wanted }),
    addressOfLayout: (wanted: Layout) => writePlace(variant, { ...place, layout: wanted }),
    addressWith: (change: Partial<ListingChoice>) => writePlace(variant, { choice: { ...choice, ...change }, layout, page: 1 }),
    /** Everything given up but the order and the layout. */
    plainAddress: writePlace(variant, { choice: { ...defaultChoice, sorting: choice.sorting }, layout, page: 1 }),
  };
};

/** A list of goods with its choice and addresses, as `useShopListing` gives it. */
export type ShopListing = ReturnType<typeof useShopListing>;
