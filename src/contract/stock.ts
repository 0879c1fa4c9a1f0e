import type { OrderLine } from './order.ts';
import type { Variant } from './variant.ts';

/** "Only n left" is shown below this. */
const lowStockThreshold = 4;

export const isLowStock = (left: number): boolean => left > 0 && left < lowStockThreshold;

type StockCounts = { readonly stock: number; readonly saleCount: number };

export type FormerNames = { readonly formerNames?: readonly string[] | undefined };

/** The colour or size that has a name, or else had it: a name that another has now means that one. */
const choiceCalled = <Choice extends FormerNames>(
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
  name: string | undefined,
): Choice | undefined =>
  name === undefined
    ? undefined
    : (choices.find((choice) => nameOf(choice) === name) ?? choices.find(({ formerNames }) => formerNames?.includes(name)));

export const colorCalled = <Color extends FormerNames & { readonly color: string }>(colors: readonly Color[], name: string | undefined) =>
  choiceCalled(colors, ({ color }) => color, name);

export const sizeCalled = <Size extends FormerNames & { readonly name: string }>(sizes: readonly Size[], name: string | undefined) =>
  choiceCalled(sizes, (size) => size.name, name);

export type Stocked = StockCounts & {
  readonly _id: string;
  readonly variation: readonly (FormerNames & {
    readonly color: string;
    readonly size: readonly (StockCounts & FormerNames & { readonly name: string })[];
  })[];
  readonly types: readonly { readonly _id: string; readonly stock?: number | undefined; readonly saleCount?: number | undefined }[];
};

/** A stock that several cart lines may share, e.g. that of a product with all its sizes. */
export type Pool = { readonly key: string; readonly available: number };

const unsoldCount = ({ stock, saleCount }: StockCounts): number => Math.max(0, Math.floor(stock - saleCount));

const total = (sizes: readonly StockCounts[]): number => sizes.reduce((count, size) => count + unsoldCount(size), 0);

/** The sizes of a product's colour. Where there are none, a chosen size counts for nothing. */
export const sizesOf = ({ variation }: Pick<Stocked, 'variation'>, colorName: string | undefined): Stocked['variation'][number]['size'] =>
  colorCalled(variation, colorName)?.size ?? [];

/**
 * Every pool that a variant draws on, `stock` minus `saleCount`: the product's own, and that of the chosen variation, colour and size where
 * they have one. A chosen colour, size or variation that the product no longer has is an empty pool.
 */
export const poolsOf = (product: Stocked, { color: colorName, size: sizeName, variationId }: Variant): Pool[] => {
  const pools = [{ key: product._id, available: unsoldCount(product) }];
  if (variationId !== undefined) {
    const key = `${product._id}/type/${variationId}`;
    const type = product.types.find(({ _id }) => _id === variationId);
    if (!type) pools.push({ key, available: 0 });
    else if (type.stock !== undefined) pools.push({ key, available: unsoldCount({ stock: type.stock, saleCount: type.saleCount ?? 0 }) });
  }
  if (colorName !== undefined && product.variation.length > 0) {
    const color = colorCalled(product.variation, colorName);
    const sizes = color?.size ?? [];
    const name = color?.color ?? colorName;
    if (!color || sizes.length > 0) pools.push({ key: JSON.stringify([product._id, 'color', name]), available: total(sizes) });
    if (sizes.length > 0 && sizeName !== undefined) {
      const size = sizeCalled(sizes, sizeName);
      pools.push({ key: JSON.stringify([product._id, 'size', name, size?.name ?? sizeName]), available: size ? unsoldCount(size) : 0 });
    }
  }
  return pools;
};

/** How many of a variant are available: the smallest of its pools. */
export const availableQuantity = (product: Stocked, variant: Variant = {}): number =>
  Math.min(...poolsOf(product, variant).map((pool) => pool.available));

/** Whether a colour or variation must be chosen before it can be added to a cart. */
export const needsChoice = (product: Pick<Stocked, 'variation' | 'types'>): boolean =>
  product.variation.length > 0 || product.types.length > 0;

/**
 * How many more of a variant may be added, so that no pool is overdrawn by several lines. `lines` are those in the cart; lines of other
 * products do not count.
 */
export const remainingQuantity = (product: Stocked, variant: Variant, lines: readonly OrderLine[]): number => {
  const inCart = new Map<string, number>();
  for (const line of lines) {
    if (line.productId !== product._id) continue;
    for (const { key } of poolsOf(product, line)) inCart.set(key, (inCart.get(key) ?? 0) + line.quantity);
  }
  return Math.max(0, Math.min(...poolsOf(product, variant).map(({ key, available }) => available - (inCart.get(key) ?? 0))));
};
