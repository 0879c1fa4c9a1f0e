import type { TitleKey } from '#app/route-table.ts';

/**
 * Whether search engines should show the addresses of a title: what is the same for everybody, yes; what is one shopper's own, no.
 * The sitemap holds the former, the latter say `noindex`.
 */
export const indexing: Readonly<Record<TitleKey, 'shown' | 'hidden'>> = {
  home: 'shown',
  shop: 'shown',
  product: 'shown',
  cart: 'hidden',
  wishlist: 'hidden',
  compare: 'hidden',
  checkout: 'hidden',
  orderConfirm: 'hidden',
  orderStatus: 'shown',
  refund: 'shown',
  myAccount: 'hidden',
  loginRegister: 'hidden',
  emailVerification: 'hidden',
  blog: 'shown',
  blogPost: 'shown',
  about: 'shown',
  contact: 'shown',
  collaboration: 'shown',
  reselling: 'shown',
  franchise: 'shown',
  wholesale: 'shown',
  terms: 'shown',
  privacy: 'shown',
  accessibility: 'shown',
  notFound: 'hidden',
};
