import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { pictureAddress, pictureStem } from '#contract/picture.ts';
import { registerPictures } from '#server/domain/pictures.ts';
import { encodedFolder, encodePicture, filesOf, readManifest, sourceFolder, stemOf } from '#server/storage/pictures.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase('empty');
const folder = await mkdtemp(path.join(tmpdir(), 'shop-pictures-'));
afterAll(() => rm(folder, { recursive: true }));

const plain = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the pictures that were encoded ahead', () => {
  test('are in step with their sources: all sizes of each, and nothing else', async () => {
    const sources = (await readdir(sourceFolder)).filter((file) => file !== 'hero.webp');
    const manifest = await readManifest();
    expect(Object.keys(manifest).sort()).toEqual(sources.sort());
    for (const file of sources) expect(manifest[file]?.stem).toBe(stemOf(file, await readFile(path.join(sourceFolder, file))));
    const wanted = ['manifest.json', ...Object.values(manifest).flatMap(({ stem }) => filesOf(stem))];
    expect((await readdir(encodedFolder)).sort()).toEqual(wanted.sort());
  });

  test('come with previews small enough for a list', async () => {
    for (const { preview } of Object.values(await readManifest())) {
      expect(preview).toMatch(/^data:image\/webp;base64,/);
      expect(preview.length).toBeLessThan(300);
    }
  });
});

describe("a seller's picture", () => {
  test('becomes every size in both formats under a name that its address understands', async () => {
    const { stem, preview } = await encodePicture('My Photo (1).JPG', await plain('#884422'), folder);
    expect(stem).toMatch(/^my-photo-1\.[0-9a-f]{8}$/);
    expect(pictureStem(pictureAddress(stem))).toBe(stem);
    expect((await readdir(folder)).sort()).toEqual(filesOf(stem).sort());
    expect(await sharp(path.join(folder, `${stem}-320.avif`)).metadata()).toMatchObject({ width: 320, format: 'heif' });
    expect(preview.length).toBeLessThan(300);
  });

  test('gets another address when it is another picture', async () => {
    expect(stemOf('a.jpg', await plain('#000000'))).not.toBe(stemOf('a.jpg', await plain('#ffffff')));
  });

  test('with a name of nothing but signs still gets an address', () => {
    expect(stemOf('???.png', Buffer.from('x'))).toMatch(/^picture\.[0-9a-f]{8}$/);
  });

  test('that is no picture is refused by its name', async () => {
    await expect(encodePicture('notes.jpg', Buffer.from('hello'), folder)).rejects.toThrow('notes.jpg could not be read as a picture.');
  });

  test("stands in for the shop's own of the same name, also after the next start", async () => {
    await registerPictures(db, { 'mug.webp': { stem: 'mug.11111111', preview: 'a' } }, 'shop');
    expect(await registerPictures(db, { 'mug.webp': { stem: 'mug.22222222', preview: 'b' } }, 'seller')).toBe(1);
    expect(await registerPictures(db, { 'mug.webp': { stem: 'mug.11111111', preview: 'a' } }, 'shop')).toBe(0);
    expect(await db.selectFrom('picture').select('stem').execute()).toEqual([{ stem: 'mug.22222222' }]);
  });
});
