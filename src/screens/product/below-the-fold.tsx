import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router-dom';
import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import type { Product } from '#contract/product.ts';
import { Related } from './related.tsx';

/**
 * Related and recently viewed products: in a commit of their own, after the paint of the page that is in view, because their tiles are half
 * of its elements. At once on Back, Forward and reload, which may scroll down to them.
 */
export const BelowTheFold = ({ product }: { readonly product: Product }) => {
  const isRestored = useNavigationType() === 'POP';
  const isRendered = useDeferredValue(true, isRestored);
  if (!isRendered) return null;
  return (
    <>
      <Related product={product} />
      <RecentlyViewed currentId={product._id} />
    </>
  );
};
