import type { ContactTopic } from '#contract/messages.ts';
import { orderConfirmPath } from '#contract/return-path.ts';
import { type Variant, writeVariant } from '#contract/variant.ts';

const segment = (value: string | number): string => encodeURIComponent(value);

/** The URLs without parameters. */
export const screenPaths = {
  home: '/',
  shop: '/shop-grid-standard',
  about: '/about',
  contact: '/contact',
  collaboration: '/collabaration',
  wholesale: '/wholesale',
  reselling: '/reselling',
  franchise: '/franchise',
  blog: '/blog-standard',
  blogPost: '/blog-details-standard',
  myAccount: '/my-account',
  loginRegister: '/login-register',
  emailVerification: '/email-verification',
  cart: '/cart',
  wishlist: '/wishlist',
  compare: '/compare',
  checkout: '/checkout',
  orderConfirm: orderConfirmPath,
  orderStatus: '/order-status',
  refund: '/refund',
  terms: '/Terms-and-Conditions',
  privacy: '/privacy-policy',
  accessibility: '/accessibility',
  reviewPolicy: '/how-reviews-work',
} as const;

/** The URLs with parameters, as patterns of React Router. */
export const patterns = {
  shop: `${screenPaths.shop}/:page?`,
  product: '/product/:id',
  checkoutOne: `${screenPaths.checkout}/:id/:itemQuantity`,
} as const;

/** The query parameter with the URL to return to after signing in. */
export const redirectParam = 'from';

/** A pattern with its parameters replaced by encoded values. */
const fill = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replaceAll(/:(\w+)\??/g, (_, name: string) => segment(values[name] ?? ''));

/** A URL with a query; without "?" when the query is empty. */
export const withQuery = (address: string, query: URLSearchParams): string => {
  const text = query.toString();
  return text ? `${address}?${text}` : address;
};

const ofVariant = (address: string, variant: Variant): string => withQuery(address, writeVariant(new URLSearchParams(), variant));

/** A page of the whole list; pages count from 1. */
const shopPage = (page: number): string => (page > 1 ? fill(patterns.shop, { page }) : screenPaths.shop);

/** Every URL that the shop links to; functions take the unencoded values of a URL. */
export const paths = {
  ...screenPaths,
  orderStatusOf: (id: string) => `${screenPaths.orderStatus}?order=${segment(id)}`,
  /** The invoice of a paid order. */
  invoiceOf: (id: string) => `${screenPaths.orderStatus}?order=${segment(id)}&view=invoice`,
  /** Begins a return or a cancellation, or shows the sheet of one, to print. */
  returnOf: (id: string, view: 'new' | 'cancel' | 'sheet') => `${screenPaths.refund}?order=${segment(id)}&return=${view}`,
  refundOf: (id: string) => `${screenPaths.refund}?order=${segment(id)}`,
  /** Somebody's wishlist, by the token of its link. */
  sharedWishlist: (token: string) => `${screenPaths.wishlist}?shared=${segment(token)}`,
  /** What the shop claims about people and the environment, and how it knows. */
  claims: `${screenPaths.about}#evidence`,
  contactAbout: (topic: ContactTopic) => `${screenPaths.contact}?topic=${segment(topic)}`,
  /** Where a reseller applies: registration, or the account of a signed-in shopper. */
  registerToResell: `${screenPaths.loginRegister}?step=register&resell=yes&from=${segment(`${screenPaths.myAccount}?section=reseller`)}`,
  accountSection: (section: string) => `${screenPaths.myAccount}?section=${segment(section)}`,
  product: (id: string, variant: Variant = {}) => ofVariant(fill(patterns.product, { id }), variant),
  /** The form of a review; `key` is an order's number, or the token of a mailed link. */
  reviewOf: (id: string, key: string) => `${fill(patterns.product, { id })}?review=${segment(key)}`,
  /** The checkout of one product. */
  checkoutOf: (id: string, itemQuantity: number, variant: Variant = {}) =>
    ofVariant(fill(patterns.checkoutOne, { id, itemQuantity }), variant),
  post: (slug: string) => `${screenPaths.blogPost}?post=${segment(slug)}`,
  blogCategory: (category: string) => `${screenPaths.blog}?category=${segment(category)}`,
  blogTag: (tag: string) => `${screenPaths.blog}?tag=${segment(tag)}`,
  shopPage,
  /** The canonical URL of a category; other URLs that show it point to this one. */
  shopCategory: (slug: string, page = 1) => `${shopPage(page)}?category=${segment(slug)}`,
  shopTag: (tag: string) => `${screenPaths.shop}?tag=${segment(tag)}`,
  shopNew: `${screenPaths.shop}?new=yes`,
  shopSearch: (searchText: string) => `${screenPaths.shop}?q=${segment(searchText)}`,
} as const;
