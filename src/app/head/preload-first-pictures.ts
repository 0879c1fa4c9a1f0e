const picture = /<picture>(?:<source [^>]*>)*<img [^>]*>/g;
const avif = /<source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/>/;

/**
 * Preloads of the page's eager `<picture>`s, the largest with high priority, so that they are requested before the scripts, which take all
 * connections. Reads React's output, so its values are already escaped. Browsers without AVIF ignore them.
 */
export const preloadFirstPictures = (html: string): string =>
  (html.match(picture) ?? [])
    .filter((element) => !element.includes(' loading="lazy"'))
    .map((element) => {
      const [, sources, sizes] = avif.exec(element) ?? [];
      if (sources === undefined || sizes === undefined) return '';
      const priority = element.includes(' fetchPriority="high"') ? ' fetchpriority="high"' : '';
      return `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}"${priority}>`;
    })
    .join('');
