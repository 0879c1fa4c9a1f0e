import type { WithSlice } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import { type ListingQuery, readListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { recover } from '#shared/recovery.ts';
import {
  type catalogueSlice,
  loadListing,
  selectError,
  selectIndex,
  selectIsServerPaged,
  selectListing,
  selectRevision,
} from './catalogue-slice.ts';
import { useCatalogueDispatch } from './use-catalogue-dispatch.ts';

type State = WithSlice<typeof catalogueSlice>;

/** While `isBusy`, `listing` is the previous one, if any. */
type ListingResult = {
  readonly listing: Listing | undefined;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
};

/**
 * One page of products: from the index if this browser holds the complete list, else from the hydration data or the API. The previous
 * page is shown until the next one is loaded.
 */
export const useListing = (query: ListingQuery, isReseller: boolean): ListingResult => {
  const dispatch = useCatalogueDispatch();
  const key = writeListingQuery(query, isReseller).toString();
  const index = useSelector(selectIndex);
  const cached = useSelector((state: State) => selectListing(state, key));
  const isServerPaged = useSelector(selectIsServerPaged);
  const revision = useSelector(selectRevision);
  const loadError = useSelector(selectError);
  // The index is mutable: it has to be read again when its search is ready.
  const [, setReadySearches] = useState(0);
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: ApiError }>();
  const current = index?.list(query, isReseller) ?? cached;
  const [latest, setLatest] = useState(current);
  if (current && current !== latest) setLatest(current);

  // Of a paged catalogue every page is revalidated; while a list is loading, only missing pages are requested. A failed page is
  // requested again once a Retry has cleared the catalogue's error.
  const hasFailed = failure?.key === key;
  const isRequested = isServerPaged && (revision !== undefined || current === undefined) && !hasFailed;

  const needsSearch = index !== undefined && current === undefined && !hasFailed;
  useEffect(() => {
    if (!index || !needsSearch) return;
    let isCurrent = true;
    index.prepareSearch().then(
      () => isCurrent && setReadySearches((count) => count + 1),
      async (cause: unknown) => {
        const error = await recover(cause);
        if (isCurrent) setFailure({ key, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [index, needsSearch, key]);

  // The error may be cleared before this failure is rendered: a check of the catalogue can succeed in the same moment.
  useEffect(() => {
    if (hasFailed && isServerPaged && !loadError) setFailure(undefined);
  }, [hasFailed, isServerPaged, loadError]);

  useEffect(() => {
    if (!isRequested) return;
    let isCurrent = true;
    void dispatch(loadListing(readListingQuery(new URLSearchParams(key)))).then(({ payload }) => {
      if (isCurrent && payload && 'status' in payload) setFailure({ key, error: payload });
    });
    return () => {
      isCurrent = false;
    };
  }, [dispatch, isRequested, key]);

  const error = current ? null : hasFailed && !isRequested ? failure.error : loadError;
  const retry = () => setFailure(undefined);
  return { listing: current ?? (error ? undefined : latest), isBusy: current === undefined && error === null, error, retry };
};
