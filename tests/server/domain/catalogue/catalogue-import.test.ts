import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { unitPrice } from '#contract/pricing.ts';
import { withoutDirections } from '#contract/text-line.ts';
import type { Database } from '#server/db/schema.ts';
import { announceProducts, catalogueVersions, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { type ImportRow, importRow, readRows, writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { addCategory, removeCategory } from '#server/domain/catalogue/categories.ts';
import { withdrawProduct } from '#server/domain/catalogue/products.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { Invalid } from '#server/domain/failure.ts';
import { claimStock } from '#server/domain/orders/order-stock.ts';
import { isQuick } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { refusalOf } from '#tests/support/refusal-of.ts';

const db = await freshDatabase();
// The stock in the file is used, so that each test states all its numbers; the tests under 'what was counted …' keep the shop's stock.
const settings = { now: openingDay, setsStock: true };

const importText = (text: string, format: 'json' | 'csv') => importCatalogue(db, readRows(text, format), settings);
const importJson = (rows: readonly object[]) => importText(JSON.stringify(rows, null, 2), 'json');

const spoon = { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 3 };

beforeEach(async () => {
  await db.deleteFrom('product').execute();
});

const keepable = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => withoutDirections(text.replaceAll('\0', '')));
const named = keepable.map((text) => `${text}x`);
const listed = fc.string({ maxLength: 12 }).map((text) => `t${text.replaceAll('|', '')}`.trim());
const identifier = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 1, maxLength: 12 });
const price = fc.integer({ min: 0, max: 100_000_000 }).map((amount) => amount / 100);
const counted = fc
  .integer({ min: 0, max: 500 })
  .chain((stock) => fc.record({ stock: fc.constant(stock), saleCount: fc.integer({ min: 0, max: stock }) }));
const file = fc.constantFrom('mug-oat-front.webp', 'throw-oat-front.webp');

const size = fc.tuple(named, counted).map(([name, count]) => ({ name, ...count }));
const color = fc.record({
  color: named,
  hex: fc.constantFrom('', '#DBCCB2', '#000000'),
  image: fc.oneof(fc.constant(''), file),
  sizes: fc.uniqueArray(size, { selector: ({ name }) => name, maxLength: 3 }),
});
const netQuantity = fc.constantFrom('', '100 g', '1.5 l');
const type = fc
  .tuple(identifier, named, price, netQuantity, fc.option(counted, { nil: { saleCount: 0 } }))
  .map(([id, name, basePrice, quantity, count]) => ({ id, name, basePrice, netQuantity: quantity, ...count }));
const image = fc.tuple(file, keepable, fc.option(keepable, { nil: undefined })).map(([picture, alt, shown]) => ({
  file: picture,
  alt,
  ...(shown !== undefined && { color: shown }),
}));

const withSums = (row: ImportRow): ImportRow => {
  const sizes = row.colors.flatMap((own) => own.sizes);
  if (sizes.length === 0) return row;
  const total = (field: 'stock' | 'saleCount') => sizes.reduce((sum, own) => sum + own[field], 0);
  return { ...row, stock: total('stock'), saleCount: total('saleCount') };
};

const row: fc.Arbitrary<ImportRow> = fc
  .record({
    id: identifier,
    sku: keepable,
    name: named,
    shortDescription: keepable,
    fullDescription: keepable,
    basePrice: price,
    discount: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    resellerPrice: price,
    deliveryCost: price,
    makingDays: fc.integer({ min: 0, max: 250 }),
    featured: fc.integer({ min: 0, max: 99 }),
    count: counted,
    categories: fc.subarray(['kitchen-table', 'garden', 'textiles']),
    tags: fc.array(listed, { maxLength: 3 }),
    material: keepable,
    weight: keepable,
    dimensions: keepable,
    realSize: fc.constantFrom('', 'mug 85 × 90', 'box 1300x1800'),
    care: keepable,
    madeIn: keepable,
    netQuantity,
    ingredients: keepable,
    warnings: keepable,
    maker: keepable,
    responsiblePerson: keepable,
    batch: keepable,
    usuallyBack: keepable,
    optionLabel: keepable,
    new: fc.boolean(),
    personalised: fc.boolean(),
    createdAt: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
    images: fc.array(image, { maxLength: 3 }),
    colors: fc.uniqueArray(color, { selector: (own) => own.color, maxLength: 3 }),
    types: fc.uniqueArray(type, { selector: ({ id }) => id, maxLength: 3 }),
  })
  .map(({ count, ...rest }) => withSums({ ...rest, ...count }));
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 });

describe('a catalogue that the seller exports can be imported again', () => {
  test.each(['json', 'csv'] as const)('any products that are exported to a %s file and imported again are unchanged', async (format) => {
    await fc.assert(
      fc.asyncProperty(rows, async (goods) => {
        await db.deleteFrom('product').execute();
        await importText(writeRows(goods, format), format);
        expect(await exportCatalogue(db)).toEqual(goods);
      }),
      { numRuns: propertyRuns(isQuick ? 15 : 60) },
    );
  });

  test('every row of a CSV file is read with the number of the line where it starts, whatever it contains', () => {
    fc.assert(
      fc.property(rows, (goods) => {
        const text = writeRows(goods, 'csv');
        const lines = text.split('\n');
        for (const { line = 0, value } of readRows(text, 'csv')) {
          const { id } = importRow.parse(value);
          expect(lines.slice(line - 1, line + 1).join('')).toContain(id);
        }
      }),
    );
  });

  test('a file from a spreadsheet is imported with its byte order mark, empty lines, spaces in lists and empty cells', async () => {
    const text =
      '\uFEFFid,name,basePrice,stock,new,tags,createdAt,images\r\n\r\nspoon,"A ""good"" spoon,\r\nlong",4.50,3,TRUE, gift | garden ,,\r\n';
    expect(await importText(text, 'csv')).toMatchObject({ added: 1, changed: 0 });
    expect(await exportCatalogue(db)).toMatchObject([
      {
        id: 'spoon',
        name: 'A "good" spoon,\r\nlong',
        basePrice: 4.5,
        stock: 3,
        new: true,
        tags: ['gift', 'garden'],
        createdAt: openingDay.toISOString(),
      },
    ]);
  });
});

describe('a file as spreadsheets write it', () => {
  test.each([
    ['semicolons and commas in prices, as on the continent', 'id;name;basePrice;stock\r\nspoon;"Oak; long";4,50;3\r\n'],
    ['tabs', 'id\tname\tbasePrice\tstock\nspoon\t"Oak; long"\t4.5\t3\n'],
    ['pounds and rows of empty cells', 'id,name,basePrice,stock\n,,,\nspoon,Oak; long,£4.50,3\n,,,\n'],
  ])('with %s is read', async (_, text) => {
    await importText(text, 'csv');
    expect(await exportCatalogue(db)).toMatchObject([{ id: 'spoon', name: 'Oak; long', basePrice: 4.5, stock: 3 }]);
  });

  test.each(['1,500', '1.500,00', '4,5,0', '£', '4 50'])(
    'with a price of %s, which may mean two things or none, is refused at its line',
    async (price) => {
      const refusal = await refusalOf(importText(`id;name;basePrice;stock\nspoon;Spoon;${price};3\n`, 'csv'));
      expect(refusal.errors).toEqual({ 'line 2': 'spoon: basePrice: must be a price in pounds.' });
    },
  );

  test.each([
    ['csv', 'id,basePrice\nspoon,5\n'],
    ['json', '[{"id": "spoon", "basePrice": 5}]'],
  ] as const)('leaves what it has no column for as it is (%s)', async (format, text) => {
    await importJson([
      { ...spoon, shortDescription: 'Of oak.', tags: ['gift'], colors: [{ color: 'Oak', sizes: [{ name: 'S', stock: 3 }] }] },
    ]);
    await importText(text, format);
    expect(await exportCatalogue(db)).toMatchObject([
      {
        name: 'Spoon',
        basePrice: 5,
        stock: 3,
        shortDescription: 'Of oak.',
        tags: ['gift'],
        colors: [{ color: 'Oak', sizes: [{ name: 'S', stock: 3 }] }],
      },
    ]);
  });

  test('an empty cell of a column that it has empties the field', async () => {
    await importJson([{ ...spoon, shortDescription: 'Of oak.', tags: ['gift'] }]);
    await importText('id,name,basePrice,stock,shortDescription,tags\nspoon,Spoon,4.5,3,,\n', 'csv');
    expect(await exportCatalogue(db)).toMatchObject([{ shortDescription: '', tags: [] }]);
  });

  test('a category that there is not is told once, with how many rows have it', async () => {
    const rows = ['a', 'b', 'c'].map((id) => `${id},${id},1,1,${id === 'b' ? 'pots' : 'spoons'}`);
    const refusal = await refusalOf(importText(`id,name,basePrice,stock,categories\n${rows.join('\n')}\n`, 'csv'));
    expect(refusal).toMatchObject({
      message: 'Nothing was imported: 3 rows cannot be accepted.',
      errors: {
        'line 2': 'a: categories: there is no category "spoons", as 1 other row would have it.',
        'line 3': 'b: categories: there is no category "pots".',
      },
    });
    expect(refusal.errors).not.toHaveProperty('line 4');
  });
});

describe('an import adds and replaces', () => {
  test('an import replaces products of the same id and keeps the others, all in their order', async () => {
    await importJson([spoon, { ...spoon, id: 'fork', colors: [{ color: 'Oak' }] }]);
    expect(
      await importJson([
        { ...spoon, name: 'Long spoon' },
        { ...spoon, id: 'knife' },
      ]),
    ).toMatchObject({ added: 1, changed: 1 });
    expect((await listProducts(db)).map(({ name, _id }) => [_id, name])).toEqual([
      ['spoon', 'Long spoon'],
      ['fork', 'Spoon'],
      ['knife', 'Spoon'],
    ]);
  });

  test('a replaced product keeps its creation date, unless the file has another', async () => {
    await importJson([{ ...spoon, createdAt: '2024-01-01T00:00:00.000Z' }]);
    await importJson([spoon]);
    expect(await exportCatalogue(db)).toMatchObject([{ createdAt: '2024-01-01T00:00:00.000Z' }]);
  });

  test('an import raises the catalogue version, so that a running shop shows the change', async () => {
    const before = (await catalogueVersions(db)).version;
    await importJson([spoon]);
    expect((await catalogueVersions(db)).version).toBeGreaterThan(before);
  });

  test.each([
    [0, 450],
    [100, 0],
    [12.5, 394],
  ])('a discount of %d percent leaves %d pence of £4.50', async (discount, unit) => {
    await importJson([{ ...spoon, discount }]);
    const [product] = await listProducts(db);
    expect(product && unitPrice(product, false).unit).toBe(unit);
  });
});

const sizedMug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 18,
  stock: 10,
  colors: [
    {
      color: 'Oat',
      sizes: [
        { name: 'S', stock: 6 },
        { name: 'L', stock: 4 },
      ],
    },
  ],
  types: [{ id: 'boxed', name: 'Boxed', basePrice: 20, stock: 6 }],
};
const sellMugs = (size: string, quantity: number, color = 'Oat') =>
  db.transaction().execute(async (transaction) => {
    const { id: size_id } = await transaction
      .selectFrom('product_size')
      .select('id')
      .where('color', '=', color)
      .where('name', '=', size)
      .executeTakeFirstOrThrow();
    await claimStock(transaction, [{ product_id: 'mug', type_id: 'boxed', color, size, size_id, quantity }], 1);
  });
const mugCounts = async () => {
  const [mug] = await exportCatalogue(db);
  return {
    sold: mug?.saleCount,
    sizes: mug?.colors.flatMap(({ sizes }) => sizes.map(({ name, saleCount }) => [name, saleCount])),
    types: mug?.types.map(({ id, saleCount }) => [id, saleCount]),
  };
};

describe('an import never forgets what was sold', () => {
  test('units bought between the export and the import stay sold, of the product, the size and the type', async () => {
    await importJson([sizedMug]);
    await sellMugs('S', 1);
    const file = await exportCatalogue(db);
    await sellMugs('S', 2);
    await importJson(file);
    expect(await mugCounts()).toEqual({
      sold: 3,
      sizes: [
        ['S', 3],
        ['L', 0],
      ],
      types: [['boxed', 3]],
    });
  });

  test('a file with more sales, or with none, does not change the sold counts', async () => {
    await importJson([{ ...spoon, saleCount: 2 }]);
    for (const saleCount of [0, 3]) {
      await importJson([{ ...spoon, saleCount }]);
      expect(await exportCatalogue(db)).toMatchObject([{ stock: 3, saleCount: 2 }]);
    }
  });

  test('a new product, a new size and a new type get the sold count of the file', async () => {
    await importJson([sizedMug]);
    await sellMugs('S', 2);
    const [oat] = sizedMug.colors;
    await importJson([
      {
        ...sizedMug,
        stock: 13,
        saleCount: 1,
        colors: [{ color: 'Oat', sizes: [...(oat?.sizes ?? []), { name: 'XL', stock: 3, saleCount: 1 }] }],
        types: [...sizedMug.types, { id: 'plain', name: 'Plain', basePrice: 17, stock: 4, saleCount: 4 }],
      },
    ]);
    expect(await mugCounts()).toEqual({
      sold: 3,
      sizes: [
        ['S', 2],
        ['L', 0],
        ['XL', 1],
      ],
      types: [
        ['boxed', 2],
        ['plain', 4],
      ],
    });
  });

  test('a size that is removed takes its sold count along, so that the others can all be sold', async () => {
    await importJson([sizedMug]);
    await sellMugs('S', 6);
    await importJson([{ ...sizedMug, stock: 4, colors: [{ color: 'Oat', sizes: [{ name: 'L', stock: 4 }] }], types: [] }]);
    expect(await mugCounts()).toEqual({ sold: 0, sizes: [['L', 0]], types: [] });
  });

  test('a product that is counted by size from now on keeps what was sold before', async () => {
    await importJson([{ ...spoon, stock: 8, saleCount: 5 }]);
    const size = { name: 'S', stock: 8 };
    await importJson([{ ...spoon, stock: 8, saleCount: 4, colors: [{ color: 'Oak', sizes: [{ ...size, saleCount: 4 }] }] }]);
    expect(await exportCatalogue(db)).toMatchObject([{ saleCount: 5, colors: [{ sizes: [{ ...size, saleCount: 5 }] }] }]);
  });

  test('the sales of a colour without sizes are exported and imported again, also into a new shop', async () => {
    await importJson([{ ...sizedMug, saleCount: 2, colors: [...sizedMug.colors, { color: 'Ink' }] }]);
    const before = await exportCatalogue(db);
    expect(before).toMatchObject([{ saleCount: 2 }]);
    await importJson(before);
    expect(await exportCatalogue(db)).toEqual(before);
    await db.deleteFrom('product').execute();
    await importJson(before);
    expect(await exportCatalogue(db)).toEqual(before);
  });

  const sentence = '3 are sold already, and stock counts them too: it cannot be set below 3.';
  test.each<[string, object, string]>([
    ['a product', { stock: 2, colors: [], types: [] }, `mug: stock: ${sentence}`],
    [
      'a size',
      {
        colors: [
          {
            color: 'Oat',
            sizes: [
              { name: 'S', stock: 2 },
              { name: 'L', stock: 8 },
            ],
          },
        ],
      },
      `mug: colors: "Oat" in "S": ${sentence}`,
    ],
    ['a type', { types: [{ id: 'boxed', name: 'Boxed', basePrice: 20, stock: 2 }] }, `mug: types: "boxed": ${sentence}`],
  ])('an import with less stock of %s than is sold is refused, as "stock set" refuses it', async (_, change, objection) => {
    await importJson([sizedMug]);
    await sellMugs('S', 3);
    const before = [await catalogueVersions(db), await exportCatalogue(db)];
    expect((await refusalOf(importJson([{ ...sizedMug, ...change }]))).errors).toEqual({ 'product 1': objection });
    expect([await catalogueVersions(db), await exportCatalogue(db)]).toEqual(before);
  });

  test('a new product with fewer sold units than its sizes together is refused', async () => {
    const sizes = [{ name: 'S', stock: 3, saleCount: 2 }];
    expect((await refusalOf(importJson([{ ...spoon, saleCount: 1, colors: [{ color: 'Oak', sizes }] }]))).errors).toEqual({
      'product 1': 'spoon: saleCount: is 1, but its sizes add up to 2.',
    });
  });
});

describe('what was counted since a file was written stays', () => {
  const importAgain = (rows: readonly object[]) => importCatalogue(db, readRows(JSON.stringify(rows), 'json'), { now: openingDay });

  test('a file with another price does not undo a stock count that was made after its export', async () => {
    await importJson([spoon, sizedMug]);
    const file = await exportCatalogue(db);
    await countStock(db, 'spoon', 20);
    await countStock(db, 'mug/Oat/S', 1);
    await countStock(db, 'mug/boxed', 2);
    const counted = await exportCatalogue(db);
    const dearer = file.map((row) => ({ ...row, basePrice: row.basePrice + 1 }));
    expect(await importAgain(dearer)).toEqual({ added: 0, changed: 2, unchanged: 0, stockKept: 2 });
    expect(await exportCatalogue(db)).toEqual(counted.map((row) => ({ ...row, basePrice: row.basePrice + 1 })));
    // Unless the seller asks for it.
    expect(await importJson(file)).toMatchObject({ changed: 2, stockKept: 0 });
    expect(await exportCatalogue(db)).toEqual(file);
  });

  test('a new product, a new size and a new type get the stock of the file', async () => {
    await importJson([sizedMug]);
    await countStock(db, 'mug/Oat/S', 1);
    const [oat] = sizedMug.colors;
    const colors = [{ color: 'Oat', sizes: [...(oat?.sizes ?? []), { name: 'XL', stock: 3 }] }];
    const types = [...sizedMug.types, { id: 'plain', name: 'Plain', basePrice: 17, stock: 4 }];
    expect(await importAgain([{ ...sizedMug, stock: 13, colors, types }, spoon])).toEqual({
      added: 1,
      changed: 1,
      unchanged: 0,
      stockKept: 1,
    });
    const [mug, added] = await exportCatalogue(db);
    expect(mug?.stock).toBe(8);
    expect(mug?.colors[0]?.sizes.map(({ name, stock }) => [name, stock])).toEqual([
      ['S', 1],
      ['L', 4],
      ['XL', 3],
    ]);
    expect(mug?.types.map(({ id, stock }) => [id, stock])).toEqual([
      ['boxed', 6],
      ['plain', 4],
    ]);
    expect(added?.stock).toBe(3);
  });

  test('an export that is imported again changes no product, and says so', async () => {
    await importJson([spoon, sizedMug]);
    expect(await importAgain(await exportCatalogue(db))).toEqual({ added: 0, changed: 0, unchanged: 2, stockKept: 0 });
  });
});

describe('an import of many products', () => {
  const many = (count: number, over: object = {}) =>
    Array.from({ length: count }, (_, number) => ({ id: `spoon-${number}`, name: `Spoon ${number}`, basePrice: 4.5, stock: 3, ...over }));
  const importMany = (rows: readonly object[], over: Database = db, addsCategories = false) =>
    importCatalogue(
      over,
      rows.map((value, at) => ({ line: at + 1, value })),
      { ...settings, addsCategories },
    );

  /** Counts the products that an import writes in each transaction; `isVisible`: the part was announced before the next one. */
  const countWrites = () => {
    const writes: { products: number; isVisible: boolean }[] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        const { sql } = db.getExecutor().compileQuery(node, queryId);
        if (/^update "catalogue"/.test(sql) && !sql.includes('"base" = ')) writes.push({ products: 0, isVisible: false });
        const last = writes.at(-1);
        if (last && /^update "catalogue"/.test(sql)) last.isVisible = sql.includes('"base" = ');
        if (last && /^(?:insert into|update) "product" /.test(sql)) last.products += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return { writes, recorded: db.withPlugin(plugin) };
  };

  test('more than a hundred products are written in transactions of twenty, so that nobody waits for all, and shoppers see all after the last', async () => {
    const { writes, recorded } = countWrites();
    const version = (await catalogueVersions(db)).version;
    expect(await importMany(many(250), recorded)).toMatchObject({ added: 250, changed: 0 });
    const parts = Array.from({ length: 12 }, (_, at) => ({ products: 20, isVisible: at === 0 }));
    const last = (products: number) => [
      { products, isVisible: false },
      { products: 0, isVisible: true },
    ];
    expect(writes).toEqual([...parts, ...last(10)]);
    expect((await catalogueVersions(db)).version).toBe(version + 2);
    expect((await exportCatalogue(db)).map(({ id }) => id)).toEqual(many(250).map(({ id }) => id));
    expect(await importMany(many(251, { basePrice: 5 }), recorded)).toMatchObject({ added: 1, changed: 250 });
    expect(writes.slice(14)).toEqual([...parts, ...last(11)]);
  });

  test('a hundred products are one transaction', async () => {
    const { writes, recorded } = countWrites();
    await importMany(many(100), recorded);
    expect(writes).toEqual([{ products: 100, isVisible: true }]);
  });

  test('one invalid row at the end of a long file refuses all of it', async () => {
    const before = [await catalogueVersions(db), await exportCatalogue(db)];
    const refusal = await refusalOf(importMany([...many(250), { ...spoon, categories: ['toys'] }]));
    expect(refusal.errors).toEqual({ 'line 251': 'spoon: categories: there is no category "toys".' });
    expect([await catalogueVersions(db), await exportCatalogue(db)]).toEqual(before);
  });

  test.each([false, true])(
    'the file is checked before the catalogue is locked, so that no order waits for the check (may add categories: %s)',
    async (addsCategories) => {
      const statements: string[] = [];
      const recorded = db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          statements.push(db.getExecutor().compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const categories = addsCategories ? ['Board games'] : [];
      await importMany([{ ...many(1)[0], categories }, ...many(101).slice(1)], recorded, addsCategories);
      const isLock = (sql: string) => /^update "catalogue"/.test(sql);
      const readsForCheck = (sql: string) => /^select "slug".* from "category"/.test(sql);
      const lock = statements.findIndex(isLock);
      expect(statements.slice(0, lock).filter(readsForCheck)).toHaveLength(addsCategories ? 2 : 1);
      expect(statements.slice(lock).filter(readsForCheck)).toEqual([]);
      expect((await exportCatalogue(db))[0]?.categories).toEqual(addsCategories ? ['board-games'] : []);
      await db.deleteFrom('category').where('slug', '=', 'board-games').execute();
    },
  );

  test('a file that the seller makes invalid between its check and its first part is refused, and nothing has changed', async () => {
    await addCategory(db, { name: 'Toys' });
    const removing = {
      transaction: () => ({
        setIsolationLevel: () => db.transaction().setIsolationLevel('repeatable read'),
        execute: async <Result>(work: (transaction: Database) => Promise<Result>) => {
          await removeCategory(db, 'toys');
          return db.transaction().execute(work);
        },
      }),
    } as unknown as Database;
    const refusal = await refusalOf(importMany([{ ...spoon, categories: ['toys'] }], removing));
    expect(refusal.errors).toEqual({ 'line 1': 'spoon: categories: there is no category "toys".' });
    expect(await exportCatalogue(db)).toEqual([]);
  });

  test('units that are sold while a long file is written stay sold, and no more are sold than there are', async () => {
    const rows = many(300, { stock: 1, basePrice: 5 });
    const last = 'spoon-299';
    await importMany([many(1)[0] ?? {}, { ...many(1)[0], id: last }]);
    const readProduct = (id: string) =>
      db.selectFrom('product').select(['base_price', 'stock', 'sale_count']).where('id', '=', id).executeTakeFirstOrThrow();
    const importing = importMany(rows);
    // The file was checked and its first part written, but not the last: another transaction may come before each part.
    await expect.poll(async () => (await readProduct('spoon-0')).base_price, { timeout: 20_000, interval: 1 }).toBe(500);
    for (const _ of [1, 2])
      await db.transaction().execute(async (transaction) => {
        const { version } = await announceProducts(transaction);
        await claimStock(transaction, [{ product_id: last, quantity: 1, color: null, size: null, size_id: null, type_id: null }], version);
      });
    await importing;
    expect(await readProduct(last)).toEqual({ base_price: 500, stock: 2, sale_count: 2 });
  });

  test.each<[string, () => Promise<unknown>, Record<string, number>]>([
    ['withdraws one of its products', () => withdrawProduct(db, 'spoon-299', settings.now), { 'spoon-299': 450, 'spoon-0': 500 }],
    ['imports another file', () => importMany(many(300, { basePrice: 6 })), { 'spoon-299': 600, 'spoon-0': 600 }],
  ])('when somebody else %s while a long file is imported, their change stays', async (_, meanwhile, prices) => {
    await importMany(many(300));
    const priceOf = async (id: string) =>
      (await db.selectFrom('product').select('base_price').where('id', '=', id).executeTakeFirstOrThrow()).base_price;
    const refusal = refusalOf(importMany(many(300, { basePrice: 5 })));
    await expect.poll(() => priceOf('spoon-0'), { timeout: 20_000, interval: 1 }).toBe(500);
    await meanwhile();
    expect(await refusal).toMatchObject({ code: 'changed', message: expect.stringMatching(/^Only the first \d+ of 300 products/) });
    for (const [id, price] of Object.entries(prices)) expect(await priceOf(id)).toBe(price);
  });

  test('an import that ends in the middle shows what is written, and can be repeated', async () => {
    const { writes, recorded } = countWrites();
    const { version } = await catalogueVersions(db);
    const failing = recorded.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (writes.length === 2 && /^insert into "product" /.test(db.getExecutor().compileQuery(node, queryId).sql))
          throw new Error('The disk is full.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(importMany(many(120), failing)).rejects.toThrow('The disk is full.');
    expect(await exportCatalogue(db)).toHaveLength(20);
    expect((await catalogueVersions(db)).version).toBe(version + 2);
    expect(await importMany(many(120))).toMatchObject({ added: 100, changed: 0, unchanged: 20 });
    expect(await exportCatalogue(db)).toHaveLength(120);
  });
});

describe('an import is all or nothing', () => {
  test('one invalid row refuses the whole file, and is named by its id and its place', async () => {
    await importJson([{ ...spoon, id: 'old' }]);
    const before = [await catalogueVersions(db), await exportCatalogue(db)];
    const refusal = await refusalOf(
      importText(`[\n  ${JSON.stringify(spoon)},\n  {"id": "fork", "name": "Fork",\n   "basePrice": -1, "stock": 2}\n]`, 'json'),
    );
    expect(refusal.message).toBe('Nothing was imported: one row cannot be accepted.');
    expect(refusal.errors).toEqual({ 'product 2': 'fork: basePrice: must be 0 or more.' });
    expect([await catalogueVersions(db), await exportCatalogue(db)]).toEqual(before);
  });

  test('a row that is valid alone but not with the rest of the catalogue refuses the whole file, too', async () => {
    const before = [await catalogueVersions(db), await exportCatalogue(db)];
    const refusal = await refusalOf(
      importText(`[${JSON.stringify(spoon)},\n${JSON.stringify({ ...spoon, id: 'fork', categories: ['toys'] })}]`, 'json'),
    );
    expect(refusal.errors).toEqual({ 'product 2': 'fork: categories: there is no category "toys".' });
    expect([await catalogueVersions(db), await exportCatalogue(db)]).toEqual(before);
  });

  test('a new picture of a refused file is not stored either', async () => {
    const pictures = { 'new.webp': { stem: 'new.00000000.400', preview: '' } };
    const bad = [{ line: 1, value: { ...spoon, images: [{ file: 'new.webp' }], categories: ['toys'] } }];
    await refusalOf(importCatalogue(db, bad, { ...settings, pictures }));
    expect(await db.selectFrom('picture').selectAll().where('file', '=', 'new.webp').execute()).toEqual([]);
  });

  test('a refused import encodes no picture, and keeps none that it has encoded before it was refused', async () => {
    const stems: string[] = [];
    const discarded: string[] = [];
    const source = {
      files: ['new.webp', 'old.webp', 'broken.webp'],
      encode: async (file: string) => {
        if (file === 'broken.webp') throw new Invalid('broken.webp could not be read as a picture.');
        const stem = `${file.replace('.webp', '')}.00000000.400`;
        stems.push(stem);
        return { stem, preview: '' };
      },
      discard: async (unused: readonly string[]) => void discarded.push(...unused),
    };
    const importWith = (...values: readonly object[]) =>
      importCatalogue(
        db,
        values.map((value, at) => ({ line: at + 1, value })),
        { ...settings, source },
      );
    const withPicture = (...files: readonly string[]) => ({ ...spoon, images: files.map((file) => ({ file })) });
    await importWith(withPicture('old.webp'));
    await refusalOf(importWith({ ...withPicture('new.webp'), categories: ['toys'] }));
    expect(stems).toEqual(['old.00000000.400']);
    expect((await refusalOf(importWith(withPicture('old.webp', 'new.webp', 'broken.webp')))).message).toContain('broken.webp');
    expect(discarded).toEqual(['new.00000000.400']);
    expect(await db.selectFrom('picture').select('file').where('file', 'in', source.files).execute()).toEqual([{ file: 'old.webp' }]);
    await db.deleteFrom('picture').where('file', '=', 'old.webp').execute();
  });

  const sized = {
    ...spoon,
    stock: 3,
    colors: [
      {
        color: 'Oak',
        sizes: [
          { name: 'S', stock: 2 },
          { name: 'M', stock: 2 },
        ],
      },
    ],
  };
  test.each<[string, object, string]>([
    ['a price with three decimals', { basePrice: 4.555 }, 'spoon: basePrice: must have at most 2 decimals.'],
    ['a price in words', { basePrice: 'four' }, 'spoon: basePrice: must be a price in pounds.'],
    ['an absurd price', { basePrice: 1e9 }, 'spoon: basePrice: is too high.'],
    ['a discount above 100', { discount: 101 }, 'spoon: discount: must be from 0 to 100.'],
    ['a discount below 0', { discount: -1 }, 'spoon: discount: must be from 0 to 100.'],
    [
      'an outline without a height',
      { realSize: 'box 85' },
      'spoon: realSize: must be one of box, oval, mug, bowl, pot, jar, vase, with width and height in millimetres, such as “mug 85 × 90”.',
    ],
    ['half a spoon', { stock: 1.5 }, 'spoon: stock: must be a whole number.'],
    ['more sold than there were', { saleCount: 4 }, 'spoon: saleCount: must not be above stock.'],
    ['an empty name', { name: '  ' }, 'spoon: name: must not be empty.'],
    ['a character that no database keeps', { name: 'Spo\0on' }, 'spoon: name: must not contain characters that are no text.'],
    ['an id with a slash', { id: '../spoon' }, '../spoon: id: may hold letters, digits, "-" and "_" only.'],
    ['a field that nobody knows', { prize: 3 }, 'spoon: prize: not a field of the catalogue.'],
    ['a day that is none', { createdAt: '2025-02-30T00:00:00Z' }, 'spoon: createdAt: must be a time such as 2025-09-01T09:00:00.000Z.'],
    ['a colour that is none', { colors: [{ color: 'Oak', hex: 'brown' }] }, 'spoon: colors.0.hex: must be a colour such as #DBCCB2.'],
    ['an unknown picture', { images: [{ file: 'x.webp' }] }, 'spoon: images: there is no picture "x.webp".'],
    ['an unknown picture of a colour', { colors: [{ color: 'Oak', image: 'x.webp' }] }, 'spoon: images: there is no picture "x.webp".'],
    ['a colour twice', { colors: [{ color: 'Oak' }, { color: 'Oak' }] }, 'spoon: colors: "Oak" stands there twice.'],
    ['sizes that do not add up', sized, 'spoon: stock: is 3, but its sizes add up to 4.'],
    [
      'a type twice',
      {
        types: [
          { id: 'a', name: 'A', basePrice: 1 },
          { id: 'a', name: 'B', basePrice: 1 },
        ],
      },
      'spoon: types: the id "a" stands there twice.',
    ],
  ])('an import refuses %s', async (_, change, sentence) => {
    expect((await refusalOf(importJson([{ ...spoon, ...change }]))).errors).toEqual({ 'product 1': sentence });
  });

  test('a repeated id is refused where it is repeated', async () => {
    const refusal = await refusalOf(importJson([spoon, spoon]));
    expect(refusal.errors).toEqual({ 'product 2': 'spoon: id: stands on product 1 already.' });
  });

  test('every invalid line is named at once', async () => {
    const refusal = await refusalOf(importText('id,name,basePrice,stock\na,A,1,1\nb,"B\nB",x,1\nc,,1,1\n', 'csv'));
    expect(refusal.message).toBe('Nothing was imported: 2 rows cannot be accepted.');
    expect(refusal.errors).toEqual({ 'line 3': 'b: basePrice: must be a price in pounds.', 'line 5': 'c: name: must not be empty.' });
  });

  test.each<[string, string, 'json' | 'csv', Record<string, string>]>([
    [
      'rows that are no products',
      '[\n1,\n[]\n]',
      'json',
      { 'product 1': 'must be a product: fields with values.', 'product 2': 'must be a product: fields with values.' },
    ],
    ['columns that nobody knows', 'id,prize\na,1\n', 'csv', { 'line 1': 'These columns are not known: prize.' }],
    ['a row with too many cells', 'id,name\na,b\na,b,c\n', 'csv', { 'line 3': 'It has 3 cells, the first line 2.' }],
    ['quotes that do not end', 'id,name\n"a,b\n', 'csv', { 'line 2': 'The quotes around a cell do not match.' }],
    ['lists in a cell that is none', 'id,name,basePrice,stock,images\na,A,1,1,[oops\n', 'csv', { 'line 2': 'a: images: must be a list.' }],
  ])('an import refuses a file with %s', async (_, text, format, errors) => {
    expect((await refusalOf(() => importText(text, format))).errors).toEqual(errors);
  });

  test.each([
    ['no list', '{"id": "a"}', 'Nothing was imported: the file must hold a JSON list of products.'],
    ['an empty file', '', 'Nothing was imported: the file is not valid JSON. '],
    ['a broken row', '[\n{"id": "a"},\n{"id": }\n]', 'Nothing was imported: the file is not valid JSON. '],
    ['a list that does not end', '[\n{"id": "a"}\n', 'Nothing was imported: the file is not valid JSON. '],
  ])('an import refuses a JSON file with %s', async (_, text, message) => {
    expect((await refusalOf(() => importText(text, 'json'))).message).toContain(message);
  });
});
