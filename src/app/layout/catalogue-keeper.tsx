import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useReload } from '#features/catalogue/use-reload.ts';

/**
 * Asks for the products again whenever the shopper goes to another page or comes back to the tab, so that prices and stock are
 * today's; unchanged, that costs one empty 304. What was shown stays until the answer is there, and when there is none.
 */
export const CatalogueKeeper = () => {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const reload = useReload();

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
