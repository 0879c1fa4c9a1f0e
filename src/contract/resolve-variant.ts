import type { Product } from './product.ts';
import { colorCalled, type FormerNames, sizeCalled, sizesOf } from './stock.ts';
import type { Variant } from './variant.ts';

type SizedColor = FormerNames & { readonly color: string; readonly size: readonly (FormerNames & { readonly name: string })[] };

/** The variant by the names that its colour and size have now; a colour, size or variation that is not sold any more stays in it. */
export const withCurrentNames = ({ variation }: { readonly variation: readonly SizedColor[] }, variant: Variant): Variant => {
  const color = colorCalled(variation, variant.color);
  const size = color && sizeCalled(color.size, variant.size);
  return { ...variant, color: color?.color ?? variant.color, size: size?.name ?? variant.size };
};

/** The part of a variant that a product offers; other choices are left out. `missing` is what has to be chosen, in the order of the pickers. */
export const resolveVariant = <Color extends SizedColor, Type extends { readonly _id: string }>(
  { variation, types }: { readonly variation: readonly Color[]; readonly types: readonly Type[] },
  variant: Variant,
) => {
  const color = colorCalled(variation, variant.color);
  const size = color && sizeCalled(color.size, variant.size)?.name;
  const type = types.find(({ _id }) => _id === variant.variationId);
  const missing: (keyof Variant)[] = [];
  if (variation.length > 0 && !color) missing.push('color');
  if (color && color.size.length > 0 && size === undefined) missing.push('size');
  if (types.length > 0 && !type) missing.push('variationId');
  return { color, type, missing, variant: { color: color?.color, size, variationId: type?._id } };
};

/** The variant with the size of its colour, if that colour comes in one size only. */
export const withOnlySize = (product: Pick<Product, 'variation'>, variant: Variant): Variant => {
  const [size, other] = sizesOf(product, variant.color);
  return size && !other ? { ...variant, size: size.name } : variant;
};
