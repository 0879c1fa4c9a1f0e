import { normalizePath, pictureFile, pictureFolder, pictureFormats, pictureStem, widthsOf } from '#contract/picture.ts';
import type { Product, ProductImage } from '#contract/product.ts';
import type { Variant } from '#contract/variant.ts';
import { env } from '#shared/env.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The URL of a picture on the API host; absolute URLs stay as they are. */
export const pictureUrl = (path: string): string => {
  const normalized = normalizePath(path);
  return /^(https?:)?\/\//.test(normalized) ? normalized : `${env.VITE_API_HOST}${normalized.startsWith('/') ? '' : '/'}${normalized}`;
};

const sourceSet = (stem: string, format: (typeof pictureFormats)[number]): string =>
  widthsOf(stem)
    .map((width) => `${pictureUrl(`${pictureFolder}${pictureFile(stem, width, format)}`)} ${width}w`)
    .join(', ');

/** The pictures of a product, or else its main picture, or none. */
export const picturesOf = (product: Pick<Product, 'images' | 'mainImage' | 'name'>): ProductImage[] => {
  if (product.images.length > 0) return [...product.images];
  return product.mainImage === '' ? [] : [{ src: product.mainImage, alt: product.name }];
};

type ProductPictureProps = {
  readonly image: ProductImage | undefined;
  /** The `sizes` attribute. */
  readonly sizes: string;
  /** `first`: eager with high priority; `early`: eager; `late`: lazy. */
  readonly loadOrder?: 'first' | 'early' | 'late';
  /** Empty where the product's name is next to it. */
  readonly alt?: string;
};

/** A square product picture in the best supported format, with a blurred preview while it loads; a parcel icon without a picture. */
export const ProductPicture = ({ image, sizes, loadOrder = 'late', alt = image?.alt ?? '' }: ProductPictureProps) => {
  if (!image)
    return (
      <span className="picture picture-none">
        <Icon name="parcel" />
      </span>
    );
  const stem = pictureStem(normalizePath(image.src));
  return (
    <span className="picture">
      {image.preview && <img className="picture-preview" src={image.preview} alt="" aria-hidden="true" width={16} height={16} />}
      <picture>
        {stem &&
          pictureFormats.map((format) => <source key={format} type={`image/${format}`} srcSet={sourceSet(stem, format)} sizes={sizes} />)}
        <img
          src={pictureUrl(image.src)}
          alt={alt}
          width={800}
          height={800}
          loading={loadOrder === 'late' ? 'lazy' : 'eager'}
          fetchPriority={loadOrder === 'first' ? 'high' : 'auto'}
          decoding={loadOrder === 'late' ? 'async' : 'sync'}
        />
      </picture>
    </span>
  );
};

/**
 * A product's pictures, first those of the chosen variation, or else of the chosen colour. Products of a list have few, so the picture of a
 * colour is added if none of them shows it.
 */
export const chosenPictures = (product: Product, { color, variationId }: Variant): ProductImage[] => {
  const type = product.types.find(({ _id }) => _id === variationId)?.name;
  const pictures = picturesOf(product);
  const colorImage = product.variation.find((each) => each.color === color)?.image;
  const showsType = (picture: ProductImage) => type !== undefined && picture.color === type;
  const showsColor = (picture: ProductImage) => color !== undefined && (picture.color === color || picture.src === colorImage);
  const isMatching = pictures.some(showsType) ? showsType : showsColor;
  const matchingPictures = pictures.filter(isMatching);
  if (matchingPictures.length === 0 && colorImage)
    matchingPictures.push({ src: colorImage, alt: '', ...(color !== undefined && { color }) });
  return [...matchingPictures, ...pictures.filter((picture) => !isMatching(picture))];
};
