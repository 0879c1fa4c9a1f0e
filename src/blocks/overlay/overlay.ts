import { clientOnly } from '#shared/ui/client-only.tsx';

/** What opens over a page: in one chunk, which is fetched right after hydration, so that the first press need not wait for it. */
export const Overlay = clientOnly(
  () => import('./overlay-content.tsx').then((module) => module.OverlayContent),
  ['chat', 'compare', 'product'],
);
