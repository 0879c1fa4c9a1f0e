import type { Product, ProductImage } from '#contract/product.ts';
import { picturesOf } from './product-picture.tsx';

type Chosen = { readonly type?: string | undefined; readonly color?: string | undefined };

/**
 * A product's pictures, those of the chosen variation or else colour (by name) first. Products in lists carry their first pictures only,
 * so the colour's own picture stands in where none of them shows it.
 */
export const chosenPictures = (product: Product, { type, color }: Chosen): ProductImage[] => {
  const pictures = picturesOf(product);
  const own = product.variation.find((each) => each.color === color)?.image;
  const showsType = (picture: ProductImage) => type !== undefined && picture.color === type;
  const showsColor = (picture: ProductImage) => color !== undefined && (picture.color === color || picture.src === own);
  const isWanted = pictures.some(showsType) ? showsType : showsColor;
  const wanted = pictures.filter(isWanted);
  if (wanted.length === 0 && own) wanted.push({ src: own, alt: '', ...(color !== undefined && { color }) });
  return [...wanted, ...pictures.filter((picture) => !isWanted(picture))];
};
