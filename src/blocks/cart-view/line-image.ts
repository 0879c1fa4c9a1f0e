import type { CartLine } from '#contract/cart-line.ts';
import type { ProductImage } from '#contract/product.ts';
import { picturesOf } from '#features/catalogue/product-picture.tsx';

/** The picture of what was chosen: of its colour or variation where there is one, else the product's first. */
export const lineImage = (line: CartLine): ProductImage | undefined => {
  const pictures = picturesOf(line);
  const wanted = line.selectedProductColor ?? line.selectedVariation?.name;
  return pictures.find(({ color }) => color !== undefined && color === wanted) ?? pictures[0];
};
