/** The choice of a shopper; what is not chosen is left out. */
export type Choice = {
  readonly selectedVariation?: { readonly _id: string } | undefined;
  readonly selectedProductColor?: string | undefined;
  readonly selectedProductSize?: string | undefined;
};

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
 * Every pool that a choice draws on, `stock` minus `saleCount`: the product's own, and that of the chosen variation, colour and size where
 * they have one. A chosen colour, size or variation that the product no longer has is an empty pool.
 */
export const poolsOf = (product: Stocked, choice: Choice): Pool[] => {
  const pools = [{ key: product._id, available: unsold(product) }];
  if (choice.selectedVariation) {
    const { _id } = choice.selectedVariation;
    const key = `${product._id}/type/${_id}`;
    const type = product.types.find((other) => other._id === _id);
    if (!type) pools.push({ key, available: 0 });
    else if (type.stock !== undefined) pools.push({ key, available: unsold({ stock: type.stock, saleCount: type.saleCount ?? 0 }) });
  }
  if (choice.selectedProductColor !== undefined && product.variation.length > 0) {
    const { selectedProductColor: name, selectedProductSize: sizeName } = choice;
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

/** How many of a choice are available: the smallest of its pools. */
export const available = (product: Stocked, choice: Choice = {}): number =>
  Math.min(...poolsOf(product, choice).map((pool) => pool.available));

/** Whether a colour or variation must be chosen before it can be added to a cart. */
export const needsChoice = (product: Pick<Stocked, 'variation' | 'types'>): boolean =>
  product.variation.length > 0 || product.types.length > 0;

/** Same product, same chosen variation, colour and size: the same cart line. */
export const isSameLine = (one: Choice & { readonly _id: string }, other: Choice & { readonly _id: string }): boolean =>
  one._id === other._id &&
  one.selectedVariation?._id === other.selectedVariation?._id &&
  one.selectedProductColor === other.selectedProductColor &&
  one.selectedProductSize === other.selectedProductSize;

/**
 * How many more of a choice may be added, so that no pool is overdrawn by several lines. `lines` are those in the cart; lines of other
 * products do not count.
 */
export const remaining = (
  product: Stocked,
  choice: Choice,
  lines: readonly (Choice & { readonly _id: string; readonly quantity: number })[],
): number => {
  const inCart = new Map<string, number>();
  for (const line of lines) {
    if (line._id !== product._id) continue;
    for (const { key } of poolsOf(product, line)) inCart.set(key, (inCart.get(key) ?? 0) + line.quantity);
  }
  return Math.max(0, Math.min(...poolsOf(product, choice).map(({ key, available }) => available - (inCart.get(key) ?? 0))));
};

/** Pieces of a product that an order reserves; `variation`, `color` and `size` are those that were chosen. */
type Reserved = {
  readonly quantity: number;
  readonly product: { readonly _id: string };
  readonly variation?: { readonly _id: string } | undefined;
  readonly color?: string | undefined;
  readonly size?: string | undefined;
};

/** A product with the stock that it would have without these reservations: a shopper's own unpaid order must not look like sold out. */
export const withoutReservations = <Item extends Stocked>(product: Item, reserved: readonly Reserved[]): Item => {
  const own = reserved.filter((item) => item.product._id === product._id);
  if (own.length === 0) return product;
  const release = <Part extends { readonly saleCount?: number | undefined }>(
    part: Part,
    isReserved: (item: Reserved) => boolean = () => true,
  ): Part =>
    part.saleCount === undefined
      ? part
      : { ...part, saleCount: own.filter(isReserved).reduce((count, { quantity }) => count - quantity, part.saleCount) };
  return {
    ...release(product),
    types: product.types.map((type) => release(type, ({ variation }) => variation?._id === type._id)),
    variation: product.variation.map((each) => ({
      ...each,
      size: each.size.map((size) => release(size, (item) => item.color === each.color && item.size === size.name)),
    })),
  };
};
