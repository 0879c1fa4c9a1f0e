import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { StoreExtra } from '#shared/api/lazy-api.tsx';
import { type catalogueSlice, loadProducts } from './catalogue-slice.ts';

/** Dispatches the catalogue's thunks. */
export const useCatalogueDispatch = () => useDispatch<ThunkDispatch<WithSlice<typeof catalogueSlice>, StoreExtra, UnknownAction>>();

/** Loads the products again; unchanged ones are answered with an empty 304. */
export const useReload = () => {
  const dispatch = useCatalogueDispatch();
  return useCallback(() => void dispatch(loadProducts()), [dispatch]);
};
