import type { ParseKeys } from 'i18next';
import { journalVariants } from '#screens/content/journal-variants.ts';
import { productVariants } from '#screens/product/product-variants.ts';
import { shopVariants } from '#screens/shop/shop-variants.ts';

/** The error screen has no address of its own. */
export type TitleKey = Exclude<ParseKeys<'titles'>, 'error'>;

/** One address of the shop as plain data; `example` fills the path's values in, for tests. */
export type RouteRow = {
  readonly path: string;
  readonly example: string;
  readonly title: TitleKey;
  /** The namespaces its screen speaks in, beside the common ones. */
  readonly words: readonly string[];
} & (
  | { readonly screen: 'home' | 'post' | 'cart' | 'wishlist' | 'compare' | 'loginRegister' | 'emailVerification' | 'notFound' }
  | { readonly screen: 'myAccount' }
  | { readonly screen: 'checkout' | 'orderConfirm' }
  | { readonly screen: 'orderStatus' | 'refund' }
  | { readonly screen: 'contact' | 'collaboration' | 'reselling' | 'franchise' | 'wholesale' }
  | { readonly screen: 'about' | 'terms' | 'privacy' | 'accessibility' }
  | { readonly screen: 'shop'; readonly variant: (typeof shopVariants)[number] }
  | { readonly screen: 'journal'; readonly variant: (typeof journalVariants)[number] }
  | { readonly screen: 'product'; readonly variant: (typeof productVariants)[number] }
);

const exampleProduct = 'beech-rolling-pin';

/** Every address there is; whatever matches none is the not-found screen. */
export const routeTable: readonly RouteRow[] = [
  { path: '/', example: '/', title: 'home', words: ['home'], screen: 'home' },
  ...shopVariants.map(
    (variant): RouteRow => ({
      path: variant.path,
      example: variant.path.replace('/:page?', ''),
      title: 'shop',
      words: ['shop'],
      screen: 'shop',
      variant,
    }),
  ),
  ...productVariants.map(
    (variant): RouteRow => ({
      path: variant.path,
      example: variant.path.replace(':id', exampleProduct),
      title: 'product',
      words: ['product'],
      screen: 'product',
      variant,
    }),
  ),
  ...journalVariants.map(
    (variant): RouteRow => ({ path: variant.path, example: variant.path, title: 'blog', words: ['journal'], screen: 'journal', variant }),
  ),
  { path: '/blog-details-standard', example: '/blog-details-standard', title: 'blogPost', words: ['journal'], screen: 'post' },
  { path: '/about', example: '/about', title: 'about', words: ['about'], screen: 'about' },
  { path: '/contact', example: '/contact', title: 'contact', words: ['contact'], screen: 'contact' },
  { path: '/my-account', example: '/my-account', title: 'myAccount', words: ['account'], screen: 'myAccount' },
  { path: '/login-register', example: '/login-register', title: 'loginRegister', words: ['account'], screen: 'loginRegister' },
  { path: '/cart', example: '/cart', title: 'cart', words: ['cart'], screen: 'cart' },
  { path: '/wishlist', example: '/wishlist', title: 'wishlist', words: ['wishlist'], screen: 'wishlist' },
  { path: '/compare', example: '/compare', title: 'compare', words: ['compare'], screen: 'compare' },
  { path: '/checkout', example: '/checkout', title: 'checkout', words: ['checkout'], screen: 'checkout' },
  {
    path: '/checkout/:id/:itemQuantity',
    example: `/checkout/${exampleProduct}/1`,
    title: 'checkout',
    words: ['checkout'],
    screen: 'checkout',
  },
  {
    path: '/email-verification',
    example: '/email-verification',
    title: 'emailVerification',
    words: ['account'],
    screen: 'emailVerification',
  },
  { path: '/order-confirm', example: '/order-confirm', title: 'orderConfirm', words: ['orders'], screen: 'orderConfirm' },
  { path: '/order-status', example: '/order-status', title: 'orderStatus', words: ['order-status'], screen: 'orderStatus' },
  { path: '/refund', example: '/refund', title: 'refund', words: ['refund'], screen: 'refund' },
  { path: '/Terms-and-Conditions', example: '/Terms-and-Conditions', title: 'terms', words: ['legal', 'terms'], screen: 'terms' },
  { path: '/privacy-policy', example: '/privacy-policy', title: 'privacy', words: ['legal', 'privacy'], screen: 'privacy' },
  { path: '/accessibility', example: '/accessibility', title: 'accessibility', words: ['legal', 'accessibility'], screen: 'accessibility' },
  { path: '/collabaration', example: '/collabaration', title: 'collaboration', words: ['partners'], screen: 'collaboration' },
  { path: '/reselling', example: '/reselling', title: 'reselling', words: ['partners'], screen: 'reselling' },
  { path: '/franchise', example: '/franchise', title: 'franchise', words: ['partners', 'contact'], screen: 'franchise' },
  { path: '/wholesale', example: '/wholesale', title: 'wholesale', words: ['partners', 'contact'], screen: 'wholesale' },
];

/** What any other address shows. */
export const notFoundRow: RouteRow = { path: '*', example: '/no-such-page', title: 'notFound', words: [], screen: 'notFound' };

/** Spellings that people will try, and where they lead. */
export const redirects: readonly { readonly from: string; readonly to: string }[] = [
  { from: '/collaboration', to: '/collabaration' },
  { from: '/terms-and-conditions', to: '/Terms-and-Conditions' },
];
