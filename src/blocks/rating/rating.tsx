import type { TFunction } from 'i18next';
import { formatRating } from '#contract/locale.ts';
import type { Product } from '#contract/product.ts';

type RatingProps = { readonly product: Pick<Product, 'rating' | 'reviewCount'>; readonly t: TFunction<'common'> };

/** "★ 4.6 · 12 reviews": the average of a product's reviews; nothing without any. A span, so that it can be in a link. */
export const Rating = ({ product: { rating, reviewCount }, t }: RatingProps) =>
  reviewCount > 0 && (
    <span className="rating">
      <span aria-hidden="true">
        <b>★</b> {formatRating(rating)} <small>· {t('reviews', { count: reviewCount })}</small>
      </span>
      <span className="visually-hidden">{t('rating', { rating, count: reviewCount })}</span>
    </span>
  );
