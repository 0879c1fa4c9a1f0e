import { facets } from '#contract/listing-query.ts';
import { withQuery } from '#shared/paths.ts';
import { redirectParam } from '#shared/safe-redirect.ts';
import { matchRow } from './match-row.ts';
import { notFoundRow, type RouteRow, redirects } from './routes.ts';

const variant = ['colour', 'size', 'option'];

/** The query parameters that the screens of routes use, by the routes' title. */
const usedParams: Readonly<Partial<Record<RouteRow['title'], readonly string[]>>> = {
  shop: [...facets, 'q', 'sort', 'page', 'layout'],
  product: [...variant, 'review'],
  checkout: variant,
  wishlist: ['shared'],
  blog: ['category', 'tag', 'q', 'page'],
  blogPost: ['post'],
  contact: ['order', 'topic'],
  myAccount: ['section', 'confirm'],
  loginRegister: [redirectParam, 'reset', 'step', 'resell'],
  emailVerification: [redirectParam, 'token', 'stop'],
  orderConfirm: ['order', 'payment'],
  orderStatus: ['order', 'cancel', 'view'],
  refund: ['order', 'return'],
};

/** The address without what its document does not depend on: the path of an unknown page, and parameters that its screen does not read. */
export const documentAddress = (address: string): string => {
  const { pathname, searchParams } = new URL(address, 'http://shop.invalid');
  if (redirects.some(({ from }) => from === pathname)) return address;
  const { row } = matchRow(pathname);
  if (row === notFoundRow) return notFoundRow.example;
  const query = new URLSearchParams([...searchParams].filter(([name]) => usedParams[row.title]?.includes(name)));
  return withQuery(pathname, query);
};
