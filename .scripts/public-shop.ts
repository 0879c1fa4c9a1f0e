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

/** With a DATABASE_URL, a public shop that is tried out. It serves no pages: those of the build have the sample's seller. */
export const triedOutShop = { ...publicSeller, PAYMENTS: 'test', MAIL: 'files', STOREFRONT: 'none' } as const;
