import { formatSterling, type Pence } from '#contract/money.ts';

/** Seconds in each, for `after`. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time so many seconds after `now`, or before it when negative, as time columns hold it: ISO text. */
export const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** A money column (whole pence), formatted: "£1,204.50". */
export const formatPence = (column: number): string => formatSterling(column as Pence);

/** A number with its noun: "1 order", "2 orders". `plural` is needed where it is not the noun with an "s". */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`;
