/** Files to mutate, and the tests to run against the mutants. */
type Scope = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** Scope of one module of `server/domain`, and the tests in `tests/server` that assert its rules, there or through the API. */
const domainScope = (name: string, tests: readonly string[]): Scope => ({
  mutate: [`server/domain/${name}.ts`],
  tests: tests.map((file) => `tests/server/${file}.test.ts`),
});

export const scopes: Readonly<Record<string, Scope>> = {
  contract: {
    mutate: ['src/contract/*.ts'],
    tests: ['tests/contract/*.test.ts', 'tests/features/{cart,catalogue}/*.test.ts'],
  },
  catalogue: { mutate: ['src/catalogue/*.ts'], tests: ['tests/catalogue/*.test.ts'] },
  'rate-limit': domainScope('rate-limit', ['domain/rate-limit', 'domain/purge-expired']),
  sessions: domainScope('sessions', [
    'domain/sessions',
    'domain/purge-expired',
    'http/account-routes',
    'http/app',
    'http/personal-data',
    'process/user-commands',
  ]),
  'one-time-tokens': domainScope('one-time-tokens', ['domain/one-time-tokens', 'domain/purge-expired', 'http/account-routes']),
  'unpaid-limits': domainScope('unpaid-limits', [
    'domain/unpaid-limits',
    'domain/purge-expired',
    'http/unpaid-limits',
    'http/payment-routes',
  ]),
  'order-stock': domainScope('order-stock', [
    'domain/orders',
    'domain/order-status',
    'domain/payments',
    'domain/paybacks',
    'http/order-routes',
    'http/payment-routes',
  ]),
  'refund-requests': domainScope('refund-requests', [
    'domain/refund-requests',
    'domain/returned-goods',
    'domain/purge-expired',
    'domain/paybacks',
    'domain/vouchers',
    'domain/seller-notices',
    'http/refund-routes',
    'http/app',
    'payments/provider-returns',
    'process/refund-commands',
  ]),
  paybacks: domainScope('paybacks', [
    'domain/paybacks',
    'domain/payments',
    'domain/cancel-order',
    'domain/cancel-own-order',
    'domain/stray-payments',
    'domain/invoices',
    'http/duplicate-payments',
    'http/payment-routes',
    'payments/provider-returns',
  ]),
  payments: domainScope('payments', [
    'domain/payments',
    'domain/paybacks',
    'domain/due-orders',
    'domain/stray-payments',
    'domain/failed-jobs',
    'domain/cancel-order',
    'http/payment-routes',
    'http/duplicate-payments',
    'payments/provider-returns',
    'payments/stripe',
  ]),
  orders: domainScope('orders', ['domain/orders', 'domain/order-status', 'http/order-routes', 'http/account-routes']),
  accounts: domainScope('accounts', ['domain/demo-accounts', 'domain/purge-expired', 'http/account-routes', 'http/app']),
};
