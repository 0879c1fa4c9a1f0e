import { clientOnly } from '#shared/ui/client-only.tsx';

/** What opens over a page: in one chunk, which is fetched when the browser is idle, or when something of it is pointed at or opened. */
export const Overlay = clientOnly(() => import('./overlay-content.tsx').then((module) => module.OverlayContent), ['chat', 'compare']);
