import { clientOnly } from '#shared/ui/client-only.tsx';

// Below a message, and rarely needed.
export const LazyBrowseOn = clientOnly(() => import('./browse-on.tsx').then((module) => module.BrowseOn), ['shop']);
