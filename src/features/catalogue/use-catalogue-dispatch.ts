import type { ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { catalogueSlice, WithShown } from './catalogue-slice.ts';

/** Dispatches the catalogue's calls. */
export const useCatalogueDispatch = () => useDispatch<ThunkDispatch<WithSlice<typeof catalogueSlice>, WithShown, UnknownAction>>();
