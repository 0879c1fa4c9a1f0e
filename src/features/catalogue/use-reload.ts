import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { type catalogueSlice, loadProducts } from './catalogue-slice.ts';

/** Asks for the products again. */
export const useReload = () => {
  const dispatch = useDispatch<ThunkDispatch<WithSlice<typeof catalogueSlice>, unknown, UnknownAction>>();
  return useCallback(() => void dispatch(loadProducts()), [dispatch]);
};
