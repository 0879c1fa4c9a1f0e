import { useState } from 'react';
import type { Product, ProductColor } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import type { CartChoice } from '#features/cart/cart-slice.ts';

/** What must be chosen before a product can be bought. A colour always is: the one that the pictures show. */
export type Missing = 'size' | 'type';

type Picked = { readonly color?: string; readonly size?: string; readonly typeId?: string };

/** The size of a colour that has only one. */
const onlySize = (color: ProductColor | undefined) => (color?.size.length === 1 ? color.size[0]?.name : undefined);

/** The default: the first available colour. */
const firstColor = (product: Product): ProductColor | undefined =>
  product.variation.find(({ color }) => available(product, { selectedProductColor: color }) > 0) ?? product.variation[0];

/**
 * The chosen colour, size and priced variation, as the cart expects them (`choice`), with what is missing and how many are `left`. A size
 * that a newly chosen colour does not have is dropped.
 */
export const useSelection = (product: Product) => {
  const [picked, setPicked] = useState<Picked>({});
  const color = product.variation.find((each) => each.color === picked.color) ?? firstColor(product);
  const size = onlySize(color) ?? color?.size.find(({ name }) => name === picked.size)?.name;
  const type = product.types.find(({ _id }) => _id === picked.typeId);
  const missing: Missing[] = [
    ...(color && color.size.length > 0 && size === undefined ? (['size'] as const) : []),
    ...(product.types.length > 0 && !type ? (['type'] as const) : []),
  ];
  const choice: CartChoice = {
    ...(type && { selectedVariation: type }),
    ...(color && { selectedProductColor: color.color }),
    ...(size !== undefined && { selectedProductSize: size }),
  };
  return {
    choice,
    color,
    size,
    type,
    missing,
    left: available(product, choice),
    pickColor: (wanted: string) => setPicked((before) => ({ ...before, color: wanted })),
    pickSize: (wanted: string) => setPicked((before) => ({ ...before, size: wanted })),
    pickType: (wanted: string) => setPicked((before) => ({ ...before, typeId: wanted })),
  };
};

export type Selection = ReturnType<typeof useSelection>;
