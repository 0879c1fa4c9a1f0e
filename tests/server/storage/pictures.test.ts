import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { picturePath, pictureStem, pictureWidths } from '#contract/picture.ts';
import { registerPictures } from '#server/domain/catalogue/pictures.ts';
import { encodedFolder, encodePicture, filesOf, hashedName, picturesIn, readManifest, sourceFolder } from '#server/storage/pictures.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase('empty');
const folder = await mkdtemp(path.join(tmpdir(), 'shop-pictures-'));
afterAll(() => rm(folder, { recursive: true }));

const plain = (background: string, width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the encoded sample pictures', () => {
  test('every source has all its encodings, and there are no other files', async () => {
    const sources = (await readdir(sourceFolder)).filter((file) => file !== 'hero.webp');
    const manifest = await readManifest();
    expect(Object.keys(manifest).sort()).toEqual(sources.sort());
    for (const file of sources) {
      const source = await readFile(path.join(sourceFolder, file));
      const { width } = await sharp(source).metadata();
      const widest = pictureWidths.find((step) => step >= width) ?? pictureWidths.at(-1);
      expect(manifest[file]?.stem).toBe(`${hashedName(file, source)}.${widest}`);
    }
    const wanted = ['manifest.json', ...Object.values(manifest).flatMap(({ stem }) => filesOf(stem))];
    expect((await readdir(encodedFolder)).sort()).toEqual(wanted.sort());
  });

  test('previews are small enough for the product list', async () => {
    for (const { preview } of Object.values(await readManifest())) {
      expect(preview).toMatch(/^data:image\/webp;base64,/);
      expect(preview.length).toBeLessThan(300);
    }
  });
});

describe("a seller's picture", () => {
  test('a picture is encoded at every width up to its own in both formats under a URL-safe name, and never enlarged', async () => {
    const { stem, preview } = await encodePicture('My Photo (1).JPG', await plain('#884422'), picturesIn(folder));
    expect(stem).toMatch(/^my-photo-1\.[0-9a-f]{8}\.1200$/);
    expect(pictureStem(picturePath(stem))).toBe(stem);
    expect((await readdir(folder)).filter((name) => name.startsWith('my-photo')).sort()).toEqual(filesOf(stem).sort());
    expect(await sharp(path.join(folder, `${stem}-400.avif`)).metadata()).toMatchObject({ width: 400, format: 'heif' });
    expect(await sharp(path.join(folder, `${stem}-1200.webp`)).metadata()).toMatchObject({ width: 900, format: 'webp' });
    expect(preview.length).toBeLessThan(300);
  });

  test('for emails there is a square JPEG, because Outlook shows nothing else and crops nothing', async () => {
    const { stem } = await encodePicture('wide.png', await plain('#884422'), picturesIn(folder));
    expect(await sharp(path.join(folder, `${stem}-400.jpg`)).metadata()).toMatchObject({ width: 400, height: 400, format: 'jpeg' });
  });

  test.each([
    [300, 400],
    [400, 400],
    [401, 800],
    [3000, 1200],
  ])('a picture that is %i pixels wide has files for layouts up to %i pixels wide', async (width, widest) => {
    const { stem } = await encodePicture('a.jpg', await plain('#112233', width), picturesIn(path.join(folder, 'steps')));
    expect(stem).toMatch(new RegExp(`\\.${widest}$`));
  });

  test('different content gives a different URL', async () => {
    expect(hashedName('a.jpg', await plain('#000000'))).not.toBe(hashedName('a.jpg', await plain('#ffffff')));
  });

  test('a file name without letters and digits still gives a URL', () => {
    expect(hashedName('???.png', Buffer.from('x'))).toMatch(/^picture\.[0-9a-f]{8}$/);
  });

  test('an unreadable file is refused with its name', async () => {
    await expect(encodePicture('notes.jpg', Buffer.from('hello'), picturesIn(folder))).rejects.toThrow(
      'notes.jpg is not a JPEG, PNG, WebP or AVIF picture.',
    );
  });

  test("a seller's picture replaces the sample of the same name, also after a restart", async () => {
    await registerPictures(db, { 'mug.webp': { stem: 'mug.11111111.400', preview: 'a' } }, 'shop');
    expect(await registerPictures(db, { 'mug.webp': { stem: 'mug.22222222.400', preview: 'b' } }, 'seller')).toBe(1);
    expect(await registerPictures(db, { 'mug.webp': { stem: 'mug.11111111.400', preview: 'a' } }, 'shop')).toBe(0);
    expect(await db.selectFrom('picture').select('stem').execute()).toEqual([{ stem: 'mug.22222222.400' }]);
  });
});
