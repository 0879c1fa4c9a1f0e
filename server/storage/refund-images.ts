import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '#server/db/schema.ts';
import type { RefundImageStore } from '#server/domain/money/refund-requests.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { checkPicture, invalidPicture, maxPixels } from '#server/storage/check-picture.ts';

const maxSide = 2000;
const timeoutSeconds = 20;

/** Decodes one image at a time: each decoding holds a thread of libuv's pool, which passwords, files, DNS and compression need as well. */
const enqueue = createTaskQueue({ maxConcurrent: 1, maxWaiting: 100 });

/** By number: file names are user input and not repeated. */
const labelOf = (index: number): string => `Picture ${index + 1}`;

/** Re-encoded as a JPEG, upright and limited in size, which removes metadata such as GPS positions and anything hidden in the file. */
const encode = async (content: Uint8Array, index: number): Promise<Buffer> => {
  await checkPicture(content, labelOf(index));
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
  } catch {
    throw invalidPicture(`${labelOf(index)} cannot be read. Please send another one.`);
  }
};

type NamedImage = { readonly file: string; readonly content: Buffer };

/**
 * Checks and re-encodes images of refund requests and reviews one by one, to bound memory, and gives them random names. Throws a `Failure` about
 * `additionalImages`, wrong type or unreadable; `Busy` when too many wait. Their number and sizes were limited while they arrived (`upload.ts`).
 */
export const encodeImages = async (files: readonly Blob[]): Promise<NamedImage[]> => {
  const encoded: NamedImage[] = [];
  for (const [index, file] of files.entries()) {
    const content = new Uint8Array(await file.arrayBuffer());
    encoded.push({ file: `${randomUUID()}.jpg`, content: await enqueue(() => encode(content, index)) });
  }
  return encoded;
};

/** Writes a file that is complete or absent, readable by the server's user only. */
const writePrivate = async (folder: string, { file, content }: NamedImage): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, file);
  await writeFile(`${target}.unfinished`, content, { mode: 0o600 });
  await rename(`${target}.unfinished`, target);
};

const save = async (folder: string, images: readonly NamedImage[]): Promise<void> => {
  try {
    for (const image of images) await writePrivate(folder, image);
  } catch (error) {
    await remove(
      folder,
      images.map(({ file }) => file),
    );
    throw error;
  }
};

const remove = async (folder: string, files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => rm(path.join(folder, file), { force: true })));
};

const listOlderThan = async (folder: string, time: Date): Promise<string[]> => {
  const older: string[] = [];
  for (const file of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, file)).catch(() => undefined);
    if (found && found.mtimeMs < time.getTime()) older.push(file);
  }
  return older;
};

/** Refund photographs as files of this folder, readable by the server's user only; the folder is created with the first of them. */
export const refundImagesIn = (folder: string): RefundImageStore => ({
  add: async (images) => {
    const named = await encodeImages(images);
    await save(folder, named);
    return named.map(({ file }) => ({ file, content: null }));
  },
  read: (file) => readFile(path.join(folder, file)).catch(() => undefined),
  remove: (files) => remove(folder, files),
  listOlderThan: (time) => listOlderThan(folder, time),
});

/** Refund photographs in the rows of their requests, which are deleted with them; `copies` are those that `copyImages` made here. */
export const refundImagesInDatabase = (copies: RefundImageStore): RefundImageStore => ({ ...copies, add: encodeImages });

/**
 * Copies the photographs of a review or refund request that are in the database to the folder of refund images, for the seller to look at;
 * `purgeRefundImages` deletes these copies.
 */
export const copyImages = async (
  db: Database,
  table: 'refund_image' | 'review_image',
  reference: string,
  folder: string,
): Promise<void> => {
  const images = await db.selectFrom(table).select(['file', 'content']).where('reference', '=', reference).execute();
  for (const { file, content } of images) if (content !== null) await writePrivate(folder, { file, content: Buffer.from(content) });
};
