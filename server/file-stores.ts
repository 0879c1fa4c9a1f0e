import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { refundImagesFolder, sellerPicturesFolder } from '#server/data-folder.ts';
import type { Database } from '#server/db/schema.ts';
import type { PictureStore } from '#server/domain/pictures.ts';
import type { RefundImageStore } from '#server/domain/refund-requests.ts';
import type { Env } from '#server/env.ts';
import { filesOf, picturesIn, picturesInDatabase } from '#server/storage/pictures.ts';
import { refundImagesIn, refundImagesInDatabase } from '#server/storage/refund-images.ts';

type Settings = Pick<Env, 'dataDir' | 'databaseUrl'>;

/** The seller's pictures: with PostgreSQL in the database, because processes share nothing else; otherwise in the data folder. */
export const sellerPictures = (db: Database, { dataDir, databaseUrl }: Settings): PictureStore => {
  const files = picturesIn(sellerPicturesFolder(dataDir));
  return databaseUrl === undefined ? files : picturesInDatabase(db, files);
};

/** The photographs of refund requests, in the same place as the pictures. */
export const refundImages = ({ dataDir, databaseUrl }: Settings): RefundImageStore => {
  const files = refundImagesIn(refundImagesFolder(dataDir));
  return databaseUrl === undefined ? files : refundImagesInDatabase(files);
};

/**
 * With PostgreSQL, copies into the database what a version before migration 0022, or a backup of one, has left in the data folder: pictures
 * and photographs that are in use.
 */
export const adoptFiles = async (db: Database, { dataDir, databaseUrl }: Settings): Promise<void> => {
  if (databaseUrl === undefined) return;
  const read = (folder: string, file: string): Promise<Buffer | undefined> => readFile(path.join(folder, file)).catch(() => undefined);
  const images = await db.selectFrom('refund_image').select('file').where('content', 'is', null).execute();
  for (const { file } of images) {
    const content = await read(refundImagesFolder(dataDir), file);
    if (content) await db.updateTable('refund_image').set({ content }).where('file', '=', file).execute();
  }
  const pictures = await db.selectFrom('picture').select('stem').where('origin', '=', 'seller').execute();
  const stored = new Set((await db.selectFrom('picture_file').select('name').execute()).map(({ name }) => name));
  const store = sellerPictures(db, { dataDir, databaseUrl });
  for (const file of pictures.flatMap(({ stem }) => filesOf(stem)).filter((name) => !stored.has(name))) {
    const content = await read(sellerPicturesFolder(dataDir), file);
    if (content) await store.write(file, content);
  }
};
