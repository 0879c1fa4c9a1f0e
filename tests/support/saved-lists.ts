import type { LineIdentity, ListOperation, SavedListName, SavedLists } from '#contract/saved-lists.ts';
import type { Database } from '#server/db/schema.ts';
import { saveLists } from '#server/domain/saved-lists/saved-lists.ts';
import { aKey } from './orders.ts';

/** A line of a product of which nothing is chosen. */
export const lineOf = (productId: string, list: SavedListName = 'cart'): LineIdentity => ({
  list,
  productId,
  variation: '',
  color: '',
  size: '',
});

export const adding = (productId: string, quantity = 1, list: SavedListName = 'cart'): ListOperation => ({
  ...lineOf(productId, list),
  does: 'add',
  quantity,
});

export const taking = (productId: string, quantity = 1, list: SavedListName = 'cart'): ListOperation => ({
  ...adding(productId, quantity, list),
  does: 'take',
});

type OnDevice = { readonly accountId: string; readonly now: Date; readonly id?: string };

/** A device of an account sends operations, or reads the lists. */
export const deviceSends = (
  db: Database,
  { accountId, now, id = aKey() }: OnDevice,
  ...operations: readonly ListOperation[]
): Promise<SavedLists> => saveLists(db, { account: accountId, id, operations: [...operations] }, { account: { id: accountId }, now });

/** "cart/mug: 2" of each line. */
export const inWords = ({ lines }: SavedLists): string[] =>
  lines.map(({ list, productId, quantity }) => `${list}/${productId}: ${quantity}`);
