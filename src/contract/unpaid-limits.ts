/** The maximum of unpaid orders, of pieces in all of them, and of pieces of one product. */
type UnpaidLimit = { readonly orders: number; readonly pieces: number; readonly ofOneProduct: number };

/**
 * Limits of unpaid orders, because they reserve stock. `buyer`: per e-mail address or account; `address`: per client address, which several
 * people may share and accounts that have paid before do not use up; `reseller`: per account only. Of one product, all but resellers can
 * hold `share` of what is left, or `always` if more.
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
