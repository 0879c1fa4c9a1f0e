import { startTransition, useEffect, useState } from 'react';
import type { Product } from '#contract/product.ts';
import type { Layout, ShopVariant } from './shop-variants.ts';

/** Pixels from the top of a row to the top of the next one, at least. */
const rowPitch = { list: 180, grid: 350 } as const;
/** Pixels above the first row, at least. */
const listTop = 250;

/** How many tiles there can be, counted from the first, down to the lower edge of a window that is scrolled to `top` (pixels). */
const countInView = (top: number, layout: Layout, { listColumns, isWide }: ShopVariant): number => {
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
export const useInViewFirst = (
  items: readonly Product[],
  layout: Layout,
  variant: ShopVariant,
  isRestored: boolean,
): readonly Product[] => {
  const [complete, setComplete] = useState(items);
  useEffect(() => {
    if (complete !== items) startTransition(() => setComplete(items));
  }, [complete, items]);
  if (complete === items || isRestored) return items;
  const inView = countInView(window.scrollY, layout, variant);
  return items.filter(({ _id }, index) => index < inView || complete.some((product) => product._id === _id));
};
