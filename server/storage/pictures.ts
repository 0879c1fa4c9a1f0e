import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { pictureFile, pictureFormats, pictureWidths, widthsOf } from '#contract/picture.ts';
import type { Database } from '#server/db/schema.ts';
import { mailPictureFile } from '#server/domain/catalogue/mail-pictures.ts';
import type { Picture, PictureManifest, PictureSource, PictureStore } from '#server/domain/catalogue/pictures.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import { rootFolder } from '#server/root-folder.ts';
import { checkPicture, invalidPicture, maxPixels } from '#server/storage/check-picture.ts';

/** Shape of `server/assets/encoded/manifest.json`. */
const manifest = z.record(z.string(), z.object({ stem: z.string(), preview: z.string() }));

/** The sample pictures' sources, and their encoded files, which are part of the repository. */
export const sourceFolder = path.join(rootFolder, 'server/assets/pictures');
export const encodedFolder = path.join(rootFolder, 'server/assets/encoded');
const manifestFile = path.join(encodedFolder, 'manifest.json');

/** High enough for smooth grounds without blocks. */
const options = { avif: { quality: 62 }, webp: { quality: 82, effort: 6, smartSubsample: true } } as const;
const encodingSettings = JSON.stringify({ options, pictureWidths });

/** File names of a picture's encodings. */
export const filesOf = (stem: string): string[] => [
  ...pictureFormats.flatMap((format) => widthsOf(stem).map((width) => pictureFile(stem, width, format))),
  mailPictureFile(stem),
];

/** The start of a picture's stem: a URL-safe name, and a hash of content and encoding settings, so that the files are immutable for caches. */
export const hashedName = (file: string, source: Uint8Array): string => {
  const name = path
    .parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return `${name.replaceAll(/^-+|-+$/g, '') || 'picture'}.${createHash('sha256').update(source).update(encodingSettings).digest('hex').slice(0, 8)}`;
};

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Pictures as files of this folder. */
export const picturesIn = (folder: string): PictureStore => ({
  read: (file) => readFile(path.join(folder, file)).catch(() => undefined),
  listMissing: async (files) => {
    const missing: string[] = [];
    for (const file of files) if (!(await fileExists(path.join(folder, file)))) missing.push(file);
    return missing;
  },
  write: async (file, content) => {
    await mkdir(folder, { recursive: true });
    // Written under another name first: another process may read the file at this moment, or write the same.
    const unfinished = path.join(folder, `${file}.${randomUUID()}.unfinished`);
    await writeFile(unfinished, content);
    await rename(unfinished, path.join(folder, file));
  },
  remove: async (files) => {
    for (const file of files) await rm(path.join(folder, file), { force: true });
  },
});

/** Pictures in the database, for any number of processes; each has a cache of its own, which is never out of date (see `PictureStore`). */
export const picturesInDatabase = (db: Database, cache: PictureStore): PictureStore => ({
  read: async (file) => {
    const cached = await cache.read(file);
    if (cached) return cached;
    const row = await db.selectFrom('picture_file').select('content').where('name', '=', file).executeTakeFirst();
    // A full disk makes pictures slower, and no more.
    if (row) await cache.write(file, row.content).catch(() => undefined);
    return row?.content;
  },
  listMissing: async (files) => {
    const rows = await db.selectFrom('picture_file').select('name').where('name', 'in', files).execute();
    const stored = new Set(rows.map(({ name }) => name));
    return files.filter((file) => !stored.has(file));
  },
  write: async (file, content) => {
    await db
      .insertInto('picture_file')
      .values({ name: file, content: Buffer.from(content) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await cache.write(file, content).catch(() => undefined);
  },
  remove: async (files) => {
    if (files.length > 0) await db.deleteFrom('picture_file').where('name', 'in', files).execute();
    await cache.remove(files);
  },
});

/**
 * Encodes a picture in both formats at every width up to its own, and for emails, into `store`, except files that it has. Throws a `Failure`
 * that begins with `label` for an unreadable source (`checkPicture`).
 */
export const encodePicture = async (file: string, source: Uint8Array, store: PictureStore, label = file): Promise<Picture> => {
  await checkPicture(source, label);
  // Imported lazily: a start without new pictures does not need the library.
  const { default: sharp } = await import('sharp');
  const turnUpright = async () => await sharp(source, { limitInputPixels: maxPixels }).rotate().toBuffer({ resolveWithObject: true });
  const { data, info } = await turnUpright().catch(() => {
    throw invalidPicture(`${label} cannot be read. Please send another one.`);
  });
  const widest = pictureWidths.find((width) => width >= info.width) ?? pictureWidths.at(-1);
  const stem = `${hashedName(file, source)}.${widest}`;
  const missing = new Set(await store.listMissing(filesOf(stem)));
  for (const width of widthsOf(stem))
    for (const format of pictureFormats) {
      const name = pictureFile(stem, width, format);
      if (!missing.has(name)) continue;
      const resized = sharp(data).resize({ width, withoutEnlargement: true });
      await store.write(name, await resized.toFormat(format, options[format]).toBuffer());
    }
  if (missing.has(mailPictureFile(stem))) {
    const square = sharp(data).resize({ width: pictureWidths[0], height: pictureWidths[0] });
    await store.write(mailPictureFile(stem), await square.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer());
  }
  const preview = await sharp(data)
    .resize({ width: 16 })
    .blur(0.8)
    .webp({ quality: 30, alphaQuality: 0, smartSubsample: false })
    .toBuffer();
  return { stem, preview: `data:image/webp;base64,${preview.toString('base64')}` };
};

/** The pictures of a folder of the seller's, to be encoded into `store`. */
export const picturesFrom = async (folder: string, store: PictureStore): Promise<PictureSource> => ({
  files: await readdir(folder).catch(() => {
    throw new Invalid(`The folder ${folder} cannot be read.`);
  }),
  encode: async (file) => {
    const source = await readFile(path.join(folder, file)).catch(() => {
      throw new Invalid(`${path.join(folder, file)} cannot be read.`);
    });
    // The failure names a field of the upload form, which a folder does not have.
    return encodePicture(file, source, store).catch((error: unknown) => {
      throw error instanceof Failure ? new Invalid(error.message) : error;
    });
  },
  discard: (stems) => store.remove(stems.flatMap(filesOf)),
});

/** The sample pictures; empty when none is encoded. */
export const readManifest = async (): Promise<PictureManifest> =>
  (await fileExists(manifestFile)) ? manifest.parse(JSON.parse(await readFile(manifestFile, 'utf8'))) : {};

/** Writes the manifest sorted, for small diffs. */
export const writeManifest = async (pictures: PictureManifest): Promise<void> => {
  const sorted = Object.fromEntries(Object.entries(pictures).sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(manifestFile, `${JSON.stringify(sorted, null, 2)}\n`);
};
