import { refundImagesFolder, sellerPicturesFolder } from '#server/data-folder.ts';
import type { Database } from '#server/db/schema.ts';
import type { PictureStore } from '#server/domain/catalogue/pictures.ts';
import type { RefundImageStore } from '#server/domain/money/refund-requests.ts';
import type { Env } from '#server/env.ts';
import { picturesIn, picturesInDatabase } from '#server/storage/pictures.ts';
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
