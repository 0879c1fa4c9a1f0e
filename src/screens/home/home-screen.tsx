import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { TileGrid, TileGridSkeleton } from '#blocks/product-tile/tile-grid.tsx';
import { wholeRows } from '#blocks/product-tile/whole-rows.ts';
import { defaultChoice, type ListingQuery, nothingChosen } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { picturesOf } from '#features/catalogue/product-picture.tsx';
import { useListing } from '#features/catalogue/use-listing.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';
import { bestSellers, perTab } from './best-sellers.ts';
import { Categories } from './categories.tsx';
import { Hero } from './hero.tsx';
import { Partners } from './partners.tsx';
import { Story } from './story.tsx';
import { UspBar } from './usp-bar.tsx';
import '#styles/home-screen.scss';

// Neither code nor pictures are needed for the first paint.
const BelowTheFold = clientOnly(() => import('./below-the-fold.tsx').then((module) => module.BelowTheFold), ['journal']);

const yes = ['yes'];

/** `key` is the key of the title below `tabs` in home.json. */
const tabs = [
  { key: 'new', query: { ...defaultChoice, chosen: { ...nothingChosen, new: yes }, sorting: 'newest', page: 1, perPage: perTab } },
  { key: 'best', query: bestSellers },
  { key: 'sale', query: { ...defaultChoice, chosen: { ...nothingChosen, sale: yes }, sorting: 'saving', page: 1, perPage: perTab } },
] as const;

/** The products of one tab that have a picture. Each requests its own, so that of a large catalogue only the open tab is fetched. */
const TabProducts = ({ query }: { readonly query: ListingQuery }) => {
  const { t } = useTranslation('home');
  const isReseller = useSelector(selectIsReseller);
  const { listing, isBusy, error, isRetrying, retry } = useListing(query, isReseller);
  if (!listing && isBusy) return <TileGridSkeleton columns={4} count={perTab} />;
  if (!listing) return error && <FailureNote error={error} onRetry={retry} isBusy={isRetrying} />;
  const pictured = listing.items.filter((product) => picturesOf(product).length > 0);
  if (pictured.length === 0) return <p className="quiet">{t('tabs.empty')}</p>;
  return <TileGrid products={wholeRows(pictured)} columns={4} level={3} />;
};

const ProductTabs = () => {
  const { t } = useTranslation('home');
  return (
    <>
      <CatalogueFailure />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map(({ key, query }) => ({ key, title: t(`tabs.${key}`), content: <TabProducts key={key} query={query} /> }))}
      />
    </>
  );
};

export const HomeScreen = () => {
  const { t } = useTranslation(['home', 'titles']);
  return (
    <>
      <PageTitle title={shop.name} titleTemplate={t('titles:home')} />
      <Hero />
      <UspBar />
      <Categories />
      <section className="container-xl band">
        <h2>{t('tabs.heading')}</h2>
        <ProductTabs />
        <p className="band-more">
          <Link className="btn btn-outline-primary" to={paths.shop}>
            {t('tabs.all')}
          </Link>
        </p>
      </section>
      <Story />
      <Partners />
      <section className="container-xl band">
        <h2>{t('journal.heading')}</h2>
        <div className="latest-posts-slot">
          <BelowTheFold part="posts" />
        </div>
        <p className="band-more">
          <Link className="btn btn-outline-primary" to={paths.blog}>
            {t('journal.all')}
          </Link>
        </p>
      </section>
      <div className="container-xl">
        <BelowTheFold part="recent" />
      </div>
    </>
  );
};
