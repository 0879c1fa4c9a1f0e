import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { TileGrid } from '#blocks/product-tile/tile-grid.tsx';
import type { Product } from '#contract/product.ts';
import { selectProducts } from '#features/catalogue/catalogue-slice.ts';

/** How many goods of the same category stand below (screens.md, Product: 4 to 8). */
const most = 4;

/** Other goods of the same category; nothing where there are none. */
export const Related = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const others = useSelector(selectProducts).filter(
    ({ _id, category }) => _id !== product._id && category.some((slug) => product.category.includes(slug)),
  );
  if (others.length === 0) return null;
  return (
    <section className="band">
      <h2>{t('related')}</h2>
      <TileGrid products={others.slice(0, most)} columns={4} level={3} />
    </section>
  );
};
