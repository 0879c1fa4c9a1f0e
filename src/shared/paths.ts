const segment = (value: string | number): string => encodeURIComponent(value);

/** Every address of the shop (spec 2, route table), and the ones that carry a value. */
export const paths = {
  home: '/',
  shop: '/shop-grid-standard',
  about: '/about',
  contact: '/contact',
  collaboration: '/collabaration',
  wholesale: '/wholesale',
  reselling: '/reselling',
  franchise: '/franchise',
  blog: '/blog-standard',
  myAccount: '/my-account',
  loginRegister: '/login-register',
  cart: '/cart',
  wishlist: '/wishlist',
  compare: '/compare',
  checkout: '/checkout',
  orderStatus: '/order-status',
  refund: '/refund',
  terms: '/Terms-and-Conditions',
  privacy: '/privacy-policy',
  product: (id: string) => `/product/${segment(id)}`,
  checkoutOf: (id: string, quantity: number) => `/checkout/${segment(id)}/${segment(quantity)}`,
  shopCategory: (slug: string) => `/shop-grid-standard?category=${segment(slug)}`,
  shopTag: (tag: string) => `/shop-grid-standard?tag=${segment(tag)}`,
  shopSearch: (words: string) => `/shop-grid-standard?q=${segment(words)}`,
} as const;
