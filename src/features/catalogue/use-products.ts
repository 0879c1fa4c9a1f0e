import { useContext, useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { detailFields } from '#contract/product-fields.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { catalogueApi, selectPagedProduct, useColorVariationsQuery, useProductsByIdQuery, useVariationsQuery } from './catalogue-api.ts';
import { selectIsChecked, selectIsPaged, selectTotal } from './catalogue-slice.ts';
import { ServerCatalogue, useIndex } from './use-catalogue.ts';

/** A product in today's catalogue; none while it is loading, and none if the shop does not sell it (`isDiscontinued`). */
export type ProductLookup = { readonly product: Product | undefined; readonly isDiscontinued: boolean };

/** A product of a stored list (wishlist, comparison) as it is sold today; the stored copy while that is loading, or if it is discontinued. */
export type CurrentProduct = { readonly product: Product; readonly isDiscontinued: boolean };

/** Whether the fields that lists leave out are loaded. */
export type DetailsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly isRetrying: boolean }
  | { readonly kind: 'loaded' };

export type DetailedProduct = ProductLookup & { readonly details: DetailsState; readonly retry: () => void };

/** Looks products up by id: in the list, or in an answer of the API where the catalogue is too large for one; `error` is that call's. */
export const useLookup = (ids: readonly string[]) => {
  const index = useIndex();
  const isPaged = useSelector(selectIsPaged);
  const wanted = [...new Set(ids)].sort().join(',');
  const {
    data: known,
    currentData,
    error,
    isFetching,
    refetch,
  } = useProductsByIdQuery(wanted, { skip: !isPaged || wanted === '', refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const find = (id: string): ProductLookup => {
    const product = index ? index.find(id) : known?.find(({ _id }) => _id === id);
    return { product, isDiscontinued: product === undefined && (index !== undefined || currentData !== undefined) };
  };
  return { find, error: error ? asApiError(error) : null, isRetrying: isFetching, retry: () => void refetch() };
};

/**
 * The products of these ids in their order, without those that are discontinued. None until all are loaded: a tile that came later would
 * move the others under a shopper's press.
 */
export const useProducts = (ids: readonly string[]): Product[] => {
  const lookups = ids.map(useLookup(ids).find);
  const areLoaded = lookups.every(({ product, isDiscontinued }) => product !== undefined || isDiscontinued);
  return areLoaded ? lookups.flatMap(({ product }) => product ?? []) : [];
};

/** The products of a stored list as they are sold today. */
export const useCurrentProducts = (stored: readonly Product[]): CurrentProduct[] => {
  const { find } = useLookup(stored.map(({ _id }) => _id));
  return stored.map((copy) => {
    const { product = copy, isDiscontinued } = find(copy._id);
    return { product, isDiscontinued };
  });
};

/** A product from its two sources: the list or a page of it, which is checked with each navigation, and the call for one product, which has every field. */
const assembleProduct = (listed: Product | undefined, detailed: Product | null | undefined): Product | undefined => {
  if (!listed || !detailed) return listed ?? detailed ?? undefined;
  const details = Object.fromEntries(detailFields.map((name) => [name, detailed[name]]));
  return { ...listed, ...details, images: detailed.images };
};

/** A product with every field: first as the list has it, and then completed by the call for one product. */
export const useDetailedProduct = (id: string): DetailedProduct => {
  const index = useIndex();
  const isOnServer = useContext(ServerCatalogue) !== undefined;
  const hasTotal = useSelector(selectTotal) !== null;
  const paged = useSelector((state: Parameters<typeof selectPagedProduct>[0]) => (index ? undefined : selectPagedProduct(state, id)));
  const listed = index ? index.find(id) : paged;
  const isUnlisted = index !== undefined && !listed;
  const {
    currentData: detailed,
    error,
    isFetching,
    refetch,
  } = catalogueApi.endpoints.product.useQuery(id, {
    skip: id === '' || isUnlisted,
    // The product that the server rendered is current; later, a product is requested again whenever it is shown anew.
    refetchOnMountOrArgChange: useSelector(selectIsChecked),
  });
  const product = useMemo(() => assembleProduct(listed, detailed), [listed, detailed]);
  // A complete list decides: an API without the call for one product sends every field in its list, and answers 404 to every id.
  const isDiscontinued = index ? isUnlisted : detailed === null && hasTotal;
  const details: DetailsState =
    isOnServer || isUnlisted || detailed !== undefined
      ? { kind: 'loaded' }
      : error
        ? { kind: 'failed', error: asApiError(error), isRetrying: isFetching }
        : { kind: 'loading' };
  return { product, isDiscontinued, details, retry: () => void refetch() };
};

/** A product to buy: with every field, and its current variations and colours, as far as it has any. */
export const useProduct = (id: string): DetailedProduct => {
  const detailed = useDetailedProduct(id);
  const { product } = detailed;
  // This call returns the variations of all products; in a catalogue that is too large for one list, the product has its own.
  const isPaged = useSelector(selectIsPaged);
  const { data: types } = useVariationsQuery(undefined, { skip: isPaged || !product?.types.length });
  const { currentData: variation } = useColorVariationsQuery(id, { skip: !product?.variation.length });
  return {
    ...detailed,
    product: useMemo(
      () =>
        product && {
          ...product,
          types: types?.filter(({ productId }) => productId === id) ?? product.types,
          variation: variation ?? product.variation,
        },
      [product, types, variation, id],
    ),
  };
};
