import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { contentHash, type EncodedBody } from '#server/http/encoded-body.ts';

// Hono's list lacks WAV, which the chat's sound is.
const mimeTypes = { ...mimes, wav: 'audio/wav' };

const read = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(file));

const keep = (file: string): (() => Promise<Uint8Array<ArrayBuffer>>) => {
  const bytes = read(file);
  return async () => bytes;
};

/** Excludes Vite's manifest, source maps, and index.html, which is rendered per request. */
const isServed = (urlPath: string): boolean => !urlPath.startsWith('/.') && !urlPath.endsWith('.map') && urlPath !== '/index.html';

/**
 * All files of the built storefront by URL path, held in memory: a build that replaces `dist/` while the process runs cannot break pages
 * that still need old chunks, and path traversal is impossible.
 */
export const loadStaticFiles = (dist: string): ReadonlyMap<string, EncodedBody> => {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pathSet = new Set(paths);
  const files = new Map<string, EncodedBody>();
  for (const file of paths) {
    if (/\.(br|gz)$/.test(file) && pathSet.has(file.replace(/\.(br|gz)$/, ''))) continue;
    const urlPath = `/${path.relative(dist, file).split(path.sep).join('/')}`;
    if (!isServed(urlPath)) continue;
    const identity = read(file);
    files.set(urlPath, {
      type: getMimeType(file, mimeTypes) ?? 'application/octet-stream',
      hash: contentHash(identity),
      identity,
      br: pathSet.has(`${file}.br`) ? keep(`${file}.br`) : undefined,
      gzip: pathSet.has(`${file}.gz`) ? keep(`${file}.gz`) : undefined,
    });
  }
  return files;
};
