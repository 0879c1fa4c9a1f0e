import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Listing } from '#contract/listing.ts';
import { type ListingQuery, writeListingQuery } from '#contract/listing-query.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { recover } from '#shared/recovery.ts';
import { catalogueApi } from './catalogue-api.ts';
import { selectError, selectIsChecked, selectIsPaged } from './catalogue-slice.ts';
import { useIndex } from './use-catalogue.ts';

/**
 * While `isBusy`, `listing` is the previous one, if any. `error` is of this page or of the search, `isRetrying` while it is requested again;
 * an error of the whole list is the catalogue's (`selectError`).
 */
type ListingResult = {
  readonly listing: Listing | undefined;
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
};

/** One page of products: from the index, or else from the API. The previous page is shown until the next one is loaded. */
export const useListing = (query: ListingQuery, isReseller: boolean): ListingResult => {
  const key = writeListingQuery(query, isReseller).toString();
  const index = useIndex();
  const isPaged = useSelector(selectIsPaged);
  const isChecked = useSelector(selectIsChecked);
  const hasListFailed = useSelector(selectError) !== null;
  const page = catalogueApi.endpoints.listing.useQueryState(key);
  const { refetch } = catalogueApi.endpoints.listing.useQuerySubscription(key, {
    // The page that the server rendered is kept until the whole list has been loaded.
    skip: index !== undefined || (!isPaged && page.currentData === undefined),
    // Every page that is shown anew is requested again, so that its stock is current.
    refetchOnMountOrArgChange: isChecked,
    refetchOnFocus: true,
  });
  // The index is mutable: it has to be read again when its search is ready.
  const [, setReadySearches] = useState(0);
  const [searchError, setSearchError] = useState<ApiError | null>(null);
  const found = index ? index.list(query, isReseller) : page.currentData;
  const [latest, setLatest] = useState(found);
  if (found && found !== latest) setLatest(found);

  const needsSearch = index !== undefined && found === undefined && searchError === null;
  useEffect(() => {
    if (!needsSearch) return;
    let isCurrent = true;
    index.prepareSearch().then(
      () => isCurrent && setReadySearches((count) => count + 1),
      async (cause: unknown) => {
        const error = await recover(cause);
        if (isCurrent) setSearchError(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [index, needsSearch]);

  const pageError = index ? searchError : page.error ? asApiError(page.error) : null;
  const error = found ? null : pageError;
  const hasFailed = error !== null || hasListFailed;
  return {
    listing: found ?? (hasFailed ? undefined : latest),
    isBusy: found === undefined && !hasFailed,
    error,
    isRetrying: page.isFetching,
    retry: () => {
      if (index) setSearchError(null);
      else void refetch();
    },
  };
};
