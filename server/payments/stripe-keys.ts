/** Of Stripe's test mode: `sk_test_…`, or restricted `rk_test_…`. */
export const isStripeTestKey = (secretKey: string): boolean => /^[rs]k_test_/.test(secretKey);
