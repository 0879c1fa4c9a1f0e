import { startTransition, useOptimistic, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import { NotFoundMessage } from '#blocks/not-found-message/not-found-message.tsx';
import { usePrices } from '#blocks/price/price.tsx';
import { BuyBox } from '#blocks/product-view/buy-box.tsx';
import { Gallery } from '#blocks/product-view/gallery.tsx';
import { usePurchase } from '#blocks/product-view/use-purchase.ts';
import { Rating } from '#blocks/rating/rating.tsx';
import { pence, times } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { refundDays } from '#contract/terms.ts';
import { readVariant, type Variant, writeVariant } from '#contract/variant.ts';
import { selectError } from '#features/catalogue/catalogue-slice.ts';
import { chosenPictures } from '#features/catalogue/product-picture.tsx';
import { useCategories, useTaxonomyNames } from '#features/catalogue/use-catalogue.ts';
import { type DetailedProduct, useProduct } from '#features/catalogue/use-products.ts';
import { useFragment } from '#shared/hooks/use-fragment.ts';
import { PageTitle, ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shareLink } from '#shared/share-link.ts';
import { useShop } from '#shared/shop.tsx';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { ProductForm } from './product-form.ts';
import type { ProductPreset } from './product-presets.ts';
import { ProductTabs, Safety } from './product-tabs.tsx';
import { Reviews } from './reviews.tsx';
import { StickyAddToCart } from './sticky-add-to-cart.tsx';
import { StockAlert, StockAlertLink } from './stock-alert.tsx';

type ShareButtonProps = {
  readonly name: string;
  /** Without the query of the page, which may hold the token of a mailed link. */
  readonly path: string;
};

/** Shares the product (Web Share, else copy link). */
const ShareButton = ({ name, path }: ShareButtonProps) => {
  const { t } = useTranslation('product');
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const share = () => shareLink(name, new URL(path, window.location.origin).href).then(setOutcome);
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => void share()}>
        <Icon name="share" />
        {t('share.button')}
      </button>
      <span className="share-outcome" role="status">
        {outcome && t(`share.${outcome}`)}
      </span>
    </>
  );
};

// Neither code nor pictures are needed for the first paint.
const BelowTheFold = clientOnly(() => import('./below-the-fold.tsx').then((module) => module.BelowTheFold), ['review']);

const LifeSize = clientOnly(() => import('./life-size.tsx').then((module) => module.LifeSize), ['life-size']);

const LifeSizeButton = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => setIsOpen(true)}>
        <Icon name="eye" />
        {t('lifeSize')}
      </button>
      <LifeSize product={product} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};

type TermsProps = { readonly product: Product; readonly quantity: number; readonly isAvailable: boolean };

/** Who made it and where, what delivery costs for the chosen quantity and when it comes, and who pays for a return. */
const Terms = ({ product, quantity, isAvailable }: TermsProps) => {
  const { t } = useTranslation('product');
  const { money } = usePrices();
  const delivery = pence(product.deliveryCost);
  return (
    <ul className="buy-terms">
      {product.madeIn !== '' && (
        <li>
          <Icon name="vase" />
          <p>{product.madeIn}</p>
        </li>
      )}
      <li>
        <Icon name="truck" />
        <p>
          {delivery > 0 ? t('summary.delivery', { amount: money(delivery) }) : t('summary.freeDelivery')}
          {delivery > 0 && quantity > 1 && (
            <strong>{t('summary.deliveryFor', { count: quantity, amount: money(times(delivery, quantity)) })}</strong>
          )}
          {product.makingDays > 0 && <span>{t('summary.making', { count: product.makingDays })}</span>}
          {isAvailable && <DeliveryDate makingDays={product.makingDays} />}
        </p>
      </li>
      <li>
        <Icon name="returns" />
        <p>
          {product.personalised ? (
            t('delivery.personalised')
          ) : (
            <>
              {t('summary.returns', { days: refundDays.changedMind })}
              <span>{t('summary.postage')}</span>
            </>
          )}
        </p>
      </li>
    </ul>
  );
};

const ProductTaxonomy = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const names = useTaxonomyNames();
  if (product.category.length === 0 && product.tag.length === 0 && product.sku === '') return null;
  return (
    <dl className="product-taxonomy">
      {product.category.length > 0 && (
        <Fact term={t('categories')}>
          {product.category.map((slug) => (
            <Link key={slug} to={paths.shopCategory(slug)}>
              {names.category(slug)}
            </Link>
          ))}
        </Fact>
      )}
      {product.tag.length > 0 && (
        <Fact term={t('tags')}>
          {product.tag.map((tag) => (
            <Link key={tag} to={paths.shopTag(tag)}>
              {names.tag(tag)}
            </Link>
          ))}
        </Fact>
      )}
      {product.sku !== '' && <Fact term={t('sku')}>{product.sku}</Fact>}
    </dl>
  );
};

/** The chosen variant is in the URL, so that it survives Share, reload and Back. Choosing adds no history entry. */
const useVariantInUrl = () => {
  const [query, setQuery] = useSearchParams();
  // Optimistic: the radio changes before the navigation has rendered.
  const [variant, setVariant] = useOptimistic(readVariant(query));
  const choose = (chosen: Variant) =>
    startTransition(() => {
      setVariant(chosen);
      setQuery((current) => writeVariant(current, chosen), { replace: true, preventScrollReset: true });
    });
  return [variant, choose] as const;
};

type ProductPageProps = Pick<DetailedProduct, 'details' | 'retry'> & { readonly product: Product; readonly preset: ProductPreset };

const ProductPage = ({ product, details, retry, preset }: ProductPageProps) => {
  const shop = useShop();
  const { t } = useTranslation('product');
  const { t: common } = useTranslation('common');
  const { pathname, search } = useLocation();
  useFragment();
  const [picked, pick] = useVariantInUrl();
  const purchase = usePurchase(product, [picked, pick]);
  const pictures = chosenPictures(product, purchase.selection.variant);
  const { data: categories = [] } = useCategories();
  const category = categories.find(({ slug }) => slug === product.category[0]);
  const parents = [
    { name: t('crumbShop'), path: paths.shop },
    ...(category ? [{ name: category.name, path: paths.shopCategory(category.slug) }] : []),
  ];
  const buyRowRef = useRef<HTMLDivElement>(null);
  const isWide = preset.gallery === 'slider';
  const tabs = <ProductTabs product={product} details={details} retry={retry} />;
  return (
    <div className="product-page">
      <PageTitle title={product.name} titleTemplate={shop.name} />
      <div className="container-xl">
        <Breadcrumbs name={product.name} parents={parents} />
        <CatalogueFailure />
        <StockAlertLink />
      </div>
      <div className={isWide ? 'product-rows' : `container-xl product-columns product-columns-${preset.gallery}`}>
        <Gallery key={pictures[0]?.src} name={product.name} pictures={pictures} kind={preset.gallery} />
        <div className={isWide ? 'container-xl product-text' : 'product-text'}>
          <h1>{product.name}</h1>
          {product.reviewCount > 0 && (
            <Link className="product-rating" to={`${pathname}${search}#reviews`}>
              <Rating product={product} t={common} />
            </Link>
          )}
          <p className="product-lead">{product.shortDescription}</p>
          <BuyBox
            product={product}
            purchase={purchase}
            rowRef={buyRowRef}
            withBuyNow
            whenSoldOut={
              <StockAlert key={JSON.stringify(purchase.selection.variant)} product={product} variant={purchase.selection.variant} />
            }
          >
            <ShareButton name={product.name} path={paths.product(product._id, picked)} />
            {product.realSize !== '' && <LifeSizeButton product={product} />}
          </BuyBox>
          <Terms product={product} quantity={purchase.quantity} isAvailable={purchase.selection.left > 0} />
          <Safety product={product} />
          <ProductTaxonomy product={product} />
        </div>
        {!isWide && tabs}
      </div>
      <div className="container-xl">
        {isWide && tabs}
        <Reviews product={product}>
          <BelowTheFold part="reviews" product={product} />
        </Reviews>
        <BelowTheFold part="products" product={product} />
      </div>
      <StickyAddToCart product={product} purchase={purchase} rowRef={buyRowRef} />
    </div>
  );
};

const ProductSkeleton = () => {
  const { t } = useTranslation('common');
  return (
    <div className="container-xl product-page">
      <h1 className="visually-hidden">{t('loading')}</h1>
      <div className="product-columns product-skeleton" aria-hidden="true">
        <span className="picture" />
        <div className="product-text">
          <span />
          <span />
          <span />
        </div>
      </div>
    </div>
  );
};

/** A product: one screen for all of `productPresets`. */
export const ProductScreen = ({ preset }: { readonly preset: ProductPreset }) => {
  const { t } = useTranslation(['common', 'titles']);
  const { id = '' } = useParams();
  const reviewKey = useSearchParams()[0].get('review');
  const { product, isDiscontinued, details, retry } = useProduct(id);
  const hasListFailed = useSelector(selectError) !== null;
  if (product && reviewKey !== null) return <ProductForm form="review" product={product} accessKey={reviewKey} />;
  if (product) return <ProductPage key={product._id} product={product} details={details} retry={retry} preset={preset} />;
  // While its own call may still bring it, a failed list is no error.
  if (details.kind === 'failed' || (details.kind === 'loaded' && hasListFailed))
    return (
      <div className="container-xl page-message">
        <ScreenTitle name="error" />
        <h1>{t('titles:error')}</h1>
        {details.kind === 'failed' ? (
          <FailureNote error={details.error} onRetry={retry} isBusy={details.isRetrying} />
        ) : (
          <CatalogueFailure />
        )}
      </div>
    );
  if (isDiscontinued) return <NotFoundMessage heading={t('notFound.product')} text={t('notFound.productText')} />;
  return <ProductSkeleton />;
};
