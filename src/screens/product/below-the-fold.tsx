import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigationType } from 'react-router-dom';
import { TileGrid, wholeRows } from '#blocks/product-tile/tile-grid.tsx';
import { RecentlyViewed } from '#blocks/recently-viewed/recently-viewed.tsx';
import { defaultChoice, noFacetValues } from '#contract/listing-query.ts';
import type { Product } from '#contract/product.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { ReviewList } from './review-list.tsx';

/** One more than are shown: the product itself may be among them. */
const perPage = 9;

/** Four to eight products of the same category, or else with a tag in common; nothing without any. */
const RelatedProducts = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const isReseller = useSelector(selectIsReseller);
  const { category, tag } = product;
  const isOther = ({ _id }: Product): boolean => _id !== product._id;
  const ofCategory = useListing({ ...defaultChoice, chosen: { ...noFacetValues, category }, page: 1, perPage }, isReseller);
  const ofTag = useListing({ ...defaultChoice, chosen: { ...noFacetValues, tag }, page: 1, perPage }, isReseller);
  const sameCategory = category.length > 0 ? ofCategory.listing?.items.filter(isOther) : [];
  const sameTag = tag.length > 0 ? ofTag.listing?.items.filter(isOther) : [];
  // Shown only when both lists are loaded: a tile that replaces another under a press would open the wrong product.
  if (!sameCategory || (sameCategory.length < 4 && !sameTag)) return null;
  const onlyOfTag = (sameTag ?? []).filter(({ _id }) => !sameCategory.some((other) => other._id === _id));
  const related = wholeRows(sameCategory.length < 4 ? [...sameCategory, ...onlyOfTag].slice(0, 4) : sameCategory);
  if (related.length === 0) return null;
  return (
    <section className="band">
      <h2>{t('related')}</h2>
      <TileGrid products={related} columns={4} level={3} />
    </section>
  );
};

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
      <RelatedProducts product={product} />
      <RecentlyViewed currentId={product._id} />
    </>
  );
};

type BelowTheFoldProps = { readonly part: 'reviews' | 'products'; readonly product: Product };

/** The texts of a product's reviews, or other products. */
export const BelowTheFold = ({ part, product }: BelowTheFoldProps) =>
  part === 'reviews' ? <ReviewList product={product} /> : <OtherProducts product={product} />;
