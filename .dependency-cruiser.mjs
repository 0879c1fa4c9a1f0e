/**
 * Allowed direction of imports:
 *
 *   entry -> app -> screens -> blocks -> features -> shared -> catalogue -> contract
 *        `-> desk -------------'
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

/** It says where files are, and imports nothing of the shop. */
const rootFolder = '^server/root-folder\\.ts$';

/** Forbids imports of `to` in `from`. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule per layer: no imports from the layers above it. */
const noImportsFromAbove = (side, layers, top) =>
  layers.map((layer, index) =>
    rule(
      `no-import-from-above-${layer}`,
      `${side}/${layer} imports from a layer above it`,
      { path: `^${side}/${layer}/` },
      { path: [...layers.slice(index + 1).map((above) => `^${side}/${above}/`), top], pathNot: [...interfaces, rootFolder] },
    ),
  );

export default {
  forbidden: [
    ...noImportsFromAbove('src', clientLayers, '^src/entry-[^/]+$'),
    ...noImportsFromAbove('server', serverLayers, '^server/([^/]+\\.ts$|commands/)'),
    rule(
      'contract-dependencies',
      'The contract runs in browsers and on the server: it may import zod only, no browser API, Node module or other layer',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    ),
    rule(
      'catalogue-dependencies',
      'The catalogue index runs in browsers and on the server: it may import the contract, zod and minisearch only',
      { path: '^src/catalogue/' },
      { pathNot: ['^src/(catalogue|contract)/', '^node_modules/(zod|minisearch)/'] },
    ),
    rule(
      'no-catalogue-in-db',
      'The database layer knows rows, not listings, facets or search',
      { path: '^server/db/' },
      { path: '^src/catalogue/' },
    ),
    rule(
      'no-cross-feature-imports',
      'Features do not import each other: a block combines them',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    rule(
      'no-cross-screen-imports',
      'Screens do not import each other: what two of them show is a block',
      { path: '^src/screens/([^/]+)/' },
      { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    ),
    rule(
      'no-shop-in-desk',
      'The desk stands beside the screens: it imports blocks and what is below them',
      { path: '^src/desk/' },
      { path: ['^src/(screens|app)/', '^src/entry-[^/]+$'] },
    ),
    rule(
      'no-desk-in-shop',
      'Shoppers download nothing of the desk: the entry alone starts it',
      { path: '^src/', pathNot: ['^src/desk/', '^src/contract/desk/', '^src/entry-client\\.tsx$'] },
      { path: ['^src/desk/', '^src/contract/desk/'], pathNot: ['^src/contract/desk/path\\.ts$'] },
    ),
    rule(
      'no-toasts-outside-app',
      'Components dispatch actions; app/toasts.ts maps them to toasts',
      { path: '^src/', pathNot: '^src/app/' },
      { path: '^node_modules/react-hot-toast/' },
    ),
    rule('no-server-in-storefront', 'The storefront must build without server/', { path: '^src/' }, { path: '^server/' }),
    rule('no-node-in-storefront', 'The storefront runs in a browser', { path: '^src/' }, { dependencyTypes: ['core'] }),
    rule(
      'no-storefront-in-server',
      'The server imports only the contract and the catalogue index from src',
      { path: '^server/' },
      { path: '^src/', pathNot: '^src/(contract|catalogue)/' },
    ),
    rule(
      'no-http-outside-http',
      'Only server/http depends on HTTP',
      { path: '^server/(domain|db|mail|storage|payments|jobs)/' },
      { path: ['^node_modules/(hono|@hono)/', '^(node:)?https?2?$'] },
    ),
    rule(
      'no-io-in-domain',
      'The domain accesses the database only; disk, mail server and payment provider are adapters behind interfaces',
      { path: '^server/domain/' },
      {
        path: [
          '^(node:)?(fs|net|tls|dns|dgram|child_process)(/|$)',
          '^node_modules/(nodemailer|stripe|sharp)/',
          '^server/mail/(smtp|files)\\.ts$',
        ],
      },
    ),
    rule(
      'interfaces-are-types-only',
      'Modules that lower layers may import contain types only, and depend on the contract and the schema only',
      { path: interfaces },
      { pathNot: ['^src/contract/', '^server/db/(schema|order-record)\\.ts$'] },
    ),
    rule(
      'no-tests-in-production',
      'Production code does not import tests or scripts',
      { path: '^(src|server)/' },
      { path: '^(tests|e2e|\\.scripts)/' },
    ),
    rule('no-cycles', 'Modules import each other in a circle', {}, { circular: true }),
    rule(
      'no-orphans',
      'An unused module: nothing imports it, and it imports nothing',
      { orphan: true, pathNot: ['\\.d\\.ts$', '^server/build/'] },
      {},
    ),
    rule('no-unresolvable', 'The imported module does not exist', {}, { couldNotResolve: true }),
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
