import type { Database } from '#server/db/schema.ts';
import type { ImportRow } from '#server/domain/catalogue/catalogue-file.ts';
import { withWhole, wordsOf } from '#server/domain/desk/words.ts';

/** The word of a category's products: none that a search text has. */
export const categoryWord = (slug: string): string => `:${slug}`;

/** Writes the words that a product is found by at the desk anew. */
export const writeProductWords = async (transaction: Database, row: ImportRow): Promise<void> => {
  const { id, sku, name, material, tags, categories, colors, types } = row;
  const texts = [id, name, material, ...tags, ...categories, ...colors.map(({ color }) => color), ...types.map((type) => type.name)];
  const words = new Set([...texts.flatMap(wordsOf), ...withWhole(sku), ...categories.map(categoryWord)]);
  words.delete('');
  await transaction.deleteFrom('product_word').where('product_id', '=', id).execute();
  await transaction
    .insertInto('product_word')
    .values([...words].map((word) => ({ product_id: id, word })))
    .execute();
};
