import type { WishlistItem } from '#contract/cart-line.ts';
import type { ProductImage } from '#contract/product.ts';
import { variantOf } from '#contract/variant.ts';
import { chosenPictures } from '#features/catalogue/product-picture.tsx';

/** The picture of the chosen variation or colour, else the product's first. */
export const lineImage = (line: WishlistItem): ProductImage | undefined => chosenPictures(line, variantOf(line))[0];

/** The chosen size of a line; undefined if its colour comes in no other. */
export const lineSize = ({ variation, selectedProductColor, selectedProductSize }: WishlistItem): string | undefined =>
  variation.find(({ color }) => color === selectedProductColor)?.size.length === 1 ? undefined : selectedProductSize;

/** The name of a line with its chosen variation: "Jar – large". */
export const lineName = (name: string, variation: { readonly name: string } | undefined): string =>
  variation ? `${name} – ${variation.name}` : name;
