import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof import('#words/common.json');
      titles: typeof import('#words/titles.json');
      descriptions: typeof import('#words/descriptions.json');
      toasts: typeof import('#words/toasts.json');
      home: typeof import('#words/home.json');
      journal: typeof import('#words/journal.json');
      shop: typeof import('#words/shop.json');
      product: typeof import('#words/product.json');
      wishlist: typeof import('#words/wishlist.json');
      compare: typeof import('#words/compare.json');
      cart: typeof import('#words/cart.json');
      checkout: typeof import('#words/checkout.json');
      orders: typeof import('#words/orders.json');
      'order-status': typeof import('#words/order-status.json');
      refund: typeof import('#words/refund.json');
      account: typeof import('#words/account.json');
      contact: typeof import('#words/contact.json');
      partners: typeof import('#words/partners.json');
      about: typeof import('#words/about.json');
      legal: typeof import('#words/legal.json');
      terms: typeof import('#words/terms.json');
      privacy: typeof import('#words/privacy.json');
      accessibility: typeof import('#words/accessibility.json');
      chat: typeof import('#words/chat.json');
    };
  }
}
