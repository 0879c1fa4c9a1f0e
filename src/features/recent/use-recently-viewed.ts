import { useEffect, useState } from 'react';
import { addRecentlyViewed, clearRecentlyViewed, readRecentlyViewed } from './recently-viewed-storage.ts';

/**
 * The ids of recently viewed products, the latest first, without `currentId`, which is then added. Empty during hydration:
 * they are stored in the browser only.
 */
export const useRecentlyViewed = (currentId?: string) => {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    setIds(readRecentlyViewed().filter((id) => id !== currentId));
    if (currentId) addRecentlyViewed(currentId);
  }, [currentId]);
  return {
    ids,
    clear: () => {
      clearRecentlyViewed();
      setIds([]);
    },
  };
};
