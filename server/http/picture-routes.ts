import { Hono } from 'hono';
import { pictureFolder, pictureFormats } from '#contract/picture.ts';
import { NotFound } from '#server/domain/failure.ts';
import { sendEncoded, sendNotModified } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** Names that the encoder writes; excludes path traversal and hidden files. */
const fileName = new RegExp(`^[a-z0-9-]+\\.([0-9a-f]{8})\\.\\d+-\\d+\\.(${[...pictureFormats, 'jpg'].join('|')})$`);
const immutable = 'public, max-age=31536000, immutable';

const readFromFirst = async (stores: Services['pictures'], file: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  for (const store of stores) {
    const content = await store.read(file);
    if (content) return new Uint8Array(content);
  }
  return undefined;
};

/** Product pictures, cached as immutable. The hash in a file's name is its ETag: what a browser has is neither read nor hashed. */
export const pictureRoutes = ({ pictures }: Services): Hono =>
  new Hono().get(`${pictureFolder}:file`, async (c) => {
    const file = c.req.param('file');
    const [, hash, format] = fileName.exec(file) ?? [];
    const known = hash === undefined ? undefined : sendNotModified(c, hash, immutable);
    if (known) return known;
    const identity = hash === undefined ? undefined : await readFromFirst(pictures, file);
    if (hash === undefined || !identity) throw new NotFound('There is no such picture.');
    return sendEncoded(c, { type: format === 'jpg' ? 'image/jpeg' : `image/${format}`, hash, identity }, immutable);
  });
