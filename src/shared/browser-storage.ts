import type { Schema } from './api/schema.ts';

/** Parses JSON from storage; undefined for nothing or malformed JSON. */
export const parseJson = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** One key of the browser's storage, as text. Where storage is blocked or full, reading gives null and writing does nothing. */
export const browserStorage = (area: 'localStorage' | 'sessionStorage', key: string) => ({
  read: (): string | null => {
    try {
      return window[area].getItem(key);
    } catch {
      return null;
    }
  },
  write: (text: string): void => {
    try {
      window[area].setItem(key, text);
    } catch {
      // The storage is blocked or full.
    }
  },
  remove: (): void => {
    try {
      window[area].removeItem(key);
    } catch {
      // Blocked storage holds nothing.
    }
  },
});

/** The persisted slices, under redux-persist's prefix and our name. */
export const persistedKey = 'persist:flone';
export const persistedState = browserStorage('localStorage', persistedKey);

/** Whose lists this browser shows (`features/saved-lists/list-owner.ts`); nothing is stored for a guest's. */
export const listOwnerKey = 'flone:lists';
export const storedListOwner = browserStorage('localStorage', listOwnerKey);

/** Reads stored JSON by a schema of the contract; undefined for what does not fit, as an older version of the shop may have written it. */
export const parseStored = <Stored>(text: string | null, schema: Schema<Stored>): Stored | undefined => {
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
};

/** The keys of a storage that begin with this; none where storage is blocked. */
const storedKeys = (area: 'localStorage' | 'sessionStorage', prefix: string): string[] => {
  try {
    return Object.keys(window[area]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
};

/** Removes the keys of a storage that begin with this, but for `kept`. */
export const removeKeys = (area: 'localStorage' | 'sessionStorage', prefix: string, kept?: string): void => {
  for (const key of storedKeys(area, prefix)) if (key !== kept) browserStorage(area, key).remove();
};
