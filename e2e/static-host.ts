import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { build } from 'vite';
import { type Host, listen } from '#e2e/http-host.ts';
import { rootFolder } from '#server/root-folder.ts';

/** Builds the storefront for an API at another origin, as `VITE_API_HOST=… npm run build` does, into a folder of its own. */
export const buildForApi = async (apiHost: string, outDir: string): Promise<void> => {
  const before = process.env.VITE_API_HOST;
  process.env.VITE_API_HOST = apiHost;
  try {
    await build({ root: rootFolder, logLevel: 'error', build: { outDir } });
  } finally {
    if (before === undefined) delete process.env.VITE_API_HOST;
    else process.env.VITE_API_HOST = before;
  }
};

/**
 * Serves a built shop like a static host: its files, 404 for missing files under /assets and index.html for every other path, with the
 * Content-Security-Policy of server/guides/settings.md. `serve` sets the API's origin later, because the API needs this host's URL to start.
 */
export const serveStatic = async (folder: string): Promise<Host & { readonly serve: (api: string) => void }> => {
  let api = '';
  const host = await listen(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const wanted = path.join(folder, path.normalize(pathname));
    const isFile = pathname !== '/' && existsSync(wanted);
    if (!isFile && pathname.startsWith('/assets/')) {
      response.writeHead(404).end();
      return;
    }
    const file = isFile ? wanted : path.join(folder, 'index.html');
    const policy = `default-src 'self'; connect-src 'self' ${api}; img-src 'self' data: blob: ${api}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
    response.writeHead(200, { 'content-type': getMimeType(file) ?? 'application/octet-stream', 'content-security-policy': policy });
    response.end(await readFile(file));
  });
  return {
    ...host,
    serve: (apiOrigin) => {
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
