/**
 * The direction of imports (README, "Map of the house"):
 *
 *   entry -> app -> screens -> blocks -> features -> shared -> catalogue -> contract
 *                                                                  ^            ^
 *        server:  http -> payments, storage -> domain -------------+            |
 *                                                `--> mail -> db ---------------+
 *
 * tests/house/layers.test.ts plants one offence against each rule and expects it to be caught.
 */

const clientLayers = ['contract', 'catalogue', 'shared', 'features', 'blocks', 'screens', 'app'];
const serverLayers = ['db', 'mail', 'domain', 'storage', 'payments', 'jobs', 'http'];

/** Interfaces of an upper layer that lower ones may use: types without an implementation. */
const interfaces = ['^server/payments/provider\\.ts$'];

/** From a layer to any that lies above it. */
const noLookingUp = (side, layers, top) =>
  layers.map((layer, index) => ({
    name: `no-way-up-from-${layer}`,
    comment: `${side}/${layer} imports from a layer above it`,
    severity: 'error',
    from: { path: `^${side}/${layer}/` },
    to: { path: [...layers.slice(index + 1).map((above) => `^${side}/${above}/`), top], pathNot: interfaces },
  }));

export default {
  forbidden: [
    ...noLookingUp('src', clientLayers, '^src/entry-[^/]+$'),
    ...noLookingUp('server', serverLayers, '^server/([^/]+\\.ts$|commands/)'),
    {
      name: 'contract-is-pure',
      comment: 'Browser and server run the contract: TypeScript and zod only, nothing of a browser, of Node or of another layer',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'catalogue-is-pure',
      comment: 'Browser and server run the catalogue index: the contract, zod and the search engine, nothing of a browser or of Node',
      severity: 'error',
      from: { path: '^src/catalogue/' },
      to: { pathNot: ['^src/(catalogue|contract)/', '^node_modules/(zod|minisearch)/'] },
    },
    {
      name: 'db-sees-no-catalogue',
      comment: 'The database knows rows, not lists, facets or search',
      severity: 'error',
      from: { path: '^server/db/' },
      to: { path: '^src/catalogue/' },
    },
    {
      name: 'features-are-islands',
      comment: 'Features never import each other: what joins two of them is a block',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'screens-are-islands',
      comment: 'Screens never import each other: what two of them show is a block',
      severity: 'error',
      from: { path: '^src/screens/([^/]+)/' },
      to: { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    },
    {
      name: 'toasts-come-from-app',
      comment: 'No component raises a toast: it dispatches a fact, and app/ has the table of what is said about it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/app/' },
      to: { path: '^node_modules/react-hot-toast/' },
    },
    {
      name: 'client-never-sees-the-server',
      comment: 'The shop must build with server/ deleted',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'client-knows-no-node',
      comment: 'The shop runs in a browser',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-sees-only-shared-layers',
      comment: 'Of src, the server imports the contract and the catalogue index, nothing of the storefront',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/', pathNot: '^src/(contract|catalogue)/' },
    },
    {
      name: 'only-http-knows-http',
      comment: 'HTTP types and responses stay in server/http',
      severity: 'error',
      from: { path: '^server/(domain|db|mail|storage|payments|jobs)/' },
      to: { path: ['^node_modules/(hono|@hono)/', '^(node:)?https?2?$'] },
    },
    {
      name: 'domain-has-no-disk-and-no-network',
      comment: 'Rules work on the database alone; disk, mail server and payment provider are adapters behind interfaces',
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
      comment: 'What lower layers may import holds types and depends on the contract and the tables only',
      severity: 'error',
      from: { path: interfaces },
      to: { pathNot: ['^src/contract/', '^server/db/(schema|order-record)\\.ts$'] },
    },
    {
      name: 'nothing-looks-at-tests',
      comment: 'Tests and tools may look at anything; nothing looks at them',
      severity: 'error',
      from: { path: '^(src|server)/' },
      to: { path: '^(tests|e2e|\\.scripts)/' },
    },
    {
      name: 'no-dev-dependencies',
      comment: 'It would be missing where only what runs is installed',
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
      comment: 'Nothing imports it and it imports nothing: it is forgotten',
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
    // Types are imports too: a layer that is known by its types only is known all the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
