import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SeedData } from '#server/domain/catalogue/seed-shop.ts';
import { rootFolder } from '#server/root-folder.ts';
import { readManifest } from '#server/storage/pictures.ts';

const readSeedFile = (name: string): Promise<string> => readFile(path.join(rootFolder, 'server/db/seed-data', name), 'utf8');

/** The ways to get an order of a shop with samples, as JSON. */
export const readSampleDelivery = (): Promise<string> => readSeedFile('delivery.json');

/** Reads the sample products, their categories and the shop's own pictures from disk. */
export const readSeedData = async (): Promise<SeedData> => ({
  categories: await readSeedFile('categories.json'),
  products: await readSeedFile('catalogue.json'),
  pictures: await readManifest(),
});
