import { patterns } from '#shared/paths.ts';

/** How a list shows its products. */
export const layouts = ['grid-2', 'grid-3', 'list'] as const;

export type Layout = (typeof layouts)[number];

export type ShopPreset = {
  readonly path: string;
  /** Where the filters are: in a sidebar, in a panel above that a button opens, or nowhere. */
  readonly filters: 'start' | 'end' | 'panel' | 'none';
  readonly layout: Layout;
  readonly listColumns: 1 | 2;
  readonly isWide: boolean;
  readonly perPage: number;
};

const standard = { filters: 'start', layout: 'grid-3', listColumns: 1, isWide: false, perPage: 15 } satisfies Omit<ShopPreset, 'path'>;
const list = { ...standard, layout: 'list' } satisfies Omit<ShopPreset, 'path'>;

export const shopPresets: readonly ShopPreset[] = [
  { ...standard, path: patterns.shop },
  { ...standard, path: '/shop-grid-filter', filters: 'panel' },
  { ...standard, path: '/shop-grid-two-column', layout: 'grid-2', perPage: 16 },
  { ...standard, path: '/shop-grid-no-sidebar', filters: 'none' },
  { ...standard, path: '/shop-grid-full-width', isWide: true },
  { ...standard, path: '/shop-grid-right-sidebar', filters: 'end' },
  { ...list, path: '/shop-list-standard' },
  { ...list, path: '/shop-list-full-width', isWide: true },
  { ...list, path: '/shop-list-two-column', filters: 'panel', listColumns: 2, isWide: true, perPage: 16 },
];
