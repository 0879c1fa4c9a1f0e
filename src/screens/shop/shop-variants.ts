/** How one shop address starts out (screens.md, Shop). */
export type ShopVariant = {
  readonly path: string;
  readonly view: 'grid' | 'list';
  readonly columns: 1 | 2 | 3;
  readonly isWide: boolean;
  readonly perPage: number;
};

const standard = { view: 'grid', columns: 3, isWide: false, perPage: 15 } satisfies Omit<ShopVariant, 'path'>;
const list = { ...standard, view: 'list', columns: 1 } satisfies Omit<ShopVariant, 'path'>;

/** The nine shop addresses (spec 2): routes, tests and browser tests read this table. */
export const shopVariants: readonly ShopVariant[] = [
  { ...standard, path: '/shop-grid-standard/:page?' },
  { ...standard, path: '/shop-grid-filter' },
  { ...standard, path: '/shop-grid-two-column', columns: 2, perPage: 16 },
  { ...standard, path: '/shop-grid-no-sidebar' },
  { ...standard, path: '/shop-grid-full-width', isWide: true },
  { ...standard, path: '/shop-grid-right-sidebar' },
  { ...list, path: '/shop-list-standard' },
  { ...list, path: '/shop-list-full-width', isWide: true },
  { ...list, path: '/shop-list-two-column', columns: 2, isWide: true, perPage: 16 },
];
