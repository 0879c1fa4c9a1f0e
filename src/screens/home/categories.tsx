import { useTranslation } from 'react-i18next';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useFilledCategories } from '#features/catalogue/use-catalogue.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const skeletonTiles = 6;

const sizes = '(min-width: 1700px) 200px, (min-width: 992px) 180px, (min-width: 768px) 30vw, 46vw';

/** The categories with the number of products in each; nothing if they fail to load. */
export const Categories = () => {
  const { t } = useTranslation('home');
  const { data, isError } = useFilledCategories();
  if (isError) return null;
  return (
    <section className="container-xl band">
      <h2>{t('categories.heading')}</h2>
      <ul className="category-grid">
        {data
          ? data.map(({ slug, name, image, count }) => (
              <li key={slug}>
                <Link className="category-tile" to={paths.shopCategory(slug)}>
                  <ProductPicture image={image === '' ? undefined : { src: image, alt: '' }} sizes={sizes} />
                  <span className="category-name">{name}</span>
                  <span className="quiet">{t('categories.products', { count })}</span>
                </Link>
              </li>
            ))
          : Array.from({ length: skeletonTiles }, (_, index) => index).map((index) => (
              <li key={index} className="category-tile category-skeleton" aria-hidden="true">
                <span className="picture" />
                <span className="category-name"> </span>
                <span className="quiet"> </span>
              </li>
            ))}
      </ul>
    </section>
  );
};
