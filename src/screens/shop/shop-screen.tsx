import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { ProductTile } from '#blocks/product-tile/product-tile.tsx';
import { TileGrid, TileGridSkeleton } from '#blocks/product-tile/tile-grid.tsx';
import type { Listing } from '#contract/listing.ts';
import { sortings } from '#contract/listing-query.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Pagination } from '#shared/ui/pagination.tsx';
import { CategoryLinks } from './category-links.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import type { Layout, ShopVariant } from './shop-variants.ts';
import { useShopListing } from './use-shop-listing.ts';

const Goods = ({ listing, layout, listColumns }: { readonly listing: Listing; readonly layout: Layout; readonly listColumns: 1 | 2 }) => {
  const { items } = listing;
  if (layout !== 'list') return <TileGrid products={items} columns={layout === 'grid-2' ? 2 : 3} isFirstInView />;
  return (
    <ul className={listColumns === 2 ? 'tile-list tile-list-2' : 'tile-list'}>
      {items.map((product, at) => (
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

const NothingFound = ({ hasProducts, plainAddress }: { readonly hasProducts: boolean; readonly plainAddress: string }) => {
  const { t } = useTranslation('shop');
  return (
    <div className="page-message">
      <h2>{t(hasProducts ? 'empty.heading' : 'none.heading')}</h2>
      <p>{t(hasProducts ? 'empty.text' : 'none.text')}</p>
      {hasProducts && (
        <Link className="btn btn-primary" to={plainAddress}>
          {t('empty.clear')}
        </Link>
      )}
    </div>
  );
};

/** The shop (spec 2; screens.md, Shop): one screen, set up by a row of the variants' table. */
export const ShopScreen = ({ variant }: { readonly variant: ShopVariant }) => {
  const { t } = useTranslation(['shop', 'titles']);
  const navigate = useNavigate();
  const shown = useShopListing(variant);
  const { choice, layout, listing, isBusy, error, addressOfPage, addressWith } = shown;
  const [category = ''] = choice.chosen.category;

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
      <CategoryLinks
        chosen={category}
        addressOf={(slug) => addressWith({ chosen: { ...choice.chosen, category: slug === '' ? [] : [slug] } })}
      />
      <div className="shop-bar">
        <p role="status" className="shop-count">
          {isBusy && t('loading')}
          {!isBusy && listing && t('found', { count: listing.count })}
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
      {listing && <ChosenChips shown={shown} listing={listing} />}
      {!listing && error && <CatalogueFailure />}
      {!listing && isBusy && <TileGridSkeleton columns={layout === 'grid-2' ? 2 : 3} count={variant.perPage} />}
      {listing?.count === 0 && <NothingFound hasProducts={listing.total > 0} plainAddress={shown.plainAddress} />}
      {listing && listing.count > 0 && <Goods listing={listing} layout={layout} listColumns={variant.listColumns} />}
      {listing && <Pagination page={listing.page} pages={listing.pages} addressOf={addressOfPage} />}
    </div>
  );
};
