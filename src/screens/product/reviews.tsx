import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Rating } from '#blocks/rating/rating.tsx';
import type { Product } from '#contract/product.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** The reviews of a product: average and number at once, the texts, which are its children, after hydration. */
export const Reviews = ({ product, children }: { readonly product: Product; readonly children: ReactNode }) => {
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
      <p className="quiet">
        {t('reviews.who')} <Link to={paths.reviewPolicy}>{t('reviews.policy')}</Link>
      </p>
      {product.reviewCount > 0 && children}
    </section>
  );
};
