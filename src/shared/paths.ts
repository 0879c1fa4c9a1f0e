import type { ContactTopic } from '#contract/messages.ts';

const segment = (value: string | number): string => encodeURIComponent(value);

export type Chosen = { readonly colour?: string | undefined; readonly size?: string | undefined; readonly type?: string | undefined };

/** What was chosen of a product, as a query; what was not is left out. */
const chosenQuery = (chosen: Chosen): string => {
  const query = new URLSearchParams(Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString();
  return query && `?${query}`;
};

/** What a query says was chosen of a product: reads what `paths.checkoutOf` wrote. */
export const chosenIn = (query: URLSearchParams): Chosen => ({
  colour: query.get('colour') || undefined,
  size: query.get('size') || undefined,
  type: query.get('type') || undefined,
});

/** Every address of the shop, and the ones that carry a value. */
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
  emailVerification: '/email-verification',
  cart: '/cart',
  wishlist: '/wishlist',
  compare: '/compare',
  checkout: '/checkout',
  orderStatus: '/order-status',
  refund: '/refund',
  terms: '/Terms-and-Conditions',
  privacy: '/privacy-policy',
  accessibility: '/accessibility',
  orderStatusOf: (id: string) => `/order-status?order=${segment(id)}`,
  refundOf: (id: string) => `/refund?order=${segment(id)}`,
  contactAbout: (topic: ContactTopic) => `/contact?topic=${segment(topic)}`,
  /** Where a reseller applies: by opening an account, or in the account of who has one. */
  registerToResell: `/login-register?step=register&resell=yes&from=${segment('/my-account?section=reseller')}`,
  accountSection: (section: string) => `/my-account?section=${segment(section)}`,
  product: (id: string) => `/product/${segment(id)}`,
  /** Straight to paying for one product. Its path has no place for a choice, so that travels in the query. */
  checkoutOf: (id: string, quantity: number, chosen: Chosen = {}) => `/checkout/${segment(id)}/${segment(quantity)}${chosenQuery(chosen)}`,
  post: (slug: string) => `/blog-details-standard?post=${segment(slug)}`,
  blogCategory: (category: string) => `/blog-standard?category=${segment(category)}`,
  blogTag: (tag: string) => `/blog-standard?tag=${segment(tag)}`,
  shopCategory: (slug: string) => `/shop-grid-standard?category=${segment(slug)}`,
  shopTag: (tag: string) => `/shop-grid-standard?tag=${segment(tag)}`,
  shopSearch: (searchText: string) => `/shop-grid-standard?q=${segment(searchText)}`,
} as const;
