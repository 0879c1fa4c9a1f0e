import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { refundLimits } from '#contract/refund.ts';
import { encodeImages, refundImagesIn } from '#server/storage/refund-images.ts';
import { aBomb, aPhoto, impostors, pictureFolder, ruins } from '#tests/support/refunds.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';

const folder = await pictureFolder();
const store = refundImagesIn(folder);

const blob = (content: Buffer): Blob => new Blob([new Uint8Array(content)]);
const read = async (...contents: readonly Buffer[]) => (await encodeImages(contents.map(blob))).map(({ content }) => content);
describe('images of a refund request', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s image is turned upright and its metadata removed', async (format) => {
    const photo = await aPhoto(format);
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('secret-metadata');
    const [picture] = await read(photo);
    const { format: became, width, height, exif, orientation, xmp, icc } = await sharp(picture).metadata();
    expect([became, width, height]).toEqual(['jpeg', 200, 320]);
    expect([exif, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(picture?.toString('latin1')).not.toContain('Ada Byron');
  });

  test('a large image is scaled down', async () => {
    const [picture] = await read(await aPhoto('jpeg', { width: 4000, height: 1000 }));
    expect(await sharp(picture).metadata()).toMatchObject({ width: 500, height: 2000 });
  });

  test('while eight uploads decode large images, other work of the thread pool goes on', async () => {
    const photo = await aPhoto('png', { width: 5000, height: 5000 });
    let isDone = false;
    const uploads = Promise.all(Array.from({ length: 8 }, () => read(photo))).finally(() => {
      isDone = true;
    });
    let rounds = 0;
    for (; !isDone; rounds += 1) await promisify(randomBytes)(16);
    expect((await uploads).map((pictures) => pictures.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    // With every thread busy decoding, each round would wait for the end of one of them.
    expect(rounds).toBeGreaterThan(200);
  });

  test('data appended to an image is removed', async () => {
    const [picture] = await read(Buffer.concat([await aPhoto(), Buffer.from('<?php system("id"); ?>')]));
    expect(picture?.toString('latin1')).not.toContain('<?php');
  });

  test.each(impostors)('the type is detected by content: %s called %s is refused', async (_what, _name, content) => {
    const refusal = await refusalOf(read(await aPhoto(), content));
    expect(refusal).toMatchObject({ kind: 'wrongType', errors: { additionalImages: expect.stringMatching(/^Picture 2 is not/) } });
  });

  test.each(['heic', 'mif1'])('a HEIC image (%s) is refused with the types that are supported', async (brand) => {
    const head = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}`),
      Buffer.alloc(4),
      Buffer.from(`mif1${brand}`),
      Buffer.alloc(300),
    ]);
    await expect(encodeImages([new Blob([new Uint8Array(head)])])).rejects.toMatchObject({
      kind: 'wrongType',
      errors: {
        additionalImages:
          'Picture 1 is a HEIC picture. iPhone pictures of this kind can’t be read yet. In Photos choose Share, Options, Most Compatible.',
      },
    });
  });

  test.each(['gif', 'tiff'] as const)('an image of the type %s is refused', async (format) => {
    expect(await refusalOf(read(await aPhoto(format)))).toMatchObject({ kind: 'wrongType' });
  });

  test.each(ruins)('an unreadable image, %s, is refused', async (_, content) => {
    expect(await refusalOf(read(await content()))).toMatchObject({
      errors: { additionalImages: expect.stringMatching(/^Picture 1 (cannot be read|is not)/) },
    });
  });

  test.each([8_000, 30_000, 65_000])('a decompression bomb of %i pixels squared is refused before it is decoded', async (side) => {
    const bomb = aBomb(side);
    expect(bomb.length).toBeLessThan(refundLimits.imageBytes);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(read(bomb))).toMatchObject({ kind: 'invalid', message: expect.stringContaining('too many pixels') });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('images are stored under random names, readable by the server’s user only', async () => {
    const photos = [await aPhoto(), await aPhoto('png')];
    const pictures = await read(...photos);
    const stored = await store.add(photos.map(blob));
    expect(stored.map(({ content }) => content)).toEqual([null, null]);
    const files = stored.map(({ file }) => file);
    for (const file of files) expect(file).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$/);
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    expect((await stat(path.join(folder, files[0] ?? ''))).mode & 0o077).toBe(0);
    expect(await readFile(path.join(folder, files[1] ?? ''))).toEqual(pictures[1]);
    await store.remove(files);
    expect(await readdir(folder)).toEqual([]);
  });
});
