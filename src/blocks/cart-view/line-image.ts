import type { CartLine } from '#contract/cart-line.ts';
import type { ProductImage } from '#contract/product.ts';
import { chosenPictures } from '#features/catalogue/chosen-pictures.ts';

/** The picture of the chosen variation or colour, else the product's first. */
export const lineImage = (line: CartLine): ProductImage | undefined =>
  chosenPictures(line, { type: line.selectedVariation?.name, color: line.selectedProductColor })[0];
