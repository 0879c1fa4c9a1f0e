/** Files to mutate, and the tests to run against the mutants. */
type Scope = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** Scope of one domain module: its tests in `domain/`, and those in `http/` that assert its rules through the API. */
const domainScope = (name: string, domain: readonly string[], http: readonly string[] = []): Scope => ({
  mutate: [`server/domain/${name}.ts`],
  tests: [...domain.map((file) => `tests/server/domain/${file}.test.ts`), ...http.map((file) => `tests/server/http/${file}.test.ts`)],
});

export const scopes: Readonly<Record<string, Scope>> = {
  contract: {
    mutate: ['src/contract/*.ts'],
    tests: ['tests/contract/*.test.ts', 'tests/features/{cart,catalogue}/*.test.ts'],
  },
  catalogue: { mutate: ['src/catalogue/*.ts'], tests: ['tests/catalogue/*.test.ts'] },
  'rate-limit': domainScope('rate-limit', ['rate-limit', 'purge-expired']),
  sessions: domainScope('sessions', ['sessions', 'purge-expired'], ['account-routes', 'app']),
  'one-time-tokens': domainScope('one-time-tokens', ['one-time-tokens', 'purge-expired'], ['account-routes']),
  'unpaid-limits': domainScope('unpaid-limits', ['unpaid-limits', 'purge-expired'], ['unpaid-limits', 'payment-routes']),
  'order-stock': domainScope('order-stock', ['orders', 'order-status'], ['order-routes', 'payment-routes']),
  'refund-requests': domainScope('refund-requests', ['refund-requests', 'purge-expired'], ['refund-routes', 'app']),
  paybacks: domainScope('paybacks', ['paybacks', 'payments'], ['duplicate-payments', 'payment-routes']),
  payments: domainScope('payments', ['payments', 'paybacks'], ['payment-routes', 'duplicate-payments']),
  orders: domainScope('orders', ['orders', 'order-status'], ['order-routes', 'account-routes']),
  accounts: domainScope('accounts', ['demo-accounts', 'purge-expired'], ['account-routes', 'app']),
};
