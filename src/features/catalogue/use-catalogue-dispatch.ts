import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { catalogueSlice, WithHydrated } from './catalogue-slice.ts';

/** Dispatches the catalogue's calls. */
export const useCatalogueDispatch = () => useDispatch<ThunkDispatch<WithSlice<typeof catalogueSlice>, WithHydrated, UnknownAction>>();
