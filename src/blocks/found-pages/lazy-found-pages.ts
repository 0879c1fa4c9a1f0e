import { clientOnly } from '#shared/ui/client-only.tsx';

// Both from one module: code that two chunks share would become part of a chunk that most visits load.
const load = () => import('./found-pages.tsx');
const namespaces = ['pages', 'descriptions'];

/** `FindPages` with its texts and posts; without them, only products are found. */
export const LazyFindPages = clientOnly(() => load().then((module) => module.FindPages), namespaces, { isOptional: true });

/** The posts and pages below the products of a search. */
export const LazyFoundPages = clientOnly(() => load().then((module) => module.FoundPages), namespaces, { isOptional: true });
