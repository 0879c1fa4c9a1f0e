import { browserStorage, parseJson } from '#shared/browser-storage.ts';

const storage = browserStorage('localStorage', 'flone:seen');

const maxProducts = 12;

/** The ids of the products viewed in this browser, the latest first; empty if nothing is stored. */
export const readRecentlyViewed = (): string[] => {
  const stored = parseJson(storage.read());
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, maxProducts) : [];
};

/** Puts a product first. */
export const addRecentlyViewed = (id: string): void => {
  storage.write(JSON.stringify([id, ...readRecentlyViewed().filter((other) => other !== id)].slice(0, maxProducts)));
};

export const clearRecentlyViewed = (): void => storage.remove();
