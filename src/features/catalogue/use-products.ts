import type { WithSlice } from '@reduxjs/toolkit';
import { useCallback, useEffect } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { detailFields } from '#contract/product-fields.ts';
import {
  type catalogueSlice,
  type DetailsState,
  loadProduct,
  loadProductsById,
  selectDetails,
  selectDetailsState,
  selectHasPageError,
  selectIsDiscontinued,
  selectListed,
  selectRevision,
} from './catalogue-slice.ts';
import { useVariations } from './use-catalogue.ts';
import { useCatalogueDispatch } from './use-catalogue-dispatch.ts';

type State = WithSlice<typeof catalogueSlice>;

/** A product in today's catalogue; none while it is loading, and none if the shop does not sell it (`isDiscontinued`). */
export type ProductLookup = { readonly product: Product | undefined; readonly isDiscontinued: boolean };

/** A product of a stored list (wishlist, comparison) as it is sold today; the stored copy while that is loading, or if it is discontinued. */
export type CurrentProduct = { readonly product: Product; readonly isDiscontinued: boolean };

/** A product, and whether the fields that lists leave out are loaded. */
export type DetailedProduct = { readonly product: Product | undefined; readonly details: DetailsState };

const loading: DetailsState = { kind: 'loading' };

const joinedIds = (ids: readonly string[]): string => [...new Set(ids)].sort().join(',');

/** Looks products up by id; requests those of a paged catalogue. */
export const useLookup = (ids: readonly string[]): ((id: string) => ProductLookup) => {
  const dispatch = useCatalogueDispatch();
  const revision = useSelector(selectRevision);
  const wanted = joinedIds(ids);
  useEffect(() => {
    if (revision !== undefined && wanted !== '') void dispatch(loadProductsById(wanted.split(',')));
  }, [dispatch, revision, wanted]);
  const listed = useSelector((state: State) => ids.map((id) => selectListed(state, id)), shallowEqual);
  const discontinued = useSelector((state: State) => ids.map((id) => selectIsDiscontinued(state, id)), shallowEqual);
  return (id) => {
    const index = ids.indexOf(id);
    const product = listed[index];
    return { product, isDiscontinued: product === undefined && discontinued[index] === true };
  };
};

/**
 * The products of these ids in their order, without those that are discontinued. None until all are loaded: a tile that came later would
 * move the others under a shopper's press.
 */
export const useProducts = (ids: readonly string[]): Product[] => {
  const lookups = ids.map(useLookup(ids));
  const areLoaded = lookups.every(({ product, isDiscontinued }) => product !== undefined || isDiscontinued);
  return areLoaded ? lookups.flatMap(({ product }) => product ?? []) : [];
};

/** The products of a stored list as they are sold today. */
export const useCurrentProducts = (stored: readonly Product[]): CurrentProduct[] => {
  const find = useLookup(stored.map(({ _id }) => _id));
  return stored.map((copy) => {
    const { product = copy, isDiscontinued } = find(copy._id);
    return { product, isDiscontinued };
  });
};

/** A product of a list, completed with its details; their pictures are used if a lean list has reduced its own. */
const withDetails = (listed: Product, details: Product | null | undefined): Product =>
  details
    ? {
        ...listed,
        ...Object.fromEntries(detailFields.map((name) => [name, listed[name] || details[name]])),
        images:
          details.images.length > listed.images.length || details.images.some(({ alt }) => alt !== '') ? details.images : listed.images,
      }
    : listed;

/** Products with every field, by id; requests the details of each. */
export const useProductDetails = (ids: readonly string[]): ReadonlyMap<string, DetailedProduct> => {
  const dispatch = useCatalogueDispatch();
  const wanted = joinedIds(ids);
  const discontinued = useSelector((state: State) => joinedIds(ids.filter((id) => selectIsDiscontinued(state, id))));
  const hasPageError = useSelector(selectHasPageError);
  useEffect(() => {
    // Retry clears this error, which repeats the requests.
    if (hasPageError) return;
    const skipped = discontinued.split(',');
    for (const id of wanted.split(',')) if (id !== '' && !skipped.includes(id)) void dispatch(loadProduct(id));
  }, [dispatch, wanted, discontinued, hasPageError]);
  const listed = useSelector((state: State) => ids.map((id) => selectListed(state, id)), shallowEqual);
  const answers = useSelector((state: State) => ids.map((id) => selectDetails(state, id)), shallowEqual);
  const states = useSelector((state: State) => ids.map((id) => selectDetailsState(state, id)), shallowEqual);
  return new Map(
    ids.map((id, index) => {
      const inList = listed[index];
      const answer = answers[index];
      return [id, { product: inList ? withDetails(inList, answer) : (answer ?? undefined), details: states[index] ?? loading }];
    }),
  );
};

/** Requests the details of a product again. */
export const useReloadDetails = (): ((id: string) => void) => {
  const dispatch = useCatalogueDispatch();
  return useCallback((id: string) => void dispatch(loadProduct(id)), [dispatch]);
};

/** One product: first with the fields of lists, then with every field. */
export const useProduct = (id: string): ProductLookup & { readonly details: DetailsState } => {
  const isDiscontinued = useSelector((state: State) => selectIsDiscontinued(state, id));
  const { product, details = loading } = useProductDetails([id]).get(id) ?? {};
  return { product, details, isDiscontinued: !product && isDiscontinued };
};

/** A product with its current variations as `LazyVariationsQuery` fetches them; those of `listed` until then. */
export const useProductWithVariations = (listed: Product): Product => {
  const { types, colors } = useVariations(listed._id);
  return {
    ...listed,
    types: types?.filter(({ productId }) => productId === listed._id) ?? listed.types,
    variation: colors ?? listed.variation,
  };
};
