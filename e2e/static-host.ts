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

/** Builds the storefront alone, for an API on another host, into a folder of its own. */
export const buildFor = async (apiHost: string): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> => {
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

const listen = async (answer: RequestListener): Promise<Host> => {
  const server = createServer(answer);
  server.listen(0);
  await once(server, 'listening');
  const place = server.address();
  if (typeof place !== 'object' || place === null) throw new Error('A host listens on a port.');
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { address: `http://localhost:${place.port}`, close };
};

/**
 * Serves a folder as any static host does: its files, a 404 for what is missing under /assets, and index.html for every screen; all of
 * it under the policy that the README gives for an API on another host. Both are told to it when they are there, because the API must
 * know this host's address first.
 */
export const serveStatic = async (): Promise<Host & { readonly serve: (folder: string, api: string) => void }> => {
  let [folder, api] = ['', ''];
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
    serve: (...served) => {
      [folder, api] = served;
    },
  };
};

/** Serves one page, whatever is asked for. */
export const serveText = (text: string): Promise<Host> =>
  listen((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>A page</title><link rel="icon" href="data:,"><p>${text}</p>`);
  });
