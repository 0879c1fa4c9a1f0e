/** The widths in pixels in which the API serves a picture, as far as its source is wide enough. */
export const pictureWidths = [400, 800, 1200] as const;

/** The formats of product pictures, the preferred one first. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The path of product pictures on the API host. */
export const pictureFolder = '/pictures/';

/** The widths of a picture by its stem, which ends with the widest. */
export const widthsOf = (stem: string): readonly number[] => {
  const widest = Number(stem.split('.')[2]);
  return pictureWidths.filter((width) => width <= widest);
};

/** The file name at one width: `mug-oat-front.1f2e3d4c.1200-400.avif`. The stem has a content hash, so files are immutable. */
export const pictureFile = (stem: string, width: number, format: PictureFormat): string => `${stem}-${width}.${format}`;

/** The width of a picture's widest file. */
export const maxWidthOf = (stem: string): number => widthsOf(stem).at(-1) ?? 0;

/** The URL in `mainImage` and `images[].src`: the widest WebP, which every supported browser can show. */
export const picturePath = (stem: string): string => `${pictureFolder}${pictureFile(stem, maxWidthOf(stem), 'webp')}`;

const ownUrl = new RegExp(`^${pictureFolder}([a-z0-9-]+\\.[0-9a-f]{8}\\.(?:${pictureWidths.join('|')}))-\\d+\\.webp$`);

/** The stem of a URL that `picturePath` made; nothing for any other picture. */
export const pictureStem = (address: string): string | undefined => {
  const stem = ownUrl.exec(address)?.[1];
  return stem !== undefined && picturePath(stem) === address ? stem : undefined;
};

/** Backslashes become slashes. */
export const normalizePath = (path: string): string => path.replaceAll('\\', '/');
