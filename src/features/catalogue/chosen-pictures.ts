import type { Product, ProductImage } from '#contract/product.ts';
import type { Variant } from '#contract/variant.ts';
import { picturesOf } from './product-picture.tsx';

/**
 * A product's pictures, with those of the chosen variation, or else colour, first. Lean products have few pictures, so the
 * colour's own picture is added if none of them shows it.
 */
export const chosenPictures = (product: Product, { color, variationId }: Variant): ProductImage[] => {
  const type = product.types.find(({ _id }) => _id === variationId)?.name;
  const pictures = picturesOf(product);
  const colorImage = product.variation.find((each) => each.color === color)?.image;
  const showsType = (picture: ProductImage) => type !== undefined && picture.color === type;
  const showsColor = (picture: ProductImage) => color !== undefined && (picture.color === color || picture.src === colorImage);
  const isWanted = pictures.some(showsType) ? showsType : showsColor;
  const wanted = pictures.filter(isWanted);
  if (wanted.length === 0 && colorImage) wanted.push({ src: colorImage, alt: '', ...(color !== undefined && { color }) });
  return [...wanted, ...pictures.filter((picture) => !isWanted(picture))];
};
