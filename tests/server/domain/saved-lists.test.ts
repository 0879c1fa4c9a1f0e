import { beforeEach, describe, expect, test } from 'vitest';
import { type LineIdentity, piecesOf, type SavedChange, type SavedLists } from '#contract/saved-lists.ts';
import { seedDemoAccounts } from '#server/domain/demo-accounts.ts';
import { removeProduct, withdrawProduct } from '#server/domain/products.ts';
import {
  findSharedWishlist,
  readSavedLists,
  readWishlistLink,
  saveLists,
  shareWishlist,
  withdrawWishlist,
} from '#server/domain/saved-lists.ts';
import { startSession } from '#server/domain/sessions.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);
const ada = { id: 'demo-shopper', firstName: 'Ada' };
const eve = { id: 'demo-reseller', firstName: 'Eve' };

const of = (productId: string, list: LineIdentity['list'] = 'cart'): LineIdentity => ({
  list,
  productId,
  variation: '',
  color: '',
  size: '',
});

let batches = 0;
const newBatch = (): string => {
  batches += 1;
  return `batch-number-${batches}`;
};

/** A device of an account, signed in. */
const device = async (account = ada) => {
  const session = await startSession(db, account.id, openingDay);
  return (changes: readonly SavedChange[] = [], batch = newBatch()): Promise<SavedLists> =>
    saveLists(db, { account: account.id, batch, changes: [...changes] }, { account, session, now: openingDay });
};
const shown = ({ lines }: SavedLists): string[] => lines.map((line) => `${line.list}/${line.productId}: ${piecesOf(line)}`);

beforeEach(async () => {
  for (const table of ['saved_line', 'wishlist_link', 'limit_hit', 'session'] as const) await db.deleteFrom(table).execute();
  for (const id of ['mug', 'bowl', 'jug']) await sell(db, { id, name: id, basePrice: 10, stock: 10 });
});

describe('saving lists', () => {
  test('what one device adds, another reads, in the order in which it was added, and another account does not', async () => {
    const phone = await device();
    await phone([
      { ...of('mug'), add: 2 },
      { ...of('jug', 'wishlist'), add: 1 },
    ]);
    await phone([{ ...of('bowl', 'compare'), add: 1 }]);
    expect(shown(await (await device())())).toEqual(['cart/mug: 2', 'wishlist/jug: 1', 'compare/bowl: 1']);
    expect(shown(await (await device(eve))())).toEqual([]);
  });

  test('twenty devices that add the same mug at once lose none of them', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => device()));
    await Promise.all(devices.map((send) => send([{ ...of('mug'), add: 1 }])));
    expect(shown(await (await device())())).toEqual(['cart/mug: 20']);
  });

  test('a batch whose answer was lost is applied once when it is sent again, also after a new session of the same browser', async () => {
    const previous = await startSession(db, ada.id, openingDay);
    const batch = { account: ada.id, batch: newBatch(), changes: [{ ...of('mug'), add: 2 }] };
    await saveLists(db, batch, { account: ada, session: previous, now: openingDay });
    expect(shown(await saveLists(db, batch, { account: ada, session: previous, now: openingDay }))).toEqual(['cart/mug: 2']);
    const session = await startSession(db, ada.id, openingDay, { previous });
    expect(shown(await saveLists(db, batch, { account: ada, session, now: openingDay }))).toEqual(['cart/mug: 2']);
    expect(shown(await saveLists(db, { ...batch, batch: newBatch() }, { account: ada, session, now: openingDay }))).toEqual([
      'cart/mug: 4',
    ]);
  });

  test('a batch of another account’s session in the same browser is a new one', async () => {
    const session = await startSession(db, eve.id, openingDay);
    const batch = { batch: newBatch(), changes: [{ ...of('mug'), add: 1 }] };
    await saveLists(db, { ...batch, account: eve.id }, { account: eve, session, now: openingDay });
    const next = await startSession(db, ada.id, openingDay, { previous: session });
    const hers = await saveLists(db, { ...batch, account: ada.id }, { account: ada, session: next, now: openingDay });
    expect(shown(hers)).toEqual(['cart/mug: 1']);
  });

  test('a batch that another sign-in has overtaken is refused, and reaches neither account', async () => {
    const session = await startSession(db, ada.id, openingDay);
    const batch = { account: eve.id, batch: newBatch(), changes: [{ ...of('mug'), add: 1 }] };
    await expect(saveLists(db, batch, { account: ada, session, now: openingDay })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await db.selectFrom('saved_line').selectAll().execute()).toEqual([]);
  });

  test('a product that there is not is left out, one that is removed leaves all lists, and a withdrawn one stays', async () => {
    const phone = await device();
    await phone([
      { ...of('unknown'), add: 1 },
      { ...of('mug'), add: 1 },
      { ...of('bowl'), add: 1 },
    ]);
    expect(shown(await phone())).toEqual(['cart/mug: 1', 'cart/bowl: 1']);
    expect((await phone([{ ...of('unknown'), add: 1 }])).unknown).toEqual(['unknown']);
    await removeProduct(db, 'mug', openingDay);
    await withdrawProduct(db, 'bowl', openingDay);
    expect(shown(await phone())).toEqual(['cart/bowl: 1']);
  });

  test('an account that sends 600 calls in ten minutes has to wait, whatever its devices, and another has not', async () => {
    const phone = await device();
    await phone();
    await db.updateTable('limit_hit').set({ hits: 599 }).execute();
    await phone();
    await expect((await device())()).rejects.toMatchObject({ kind: 'tooMany' });
    expect(shown(await (await device(eve))())).toEqual([]);
  });

  test('what was chosen of a wish reaches other devices, can be chosen anew, and is in the data of its owner', async () => {
    const phone = await device();
    const sage = { variation: 'boxed', color: 'Sage', size: '350 ml' };
    await phone([
      { ...of('mug', 'wishlist'), add: 1, choice: sage },
      { ...of('bowl', 'wishlist'), add: 1 },
    ]);
    const { lines } = await (await device())();
    expect(lines.map(({ productId, choice }) => [productId, choice])).toEqual([
      ['mug', sage],
      ['bowl', undefined],
    ]);
    expect(await readSavedLists(db, ada.id)).toMatchObject([
      { list: 'wishlist', productId: 'mug', variation: 'boxed', colour: 'Sage', size: '350 ml', pieces: 1 },
      { list: 'wishlist', productId: 'bowl', variation: '', colour: '', size: '', pieces: 1 },
    ]);
    const plain = { variation: '', color: '', size: '' };
    await phone([
      { ...of('mug', 'wishlist'), upTo: lines[0]?.added ?? 0 },
      { ...of('mug', 'wishlist'), add: 1, choice: plain },
    ]);
    expect((await phone()).lines.map(({ productId, choice }) => [productId, choice])).toEqual([
      ['mug', plain],
      ['bowl', undefined],
    ]);
  });

  test('lines that are emptied are deleted', async () => {
    const phone = await device();
    const { lines } = await phone([{ ...of('mug'), add: 2 }]);
    await phone(lines.map((line) => ({ ...of('mug'), upTo: line.added })));
    expect(await db.selectFrom('saved_line').selectAll().execute()).toEqual([]);
  });
});

describe('a shared wishlist', () => {
  const share = async (showsName = false): Promise<string> =>
    (await shareWishlist(db, showsName, { account: ada, now: openingDay })).link?.token ?? '';

  test('a link shows the wished products that are sold, in order, and nothing else of its owner', async () => {
    const phone = await device();
    await phone(['mug', 'bowl', 'jug'].map((id) => ({ ...of(id, 'wishlist'), add: 1 })));
    await phone([{ ...of('mug'), add: 3 }]);
    await withdrawProduct(db, 'bowl', openingDay);
    expect(await findSharedWishlist(db, await share())).toEqual({ name: '', productIds: ['mug', 'jug'] });
  });

  test('a link shows what was chosen of the wished products', async () => {
    const choice = { variation: '', color: 'Sage', size: '' };
    await (await device())([
      { ...of('mug', 'wishlist'), add: 1, choice },
      { ...of('jug', 'wishlist'), add: 1, choice: { variation: '', color: '', size: '' } },
    ]);
    expect(await findSharedWishlist(db, await share())).toEqual({
      name: '',
      productIds: ['mug', 'jug'],
      choices: [{ productId: 'mug', ...choice }],
    });
  });

  test('the owner shows or hides the first name, and the link stays the same', async () => {
    const token = await share(true);
    const { first_name } = await db.selectFrom('account').select('first_name').where('id', '=', ada.id).executeTakeFirstOrThrow();
    expect(await findSharedWishlist(db, token)).toMatchObject({ name: first_name });
    expect(await share(false)).toBe(token);
    expect(await findSharedWishlist(db, token)).toMatchObject({ name: '' });
  });

  test('a withdrawn link shows nothing, as if it had never been, and a later one is another', async () => {
    const token = await share();
    expect(await findSharedWishlist(db, token)).toEqual({ name: '', productIds: [] });
    await withdrawWishlist(db, { account: ada, now: openingDay });
    const unknown = await findSharedWishlist(db, 'a'.repeat(43)).catch((error: unknown) => error);
    expect(unknown).toMatchObject({ kind: 'notFound' });
    expect(await findSharedWishlist(db, token).catch((error: unknown) => error)).toEqual(unknown);
    expect(await share()).not.toBe(token);
    await expect(findSharedWishlist(db, token)).rejects.toEqual(unknown);
  });

  test('only the owner sees and withdraws the link', async () => {
    const token = await share();
    await withdrawWishlist(db, { account: eve, now: openingDay });
    expect(await readWishlistLink(db, ada)).toEqual({ link: { token, name: '' } });
    expect(await readWishlistLink(db, eve)).toEqual({ link: null });
  });
});
