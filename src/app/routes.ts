import type { ParseKeys } from 'i18next';
import { type ComponentType, createElement, type ReactElement } from 'react';
import { matchRoutes, type UIMatch, useMatches } from 'react-router-dom';
import { facets } from '#contract/listing-query.ts';
import { variantParams } from '#contract/variant.ts';
import { journalPresets } from '#screens/content/journal-presets.ts';
import { productPresets } from '#screens/product/product-presets.ts';
import { shopPresets } from '#screens/shop/shop-presets.ts';
import { paths, patterns, redirectParam, screenPaths } from '#shared/paths.ts';

/** The key of a screen's texts in titles.json and descriptions.json. The error screen is no route. */
type ScreenId = Exclude<ParseKeys<'titles'>, 'error'>;

/** All that there is to know of a screen before it is loaded; the `handle` of its route. */
export type Screen = {
  /** Routes that show the same screen share it. */
  readonly id: ScreenId;
  /** The i18n namespaces that it uses, except the common ones. */
  readonly namespaces: readonly string[];
  /** Kept out of search engines and the sitemap, because it shows one shopper's own data. */
  readonly indexing?: 'noindex';
  /** The query parameters that it reads: a document does not depend on others. */
  readonly params?: readonly string[];
  /** Fetched a while after start-up: it is on the way from the home page to the payment. */
  readonly isPrefetched?: boolean;
  /** Its source path, the key of its chunk in Vite's manifest. */
  readonly module: string;
  readonly load: () => Promise<ReactElement>;
};

export type ScreenRoute = {
  /** A pattern of React Router. */
  readonly path: string;
  /** A URL that matches `path`, for tests and, of the first route of a screen, for the sitemap. */
  readonly example: string;
  readonly handle: Screen;
};

type Facts = Omit<Screen, 'module' | 'load'>;
type Address = { readonly path: string; readonly example?: string };

/** The first page of the list, or one beech rolling pin. */
const exampleOf = (path: string): string => path.replace('/:page?', '').replace(':id', 'beech-rolling-pin').replace(':itemQuantity', '1');

/** A route whose screen gets `props`; `module` is below src/screens. */
const route = <Props extends object>(
  { path, example = exampleOf(path) }: Address,
  { module, ...facts }: Facts & { readonly module: string },
  load: () => Promise<ComponentType<Props>>,
  props: Props,
): ScreenRoute => ({
  path,
  example,
  handle: { ...facts, module: `src/screens/${module}.tsx`, load: async () => createElement(await load(), props) },
});

/** The route of a screen without parameters: `id` is its key in `paths`, titles.json and descriptions.json. */
const page = (
  id: ScreenId & keyof typeof screenPaths,
  facts: Omit<Facts, 'id'> & { readonly module: string },
  load: () => Promise<ComponentType>,
): ScreenRoute => route({ path: screenPaths[id] }, { ...facts, id }, load, {});

/** The routes of all screens; any other URL shows `notFoundRoute`. */
export const screenRoutes: readonly ScreenRoute[] = [
  page('home', { namespaces: ['home'], isPrefetched: true, module: 'home/home-screen' }, () =>
    import('#screens/home/home-screen.tsx').then((module) => module.HomeScreen),
  ),
  ...shopPresets.map((preset) =>
    route(
      { path: preset.path },
      {
        id: 'shop',
        namespaces: ['shop', 'pages'],
        params: [...facets, 'q', 'sort', 'page', 'layout'],
        isPrefetched: true,
        module: 'shop/shop-screen',
      },
      () => import('#screens/shop/shop-screen.tsx').then((module) => module.ShopScreen),
      { preset },
    ),
  ),
  ...productPresets.map((preset) =>
    route(
      { path: preset.path },
      {
        id: 'product',
        namespaces: ['product', 'delivery'],
        params: [...variantParams, 'review'],
        isPrefetched: true,
        module: 'product/product-screen',
      },
      () => import('#screens/product/product-screen.tsx').then((module) => module.ProductScreen),
      { preset },
    ),
  ),
  ...journalPresets.map((preset) =>
    route(
      { path: preset.path },
      {
        id: 'blog',
        namespaces: ['journal'],
        params: ['category', 'tag', 'q', 'page'],
        module: 'content/journal-screen',
      },
      () => import('#screens/content/journal-screen.tsx').then((module) => module.JournalScreen),
      { preset },
    ),
  ),
  page('blogPost', { namespaces: ['journal'], params: ['post'], module: 'content/post-screen' }, () =>
    import('#screens/content/post-screen.tsx').then((module) => module.PostScreen),
  ),
  page('about', { namespaces: ['about'], module: 'about/about-screen' }, () =>
    import('#screens/about/about-screen.tsx').then((module) => module.AboutScreen),
  ),
  page('contact', { namespaces: ['contact'], params: ['order', 'topic'], module: 'contact/contact-screen' }, () =>
    import('#screens/contact/contact-screen.tsx').then((module) => module.ContactScreen),
  ),
  page(
    'myAccount',
    {
      namespaces: ['account', 'order-actions', 'shop'],
      indexing: 'noindex',
      params: ['section', 'confirm'],
      module: 'my-account/my-account-screen',
    },
    () => import('#screens/my-account/my-account-screen.tsx').then((module) => module.MyAccountScreen),
  ),
  page(
    'loginRegister',
    {
      namespaces: ['account'],
      indexing: 'noindex',
      params: [redirectParam, 'reset', 'step', 'resell'],
      module: 'login-register/login-register-screen',
    },
    () => import('#screens/login-register/login-register-screen.tsx').then((module) => module.LoginRegisterScreen),
  ),
  page(
    'cart',
    { namespaces: ['cart', 'delivery', 'shop', 'voucher'], indexing: 'noindex', isPrefetched: true, module: 'cart/cart-screen' },
    () => import('#screens/cart/cart-screen.tsx').then((module) => module.CartScreen),
  ),
  page('wishlist', { namespaces: ['wishlist', 'shop'], indexing: 'noindex', params: ['shared'], module: 'wishlist/wishlist-screen' }, () =>
    import('#screens/wishlist/wishlist-screen.tsx').then((module) => module.WishlistScreen),
  ),
  page('compare', { namespaces: ['compare', 'shop'], indexing: 'noindex', module: 'compare/compare-screen' }, () =>
    import('#screens/compare/compare-screen.tsx').then((module) => module.CompareScreen),
  ),
  ...[{ path: paths.checkout }, { path: patterns.checkoutOne }].map((address) =>
    route(
      address,
      {
        id: 'checkout',
        namespaces: ['cart', 'checkout', 'delivery', 'voucher'],
        indexing: 'noindex',
        params: variantParams,
        module: 'checkout/checkout-screen',
      },
      () => import('#screens/checkout/checkout-screen.tsx').then((module) => module.CheckoutScreen),
      {},
    ),
  ),
  page(
    'emailVerification',
    {
      namespaces: ['account'],
      indexing: 'noindex',
      params: [redirectParam, 'token', 'stop'],
      module: 'email-verification/email-verification-screen',
    },
    () => import('#screens/email-verification/email-verification-screen.tsx').then((module) => module.EmailVerificationScreen),
  ),
  page(
    'orderConfirm',
    { namespaces: ['orders', 'account'], indexing: 'noindex', params: ['order', 'payment'], module: 'order-confirm/order-confirm-screen' },
    () => import('#screens/order-confirm/order-confirm-screen.tsx').then((module) => module.OrderConfirmScreen),
  ),
  page(
    'orderStatus',
    {
      namespaces: ['order-status', 'order-actions'],
      params: ['order', 'cancel', 'view'],
      module: 'order-status/order-status-screen',
    },
    () => import('#screens/order-status/order-status-screen.tsx').then((module) => module.OrderStatusScreen),
  ),
  page('refund', { namespaces: ['refund'], params: ['order', 'return'], module: 'refund/refund-screen' }, () =>
    import('#screens/refund/refund-screen.tsx').then((module) => module.RefundScreen),
  ),
  page('terms', { namespaces: ['legal', 'terms'], module: 'legal/terms-screen' }, () =>
    import('#screens/legal/terms-screen.tsx').then((module) => module.TermsScreen),
  ),
  page('privacy', { namespaces: ['legal', 'privacy'], module: 'legal/privacy-screen' }, () =>
    import('#screens/legal/privacy-screen.tsx').then((module) => module.PrivacyScreen),
  ),
  page('accessibility', { namespaces: ['legal', 'accessibility'], module: 'legal/statement-screens' }, () =>
    import('#screens/legal/statement-screens.tsx').then((module) => module.AccessibilityScreen),
  ),
  page('reviewPolicy', { namespaces: ['legal', 'review-policy'], module: 'legal/statement-screens' }, () =>
    import('#screens/legal/statement-screens.tsx').then((module) => module.ReviewPolicyScreen),
  ),
  page('collaboration', { namespaces: ['partners'], module: 'partners/collaboration-screen' }, () =>
    import('#screens/partners/collaboration-screen.tsx').then((module) => module.CollaborationScreen),
  ),
  page('reselling', { namespaces: ['partners'], module: 'partners/reselling-screen' }, () =>
    import('#screens/partners/reselling-screen.tsx').then((module) => module.ResellingScreen),
  ),
  page('franchise', { namespaces: ['partners', 'contact'], module: 'partners/enquiry-screens' }, () =>
    import('#screens/partners/enquiry-screens.tsx').then((module) => module.FranchiseScreen),
  ),
  page('wholesale', { namespaces: ['partners', 'contact'], module: 'partners/enquiry-screens' }, () =>
    import('#screens/partners/enquiry-screens.tsx').then((module) => module.WholesaleScreen),
  ),
];

/** Any other URL. */
export const notFoundRoute = route(
  { path: '*', example: '/no-such-page' },
  { id: 'notFound', namespaces: [], indexing: 'noindex', module: 'not-found/not-found-screen' },
  () => import('#screens/not-found/not-found-screen.tsx').then((module) => module.NotFoundScreen),
  {},
);

/** Common misspellings; the server answers 301. */
export const redirects: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/collaboration', to: paths.collaboration },
  { from: '/terms-and-conditions', to: paths.terms },
];

/** Paths with capitals match by case, so that `/terms-and-conditions` is a redirect and not a match of `/Terms-and-Conditions`. */
export const isCaseSensitive = (path: string): boolean => path !== path.toLowerCase() && !path.includes(':');

const matchableRoutes = screenRoutes.map((route) => ({ path: route.path, caseSensitive: isCaseSensitive(route.path), route }));

/** The route of a path, with the path's decoded parameters. */
export const routeAt = (
  pathname: string,
): { readonly route: ScreenRoute; readonly params: Readonly<Record<string, string | undefined>> } => {
  const [match] = matchRoutes(matchableRoutes, pathname) ?? [];
  return match ? { route: match.route.route, params: match.params } : { route: notFoundRoute, params: {} };
};

/** What the route of the current page says of its screen; undefined for a redirect. */
export const useScreen = (): Screen | undefined => (useMatches() as UIMatch<unknown, Screen | undefined>[]).at(-1)?.handle;
