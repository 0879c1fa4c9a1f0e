import type { Database, Tables } from '#server/db/schema.ts';

type Name = Tables['last_run']['name'];

/** When the job last ran (ISO text); `undefined` for never. */
export const readLastRun = async (db: Database, name: Name): Promise<string | undefined> =>
  (await db.selectFrom('last_run').select('at').where('name', '=', name).executeTakeFirst())?.at;

/** Records when the job last ran (ISO text). */
export const setLastRun = async (db: Database, name: Name, at: string): Promise<void> => {
  await db
    .insertInto('last_run')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
};
