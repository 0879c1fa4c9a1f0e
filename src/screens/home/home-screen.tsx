import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { TileGrid, TileGridSkeleton } from '#blocks/product-tile/tile-grid.tsx';
import { selectError, selectIsKnown, selectProducts } from '#features/catalogue/catalogue-slice.ts';
import { sortProducts } from '#features/catalogue/listing.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Tabs } from '#shared/ui/tabs.tsx';
import { Categories } from './categories.tsx';
import { Hero } from './hero.tsx';
import { Trust } from './trust.tsx';

/** screens.md, Home: tabs of 8 products each. */
const perTab = 8;

const FromTheWorkshop = () => {
  const { t } = useTranslation('home');
  const products = useSelector(selectProducts);
  const isKnown = useSelector(selectIsKnown);
  const error = useSelector(selectError);
  if (error && !isKnown) return <CatalogueFailure />;
  if (!isKnown) return <TileGridSkeleton columns={4} count={perTab} />;
  const best = sortProducts(products, 'best-selling', false);
  const tabs = [
    {
      key: 'new',
      goods: sortProducts(
        products.filter((product) => product.new),
        'newest',
        false,
      ),
    },
    { key: 'best', goods: best },
    {
      key: 'sale',
      goods: sortProducts(
        products.filter(({ discount }) => discount > 0),
        'saving',
        false,
      ),
    },
  ] as const;
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={tabs.map(({ key, goods }) => ({
        key,
        title: t(`tabs.${key}`),
        content:
          goods.length > 0 ? (
            <TileGrid products={goods.slice(0, perTab)} columns={4} level={3} />
          ) : (
            <p className="quiet">{t('tabs.empty')}</p>
          ),
      }))}
    />
  );
};

/** The front of the shop (screens.md, Home). */
export const HomeScreen = () => {
  const { t } = useTranslation(['home', 'titles']);
  return (
    <>
      <PageTitle title={shop.name} titleTemplate={t('titles:home')} />
      <Hero />
      <Trust />
      <Categories />
      <section className="container-xl band">
        <h2>{t('tabs.heading')}</h2>
        <FromTheWorkshop />
        <p className="band-more">
          <Link className="btn btn-outline-primary" to={paths.shop}>
            {t('tabs.all')}
          </Link>
        </p>
      </section>
    </>
  );
};
