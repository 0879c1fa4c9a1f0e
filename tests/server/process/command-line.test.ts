import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { modulesFor, runCommand } from '#server/commands/command-line.ts';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { readEnv } from '#server/env.ts';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { startAsTyped, startServerProcess } from '#tests/server/process/server-process.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-command-'));
afterAll(() => rm(home, { recursive: true }));

const inHome = (name: string): string => path.join(home, name);
/** Runs a command in a child process, as `npm run shop` does. */
const started = (folder: string, ...parameters: string[]) => startServerProcess('shop', { DATA_DIR: inHome(folder) }, parameters).exited;
const shopIn = (folder: string, ...parameters: string[]) => runShopCommand(inHome(folder), ...parameters);
const shop = (...parameters: string[]) => shopIn('data', ...parameters);
for (const folder of ['data', 'changed', 'shared', 'program', 'with-photos']) {
  const { db } = await openShop({ dataDir: inHome(folder), databaseUrl: undefined });
  await db.destroy();
}
const change = (...parameters: string[]) => shopIn('changed', ...parameters);
const spoon = { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 3 };

describe('the seller’s command line', { timeout: 60_000 }, () => {
  test('a command on a folder without a shop is refused in one sentence, and creates nothing', async () => {
    const folder = inHome('mistyped');
    expect(await shopIn('mistyped', 'orders', 'list')).toEqual({
      code: 1,
      out: '',
      err: `There is no shop in ${folder}. Set DATA_DIR to the folder of the server, start the server first, or make an empty shop with "init". Where systemd runs the server, the command "shop" of server/systemd has its settings.\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('a command says at a terminal which shop it talks to, once and beside its result', async () => {
    const said: string[] = [];
    const code = await runCommand(['mail', 'list', '--json'], {
      settings: () => readEnv({ DATA_DIR: inHome('data') }),
      out: (text) => said.push(`out: ${text}`),
      err: (text) => said.push(`err: ${text}`),
      note: (text) => said.push(`note: ${text}`),
    });
    expect([code, said]).toEqual([0, [`note: The shop in ${inHome('data')}:\n`, 'out: []\n']]);
  });

  test('several commands may use a data folder at once', async () => {
    const first = () => started('shared', 'catalogue', 'export', '--format', 'csv');
    const ends = await Promise.all([first(), first(), first()]);
    for (const { code, err, out } of ends) expect([code, err, out]).toEqual([0, '', ends[0]?.out]);
  });

  test('the process prints results, errors and invalid settings, and exits with 0, 1 or 2', async () => {
    const asTyped = startAsTyped('shop', { DATA_DIR: inHome('program') }, ['mail', 'list']);
    expect(await asTyped.exited).toEqual({ code: 0, out: 'There is no such mail.\n', err: '' });
    expect(await started('program', 'stock', 'set', 'nothing', '3')).toEqual({
      code: 1,
      out: '',
      err: 'This product is not in the shop.\n',
    });
    expect(await started('program', 'sell')).toMatchObject({ code: 2, out: '', err: expect.stringContaining("unknown command 'sell'") });
    const { exited } = startServerProcess('shop', { DATA_DIR: inHome('program'), PORT: 'many' }, ['mail', 'list']);
    expect(await exited).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^PORT /) });
  });

  test('a command loads the module of its first word only, and the help has those of all modules', async () => {
    const all = modulesFor(['--help']);
    const { out } = await shop('--help');
    const [, commands = ''] = out.split('\nCommands:\n');
    const listed = [...commands.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
    expect(all.flatMap(({ names }) => names).toSorted()).toEqual(listed.toSorted());
    for (const name of listed) {
      expect(modulesFor([name, 'list'])).toEqual(all.filter(({ names }) => names.includes(name)));
      expect(await shop(name, '--help')).toMatchObject({ code: 0, out: expect.stringMatching(`^Usage: shop ${name} `) });
    }
    expect(modulesFor(['orders'])).toHaveLength(1);
  });

  test('--help of the seller’s command line shows examples', async () => {
    expect(await shop('--help')).toMatchObject({ code: 0, out: expect.stringContaining('catalogue') });
    expect(await shop('catalogue', 'import', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('shop catalogue import products.csv'),
    });
  });

  test('catalogue export writes what catalogue import has read, to a file or the console', async () => {
    expect(await shop('catalogue', 'export', inHome('all.csv'))).toMatchObject({
      code: 0,
      out: `29 products written to ${inHome('all.csv')}.\n`,
    });
    expect(await shop('catalogue', 'import', inHome('all.csv'))).toMatchObject({
      code: 0,
      out: '0 products added, 0 changed, 29 unchanged.\n',
    });
    const console = await shop('catalogue', 'export', '--format', 'csv');
    expect(console.out).toBe(await readFile(inHome('all.csv'), 'utf8'));
    // By the byte order mark a spreadsheet knows that it is UTF-8, and saves it as such.
    expect(console.out).toMatch(/^\uFEFFid,/);
  });

  test('a catalogue file that is not UTF-8 is refused in a sentence that says how to save it, and nothing is imported', async () => {
    const file = inHome('cafe.csv');
    const text = 'id,name,basePrice,stock\ncafe,Café cup £5,5,3\n';
    await writeFile(file, text, 'latin1');
    expect(await change('catalogue', 'import', file)).toEqual({
      code: 1,
      out: '',
      err: `${file} is not UTF-8. Save it as UTF-8, which spreadsheets call "CSV UTF-8".\n`,
    });
    await writeFile(file, text);
    expect((await change('catalogue', 'import', file)).out).toBe('1 product added, 0 changed, 0 unchanged.\n');
  });

  test('an own catalogue is for sale after init and one import, with its categories and without the sample products', async () => {
    await writeFile(inHome('own.csv'), 'id,name,basePrice,stock,categories\nvase,Vase,24,3,Wall art|vases\nbowl,Bowl,12.50,8,vases\n');
    expect(await shopIn('own', 'init')).toEqual({
      code: 0,
      out: `An empty shop is at ${inHome('own')}. Add products with: shop catalogue import FILE --new-categories\n`,
      err: '',
    });
    expect(await shopIn('own', 'catalogue', 'import', inHome('own.csv'), '--new-categories')).toMatchObject({
      code: 0,
      out: '2 products added, 0 changed, 0 unchanged.\n',
    });
    expect((await shopIn('own', 'category', 'list')).out).toMatch(
      /^CATEGORY +NAME +PRODUCTS +DESCRIPTION\nwall-art +Wall art +1 *\nvases +Vases +2 *\n$/,
    );
    const { db } = await openShop({ dataDir: inHome('own'), databaseUrl: undefined });
    expect((await listProducts(db)).map(({ _id }) => _id)).toEqual(['vase', 'bowl']);
    await db.destroy();
    expect(await shopIn('own', 'init')).toMatchObject({
      code: 1,
      err: `There is a shop at ${inHome('own')} already. Nothing was changed.\n`,
    });
  });

  test('products are withdrawn, sold again and removed, and stock is counted, each with a sentence', async () => {
    await writeFile(inHome('spoons.json'), JSON.stringify([spoon, { ...spoon, id: 'ladle', name: 'Ladle' }]));
    await change('catalogue', 'import', inHome('spoons.json'));
    expect((await change('product', 'withdraw', 'spoon')).out).toBe('Spoon is no longer sold.\n');
    expect((await change('product', 'withdrawn')).out).toMatch(/^PRODUCT +NAME +WITHDRAWN\nspoon +Spoon +\d{4}-\d\d-\d\d\n$/);
    expect((await change('product', 'withdraw', 'spoon')).code).toBe(1);
    expect((await change('product', 'sell', 'spoon')).out).toBe('Spoon is for sale.\n');
    expect((await change('product', 'withdrawn')).out).toBe('No product is withdrawn.\n');
    await writeFile(inHome('sale.json'), JSON.stringify([{ ...spoon, discount: 20 }]));
    expect((await change('catalogue', 'import', inHome('sale.json'))).out).toMatch(
      /^0 products added, 1 changed, 0 unchanged\..*\nspoon: No reduction shows: it had cost £4\.50 for (?:less than a|1) day/,
    );
    expect((await change('product', 'reductions')).out).toMatch(
      /^PRODUCT +DISCOUNT +SHOWS +WHY\n(?:.*\n)*spoon +20 % +no +No reduction shows/,
    );
    expect((await change('stock', 'count', 'spoon', '7')).out).toBe('Spoon: 7 on the shelf, none of them ordered, 7 left to sell.\n');
    expect((await change('stock', 'count', 'stoneware-mug/Oat/350 ml', '9')).out).toMatch(/^Stoneware mug, Oat, 350 ml: 9 on the shelf/i);
    expect(await change('stock', 'count', 'spoon', 'many')).toMatchObject({ code: 2 });
    expect((await change('product', 'remove', 'ladle')).out).toBe('Ladle is removed.\n');
    expect((await change('product', 'remove', 'spoon')).out).toBe('Spoon is removed.\n');
    for (const command of ['withdraw', 'sell', 'remove'])
      expect(await change('product', command, '--help')).toMatchObject({ code: 0, out: expect.stringContaining(`product ${command}`) });
  });

  test('categories are added with a picture, renamed, ordered and removed', async () => {
    await sharp({ create: { width: 900, height: 900, channels: 3, background: '#446622' } })
      .jpeg()
      .toFile(inHome('shed.jpg'));
    expect((await change('category', 'add', 'Shed & garden', '--picture', inHome('shed.jpg'))).out).toBe(
      'Shed & garden is added. In files its name is shed-garden.\n',
    );
    expect((await change('category', 'rename', 'shed-garden', 'The shed')).out).toBe('shed-garden is called The shed now.\n');
    expect((await change('category', 'describe', 'shed-garden', 'Tools with a past.')).out).toBe('The shed: Tools with a past.\n');
    expect((await change('category', 'order', 'shed-garden')).out).toMatch(/^CATEGORY.*\nshed-garden +The shed +0 +Tools with a past\.\n/);
    expect((await change('category', 'describe', 'shed-garden', '')).out).toBe('The shed has no description now.\n');
    expect((await change('category', 'list', '--json')).out).toContain('"image":"shed.jpg"');
    expect(await change('category', 'add', 'x', '--picture', inHome('none.jpg'))).toMatchObject({
      code: 1,
      err: `${inHome('none.jpg')} cannot be read.\n`,
    });
    expect((await change('category', 'remove', 'shed-garden')).out).toBe('The shed is removed.\n');
    expect((await change('category', 'remove', 'shed-garden')).code).toBe(1);
  });

  test('synonyms are set, listed and removed, each with a sentence', async () => {
    expect((await change('synonyms', 'list')).out).toBe('There are no synonyms.\n');
    expect((await change('synonyms', 'set', 'Beaker', 'mug', 'unicorn')).out).toMatch(
      /^A search for "beaker" also finds goods with "mug" or "unicorn": \d+ products in all\. No product has "unicorn"\.\n$/,
    );
    expect((await change('synonyms', 'list')).out).toMatch(
      /^WORD +ALSO FINDS +PRODUCTS +IN NO PRODUCT\nbeaker +mug, unicorn +\d+ +unicorn *\n$/,
    );
    expect((await change('synonyms', 'list', '--json')).out).toContain('"finds":["mug","unicorn"]');
    expect(await change('synonyms', 'set', 'beaker')).toMatchObject({ code: 2 });
    expect(await change('synonyms', 'set', 'mug', 'mugs')).toMatchObject({ code: 1 });
    expect((await change('synonyms', 'remove', 'beaker')).out).toBe('The synonym beaker is removed.\n');
    expect((await change('synonyms', 'remove', 'beaker')).err).toBe('There is no synonym beaker.\n');
  });

  test('catalogue import encodes pictures from a folder', async () => {
    await mkdir(inHome('photos'));
    await sharp({ create: { width: 900, height: 900, channels: 3, background: '#884422' } })
      .jpeg()
      .toFile(inHome('photos/My spoon.jpg'));
    const row = {
      ...spoon,
      images: [
        { file: 'My spoon.jpg', alt: 'A spoon' },
        { file: 'mug-oat-front.webp', alt: 'Its mug' },
      ],
    };
    await writeFile(inHome('spoon.json'), JSON.stringify([row]));
    expect(
      await shopIn('with-photos', 'catalogue', 'import', inHome('spoon.json'), '--pictures', inHome('photos'), '--json'),
    ).toMatchObject({
      code: 0,
      out: '{"added":1,"changed":0,"unchanged":0,"stockKept":0,"notes":[]}\n',
    });
    // Three widths in two formats, and a JPEG for emails.
    expect(await readdir(inHome('with-photos/pictures'))).toHaveLength(7);
    // A refused file leaves no picture, not even of those that were encoded before the broken one, nor does a refused category.
    await sharp({ create: { width: 900, height: 900, channels: 3, background: '#112233' } })
      .jpeg()
      .toFile(inHome('photos/Other.jpg'));
    await writeFile(inHome('photos/broken.jpg'), 'This is no picture.');
    const other = { ...row, id: 'other', images: [{ file: 'Other.jpg' }, { file: 'broken.jpg' }] };
    await writeFile(inHome('spoon.json'), JSON.stringify([other]));
    expect(await shopIn('with-photos', 'catalogue', 'import', inHome('spoon.json'), '--pictures', inHome('photos'))).toMatchObject({
      code: 1,
      err: 'broken.jpg is not a JPEG, PNG, WebP or AVIF picture.\n',
    });
    expect(
      await shopIn('with-photos', 'category', 'add', 'Kitchen', '--slug', 'kitchen-table', '--picture', inHome('photos/Other.jpg')),
    ).toMatchObject({ code: 1, out: '' });
    expect(await readdir(inHome('with-photos/pictures'))).toHaveLength(7);
  });

  test('catalogue import rejects a file with a message per line, also as JSON', async () => {
    await writeFile(inHome('bad.csv'), 'id,name,basePrice,stock\nfork,Fork,x,1\n');
    expect(await shop('catalogue', 'import', inHome('bad.csv'))).toMatchObject({
      code: 1,
      out: '',
      err: 'Nothing was imported: one row cannot be accepted.\n  line 2: fork: basePrice: must be a price in pounds.\n',
    });
    expect(await shop('catalogue', 'import', inHome('bad.csv'), '--json')).toMatchObject({
      code: 1,
      out: '{"message":"Nothing was imported: one row cannot be accepted.","errors":{"line 2":"fork: basePrice: must be a price in pounds."}}\n',
    });
  });

  test.each<[string[], number, string]>([
    [['catalogue', 'import', 'none.csv'], 1, 'none.csv cannot be read.'],
    [['catalogue', 'import', 'goods.xlsx'], 1, 'goods.xlsx must end in .json or .csv, so that its form is known.'],
    [['stock', 'set', 'nothing', '3'], 1, 'This product is not in the shop.'],
    [['stock', 'set', 'stoneware-mug', '3'], 1, 'Stoneware mug is counted by colour and size: choose both.'],
    [['stock', 'set', 'stoneware-mug', 'three'], 2, 'It must be a whole number of 0 or more.'],
    [['stock', 'set', 'stoneware-mug', '-3'], 2, 'It must be a whole number of 0 or more.'],
    [['stock', 'set'], 2, "missing required argument 'product-id'"],
    [['sell', 'everything'], 2, "unknown command 'sell'"],
  ])('the command %j exits with %d and a message', async (parameters, code, sentence) => {
    const ended = await shop(...parameters);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/ at .*\.ts:/);
  });
});
