/** What is mutated, and the tests that are to notice. */
type Scope = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

const catalogueIndex = ['catalogue', 'search', 'lean-products'].map((name) => `src/contract/${name}.ts`);
const serverTests = ['tests/server/{domain,http}/*.test.ts'];

const ofDomain = (name: string, tests: readonly string[] = serverTests): Scope => ({ mutate: [`server/domain/${name}.ts`], tests });

export const scopes: Readonly<Record<string, Scope>> = {
  contract: {
    mutate: ['src/contract/*.ts', ...catalogueIndex.map((file) => `!${file}`)],
    tests: ['tests/contract/*.test.ts', 'tests/features/{cart,catalogue,compare,currency,refunds,wishlist}/*.test.ts'],
  },
  catalogue: {
    mutate: catalogueIndex,
    tests: ['tests/contract/{catalogue,search,lean-products,listing-query}.test.ts'],
  },
  limits: ofDomain('limits', ['tests/server/domain/{limits,tidy}.test.ts']),
  sessions: ofDomain('sessions'),
  proofs: ofDomain('proofs'),
  'unpaid-limits': ofDomain('unpaid-limits'),
  'order-stock': ofDomain('order-stock'),
  refunds: ofDomain('refunds'),
  paybacks: ofDomain('paybacks'),
  payments: ofDomain('payments'),
  orders: ofDomain('orders'),
  accounts: ofDomain('accounts'),
};
