import { useTranslation } from 'react-i18next';
import { Rating } from '#blocks/rating/rating.tsx';
import type { Product } from '#contract/product.ts';
import { AfterHydration } from '#shared/ui/after-hydration.tsx';
import { ReviewList } from './review-list.tsx';

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
      {product.reviewCount > 0 && (
        <AfterHydration>
          <ReviewList key={product._id} productId={product._id} />
        </AfterHydration>
      )}
    </section>
  );
};
