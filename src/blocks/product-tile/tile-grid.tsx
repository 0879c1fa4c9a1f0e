import { usePrices } from '#blocks/price/price.tsx';
import type { Product } from '#contract/product.ts';
import { ProductTile } from './product-tile.tsx';

/** The first eight or else four items, to fill complete rows of a grid; fewer are returned as they are. */
export const wholeRows = (items: readonly Product[]): readonly Product[] => items.slice(0, items.length < 8 ? 4 : 8);

/** The `sizes` attribute of a tile's picture: two columns on phones, then `columns`. */
const sizesOf = (columns: number): string =>
  `(min-width: 1700px) ${Math.round(1312 / columns)}px, (min-width: 1200px) ${Math.round(1152 / columns)}px, (min-width: 768px) ${Math.round(92 / columns)}vw, 46vw`;

type TileGridProps = {
  readonly products: readonly Product[];
  readonly columns: 2 | 3 | 4;
  /** Above the fold: the first row is loaded eagerly. */
  readonly isFirstInView?: boolean;
  readonly level?: 2 | 3;
};

export const TileGrid = ({ products, columns, isFirstInView = false, level = 2 }: TileGridProps) => {
  const prices = usePrices();
  return (
    <ul className={`tile-grid tile-grid-${columns}`}>
      {products.map((product, index) => (
        <li key={product._id || product.name}>
          <ProductTile
            product={product}
            prices={prices}
            sizes={sizesOf(columns)}
            level={level}
            loadOrder={isFirstInView && index === 0 ? 'first' : isFirstInView && index < columns ? 'early' : 'late'}
          />
        </li>
      ))}
    </ul>
  );
};

/** Placeholders of the tiles' size while products load. */
export const TileGridSkeleton = ({ columns, count }: { readonly columns: 2 | 3 | 4; readonly count: number }) => (
  <div className={`tile-grid tile-grid-${columns}`} aria-hidden="true">
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div className="tile tile-skeleton" key={index}>
        <div className="tile-picture" />
        <span />
        <span />
        <span />
      </div>
    ))}
  </div>
);
