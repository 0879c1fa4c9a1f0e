/** Its own key, so that looking around never touches what a shopper keeps on purpose. */
const key = 'flone:seen';

/** More than this many, nobody looks through. */
const most = 12;

/** The ids of the products that were looked at in this browser, the latest first; none where it keeps nothing, or something else. */
export const readRecentlyViewed = (): string[] => {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
};

/** Keeps that a product was looked at, in this browser only. */
export const addRecentlyViewed = (id: string): void => {
  try {
    window.localStorage.setItem(key, JSON.stringify([id, ...readRecentlyViewed().filter((other) => other !== id)].slice(0, most)));
  } catch {
    // Full or blocked: then nothing is remembered.
  }
};

/** Forgets all that was looked at. */
export const clearRecentlyViewed = (): void => {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked: then nothing was remembered either.
  }
};
