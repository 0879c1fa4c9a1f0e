import type { CategoryChange, DeskCategories } from '#contract/desk/catalogue.ts';
import { slugOf } from '#contract/slug.ts';
import { isOneLine } from '#contract/text-line.ts';
import { formatCount } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { announceChange, storedTexts } from '#server/domain/catalogue/catalogue.ts';
import { type PictureManifest, registerPictures } from '#server/domain/catalogue/pictures.ts';
import { type ActingOnList, noteListChange, versionOfList } from '#server/domain/desk/staff.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';

/** A category for the seller; `products` counts withdrawn ones, too. */
export type CategoryView = {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly products: number;
};

const maxNameLength = 60;
/** Search engines show about 160 characters of it. */
const maxDescriptionLength = 200;
const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const readName = (text: string): string => {
  const name = text.trim();
  if (!isOneLine(name, maxNameLength) || name.includes('|'))
    throw new Invalid(`A category has a name of one line, at most ${maxNameLength} characters and no "|".`);
  return name;
};

/** Parses a description; empty for none. Throws `Invalid` for more than one line. */
const readDescription = (text: string): string => {
  const description = text.trim();
  if (description !== '' && !isOneLine(description, maxDescriptionLength))
    throw new Invalid(`A description is one line of at most ${maxDescriptionLength} characters.`);
  return description;
};

/** Categories in their order. */
export const listCategoriesForSeller = async (db: Database): Promise<CategoryView[]> => {
  const categories = await db.selectFrom('category').selectAll().orderBy('position').orderBy('id').execute();
  const products = (await db.selectFrom('product').select('categories').execute()).map(({ categories: stored }) =>
    storedTexts.parse(JSON.parse(stored)),
  );
  return categories.map(({ slug, name, description, image }) => ({
    slug,
    name,
    description,
    image,
    products: products.filter((slugs) => slugs.includes(slug)).length,
  }));
};

const findCategory = async (db: Database, slug: string): Promise<CategoryView> => {
  const categories = await listCategoriesForSeller(db);
  const found = categories.find((category) => category.slug === slug);
  if (!found)
    throw new NotFound(
      `There is no category ${slug}${categories.length === 0 ? '' : ` (there is: ${categories.map((one) => one.slug).join(', ')})`}.`,
    );
  return found;
};

type NewCategory = {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
};

/** Throws `Invalid` for a name, slug or description that a category cannot have. */
const readNew = ({ name: text, slug: given, description: about = '', image = '' }: NewCategory) => {
  const name = readName(text);
  const slug = given ?? slugOf(name);
  if (!slugForm.test(slug) || slug.length > maxNameLength)
    throw new Invalid(`"${slug}" cannot be part of an address. Give a slug of small letters, digits and "-", such as kitchen-table.`);
  return { name, slug, description: readDescription(about), image };
};

/** Adds a category at the end. Throws as `readNew` does, and `Conflict` for a slug that there is. */
const insertCategory = async (transaction: Database, category: NewCategory): Promise<CategoryView> => {
  const { name, slug, description, image } = readNew(category);
  const { last } = await transaction
    .selectFrom('category')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const added = await transaction
    .insertInto('category')
    .values({ id: slug, name, slug, description, image, position: last === null ? 0 : Number(last) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('slug')
    .executeTakeFirst();
  if (!added) throw new Conflict(`There is a category ${slug} already.`);
  return { slug, name, description, image, products: 0 };
};

/** Adds a category with its encoded picture, if it has one. */
export const addCategory = (db: Database, category: NewCategory, pictures: PictureManifest = {}): Promise<CategoryView> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    await registerPictures(transaction, pictures, 'seller');
    return insertCategory(transaction, category);
  });

type Words = Partial<Pick<CategoryView, 'name' | 'description'>>;

const updateCategory = async (transaction: Database, slug: string, words: Words): Promise<CategoryView> => {
  const category = await findCategory(transaction, slug);
  await transaction.updateTable('category').set(words).where('slug', '=', slug).execute();
  return { ...category, ...words };
};

const editCategory = (db: Database, slug: string, words: Words): Promise<CategoryView> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    return updateCategory(transaction, slug, words);
  });

/** Changes the name that shoppers read; the slug stays, so that links to the category go on working. */
export const renameCategory = (db: Database, slug: string, text: string): Promise<CategoryView> =>
  editCategory(db, slug, { name: readName(text) });

/** Changes the sentence below the category's heading; an empty text removes it. */
export const describeCategory = async (db: Database, slug: string, text: string): Promise<CategoryView> =>
  editCategory(db, slug, { description: readDescription(text) });

const putFirst = async (transaction: Database, slugs: readonly string[]): Promise<CategoryView[]> => {
  if (new Set(slugs).size < slugs.length) throw new Invalid('Name each category once.');
  const known = (await listCategoriesForSeller(transaction)).map(({ slug }) => slug);
  const unknown = slugs.find((slug) => !known.includes(slug));
  // Throws `NotFound`.
  if (unknown !== undefined) await findCategory(transaction, unknown);
  const others = known.filter((slug) => !slugs.includes(slug));
  for (const [position, slug] of [...slugs, ...others].entries())
    await transaction.updateTable('category').set({ position }).where('slug', '=', slug).execute();
  return listCategoriesForSeller(transaction);
};

/**
 * Puts these categories first, in this order; the others follow as they were. Throws `NotFound`, and `Invalid` for one that is named twice.
 */
export const orderCategories = (db: Database, slugs: readonly string[]): Promise<CategoryView[]> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    return putFirst(transaction, slugs);
  });

const deleteCategory = async (transaction: Database, slug: string): Promise<CategoryView> => {
  const category = await findCategory(transaction, slug);
  if (category.products > 0)
    throw new Conflict(
      `${formatCount(category.products, 'product is', 'products are')} in ${category.name}, withdrawn ones counted. Put them into another category first.`,
    );
  await transaction.deleteFrom('category').where('slug', '=', slug).execute();
  return category;
};

/** Removes an empty category. Throws `NotFound`, or `Conflict` while products are in it, also withdrawn ones. */
export const removeCategory = (db: Database, slug: string): Promise<CategoryView> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    return deleteCategory(transaction, slug);
  });

/** The fields of a category that its version covers: not its number of products. */
const versioned = (categories: readonly CategoryView[]) => categories.map(({ slug, name, description }) => ({ slug, name, description }));

/** The categories with the version that a change of them needs. */
export const listDeskCategories = async (db: Database): Promise<DeskCategories> => {
  const items = await listCategoriesForSeller(db);
  return { items, version: versionOfList(versioned(items)) };
};

/** A change at the desk. Throws as the command line's do, and `Conflict` for another version of the list. */
export const changeCategories = (db: Database, change: CategoryChange['change'], acting: ActingOnList): Promise<unknown> =>
  db.transaction().execute(async (transaction) => {
    await announceChange(transaction);
    const seen = versioned(await listCategoriesForSeller(transaction));
    await noteListChange(transaction, acting, seen, { call: `${change.what}Category`, subject: 'categories' });
    switch (change.what) {
      case 'add':
        return insertCategory(transaction, change);
      case 'edit':
        return updateCategory(transaction, change.slug, { name: readName(change.name), description: readDescription(change.description) });
      case 'order':
        return putFirst(transaction, change.slugs);
      case 'remove':
        return deleteCategory(transaction, change.slug);
    }
  });

const nameOfSlug = (slug: string): string => `${slug.charAt(0).toUpperCase()}${slug.slice(1).replaceAll('-', ' ')}`;

type MissingCategory = { readonly name: string; readonly slug: string };

/** The slug of each category that a file names, those to add, and why others cannot be added. */
export type CategoryPlan = {
  readonly slugs: ReadonlyMap<string, string>;
  readonly missing: readonly MissingCategory[];
  readonly unusable: ReadonlyMap<string, string>;
};

const whyUnusable = (category: NewCategory): string | undefined => {
  try {
    readNew(category);
    return undefined;
  } catch (error) {
    if (error instanceof Invalid) return error.message;
    throw error;
  }
};

/** Finds the categories that a file names, by slug or by name; `wall-art` gets the name "Wall art". */
export const planCategories = async (db: Database, entries: Iterable<string>): Promise<CategoryPlan> => {
  const slugs = new Map<string, string>();
  const missing: MissingCategory[] = [];
  const unusable = new Map<string, string>();
  for (const { slug, name } of await db.selectFrom('category').select(['slug', 'name']).orderBy('position').execute()) {
    slugs.set(name, slug);
    slugs.set(slug, slug);
  }
  for (const entry of entries) {
    if (slugs.has(entry)) continue;
    const slug = slugOf(entry);
    const category = { name: slugForm.test(entry) ? nameOfSlug(entry) : entry, slug };
    const why = slugs.has(slug) ? undefined : whyUnusable(category);
    if (why !== undefined) {
      unusable.set(entry, why.replace(/\.$/, ''));
      continue;
    }
    if (!slugs.has(slug)) missing.push(category);
    slugs.set(slug, slug);
    slugs.set(entry, slug);
  }
  return { slugs, missing, unusable };
};

/** Adds categories at the end. The catalogue must be locked. Throws `Invalid` or `Conflict`. */
export const addCategories = async (transaction: Database, categories: readonly MissingCategory[]): Promise<void> => {
  for (const category of categories) await insertCategory(transaction, category);
};
