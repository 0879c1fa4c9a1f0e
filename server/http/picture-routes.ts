import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { pictureFolder, pictureFormats, pictureWidths } from '#contract/picture.ts';
import { NotFound } from '#server/domain/failure.ts';
import { contentHash, sendEncoded } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** Only names that encoding makes: no folder, no dot-dot, nothing hidden can be asked for. */
const name = new RegExp(`^[a-z0-9-]+\\.[0-9a-f]{8}-(?:${pictureWidths.join('|')})\\.(${pictureFormats.join('|')})$`);

const readFirst = async (folders: readonly string[], file: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  for (const folder of folders) {
    const found = await readFile(path.join(folder, file)).catch(() => undefined);
    if (found) return new Uint8Array(found);
  }
  return undefined;
};

/** The product pictures. An address carries a hash of its content, so that it may be kept for ever. */
export const pictureRoutes = ({ pictureFolders }: Services): Hono =>
  new Hono().get(`${pictureFolder}:file`, async (c) => {
    const file = c.req.param('file');
    const format = name.exec(file)?.[1];
    const identity = format === undefined ? undefined : await readFirst(pictureFolders, file);
    if (!identity) throw new NotFound('There is no such picture.');
    return sendEncoded(c, { type: `image/${format}`, hash: contentHash(identity), identity }, 'public, max-age=31536000, immutable');
  });
