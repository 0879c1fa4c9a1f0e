import { createHash } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { pictureFile, pictureFormats, pictureWidths } from '#contract/picture.ts';
import { Invalid } from '#server/domain/failure.ts';
import type { Picture, PictureManifest } from '#server/domain/pictures.ts';

/** Shape of `server/assets/encoded/manifest.json`. */
const manifest = z.record(z.string(), z.object({ stem: z.string(), preview: z.string() }));

/** The sample pictures' sources, and their encoded files, which are part of the repository. */
export const sourceFolder = path.join(import.meta.dirname, '..', 'assets', 'pictures');
export const encodedFolder = path.join(import.meta.dirname, '..', 'assets', 'encoded');
const manifestFile = path.join(encodedFolder, 'manifest.json');

const quality = { avif: 60, webp: 80 } as const;
const encodingSettings = JSON.stringify({ quality, pictureWidths, version: 1 });

/** File names of a picture's encodings. */
export const filesOf = (stem: string): string[] =>
  pictureFormats.flatMap((format) => pictureWidths.map((width) => pictureFile(stem, width, format)));

/** A URL-safe name with a hash of content and encoding settings, so that the files are immutable for caches. */
export const stemOf = (file: string, source: Buffer): string => {
  const name = path
    .parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return `${name.replaceAll(/^-+|-+$/g, '') || 'picture'}.${createHash('sha256').update(source).update(encodingSettings).digest('hex').slice(0, 8)}`;
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Encodes a picture at every width and format into `folder`, except existing files. Throws `Invalid` for an unreadable source. */
export const encodePicture = async (file: string, source: Buffer, folder: string): Promise<Picture> => {
  // Imported lazily: a start without new pictures does not need the library.
  const { default: sharp } = await import('sharp');
  const stem = stemOf(file, source);
  try {
    const upright = await sharp(source).rotate().toBuffer();
    await mkdir(folder, { recursive: true });
    for (const width of pictureWidths)
      for (const format of pictureFormats) {
        const target = path.join(folder, pictureFile(stem, width, format));
        if (await exists(target)) continue;
        await writeFile(target, await sharp(upright).resize({ width }).toFormat(format, { quality: quality[format] }).toBuffer());
      }
    const preview = await sharp(upright)
      .resize({ width: 16 })
      .blur(0.8)
      .webp({ quality: 30, alphaQuality: 0, smartSubsample: false })
      .toBuffer();
    return { stem, preview: `data:image/webp;base64,${preview.toString('base64')}` };
  } catch {
    throw new Invalid(`${file} could not be read as a picture.`);
  }
};

/** The sample pictures; empty when none is encoded. */
export const readManifest = async (): Promise<PictureManifest> =>
  (await exists(manifestFile)) ? manifest.parse(JSON.parse(await readFile(manifestFile, 'utf8'))) : {};

/** Writes the manifest sorted, for small diffs. */
export const writeManifest = async (pictures: PictureManifest): Promise<void> => {
  const sorted = Object.fromEntries(Object.entries(pictures).sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(manifestFile, `${JSON.stringify(sorted, null, 2)}\n`);
};
