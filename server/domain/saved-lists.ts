import {
  applyChanges,
  hasChoice,
  isWishlistToken,
  keyOfChosen,
  keyOfLine,
  type LineIdentity,
  type OwnWishlistLink,
  type SavedBatch,
  type SavedChange,
  type SavedLine,
  type SavedLists,
  type SharedWishlist,
  type WishChoice,
} from '#contract/saved-lists.ts';
import { minute } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import type { Account } from '#server/domain/account-row.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';
import { readListBatch } from '#server/domain/sessions.ts';

/** Of one account, on all its devices; each sends at most one call a second. */
const syncLimit: RateLimit = { max: 600, perSeconds: 10 * minute };
const linkLimit: RateLimit = { max: 30, perSeconds: 10 * minute };

type SavedRow = Tables['saved_line'];

const toChoice = (row: Pick<SavedRow, 'chosen_variation' | 'chosen_color' | 'chosen_size'>): WishChoice | undefined =>
  row.chosen_color === null ? undefined : { variation: row.chosen_variation ?? '', color: row.chosen_color, size: row.chosen_size ?? '' };

const toLine = (row: SavedRow): SavedLine => {
  const { list, product_id, variation, color, size, added, taken } = row;
  const choice = toChoice(row);
  return { list, productId: product_id, variation, color, size, added, taken, ...(choice && { choice }) };
};

const readRows = (db: Database, accountId: string): Promise<SavedRow[]> =>
  db.selectFrom('saved_line').selectAll().where('account_id', '=', accountId).orderBy('position').execute();

/** Locks the lists of an account until the transaction ends; gives its counter. */
const lockLists = async (transaction: Database, accountId: string): Promise<number> => {
  const { list_counter } = await transaction
    .updateTable('account')
    .set(({ ref }) => ({ list_counter: ref('list_counter') }))
    .where('id', '=', accountId)
    .returning('list_counter')
    .executeTakeFirstOrThrow();
  return list_counter;
};

/** The products of changes that the shop does not have. One that was removed meanwhile is no error of the shopper's. */
const findUnknown = async (db: Database, changes: readonly SavedChange[]): Promise<string[]> => {
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  const known = await db.selectFrom('product').select('id').where('id', 'in', ids).execute();
  const knownIds = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !knownIds.has(id));
};

const writeLines = async (db: Database, accountId: string, rows: readonly SavedRow[], lines: readonly SavedLine[]): Promise<void> => {
  const before = new Map(rows.map((row) => [keyOfLine(toLine(row)), row]));
  const kept = new Set(lines.map(keyOfLine));
  for (const [key, { list, product_id, variation, color, size }] of before)
    if (!kept.has(key))
      await db
        .deleteFrom('saved_line')
        .where('account_id', '=', accountId)
        .where('list', '=', list)
        .where('product_id', '=', product_id)
        .where('variation', '=', variation)
        .where('color', '=', color)
        .where('size', '=', size)
        .execute();
  let position = rows.at(-1)?.position ?? 0;
  const changed = lines.flatMap((line): SavedRow[] => {
    const row = before.get(keyOfLine(line));
    if (row?.added === line.added && row.taken === line.taken && keyOfChosen(toLine(row)) === keyOfChosen(line)) return [];
    position += row ? 0 : 1;
    const { productId, choice, ...rest } = line;
    return [
      {
        ...rest,
        account_id: accountId,
        product_id: productId,
        position: row?.position ?? position,
        chosen_variation: choice?.variation ?? null,
        chosen_color: choice?.color ?? null,
        chosen_size: choice?.size ?? null,
      },
    ];
  });
  if (changed.length === 0) return;
  await db
    .insertInto('saved_line')
    .values(changed)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'list', 'product_id', 'variation', 'color', 'size']).doUpdateSet(({ ref }) => ({
        added: ref('excluded.added'),
        taken: ref('excluded.taken'),
        chosen_variation: ref('excluded.chosen_variation'),
        chosen_color: ref('excluded.chosen_color'),
        chosen_size: ref('excluded.chosen_size'),
      })),
    )
    .execute();
};

/** Whose lists, and from which session. */
type Caller = { readonly account: Pick<Account, 'id'>; readonly session: string; readonly now: Date };

/**
 * POST /user/lists: applies a batch of changes to an account's lists, and gives all of them. A batch that this session has sent before, and
 * whose answer was lost, is not applied again. Calls of several devices wait for each other. Throws `Conflict` for a batch of another account.
 */
export const saveLists = async (db: Database, sent: SavedBatch, { account, session, now }: Caller): Promise<SavedLists> => {
  const { batch, changes } = sent;
  if (sent.account !== account.id) throw new Conflict('Somebody else is signed in now. Please reload the page.');
  await enforceRateLimit(db, { ...syncLimit, key: `lists:${account.id}`, now });
  if (changes.length === 0) return { lines: (await readRows(db, account.id)).map(toLine), leftOut: 0, unknown: [] };
  return db.transaction().execute(async (transaction) => {
    const counter = await lockLists(transaction, account.id);
    const rows = await readRows(transaction, account.id);
    const lines = rows.map(toLine);
    const unknown = await findUnknown(transaction, changes);
    if ((await readListBatch(transaction, account.id, session)) === batch) return { lines, leftOut: 0, unknown };
    const known = changes.filter(({ productId }) => !unknown.includes(productId));
    const { state, leftOut } = applyChanges({ counter, lines }, known);
    await writeLines(transaction, account.id, rows, state.lines);
    await transaction.updateTable('account').set({ list_counter: state.counter }).where('id', '=', account.id).execute();
    await transaction.updateTable('session').set({ list_batch: batch }).where('token_hash', '=', sha256(session)).execute();
    return { lines: [...state.lines], leftOut, unknown };
  });
};

type OrderedLine = Pick<Tables['order_line'], 'product_id' | 'type_id' | 'color' | 'size' | 'quantity'>;

const cartLineOf = ({ product_id, type_id, color, size }: OrderedLine): LineIdentity => ({
  list: 'cart',
  productId: product_id,
  variation: type_id ?? '',
  color: color ?? '',
  size: size ?? '',
});

/**
 * The number up to which each ordered line has the pieces of its buyer's saved cart, `null` for one that is not there. Pieces that a device adds
 * later have higher numbers.
 */
export const cartNumbers = async (db: Database, accountId: string, lines: readonly OrderedLine[]): Promise<(number | null)[]> => {
  const saved = new Map((await readRows(db, accountId)).map((row) => [keyOfLine(toLine(row)), row]));
  return lines.map((line) => {
    const row = saved.get(keyOfLine(cartLineOf(line)));
    return row ? Math.min(row.added, row.taken + line.quantity) : null;
  });
};

/** Takes what is paid off its buyer's saved cart, by the numbers it had when it was ordered: once, whatever devices take or add meanwhile. */
export const takePurchased = async (
  transaction: Database,
  accountId: string | null,
  lines: readonly (OrderedLine & { readonly cart_up_to: number | null })[],
): Promise<void> => {
  const changes = lines.flatMap((line) => (line.cart_up_to === null ? [] : [{ ...cartLineOf(line), upTo: line.cart_up_to }]));
  if (accountId === null || changes.length === 0) return;
  const counter = await lockLists(transaction, accountId);
  const rows = await readRows(transaction, accountId);
  const { state } = applyChanges({ counter, lines: rows.map(toLine) }, changes);
  await writeLines(transaction, accountId, rows, state.lines);
};

/** The lists of an account for its owner to read; without what is counted and not shown. */
export const readSavedLists = async (db: Database, accountId: string) =>
  (await readRows(db, accountId)).map((row) => {
    const { list, productId, added, taken, choice = row } = toLine(row);
    return {
      list,
      productId,
      variation: choice.variation,
      colour: choice.color,
      size: choice.size,
      pieces: list === 'cart' ? added - taken : 1,
    };
  });

/** The link to an account's wishlist as its owner sees it, `null` without one. */
export const readWishlistLink = async (db: Database, account: Pick<Account, 'id' | 'firstName'>): Promise<OwnWishlistLink> => {
  const row = await db.selectFrom('wishlist_link').selectAll().where('account_id', '=', account.id).executeTakeFirst();
  return { link: row ? { token: row.token, name: row.shows_name === 1 ? account.firstName : '' } : null };
};

type LinkOwner = { readonly account: Pick<Account, 'id' | 'firstName'>; readonly now: Date };

/** Makes the link to an account's wishlist, or changes whether the one there is shows the first name. */
export const shareWishlist = async (db: Database, showsName: boolean, { account, now }: LinkOwner): Promise<OwnWishlistLink> => {
  await enforceRateLimit(db, { ...linkLimit, key: `wishlist-link:${account.id}`, now });
  const shows_name = showsName ? 1 : 0;
  await db
    .insertInto('wishlist_link')
    .values({ account_id: account.id, token: newToken(), shows_name, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ shows_name }))
    .execute();
  return readWishlistLink(db, account);
};

/** Withdraws the link for good: a later one has another token. Idempotent. */
export const withdrawWishlist = async (db: Database, { account, now }: LinkOwner): Promise<void> => {
  await enforceRateLimit(db, { ...linkLimit, key: `wishlist-link:${account.id}`, now });
  await db.deleteFrom('wishlist_link').where('account_id', '=', account.id).execute();
};

/** What a link shows: products that are sold, and the first name if its owner wants that. Throws `NotFound`, alike for a withdrawn one. */
export const findSharedWishlist = async (db: Database, token: string): Promise<SharedWishlist> => {
  const link = isWishlistToken(token)
    ? await db
        .selectFrom('wishlist_link')
        .innerJoin('account', 'account.id', 'wishlist_link.account_id')
        .select(['account.id', 'account.first_name', 'wishlist_link.shows_name'])
        .where('wishlist_link.token', '=', token)
        .executeTakeFirst()
    : undefined;
  if (!link) throw new NotFound('This wishlist is not shared, or not any more.');
  const rows = await db
    .selectFrom('saved_line')
    .innerJoin('product', 'product.id', 'saved_line.product_id')
    .select(['saved_line.product_id', 'chosen_variation', 'chosen_color', 'chosen_size'])
    .where('saved_line.account_id', '=', link.id)
    .where('saved_line.list', '=', 'wishlist')
    .where('product.withdrawn_at', 'is', null)
    .orderBy('saved_line.position')
    .execute();
  const choices = rows.flatMap((row) => {
    const choice = toChoice(row);
    return choice && hasChoice(choice) ? [{ productId: row.product_id, ...choice }] : [];
  });
  return {
    name: link.shows_name === 1 ? link.first_name : '',
    productIds: rows.map(({ product_id }) => product_id),
    ...(choices.length > 0 && { choices }),
  };
};
