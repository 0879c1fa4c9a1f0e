// JavaScript, because `npm start` and `npm run shop` run it before anything is built.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The environment of this process, and what `.env` in a folder adds to it.
 * @returns {Readonly<Record<string, string | undefined>>}
 */
export const readVariables = (folder = '.') => {
  const file = path.join(folder, '.env');
  return { ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))), ...process.env };
};

/** The settings that a build of the storefront reads; all else that differs from shop to shop is in its database. */
const buildNames = ['VITE_API_HOST', 'VITE_I18N_DEBUG', 'VITE_LANGUAGES'];

/**
 * The settings that a build of the storefront reads, as `dist/settings.json` has them.
 * @param {Readonly<Record<string, string | undefined>>} variables
 * @returns {Record<string, string>}
 */
export const storefrontSettings = (variables) =>
  Object.fromEntries(buildNames.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])));

/** @param {string} entry A file or folder; none is older than everything. */
const newestMtime = (entry) => {
  if (!existsSync(entry)) return 0;
  const stats = statSync(entry);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(entry, { recursive: true }).map((name) => statSync(path.join(entry, String(name))).mtimeMs));
};

/**
 * @param {string} root
 * @param {string} output The file that the build writes last.
 * @param {readonly string[]} sources
 */
const isOlder = (root, output, sources) =>
  sources.some((source) => newestMtime(path.join(root, source)) > newestMtime(path.join(root, output)));

/** @param {string} root */
const hasSources = (root) => existsSync(path.join(root, 'src/entry-client.tsx'));

/**
 * Is `dist-server/` missing, or older than its sources? False for an installation without sources, which came with its build.
 * @param {string} root
 */
export const isServerDue = (root) =>
  hasSources(root) &&
  isOlder(root, 'dist-server/main.js', ['server', 'src/contract', 'src/catalogue', 'package.json', 'package-lock.json']);

/**
 * Is the storefront in `dist/` and `dist-ssr/` missing, older than its sources, or made with other settings than these variables? False
 * for an installation without sources.
 * @param {string} root
 * @param {Readonly<Record<string, string | undefined>>} variables
 */
export const isStorefrontDue = (root, variables) => {
  if (!hasSources(root)) return false;
  if (
    isOlder(root, 'dist-ssr/entry-server.js', [
      'src',
      'public',
      'index.html',
      'vite.config.ts',
      'server/build',
      'package.json',
      'package-lock.json',
    ])
  )
    return true;
  const settings = path.join(root, 'dist/settings.json');
  return !existsSync(settings) || readFileSync(settings, 'utf8') !== JSON.stringify(storefrontSettings(variables));
};

/**
 * Builds the server, and with `hasPages` the storefront, where they are due. Where that fails, it prints what the build said, and exits.
 * @param {string} root
 * @param {{ readonly hasPages: boolean }} options
 */
export const buildWhatIsDue = (root, { hasPages }) => {
  const variables = readVariables(root);
  const isStorefront = hasPages && variables.STOREFRONT !== 'none' && isStorefrontDue(root, variables);
  if (!isStorefront && !isServerDue(root)) return;
  // On stderr: stdout is for the shop's URL, and for what commands print.
  console.error(`Building the ${isStorefront ? 'shop' : 'server'} first; this takes a moment.`);
  const build = ['--import', 'tsx', 'server/build/build.ts', ...(isStorefront ? [] : ['--server'])];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  console.error(stdout + stderr);
  process.exit(1);
};
