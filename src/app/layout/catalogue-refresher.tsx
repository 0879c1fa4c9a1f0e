import { useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useReload } from '#features/catalogue/use-catalogue.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';

/**
 * Revalidates the products on navigation and when the tab becomes visible again, so that prices and stock are current. The
 * current products stay until the response, and if it fails.
 */
export const CatalogueRefresher = () => {
  const navigationType = useNavigationType();
  const reloadProducts = useReload();

  usePathChange(() => {
    // Back and Forward keep the products that were shown.
    if (navigationType !== 'POP') reloadProducts();
  });

  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reloadProducts();
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => document.removeEventListener('visibilitychange', reloadIfVisible);
  }, [reloadProducts]);

  return null;
};
