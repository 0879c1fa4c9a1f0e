import { useCallback } from 'react';
import { loadProducts } from './catalogue-slice.ts';
import { useCatalogueDispatch } from './use-catalogue-dispatch.ts';

/** Asks for the products again. */
export const useReload = () => {
  const dispatch = useCatalogueDispatch();
  return useCallback(() => void dispatch(loadProducts()), [dispatch]);
};
