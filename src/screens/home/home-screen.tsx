import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { usePrices } from '#blocks/price/price.tsx';
import { TileGrid, TileGridSkeleton, wholeRows } from '#blocks/product-tile/tile-grid.tsx';
import { defaultChoice, type ListingQuery, noFacetValues } from '#contract/listing-query.ts';
import { pence } from '#contract/money.ts';
import { picturePath } from '#contract/picture.ts';
import { refundDays } from '#contract/terms.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useFilledCategories } from '#features/catalogue/use-catalogue.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { useShop } from '#shared/shop.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';
import { Hero } from './hero.tsx';
import '#styles/home-screen.scss';

const perTab = 8;

/** The best-selling products: a tab of the home page. The USP bar reads the lowest delivery cost from the same request. */
const bestSellers: ListingQuery = { ...defaultChoice, sorting: 'best-selling', page: 1, perPage: perTab };

/** The selling points: handmade, packaging, returns, delivery from the lowest cost in the catalogue. */
const UspBar = () => {
  const { t } = useTranslation('home');
  const { money } = usePrices();
  // Every listing has it; this one is fetched for the tabs anyway.
  const cost = useListing(bestSellers, false).listing?.lowestDelivery;
  const lowestCost = cost === undefined ? undefined : pence(cost);
  const deliverySentence = () => {
    if (lowestCost === undefined) return t('uspBar.deliveryPlain');
    return lowestCost === 0 ? t('uspBar.deliveryFree') : t('uspBar.delivery', { amount: money(lowestCost) });
  };
  const days = { days: refundDays.changedMind };
  const points = [
    { icon: 'vase', heading: t('uspBar.hand'), text: t('uspBar.handText') },
    { icon: 'parcel', heading: t('uspBar.parcels'), text: t('uspBar.parcelsText') },
    { icon: 'returns', heading: t('uspBar.returns', days), text: t('uspBar.returnsText', days) },
    { icon: 'truck', heading: deliverySentence(), text: t('uspBar.deliveryText') },
  ] as const;
  return (
    <ul className="usp-bar container-xl" aria-label={t('uspBar.label')}>
      {points.map(({ icon, heading, text }) => (
        <li key={icon}>
          <Icon name={icon} />
          <div>
            <strong>{heading}</strong>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
};

const skeletonTiles = 6;

const sizes = '(min-width: 1700px) 200px, (min-width: 992px) 180px, (min-width: 768px) 30vw, 46vw';

/** The categories with the number of products in each; nothing if they fail to load, or no product has one. */
const Categories = () => {
  const { t } = useTranslation('home');
  const { data, isError } = useFilledCategories();
  if (data ? data.length === 0 : isError) return null;
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

const programmes = ['wholesale', 'reselling', 'franchise'] as const;

const Partners = () => {
  const { t } = useTranslation('home');
  return (
    <section className="partners">
      <div className="container-xl">
        <div>
          <h2>{t('partners.heading')}</h2>
          <p>{t('partners.text')}</p>
          <Link className="btn btn-outline-primary" to={paths.collaboration}>
            {t('partners.more')}
          </Link>
        </div>
        <ul>
          {programmes.map((programme) => (
            <li key={programme}>
              <h3>
                <Link to={paths[programme]}>{t(`partners.${programme}`)}</Link>
              </h3>
              <p>{t(`partners.${programme}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};

const src = picturePath('scene-bench.de984b31.1200');

/** Who makes the products, with a link to the about page. */
const Story = () => {
  const { t } = useTranslation('home');
  return (
    <section className="container-xl story">
      <ProductPicture
        image={{ src, alt: t('story.picture') }}
        sizes="(min-width: 1700px) 616px, (min-width: 1200px) 570px, (min-width: 768px) 47vw, 94vw"
      />
      <div>
        <h2>{t('story.heading')}</h2>
        <p>{t('story.text')}</p>
        <p>{t('story.promise')}</p>
        <Link className="btn btn-outline-primary" to={paths.about}>
          {t('story.more')}
        </Link>
      </div>
    </section>
  );
};

// Neither code nor pictures are needed for the first paint.
const BelowTheFold = clientOnly(() => import('./below-the-fold.tsx').then((module) => module.BelowTheFold), ['journal']);

const yes = ['yes'];

/** `key` is the key of the title below `tabs` in home.json, and the facet that a product must have where it is one. */
const tabs = [
  { key: 'new', query: { ...defaultChoice, chosen: { ...noFacetValues, new: yes }, sorting: 'newest', page: 1, perPage: perTab } },
  { key: 'best', query: bestSellers },
  { key: 'sale', query: { ...defaultChoice, chosen: { ...noFacetValues, sale: yes }, sorting: 'saving', page: 1, perPage: perTab } },
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

/** The tabs that have products, and a link to all; nothing in a shop without products. */
const ProductTabs = () => {
  const { t } = useTranslation('home');
  const { listing } = useListing(bestSellers, false);
  if (listing?.total === 0) return null;
  const hasProducts = (key: (typeof tabs)[number]['key']): boolean =>
    key === 'best' || !listing || listing.counts[key].some(({ count }) => count > 0);
  return (
    <section className="container-xl band">
      <h2>{t('tabs.heading')}</h2>
      <CatalogueFailure />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs
          .filter(({ key }) => hasProducts(key))
          .map(({ key, query }) => ({ key, title: t(`tabs.${key}`), content: <TabProducts key={key} query={query} /> }))}
      />
      <p className="band-more">
        <Link className="btn btn-outline-primary" to={paths.shop}>
          {t('tabs.all')}
        </Link>
      </p>
    </section>
  );
};

export const HomeScreen = () => {
  const shop = useShop();
  const { t } = useTranslation(['home', 'titles']);
  return (
    <>
      <PageTitle title={shop.name} titleTemplate={t('titles:home')} />
      <Hero />
      <UspBar />
      <Categories />
      <ProductTabs />
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
