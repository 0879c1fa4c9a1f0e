import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import type { Product } from '#contract/product.ts';
import { Related } from './related.tsx';

/** Related and recently viewed products. */
export const BelowTheFold = ({ product }: { readonly product: Product }) => (
  <>
    <Related product={product} />
    <RecentlyViewed currentId={product._id} />
  </>
);
