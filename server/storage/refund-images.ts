import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refundImageTypes, refundLimits } from '#contract/refund.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import type { RefundImageStore } from '#server/domain/refund-requests.ts';

/** More than any phone's picture of 5 MB has; a small file that unfolds to more is meant to do harm. */
const mostPixels = 60_000_000;
const longestSide = 2000;
const patience = 20;

/** What libvips calls the formats of the contract. */
const formats: Readonly<Record<(typeof refundImageTypes)[number], string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

const field = 'additionalImages';

const tooLarge = (message: string): Failure => new Failure('tooLarge', message, { [field]: message });
const wrongType = (message: string): Failure => new Failure('wrongType', message, { [field]: message });
const unreadable = (message: string): Invalid => new Invalid(message, { [field]: message });

/** Which of the pictures is meant; their names are the sender's and are repeated nowhere. */
const nameOf = (index: number): string => `Picture ${index + 1}`;

/** What a file is by its content, whatever it is called; throws when it is none of the pictures that can be read. */
const typeOf = async (content: Uint8Array, index: number): Promise<(typeof refundImageTypes)[number]> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const type = refundImageTypes.find((known) => known === found?.mime);
  // What a telephone of Apple's makes unless it is asked for something else: a picture, only none that can be read here.
  if (type === undefined && (found?.mime === 'image/heic' || found?.mime === 'image/heif'))
    throw wrongType(`${nameOf(index)} is a HEIC picture, which we cannot read. Please send it as a JPEG, PNG, WebP or AVIF picture.`);
  if (type === undefined) throw wrongType(`${nameOf(index)} is not a JPEG, PNG, WebP or AVIF picture.`);
  return type;
};

/** The picture anew, as a JPEG that holds nothing but what can be seen: upright, no larger than needed, no place, no camera, no name. */
const encode = async (content: Uint8Array, index: number): Promise<Buffer> => {
  const type = await typeOf(content, index);
  // Loaded only here: a shop that nobody wants anything back from needs no image library.
  const { default: sharp } = await import('sharp');
  // Its head only, which takes no memory whatever it says.
  const head = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (head && head.width * head.height > mostPixels) throw unreadable(`${nameOf(index)} has too many pixels. Please send a smaller one.`);
  try {
    if (head?.format !== formats[type]) throw new Error('The library reads it as something else.');
    return await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: patience })
      .toBuffer();
  } catch {
    throw unreadable(`${nameOf(index)} cannot be read. Please send another one.`);
  }
};

/**
 * Judges pictures by their content and encodes them anew, one after the other, so that one request takes no more memory than one
 * picture does. Throws a failure about `additionalImages`: too many, too large, not a picture, or one that cannot be read.
 */
export const encodeRefundImages = async (files: readonly Blob[]): Promise<Buffer[]> => {
  if (files.length > refundLimits.images) throw tooLarge(`Please send at most ${refundLimits.images} pictures.`);
  // Sizes first: they cost nothing.
  for (const [index, { size }] of files.entries())
    if (size > refundLimits.imageBytes) throw tooLarge(`${nameOf(index)} is larger than ${refundLimits.imageBytes / 1024 / 1024} MB.`);
  const encoded: Buffer[] = [];
  for (const [index, file] of files.entries()) encoded.push(await encode(new Uint8Array(await file.arrayBuffer()), index));
  return encoded;
};

const save = async (folder: string, pictures: readonly Buffer[]): Promise<string[]> => {
  const files = pictures.map(() => `${randomUUID()}.jpg`);
  if (files.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const [index, picture] of pictures.entries())
      await writeFile(path.join(folder, files[index] ?? ''), picture, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    await remove(folder, files);
    throw error;
  }
  return files;
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
  add: async (images) => save(folder, await encodeRefundImages(images)),
  remove: (files) => remove(folder, files),
  listOlderThan: (time) => listOlderThan(folder, time),
});
