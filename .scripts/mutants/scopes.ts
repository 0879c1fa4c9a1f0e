/** What is mutated, and the tests that are to notice. */
type Scope = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

const catalogueIndex = ['catalogue', 'search', 'lean-products'].map((name) => `src/contract/${name}.ts`);
/** A file of the server's domain with the tests of these files: of `domain/`, and of `http/` where a rule shows in an answer. */
const ofDomain = (name: string, domain: string, http?: string): Scope => ({
  mutate: [`server/domain/${name}.ts`],
  tests: [`tests/server/domain/{${domain}}.test.ts`, ...(http === undefined ? [] : [`tests/server/http/{${http}}.test.ts`])],
});

export const scopes: Readonly<Record<string, Scope>> = {
  contract: {
    mutate: ['src/contract/*.ts', ...catalogueIndex.map((file) => `!${file}`)],
    tests: ['tests/contract/!(catalogue|search|lean-products).test.ts', 'tests/features/{cart,catalogue}/*.test.ts'],
  },
  catalogue: { mutate: catalogueIndex, tests: ['tests/contract/{catalogue,search,lean-products}.test.ts'] },
  limits: ofDomain('limits', 'limits,tidy'),
  sessions: ofDomain('sessions', 'tidy,demo-accounts', 'account-routes,app'),
  proofs: ofDomain('proofs', 'tidy,demo-accounts', 'account-routes,app'),
  'unpaid-limits': ofDomain('unpaid-limits', 'unpaid-limits,tidy', 'unpaid-limits,payment-routes'),
  'order-stock': ofDomain('order-stock', 'orders,order-status', 'order-routes,payment-routes'),
  refunds: ofDomain('refunds', 'refunds,tidy', 'refund-routes,app'),
  paybacks: ofDomain('paybacks', 'paybacks,payments', 'paid-twice,payment-routes'),
  payments: ofDomain('payments', 'payments,paybacks', 'payment-routes,paid-twice'),
  orders: ofDomain('orders', 'orders,order-status', 'order-routes,account-routes'),
  accounts: ofDomain('accounts', 'demo-accounts,tidy', 'account-routes,app'),
};
