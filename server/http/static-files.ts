import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType, mimes } from 'hono/utils/mime';
import { contentHash, type EncodedBody } from '#server/http/encoded-body.ts';

// Hono's own list does not know the chat's sound.
const types = { ...mimes, wav: 'audio/wav' };

const read = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(file));

/** Source maps and Vite's own notes are for us; the document is put together by request. */
const isServed = (address: string): boolean => !address.startsWith('/.') && !address.endsWith('.map') && address !== '/index.html';

/**
 * The files of the built shop by address, held in memory: a build that runs under a living process cannot take a
 * chunk away from a shopper who has the older document, and only what is listed can be asked for.
 */
export const loadStaticFiles = (dist: string): ReadonlyMap<string, EncodedBody> => {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const all = new Set(names);
  const files = new Map<string, EncodedBody>();
  for (const name of names) {
    if (/\.(br|gz)$/.test(name) && all.has(name.replace(/\.(br|gz)$/, ''))) continue;
    const address = `/${path.relative(dist, name).split(path.sep).join('/')}`;
    if (!isServed(address)) continue;
    const identity = read(name);
    files.set(address, {
      type: getMimeType(name, types) ?? 'application/octet-stream',
      hash: contentHash(identity),
      identity,
      br: all.has(`${name}.br`) ? read(`${name}.br`) : undefined,
      gzip: all.has(`${name}.gz`) ? read(`${name}.gz`) : undefined,
    });
  }
  return files;
};
