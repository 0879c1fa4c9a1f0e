import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMimeType } from 'hono/utils/mime';
import { build } from 'vite';
import { runFolder } from '#e2e/run-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the storefront for an API on another host into a temporary folder. */
export const buildForApi = async (apiHost: string): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> => {
  const folder = await mkdtemp(path.join(runFolder(), 'static-'));
  process.env.VITE_API_HOST = apiHost;
  try {
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false, minify: false } });
  } finally {
    delete process.env.VITE_API_HOST;
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};

type Host = { readonly address: string; readonly close: () => Promise<void> };

const listen = async (onRequest: RequestListener): Promise<Host> => {
  const server = createServer(onRequest);
  server.listen(0);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The server has no TCP port.');
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { address: `http://localhost:${bound.port}`, close };
};

/**
 * Serves a folder like a static host: its files, 404 for missing files under /assets and index.html for every other path, with the
 * Content-Security-Policy of server/README.md. `serve` sets folder and API later, because the API needs this host's address to start.
 */
export const serveStatic = async (): Promise<Host & { readonly serve: (folder: string, api: string) => void }> => {
  let folder = '';
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
    serve: (servedFolder, apiOrigin) => {
      folder = servedFolder;
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
