/** The widths in pixels at which the API keeps every product picture. */
export const pictureWidths = [320, 480, 800] as const;

/** The formats it keeps them in, best first. */
export const pictureFormats = ['avif', 'webp'] as const;

export type PictureWidth = (typeof pictureWidths)[number];
export type PictureFormat = (typeof pictureFormats)[number];

/** Where the API serves product pictures. */
export const pictureFolder = '/pictures/';

/** The file of one picture at one width: `mug-oat-front.1f2e3d4c-480.avif`. The stem carries a hash of the content, so it never changes. */
export const pictureFile = (stem: string, width: PictureWidth, format: PictureFormat): string => `${stem}-${width}.${format}`;

/** The address that stands in `mainImage` and `images[].src`: the widest WebP, which every browser can show. */
export const pictureAddress = (stem: string): string => `${pictureFolder}${pictureFile(stem, 800, 'webp')}`;

const ours = new RegExp(`^${pictureFolder}([a-z0-9-]+\\.[0-9a-f]{8})-800\\.webp$`);

/** The stem of an address that `pictureAddress` made; nothing for any other picture. */
export const pictureStem = (address: string): string | undefined => ours.exec(address)?.[1];

/** Backslashes become slashes. */
export const normalizePath = (path: string): string => path.replaceAll('\\', '/');
