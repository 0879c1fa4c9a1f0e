import { memo, startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { usePrices } from '#blocks/price/price.tsx';
import { ProductTile } from '#blocks/product-tile/product-tile.tsx';
import type { Product } from '#contract/product.ts';
import type { Layout, ShopPreset } from './shop-presets.ts';

/** Pixels from the top of a row to the top of the next one, at least. */
const rowPitch = { list: 180, grid: 350 } as const;
/** Pixels above the first row, at least. */
const listTop = 250;

/** How many tiles there can be, counted from the first, down to the lower edge of a window that is scrolled to `top` (pixels). */
const countInView = (top: number, layout: Layout, { listColumns, isWide }: ShopPreset): number => {
  const lowerEdge = top + window.innerHeight;
  const rows = Math.ceil((lowerEdge - listTop) / (layout === 'list' ? rowPitch.list : rowPitch.grid));
  if (layout === 'list') return rows * listColumns;
  return rows * (isWide ? 4 : layout === 'grid-2' ? 2 : 3);
};

/**
 * The products to render. Of a changed list, the first commit has those in view and those that have a tile already, and a second one, after
 * the paint, all: mounting fifteen tiles takes a slow phone 60 ms. Not where Back or Forward restores the list (`isRestored`): it must be as
 * tall as it was.
 */
export const useInViewFirst = (items: readonly Product[], layout: Layout, preset: ShopPreset, isRestored: boolean): readonly Product[] => {
  const [complete, setComplete] = useState(items);
  useEffect(() => {
    if (complete !== items) startTransition(() => setComplete(items));
  }, [complete, items]);
  if (complete === items || isRestored) return items;
  const inView = countInView(window.scrollY, layout, preset);
  return items.filter(({ _id }, index) => index < inView || complete.some((product) => product._id === _id));
};

/** Memoised: a product keeps its identity across pages of a complete catalogue, so its tile need not render again. */
const Tile = memo(ProductTile);

/** The `sizes` attribute of a tile's picture, by the columns and gaps in _shop.scss. */
const sizesOf = (columns: 2 | 3, { filters, isWide }: ShopPreset): string => {
  const sidebarPx = filters === 'start' || filters === 'end' ? 280 : 0;
  const share = (width: string, by: number) => (sidebarPx > 0 ? `calc((${width} - ${sidebarPx}px) / ${by})` : `calc(${width} / ${by})`);
  const large = isWide
    ? `(min-width: 1400px) ${share('94vw', columns === 3 ? 4 : columns)}, (min-width: 992px) ${share('94vw', columns)}`
    : `(min-width: 1700px) ${Math.round((1312 - sidebarPx) / columns)}px, (min-width: 1200px) ${Math.round((1152 - sidebarPx) / columns)}px, (min-width: 992px) ${share('92vw', columns)}`;
  return `${large}, (min-width: 768px) ${Math.round(92 / columns)}vw, 46vw`;
};

/** The first row of a phone. More would take the connections of scripts. */
const eagerCount = 2;

type ProductListProps = {
  readonly items: readonly Product[];
  /** The colours that the list is filtered by: a tile shows the first that its product has. */
  readonly colours: readonly string[];
  readonly layout: Layout;
  readonly preset: ShopPreset;
};

/** One page of products, as a grid or a list. */
export const ProductList = ({ items, colours, layout, preset }: ProductListProps) => {
  const prices = usePrices();
  const isRestored = useNavigationType() === 'POP';
  const shown = useInViewFirst(items, layout, preset, isRestored);
  const isList = layout === 'list';
  const columns = layout === 'grid-2' ? 2 : 3;
  const sizes = isList ? '(min-width: 560px) 160px, 30vw' : sizesOf(columns, preset);
  const listName = preset.listColumns === 2 ? 'tile-list tile-list-2' : 'tile-list';
  return (
    <ul className={isList ? listName : `tile-grid tile-grid-${columns}`}>
      {shown.map((product, index) => (
        <li key={product._id || product.name}>
          <Tile
            product={product}
            prices={prices}
            colour={colours.find((name) => product.variation.some(({ color }) => color === name))}
            isWide={isList}
            sizes={sizes}
            loadOrder={index === 0 ? 'first' : index < eagerCount ? 'early' : 'late'}
          />
        </li>
      ))}
    </ul>
  );
};
