import type { Database } from '#server/db/schema.ts';

/** Stores where shoppers find the running server, so that mail of commands says the same, whatever settings they have. */
export const storeShopUrl = async (db: Database, url: string): Promise<void> => {
  await db
    .insertInto('shop_address')
    .values({ id: 1, url })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url }))
    .execute();
};

/** What the last start of a server has stored; undefined where none has started yet. */
export const readShopUrl = async (db: Database): Promise<string | undefined> =>
  (await db.selectFrom('shop_address').select('url').where('id', '=', 1).executeTakeFirst())?.url;
