import type { Database } from '#server/db/schema.ts';
import type { ImportRow } from '#server/domain/catalogue/catalogue-file.ts';
import { categoryWord } from '#server/domain/catalogue/product-words.ts';

/** What must be said before goods such as soap and candles are bought, and the words for it. */
const facts = { ingredients: 'ingredients', warnings: 'warnings', net_quantity: 'a net quantity' } as const;

type Column = keyof typeof facts;

const columns = Object.keys(facts) as Column[];

const isGiven = (row: ImportRow, column: Column): boolean => row[column === 'net_quantity' ? 'netQuantity' : column] !== '';

const list = new Intl.ListFormat('en-GB');

/** What a category is called, how many products it has, and how many of them have each fact. */
const countFacts = async (db: Database, slug: string) => {
  const category = await db.selectFrom('category').select('name').where('slug', '=', slug).executeTakeFirst();
  const counts = await db
    .selectFrom('product')
    .select(({ fn, val }) => [
      fn.countAll<string | number>().as('all'),
      ...columns.map((column) => fn.count<string | number>(fn('nullif', [column, val('')])).as(column)),
    ])
    .where('id', 'in', (query) => query.selectFrom('product_word').select('product_id').where('word', '=', categoryWord(slug)))
    .executeTakeFirstOrThrow();
  return {
    name: category?.name ?? slug,
    isUsual: (column: Column) => Number(counts[column]) > 0 && Number(counts[column]) * 2 >= Number(counts.all),
  };
};

/** Facts that a product lacks and at least half of the goods in one of its categories have: a question about them, by product id. */
export const readMissingFacts = async (db: Database, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, string>> => {
  const categories = new Map<string, Awaited<ReturnType<typeof countFacts>>>();
  for (const slug of new Set(rows.flatMap((row) => row.categories))) categories.set(slug, await countFacts(db, slug));
  return new Map(
    rows.flatMap((row) => {
      const [lacking] = row.categories.flatMap((slug) => {
        const { name = slug, isUsual = () => false } = categories.get(slug) ?? {};
        const missing = columns.filter((column) => !isGiven(row, column) && isUsual(column));
        return missing.length === 0 ? [] : [{ name, missing }];
      });
      if (!lacking) return [];
      const names = list.format(lacking.missing.map((column) => facts[column]));
      return [[row.id, `Other goods of ${lacking.name} have ${names}. Does it need them, too?`]];
    }),
  );
};
