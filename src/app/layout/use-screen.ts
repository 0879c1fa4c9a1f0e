import { type UIMatch, useMatches } from 'react-router-dom';
import type { Screen } from '#app/routes.ts';

/** What the route of the current page says of its screen; undefined for a redirect. */
export const useScreen = (): Screen | undefined => (useMatches() as UIMatch<unknown, Screen | undefined>[]).at(-1)?.handle;
