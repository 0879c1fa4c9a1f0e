/** The maximum of unpaid orders, of pieces in all of them, and of pieces of one product. */
type UnpaidLimit = { readonly orders: number; readonly pieces: number; readonly ofOneProduct: number };

/**
 * What unpaid orders may reserve, per email address or account (`buyer`), client address (`address`) and reseller account. Of one product,
 * all but resellers may hold `share` of what is left, or `always` if that is more.
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
