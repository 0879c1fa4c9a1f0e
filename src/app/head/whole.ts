/** Makes an address whole: `/cart` becomes `https://shop.example/cart`. */
export type Whole = (address: string) => string;

/** For the shop at an origin; an address that is whole already stays what it is. */
export const wholeAt =
  (shopUrl: string): Whole =>
  (address) =>
    new URL(address, shopUrl).href;
