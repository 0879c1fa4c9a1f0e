import type { OrderLine } from './order.ts';
import type { Variant } from './variant.ts';

/** "Only n left" is shown below this. */
const lowStockThreshold = 4;

export const isLowStock = (left: number): boolean => left > 0 && left < lowStockThreshold;

type Counted = { readonly stock: number; readonly saleCount: number };

/** The fields of a product that decide its stock. */
export type Stocked = Counted & {
  readonly _id: string;
  readonly variation: readonly { readonly color: string; readonly size: readonly (Counted & { readonly name: string })[] }[];
  readonly types: readonly { readonly _id: string; readonly stock?: number | undefined; readonly saleCount?: number | undefined }[];
};

/** A stock that several cart lines may share, e.g. that of a product with all its sizes. */
export type Pool = { readonly key: string; readonly available: number };

const unsold = ({ stock, saleCount }: Counted): number => Math.max(0, Math.floor(stock - saleCount));

const total = (sizes: readonly Counted[]): number => sizes.reduce((count, size) => count + unsold(size), 0);

/** The sizes of a product's colour. Where there are none, a chosen size counts for nothing. */
export const sizesOf = ({ variation }: Pick<Stocked, 'variation'>, colorName: string | undefined): Stocked['variation'][number]['size'] =>
  variation.find(({ color }) => color === colorName)?.size ?? [];

/**
 * Every pool that a variant draws on, `stock` minus `saleCount`: the product's own, and that of the chosen variation, colour and size where
 * they have one. A chosen colour, size or variation that the product no longer has is an empty pool.
 */
export const poolsOf = (product: Stocked, { color: name, size: sizeName, variationId }: Variant): Pool[] => {
  const pools = [{ key: product._id, available: unsold(product) }];
  if (variationId !== undefined) {
    const key = `${product._id}/type/${variationId}`;
    const type = product.types.find(({ _id }) => _id === variationId);
    if (!type) pools.push({ key, available: 0 });
    else if (type.stock !== undefined) pools.push({ key, available: unsold({ stock: type.stock, saleCount: type.saleCount ?? 0 }) });
  }
  if (name !== undefined && product.variation.length > 0) {
    const isSold = product.variation.some(({ color }) => color === name);
    const sizes = sizesOf(product, name);
    if (!isSold || sizes.length > 0) pools.push({ key: JSON.stringify([product._id, 'color', name]), available: total(sizes) });
    if (sizes.length > 0 && sizeName !== undefined) {
      const chosen = sizes.filter((size) => size.name === sizeName);
      pools.push({ key: JSON.stringify([product._id, 'size', name, sizeName]), available: total(chosen) });
    }
  }
  return pools;
};

/** How many of a variant are available: the smallest of its pools. */
export const available = (product: Stocked, variant: Variant = {}): number =>
  Math.min(...poolsOf(product, variant).map((pool) => pool.available));

/** Whether a colour or variation must be chosen before it can be added to a cart. */
export const needsChoice = (product: Pick<Stocked, 'variation' | 'types'>): boolean =>
  product.variation.length > 0 || product.types.length > 0;

/**
 * How many more of a variant may be added, so that no pool is overdrawn by several lines. `lines` are those in the cart; lines of other
 * products do not count.
 */
export const remaining = (product: Stocked, variant: Variant, lines: readonly OrderLine[]): number => {
  const inCart = new Map<string, number>();
  for (const line of lines) {
    if (line.productId !== product._id) continue;
    for (const { key } of poolsOf(product, line)) inCart.set(key, (inCart.get(key) ?? 0) + line.quantity);
  }
  return Math.max(0, Math.min(...poolsOf(product, variant).map(({ key, available }) => available - (inCart.get(key) ?? 0))));
};
