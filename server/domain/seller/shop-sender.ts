import type { Database } from '#server/db/schema.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';

/** Stores how the running server names the shop and where shoppers find it, so that mail of commands says the same, whatever settings they have. */
export const storeSender = async (db: Database, { shopName: name, shopUrl: url }: Sender): Promise<void> => {
  await db
    .insertInto('shop')
    .values({ id: 1, name, url })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, url }))
    .execute();
};

/** What the last start of a server has stored; undefined where none has started yet. */
export const readSender = (db: Database): Promise<Sender | undefined> =>
  db.selectFrom('shop').select(['name as shopName', 'url as shopUrl']).where('id', '=', 1).executeTakeFirst();
