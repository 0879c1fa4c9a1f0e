import { clientOnly } from '#shared/ui/client-only.tsx';

// Both from one module: code that two chunks share would become part of a chunk that most visits load.
const namespaces = ['pages', 'descriptions'];

/** `FindPages` with its texts and posts; without them, only products are found. */
export const LazyFindPages = clientOnly(
  () =>
    import('./found-pages.tsx').then(
      (module) => module.FindPages,
      () => () => null,
    ),
  namespaces,
);

/** The posts and pages below the products of a search. */
export const LazyFoundPages = clientOnly(
  () =>
    import('./found-pages.tsx').then(
      (module) => module.FoundPages,
      () => () => null,
    ),
  namespaces,
);
