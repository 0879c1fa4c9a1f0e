import './zod-config.ts';
import * as z from 'zod/mini';

/** Apart from `endpoints`, which every page loads: the list of products asks for it when it has found nothing. */
export const searchMissEndpoint = { method: 'POST', path: '/client/search-miss' } as const;

/** POST /client/search-miss: a search that found no product; counted by day and words, for the seller. */
export const searchMiss = z.object({ text: z.string().check(z.maxLength(200)) });

/** Leaves out what may say who somebody is: numbers of six digits or more, also in groups, and words with an @. */
export const withoutIdentifiers = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !word.includes('@') && word.replaceAll(/\D/g, '').length < 6)
    .join(' ')
    .replaceAll(/\d(?:[\s().+-]*\d){5,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
