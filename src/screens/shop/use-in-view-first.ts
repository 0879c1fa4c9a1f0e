import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { useIsHydrating } from '#shared/hooks/use-is-hydrating.ts';
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
 * The products to render. Of a changed list first those in view and those that have a tile already; all of them in a second commit, after
 * the paint: mounting fifteen tiles takes a slow phone 60 ms. So, too, when a list appears on Back or Forward, if it is known where that
 * scrolls to: `restoredTop`, in pixels. `isRestored`: by Back or Forward.
 */
export const useInViewFirst = (
  items: readonly Product[],
  layout: Layout,
  variant: ShopVariant,
  { isRestored, restoredTop }: { readonly isRestored: boolean; readonly restoredTop: number | undefined },
): readonly Product[] => {
  const isHydrating = useIsHydrating();
  const isPartFirst = isRestored && restoredTop !== undefined && !isHydrating;
  // Deferred, because React renders a transition of a popstate event at once.
  const isShown = useDeferredValue(true, isPartFirst ? false : undefined);
  const [complete, setComplete] = useState(items);
  useEffect(() => {
    if (complete !== items) startTransition(() => setComplete(items));
  }, [complete, items]);
  if (!isShown) return items.slice(0, countInView(restoredTop ?? 0, layout, variant));
  if (complete === items || isRestored) return items;
  const inView = countInView(window.scrollY, layout, variant);
  return items.filter(({ _id }, index) => index < inView || complete.some((product) => product._id === _id));
};
