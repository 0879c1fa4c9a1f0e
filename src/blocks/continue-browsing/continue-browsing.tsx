import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { TileGrid } from '#blocks/product-tile/tile-grid.tsx';
import { defaultChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useFilledCategories } from '#features/catalogue/use-catalogue.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import '#styles/continue-browsing.scss';

/** Where to go on from an empty list: the categories, and the best-selling products that are in stock. */
export const ContinueBrowsing = () => {
  const { t } = useTranslation('shop');
  const isReseller = useSelector(selectIsReseller);
  const { data: categories = [] } = useFilledCategories();
  const bestSellers = useListing(
    { ...defaultChoice, chosen: { ...defaultChoice.chosen, availability: ['in'] }, sorting: 'best-selling', page: 1, perPage: 4 },
    isReseller,
  );
  return (
    <div className="continue-browsing">
      {categories.length > 0 && (
        <>
          <h2>{t('continueBrowsing.categories')}</h2>
          <ul className="category-grid">
            {categories.map(({ slug, name, image }) => (
              <li key={slug}>
                <Link className="category-tile" to={paths.shopCategory(slug)}>
                  <ProductPicture
                    image={image === '' ? undefined : { src: image, alt: '' }}
                    sizes="(min-width: 1200px) 180px, (min-width: 768px) 30vw, 46vw"
                  />
                  <span className="category-name">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {bestSellers.listing && bestSellers.listing.items.length > 0 && (
        <>
          <h2>{t('continueBrowsing.best')}</h2>
          <TileGrid products={bestSellers.listing.items} columns={4} level={3} />
        </>
      )}
    </div>
  );
};
