import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption, rejectAsInvalid } from '#server/commands/command-context.ts';
import { readText } from '#server/commands/read-text.ts';
import { formatCount } from '#server/db/columns.ts';
import { type StockLevel, setStock } from '#server/domain/catalogue/catalogue.ts';
import { type CatalogueFormat, readRows, writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { Invalid } from '#server/domain/failure.ts';
import { sellerPictures } from '#server/file-stores.ts';
import { picturesFrom } from '#server/storage/pictures.ts';

const formatOf = (file: string): CatalogueFormat => {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.json') return 'json';
  if (extension === '.csv') return 'csv';
  throw new Invalid(`${file} must end in .json or .csv, so that its form is known.`);
};

type ImportOptions = JsonOption & { readonly pictures?: string; readonly newCategories?: boolean; readonly stock?: boolean };

type ExportOptions = JsonOption & { readonly format?: CatalogueFormat };

/** Says that the whole product's stock limits what is available of a type or size; '' otherwise. */
const describeLimit = ({ stock, saleCount, available }: StockLevel): string =>
  available < stock - saleCount ? ' No more of the whole product is left.' : '';

type StockOptions = JsonOption & { readonly color?: string; readonly size?: string; readonly type?: string };

const parseStock = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
};

export const addCatalogueCommands = (program: Command, { withDatabase, print, write }: CommandContext): void => {
  const catalogue = addGroup(program, 'catalogue', 'import and export products');
  addCommand(catalogue, 'import', {
    description: 'add the products of a JSON or CSV file, or replace those with the same id; the file is checked whole first',
    notes: `Products that are not in the file stay unchanged, and so do the numbers sold, and the stock of products that the shop has: a file may be
older than the last count. If a row is invalid, its line or its place in the list is named and nothing is imported. More than 100 products are written in steps, so that orders go on; if it is interrupted, run it again. The easiest start is an exported file.
Withdrawn products stay withdrawn.`,
    examples: ['shop catalogue import products.csv', 'shop catalogue import products.json --pictures ~/photos'],
  })
    .argument('<file>', 'a file that ends in .json or .csv')
    .option('--pictures <folder>', 'folder of the pictures named in the file')
    .option('--new-categories', 'add categories that the file names and the shop does not have')
    .option('--stock', 'take the stock of products that the shop has from the file, too: it replaces what was counted since')
    .action(
      async (file: string, { pictures: folder, newCategories: addsCategories = false, stock: setsStock = false, json }: ImportOptions) => {
        const format = formatOf(file);
        const rows = readRows(await readText(file), format);
        const result = await withDatabase(async (db, env) => {
          const source = folder === undefined ? undefined : await picturesFrom(folder, sellerPictures(db, env));
          const now = new Date();
          const settings = { now, source, addsCategories, setsStock };
          const { notes } = await planImport(db, () => rows, { ...settings, referenceDays: env.referenceDays });
          return { ...(await importCatalogue(db, rows, settings)), notes };
        });
        const { notes, added, changed, unchanged, stockKept } = result;
        const kept =
          stockKept === 0
            ? ''
            : ` The stock of ${formatCount(stockKept, 'product')} stays as the shop has it, not as the file: count it with "stock count", or import with --stock.`;
        const remarks = notes.map(({ id, text }) => `\n${id}: ${text}`).join('');
        print(json, `${formatCount(added, 'product')} added, ${changed} changed, ${unchanged} unchanged.${kept}${remarks}`, result);
      },
    );
  addCommand(catalogue, 'export', {
    description: 'write every product that is sold to a file, or to the console',
    notes:
      'In a CSV file a text that begins with = + - or @ has an apostrophe before it, because a spreadsheet would run it as a formula; an import takes the apostrophe away.',
    examples: ['shop catalogue export products.csv', 'shop catalogue export --format csv > products.csv'],
  })
    .argument('[file]', 'a file that ends in .json or .csv')
    .addOption(new Option('--format <format>', 'needed when the file name does not end in .json or .csv').choices(['json', 'csv']))
    .action(async (file: string | undefined, { format, json }: ExportOptions) => {
      const fileFormat = format ?? (file === undefined ? 'json' : formatOf(file));
      const rows = await withDatabase(exportCatalogue);
      const text = writeRows(rows, fileFormat);
      if (file === undefined) {
        write(text);
        return;
      }
      await rejectAsInvalid(writeFile(file, text), `${file} cannot be written.`);
      print(json, `${formatCount(rows.length, 'product')} written to ${file}.`, { file, products: rows.length });
    });

  const stock = addGroup(program, 'stock', 'change stock');
  addCommand(stock, 'count', {
    description: 'set what is on the shelf right now, also while people buy',
    notes: `Count what lies there, with the pieces of orders that are not sent yet, paid or not, and of exchanges: the shop takes those off. First
record what has left: orders with "orders dispatch", replacements with "refunds sent".`,
    examples: [
      'shop stock count oak-board 12',
      'shop stock count "stoneware-mug/Oat/350 ml" 24',
      'shop stock count stoneware-mug/gift-boxed 10',
    ],
  })
    .argument('<product-id[/variant]>', 'a product, or its colour and size, or its type')
    .argument('<number>', 'pieces on the shelf', parseStock)
    .action(async (key: string, onShelf: number, { json }: JsonOption) => {
      const counted = await withDatabase((db) => countStock(db, key, onShelf));
      const { name, unsent, inExchange, available, missing } = counted;
      const promised = [
        unsent === 0 ? 'none of them ordered' : `${unsent} ordered and not sent yet`,
        ...(inExchange === 0 ? [] : [`${inExchange} to be sent in exchange`]),
      ].join(', ');
      const shortage =
        missing === 0
          ? ''
          : ` ${missing} of these cannot be sent: there are too few. Count again when you have cancelled or refunded them.`;
      print(json, `${name}: ${onShelf} on the shelf, ${promised}, ${available} left to sell.${describeLimit(counted)}${shortage}`, counted);
    });
  addCommand(stock, 'set', {
    description: 'set the stock of a product, of one colour and size, or of one type',
    notes: 'Available to shoppers is the stock minus what is sold.',
    examples: [
      'shop stock set PRODUCT 30',
      'shop stock set stoneware-mug 24 --color Oat --size "350 ml"',
      'shop stock set stoneware-mug 10 --type gift-boxed',
    ],
  })
    .argument('<product-id>', 'as in the address of its page: /product/<product-id>')
    .argument('<number>', 'total stock, sold pieces included', parseStock)
    .option('--color <color>', 'together with --size')
    .option('--size <size>', 'together with --color')
    .option('--type <id>', 'a type with a stock of its own')
    .action(async (productId: string, stock: number, { color, size, type, json }: StockOptions) => {
      const level = await withDatabase((db) => setStock(db, { productId, typeId: type, color, size }, stock));
      const { name, stock: inStock, saleCount, available } = level;
      print(json, `${name}: ${inStock} in stock, ${saleCount} of them sold, ${available} left.${describeLimit(level)}`, level);
    });
};
