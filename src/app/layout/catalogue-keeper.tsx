import type { WithSlice } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigationType } from 'react-router-dom';
import { type catalogueSlice, selectTotal } from '#features/catalogue/catalogue-slice.ts';
import { useReload } from '#features/catalogue/use-reload.ts';

/** A list of more products than this is not fetched again within this many milliseconds (queries are kept 60 seconds). */
const [longList, longListKept] = [1000, 60_000];

/**
 * Asks for the products again whenever the shopper goes to another page or comes back to the tab, so that prices and stock are
 * today's; unchanged, that costs one empty 304. What was shown stays until the answer is there, and when there is none.
 */
export const CatalogueKeeper = () => {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const ask = useReload();
  const store = useStore<WithSlice<typeof catalogueSlice>>();
  const lastAsked = useRef(0);

  const reload = useCallback(() => {
    const isLong = (selectTotal(store.getState()) ?? 0) > longList;
    if (isLong && performance.now() - lastAsked.current < longListKept) return;
    lastAsked.current = performance.now();
    ask();
  }, [ask, store]);

  useEffect(() => {
    // Start-up has just asked for the first page; Back and Forward show what was there.
    if (pathname && way !== 'POP') reload();
  }, [pathname, way, reload]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  return null;
};
