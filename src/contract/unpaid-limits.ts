/** How much may wait to be paid at a time: orders, pieces in all of them, and pieces of one product. */
type UnpaidLimit = { readonly orders: number; readonly pieces: number; readonly ofOneProduct: number };

/**
 * What unpaid orders may hold, because goods that wait to be paid cannot be sold to others. `buyer` is an e-mail address or an account,
 * `address` a client address, which a family or an office shares; a `reseller` is known to the seller and is counted by the account alone.
 * Of one product nobody but a reseller holds more than a `share` of what is left, or `always` where that is more.
 */
export type UnpaidLimits = {
  readonly buyer: UnpaidLimit;
  readonly address: UnpaidLimit;
  readonly reseller: UnpaidLimit;
  readonly share: number;
  readonly always: number;
};

export const unpaidLimits: UnpaidLimits = {
  buyer: { orders: 3, pieces: 40, ofOneProduct: 20 },
  address: { orders: 12, pieces: 60, ofOneProduct: 40 },
  reseller: { orders: 10, pieces: 500, ofOneProduct: 200 },
  share: 0.25,
  always: 12,
};
