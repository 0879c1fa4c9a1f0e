import { browserStorage, parseJson } from '#shared/browser-storage.ts';

const storage = browserStorage('sessionStorage', 'flone:scroll');

const maxPositions = 50;

/** Pixels by the key of a history entry. */
let positions: Record<string, number> = {};
let currentKey: string | undefined;

/** Where the page of a history entry of this tab was scrolled to, in pixels; undefined if it is not known. */
export const scrollPositionOf = (key: string): number | undefined => positions[key];

/** For the render of a history entry: where its page is going to be scrolled to, in pixels; undefined if it is shown already, or not known. */
export const comingScrollPositionOf = (key: string): number | undefined => (key === currentKey ? undefined : positions[key]);

export const setCurrentEntry = (key: string): void => {
  currentKey = key;
};

export const recordScrollPosition = (key: string, top: number): void => {
  positions[key] = top;
};

/** Adds the positions that an earlier document of this tab has stored. */
export const loadScrollPositions = (): void => {
  const stored = parseJson(storage.read());
  if (typeof stored === 'object' && stored !== null) positions = { ...stored, ...positions };
};

/** Stores the positions of the latest entries for the next document of this tab. */
export const storeScrollPositions = (): void => {
  storage.write(JSON.stringify(Object.fromEntries(Object.entries(positions).slice(-maxPositions))));
};
