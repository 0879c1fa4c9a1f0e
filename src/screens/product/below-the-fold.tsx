import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router-dom';
import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import type { Product } from '#contract/product.ts';
import { Related } from './related.tsx';
import { ReviewList } from './review-list.tsx';

/**
 * Related and recently viewed products, whose tiles are most of the page's elements: in a deferred commit after what is in view. On POP
 * (Back, Forward, reload, first load) at once, because the page may be scrolled down to them.
 */
const OtherProducts = ({ product }: { readonly product: Product }) => {
  const isRestored = useNavigationType() === 'POP';
  const isRendered = useDeferredValue(true, isRestored ? undefined : false);
  if (!isRendered) return null;
  return (
    <>
      <Related product={product} />
      <RecentlyViewed currentId={product._id} />
    </>
  );
};

type BelowTheFoldProps = { readonly part: 'reviews' | 'products'; readonly product: Product };

/** The texts of a product's reviews, or other products. */
export const BelowTheFold = ({ part, product }: BelowTheFoldProps) =>
  part === 'reviews' ? <ReviewList productId={product._id} /> : <OtherProducts product={product} />;
