import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportRow } from '#server/domain/catalogue-file.ts';
import { readRows } from '#server/domain/catalogue-file.ts';
import { checkRows, importCatalogue } from '#server/domain/catalogue-import.ts';
import { openShop } from '#server/open-shop.ts';

const seedFile = fileURLToPath(new URL('../server/db/seed-data/catalogue.json', import.meta.url));

const looks = [
  'Plain',
  'Speckled',
  'Ribbed',
  'Dipped',
  'Carved',
  'Smoked',
  'Banded',
  'Fluted',
  'Faceted',
  'Pale',
  'Dark',
  'Soft',
  'Rough',
  'Waxed',
];
const places = [
  'Agden',
  'Bexley',
  'Coombe',
  'Dunmere',
  'Elsdon',
  'Farlow',
  'Garth',
  'Hinton',
  'Ibsley',
  'Kelby',
  'Loxton',
  'Marsh',
  'Norden',
  'Oakham',
];
const uses = [
  'for every morning',
  'for a small kitchen',
  'to give away',
  'for the long table',
  'that ages well',
  'for wet hands',
  'made to be mended',
  'for the windowsill',
  'that stacks',
  'for two',
];
const ways = [
  'Made slowly',
  'Finished by hand',
  'Made in small batches',
  'Made to order',
  'Turned and oiled',
  'Fired twice',
  'Woven on a hand loom',
];

/** The same numbers every time, so that two measurements are of the same goods (a linear congruential generator). */
const dice = () => {
  let state = 20_260_101;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
};

/** Goods made up from the shop's own, for measuring: their names say that they are samples. */
const sampleGoods = async (count: number): Promise<ImportRow[]> => {
  const seeds = checkRows(readRows(await readFile(seedFile, 'utf8'), 'json')).map(({ row }) => row);
  const roll = dice();
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[roll(values.length)];
    if (value === undefined) throw new Error('There is nothing to pick from.');
    return value;
  };
  return Array.from({ length: count }, (_, at) => {
    const seed = pick(seeds);
    const [name = ''] = seed.name.split(/[,:]/);
    const number = at + 1;
    const colors = seed.colors.map((color) => ({
      ...color,
      sizes: color.sizes.map((size) => {
        const saleCount = roll(12);
        return { ...size, saleCount, stock: saleCount + roll(15) };
      }),
    }));
    const sizes = colors.flatMap((color) => color.sizes);
    const sold = sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.saleCount, 0) : roll(80);
    return {
      ...seed,
      id: `sample-${number}`,
      sku: `SAMPLE-${number}`,
      name: `${pick(looks)} ${name.toLowerCase()} from ${pick(places)}, sample ${number}`,
      shortDescription: `${pick(ways)}, ${pick(uses)}. ${seed.shortDescription.slice(0, 60).trim()}, ${pick(uses)}.`,
      basePrice: Math.round((4 + roll(9600) / 100) * 100) / 100,
      resellerPrice: roll(40) / 10,
      discount: roll(5) === 0 ? pick([5, 10, 15, 20, 25, 30]) : 0,
      stock: sizes.length > 0 ? sizes.reduce((sum, size) => sum + size.stock, 0) : sold + roll(60),
      saleCount: sold,
      new: roll(12) === 0,
      createdAt: new Date(Date.UTC(2025, 0, 1) + roll(500) * 86_400_000).toISOString(),
      colors,
    };
  });
};

/** So many rows go into the database at once. */
const batch = 2500;

/** Fills an empty data folder with so many sample goods. */
export const fillWithSamples = async (folder: string, count: number): Promise<void> => {
  const store = await openShop({ dataDir: path.resolve(folder), databaseUrl: undefined });
  try {
    await store.db.deleteFrom('product').execute();
    const goods = await sampleGoods(count);
    for (let start = 0; start < goods.length; start += batch)
      await importCatalogue(
        store.db,
        goods.slice(start, start + batch).map((value, at) => ({ line: at + 1, value })),
        { now: new Date() },
      );
  } finally {
    await store.db.destroy();
  }
};
