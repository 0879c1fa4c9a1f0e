import { routeTable } from '#app/route-table.ts';
import type { ListedPage } from '#contract/first-view.ts';
import type { Product } from '#contract/product.ts';
import { picturesOf, pictureUrl } from '#features/catalogue/product-picture.tsx';
import { posts } from '#features/journal/posts.ts';
import { paths } from '#shared/paths.ts';
import { indexing } from './indexing.ts';
import type { Whole } from './whole.ts';

const startsWithDay = /^\d{4}-\d{2}-\d{2}/;

/** Screens that search engines should know, each once: of several rows with one title, the first is the canonical one. */
const screenAddresses = (): string[] => {
  const rows = routeTable.filter(({ screen, title }) => indexing[title] === 'shown' && screen !== 'product' && screen !== 'post');
  return rows.filter(({ title }, at) => rows.findIndex((row) => row.title === title) === at).map(({ example }) => example);
};

/** The screens and posts that search engines should know. */
export const screenPages = (whole: Whole): ListedPage[] => [
  ...screenAddresses().map((address) => ({ address: whole(address), pictures: [] })),
  ...posts.map(({ slug, date, picture }) => ({
    address: whole(paths.post(slug)),
    changed: date,
    pictures: [whole(pictureUrl(picture.src))],
  })),
];

/** A product as search engines should know it, dated by its arrival: the only day that is known of it. */
export const productPage = (product: Product, whole: Whole): ListedPage => {
  const [changed] = startsWithDay.exec(product.createdAt) ?? [];
  const [picture] = picturesOf(product);
  return {
    address: whole(paths.product(product._id)),
    ...(changed !== undefined && { changed }),
    pictures: picture ? [whole(pictureUrl(picture.src))] : [],
  };
};
