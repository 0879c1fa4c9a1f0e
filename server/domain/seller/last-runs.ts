import type { Database, Tables } from '#server/db/schema.ts';

type Name = Tables['last_run']['name'];

/** When it was last done, `undefined` for never. */
export const readLastRun = async (db: Database, name: Name): Promise<string | undefined> =>
  (await db.selectFrom('last_run').select('at').where('name', '=', name).executeTakeFirst())?.at;

/** Records that it was done at this time (ISO text). */
export const setLastRun = async (db: Database, name: Name, at: string): Promise<void> => {
  await db
    .insertInto('last_run')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
};
