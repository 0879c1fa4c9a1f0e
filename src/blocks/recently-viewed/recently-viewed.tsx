import { useTranslation } from 'react-i18next';
import { TileGrid } from '#blocks/product-tile/tile-grid.tsx';
import { wholeRows } from '#blocks/product-tile/whole-rows.ts';
import { useProducts } from '#features/catalogue/use-products.ts';
import { useRecentlyViewed } from '#features/recent/use-recently-viewed.ts';

/**
 * The goods that this browser's shopper looked at before, with a way to have them forgotten; nothing
 * where there are none. `now` is the `_id` of the product that is looked at: it is left out, and remembered. Fetch it with `clientOnly()`.
 */
export const RecentlyViewed = ({ now }: { readonly now?: string }) => {
  const { t } = useTranslation('common');
  const { ids, forget } = useRecentlyViewed(now);
  const products = useProducts(ids);
  if (products.length === 0) return null;
  return (
    <section className="band seen">
      <h2>{t('seen.heading')}</h2>
      <TileGrid products={wholeRows(products)} columns={4} level={3} />
      <p className="seen-note">
        {t('seen.note')}{' '}
        <button type="button" className="btn btn-link" onClick={forget}>
          {t('seen.forget')}
        </button>
      </p>
    </section>
  );
};
