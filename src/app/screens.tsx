import type { ReactNode } from 'react';
import { lazyScreen } from './lazy-screen.tsx';
import type { RouteRow } from './route-table.ts';

/** Every screen, fetched when it is first needed. */
export const screens = {
  home: lazyScreen('src/screens/home/home-screen.tsx', () => import('#screens/home/home-screen.tsx').then((module) => module.HomeScreen)),
  shop: lazyScreen('src/screens/shop/shop-screen.tsx', () => import('#screens/shop/shop-screen.tsx').then((module) => module.ShopScreen)),
  product: lazyScreen('src/screens/product/product-screen.tsx', () =>
    import('#screens/product/product-screen.tsx').then((module) => module.ProductScreen),
  ),
  journal: lazyScreen('src/screens/content/journal-screen.tsx', () =>
    import('#screens/content/journal-screen.tsx').then((module) => module.JournalScreen),
  ),
  post: lazyScreen('src/screens/content/post-screen.tsx', () =>
    import('#screens/content/post-screen.tsx').then((module) => module.PostScreen),
  ),
  cart: lazyScreen('src/screens/cart/cart-screen.tsx', () => import('#screens/cart/cart-screen.tsx').then((module) => module.CartScreen)),
  wishlist: lazyScreen('src/screens/wishlist/wishlist-screen.tsx', () =>
    import('#screens/wishlist/wishlist-screen.tsx').then((module) => module.WishlistScreen),
  ),
  compare: lazyScreen('src/screens/compare/compare-screen.tsx', () =>
    import('#screens/compare/compare-screen.tsx').then((module) => module.CompareScreen),
  ),
  loginRegister: lazyScreen('src/screens/login-register/login-register-screen.tsx', () =>
    import('#screens/login-register/login-register-screen.tsx').then((module) => module.LoginRegisterScreen),
  ),
  myAccount: lazyScreen('src/screens/my-account/my-account-screen.tsx', () =>
    import('#screens/my-account/my-account-screen.tsx').then((module) => module.MyAccountScreen),
  ),
  emailVerification: lazyScreen('src/screens/email-verification/email-verification-screen.tsx', () =>
    import('#screens/email-verification/email-verification-screen.tsx').then((module) => module.EmailVerificationScreen),
  ),
  checkout: lazyScreen('src/screens/checkout/checkout-screen.tsx', () =>
    import('#screens/checkout/checkout-screen.tsx').then((module) => module.CheckoutScreen),
  ),
  orderConfirm: lazyScreen('src/screens/order-confirm/order-confirm-screen.tsx', () =>
    import('#screens/order-confirm/order-confirm-screen.tsx').then((module) => module.OrderConfirmScreen),
  ),
  orderStatus: lazyScreen('src/screens/order-status/order-status-screen.tsx', () =>
    import('#screens/order-status/order-status-screen.tsx').then((module) => module.OrderStatusScreen),
  ),
  refund: lazyScreen('src/screens/refund/refund-screen.tsx', () =>
    import('#screens/refund/refund-screen.tsx').then((module) => module.RefundScreen),
  ),
  about: lazyScreen('src/screens/about/about-screen.tsx', () =>
    import('#screens/about/about-screen.tsx').then((module) => module.AboutScreen),
  ),
  terms: lazyScreen('src/screens/legal/terms-screen.tsx', () =>
    import('#screens/legal/terms-screen.tsx').then((module) => module.TermsScreen),
  ),
  privacy: lazyScreen('src/screens/legal/privacy-screen.tsx', () =>
    import('#screens/legal/privacy-screen.tsx').then((module) => module.PrivacyScreen),
  ),
  accessibility: lazyScreen('src/screens/legal/accessibility-screen.tsx', () =>
    import('#screens/legal/accessibility-screen.tsx').then((module) => module.AccessibilityScreen),
  ),
  contact: lazyScreen('src/screens/contact/contact-screen.tsx', () =>
    import('#screens/contact/contact-screen.tsx').then((module) => module.ContactScreen),
  ),
  collaboration: lazyScreen('src/screens/partners/collaboration-screen.tsx', () =>
    import('#screens/partners/collaboration-screen.tsx').then((module) => module.CollaborationScreen),
  ),
  reselling: lazyScreen('src/screens/partners/reselling-screen.tsx', () =>
    import('#screens/partners/reselling-screen.tsx').then((module) => module.ResellingScreen),
  ),
  franchise: lazyScreen('src/screens/partners/franchise-screen.tsx', () =>
    import('#screens/partners/franchise-screen.tsx').then((module) => module.FranchiseScreen),
  ),
  wholesale: lazyScreen('src/screens/partners/wholesale-screen.tsx', () =>
    import('#screens/partners/wholesale-screen.tsx').then((module) => module.WholesaleScreen),
  ),
  notFound: lazyScreen('src/screens/not-found/not-found-screen.tsx', () =>
    import('#screens/not-found/not-found-screen.tsx').then((module) => module.NotFoundScreen),
  ),
};

/** The screen of one row of the route table, set up as the row says. */
export const screenOf = (row: RouteRow): ReactNode => {
  switch (row.screen) {
    case 'home':
      return <screens.home />;
    case 'shop':
      return <screens.shop variant={row.variant} />;
    case 'product':
      return <screens.product variant={row.variant} />;
    case 'journal':
      return <screens.journal variant={row.variant} />;
    case 'post':
      return <screens.post />;
    case 'cart':
      return <screens.cart />;
    case 'wishlist':
      return <screens.wishlist />;
    case 'compare':
      return <screens.compare />;
    case 'loginRegister':
      return <screens.loginRegister />;
    case 'myAccount':
      return <screens.myAccount />;
    case 'emailVerification':
      return <screens.emailVerification />;
    case 'checkout':
      return <screens.checkout />;
    case 'orderConfirm':
      return <screens.orderConfirm />;
    case 'orderStatus':
      return <screens.orderStatus />;
    case 'refund':
      return <screens.refund />;
    case 'about':
      return <screens.about />;
    case 'terms':
      return <screens.terms />;
    case 'privacy':
      return <screens.privacy />;
    case 'accessibility':
      return <screens.accessibility />;
    case 'contact':
      return <screens.contact />;
    case 'collaboration':
      return <screens.collaboration />;
    case 'reselling':
      return <screens.reselling />;
    case 'franchise':
      return <screens.franchise />;
    case 'wholesale':
      return <screens.wholesale />;
    case 'notFound':
      return <screens.notFound />;
  }
};
