import { useTranslation } from 'react-i18next';
import { Rating } from '#blocks/rating/rating.tsx';
import type { Product } from '#contract/product.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';

// Below the fold, and most products of a small shop have none.
const ReviewList = clientOnly(() => import('./review-list.tsx').then((module) => module.ReviewList), ['review']);

/** The reviews of a product: average and number at once, the texts once the page is used. */
export const Reviews = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation(['product', 'common']);
  const { t: common } = useTranslation('common');
  return (
    <section className="product-reviews" aria-labelledby="reviews">
      <h2 id="reviews" tabIndex={-1}>
        {t('reviews.heading')}
      </h2>
      {product.reviewCount > 0 ? (
        <p className="reviews-average">
          <Rating product={product} t={common} />
        </p>
      ) : (
        <p>{t('reviews.none')}</p>
      )}
      <p className="quiet">{t('reviews.who')}</p>
      {product.reviewCount > 0 && <ReviewList key={product._id} productId={product._id} />}
    </section>
  );
};
