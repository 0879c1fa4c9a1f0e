import { clientOnly } from '#shared/ui/client-only.tsx';

// Below a message, and rarely needed.
export const LazyContinueBrowsing = clientOnly(() => import('./continue-browsing.tsx').then((module) => module.ContinueBrowsing), ['shop']);
