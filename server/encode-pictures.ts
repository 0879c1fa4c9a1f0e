import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PictureManifest } from '#server/domain/catalogue/pictures.ts';
import {
  encodedFolder,
  encodePicture,
  filesOf,
  hashedName,
  picturesIn,
  readManifest,
  sourceFolder,
  writeManifest,
} from '#server/storage/pictures.ts';

/** The home page's hero image is not a product picture; its encodings are in `src/screens/home/pictures`. */
const notProducts = new Set(['hero.webp']);

const sources = (await readdir(sourceFolder)).filter((file) => /\.(webp|png|jpe?g)$/.test(file) && !notProducts.has(file));
const previous = await readManifest();
const existingFiles = new Set(await readdir(encodedFolder).catch((): string[] => []));
const pictures: PictureManifest = {};
let encodedCount = 0;

for (const file of sources) {
  const source = await readFile(path.join(sourceFolder, file));
  const picture = previous[file];
  if (picture?.stem.startsWith(`${hashedName(file, source)}.`) && filesOf(picture.stem).every((name) => existingFiles.has(name))) {
    pictures[file] = picture;
    continue;
  }
  pictures[file] = await encodePicture(file, source, picturesIn(encodedFolder));
  encodedCount += 1;
}
await writeManifest(pictures);

const expectedFiles = new Set(['manifest.json', ...Object.values(pictures).flatMap(({ stem }) => filesOf(stem))]);
for (const name of existingFiles) if (!expectedFiles.has(name)) await rm(path.join(encodedFolder, name));

const sizes = await Promise.all([...expectedFiles].map(async (name) => (await stat(path.join(encodedFolder, name))).size));
const megabytes = sizes.reduce((total, size) => total + size, 0) / 1e6;
console.log(`${sources.length} pictures, ${encodedCount} of them encoded now; ${megabytes.toFixed(1)} MB kept.`);
