import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { TileGrid } from '#blocks/product-tile/tile-grid.tsx';
import { didYouMean } from '#catalogue/did-you-mean.ts';
import { defaultChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';

const DidYouMean = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation('shop');
  const listing = useListing({ ...defaultChoice, searchText, page: 1, perPage: 1 }, false).listing;
  if (!listing || listing.count === 0) return null;
  return (
    <p className="instead-search">
      {t('instead.didYouMean')} <Link to={paths.shopSearch(searchText)}>{searchText}</Link>
    </p>
  );
};

/** What to look at where nothing is found: the search with its typos put right, the categories, and the best-selling products. */
export const Instead = ({ searchText }: { readonly searchText: string }) => {
  const { t } = useTranslation('shop');
  const products = useSelector(selectProducts);
  const isReseller = useSelector(selectIsReseller);
  const { data: categories = [] } = useCategories();
  const best = useListing(
    { ...defaultChoice, chosen: { ...defaultChoice.chosen, availability: ['in'] }, sorting: 'best-selling', page: 1, perPage: 4 },
    isReseller,
  );
  const meant = useMemo(() => (searchText === '' ? undefined : didYouMean(searchText, products)), [searchText, products]);
  return (
    <div className="instead">
      {meant !== undefined && <DidYouMean searchText={meant} />}
      <h2>{t('instead.categories')}</h2>
      <ul className="category-grid">
        {categories.map(({ slug, name, image }) => (
          <li key={slug}>
            <Link className="category-tile" to={paths.shopCategory(slug)}>
              <ProductPicture image={image === '' ? undefined : { src: image, alt: '' }} sizes="(min-width: 1200px) 130px, 31vw" />
              <span className="category-name">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {best.listing && best.listing.items.length > 0 && (
        <>
          <h2>{t('instead.best')}</h2>
          <TileGrid products={best.listing.items} columns={4} level={3} />
        </>
      )}
    </div>
  );
};
