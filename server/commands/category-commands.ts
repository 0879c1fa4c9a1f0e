import path from 'node:path';
import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import {
  addCategory,
  type CategoryView,
  describeCategory,
  listCategoriesForSeller,
  orderCategories,
  removeCategory,
  renameCategory,
} from '#server/domain/catalogue/categories.ts';
import { withPictures } from '#server/domain/catalogue/pictures.ts';
import { sellerPictures } from '#server/file-stores.ts';
import { picturesFrom } from '#server/storage/pictures.ts';

const toTable = (categories: readonly CategoryView[]): string =>
  categories.length === 0
    ? 'There are no categories.'
    : formatTable(
        ['category', 'name', 'products', 'description'],
        categories.map(({ slug, name, products, description }) => [slug, name, products, description]),
      );

type AddOptions = JsonOption & { readonly slug?: string; readonly description?: string; readonly picture?: string };

const categorySlug = 'as in "category list"';

export const addCategoryCommands = (program: Command, { withDatabase, print }: CommandContext): void => {
  const category = addGroup(program, 'category', 'list and change categories');
  addCommand(category, 'list', {
    description: 'list the categories in their order',
    examples: ['shop category list'],
  }).action(async ({ json }: JsonOption) => {
    const categories = await withDatabase(listCategoriesForSeller);
    print(json, toTable(categories), categories);
  });
  addCommand(category, 'add', {
    description: 'add a category after the others',
    notes:
      'Products name it in their files by its slug, which is also part of addresses. "catalogue import --new-categories" adds missing ones.',
    examples: ['shop category add "Kitchen & table"', 'shop category add Gifts --slug gifts --picture ~/photos/gifts.jpg'],
  })
    .argument('<name>', 'as shoppers read it')
    .option('--slug <slug>', 'small letters, digits and "-"; without it, made from the name')
    .option('--description <text>', 'a sentence about it, as in "category describe"')
    .option('--picture <file>', 'a picture for the home page')
    .action(async (name: string, { slug, description, picture, json }: AddOptions) => {
      const category = await withDatabase(async (db, env) => {
        if (picture === undefined) return addCategory(db, { name, slug, description });
        const image = path.basename(picture);
        const source = await picturesFrom(path.dirname(picture), sellerPictures(db, env));
        return withPictures(db, source, [image], (pictures) => addCategory(db, { name, slug, description, image }, pictures));
      });
      print(json, `${category.name} is added. In files its name is ${category.slug}.`, category);
    });
  addCommand(category, 'rename', {
    description: 'change the name that shoppers read; addresses stay',
    examples: ['shop category rename gifts "Gifts for everybody"'],
  })
    .argument('<category>', categorySlug)
    .argument('<name>', 'the new name')
    .action(async (slug: string, name: string, { json }: JsonOption) => {
      const category = await withDatabase((db) => renameCategory(db, slug, name));
      print(json, `${slug} is called ${category.name} now.`, category);
    });
  addCommand(category, 'describe', {
    description: 'change the sentence below its heading, which search engines show, too; "" removes it',
    examples: ['shop category describe gifts "Small things that are easy to post."', 'shop category describe gifts ""'],
  })
    .argument('<category>', categorySlug)
    .argument('<description>', 'one line of at most 200 characters')
    .action(async (slug: string, text: string, { json }: JsonOption) => {
      const category = await withDatabase((db) => describeCategory(db, slug, text));
      print(
        json,
        category.description === '' ? `${category.name} has no description now.` : `${category.name}: ${category.description}`,
        category,
      );
    });
  addCommand(category, 'order', {
    description: 'put categories first, in this order; the others follow as they are',
    examples: ['shop category order gifts kitchen-table'],
  })
    .argument('<categories...>', categorySlug)
    .action(async (slugs: readonly string[], { json }: JsonOption) => {
      const categories = await withDatabase((db) => orderCategories(db, slugs));
      print(json, toTable(categories), categories);
    });
  addCommand(category, 'remove', {
    description: 'remove a category without products',
    examples: ['shop category remove gifts'],
  })
    .argument('<category>', categorySlug)
    .action(async (slug: string, { json }: JsonOption) => {
      const category = await withDatabase((db) => removeCategory(db, slug));
      print(json, `${category.name} is removed.`, category);
    });
};
