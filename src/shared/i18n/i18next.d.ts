import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof import('#locales/common.json');
      pages: typeof import('#locales/pages.json');
      titles: typeof import('#locales/titles.json');
      descriptions: typeof import('#locales/descriptions.json');
      markdown: typeof import('#locales/markdown.json');
      toasts: typeof import('#locales/toasts.json');
      home: typeof import('#locales/home.json');
      journal: typeof import('#locales/journal.json');
      shop: typeof import('#locales/shop.json');
      product: typeof import('#locales/product.json');
      'life-size': typeof import('#locales/life-size.json');
      review: typeof import('#locales/review.json');
      wishlist: typeof import('#locales/wishlist.json');
      compare: typeof import('#locales/compare.json');
      cart: typeof import('#locales/cart.json');
      checkout: typeof import('#locales/checkout.json');
      'stock-alert': typeof import('#locales/stock-alert.json');
      delivery: typeof import('#locales/delivery.json');
      voucher: typeof import('#locales/voucher.json');
      orders: typeof import('#locales/orders.json');
      'order-actions': typeof import('#locales/order-actions.json');
      'order-status': typeof import('#locales/order-status.json');
      refund: typeof import('#locales/refund.json');
      account: typeof import('#locales/account.json');
      contact: typeof import('#locales/contact.json');
      partners: typeof import('#locales/partners.json');
      about: typeof import('#locales/about.json');
      legal: typeof import('#locales/legal.json');
      terms: typeof import('#locales/terms.json');
      privacy: typeof import('#locales/privacy.json');
      accessibility: typeof import('#locales/accessibility.json');
      'review-policy': typeof import('#locales/review-policy.json');
      chat: typeof import('#locales/chat.json');
      desk: typeof import('#locales/desk.json');
      'desk-refunds': typeof import('#locales/desk-refunds.json');
      'desk-lead': typeof import('#locales/desk-lead.json');
      'desk-shop': typeof import('#locales/desk-shop.json');
      'desk-messages': typeof import('#locales/desk-messages.json');
      'desk-reviews': typeof import('#locales/desk-reviews.json');
      'desk-vouchers': typeof import('#locales/desk-vouchers.json');
      'desk-delivery': typeof import('#locales/desk-delivery.json');
      'desk-shelf': typeof import('#locales/desk-shelf.json');
      'desk-products': typeof import('#locales/desk-products.json');
      'desk-orders': typeof import('#locales/desk-orders.json');
    };
  }
}
