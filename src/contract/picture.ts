/** The widths in pixels in which the API serves every product picture. */
export const pictureWidths = [320, 480, 800] as const;

/** Their formats, the preferred one first. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = (typeof pictureFormats)[number];

/** The path of product pictures on the API host. */
export const pictureFolder = '/pictures/';

/** The file name at one width: `mug-oat-front.1f2e3d4c-480.avif`. The stem has a content hash, so files are immutable. */
export const pictureFile = (stem: string, width: PictureWidth, format: PictureFormat): string => `${stem}-${width}.${format}`;

/** The address in `mainImage` and `images[].src`: the widest WebP, which every supported browser can show. */
export const pictureAddress = (stem: string): string => `${pictureFolder}${pictureFile(stem, 800, 'webp')}`;

const ownAddress = new RegExp(`^${pictureFolder}([a-z0-9-]+\\.[0-9a-f]{8})-800\\.webp$`);

/** The stem of an address that `pictureAddress` made; nothing for any other picture. */
export const pictureStem = (address: string): string | undefined => ownAddress.exec(address)?.[1];

/** Backslashes become slashes. */
export const normalizePath = (path: string): string => path.replaceAll('\\', '/');
