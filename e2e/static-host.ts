import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMimeType } from 'hono/utils/mime';
import { build } from 'vite';
import { type Host, listen } from '#e2e/http-host.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const builtShop = path.join(root, 'dist');

/** What Vite writes for `import.meta.env`, to the end of the object that it is part of: the settings of the build. */
const settingsOfBuild = /BASE_URL:[^{}]*\}/g;

const theOnlyOne = (found: readonly string[], what: string): string => {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`There are ${found.length} of ${what}, and not one.`);
  return one;
};

/** The settings that a build has with this API host, from a build of the module alone that reads them. */
const buildSettings = async (apiHost: string | undefined): Promise<string> => {
  const before = process.env.VITE_API_HOST;
  if (apiHost === undefined) delete process.env.VITE_API_HOST;
  else process.env.VITE_API_HOST = apiHost;
  try {
    const result = await build({
      root,
      logLevel: 'error',
      build: {
        write: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/shared/env.ts', preserveEntrySignatures: 'strict' },
      },
    });
    const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
    const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
    return theOnlyOne(code.match(settingsOfBuild) ?? [], 'the settings of a build');
  } finally {
    if (before === undefined) delete process.env.VITE_API_HOST;
    else process.env.VITE_API_HOST = before;
  }
};

/** A built file with other content, by its path in the folder of the build. */
type Replacement = { readonly file: string; readonly content: string };

/**
 * The built file that a build of the storefront with `VITE_API_HOST` has in another form, in that form. Building all of it again would
 * take a hundred times as long.
 */
export const buildForApi = async (apiHost: string): Promise<Replacement> => {
  const [before, after] = [await buildSettings(undefined), await buildSettings(apiHost)];
  const scripts = (await readdir(path.join(builtShop, 'assets'))).filter((name) => name.endsWith('.js'));
  const contents = await Promise.all(
    scripts.map(async (name) => [name, await readFile(path.join(builtShop, 'assets', name), 'utf8')] as const),
  );
  const found = contents.flatMap(([name, text]) => Array.from({ length: text.split(before).length - 1 }, () => name));
  const name = theOnlyOne(found, 'the settings in the built shop');
  return { file: `/assets/${name}`, content: (new Map(contents).get(name) ?? '').replace(before, () => after) };
};

/**
 * Serves the built shop like a static host: its files, 404 for missing files under /assets and index.html for every other path, with the
 * Content-Security-Policy of server/guides/settings.md. `serve` sets the API and its file later, because the API needs this host's URL to start.
 */
export const serveStatic = async (): Promise<Host & { readonly serve: (built: Replacement, api: string) => void }> => {
  let replacement: Replacement = { file: '', content: '' };
  let api = '';
  const host = await listen(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const wanted = path.join(builtShop, path.normalize(pathname));
    const isFile = pathname !== '/' && existsSync(wanted);
    if (!isFile && pathname.startsWith('/assets/')) {
      response.writeHead(404).end();
      return;
    }
    const file = isFile ? wanted : path.join(builtShop, 'index.html');
    const policy = `default-src 'self'; connect-src 'self' ${api}; img-src 'self' data: blob: ${api}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
    response.writeHead(200, { 'content-type': getMimeType(file) ?? 'application/octet-stream', 'content-security-policy': policy });
    response.end(pathname === replacement.file ? replacement.content : await readFile(file));
  });
  return {
    ...host,
    serve: (built, apiOrigin) => {
      replacement = built;
      api = apiOrigin;
    },
  };
};

/** Serves the same page for every path. */
export const serveText = (text: string): Promise<Host> =>
  listen((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>A page</title><link rel="icon" href="data:,"><p>${text}</p>`);
  });
