import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import { databaseFile, sellerPicturesFolder } from '#server/data-folder.ts';
import {
  addCategory,
  type CategoryView,
  listCategoriesForSeller,
  orderCategories,
  removeCategory,
  renameCategory,
} from '#server/domain/categories.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { listWithdrawn, removeProduct, sellAgain, withdrawProduct } from '#server/domain/products.ts';
import { openShop } from '#server/open-shop.ts';
import { encodePicture } from '#server/storage/pictures.ts';

const init =
  ({ settings, print }: CommandContext) =>
  async ({ json }: JsonOption): Promise<void> => {
    const env = settings();
    const place = env.databaseUrl === undefined ? env.dataDir : new URL(env.databaseUrl).host;
    const refuse = (): never => {
      throw new Conflict(`There is a shop at ${place} already. Nothing was changed.`);
    };
    if (env.databaseUrl === undefined && existsSync(databaseFile(env.dataDir))) refuse();
    const { db } = await openShop({ ...env, hasSamples: false });
    try {
      const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst();
      if (product) refuse();
    } finally {
      await db.destroy();
    }
    print(json, `An empty shop is at ${place}. Add products with: npm run shop -- catalogue import FILE --new-categories`, { place });
  };

const withdraw =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string, { json }: JsonOption): Promise<void> => {
    const { name } = await withDatabase((db) => withdrawProduct(db, id, new Date()));
    print(json, `${name} is no longer sold.`, { id, name });
  };

const sell =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string, { json }: JsonOption): Promise<void> => {
    const { name } = await withDatabase((db) => sellAgain(db, id));
    print(json, `${name} is for sale again.`, { id, name });
  };

const remove =
  ({ withDatabase, print }: CommandContext) =>
  async (id: string, { json }: JsonOption): Promise<void> => {
    const { name, outcome } = await withDatabase((db) => removeProduct(db, id, new Date()));
    const text =
      outcome === 'removed' ? `${name} is removed.` : `${name} has been ordered, so it is kept for its orders, and no longer sold.`;
    print(json, text, { id, name, outcome });
  };

const listWithdrawnProducts =
  ({ withDatabase, print }: CommandContext) =>
  async ({ json }: JsonOption): Promise<void> => {
    const products = await withDatabase(listWithdrawn);
    const rows = products.map(({ id, name, withdrawn_at }) => [id, name, withdrawn_at?.slice(0, 10) ?? '']);
    print(
      json,
      rows.length === 0 ? 'No product is withdrawn.' : formatTable(['product', 'name', 'withdrawn'], rows),
      products.map(({ id, name, withdrawn_at: withdrawnAt }) => ({ id, name, withdrawnAt })),
    );
  };

const toTable = (categories: readonly CategoryView[]): string =>
  categories.length === 0
    ? 'There are no categories.'
    : formatTable(
        ['category', 'name', 'products'],
        categories.map(({ slug, name, products }) => [slug, name, products]),
      );

const list =
  ({ withDatabase, print }: CommandContext) =>
  async ({ json }: JsonOption): Promise<void> => {
    const categories = await withDatabase(listCategoriesForSeller);
    print(json, toTable(categories), categories);
  };

type AddOptions = JsonOption & { readonly slug?: string; readonly picture?: string };

const add =
  ({ withDatabase, print }: CommandContext) =>
  async (name: string, { slug, picture, json }: AddOptions): Promise<void> => {
    const source = await (picture === undefined
      ? undefined
      : readFile(picture).catch(() => {
          throw new Invalid(`${picture} cannot be read.`);
        }));
    const category = await withDatabase(async (db, { dataDir }) => {
      if (picture === undefined || source === undefined) return addCategory(db, { name, slug });
      const image = path.basename(picture);
      return addCategory(db, { name, slug, image }, { [image]: await encodePicture(image, source, sellerPicturesFolder(dataDir)) });
    });
    print(json, `${category.name} is added. In files its name is ${category.slug}.`, category);
  };

const rename =
  ({ withDatabase, print }: CommandContext) =>
  async (slug: string, name: string, { json }: JsonOption): Promise<void> => {
    const category = await withDatabase((db) => renameCategory(db, slug, name));
    print(json, `${slug} is called ${category.name} now.`, category);
  };

const order =
  ({ withDatabase, print }: CommandContext) =>
  async (slugs: readonly string[], { json }: JsonOption): Promise<void> => {
    const categories = await withDatabase((db) => orderCategories(db, slugs));
    print(json, toTable(categories), categories);
  };

const removeOne =
  ({ withDatabase, print }: CommandContext) =>
  async (slug: string, { json }: JsonOption): Promise<void> => {
    const category = await withDatabase((db) => removeCategory(db, slug));
    print(json, `${category.name} is removed.`, category);
  };

const productId = 'as in the address of its page: /product/<product-id>';
const categorySlug = 'as in "category list"';

/** Adds `init` and the groups `product` and `category`. */
export const addProductCommands = (program: Command, context: CommandContext): void => {
  addCommand(program, 'init', {
    description: 'make an empty shop, without the sample products',
    notes: 'For DATA_DIR, or an empty database at DATABASE_URL. Then add your own products with "catalogue import", and start the server.',
    examples: [
      'DATA_DIR=/srv/shop npm run shop -- init',
      'npm run shop -- catalogue import products.csv --new-categories --pictures ~/photos',
    ],
  }).action(init(context));

  const product = addGroup(program, 'product', 'stop selling products');
  addCommand(product, 'withdraw', {
    description: 'stop selling a product; its page says so, and orders keep it',
    examples: ['npm run shop -- product withdraw stoneware-mug'],
  })
    .argument('<product-id>', productId)
    .action(withdraw(context));
  addCommand(product, 'withdrawn', {
    description: 'list withdrawn products, the latest first',
    examples: ['npm run shop -- product withdrawn'],
  }).action(listWithdrawnProducts(context));
  addCommand(product, 'sell', {
    description: 'sell a withdrawn product again',
    examples: ['npm run shop -- product sell stoneware-mug'],
  })
    .argument('<product-id>', 'as in "product withdrawn"')
    .action(sell(context));
  addCommand(product, 'remove', {
    description: 'delete a product that nobody has ordered, and withdraw any other',
    examples: ['npm run shop -- product remove stoneware-mug'],
  })
    .argument('<product-id>', productId)
    .action(remove(context));

  const category = addGroup(program, 'category', 'list and change categories');
  addCommand(category, 'list', {
    description: 'list the categories in their order',
    examples: ['npm run shop -- category list'],
  }).action(list(context));
  addCommand(category, 'add', {
    description: 'add a category after the others',
    notes:
      'Products name it in their files by its slug, which also stands in addresses. "catalogue import --new-categories" adds missing ones.',
    examples: [
      'npm run shop -- category add "Kitchen & table"',
      'npm run shop -- category add Gifts --slug gifts --picture ~/photos/gifts.jpg',
    ],
  })
    .argument('<name>', 'as shoppers read it')
    .option('--slug <slug>', 'small letters, digits and "-"; without it, made from the name')
    .option('--picture <file>', 'a picture for the home page')
    .action(add(context));
  addCommand(category, 'rename', {
    description: 'change the name that shoppers read; addresses stay',
    examples: ['npm run shop -- category rename gifts "Gifts for everybody"'],
  })
    .argument('<category>', categorySlug)
    .argument('<name>', 'the new name')
    .action(rename(context));
  addCommand(category, 'order', {
    description: 'put categories first, in this order; the others follow as they are',
    examples: ['npm run shop -- category order gifts kitchen-table'],
  })
    .argument('<categories...>', categorySlug)
    .action(order(context));
  addCommand(category, 'remove', {
    description: 'remove a category without products',
    examples: ['npm run shop -- category remove gifts'],
  })
    .argument('<category>', categorySlug)
    .action(removeOne(context));
};
