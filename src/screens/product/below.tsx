import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import type { Product } from '#contract/product.ts';
import { Related } from './related.tsx';

/** What stands below a product: others like it, and what the shopper looked at before. */
export const Below = ({ product }: { readonly product: Product }) => (
  <>
    <Related product={product} />
    <RecentlyViewed now={product._id} />
  </>
);
