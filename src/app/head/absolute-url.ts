/** Makes an address absolute: `/cart` becomes `https://shop.example/cart`. An absolute URL is returned as it is. */
export type ToAbsoluteUrl = (address: string) => string;

export const absoluteUrlAt =
  (shopUrl: string): ToAbsoluteUrl =>
  (address) =>
    new URL(address, shopUrl).href;
