import { Hono } from 'hono';
import { pictureFolder, pictureFormats } from '#contract/picture.ts';
import { NotFound } from '#server/domain/failure.ts';
import { contentHash, sendEncoded } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** Names that the encoder writes; excludes path traversal and hidden files. */
const fileName = new RegExp(`^[a-z0-9-]+\\.[0-9a-f]{8}\\.\\d+-\\d+\\.(${pictureFormats.join('|')})$`);

const readFromFirst = async (stores: Services['pictures'], file: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  for (const store of stores) {
    const content = await store.read(file);
    if (content) return new Uint8Array(content);
  }
  return undefined;
};

/** Product pictures. The file name contains a content hash, so they are cached as immutable. */
export const pictureRoutes = ({ pictures }: Services): Hono =>
  new Hono().get(`${pictureFolder}:file`, async (c) => {
    const file = c.req.param('file');
    const format = fileName.exec(file)?.[1];
    const identity = format === undefined ? undefined : await readFromFirst(pictures, file);
    if (!identity) throw new NotFound('There is no such picture.');
    return sendEncoded(c, { type: `image/${format}`, hash: contentHash(identity), identity }, 'public, max-age=31536000, immutable');
  });
