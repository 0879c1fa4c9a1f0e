/** What is mutated, and the tests that are to notice. */
type Scope = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** A file of the server's domain with tests of `domain/`, and of `http/` where a rule shows in an answer. */
const ofDomain = (name: string, domain: readonly string[], http: readonly string[] = []): Scope => ({
  mutate: [`server/domain/${name}.ts`],
  tests: [...domain.map((file) => `tests/server/domain/${file}.test.ts`), ...http.map((file) => `tests/server/http/${file}.test.ts`)],
});

export const scopes: Readonly<Record<string, Scope>> = {
  contract: {
    mutate: ['src/contract/*.ts'],
    tests: ['tests/contract/*.test.ts', 'tests/features/{cart,catalogue}/*.test.ts'],
  },
  catalogue: { mutate: ['src/catalogue/*.ts'], tests: ['tests/catalogue/*.test.ts'] },
  limits: ofDomain('limits', ['limits', 'tidy']),
  sessions: ofDomain('sessions', ['sessions', 'tidy'], ['account-routes', 'app']),
  proofs: ofDomain('proofs', ['proofs', 'tidy'], ['account-routes']),
  'unpaid-limits': ofDomain('unpaid-limits', ['unpaid-limits', 'tidy'], ['unpaid-limits', 'payment-routes']),
  'order-stock': ofDomain('order-stock', ['orders', 'order-status'], ['order-routes', 'payment-routes']),
  refunds: ofDomain('refunds', ['refunds', 'tidy'], ['refund-routes', 'app']),
  paybacks: ofDomain('paybacks', ['paybacks', 'payments'], ['paid-twice', 'payment-routes']),
  payments: ofDomain('payments', ['payments', 'paybacks'], ['payment-routes', 'paid-twice']),
  orders: ofDomain('orders', ['orders', 'order-status'], ['order-routes', 'account-routes']),
  accounts: ofDomain('accounts', ['demo-accounts', 'tidy'], ['account-routes', 'app']),
};
