import { useTranslation } from 'react-i18next';
import { normalizePath, pictureFile, pictureFolder, pictureFormats, pictureStem, pictureWidths } from '#contract/picture.ts';
import type { Product, ProductImage } from '#contract/product.ts';
import { env } from '#shared/env.ts';

/** A picture's address on the API host. */
export const pictureUrl = (path: string): string => {
  const tidy = normalizePath(path);
  return /^(https?:)?\/\//.test(tidy) ? tidy : `${env.VITE_API_HOST}${tidy.startsWith('/') ? '' : '/'}${tidy}`;
};

const sourceSet = (stem: string, format: (typeof pictureFormats)[number]): string =>
  pictureWidths.map((width) => `${pictureUrl(`${pictureFolder}${pictureFile(stem, width, format)}`)} ${width}w`).join(', ');

/** The pictures of a product, its main one first; none for a product without. */
export const picturesOf = (product: Pick<Product, 'images' | 'mainImage' | 'name'>): ProductImage[] => {
  if (product.images.length > 0) return [...product.images];
  return product.mainImage === '' ? [] : [{ src: product.mainImage, alt: product.name }];
};

type ProductPictureProps = {
  readonly image: ProductImage | undefined;
  /** How wide it will stand, as in the `sizes` attribute. */
  readonly sizes: string;
  /** `first` is fetched before all else, `early` at once, `late` when it comes near the screen. */
  readonly when?: 'first' | 'early' | 'late';
  /** Empty where a name beside it says the same. */
  readonly alt?: string;
};

/** A product's picture in the best format the browser knows, square, with a blurred preview until it is there. */
export const ProductPicture = ({ image, sizes, when = 'late', alt = image?.alt ?? '' }: ProductPictureProps) => {
  const { t } = useTranslation('common');
  if (!image) return <span className="picture picture-none">{t('noImage')}</span>;
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
          loading={when === 'late' ? 'lazy' : 'eager'}
          fetchPriority={when === 'first' ? 'high' : 'auto'}
          decoding={when === 'late' ? 'async' : 'sync'}
        />
      </picture>
    </span>
  );
};
