import type { Product } from '#contract/product.ts';
import { ProductTile } from './product-tile.tsx';

/** How wide a tile's picture stands, by the columns of its grid: two on phones, then as asked for. */
const sizesOf = (columns: number): string =>
  `(min-width: 1200px) ${Math.round(1152 / columns)}px, (min-width: 768px) ${Math.round(92 / columns)}vw, 46vw`;

type TileGridProps = {
  readonly products: readonly Product[];
  readonly columns: 2 | 3 | 4;
  /** Whether the first row is what a shopper sees first. */
  readonly isFirstInView?: boolean;
  readonly level?: 2 | 3;
};

/** Products side by side. */
export const TileGrid = ({ products, columns, isFirstInView = false, level = 2 }: TileGridProps) => (
  <ul className={`tile-grid tile-grid-${columns}`}>
    {products.map((product, at) => (
      <li key={product._id || product.name}>
        <ProductTile
          product={product}
          sizes={sizesOf(columns)}
          level={level}
          when={isFirstInView && at === 0 ? 'first' : isFirstInView && at < columns ? 'early' : 'late'}
        />
      </li>
    ))}
  </ul>
);

/** Tiles-to-be, of the tiles' size, while the products are on their way. */
export const TileGridSkeleton = ({ columns, count }: { readonly columns: 2 | 3 | 4; readonly count: number }) => (
  <div className={`tile-grid tile-grid-${columns}`} aria-hidden="true">
    {Array.from({ length: count }, (_, at) => at).map((at) => (
      <div className="tile tile-skeleton" key={at}>
        <div className="tile-picture" />
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);
