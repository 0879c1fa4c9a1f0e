import { fold } from './fold.ts';

/** The part of a URL for a name: "Kitchen & table" is `kitchen-table`. */
export const slugOf = (name: string): string =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
