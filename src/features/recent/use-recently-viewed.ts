import { useEffect, useState } from 'react';
import { browserStorage, parseJson } from '#shared/browser-storage.ts';

const storage = browserStorage('localStorage', 'flone:seen');

const maxProducts = 12;

/** The ids of the products viewed in this browser, the latest first; empty if nothing is stored. */
const readRecentlyViewed = (): string[] => {
  const stored = parseJson(storage.read());
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, maxProducts) : [];
};

/** Puts a product first. */
const addRecentlyViewed = (id: string): void => {
  storage.write(JSON.stringify([id, ...readRecentlyViewed().filter((other) => other !== id)].slice(0, maxProducts)));
};

const clearRecentlyViewed = (): void => storage.remove();

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
