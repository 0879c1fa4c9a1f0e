/**
 * A seller who is not the sample's: public shops of tests and benches need one. Names under `internal` are nobody's, and are not among those
 * that a public shop refuses.
 */
export const publicSeller = {
  VITE_SHOP_NAME: 'Flone',
  VITE_SHOP_PHONE: '0113 496 0900',
  VITE_SHOP_EMAIL: 'hello@flone.internal',
  VITE_SHOP_ADDRESS: 'Flone, 2 Tenter Row, Leeds, LS1 4AP, United Kingdom',
} as const;

/** Settings of a public trial shop, to which a DATABASE_URL is added. It serves no pages, because the built pages name the sample's seller. */
export const triedOutShop = { ...publicSeller, PAYMENTS: 'test', MAIL: 'files', STOREFRONT: 'none' } as const;
