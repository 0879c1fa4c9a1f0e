import './zod-config.ts';
import * as z from 'zod/mini';

/** Apart from `endpoints`, which every page loads: the list of products asks for it when it has found nothing. */
export const searchMissEndpoint = { method: 'POST', path: '/client/search-miss' } as const;

/** POST /client/search-miss: a search that found no product; counted by day and words, for the seller. */
export const searchMiss = z.object({ text: z.string().check(z.maxLength(200)) });

/** Leaves out what may say who somebody is: words with an @, and those with six digits or more. */
export const withoutIdentifiers = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !word.includes('@') && word.replaceAll(/\D/g, '').length < 6)
    .join(' ')
    .trim();
