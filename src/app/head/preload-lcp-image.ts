const picture = /<picture>(?:<source [^>]*>)*<img [^>]*>/g;
const avif = /<source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/>/;

/**
 * A preload of the picture that a first view puts before all others, so that it is asked for with the styles and not after them. It
 * reads what React wrote, so its values are escaped already. Browsers without AVIF leave it alone and find the picture as ever.
 */
export const preloadLcpImage = (html: string): string => {
  const first = html.match(picture)?.find((element) => element.includes(' fetchPriority="high"'));
  const [, sources, sizes] = avif.exec(first ?? '') ?? [];
  if (sources === undefined || sizes === undefined) return '';
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`;
};
