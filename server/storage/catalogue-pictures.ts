import { randomUUID } from 'node:crypto';
import { picturePath } from '#contract/picture.ts';
import type { Database } from '#server/db/schema.ts';
import { type PictureStore, registerPictures, withPictures } from '#server/domain/catalogue/pictures.ts';
import { forgetUploads, removeProduct } from '#server/domain/catalogue/products.ts';
import { type ActingStaff, addStaffEvent, type Staff } from '#server/domain/desk/staff.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { encodePicture, filesOf } from '#server/storage/pictures.ts';

/** Encodes one picture at a time: encoding needs threads and memory that shoppers' requests need, too. */
const enqueue = createTaskQueue({ maxConcurrent: 1, maxWaiting: 50 });

/**
 * Stores an uploaded picture that no product has yet; returns the file name by which products refer to it. Throws a `Failure` for a file that is no
 * picture, `Busy` when too many wait. Uploads share no files, so that deleting one leaves the others.
 */
export const uploadPicture = async (
  db: Database,
  store: PictureStore,
  file: Blob,
  { by, now }: { readonly by: Staff; readonly now: Date },
) => {
  const content = new Uint8Array(await file.arrayBuffer());
  const name = randomUUID();
  const source = {
    files: [name],
    encode: () => enqueue(() => encodePicture(name, content, store, 'This picture')),
    discard: (stems: readonly string[]) => store.remove(stems.flatMap(filesOf)),
  };
  return withPictures(db, source, [name], (pictures) =>
    db.transaction().execute(async (transaction) => {
      await registerPictures(transaction, pictures, 'seller');
      await transaction.updateTable('picture').set({ uploaded_at: now.toISOString() }).where('file', '=', name).execute();
      await addStaffEvent(transaction, by, name, now);
      return { file: name, src: picturePath(pictures[name]?.stem ?? '') };
    }),
  );
};

/** Deletes what was uploaded before and is in no product or category. */
export const purgeUploads = async (db: Database, store: PictureStore, before: string): Promise<void> =>
  store.remove((await forgetUploads(db, before)).flatMap(filesOf));

/** As `removeProduct`, with the files of its pictures. */
export const removeProductAndPictures = async (db: Database, store: PictureStore, id: string, now: Date, acting: ActingStaff = {}) => {
  const { pictures, ...removal } = await removeProduct(db, id, now, acting);
  await store.remove(pictures.flatMap(filesOf));
  return removal;
};
