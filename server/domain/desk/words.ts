import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { cutText } from '#contract/cut-text.ts';
import { apostrophes, fold } from '#contract/fold.ts';
import type { Database } from '#server/db/schema.ts';

const maxWordLength = 64;
const maxWords = 8;

/** The words of a text as they are searched, split at everything that is neither a letter nor a digit; an apostrophe joins. */
const splitWords = (text: string): string[] =>
  fold(text.replaceAll(apostrophes, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => cutText(word, maxWordLength, ''));

/** The words that a text is found by: those around an apostrophe, too. */
export const wordsOf = (text: string): string[] => [...splitWords(text), ...splitWords(text.replaceAll(apostrophes, ' '))];

/** A number, code or id in one piece. */
export const wholeWord = (text: string): string => cutText(splitWords(text).join(''), maxWordLength, '');

/** A number, code or id also in one piece: "RM 12 34" is found by "rm1234". */
export const withWhole = (text: string): string[] => [...splitWords(text), wholeWord(text)];

/** The digits of a telephone number, or of its beginning, as it is dialled in the UK. */
export const digitsOf = (phone: string): string =>
  phone
    .trim()
    .replace(/^(?:\+|00)\s*44[\s(0]*/, '0')
    .replaceAll(/\D/g, '');

/** The words of a telephone number: all of it, and its endings as they are read out, "113 496 0142", "496 0142", "0142". */
export const wordsOfPhone = (phone: string): string[] => {
  const digits = digitsOf(phone);
  return [digits, digits.replace(/^0/, ''), ...[7, 6, 4].map((length) => digits.slice(-length))];
};

/** The words of a search text, each of which must begin a word of a row. A telephone number is one word. */
const searchWords = (text: string): string[] =>
  /^[\d\s()+.-]+$/.test(text) && /^[+0]/.test(text.trim()) ? [digitsOf(text)] : splitWords(text).slice(0, maxWords);

/** A word that more rows than this have is checked row by row in the order of the list, because matches soon fill a page. */
const maxRare = 500;

/** Which rows a search keeps: a condition on the column with their id. `isCapped`: each of several words is in many rows. */
export type WordFilter = { readonly where: (id: string) => RawBuilder<SqlBool>; readonly isCapped: boolean };

/** Every row: no words were typed. */
export const noWordFilter: WordFilter = { where: () => sql`1 = 1`, isCapped: false };

type WordTable = { readonly table: 'order_word' | 'product_word'; readonly key: 'order_id' | 'product_id' };

/**
 * Rows in which each word of the text begins a word, and which have the word `whole` if one is given; undefined if no row has. `table` holds the
 * words by the id in `key`.
 */
export const filterByWords = async (
  db: Database,
  { table, key }: WordTable,
  text: string,
  whole?: string,
): Promise<WordFilter | undefined> => {
  const begins = (word: string) => sql<SqlBool>`word >= ${word} and word < ${`${word}\u{10FFFF}`}`;
  const words = searchWords(text);
  if (words.length === 0 && whole === undefined) return undefined;
  const conditions = [...words.map(begins), ...(whole === undefined ? [] : [sql<SqlBool>`word = ${whole}`])];
  let rare: readonly string[] | undefined;
  const common: RawBuilder<SqlBool>[] = [];
  for (const condition of conditions) {
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(key)} as id from ${sql.table(table)} where ${condition}
      limit ${maxRare + 1}`.execute(db);
    if (rows.length > maxRare) common.push(condition);
    else {
      const ids: ReadonlySet<string> = new Set(rows.map(({ id }) => id));
      rare = rare ? rare.filter((id) => ids.has(id)) : [...ids];
      if (rare.length === 0) return undefined;
    }
  }
  const where: WordFilter['where'] = (id) =>
    sql`${sql.join(
      [
        ...(rare ? [sql`${sql.ref(id)} in (${sql.join(rare)})`] : []),
        ...common.map(
          (condition) => sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${sql.ref(id)} and ${condition})`,
        ),
      ],
      sql` and `,
    )}`;
  return { where, isCapped: rare === undefined && common.length > 1 };
};
