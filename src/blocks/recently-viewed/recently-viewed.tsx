import { useTranslation } from 'react-i18next';
import { TileGrid, wholeRows } from '#blocks/product-tile/tile-grid.tsx';
import { useProducts } from '#features/catalogue/use-products.ts';
import { useRecentlyViewed } from '#features/recent/use-recently-viewed.ts';

/** Recently viewed products of this browser, with a button that clears them; the product `currentId` is added, but not shown. Client only. */
export const RecentlyViewed = ({ currentId }: { readonly currentId?: string }) => {
  const { t } = useTranslation('common');
  const { ids, clear } = useRecentlyViewed(currentId);
  const products = useProducts(ids);
  if (products.length === 0) return null;
  return (
    <section className="band recently-viewed">
      <h2>{t('recentlyViewed.heading')}</h2>
      <TileGrid products={wholeRows(products)} columns={4} level={3} />
      <p className="recently-viewed-note">
        {t('recentlyViewed.note')}{' '}
        <button
          type="button"
          className="btn btn-link"
          onClick={() => {
            clear();
            // The section disappears with the pressed button.
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
        >
          {t('recentlyViewed.clear')}
        </button>
      </p>
    </section>
  );
};
