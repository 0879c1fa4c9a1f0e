import { screenRoutes } from '#app/routes.ts';
import type { SitemapPage } from '#contract/hydration-data.ts';
import type { Category, Product } from '#contract/product.ts';
import { picturesOf, pictureUrl } from '#features/catalogue/product-picture.tsx';
import { posts } from '#features/journal/posts.ts';
import { paths } from '#shared/paths.ts';
import type { ToAbsoluteUrl } from './markup.ts';

const leadingDay = /^\d{4}-\d{2}-\d{2}/;

/** The indexed screens, each once: of routes with the same screen, the first is canonical. Products and posts have entries of their own. */
const screenUrls = (): string[] => {
  const shown = screenRoutes.filter(({ handle: { id, indexing } }) => indexing === undefined && id !== 'product' && id !== 'blogPost');
  return shown
    .filter(({ handle }, index) => shown.findIndex((route) => route.handle.id === handle.id) === index)
    .map(({ example }) => example);
};

/** The sitemap entries of the screens and the journal. */
export const screenPages = (toAbsoluteUrl: ToAbsoluteUrl): SitemapPage[] => [
  ...screenUrls().map((address) => ({ url: toAbsoluteUrl(address), images: [] })),
  ...posts.map(({ slug, date, picture }) => ({
    url: toAbsoluteUrl(paths.post(slug)),
    lastModified: date,
    images: [toAbsoluteUrl(pictureUrl(picture.src))],
  })),
];

/** The sitemap entries of the categories that have products. */
export const categoryPages = (categories: readonly Category[], toAbsoluteUrl: ToAbsoluteUrl): SitemapPage[] =>
  categories.flatMap(({ slug, image, count }) =>
    count === 0 ? [] : [{ url: toAbsoluteUrl(paths.shopCategory(slug)), images: image === '' ? [] : [toAbsoluteUrl(pictureUrl(image))] }],
  );

/** The sitemap entry of a product, dated by its creation: later changes are not recorded. */
export const productPage = (product: Product, toAbsoluteUrl: ToAbsoluteUrl): SitemapPage => {
  const [day] = leadingDay.exec(product.createdAt) ?? [];
  const [picture] = picturesOf(product);
  return {
    url: toAbsoluteUrl(paths.product(product._id)),
    ...(day !== undefined && { lastModified: day }),
    images: picture ? [toAbsoluteUrl(pictureUrl(picture.src))] : [],
  };
};
