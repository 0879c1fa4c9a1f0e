import { useEffect, useState } from 'react';
import { addRecentlyViewed, clearRecentlyViewed, readRecentlyViewed } from './recently-viewed-storage.ts';

/**
 * What a shopper looked at before, the latest first, without the product that they look at now; that one is remembered for the next
 * time. Empty until the browser has been asked, because a first view knows nothing of it.
 */
export const useRecentlyViewed = (now?: string) => {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    setIds(readRecentlyViewed().filter((id) => id !== now));
    if (now) addRecentlyViewed(now);
  }, [now]);
  return {
    ids,
    forget: () => {
      clearRecentlyViewed();
      setIds([]);
    },
  };
};
