import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
// Its types only: the shop is also built where nothing but what runs is installed.
import type {} from 'vitest/config';
import { chunkGroups } from './.scripts/chunk-groups.ts';
import { apiFolders } from './src/contract/endpoints.ts';
import { readPost } from './src/features/journal/markdown.ts';

/** Where `npm run dev` has the API; the shop's own addresses stay with Vite. */
const api = process.env.DEV_API ?? 'http://localhost:3001';

/** Packages of the first download; the others are fetched after it, and so is what only later screens use of these. */
const foundation =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|redux|redux-thunk|immer|reselect|use-sync-external-store|i18next|i18next-http-backend|i18next-browser-languagedetector|react-i18next(?!\/dist\/es\/\w*Trans))\/|@reduxjs\/toolkit\/dist\/redux-toolkit/;

/** The journal's posts become data: `post.md` is its text, `post.md?head` what is known before it is read. */
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

/** A colour of `_tokens.scss` for the files that browsers read without the styles. */
const colour = (name: string): string => {
  const [, value] = new RegExp(`^\\$${name}: (#\\w+);`, 'm').exec(readFileSync('src/styles/_tokens.scss', 'utf8')) ?? [];
  if (value === undefined) throw new Error(`src/styles/_tokens.scss has no colour $${name}`);
  return value;
};

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Puts the shop's name, description and colours into the document, the web manifest and the favicon. */
const shopDetails = (): Plugin => {
  let name = 'Flone';
  let isForBrowsers = true;
  return {
    name: 'shop-details',
    configResolved: ({ env, build }) => {
      name = env.VITE_SHOP_NAME || name;
      isForBrowsers = !build.ssr;
    },
    transformIndexHtml: (html) => {
      const texts: Readonly<Record<string, string>> = {
        shop: name,
        description: readJson('public/locales/en/descriptions.json').home,
        paper: colour('paper'),
        'dark-paper': colour('dark-paper'),
      };
      return html.replaceAll(/%([a-z-]+)%/g, (placeholder, key: string) => escapeHtml(texts[key] ?? placeholder));
    },
    generateBundle() {
      if (!isForBrowsers) return;
      const paper = colour('paper');
      const manifest = { ...readJson('public/site.webmanifest'), name, short_name: name, background_color: paper, theme_color: paper };
      this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: JSON.stringify(manifest) });
      const favicon = readFileSync('public/favicon.svg', 'utf8').replace(/fill="#\w+"/, `fill="${colour('moss')}"`);
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: favicon.replace(/stroke="#\w+"/, `stroke="${paper}"`) });
    },
  };
};

/** Screens under test. Another host than the document's, so that a call which forgot its host is noticed. */
const inBrowser: { environment: 'jsdom'; env: Record<string, string>; setupFiles: string[] } = {
  environment: 'jsdom',
  env: { VITE_API_HOST: 'http://api.test', VITE_I18N_DEBUG: 'false' },
  setupFiles: ['tests/support/screen-setup.ts'],
};

/** Tests that load modules anew, or put something of their own in the place of the API. */
const alone = ['tests/shared/i18n/*.test.tsx', 'tests/shared/shop-details.test.tsx'];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), posts, shopDetails()],
  css: {
    preprocessorOptions: {
      scss: {
        loadPaths: ['node_modules'],
        quietDeps: true,
        // Bootstrap 5.3 is written with @import, and so is what is built on it.
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
        outDir: 'dist',
        emptyOutDir: true,
        manifest: true,
        // Which files a late screen brings along is found when it comes: the list of them all would stand in the first download.
        modulePreload: { resolveDependencies: (_file, found, { hostType }) => (hostType === 'js' ? [] : found) },
        // What every screen needs and seldom changes stays in one file, which browsers keep from one deployment to the next.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'foundation', test: foundation, priority: 10 },
                ...chunkGroups(),
                { name: 'screens', test: /[\\/]src[\\/]/, minShareCount: 2 },
              ],
            },
          },
        },
      },
  // The first view's bundle stands alone, so that the API process needs nothing of the shop's packages. Only there: under test it
  // would have every package of the server's transformed too.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  server: {
    port: 3000,
    strictPort: true,
    proxy: Object.fromEntries(apiFolders.map((folder) => [`^/${folder}/.`, { target: api }])),
  },
  test: {
    // A test that asserts nothing proves nothing.
    expect: { requireAssertions: true },
    // Tags are ids of clauses, checked by the compiler (tests/support/test-tags.d.ts) and after the run (.scripts/clauses.ts).
    strictTags: false,
    // The longest files first, so that none starts when all others are done; tests in any order.
    sequence: { shuffle: { files: false, tests: true } },
    globalSetup: ['tests/support/global-setup.ts'],
    // Left to itself, Vitest keeps one of two cores free, and takes nearly twice the time.
    maxWorkers: 2,
    // Rendering leaves a lot behind: with more room for it, what is to be kept is looked through less often, which saves a fifth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // A machine that does something else beside may be slow; what hangs is found all the same.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Files that change nothing for good share a process, so that the shop is not read again for each of them.
    isolate: false,
    // What has not changed is transformed once, for all projects and later runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'dom',
          include: ['tests/**/*.test.tsx'],
          exclude: alone,
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
          include: ['tests/server/{domain,http,mail,storage}/**/*.test.ts', 'tests/server/process/concurrent-orders.test.ts'],
          // None of these has a query of its own: what they call is tested here by the others.
          exclude: [
            'tests/server/domain/passwords.test.ts',
            'tests/server/mail/render-email.test.ts',
            'tests/server/storage/refund-images.test.ts',
            'tests/server/http/{app,encoded-body,hostile-input,picture-routes,storefront-routes}.test.ts',
          ],
          globalSetup: ['tests/support/postgres-setup.ts'],
        },
      },
    ],
  },
}));
