import type { WithSlice } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import { type ListingQuery, readListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import {
  type catalogueSlice,
  loadListing,
  selectError,
  selectIsKnown,
  selectIsPaged,
  selectListing,
  selectProducts,
} from './catalogue-slice.ts';
import { indexOf } from './open-catalogues.ts';
import { useCatalogueDispatch } from './use-catalogue-dispatch.ts';

type State = WithSlice<typeof catalogueSlice>;

/** `isBusy` while `listing` is not yet what was asked for: it is then what was shown before, or nothing. */
type ListingNow = { readonly listing: Listing | undefined; readonly isBusy: boolean; readonly error: ApiError | null };

/**
 * One page of goods as the address asks for it. From the products in this browser where they are all here, else from what the first
 * view showed or the API answers. What was shown stays until the next is known.
 */
export const useListing = (query: ListingQuery, isReseller: boolean): ListingNow => {
  const dispatch = useCatalogueDispatch();
  const key = writeListingQuery(query, isReseller).toString();
  const catalogue = indexOf(useSelector(selectProducts));
  const kept = useSelector((state: State) => selectListing(state, key));
  const isPaged = useSelector(selectIsPaged);
  const loadError = useSelector(selectError);
  const [, setSearchable] = useState(0);
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: ApiError }>();
  const current = catalogue?.list(query, isReseller) ?? kept;
  const [shown, setShown] = useState(current);
  if (current && current !== shown) setShown(current);

  const isKnown = useSelector(selectIsKnown);
  // A large catalogue is asked for each page anew; of one that is on its way, only for what is not here yet.
  // One that did not come is asked for again when a Retry has mended the catalogue.
  const hasFailed = failure?.key === key;
  const isAsked = isPaged && (isKnown || current === undefined) && !(hasFailed && loadError);

  const isUnsearchable = catalogue !== undefined && current === undefined;
  useEffect(() => {
    if (!catalogue || !isUnsearchable) return;
    let isHere = true;
    catalogue.prepareSearch().then(
      () => isHere && setSearchable((count) => count + 1),
      () => isHere && setFailure({ key, error: { status: 'network' } }),
    );
    return () => {
      isHere = false;
    };
  }, [catalogue, isUnsearchable, key]);

  useEffect(() => {
    if (!isAsked) return;
    let isHere = true;
    void dispatch(loadListing(readListingQuery(new URLSearchParams(key)))).then(({ payload }) => {
      if (isHere && payload && 'status' in payload) setFailure({ key, error: payload });
    });
    return () => {
      isHere = false;
    };
  }, [dispatch, isAsked, key]);

  const error = current ? null : hasFailed && !isAsked ? failure.error : loadError;
  return { listing: current ?? (error ? undefined : shown), isBusy: current === undefined && error === null, error };
};
