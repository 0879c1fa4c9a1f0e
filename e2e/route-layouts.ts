import { expect, type Page } from '@playwright/test';
import type { ClauseId } from '#tests/clauses.ts';

/** Where a box is, seen from another one. */
type Side = 'before' | 'after' | 'above' | 'below' | 'overlapping';

type ListLayout = {
  readonly sidebar: Side | 'closed' | 'none';
  /** How many items the first two rows have. */
  readonly rows: readonly [number, number];
  /** Where an item's picture is, seen from its text: beside it in a list, above it in a grid. */
  readonly pictures: Side;
  readonly width: 'boxed' | 'whole';
};

type ProductLayout = {
  /** How many large pictures are displayed, and how. */
  readonly pictures: number;
  readonly arranged: 'alone' | 'row' | 'column';
  readonly thumbnails: Side | 'none';
  readonly information: Side;
  readonly staysInView: boolean;
  readonly width: 'boxed' | 'whole';
};

type RouteLayout = {
  /** The clause that states this layout. */
  readonly clause: ClauseId;
  /** Measured with the panel of filters open. */
  readonly opensPanel?: boolean;
} & ({ readonly list: ListLayout } | { readonly product: ProductLayout });

const grid = { sidebar: 'before', rows: [3, 3], pictures: 'above', width: 'boxed' } as const satisfies ListLayout;
const list = { sidebar: 'before', rows: [1, 1], pictures: 'before', width: 'boxed' } as const satisfies ListLayout;
const product = {
  pictures: 1,
  arranged: 'alone',
  thumbnails: 'none',
  information: 'after',
  staysInView: false,
  width: 'boxed',
} as const satisfies ProductLayout;

/** The layout of each route of a screen that several share, on a desktop. */
export const routeLayouts: Readonly<Record<string, RouteLayout>> = {
  '/shop-grid-standard/:page?': { clause: 'route.shop-grid-standard', list: grid },
  '/shop-grid-filter': { clause: 'route.shop-grid-filter', opensPanel: true, list: { ...grid, sidebar: 'above' } },
  '/shop-grid-two-column': { clause: 'route.shop-grid-two-column', list: { ...grid, rows: [2, 2] } },
  '/shop-grid-no-sidebar': { clause: 'route.shop-grid-no-sidebar', list: { ...grid, sidebar: 'none' } },
  '/shop-grid-full-width': { clause: 'route.shop-grid-full-width', list: { ...grid, rows: [4, 4], width: 'whole' } },
  '/shop-grid-right-sidebar': { clause: 'route.shop-grid-right-sidebar', list: { ...grid, sidebar: 'after' } },
  '/shop-list-standard': { clause: 'route.shop-list-standard', list },
  '/shop-list-full-width': { clause: 'route.shop-list-full-width', list: { ...list, width: 'whole' } },
  '/shop-list-two-column': { clause: 'route.shop-list-two-column', list: { ...list, sidebar: 'closed', rows: [2, 2], width: 'whole' } },
  '/product/:id': { clause: 'route.product', product: { ...product, thumbnails: 'below' } },
  '/product-tab-left/:id': { clause: 'route.product-tab-left', product: { ...product, thumbnails: 'before' } },
  '/product-tab-right/:id': { clause: 'route.product-tab-right', product: { ...product, thumbnails: 'after' } },
  '/product-sticky/:id': { clause: 'route.product-sticky', product: { ...product, pictures: 2, arranged: 'column', staysInView: true } },
  '/product-slider/:id': {
    clause: 'route.product-slider',
    product: { ...product, pictures: 2, arranged: 'row', information: 'below', width: 'whole' },
  },
  '/product-fixed-image/:id': { clause: 'route.product-fixed-image', product },
  '/blog-standard': { clause: 'route.blog-standard', list: { ...grid, sidebar: 'after', rows: [1, 2], pictures: 'before' } },
  '/blog-no-sidebar': { clause: 'route.blog-no-sidebar', list: { ...grid, sidebar: 'none' } },
  '/blog-right-sidebar': { clause: 'route.blog-right-sidebar', list: { ...list, sidebar: 'after' } },
};

/** Measures the page in one call, without a frame in between: a scroll that is taken back is seen by no listener. */
const measure = (page: Page, kind: 'list' | 'product'): Promise<unknown> =>
  page.evaluate((measured) => {
    const displayed = (selector: string): DOMRect[] =>
      [...document.querySelectorAll(`main ${selector}`)].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
    const sideOf = (box: DOMRect | undefined, other: DOMRect | undefined) => {
      if (!box || !other) return 'none';
      if (box.bottom <= other.top) return 'above';
      if (box.top >= other.bottom) return 'below';
      if (box.right <= other.left) return 'before';
      return box.left >= other.right ? 'after' : 'overlapping';
    };
    const isSame = (one: number, other: number) => Math.abs(one - other) < 2;
    const widthOf = (boxes: readonly DOMRect[], margin: number) =>
      Math.min(...boxes.map(({ left }) => left)) <= margin && Math.max(...boxes.map(({ right }) => right)) >= window.innerWidth - margin
        ? 'whole'
        : 'boxed';
    if (measured === 'list') {
      const items = displayed(':is(.shop-products, .journal) :is(.tile-grid, .tile-list, .journal-posts) > li');
      const [box] = displayed(':is(.tile-grid, .tile-list, .journal-posts)');
      const [sidebar] = displayed(':is(aside, .shop-panel)');
      const tops = [...new Set(items.map(({ top }) => Math.round(top)))];
      const hidden = displayed('.shop-bar > button').length > 0 ? 'closed' : 'none';
      return {
        sidebar: sidebar ? sideOf(sidebar, box) : hidden,
        rows: tops.slice(0, 2).map((top) => items.filter((item) => isSame(item.top, top)).length),
        pictures: sideOf(displayed('li .picture')[0], displayed('li :is(.tile-text, .post-card-text)')[0]),
        width: widthOf(
          [box, sidebar].filter((each) => each !== undefined),
          48,
        ),
      };
    }
    const pictures = displayed('.gallery-enlarge');
    const [first] = pictures;
    const [information] = displayed('.product-text');
    if (!first || !information) return 'no product';
    // As far as takes the top of what scrolls out of view.
    window.scrollTo({ top: window.scrollY + information.top + 50, behavior: 'instant' });
    const [scrolled] = displayed('.product-text');
    window.scrollTo({ top: 0, behavior: 'instant' });
    const isColumn = pictures.every(({ left }) => isSame(left, first.left));
    const isRow = pictures.every(({ top }) => isSame(top, first.top));
    return {
      pictures: pictures.length,
      arranged: pictures.length === 1 ? 'alone' : isRow ? 'row' : isColumn ? 'column' : 'neither',
      thumbnails: sideOf(displayed('.gallery-thumbs')[0], first),
      information: sideOf(information, displayed('.gallery')[0]),
      staysInView: scrolled !== undefined && scrolled.top >= 0,
      width: widthOf(displayed('.gallery'), 0),
    };
  }, kind);

/** The page has the layout that its clause states. */
export const expectLayout = async (page: Page, layout: RouteLayout): Promise<void> => {
  // By its class, because a query by role computes those of the whole page.
  const panelButton = page.locator('.shop-bar > button.from-lg');
  if (layout.opensPanel) await panelButton.click();
  const [kind, expected] = 'list' in layout ? (['list', layout.list] as const) : (['product', layout.product] as const);
  await expect.poll(() => measure(page, kind)).toEqual(expected);
  if (layout.opensPanel) await panelButton.click();
};
