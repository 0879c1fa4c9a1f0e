import { choiceOf } from '#contract/choice.ts';
import type { Product, ProductColor } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import type { VariantParams } from '#shared/paths.ts';

/** What must be chosen before a product can be bought. A colour always is: the one that the pictures show. */
type Missing = 'size' | 'option';

/** The size of a colour that has only one. */
const onlySize = (color: ProductColor | undefined) => (color?.size.length === 1 ? color.size[0]?.name : undefined);

/** The default: the first available colour. */
const firstColor = (product: Product): ProductColor | undefined =>
  product.variation.find(({ color }) => available(product, { selectedProductColor: color }) > 0) ?? product.variation[0];

/**
 * The chosen colour, size and priced variation, as the cart expects them (`choice`), with what is missing and how many are `left`. What the
 * product does not have is ignored, e.g. the size of another colour.
 */
export const selectionOf = (product: Product, picked: VariantParams) => {
  const color = product.variation.find((each) => each.color === picked.colour) ?? firstColor(product);
  const size = onlySize(color) ?? color?.size.find(({ name }) => name === picked.size)?.name;
  const type = product.types.find(({ _id }) => _id === picked.option);
  const missing: Missing[] = [
    ...(color && color.size.length > 0 && size === undefined ? (['size'] as const) : []),
    ...(product.types.length > 0 && !type ? (['option'] as const) : []),
  ];
  const choice = choiceOf({ selectedVariation: type, selectedProductColor: color?.color, selectedProductSize: size });
  return { choice, color, size, type, missing, left: available(product, choice) };
};
