import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';
import { formatRating } from '#contract/locale.ts';
import type { Product } from '#contract/product.ts';

type RatingProps = { readonly product: Pick<Product, 'rating' | 'reviewCount'>; readonly t: TFunction<'common'> };

/** "★ 4.6 · 12 reviews": the average of a product's reviews; nothing without any. A span, so that it can be in a link. */
export const Rating = ({ product: { rating, reviewCount }, t }: RatingProps) => {
  // Not `useTranslation`, which costs a list of tiles milliseconds: a new `t` renders this as well.
  const { language } = useContext(I18nContext).i18n;
  if (reviewCount === 0) return null;
  return (
    <span className="rating">
      <span aria-hidden="true">
        <b>★</b> {formatRating(rating, language)} <small>· {t('reviews', { count: reviewCount })}</small>
      </span>
      <span className="visually-hidden">{t('rating', { rating, count: reviewCount })}</span>
    </span>
  );
};
