import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { ShopHistory } from '#contract/desk/shop.ts';
import { type ShopData, shopData, shopParts } from '#contract/shop.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { addStaffEvent, lastActorOf, type Staff } from '#server/domain/desk/staff.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';

/** One version of the shop; only the newest can be unpublished: the draft. */
export type ShopVersion = { readonly number: number; readonly data: ShopData; readonly isPublished: boolean };

/** The subject of what the staff do with the shop. */
const subject = 'shop';

const toVersion = ({ number, data, published_at }: Selectable<Tables['shop_version']>): ShopVersion => ({
  number,
  data: shopData.parse(JSON.parse(data)),
  isPublished: published_at !== null,
});

/** The number of the version that shoppers see; undefined before the first start of a server. */
export const readPublishedNumber = async (db: Database): Promise<number | undefined> =>
  (
    await db
      .selectFrom('shop_version')
      .select('number')
      .where('published_at', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.number;

/** The version that shoppers see. Throws before the first start of a server. */
export const readPublished = async (db: Database): Promise<ShopVersion> =>
  toVersion(
    await db
      .selectFrom('shop_version')
      .selectAll()
      .where('published_at', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(() => new Error('This shop has no version yet: a server has never been started.')),
  );

/** The newest version: the draft, or what is published. */
const readNewest = async (db: Database): Promise<ShopVersion> =>
  toVersion(await db.selectFrom('shop_version').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow());

/** Publishes the first version, unless the shop has one. */
export const addFirstVersion = async (db: Database, data: ShopData, now: Date): Promise<void> => {
  const at = now.toISOString();
  await db
    .insertInto('shop_version')
    .values({ number: 1, data: JSON.stringify(data), at, published_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whoever changes the shop, and the number of the newest version that they have seen; the command line has neither. */
export type ActingOnShop = { readonly by?: Staff | undefined; readonly seen?: number | undefined; readonly now: Date };

/** Throws `Conflict` naming who has changed the shop since, where another version is the newest now. */
const refuseChanged = async (db: Database): Promise<never> => {
  const last = await lastActorOf(db, subject);
  throw new Conflict(
    `Nothing was saved: the shop has changed since you looked at it${last === undefined ? '' : ` (${last})`}.`,
    undefined,
    'changed',
  );
};

/** Adds a version. Throws `Conflict` where somebody else has just added one with this number. */
const addVersion = async (
  transaction: Database,
  { number, data, isPublished }: ShopVersion,
  { by, now }: ActingOnShop,
  note = '',
): Promise<void> => {
  const at = now.toISOString();
  const row = { number, data: JSON.stringify(data), account_id: by?.accountId ?? null, at, published_at: isPublished ? at : null, note };
  const added = await transaction
    .insertInto('shop_version')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst();
  if (!added) await refuseChanged(transaction);
};

/**
 * Changes what shoppers see, at once. A draft stays one, with the same change. Throws `Conflict` when the shop has changed since it was seen; nothing
 * happens where `change` changes nothing.
 */
export const changeShop = (
  db: Database,
  change: (data: ShopData) => ShopData,
  acting: ActingOnShop & { readonly note?: string },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const newest = await readNewest(transaction);
    if (acting.seen !== undefined && acting.seen !== newest.number) await refuseChanged(transaction);
    const published = newest.isPublished ? newest : await readPublished(transaction);
    const data = change(published.data);
    if (isDeepStrictEqual(data, published.data)) return;
    await addVersion(transaction, { number: newest.number + 1, data, isPublished: true }, acting, acting.note);
    if (!newest.isPublished) {
      const draft = { number: newest.number + 2, data: change(newest.data), isPublished: false };
      await addVersion(transaction, draft, acting);
      await transaction.deleteFrom('shop_version').where('number', '=', newest.number).execute();
    }
    if (acting.by) await addStaffEvent(transaction, acting.by, subject, acting.now, acting.note);
  });

/** The shop as the desk shows it for changes: what is published, with the number of the newest version. */
export const readShopForChange = async (db: Database): Promise<{ readonly data: ShopData; readonly version: number }> => {
  const newest = await readNewest(db);
  return { data: newest.isPublished ? newest.data : (await readPublished(db)).data, version: newest.number };
};

/** How many versions the history shows: the latest. */
const maxListed = 50;

/** The published versions, the latest first, each with who published it and the parts in which it differs from the one before. */
export const listVersions = async (db: Database): Promise<ShopHistory> => {
  const rows = await db
    .selectFrom('shop_version')
    .leftJoin('account', 'account.id', 'shop_version.account_id')
    .select(['number', 'data', 'published_at', 'note', 'account.first_name'])
    .where('published_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(maxListed + 1)
    .execute();
  const versions = rows.map((row) => ({ ...row, data: shopData.parse(JSON.parse(row.data)) }));
  const items = versions.slice(0, maxListed).map(({ number, data, published_at, first_name }, index) => {
    const before = versions[index + 1]?.data;
    return {
      number,
      at: published_at ?? '',
      name: first_name ?? '',
      changed: before ? shopParts.filter((part) => !isDeepStrictEqual(data[part], before[part])) : [],
    };
  });
  return { items, version: (await readNewest(db)).number };
};

/** Publishes an older version again, as a new one. Throws `NotFound` for one that was never published, and `Conflict` as `changeShop`. */
export const publishAgain = async (db: Database, number: number, acting: ActingOnShop): Promise<void> => {
  const row = await db
    .selectFrom('shop_version')
    .selectAll()
    .where('number', '=', number)
    .where('published_at', 'is not', null)
    .executeTakeFirst();
  if (!row) throw new NotFound('There is no such version of the shop.');
  await changeShop(db, () => toVersion(row).data, { ...acting, note: `as version ${number}` });
};
