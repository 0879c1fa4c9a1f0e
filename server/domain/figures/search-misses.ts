import { sql } from 'kysely';
import { cutText } from '#contract/cut-text.ts';
import { ukTime } from '#contract/delivery-dates.ts';
import { withoutIdentifiers } from '#contract/search-miss.ts';
import type { Database } from '#server/db/schema.ts';

const maxTermLength = 60;

/** More on one day are nonsense that somebody makes up. */
const maxTermsADay = 2000;

/** A word that fewer have searched for is not shown. */
const minTimes = 3;
const maxShown = 20;

/** Counts a search that found nothing, by its words and the UK day alone. */
export const countSearchMiss = async (db: Database, text: string, now: Date): Promise<void> => {
  const words = withoutIdentifiers(text.normalize('NFKC').replaceAll(/[\p{C}\s]+/gu, ' ')).toLowerCase();
  const term = cutText(words, maxTermLength, '').trim();
  if (term === '') return;
  const { day } = ukTime(now);
  const counted = await db
    .updateTable('search_miss')
    .set((miss) => ({ times: miss('times', '+', 1) }))
    .where('day', '=', day)
    .where('term', '=', term)
    .returning('times')
    .executeTakeFirst();
  if (counted) return;
  const { count } = await db
    .selectFrom('search_miss')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxTermsADay) return;
  await db
    .insertInto('search_miss')
    .values({ day, term, times: 1 })
    .onConflict((conflict) => conflict.columns(['day', 'term']).doUpdateSet({ times: sql<number>`search_miss.times + 1` }))
    .execute();
};

/** What was searched for in vain most often, in all days that are kept. */
export const listSearchMisses = async (db: Database) => {
  const times = sql<number>`sum(times)`;
  const rows = await db
    .selectFrom('search_miss')
    .select(['term', times.as('times')])
    .groupBy('term')
    .having(times, '>=', minTimes)
    .orderBy(times, 'desc')
    .orderBy('term')
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({ term: row.term, times: Number(row.times) }));
};
