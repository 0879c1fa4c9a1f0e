import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { CatalogueIndex } from '#contract/listing.ts';
import type { Category } from '#contract/product.ts';
import { type ApiState, catalogueApi, useCategoriesQuery } from './catalogue-api.ts';
import { type catalogueSlice, loadProducts, selectIndex } from './catalogue-slice.ts';

/** What the server renders a page from. A browser has none: it starts with the part of it that the page shows, in the cache of `shopApi`. */
export const ServerCatalogue = createContext<{ readonly index: CatalogueIndex; readonly categories: readonly Category[] } | undefined>(
  undefined,
);

/** The whole catalogue, where it is known. */
export const useIndex = (): CatalogueIndex | undefined => {
  const onServer = useContext(ServerCatalogue);
  const loaded = useSelector(selectIndex);
  return onServer?.index ?? loaded;
};

/** Loads the products again; an unchanged list is answered with an empty 304. */
export const useReload = (reason: Parameters<typeof loadProducts>[0] = 'refresh'): (() => void) => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof catalogueSlice>, unknown, UnknownAction>>();
  return useCallback(() => void dispatch(loadProducts(reason)), [dispatch, reason]);
};

/** `useReload`, and refetches the products on screen that were requested one by one. */
export const useRecheck = (): (() => void) => {
  const store = useStore<ApiState>();
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>();
  const reload = useReload();
  return () => {
    reload();
    const again = { forceRefetch: true, subscribe: false };
    const { selectCachedArgsForQuery } = catalogueApi.util;
    for (const id of selectCachedArgsForQuery(store.getState(), 'product'))
      void dispatch(catalogueApi.endpoints.product.initiate(id, again));
    for (const ids of selectCachedArgsForQuery(store.getState(), 'productsById'))
      void dispatch(catalogueApi.endpoints.productsById.initiate(ids, again));
  };
};

/** Counts of products may be so old, in seconds, when a component that shows them is mounted. */
const maxCountsAge = 60;

/** Every category with the number of its products. */
export const useCategories = (): { readonly data: readonly Category[] | undefined; readonly isError: boolean } => {
  const onServer = useContext(ServerCatalogue);
  const { data, isError } = useCategoriesQuery(undefined, { refetchOnMountOrArgChange: maxCountsAge });
  return { data: onServer?.categories ?? data, isError: isError && data === undefined };
};

/** The categories to offer: those with products. */
export const useFilledCategories = (): ReturnType<typeof useCategories> => {
  const { data, isError } = useCategories();
  const filled = useMemo(() => data?.filter(({ count }) => count > 0), [data]);
  return { data: filled, isError };
};

/** `kitchen-table` becomes `Kitchen table`. */
const nameFromSlug = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** Returns the names of categories and tags by their slugs. */
export const useTaxonomyNames = () => {
  const { t, i18n } = useTranslation('common');
  const { data: categories = [] } = useCategories();
  return {
    category: (slug: string): string => categories.find((category) => category.slug === slug)?.name ?? nameFromSlug(slug),
    tag: (slug: string): string => (i18n.exists(`common:tags.${slug}`) ? t(`tags.${slug as 'gift'}`) : nameFromSlug(slug)),
  };
};
