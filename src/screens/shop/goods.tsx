import { memo } from 'react';
import { ProductTile } from '#blocks/product-tile/product-tile.tsx';
import type { Product } from '#contract/product.ts';
import type { Layout, ShopVariant } from './shop-variants.ts';

/** Products keep their identity while lists of them come and go: a tile that stays need not be made again. */
const Tile = memo(ProductTile);

/** The columns and gaps beside a sidebar, and those of the page, as in _shop.scss. */
const sizesOf = (columns: 2 | 3, { filters, isWide }: ShopVariant): string => {
  const taken = filters === 'start' || filters === 'end' ? 280 : 0;
  const share = (of: string, by: number) => (taken > 0 ? `calc((${of} - ${taken}px) / ${by})` : `calc(${of} / ${by})`);
  const large = isWide
    ? `(min-width: 1400px) ${share('94vw', columns === 3 ? 4 : columns)}, (min-width: 992px) ${share('94vw', columns)}`
    : `(min-width: 1200px) ${Math.round((1152 - taken) / columns)}px, (min-width: 992px) ${share('92vw', columns)}`;
  return `${large}, (min-width: 768px) ${Math.round(92 / columns)}vw, 46vw`;
};

type GoodsProps = { readonly items: readonly Product[]; readonly layout: Layout; readonly variant: ShopVariant };

/** One page of goods, as cards in columns or one below the other. */
export const Goods = ({ items, layout, variant }: GoodsProps) => {
  const isList = layout === 'list';
  const columns = layout === 'grid-2' ? 2 : 3;
  const inFirstRow = isList ? 3 : columns;
  const sizes = isList ? '(min-width: 768px) 260px, 38vw' : sizesOf(columns, variant);
  const listName = variant.listColumns === 2 ? 'tile-list tile-list-2' : 'tile-list';
  return (
    <ul className={isList ? listName : `tile-grid tile-grid-${columns}`}>
      {items.map((product, at) => (
        <li key={product._id || product.name}>
          <Tile product={product} isWide={isList} sizes={sizes} when={at === 0 ? 'first' : at < inFirstRow ? 'early' : 'late'} />
        </li>
      ))}
    </ul>
  );
};
