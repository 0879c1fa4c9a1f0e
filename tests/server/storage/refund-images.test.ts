import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { refundLimits } from '#contract/refund.ts';
import { Failure } from '#server/domain/failure.ts';
import { encodeRefundImages, refundImagesIn } from '#server/storage/refund-images.ts';
import { aBomb, aPhoto, impostors, pictureFolder, ruins } from '#tests/support/refunds.ts';

const folder = await pictureFolder();
const store = refundImagesIn(folder);

const blob = (content: Buffer): Blob => new Blob([new Uint8Array(content)]);
const read = async (...contents: readonly Buffer[]) => encodeRefundImages(contents.map(blob));
const refusalOf = async (...contents: readonly Buffer[]): Promise<Failure> => {
  const refusal = await read(...contents).catch((error: unknown) => error);
  if (refusal instanceof Failure) return refusal;
  throw new Error('It was accepted.');
};

describe('pictures of a refund request', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('are read as %s, turned upright and freed of what a camera noted', async (format) => {
    const photo = await aPhoto(format);
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('secret-metadata');
    const [picture] = await read(photo);
    const { format: became, width, height, exif, orientation, xmp, icc } = await sharp(picture).metadata();
    expect([became, width, height]).toEqual(['jpeg', 200, 320]);
    expect([exif, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture?.toString('latin1')).not.toContain('Ada Byron');
  });

  test('are made no larger than somebody needs who looks at them', async () => {
    const [picture] = await read(await aPhoto('jpeg', { width: 4000, height: 1000 }));
    expect(await sharp(picture).metadata()).toMatchObject({ width: 500, height: 2000 });
  });

  test('may hide nothing behind their end', async () => {
    const [picture] = await read(Buffer.concat([await aPhoto(), Buffer.from('<?php system("id"); ?>')]));
    expect(picture?.toString('latin1')).not.toContain('<?php');
  });

  test.each(impostors)('are judged by what they hold: %s called %s is refused', async (_what, _name, content) => {
    const refusal = await refusalOf(await aPhoto(), content);
    expect(refusal).toMatchObject({ kind: 'wrongType', errors: { additionalImages: expect.stringMatching(/^Picture 2 is not/) } });
  });

  test.each(['heic', 'mif1'])('of the kind that a telephone keeps (%s) are refused, with the kinds that can be read', async (brand) => {
    const head = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}`),
      Buffer.alloc(4),
      Buffer.from(`mif1${brand}`),
      Buffer.alloc(300),
    ]);
    await expect(encodeRefundImages([new Blob([new Uint8Array(head)])])).rejects.toMatchObject({
      kind: 'wrongType',
      errors: {
        additionalImages: 'Picture 1 is a HEIC picture, which we cannot read. Please send it as a JPEG, PNG, WebP or AVIF picture.',
      },
    });
  });

  test.each(['gif', 'tiff'] as const)('of another kind, %s, are refused', async (format) => {
    expect(await refusalOf(await aPhoto(format))).toMatchObject({ kind: 'wrongType' });
  });

  test.each(ruins)('that cannot be read, %s, are refused', async (_, content) => {
    expect(await refusalOf(await content())).toMatchObject({
      errors: { additionalImages: expect.stringMatching(/^Picture 1 (cannot be read|is not)/) },
    });
  });

  test.each([8_000, 30_000, 65_000])('that would unfold to %i pixels squared are refused before they do', async (side) => {
    const bomb = aBomb(side);
    expect(bomb.length).toBeLessThan(refundLimits.imageBytes);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bomb)).toMatchObject({ kind: 'invalid', message: expect.stringContaining('too many pixels') });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('are six at most, and five megabytes each', async () => {
    const photo = await aPhoto();
    expect(await read(...Array.from({ length: 6 }, () => photo))).toHaveLength(6);
    expect(await refusalOf(...Array.from({ length: 7 }, () => photo))).toMatchObject({ kind: 'tooLarge' });
    expect(await refusalOf(Buffer.concat([photo, Buffer.alloc(refundLimits.imageBytes)]))).toMatchObject({
      kind: 'tooLarge',
      errors: { additionalImages: 'Picture 1 is larger than 5 MB.' },
    });
  });

  test('are kept under names that nobody can guess, for the seller’s eyes', async () => {
    const photos = [await aPhoto(), await aPhoto('png')];
    const pictures = await read(...photos);
    const files = await store.add(photos.map(blob));
    for (const file of files) expect(file).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$/);
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    expect((await stat(path.join(folder, files[0] ?? ''))).mode & 0o077).toBe(0);
    expect(await readFile(path.join(folder, files[1] ?? ''))).toEqual(pictures[1]);
    await store.remove(files);
    expect(await readdir(folder)).toEqual([]);
  });
});
