import type { WithSlice } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'react-redux';
import { useNavigationType } from 'react-router-dom';
import { type catalogueSlice, selectIndex, selectTotal } from '#features/catalogue/catalogue-slice.ts';
import { useReload } from '#features/catalogue/use-catalogue-dispatch.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';

/** Of a longer catalogue whose list this browser does not hold, every check requests the pages again: they are throttled. */
const maxUnthrottledLength = 1000;
const longListThrottleMs = 60_000;

/**
 * Revalidates the products on navigation and when the tab becomes visible again, so that prices and stock are current: after sales, only
 * the sold products are loaded. The current products stay until the response, and if it fails.
 */
export const CatalogueRefresher = () => {
  const navigationType = useNavigationType();
  const reloadProducts = useReload();
  const store = useStore<WithSlice<typeof catalogueSlice>>();
  const lastReloadRef = useRef(0);

  const refresh = () => {
    const state = store.getState();
    const isLong = !selectIndex(state) && (selectTotal(state) ?? 0) > maxUnthrottledLength;
    if (isLong && performance.now() - lastReloadRef.current < longListThrottleMs) return;
    lastReloadRef.current = performance.now();
    reloadProducts();
  };

  usePathChange(() => {
    // Back and Forward keep the products that were shown.
    if (navigationType !== 'POP') refresh();
  });

  const refreshIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    const onVisibilityChange = () => refreshIfVisible();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);

  return null;
};
