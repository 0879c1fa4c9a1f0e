import { clientOnly } from '#shared/ui/client-only.tsx';

/** A form of a product: few visits need one, and what checks them is large. */
export const ProductForm = clientOnly(() => import('./forms.tsx').then((module) => module.Form), ['review', 'refund', 'stock-alert']);
