import { withCurrentNames } from '#contract/resolve-variant.ts';
import {
  fromSavedVariant,
  hasChoice,
  isWishlistToken,
  keyOfLine,
  type LineIdentity,
  type ListChange,
  type ListOperation,
  maxSavedLines,
  maxSavedQuantity,
  type OwnWishlistLink,
  type SavedLine,
  type SavedLists,
  type SavedVariant,
  type SharedWishlist,
  toSavedVariant,
} from '#contract/saved-lists.ts';
import { minute } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { Conflict, NotFound } from '#server/domain/failure.ts';
import { readProducts } from '#server/domain/orders/order-stock.ts';
import { enforceRateLimit, type RateLimit } from '#server/domain/rate-limit.ts';
import { newToken } from '#server/domain/secrets.ts';

/** Per account, over all its devices. */
const changeLimit: RateLimit = { max: 600, perSeconds: 10 * minute };
const linkLimit: RateLimit = { max: 30, perSeconds: 10 * minute };

/** Maximum of `taken`, which fits its 32-bit column. */
const maxTaken = 999_999_999;

type SavedRow = Tables['saved_line'];

const toChoice = (row: Pick<SavedRow, 'chosen_variation' | 'chosen_color' | 'chosen_size'>): SavedVariant | undefined =>
  row.chosen_color === null ? undefined : { variation: row.chosen_variation ?? '', color: row.chosen_color, size: row.chosen_size ?? '' };

const toLine = (row: SavedRow): SavedLine => {
  const { list, product_id, variation, color, size, quantity } = row;
  const choice = toChoice(row);
  return { list, productId: product_id, variation, color, size, quantity, ...(choice && { choice }) };
};

const readRows = (db: Database, accountId: string): Promise<SavedRow[]> =>
  db.selectFrom('saved_line').selectAll().where('account_id', '=', accountId).orderBy('position').execute();

/** The lines of an account by their names, in their order. */
type Lines = { readonly rows: Map<string, SavedRow>; counter: number };

/** Reads the lists of an account, and locks them until the transaction ends. */
const lockLists = async (transaction: Database, accountId: string): Promise<Lines> => {
  const { list_counter: counter } = await transaction
    .updateTable('account')
    .set(({ ref }) => ({ list_counter: ref('list_counter') }))
    .where('id', '=', accountId)
    .returning('list_counter')
    .executeTakeFirstOrThrow();
  const rows = await readRows(transaction, accountId);
  return { rows: new Map(rows.map((row) => [keyOfLine(toLine(row)), row])), counter };
};

/** Adds units; returns whether a full list or line left some out. */
const add = ({ rows, counter }: Lines, accountId: string, { quantity, choice: chosen, ...line }: ListOperation): boolean => {
  const { list, productId, variation, color, size } = line;
  const key = keyOfLine(line);
  const existing = rows.get(key);
  const others = [...rows.values()];
  if (!existing && others.filter((row) => row.list === list).length >= maxSavedLines[list]) return true;
  const wanted = list === 'cart' ? (existing?.quantity ?? 0) + quantity : 1;
  const storedChoice = existing && toChoice(existing);
  // Adding a product without a choice, as the heart of a tile does, keeps the choice made on another device.
  const choice = list === 'wishlist' ? (chosen && hasChoice(chosen) ? chosen : (storedChoice ?? chosen)) : undefined;
  rows.set(key, {
    account_id: accountId,
    list,
    product_id: productId,
    variation,
    color,
    size,
    quantity: Math.min(wanted, maxSavedQuantity),
    taken: existing?.taken ?? counter,
    position: existing?.position ?? (others.at(-1)?.position ?? 0) + 1,
    chosen_variation: choice?.variation ?? null,
    chosen_color: choice?.color ?? null,
    chosen_size: choice?.size ?? null,
  });
  return wanted > maxSavedQuantity;
};

/** Takes units of a line, and the line with its last one. */
const take = (lines: Lines, line: LineIdentity, quantity: number): void => {
  const key = keyOfLine(line);
  const row = lines.rows.get(key);
  if (!row) return;
  const units = Math.min(quantity, row.quantity);
  const taken = Math.min(row.taken + units, maxTaken);
  if (units < row.quantity) lines.rows.set(key, { ...row, quantity: row.quantity - units, taken });
  else {
    lines.rows.delete(key);
    lines.counter = Math.max(lines.counter, taken);
  }
};

/** Locks the lists of an account, makes changes, and writes those lines that have changed. */
const updateLists = async <Result>(
  db: Database,
  accountId: string,
  change: (lines: Lines) => Result | Promise<Result>,
): Promise<Result> => {
  const lines = await lockLists(db, accountId);
  const storedRows = new Map(lines.rows);
  const result = await change(lines);
  for (const [key, { list, product_id, variation, color, size }] of storedRows)
    if (!lines.rows.has(key))
      await db
        .deleteFrom('saved_line')
        .where('account_id', '=', accountId)
        .where('list', '=', list)
        .where('product_id', '=', product_id)
        .where('variation', '=', variation)
        .where('color', '=', color)
        .where('size', '=', size)
        .execute();
  const changedRows = [...lines.rows].flatMap(([key, row]) => (storedRows.get(key) === row ? [] : [row]));
  if (changedRows.length > 0)
    await db
      .insertInto('saved_line')
      .values(changedRows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'list', 'product_id', 'variation', 'color', 'size']).doUpdateSet(({ ref }) => ({
          quantity: ref('excluded.quantity'),
          taken: ref('excluded.taken'),
          position: ref('excluded.position'),
          chosen_variation: ref('excluded.chosen_variation'),
          chosen_color: ref('excluded.chosen_color'),
          chosen_size: ref('excluded.chosen_size'),
        })),
      )
      .execute();
  await db.updateTable('account').set({ list_counter: lines.counter }).where('id', '=', accountId).execute();
  return result;
};

/** The products of operations that the shop has. One that was removed meanwhile is no error of the shopper's. */
const findKnown = async (db: Database, operations: readonly ListOperation[]): Promise<Set<string>> => {
  const ids = [...new Set(operations.map(({ productId }) => productId))];
  const known = await db.selectFrom('product').select('id').where('id', 'in', ids).execute();
  return new Set(known.map(({ id }) => id));
};

const readLines = async (db: Database, accountId: string): Promise<SavedLine[]> => (await readRows(db, accountId)).map(toLine);

type Owner = { readonly account: Pick<Account, 'id'>; readonly now: Date };

/**
 * POST /user/lists: applies operations to an account's lists and returns all lists. A change whose id was applied before is ignored. Calls of several
 * devices run one after the other. Throws `Conflict` for a change of another account.
 */
export const saveLists = async (
  db: Database,
  { account: sender, id, operations }: ListChange,
  { account, now }: Owner,
): Promise<SavedLists> => {
  if (sender !== account.id) throw new Conflict('Somebody else is signed in now. Please reload the page.');
  await enforceRateLimit(db, { ...changeLimit, key: `lists:${account.id}`, now });
  if (operations.length === 0) return { lines: await readLines(db, account.id), leftOut: 0 };
  return db.transaction().execute(async (transaction) => {
    const known = await findKnown(transaction, operations);
    const leftOut = await updateLists(transaction, account.id, async (lines) => {
      const isNew = await transaction
        .insertInto('list_change')
        .values({ account_id: account.id, id, applied_at: now.toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      let full = 0;
      for (const operation of isNew ? operations : []) {
        if (operation.does === 'take') take(lines, operation, operation.quantity);
        else if (known.has(operation.productId) && add(lines, account.id, operation)) full += 1;
      }
      return full;
    });
    return { lines: await readLines(transaction, account.id), leftOut };
  });
};

/** Deletes the ids of changes that were applied before this time. */
export const purgeListChanges = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('list_change').where('applied_at', '<=', before).execute();
};

type OrderedLine = Pick<Tables['order_line'], 'product_id' | 'type_id' | 'color' | 'size' | 'quantity'>;

const cartLineOf = ({ product_id, type_id, color, size }: OrderedLine): LineIdentity => ({
  list: 'cart',
  productId: product_id,
  variation: type_id ?? '',
  color: color ?? '',
  size: size ?? '',
});

/** Finds the rows of lines of the cart, also where a colour or size got another name since one of the two was written. */
const cartFinder = async (db: Database, lines: readonly OrderedLine[]) => {
  const products = await readProducts(
    db,
    lines.map(({ product_id }) => product_id),
    true,
  );
  const currentKey = (line: LineIdentity): string => {
    const product = products.get(line.productId);
    return keyOfLine(product ? { ...line, ...toSavedVariant(withCurrentNames(product, fromSavedVariant(line))) } : line);
  };
  return (rows: Iterable<SavedRow>, line: OrderedLine): SavedRow | undefined => {
    const key = currentKey(cartLineOf(line));
    return [...rows].find((row) => row.list === 'cart' && row.product_id === line.product_id && currentKey(toLine(row)) === key);
  };
};

/** Each ordered line's `cart_up_to`: what `taken` of its line will be without the ordered units; `null` for a line that is not in the cart. */
export const cartNumbers = async (db: Database, accountId: string, lines: readonly OrderedLine[]): Promise<(number | null)[]> => {
  const saved = await readRows(db, accountId);
  const find = await cartFinder(db, lines);
  return lines.map((line) => {
    const row = find(saved, line);
    return row ? row.taken + Math.min(row.quantity, line.quantity) : null;
  });
};

/** Takes paid units off the buyer's cart, without those taken off since the order; units added since stay. */
export const takePurchased = async (
  transaction: Database,
  accountId: string | null,
  ordered: readonly (OrderedLine & { readonly cart_up_to: number | null })[],
): Promise<void> => {
  if (accountId === null || ordered.every(({ cart_up_to }) => cart_up_to === null)) return;
  const find = await cartFinder(transaction, ordered);
  await updateLists(transaction, accountId, (lines) => {
    for (const line of ordered) {
      const row = find(lines.rows.values(), line);
      const units = (line.cart_up_to ?? 0) - (row?.taken ?? 0);
      if (row && units > 0) take(lines, toLine(row), units);
    }
  });
};

/** The lists of an account for its owner to read. */
export const readSavedLists = async (db: Database, accountId: string) =>
  (await readLines(db, accountId)).map((line) => {
    const { list, productId, quantity, choice = line } = line;
    return { list, productId, variation: choice.variation, colour: choice.color, size: choice.size, quantity };
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
