import type { WithSlice } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Product } from '#contract/product.ts';
import { detailFields } from '#contract/product-fields.ts';
import {
  type catalogueSlice,
  loadProduct,
  loadSome,
  selectChecks,
  selectDetails,
  selectIsGone,
  selectIsKnown,
  selectIsStuck,
  selectIsWhole,
  selectListed,
} from './catalogue-slice.ts';
import { useCatalogueDispatch } from './use-catalogue-dispatch.ts';

type State = WithSlice<typeof catalogueSlice>;

/** A product as it stands today; `isKnown` says that the shop was asked, so that no product means it sells none of that id. */
export type ProductLookup = { readonly product: Product | undefined; readonly isKnown: boolean };

/** Lists carry what cards need; where that is all that is known of a product, the rest is filled in from the product's own answer. */
const withDetails = (listed: Product, details: Product | null | undefined): Product =>
  details
    ? {
        ...listed,
        ...Object.fromEntries(detailFields.map((name) => [name, listed[name] || details[name]])),
        images:
          details.images.length > listed.images.length || details.images.some(({ alt }) => alt !== '') ? details.images : listed.images,
      }
    : listed;

const joinedIds = (ids: readonly string[]): string => [...new Set(ids)].sort().join(',');

/** Products by their ids as they stand today, each with whether that is known yet; asks for those that are not here. */
export const useLookup = (ids: readonly string[]): ((id: string) => ProductLookup) => {
  const dispatch = useCatalogueDispatch();
  const isWhole = useSelector(selectIsWhole);
  const isKnown = useSelector(selectIsKnown);
  const checks = useSelector(selectChecks);
  const wanted = joinedIds(ids);
  useEffect(() => {
    if (checks > 0 && isKnown && !isWhole && wanted !== '') void dispatch(loadSome(wanted.split(',')));
  }, [dispatch, checks, isKnown, isWhole, wanted]);
  const listed = useSelector((state: State) => ids.map((id) => selectListed(state, id)), shallowEqual);
  const gone = useSelector((state: State) => ids.map((id) => selectIsGone(state, id)), shallowEqual);
  return (id) => {
    const place = ids.indexOf(id);
    const product = listed[place];
    return { product, isKnown: isWhole || product !== undefined || gone[place] === true };
  };
};

/** The products of these ids as they stand today, in the order of the ids; those that the shop does not sell (or not know yet) are left out. */
export const useProducts = (ids: readonly string[]): Product[] => {
  const find = useLookup(ids);
  return ids.flatMap((id) => find(id).product ?? []);
};

/** Some products with every field, by their ids, as far as they are known; asks for each. */
export const useProductDetails = (ids: readonly string[]): ReadonlyMap<string, Product> => {
  const dispatch = useCatalogueDispatch();
  const wanted = joinedIds(ids);
  const gone = useSelector((state: State) => joinedIds(ids.filter((id) => selectIsGone(state, id))));
  const isStuck = useSelector(selectIsStuck);
  useEffect(() => {
    if (isStuck) return;
    const unknown = gone.split(',');
    for (const id of wanted.split(',')) if (id !== '' && !unknown.includes(id)) void dispatch(loadProduct(id));
  }, [dispatch, wanted, gone, isStuck]);
  const listed = useSelector((state: State) => ids.map((id) => selectListed(state, id)), shallowEqual);
  const details = useSelector((state: State) => ids.map((id) => selectDetails(state, id)), shallowEqual);
  return new Map(
    ids.flatMap((id, place) => {
      const [known, own] = [listed[place], details[place]];
      const product = known ? withDetails(known, own) : own;
      return product ? [[id, product] as const] : [];
    }),
  );
};

/** One product with every field: first as lists carry it, then whole. */
export const useProduct = (id: string): ProductLookup => {
  const isGone = useSelector((state: State) => selectIsGone(state, id));
  const isWhole = useSelector(selectIsWhole);
  const product = useProductDetails([id]).get(id);
  return { product, isKnown: isWhole || product !== undefined || isGone };
};
