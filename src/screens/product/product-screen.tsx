import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, useParams } from 'react-router-dom';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { Lost } from '#blocks/lost/lost.tsx';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { refundDays } from '#contract/terms.ts';
import { selectError, selectIsKnown, selectProduct } from '#features/catalogue/catalogue-slice.ts';
import { picturesOf } from '#features/catalogue/product-picture.tsx';
import { useCategoriesQuery, useColorVariationsQuery, useVariationsQuery } from '#features/catalogue/use-catalogue.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { late } from '#shared/ui/late.tsx';
import { BuyBox } from './buy-box.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { ProductTabs } from './product-tabs.tsx';
import type { ProductVariant } from './product-variants.ts';
import { useSelection } from './use-selection.ts';

// Below the fold, so neither its code nor its pictures belong to the first view.
const Related = late(() => import('./related.tsx').then((module) => module.Related));

/** The product with its variations as the API counts them now; the list's own copy until they come. */
const useProductToday = (listed: Product): Product => {
  const { data: types } = useVariationsQuery(undefined, listed.types.length > 0);
  const { data: colors } = useColorVariationsQuery(listed._id, listed.variation.length > 0);
  return {
    ...listed,
    types: types?.filter(({ productId }) => productId === listed._id) ?? listed.types,
    variation: colors ?? listed.variation,
  };
};

const Terms = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const { money } = usePrices();
  const delivery = pence(product.deliveryCost);
  return (
    <ul className="buy-terms">
      <li>
        <Icon name="truck" />
        {delivery > 0 ? t('summary.delivery', { amount: money(delivery) }) : t('summary.freeDelivery')}
      </li>
      <li>
        <Icon name="returns" />
        {t('summary.returns', { days: refundDays.changedMind })}
      </li>
    </ul>
  );
};

const Places = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const { data: categories = [] } = useCategoriesQuery(undefined);
  return (
    <dl className="places">
      <div>
        <dt>{t('categories')}</dt>
        <dd>
          {product.category.map((slug) => (
            <Link key={slug} to={paths.shopCategory(slug)}>
              {categories.find((category) => category.slug === slug)?.name ?? slug}
            </Link>
          ))}
        </dd>
      </div>
      {product.tag.length > 0 && (
        <div>
          <dt>{t('tags')}</dt>
          <dd>
            {product.tag.map((tag) => (
              <Link key={tag} to={paths.shopTag(tag)}>
                {tag}
              </Link>
            ))}
          </dd>
        </div>
      )}
      {product.sku !== '' && (
        <div>
          <dt>{t('sku')}</dt>
          <dd>{product.sku}</dd>
        </div>
      )}
    </dl>
  );
};

const ProductPage = ({ listed, variant }: { readonly listed: Product; readonly variant: ProductVariant }) => {
  const { t } = useTranslation('product');
  const product = useProductToday(listed);
  const selection = useSelection(product);
  const pictures = picturesOf(product);
  const wanted = selection.type?.name ?? selection.color?.color;
  // Pictures of what is chosen come first.
  const sorted = [...pictures.filter(({ color }) => color === wanted), ...pictures.filter(({ color }) => color !== wanted)];
  return (
    <div className="container-xl product-page">
      <PageTitle title={product.name} titleTemplate={shop.name} description={product.shortDescription} />
      <nav className="crumbs" aria-label={t('crumbs')}>
        <Link to={paths.shop}>{t('crumbShop')}</Link>
        <span aria-current="page">{product.name}</span>
      </nav>
      <div className={`product-columns product-columns-${variant.gallery}`}>
        <Gallery key={sorted[0]?.src} name={product.name} pictures={sorted} kind={variant.gallery} />
        <div className="product-text">
          <h1>{product.name}</h1>
          <p className="product-lead">{product.shortDescription}</p>
          <BuyBox product={product} selection={selection} />
          <Terms product={product} />
          <Places product={product} />
        </div>
      </div>
      <ProductTabs product={product} />
      <Related product={product} />
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

/** A product (spec 2; screens.md, Product): one screen, set up by a row of the variants' table. */
export const ProductScreen = ({ variant }: { readonly variant: ProductVariant }) => {
  const { t } = useTranslation(['common', 'titles']);
  const { id = '' } = useParams();
  const product = useSelector((state: Parameters<typeof selectProduct>[0]) => selectProduct(state, id));
  const isKnown = useSelector(selectIsKnown);
  const error = useSelector(selectError);
  if (product) return <ProductPage key={product._id} listed={product} variant={variant} />;
  if (error)
    return (
      <div className="container-xl page-message">
        <PageTitle title={t('titles:error')} titleTemplate={shop.name} />
        <h1>{t('titles:error')}</h1>
        <CatalogueFailure />
      </div>
    );
  if (isKnown) return <Lost heading={t('notFound.product')} text={t('notFound.productText')} />;
  return <ProductSkeleton />;
};
