import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { maxSavedLines, maxSavedQuantity } from '#contract/saved-lists.ts';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { removeProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import {
  findSharedWishlist,
  purgeListChanges,
  readSavedLists,
  readWishlistLink,
  saveLists,
  shareWishlist,
  withdrawWishlist,
} from '#server/domain/saved-lists/saved-lists.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, minutesLater, sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { adding, deviceSends, inWords, taking } from '#tests/support/saved-lists.ts';

const db = await freshDatabase('empty');
await seedDemoAccounts(db, openingDay, cheapPasswords);
const ada = { id: 'demo-shopper', firstName: 'Ada' };
const eve = { id: 'demo-reseller', firstName: 'Eve' };

type Operations = Parameters<typeof deviceSends>[2][];

/** A device of Ada's, or of somebody else's. */
const sendAs = (options: { readonly account?: typeof ada; readonly id?: string }, ...operations: Operations) =>
  deviceSends(db, { accountId: (options.account ?? ada).id, now: openingDay, id: options.id ?? aKey() }, ...operations);
const send = (...operations: Operations) => sendAs({}, ...operations);
const saved = async () => inWords(await send());

beforeEach(async () => {
  for (const table of ['saved_line', 'list_change', 'wishlist_link', 'limit_hit'] as const) await db.deleteFrom(table).execute();
  for (const id of ['mug', 'bowl', 'jug']) await sell(db, { id, name: id, basePrice: 10, stock: 10 });
});

describe('saving lists', () => {
  test('what one device adds, another reads, in the order in which it was added, and another account does not', async () => {
    await send(adding('mug', 2), adding('jug', 1, 'wishlist'));
    expect(inWords(await send(adding('bowl', 1, 'compare')))).toEqual(['cart/mug: 2', 'wishlist/jug: 1', 'compare/bowl: 1']);
    expect(await saved()).toEqual(['cart/mug: 2', 'wishlist/jug: 1', 'compare/bowl: 1']);
    expect(inWords(await sendAs({ account: eve }))).toEqual([]);
  });

  test('twenty devices that add the same mug at once lose none of them', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(adding('mug'))));
    expect(await saved()).toEqual(['cart/mug: 20']);
  });

  test('property: of two devices that add, take and repeat calls in any order, every call counts once, in the order of the calls', async () => {
    const operation = fc.record({
      list: fc.constantFrom('cart' as const, 'wishlist' as const),
      productId: fc.constantFrom('mug', 'bowl'),
      does: fc.constantFrom('add' as const, 'take' as const),
      quantity: fc.integer({ min: 1, max: 3 }),
    });
    const call = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 3 }), repeats: fc.integer({ min: 0, max: 2 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 6 }), async (calls) => {
        for (const table of ['saved_line', 'list_change', 'limit_hit'] as const) await db.deleteFrom(table).execute();
        const model = new Map<string, number>();
        const repeated: (() => Promise<unknown>)[] = [];
        for (const { operations, repeats } of calls) {
          const id = aKey();
          const whole = operations.map(({ list, productId, does, quantity }) => ({ ...adding(productId, quantity, list), does }));
          for (const { list, productId, does, quantity } of operations) {
            const key = `${list}/${productId}`;
            const sum = (model.get(key) ?? 0) + (does === 'add' ? quantity : -quantity);
            model.set(key, Math.max(0, list === 'cart' ? sum : Math.min(1, sum)));
          }
          await sendAs({ id }, ...whole);
          for (let turn = 0; turn < repeats; turn += 1) repeated.push(() => sendAs({ id }, ...whole));
        }
        // The other device's later calls do not matter to a repeat.
        await Promise.all(repeated.map((repeat) => repeat()));
        const expected = [...model].filter(([, quantity]) => quantity > 0).map(([key, quantity]) => `${key}: ${quantity}`);
        expect((await saved()).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 25 },
    );
  });

  test('property: while one device takes units of a line that it shows, no unit that another device adds at the same moment is lost', async () => {
    const units = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(units, units, async (taken, added) => {
        for (const table of ['saved_line', 'list_change', 'limit_hit'] as const) await db.deleteFrom(table).execute();
        const shown = taken.reduce((sum, each) => sum + each, 1);
        await send(adding('mug', shown));
        await Promise.all([...taken.map((each) => send(taking('mug', each))), ...added.map((each) => send(adding('mug', each)))]);
        expect(await saved()).toEqual([`cart/mug: ${added.reduce((sum, each) => sum + each, 1)}`]);
      }),
      { numRuns: 15 },
    );
  });

  test('a call whose answer was lost is applied once when it is sent again, at the same moment and after its line was removed', async () => {
    const id = aKey();
    await Promise.all([sendAs({ id }, adding('mug', 2)), sendAs({ id }, adding('mug', 2))]);
    expect(await saved()).toEqual(['cart/mug: 2']);
    await send(taking('mug', 2));
    expect(inWords(await sendAs({ id }, adding('mug', 2)))).toEqual([]);
    // The same id of another account is another call.
    expect(inWords(await sendAs({ account: eve, id }, adding('mug', 2)))).toEqual(['cart/mug: 2']);
  });

  test('ids of calls are kept until they expire', async () => {
    const id = aKey();
    await sendAs({ id }, adding('mug'));
    await purgeListChanges(db, minutesLater(-1).toISOString());
    expect(inWords(await sendAs({ id }, adding('mug')))).toEqual(['cart/mug: 1']);
    await purgeListChanges(db, openingDay.toISOString());
    expect(await db.selectFrom('list_change').selectAll().execute()).toEqual([]);
  });

  test('a change that another sign-in has overtaken is refused, and reaches neither account', async () => {
    const change = { account: eve.id, id: aKey(), operations: [adding('mug')] };
    await expect(saveLists(db, change, { account: ada, now: openingDay })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await db.selectFrom('saved_line').selectAll().execute()).toEqual([]);
  });

  test('an unknown product is left out, one that is removed leaves all lists, and a withdrawn one stays', async () => {
    await send(adding('unknown'), adding('mug'), adding('bowl'));
    expect(await saved()).toEqual(['cart/mug: 1', 'cart/bowl: 1']);
    await removeProduct(db, 'mug', openingDay);
    await withdrawProduct(db, 'bowl', openingDay);
    expect(await saved()).toEqual(['cart/bowl: 1']);
  });

  test('an account that sends 600 calls in ten minutes has to wait, whatever its devices, and another has not', async () => {
    await send();
    await db.updateTable('limit_hit').set({ hits: 599 }).execute();
    await send();
    await expect(send()).rejects.toMatchObject({ kind: 'tooMany' });
    expect(inWords(await sendAs({ account: eve }))).toEqual([]);
  });

  test('of more products than a list holds the last are left out and counted, and a full list leaves the others their room', async () => {
    await send(...['mug', 'bowl', 'jug'].map((id) => adding(id, 1, 'compare')));
    for (const id of ['tray', 'vase']) await sell(db, { id, name: id, basePrice: 10, stock: 10 });
    const { lines, leftOut } = await send(adding('tray', 1, 'compare'), adding('vase', 1, 'compare'), adding('mug', 1, 'compare'));
    expect([lines.length, leftOut]).toEqual([maxSavedLines.compare, 1]);
    expect((await send(adding('vase', 1, 'wishlist'))).leftOut).toBe(0);
  });

  test('a line holds 9,999 units at most', async () => {
    expect((await send(adding('mug', maxSavedQuantity))).leftOut).toBe(0);
    const { lines, leftOut } = await send(adding('mug', 2));
    expect([lines[0]?.quantity, leftOut]).toEqual([maxSavedQuantity, 1]);
  });

  test('the chosen options of a wished product reach other devices, can be changed, and are in the data of its owner', async () => {
    const sage = { variation: 'boxed', color: 'Sage', size: '350 ml' };
    const plain = { variation: '', color: '', size: '' };
    const choices = async () => (await send()).lines.map(({ productId, choice }) => [productId, choice]);
    await send({ ...adding('mug', 1, 'wishlist'), choice: sage }, adding('bowl', 1, 'wishlist'));
    // A heart on a tile of another device, where nothing is chosen.
    await send({ ...adding('mug', 1, 'wishlist'), choice: plain });
    expect(await choices()).toEqual([
      ['mug', sage],
      ['bowl', undefined],
    ]);
    expect(await readSavedLists(db, ada.id)).toMatchObject([
      { list: 'wishlist', productId: 'mug', variation: 'boxed', colour: 'Sage', size: '350 ml', quantity: 1 },
      { list: 'wishlist', productId: 'bowl', variation: '', colour: '', size: '', quantity: 1 },
    ]);
    await send(taking('mug', 1, 'wishlist'), { ...adding('mug', 1, 'wishlist'), choice: plain });
    expect((await choices()).find(([id]) => id === 'mug')).toEqual(['mug', plain]);
  });

  test('a line from which more is taken than it has is deleted', async () => {
    await send(adding('mug', 2));
    await send(taking('mug', 5), taking('bowl'));
    expect(await db.selectFrom('saved_line').selectAll().execute()).toEqual([]);
  });
});

describe('a shared wishlist', () => {
  const share = async (showsName = false): Promise<string> =>
    (await shareWishlist(db, showsName, { account: ada, now: openingDay })).link?.token ?? '';

  test('a link shows the wished products that are sold, in order, and nothing else of its owner', async () => {
    await send(...['mug', 'bowl', 'jug'].map((id) => adding(id, 1, 'wishlist')));
    await send(adding('mug', 3));
    await withdrawProduct(db, 'bowl', openingDay);
    expect(await findSharedWishlist(db, await share())).toEqual({ name: '', productIds: ['mug', 'jug'] });
  });

  test('a link shows what was chosen of the wished products', async () => {
    const choice = { variation: '', color: 'Sage', size: '' };
    await send(
      { ...adding('mug', 1, 'wishlist'), choice },
      { ...adding('jug', 1, 'wishlist'), choice: { variation: '', color: '', size: '' } },
    );
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
