import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { ProductTile } from '#blocks/product-tile/product-tile.tsx';
import { TileGrid, TileGridSkeleton } from '#blocks/product-tile/tile-grid.tsx';
import type { Product } from '#contract/product.ts';
import { selectError, selectIsKnown, selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { sortings } from '#features/catalogue/listing.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Pagination } from '#shared/ui/pagination.tsx';
import { CategoryLinks } from './category-links.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import type { ShopVariant } from './shop-variants.ts';
import { useShopListing } from './use-shop-listing.ts';

const Goods = ({ products, variant }: { readonly products: readonly Product[]; readonly variant: ShopVariant }) => {
  if (variant.view === 'grid') return <TileGrid products={products} columns={variant.columns === 2 ? 2 : 3} isFirstInView />;
  return (
    <ul className={variant.columns === 2 ? 'tile-list tile-list-2' : 'tile-list'}>
      {products.map((product, at) => (
        <li key={product._id || product.name}>
          <ProductTile
            product={product}
            isWide
            sizes="(min-width: 768px) 260px, 38vw"
            when={at === 0 ? 'first' : at < 3 ? 'early' : 'late'}
          />
        </li>
      ))}
    </ul>
  );
};

/** The shop (spec 2; screens.md, Shop): one screen, set up by a row of the variants' table. */
export const ShopScreen = ({ variant }: { readonly variant: ShopVariant }) => {
  const { t } = useTranslation(['shop', 'titles']);
  const navigate = useNavigate();
  const isKnown = useSelector(selectIsKnown);
  const error = useSelector(selectError);
  const hasProducts = useSelector(selectProducts).length > 0;
  const { choice, items, count, page, pages, addressOfPage, addressWith } = useShopListing(variant);
  const isLoading = !isKnown && !error;
  const isEmpty = isKnown && count === 0;

  return (
    <div className={variant.isWide ? 'container-wide shop-page' : 'container-xl shop-page'}>
      <PageTitle title={t('titles:shop')} titleTemplate={shop.name} />
      <nav className="crumbs" aria-label={t('crumbs')}>
        <Link to={paths.home}>{t('crumbHome')}</Link>
        <span aria-current="page">{t('heading')}</span>
      </nav>
      <header className="shop-head">
        <h1>{t('heading')}</h1>
        <p className="quiet">{t('intro')}</p>
      </header>
      <CategoryLinks chosen={choice.category} addressOf={(category) => addressWith({ category })} />
      <div className="shop-bar">
        <p role="status" className="shop-count">
          {isLoading && t('loading')}
          {isKnown && t('found', { count })}
        </p>
        <label>
          <span>{t('sort')}</span>
          <select
            className="form-select"
            value={choice.sorting}
            onChange={(event) => {
              const sorting = sortings.find((each) => each === event.target.value);
              if (sorting) void navigate(addressWith({ sorting }));
            }}
          >
            {sortings.map((sorting) => (
              <option key={sorting} value={sorting}>
                {t(`sorting.${sorting}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ChosenChips choice={choice} addressWith={addressWith} />
      <CatalogueFailure />
      {isLoading && <TileGridSkeleton columns={variant.columns === 2 ? 2 : 3} count={variant.columns * 3} />}
      {isEmpty && (
        <div className="page-message">
          <h2>{t(hasProducts ? 'empty.heading' : 'none.heading')}</h2>
          <p>{t(hasProducts ? 'empty.text' : 'none.text')}</p>
          {hasProducts && (
            <Link className="btn btn-primary" to={addressWith({ words: '', category: '', tag: '' })}>
              {t('empty.clear')}
            </Link>
          )}
        </div>
      )}
      {items.length > 0 && <Goods products={items} variant={variant} />}
      <Pagination page={page} pages={pages} addressOf={addressOfPage} />
    </div>
  );
};
