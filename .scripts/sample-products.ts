import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportRow, importRow, readRows } from '#server/domain/catalogue/catalogue-file.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { openShop } from '#server/open-shop.ts';

const seedFile = fileURLToPath(new URL('../server/db/seed-data/catalogue.json', import.meta.url));

const adjectives = 'Plain Speckled Ribbed Dipped Carved Smoked Banded Fluted Faceted Pale Dark Soft Rough Waxed'.split(' ');
const townNames = 'Agden Bexley Coombe Dunmere Elsdon Farlow Garth Hinton Ibsley Kelby Loxton Marsh Norden Oakham'.split(' ');
const purposes =
  'for every morning, for a small kitchen, to give away, for the long table, that ages well, for wet hands, made to be mended, for the windowsill, that stacks, for two'.split(
    ', ',
  );
const techniques =
  'Made slowly, Finished by hand, Made in small batches, Made to order, Turned and oiled, Fired twice, Woven on a hand loom'.split(', ');

/** Random integers below `max` from a fixed seed (linear congruential generator), so that every measurement uses the same products. */
const createRandom = () => {
  let state = 20_260_101;
  return (max: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
};

/** Generates products from the seed catalogue; "sample" is part of every name. */
const createSampleProducts = async (count: number): Promise<ImportRow[]> => {
  const seeds = readRows(await readFile(seedFile, 'utf8'), 'json').map(({ value }) => importRow.parse(value));
  const random = createRandom();
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[random(values.length)];
    if (value === undefined) throw new Error('Cannot pick from an empty list.');
    return value;
  };
  return Array.from({ length: count }, (_, index) => {
    const seed = pick(seeds);
    const [name = ''] = seed.name.split(/[,:]/);
    const number = index + 1;
    const colors = seed.colors.map((color) => ({
      ...color,
      sizes: color.sizes.map((size) => {
        const saleCount = random(12);
        return { ...size, saleCount, stock: saleCount + random(15) };
      }),
    }));
    const sizes = colors.flatMap((color) => color.sizes);
    const sold = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.saleCount, 0) : random(80);
    return {
      ...seed,
      id: `sample-${number}`,
      sku: `SAMPLE-${number}`,
      name: `${pick(adjectives)} ${name.toLowerCase()} from ${pick(townNames)}, sample ${number}`,
      shortDescription: `${pick(techniques)}, ${pick(purposes)}. ${seed.shortDescription.slice(0, 60).trim()}, ${pick(purposes)}.`,
      basePrice: Math.round((4 + random(9600) / 100) * 100) / 100,
      resellerPrice: random(40) / 10,
      discount: random(5) === 0 ? pick([5, 10, 15, 20, 25, 30]) : 0,
      stock: sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.stock, 0) : sold + random(60),
      saleCount: sold,
      new: random(12) === 0,
      createdAt: new Date(Date.UTC(2025, 0, 1) + random(500) * 86_400_000).toISOString(),
      colors,
    };
  });
};

/** Creates a SQLite shop with `count` sample products in a data folder. */
export const importSampleProducts = async (folder: string, count: number): Promise<void> => {
  const shop = await openShop({ dataDir: path.resolve(folder), databaseUrl: undefined });
  try {
    await shop.db.deleteFrom('product').execute();
    const products = await createSampleProducts(count);
    await importCatalogue(
      shop.db,
      products.map((value, index) => ({ line: index + 1, value })),
      { now: new Date() },
    );
  } finally {
    await shop.db.destroy();
  }
};
