const picture = /<picture>(?:<source [^>]*>)*<img [^>]*>/g;
const avif = /<source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/>/;

/**
 * A preload of the page's first `<picture>` with high priority, so that it is fetched before the browser has read the body. Reads React's
 * output, so its values are already escaped. Browsers without AVIF ignore it.
 */
export const preloadLcpImage = (html: string): string => {
  const first = html.match(picture)?.find((element) => element.includes(' fetchPriority="high"'));
  const [, sources, sizes] = avif.exec(first ?? '') ?? [];
  if (sources === undefined || sizes === undefined) return '';
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}" fetchpriority="high">`;
};
