import type { ParseKeys } from 'i18next';
import { createElement, type ReactElement } from 'react';
import { journalVariants } from '#screens/content/journal-variants.ts';
import { productVariants } from '#screens/product/product-variants.ts';
import { shopVariants } from '#screens/shop/shop-variants.ts';
import { paths, patterns } from '#shared/paths.ts';
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
  readonly screen: Pick<LazyScreen<never>, 'module' | 'preload' | 'forgetFailure'>;
  readonly render: () => ReactElement;
};

function route(row: Row & { readonly screen: LazyScreen<object> }): RouteRow;
function route<Props extends object>(row: Row & { readonly screen: LazyScreen<Props>; readonly props: Props }): RouteRow;
function route<Props extends object>({ screen, props, ...row }: Row & { readonly screen: LazyScreen<Props>; readonly props?: Props }) {
  return { example: row.path, isPrefetched: false, ...row, screen, render: () => createElement(screen, props ?? null) };
}

const shopScreen = lazyScreen('src/screens/shop/shop-screen.tsx', () =>
  import('#screens/shop/shop-screen.tsx').then(({ ShopScreen }) => ShopScreen),
);
const productScreen = lazyScreen('src/screens/product/product-screen.tsx', () =>
  import('#screens/product/product-screen.tsx').then(({ ProductScreen }) => ProductScreen),
);
const journalScreen = lazyScreen('src/screens/content/journal-screen.tsx', () =>
  import('#screens/content/journal-screen.tsx').then(({ JournalScreen }) => JournalScreen),
);
const checkoutScreen = lazyScreen('src/screens/checkout/checkout-screen.tsx', () =>
  import('#screens/checkout/checkout-screen.tsx').then(({ CheckoutScreen }) => CheckoutScreen),
);

const exampleProduct = 'beech-rolling-pin';

/** All routes; any other address shows `notFoundRow`. */
export const routes: readonly RouteRow[] = [
  route({
    path: paths.home,
    title: 'home',
    namespaces: ['home'],
    indexing: 'index',
    isPrefetched: true,
    screen: lazyScreen('src/screens/home/home-screen.tsx', () =>
      import('#screens/home/home-screen.tsx').then(({ HomeScreen }) => HomeScreen),
    ),
  }),
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
      namespaces: ['product'],
      indexing: 'index',
      isPrefetched: true,
      screen: productScreen,
      props: { variant },
    }),
  ),
  ...journalVariants.map((variant) =>
    route({ path: variant.path, title: 'blog', namespaces: ['journal'], indexing: 'index', screen: journalScreen, props: { variant } }),
  ),
  route({
    path: paths.blogPost,
    title: 'blogPost',
    namespaces: ['journal'],
    indexing: 'index',
    screen: lazyScreen('src/screens/content/post-screen.tsx', () =>
      import('#screens/content/post-screen.tsx').then(({ PostScreen }) => PostScreen),
    ),
  }),
  route({
    path: paths.about,
    title: 'about',
    namespaces: ['about'],
    indexing: 'index',
    screen: lazyScreen('src/screens/about/about-screen.tsx', () =>
      import('#screens/about/about-screen.tsx').then(({ AboutScreen }) => AboutScreen),
    ),
  }),
  route({
    path: paths.contact,
    title: 'contact',
    namespaces: ['contact'],
    indexing: 'index',
    screen: lazyScreen('src/screens/contact/contact-screen.tsx', () =>
      import('#screens/contact/contact-screen.tsx').then(({ ContactScreen }) => ContactScreen),
    ),
  }),
  route({
    path: paths.myAccount,
    title: 'myAccount',
    namespaces: ['account'],
    indexing: 'noindex',
    screen: lazyScreen('src/screens/my-account/my-account-screen.tsx', () =>
      import('#screens/my-account/my-account-screen.tsx').then(({ MyAccountScreen }) => MyAccountScreen),
    ),
  }),
  route({
    path: paths.loginRegister,
    title: 'loginRegister',
    namespaces: ['account'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: lazyScreen('src/screens/login-register/login-register-screen.tsx', () =>
      import('#screens/login-register/login-register-screen.tsx').then(({ LoginRegisterScreen }) => LoginRegisterScreen),
    ),
  }),
  route({
    path: paths.cart,
    title: 'cart',
    namespaces: ['cart'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: lazyScreen('src/screens/cart/cart-screen.tsx', () =>
      import('#screens/cart/cart-screen.tsx').then(({ CartScreen }) => CartScreen),
    ),
  }),
  route({
    path: paths.wishlist,
    title: 'wishlist',
    namespaces: ['wishlist'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: lazyScreen('src/screens/wishlist/wishlist-screen.tsx', () =>
      import('#screens/wishlist/wishlist-screen.tsx').then(({ WishlistScreen }) => WishlistScreen),
    ),
  }),
  route({
    path: paths.compare,
    title: 'compare',
    namespaces: ['compare'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: lazyScreen('src/screens/compare/compare-screen.tsx', () =>
      import('#screens/compare/compare-screen.tsx').then(({ CompareScreen }) => CompareScreen),
    ),
  }),
  route({
    path: paths.checkout,
    title: 'checkout',
    namespaces: ['checkout'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: checkoutScreen,
  }),
  route({
    path: patterns.checkoutOne,
    example: paths.checkoutOf(exampleProduct, 1),
    title: 'checkout',
    namespaces: ['checkout'],
    indexing: 'noindex',
    isPrefetched: true,
    screen: checkoutScreen,
  }),
  route({
    path: paths.emailVerification,
    title: 'emailVerification',
    namespaces: ['account'],
    indexing: 'noindex',
    screen: lazyScreen('src/screens/email-verification/email-verification-screen.tsx', () =>
      import('#screens/email-verification/email-verification-screen.tsx').then(({ EmailVerificationScreen }) => EmailVerificationScreen),
    ),
  }),
  route({
    path: paths.orderConfirm,
    title: 'orderConfirm',
    namespaces: ['orders'],
    indexing: 'noindex',
    screen: lazyScreen('src/screens/order-confirm/order-confirm-screen.tsx', () =>
      import('#screens/order-confirm/order-confirm-screen.tsx').then(({ OrderConfirmScreen }) => OrderConfirmScreen),
    ),
  }),
  route({
    path: paths.orderStatus,
    title: 'orderStatus',
    namespaces: ['order-status'],
    indexing: 'index',
    screen: lazyScreen('src/screens/order-status/order-status-screen.tsx', () =>
      import('#screens/order-status/order-status-screen.tsx').then(({ OrderStatusScreen }) => OrderStatusScreen),
    ),
  }),
  route({
    path: paths.refund,
    title: 'refund',
    namespaces: ['refund'],
    indexing: 'index',
    screen: lazyScreen('src/screens/refund/refund-screen.tsx', () =>
      import('#screens/refund/refund-screen.tsx').then(({ RefundScreen }) => RefundScreen),
    ),
  }),
  route({
    path: paths.terms,
    title: 'terms',
    namespaces: ['legal', 'terms'],
    indexing: 'index',
    screen: lazyScreen('src/screens/legal/terms-screen.tsx', () =>
      import('#screens/legal/terms-screen.tsx').then(({ TermsScreen }) => TermsScreen),
    ),
  }),
  route({
    path: paths.privacy,
    title: 'privacy',
    namespaces: ['legal', 'privacy'],
    indexing: 'index',
    screen: lazyScreen('src/screens/legal/privacy-screen.tsx', () =>
      import('#screens/legal/privacy-screen.tsx').then(({ PrivacyScreen }) => PrivacyScreen),
    ),
  }),
  route({
    path: paths.accessibility,
    title: 'accessibility',
    namespaces: ['legal', 'accessibility'],
    indexing: 'index',
    screen: lazyScreen('src/screens/legal/accessibility-screen.tsx', () =>
      import('#screens/legal/accessibility-screen.tsx').then(({ AccessibilityScreen }) => AccessibilityScreen),
    ),
  }),
  route({
    path: paths.collaboration,
    title: 'collaboration',
    namespaces: ['partners'],
    indexing: 'index',
    screen: lazyScreen('src/screens/partners/collaboration-screen.tsx', () =>
      import('#screens/partners/collaboration-screen.tsx').then(({ CollaborationScreen }) => CollaborationScreen),
    ),
  }),
  route({
    path: paths.reselling,
    title: 'reselling',
    namespaces: ['partners'],
    indexing: 'index',
    screen: lazyScreen('src/screens/partners/reselling-screen.tsx', () =>
      import('#screens/partners/reselling-screen.tsx').then(({ ResellingScreen }) => ResellingScreen),
    ),
  }),
  route({
    path: paths.franchise,
    title: 'franchise',
    namespaces: ['partners', 'contact'],
    indexing: 'index',
    screen: lazyScreen('src/screens/partners/franchise-screen.tsx', () =>
      import('#screens/partners/franchise-screen.tsx').then(({ FranchiseScreen }) => FranchiseScreen),
    ),
  }),
  route({
    path: paths.wholesale,
    title: 'wholesale',
    namespaces: ['partners', 'contact'],
    indexing: 'index',
    screen: lazyScreen('src/screens/partners/wholesale-screen.tsx', () =>
      import('#screens/partners/wholesale-screen.tsx').then(({ WholesaleScreen }) => WholesaleScreen),
    ),
  }),
];

/** Any other address. */
export const notFoundRow = route({
  path: '*',
  example: '/no-such-page',
  title: 'notFound',
  namespaces: [],
  indexing: 'noindex',
  screen: lazyScreen('src/screens/not-found/not-found-screen.tsx', () =>
    import('#screens/not-found/not-found-screen.tsx').then(({ NotFoundScreen }) => NotFoundScreen),
  ),
});

/** Common misspellings; the server answers 301. */
export const redirects: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/collaboration', to: paths.collaboration },
  { from: '/terms-and-conditions', to: paths.terms },
];
