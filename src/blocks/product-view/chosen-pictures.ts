import type { Product, ProductImage } from '#contract/product.ts';
import { picturesOf } from '#features/catalogue/product-picture.tsx';
import type { Selection } from './use-selection.ts';

/** A product's pictures, those of the chosen variation or colour first. */
export const chosenPictures = (product: Product, { type, color }: Selection): ProductImage[] => {
  const pictures = picturesOf(product);
  const shows = (name: string | undefined) => (picture: ProductImage) => name !== undefined && picture.color === name;
  const isWanted = pictures.some(shows(type?.name)) ? shows(type?.name) : shows(color?.color);
  return [...pictures.filter(isWanted), ...pictures.filter((picture) => !isWanted(picture))];
};
