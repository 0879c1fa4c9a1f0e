/**
 * Allowed direction of imports:
 *
 *   entry -> app -> screens -> blocks -> features -> shared -> catalogue -> contract
 *                                                                  ^            ^
 *        server:  http -> payments, storage -> domain -------------+            |
 *                                                `--> mail -> db ---------------+
 *
 * tests/house/layers.test.ts violates each rule once and expects it to be reported.
 */

const clientLayers = ['contract', 'catalogue', 'shared', 'features', 'blocks', 'screens', 'app'];
const serverLayers = ['db', 'mail', 'domain', 'storage', 'payments', 'jobs', 'http'];

/** Type-only modules of an upper layer that lower layers may import. */
const interfaces = ['^server/payments/provider\\.ts$'];

/** One rule per layer: no imports from the layers above it. */
const noImportsFromAbove = (side, layers, top) =>
  layers.map((layer, index) => ({
    name: `no-way-up-from-${layer}`,
    comment: `${side}/${layer} imports from a layer above it`,
    severity: 'error',
    from: { path: `^${side}/${layer}/` },
    to: { path: [...layers.slice(index + 1).map((above) => `^${side}/${above}/`), top], pathNot: interfaces },
  }));

export default {
  forbidden: [
    ...noImportsFromAbove('src', clientLayers, '^src/entry-[^/]+$'),
    ...noImportsFromAbove('server', serverLayers, '^server/([^/]+\\.ts$|commands/)'),
    {
      name: 'contract-is-pure',
      comment: 'The contract runs in browsers and on the server: it may import zod only, no browser API, Node module or other layer',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'catalogue-is-pure',
      comment: 'The catalogue index runs in browsers and on the server: it may import the contract, zod and minisearch only',
      severity: 'error',
      from: { path: '^src/catalogue/' },
      to: { pathNot: ['^src/(catalogue|contract)/', '^node_modules/(zod|minisearch)/'] },
    },
    {
      name: 'db-sees-no-catalogue',
      comment: 'The database layer knows rows, not listings, facets or search',
      severity: 'error',
      from: { path: '^server/db/' },
      to: { path: '^src/catalogue/' },
    },
    {
      name: 'features-are-islands',
      comment: 'Features do not import each other: a block combines them',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'screens-are-islands',
      comment: 'Screens do not import each other: what two of them show is a block',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'toasts-come-from-app',
      comment: 'Components dispatch actions; app/toasts.ts maps them to toasts',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^node_modules/react-hot-toast/' },
    },
    {
      name: 'client-never-sees-the-server',
      comment: 'The storefront must build without server/',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'client-knows-no-node',
      comment: 'The storefront runs in a browser',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-sees-only-shared-layers',
      comment: 'The server imports only the contract and the catalogue index from src',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/', pathNot: '^src/(contract|catalogue)/' },
    },
    {
      name: 'only-http-knows-http',
      comment: 'Only server/http depends on HTTP',
      severity: 'error',
      from: { path: '^server/(domain|db|mail|storage|payments|jobs)/' },
      to: { path: ['^node_modules/(hono|@hono)/', '^(node:)?https?2?$'] },
    },
    {
      name: 'domain-has-no-disk-and-no-network',
      comment: 'The domain accesses the database only; disk, mail server and payment provider are adapters behind interfaces',
      severity: 'error',
      from: { path: '^server/domain/' },
      to: {
        path: [
          '^(node:)?(fs|net|tls|dns|dgram|child_process)(/|$)',
          '^node_modules/(nodemailer|stripe|sharp)/',
          '^server/mail/(smtp|files)\\.ts$',
        ],
      },
    },
    {
      name: 'interfaces-have-no-implementation',
      comment: 'Modules that lower layers may import contain types only, and depend on the contract and the schema only',
      severity: 'error',
      from: { path: interfaces },
      to: { pathNot: ['^src/contract/', '^server/db/(schema|order-record)\\.ts$'] },
    },
    {
      name: 'nothing-looks-at-tests',
      comment: 'Production code does not import tests or scripts',
      severity: 'error',
      from: { path: '^(src|server)/' },
      to: { path: '^(tests|e2e|\\.scripts)/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'Dev dependencies are not installed in production',
      severity: 'error',
      from: { path: '^(src|server)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'An unused module: nothing imports it, and it imports nothing',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
