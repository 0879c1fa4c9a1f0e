import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
// Types of `test` below.
import type {} from 'vitest/config';
import { buildTarget } from './server/build/browsers.ts';
import { buildSettingsFile } from './server/build/build-settings.ts';
import { chunkGroups } from './server/build/chunk-groups.ts';
import { compileDocumentScript } from './server/build/document-script.ts';
import { storefrontSettings } from './server/build/due.js';
import { apiFolders } from './src/contract/endpoints.ts';
import { publicShopPath } from './src/contract/hydration-data.ts';
import { readPost } from './src/features/journal/markdown.ts';
import { isQuick } from './tests/quick.ts';

/** URL of the API in `npm run dev`; Vite proxies the API's paths there. */
const api = process.env.DEV_API ?? 'http://localhost:3001';

/** Packages of the initial JavaScript; all others, and parts of these that only later screens use, are loaded on demand. */
const foundation =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store|i18next|react-i18next(?!\/dist\/es\/\w*Trans))\/|@reduxjs\/toolkit\/dist|@standard-schema|rolldown\/runtime/;

/** Journal posts as modules: `post.md` exports the text, `post.md?head` the front matter. */
const posts: Plugin = {
  name: 'posts',
  transform(file, id) {
    const [, slug, query] = /([^/]+)\.md(\?head)?$/.exec(id) ?? [];
    if (slug === undefined) return null;
    const { head, text } = readPost(slug, file);
    return { code: `export default ${JSON.stringify(query ? head : text)}`, map: null, moduleType: 'js' };
  },
};

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Reads a colour from `_tokens.scss`, for files that browsers read without the stylesheet. */
const colour = (name: string): string => {
  const [, value] = new RegExp(`^\\$${name}: (#\\w+);`, 'm').exec(readFileSync('src/styles/_tokens.scss', 'utf8')) ?? [];
  if (value === undefined) throw new Error(`src/styles/_tokens.scss has no colour $${name}`);
  return value;
};

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Immutable like other assets. */
const documentScriptFile = (script: string): string =>
  `assets/document-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;

/** Writes the colours to index.html, the web manifest and the favicon, and the settings of this build beside them. */
const colours = (): Plugin => {
  let settings: Readonly<Record<string, string>> = {};
  let isForBrowsers = true;
  const documentScript = compileDocumentScript();
  return {
    name: 'colours',
    configResolved: ({ env, build }) => {
      settings = storefrontSettings(env);
      isForBrowsers = !build.ssr;
    },
    transformIndexHtml: async (html) => {
      const texts: Readonly<Record<string, string>> = {
        paper: colour('paper'),
        'dark-paper': colour('dark-paper'),
        'document-script': `/${documentScriptFile(await documentScript)}`,
      };
      return html.replaceAll(/%([a-z-]+)%/g, (placeholder, key: string) => escapeHtml(texts[key] ?? placeholder));
    },
    configureServer: async ({ middlewares }) => {
      const script = await documentScript;
      middlewares.use(`/${documentScriptFile(script)}`, (_, response) => response.setHeader('Content-Type', 'text/javascript').end(script));
    },
    async generateBundle() {
      if (!isForBrowsers) return;
      const paper = colour('paper');
      const manifest = { ...readJson('public/site.webmanifest'), background_color: paper, theme_color: paper };
      const script = await documentScript;
      this.emitFile({ type: 'asset', fileName: buildSettingsFile, source: JSON.stringify(settings) });
      this.emitFile({ type: 'asset', fileName: documentScriptFile(script), source: script });
      this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: JSON.stringify(manifest) });
      const favicon = readFileSync('public/favicon.svg', 'utf8').replace(/fill="#\w+"/, `fill="${colour('moss')}"`);
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: favicon.replace(/stroke="#\w+"/, `stroke="${paper}"`) });
    },
  };
};

/** Settings of tests in jsdom. The API's host differs from the document's, so that a request without it fails. */
const inBrowser: { environment: 'jsdom'; env: Record<string, string>; setupFiles: string[] } = {
  environment: 'jsdom',
  env: { VITE_API_HOST: 'http://api.test', VITE_I18N_DEBUG: 'false' },
  setupFiles: ['tests/support/screen-setup.ts'],
};

/** Tests on PostgreSQL of SQL, locks, concurrency and restarts, which differ between the engines. */
const ownSql = [
  'tests/server/{domain,jobs,storage}/**/*.test.ts',
  'tests/server/http/desk/desk-{answers,lead,orders,pages,products,reviews,vouchers}.test.ts',
  'tests/server/http/{postgres-restart,second-factor}.test.ts',
  'tests/server/process/concurrent-orders.test.ts',
];
/** Tests whose queries those have, too: `npm run test:all` runs them on both engines. */
const everyQuery = [
  'tests/server/{http,mail,payments}/**/*.test.ts',
  'tests/server/process/{data-folders,desk-crash,reading-commands}.test.ts',
];
/** Tests that `npm run test:all` adds. */
const onlyInAll = isQuick ? ['tests/**/all/**'] : [];

/** Tests that reload modules or replace the API, and therefore need isolation. */
const alone = ['tests/shared/i18n/*.test.tsx', 'tests/shared/report-error.test.tsx', 'tests/shared/shop-details.test.tsx'];

// As the server reads it. Vite's own reading knows other files, and expands $ in values.
if (!process.env.VITEST && existsSync('.env')) process.loadEnvFile('.env');

export default defineConfig(({ isSsrBuild }) => ({
  envDir: false,
  plugins: [react(), posts, colours()],
  css: {
    preprocessorOptions: {
      scss: {
        loadPaths: ['node_modules'],
        quietDeps: true,
        // Bootstrap 5.3 uses @import, so stylesheets that build on it must, too.
        silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
      },
    },
  },
  build: isSsrBuild
    ? {
        outDir: 'dist-ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
      }
    : {
        target: buildTarget,
        outDir: 'dist',
        emptyOutDir: true,
        manifest: true,
        // No preload lists for lazy chunks: they would be part of the initial JavaScript. Chunks request their own imports.
        modulePreload: { polyfill: false, resolveDependencies: (_file, found, { hostType }) => (hostType === 'js' ? [] : found) },
        // Packages that every screen needs change rarely: in one chunk they stay cached across deployments.
        rolldownOptions: {
          // Tree shaking may drop reads of properties and of unknown globals: no package relies on their side effects.
          treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: 'foundation', test: foundation, priority: 10 },
                ...chunkGroups(),
                // Chunks of their own, because several screens share them that most visits do not open: the heads of posts, and their texts.
                { name: 'journal', test: /[\\/]src[\\/]features[\\/]journal[\\/](?:posts?\.ts|posts[\\/].*\?head)$/ },
                { name: 'journal-texts', test: /[\\/]src[\\/]features[\\/]journal[\\/]/ },
                {
                  name: 'search',
                  test: /[\\/](?:minisearch[\\/]|src[\\/](?:catalogue[\\/]search\.ts|features[\\/]catalogue[\\/]use-suggestions\.ts|blocks[\\/]found-pages[\\/]))/,
                },
                // The store imports restored-slice, which only later screens share, and each page loads autofill, as the desk does: in this chunk they
                // would pull all of it into the first download.
                // Stylesheets stay with the screens that import them, and shoppers must not load what the desk's pages share.
                {
                  name: 'screens',
                  test: /[\\/]src[\\/](?!shared[\\/](?:restored-slice|autofill)\.ts|styles[\\/]|desk[\\/]|contract[\\/]desk[\\/])/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
  // The SSR bundle includes its packages, so that the server needs none of the storefront's. Not under test, where it would transform
  // every package of the server, too.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    port: 3000,
    strictPort: true,
    proxy: Object.fromEntries(
      [...apiFolders.map((folder) => `^/${folder}/.`), `^${publicShopPath}$`].map((path) => [path, { target: api }]),
    ),
  },
  test: {
    // A test without an assertion fails.
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    // Files as they end, failures as they happen, and counts for .scripts/test.ts. Lines of slow tests would hide both.
    reporters: [
      ['default', { summary: false }],
      './tests/support/report-failures.ts',
      ['json', { outputFile: 'test-results/vitest.json' }],
    ],
    slowTestThreshold: 10_000,
    // Tags are clause ids, checked by the compiler (tests/support/test-tags.d.ts) and by tests/house/clauses.test.ts.
    strictTags: false,
    // Files run longest first, so that no core is idle at the end; tests within a file are shuffled.
    sequence: { shuffle: { files: false, tests: true } },
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/settle-imports.ts'],
    // One more than CI has cores, because some tests wait; the default there is one.
    maxWorkers: 3,
    // Rendering allocates a lot: a larger young generation saves a fifth of the time in garbage collection.
    execArgv: ['--max-semi-space-size=64'],
    // Generous, because the machine may be busy.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Files share a process, so that modules are loaded once: they must undo changes to global state (`alone` lists the others).
    isolate: false,
    // Cache transformed modules on disk, for all projects and later runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          // Tests that need PostgreSQL.
          exclude: ['tests/server/storage/file-stores.test.ts', 'tests/server/http/postgres-restart.test.ts', ...onlyInAll],
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'dom',
          include: ['tests/**/*.test.tsx'],
          exclude: [...alone, ...onlyInAll],
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'alone',
          include: alone,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          environment: 'node',
          include: isQuick ? ownSql : [...ownSql, ...everyQuery],
          // These have no queries of their own.
          exclude: [
            ...onlyInAll,
            'tests/server/domain/{accounts/passwords,orders/settled-orders}.test.ts',
            'tests/server/jobs/repeat.test.ts',
            'tests/server/storage/refund-images.test.ts',
            'tests/server/http/desk/desk-access.test.ts',
            'tests/server/http/{app,calls,encoded-body,hostile-input,memoize-success,picture-routes,storefront-routes}.test.ts',
          ],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
    ],
  },
}));
