import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import { usePrices } from '#blocks/price/use-prices.ts';
import { ProductTile } from '#blocks/product-tile/product-tile.tsx';
import type { Product } from '#contract/product.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import type { Layout, ShopVariant } from './shop-variants.ts';
import { useInViewFirst } from './use-in-view-first.ts';

/** Memoised: a product keeps its identity across pages of a complete catalogue, so its tile need not render again. */
const Tile = memo(ProductTile);

/** The `sizes` attribute of a tile's picture, by the columns and gaps in _shop.scss. */
const sizesOf = (columns: 2 | 3, { filters, isWide }: ShopVariant): string => {
  const sidebarPx = filters === 'start' || filters === 'end' ? 280 : 0;
  const share = (width: string, by: number) => (sidebarPx > 0 ? `calc((${width} - ${sidebarPx}px) / ${by})` : `calc(${width} / ${by})`);
  const large = isWide
    ? `(min-width: 1400px) ${share('94vw', columns === 3 ? 4 : columns)}, (min-width: 992px) ${share('94vw', columns)}`
    : `(min-width: 1700px) ${Math.round((1312 - sidebarPx) / columns)}px, (min-width: 1200px) ${Math.round((1152 - sidebarPx) / columns)}px, (min-width: 992px) ${share('92vw', columns)}`;
  return `${large}, (min-width: 768px) ${Math.round(92 / columns)}vw, 46vw`;
};

/** The first row of a phone. More would take the connections of scripts. */
const eagerCount = 2;

type ProductListProps = { readonly items: readonly Product[]; readonly layout: Layout; readonly variant: ShopVariant };

/** One page of products, as a grid or a list. A link to the journal is displayed where it fills the last place of the last row. */
export const ProductList = ({ items, layout, variant }: ProductListProps) => {
  const { t } = useTranslation('shop');
  const prices = usePrices();
  const isRestored = useNavigationType() === 'POP';
  const shown = useInViewFirst(items, layout, variant, isRestored);
  const isList = layout === 'list';
  const columns = layout === 'grid-2' ? 2 : 3;
  const sizes = isList ? '(min-width: 560px) 160px, 30vw' : sizesOf(columns, variant);
  const listName = variant.listColumns === 2 ? 'tile-list tile-list-2' : 'tile-list';
  return (
    <ul className={isList ? listName : `tile-grid tile-grid-${columns}`}>
      {shown.map((product, index) => (
        <li key={product._id || product.name}>
          <Tile
            product={product}
            prices={prices}
            isWide={isList}
            sizes={sizes}
            when={index === 0 ? 'first' : index < eagerCount ? 'early' : 'late'}
          />
        </li>
      ))}
      {!isList && (
        <li className="tile-fill">
          <Link to={paths.blog}>
            <strong>{t('fill.heading')}</strong>
            <span>{t('fill.text')}</span>
          </Link>
        </li>
      )}
    </ul>
  );
};
