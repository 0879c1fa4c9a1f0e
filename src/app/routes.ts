import type { ParseKeys } from 'i18next';
import { type ComponentType, createElement, type ReactElement } from 'react';
import { journalVariants } from '#screens/content/journal-variants.ts';
import { productVariants } from '#screens/product/product-variants.ts';
import { shopVariants } from '#screens/shop/shop-variants.ts';
import { paths, patterns, screenPaths } from '#shared/paths.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx';

/** The error screen is no route. */
type TitleKey = Exclude<ParseKeys<'titles'>, 'error'>;

type Row = {
  /** A pattern of React Router. */
  readonly path: string;
  /** An address that matches `path`, for tests and, of the first row with a title, for the sitemap. Without parameters it is the path. */
  readonly example?: string;
  /** The key of its texts in titles.json and descriptions.json. Rows that show the same screen share it. */
  readonly title: TitleKey;
  /** The i18n namespaces that its screen uses, except the common ones. */
  readonly namespaces: readonly string[];
  /** `noindex`: kept out of search engines and the sitemap, because it shows one shopper's own data. */
  readonly indexing: 'index' | 'noindex';
  /** Prefetched a while after start-up: it is on the way from the home page to the payment. */
  readonly isPrefetched?: boolean;
};

/** One route with its metadata. */
export type RouteRow = Required<Row> & {
  readonly screen: Pick<LazyScreen<never>, 'module' | 'preload' | 'isLoaded' | 'forgetFailure'>;
  readonly render: () => ReactElement;
};

function route(row: Row & { readonly screen: LazyScreen<object> }): RouteRow;
function route<Props extends object>(row: Row & { readonly screen: LazyScreen<Props>; readonly props: Props }): RouteRow;
function route<Props extends object>({ screen, props, ...row }: Row & { readonly screen: LazyScreen<Props>; readonly props?: Props }) {
  return { example: row.path, isPrefetched: false, ...row, screen, render: () => createElement(screen, props ?? null) };
}

/** The route of a screen without parameters: `name` is its key in `paths`, titles.json and descriptions.json. */
const page = (
  name: TitleKey & keyof typeof screenPaths,
  { module, ...row }: Omit<Row, 'path' | 'title'> & { /** Below src/screens. */ readonly module: string },
  load: () => Promise<ComponentType>,
): RouteRow => route({ ...row, path: screenPaths[name], title: name, screen: lazyScreen(`src/screens/${module}.tsx`, load) });

const shopScreen = lazyScreen('src/screens/shop/shop-screen.tsx', () =>
  import('#screens/shop/shop-screen.tsx').then((module) => module.ShopScreen),
);
const productScreen = lazyScreen('src/screens/product/product-screen.tsx', () =>
  import('#screens/product/product-screen.tsx').then((module) => module.ProductScreen),
);
const journalScreen = lazyScreen('src/screens/content/journal-screen.tsx', () =>
  import('#screens/content/journal-screen.tsx').then((module) => module.JournalScreen),
);
const checkoutScreen = lazyScreen('src/screens/checkout/checkout-screen.tsx', () =>
  import('#screens/checkout/checkout-screen.tsx').then((module) => module.CheckoutScreen),
);

const exampleProduct = 'beech-rolling-pin';

/** All routes; any other address shows `notFoundRow`. */
export const routes: readonly RouteRow[] = [
  page('home', { namespaces: ['home', 'journal'], indexing: 'index', isPrefetched: true, module: 'home/home-screen' }, () =>
    import('#screens/home/home-screen.tsx').then((module) => module.HomeScreen),
  ),
  ...shopVariants.map((variant) =>
    route({
      path: variant.path,
      example: variant.path.replace('/:page?', ''),
      title: 'shop',
      namespaces: ['shop'],
      indexing: 'index',
      isPrefetched: true,
      screen: shopScreen,
      props: { variant },
    }),
  ),
  ...productVariants.map((variant) =>
    route({
      path: variant.path,
      example: variant.path.replace(':id', exampleProduct),
      title: 'product',
      namespaces: ['product', 'delivery', 'review', 'stock-alert'],
      indexing: 'index',
      isPrefetched: true,
      screen: productScreen,
      props: { variant },
    }),
  ),
  ...journalVariants.map((variant) =>
    route({ path: variant.path, title: 'blog', namespaces: ['journal'], indexing: 'index', screen: journalScreen, props: { variant } }),
  ),
  page('blogPost', { namespaces: ['journal'], indexing: 'index', module: 'content/post-screen' }, () =>
    import('#screens/content/post-screen.tsx').then((module) => module.PostScreen),
  ),
  page('about', { namespaces: ['about'], indexing: 'index', module: 'about/about-screen' }, () =>
    import('#screens/about/about-screen.tsx').then((module) => module.AboutScreen),
  ),
  page('contact', { namespaces: ['contact'], indexing: 'index', module: 'contact/contact-screen' }, () =>
    import('#screens/contact/contact-screen.tsx').then((module) => module.ContactScreen),
  ),
  page('myAccount', { namespaces: ['account', 'order-actions', 'shop'], indexing: 'noindex', module: 'my-account/my-account-screen' }, () =>
    import('#screens/my-account/my-account-screen.tsx').then((module) => module.MyAccountScreen),
  ),
  page(
    'loginRegister',
    { namespaces: ['account'], indexing: 'noindex', isPrefetched: true, module: 'login-register/login-register-screen' },
    () => import('#screens/login-register/login-register-screen.tsx').then((module) => module.LoginRegisterScreen),
  ),
  page(
    'cart',
    { namespaces: ['cart', 'delivery', 'shop', 'voucher'], indexing: 'noindex', isPrefetched: true, module: 'cart/cart-screen' },
    () => import('#screens/cart/cart-screen.tsx').then((module) => module.CartScreen),
  ),
  page('wishlist', { namespaces: ['wishlist', 'shop'], indexing: 'noindex', isPrefetched: true, module: 'wishlist/wishlist-screen' }, () =>
    import('#screens/wishlist/wishlist-screen.tsx').then((module) => module.WishlistScreen),
  ),
  page('compare', { namespaces: ['compare', 'shop'], indexing: 'noindex', isPrefetched: true, module: 'compare/compare-screen' }, () =>
    import('#screens/compare/compare-screen.tsx').then((module) => module.CompareScreen),
  ),
  ...[{ path: paths.checkout }, { path: patterns.checkoutOne, example: paths.checkoutOf(exampleProduct, 1) }].map((address) =>
    route({
      ...address,
      title: 'checkout',
      namespaces: ['checkout', 'delivery', 'voucher'],
      indexing: 'noindex',
      isPrefetched: true,
      screen: checkoutScreen,
    }),
  ),
  page('emailVerification', { namespaces: ['account'], indexing: 'noindex', module: 'email-verification/email-verification-screen' }, () =>
    import('#screens/email-verification/email-verification-screen.tsx').then((module) => module.EmailVerificationScreen),
  ),
  page('orderConfirm', { namespaces: ['orders', 'account'], indexing: 'noindex', module: 'order-confirm/order-confirm-screen' }, () =>
    import('#screens/order-confirm/order-confirm-screen.tsx').then((module) => module.OrderConfirmScreen),
  ),
  page(
    'orderStatus',
    { namespaces: ['order-status', 'order-actions'], indexing: 'index', module: 'order-status/order-status-screen' },
    () => import('#screens/order-status/order-status-screen.tsx').then((module) => module.OrderStatusScreen),
  ),
  page('refund', { namespaces: ['refund'], indexing: 'index', module: 'refund/refund-screen' }, () =>
    import('#screens/refund/refund-screen.tsx').then((module) => module.RefundScreen),
  ),
  page('terms', { namespaces: ['legal', 'terms'], indexing: 'index', module: 'legal/terms-screen' }, () =>
    import('#screens/legal/terms-screen.tsx').then((module) => module.TermsScreen),
  ),
  page('privacy', { namespaces: ['legal', 'privacy'], indexing: 'index', module: 'legal/privacy-screen' }, () =>
    import('#screens/legal/privacy-screen.tsx').then((module) => module.PrivacyScreen),
  ),
  page('accessibility', { namespaces: ['legal', 'accessibility'], indexing: 'index', module: 'legal/accessibility-screen' }, () =>
    import('#screens/legal/accessibility-screen.tsx').then((module) => module.AccessibilityScreen),
  ),
  page('collaboration', { namespaces: ['partners'], indexing: 'index', module: 'partners/collaboration-screen' }, () =>
    import('#screens/partners/collaboration-screen.tsx').then((module) => module.CollaborationScreen),
  ),
  page('reselling', { namespaces: ['partners'], indexing: 'index', module: 'partners/reselling-screen' }, () =>
    import('#screens/partners/reselling-screen.tsx').then((module) => module.ResellingScreen),
  ),
  page('franchise', { namespaces: ['partners', 'contact'], indexing: 'index', module: 'partners/franchise-screen' }, () =>
    import('#screens/partners/franchise-screen.tsx').then((module) => module.FranchiseScreen),
  ),
  page('wholesale', { namespaces: ['partners', 'contact'], indexing: 'index', module: 'partners/wholesale-screen' }, () =>
    import('#screens/partners/wholesale-screen.tsx').then((module) => module.WholesaleScreen),
  ),
];

/** Any other address. */
export const notFoundRow = route({
  path: '*',
  example: '/no-such-page',
  title: 'notFound',
  namespaces: [],
  indexing: 'noindex',
  screen: lazyScreen('src/screens/not-found/not-found-screen.tsx', () =>
    import('#screens/not-found/not-found-screen.tsx').then((module) => module.NotFoundScreen),
  ),
});

/** Common misspellings; the server answers 301. */
export const redirects: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/collaboration', to: paths.collaboration },
  { from: '/terms-and-conditions', to: paths.terms },
];
