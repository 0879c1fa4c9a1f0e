import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { withCurrentNames } from '#contract/resolve-variant.ts';
import { announceProducts, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { readRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { saveProduct, showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { readStock } from '#server/domain/catalogue/product-list.ts';
import { sellProduct } from '#server/domain/catalogue/products.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { readProducts, releaseStock, withCurrentSizes } from '#server/domain/orders/order-stock.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { saveLists } from '#server/domain/saved-lists/saved-lists.ts';
import { mailStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay as now } from '#tests/support/opening-day.ts';
import { addAccounts, anOrderFor, anOrderRequest, sell, type Wanted } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const db = await freshDatabase('empty');
const by = { accountId: 'ada', name: 'Ada', role: 'seller', call: 'saveProduct' } as const;

const mug = {
  id: 'mug',
  name: 'Mug',
  basePrice: 18,
  stock: 30,
  images: [],
  colors: [
    {
      color: 'Oat',
      sizes: [
        { name: '350 ml', stock: 12 },
        { name: '500 ml', stock: 8 },
      ],
    },
    { color: 'Ink', sizes: [{ name: '350 ml', stock: 10 }] },
  ],
};
const bowl = { id: 'bowl', name: 'Bowl', basePrice: 30, stock: 14 };

beforeEach(async () => {
  for (const table of ['order', 'product', 'stock_alert', 'mail', 'account'] as const) await db.deleteFrom(table).execute();
  await addAccounts(db, 'ada');
  await sell(db, mug, bowl);
});

const show = (id: string) => showDeskProduct(db, id, { now, referenceDays: 30 });
const order = async (...lines: readonly Wanted[]) => (await placeOrder(db, anOrderRequest(anOrderFor(...lines), { now })))._id;
const cancel = (id: string) => cancelOrder(db, testPayments, id, { now });
/** To sell, and on the shelf, by what it is called. */
const countsOf = async (id: string) =>
  Object.fromEntries(((await readStock(db, [id])).get(id) ?? []).map(({ choice, toSell, onShelf }) => [choice, [toSell, onShelf]]));

type Fields = Parameters<typeof saveProduct>[2];
type Colors = NonNullable<Fields['colors']>;
const save = async (id: string, fields: Fields, pieces: { readonly piecesSeen?: number; readonly dropsPieces?: boolean } = {}) =>
  saveProduct(db, id, fields, { by, now, seen: (await show(id)).revision, ...pieces });
const saveColors = async (id: string, change: (colors: Colors) => Colors, pieces = {}) =>
  save(id, { colors: change((await show(id)).fields.colors) }, pieces);
const renameSize =
  (from: string, to: string) =>
  (colors: Colors): Colors =>
    colors.map((color) => ({
      ...color,
      sizes: color.sizes.map((size) => (size.name === from ? { name: to, was: from } : size)),
    }));
const renameColor =
  (from: string, to: string) =>
  (colors: Colors): Colors =>
    colors.map((color) => (color.color === from ? { ...color, color: to, was: from } : color));
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It was not refused.'),
    ({ message, code, errors }: { message: string; code?: string; errors?: object }) => ({ message, code, errors }),
  );

describe('a choice with another name', () => {
  const oat = { productId: 'mug', color: 'Oat', size: '350 ml' };

  test('keeps what is counted of it, and an order of the old name that is cancelled comes back to it', async () => {
    const id = await order({ ...oat, quantity: 2 });
    await saveColors('mug', (colors) => renameColor('Oat', 'Oatmeal')(renameSize('350 ml', '350ml')(colors)));
    expect(await countsOf('mug')).toEqual({ 'Oatmeal, 350ml': [10, 12], 'Oatmeal, 500 ml': [8, 8], 'Ink, 350ml': [10, 10] });
    await cancel(id);
    expect(await countsOf('mug')).toMatchObject({ 'Oatmeal, 350ml': [12, 12] });
    expect(await db.selectFrom('order_line').select(['color', 'size']).execute()).toEqual([{ color: 'Oat', size: '350 ml' }]);
  });

  test('two that change names with each other, and a new one with an old name, have the pieces and the orders of what they are', async () => {
    const id = await order({ ...oat, quantity: 2 });
    await saveColors('mug', ([first, ...others]) => [
      {
        ...(first as Colors[number]),
        sizes: [
          { name: '500 ml', was: '350 ml' },
          { name: '350 ml', was: '500 ml' },
        ],
      },
      ...others,
    ]);
    expect(await countsOf('mug')).toMatchObject({ 'Oat, 500 ml': [10, 12], 'Oat, 350 ml': [8, 8] });
    await saveColors('mug', (colors) => renameSize('500 ml', 'Tall')(colors));
    await saveColors('mug', ([first, ...others]) => [
      { ...(first as Colors[number]), sizes: [...(first?.sizes ?? []), { name: '500 ml' }] },
      ...others,
    ]);
    await cancel(id);
    expect(await countsOf('mug')).toMatchObject({ 'Oat, Tall': [12, 12], 'Oat, 350 ml': [8, 8], 'Oat, 500 ml': [0, 0] });
  });

  test('is sold to a cart, found by an alert and shown by a link that have the old name', async () => {
    const line = { list: 'cart', productId: 'mug', variation: '', color: 'Oat', size: '350 ml', quantity: 2 } as const;
    const lists = { account: { id: 'ada' }, now };
    await saveLists(db, { account: 'ada', id: 'change-0001', operations: [{ ...line, does: 'add' }] }, lists);
    const alert = { product_id: 'mug', type_id: '', color: 'Oat', size: '350 ml', email: 'bo@example.com', email_key: 'bo@example.com' };
    const at = now.toISOString();
    await db
      .insertInto('stock_alert')
      .values({ ...alert, id: 'a', state: 'waiting', asked_at: at, changed_at: at })
      .execute();
    await saveColors('mug', (colors) => renameColor('Oat', 'Oatmeal')(renameSize('350 ml', '350ml')(colors)));
    const [product] = await listProducts(db);
    expect(product && withCurrentNames(product, oat)).toMatchObject({ color: 'Oatmeal', size: '350ml' });

    const buyer = { id: 'ada', role: 'customer' } as const;
    const payload = { ...anOrderFor({ ...oat, quantity: 2 }), fromCart: true };
    const { _id, items } = await placeOrder(db, anOrderRequest(payload, { buyer, now }));
    expect(items[0]).toMatchObject({ color: 'Oatmeal', size: '350ml' });
    await payOrder(db, _id, { openedAt: now });
    expect(await db.selectFrom('saved_line').selectAll().execute()).toEqual([]);

    const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' } as unknown as Parameters<typeof mailStockAlerts>[1]['sender'];
    expect(await mailStockAlerts(db, { sender, unsubscribeUrl: () => 'https://shop.example/end' }, now)).toBe(1);
  });

  test('takes the pictures of its colour along', async () => {
    await db.insertInto('picture').values({ file: 'oat.jpg', stem: 'oat', preview: '', origin: 'seller' }).execute();
    await save('mug', { images: [{ file: 'oat.jpg', alt: 'Oat', color: 'Oat' }] });
    await saveColors('mug', renameColor('Oat', 'Oatmeal'));
    expect((await show('mug')).fields.images).toEqual([{ file: 'oat.jpg', alt: 'Oat', color: 'Oatmeal' }]);
    await saveColors('mug', (all) => [
      ...all.filter(({ color }) => color === 'Ink').map((color) => ({ ...color, color: 'Oatmeal', was: 'Ink' })),
      ...all.filter(({ color }) => color === 'Oatmeal').map((color) => ({ ...color, color: 'Ink', was: 'Oatmeal' })),
    ]);
    expect((await show('mug')).fields.images).toEqual([{ file: 'oat.jpg', alt: 'Oat', color: 'Ink' }]);
    await db.deleteFrom('picture').execute();
  });
});

describe('first sizes', () => {
  const sizes = (...names: readonly (string | readonly [string, number])[]) =>
    names.map((name) => (typeof name === 'string' ? { name } : { name: name[0], pieces: name[1] }));
  const colors = (oat: Colors[number]['sizes'], ink: Colors[number]['sizes'] = []): Colors => [
    { color: 'Oat', hex: '', image: '', sizes: oat },
    { color: 'Ink', hex: '', image: '', sizes: ink },
  ];

  test('get the pieces that the seller says, never none in silence', async () => {
    const refusal = await refusalOf(save('bowl', { colors: colors(sizes('S'), sizes('S')) }));
    expect(refusal.errors).toEqual({ colors: '14 pieces to sell are counted for all of it: say how many each size has.' });
    await save('bowl', { colors: colors(sizes(['S', 10]), sizes(['S', 4])) }, { piecesSeen: 14 });
    expect(await countsOf('bowl')).toEqual({ 'Oat, S': [10, 10], 'Ink, S': [4, 4] });
  });

  test('are refused where they leave out pieces, or a colour', async () => {
    const ofBowl = (oat: Colors[number]['sizes'], ink?: Colors[number]['sizes']) =>
      refusalOf(save('bowl', { colors: colors(oat, ink) }, { piecesSeen: 14 }));
    expect((await ofBowl(sizes(['S', 10]), sizes(['S', 3]))).errors).toEqual({
      colors: 'The sizes have 13 of the 14 pieces to sell: say where each is, and count the stock after that.',
    });
    expect((await ofBowl(sizes(['S', 14]))).errors).toEqual({
      colors: '"Ink" has no size, and others have: give each colour its sizes, so that all pieces are counted.',
    });
  });

  test('have the pieces of an order that is cancelled while they are made', async () => {
    const id = await order({ productId: 'bowl', quantity: 3 });
    const lines = await db.selectFrom('order_line').selectAll().where('order_id', '=', id).execute();
    await save('bowl', { colors: [{ color: 'Oat', hex: '', image: '', sizes: sizes(['S', 11]) }] }, { piecesSeen: 11 });
    // As a cancellation does that has read the lines before.
    const back = await db.transaction().execute(async (transaction) => {
      const { version } = await announceProducts(transaction);
      return releaseStock(transaction, await withCurrentSizes(transaction, lines), version);
    });
    expect(back).toBe(3);
    expect((await countsOf('bowl'))['Oat, S']?.[0]).toBe(14);
  });

  test('have what was ordered before, each of its colour, so that it comes back there; what was sold since the seller looked is taken off', async () => {
    await save('bowl', { colors: colors([]) });
    const ink = await order({ productId: 'bowl', color: 'Ink', quantity: 3 });
    const oat = await order({ productId: 'bowl', color: 'Oat', quantity: 2 });
    await order({ productId: 'bowl', color: 'Oat' });
    await save('bowl', { colors: colors(sizes(['S', 6], ['L', 0]), sizes(['S', 3])) }, { piecesSeen: 9 });
    expect(await countsOf('bowl')).toEqual({ 'Oat, S': [5, 8], 'Oat, L': [0, 0], 'Ink, S': [3, 6] });
    await cancel(ink);
    await cancel(oat);
    expect(await countsOf('bowl')).toEqual({ 'Oat, S': [7, 8], 'Oat, L': [0, 0], 'Ink, S': [6, 6] });
  });

  test('that are all taken away again leave their pieces to the product', async () => {
    const id = await order({ productId: 'mug', color: 'Oat', size: '350 ml', quantity: 2 });
    await save('mug', { colors: colors([]) });
    expect(await countsOf('mug')).toEqual({ '': [28, 30] });
    await cancel(id);
    expect(await countsOf('mug')).toEqual({ '': [30, 30] });
  });

  test('an option that is counted by itself from now on has the pieces that the seller says', async () => {
    const boxed = { id: 'boxed', name: 'Boxed', basePrice: 35, netQuantity: '', isCounted: true };
    expect((await refusalOf(save('bowl', { types: [boxed] }))).errors).toEqual({
      'types.0.isCounted': 'The product has 14 pieces to sell: say how many of them this option has.',
    });
    await save('bowl', { types: [{ ...boxed, pieces: 5 }] });
    expect(await countsOf('bowl')).toEqual({ '': [14, 14], Boxed: [5, 5] });
  });
});

describe('a removed choice', () => {
  test('with pieces or open orders is told before it is removed', async () => {
    await order({ productId: 'mug', color: 'Oat', size: '350 ml', quantity: 2 });
    const withoutSmall = (all: Colors): Colors =>
      all.map((color) => ({ ...color, sizes: color.sizes.filter(({ name }) => name !== '350 ml') }));
    const refusal = await refusalOf(saveColors('mug', withoutSmall));
    expect(refusal).toMatchObject({ code: 'pieces' });
    expect(refusal.message).toBe(
      '“Oat, 350 ml” has 10 pieces to sell and 2 in orders that are not sent. “Ink, 350 ml” has 10 pieces to sell. If it is removed, they are counted nowhere.',
    );
    await saveColors('mug', withoutSmall, { dropsPieces: true });
    expect(await countsOf('mug')).toEqual({ 'Oat, 500 ml': [8, 8] });
  });
});

describe('in a file', () => {
  const fileOf = async (change: (row: Awaited<ReturnType<typeof exportCatalogue>>[number]) => object) =>
    (await exportCatalogue(db)).map((row) => (row.id === 'mug' ? change(row) : row));
  const importFile = (rows: readonly object[], setsStock = false) =>
    importCatalogue(db, readRows(JSON.stringify(rows), 'json'), { now, setsStock });
  const recolored = (change: (color: (typeof mug.colors)[number]) => object) =>
    fileOf((row) => ({ ...row, colors: (row.colors as unknown as (typeof mug.colors)[number][]).map(change) }));
  const resized = (names: Readonly<Record<string, object>>) =>
    recolored((color) => ({ ...color, sizes: color.sizes.map((size) => ({ ...size, ...names[size.name] })) }));

  test('the same name in other letters, and the one that is new in the place of one that is gone, is another name, and the plan says so', async () => {
    const id = await order({ productId: 'mug', color: 'Oat', size: '350 ml', quantity: 2 });
    await importFile(await resized({ '350 ml': { name: '350ml' }, '500 ml': { name: '500ML' } }));
    expect(await countsOf('mug')).toMatchObject({ 'Oat, 350ml': [10, 12], 'Oat, 500ML': [8, 8] });
    const file = await recolored((color) => ({ ...color, color: color.color === 'Oat' ? 'Sand' : color.color }));
    const plan = await planImport(db, () => readRows(JSON.stringify(file), 'json'), { now, referenceDays: 30 });
    expect(plan.notes).toEqual([{ id: 'mug', name: 'Mug', text: '“Oat” is called “Sand” now, and keeps its pieces.' }]);
    await importFile(file);
    await cancel(id);
    expect(await countsOf('mug')).toMatchObject({ 'Sand, 350ml': [12, 12], 'Sand, 500ML': [8, 8] });
  });

  test('names that cannot be told apart are refused at their line, with what would be lost, until the file says what they were', async () => {
    const file = await resized({ '350 ml': { name: 'Small' }, '500 ml': { name: 'Large' } });
    const refusal = await refusalOf(importFile(file));
    expect(Object.values(refusal.errors ?? {})).toEqual([
      'mug: colors: "Oat, 350 ml" is not in the file and has 12 pieces to sell: if it has another name now, put "was": "350 ml" beside that; to remove it with them, take the stock from the file, too; colors: "Oat, 500 ml" is not in the file and has 8 pieces to sell: if it has another name now, put "was": "500 ml" beside that; to remove it with them, take the stock from the file, too.',
    ]);
    await importFile(await resized({ '350 ml': { name: 'Small', was: '350 ml' }, '500 ml': { name: 'Large', was: '500 ml' } }));
    expect(await countsOf('mug')).toEqual({ 'Oat, Small': [12, 12], 'Oat, Large': [8, 8], 'Ink, Small': [10, 10] });
    await importFile(await fileOf((row) => ({ ...row, stock: 20, colors: row.colors.slice(0, 1) })), true);
    expect(await countsOf('mug')).toEqual({ 'Oat, Small': [12, 12], 'Oat, Large': [8, 8] });
  });

  test('first sizes must have what there is, whether or not it was counted as sold', async () => {
    await order({ productId: 'bowl', quantity: 4 });
    const sized = (...stock: readonly number[]) => [
      { ...bowl, colors: [{ color: 'Oat', sizes: stock.map((number, at) => ({ name: `size ${at}`, stock: number })) }] },
    ];
    expect((await refusalOf(importFile(sized(3, 2)))).errors).toEqual({
      'product 1':
        'bowl: colors: 10 pieces to sell are counted for all of it, but its sizes have 1: make their stock add up to 14, or take the stock from the file, too.',
    });
    await importFile(sized(9, 5));
    expect(await countsOf('bowl')).toEqual({ 'Oat, size 0': [5, 9], 'Oat, size 1': [5, 5] });
  });

  test.each([false, true])(
    'first sizes are taken from a file that was written before a cancellation (with its stock: %s)',
    async (setsStock) => {
      await order({ productId: 'bowl', quantity: 4 });
      const sized = [
        { name: 'S', stock: 7, saleCount: 3 },
        { name: 'L', stock: 7, saleCount: 2 },
      ];
      await importFile([{ ...bowl, saleCount: 5, colors: [{ color: 'Oat', sizes: sized }] }], setsStock);
      // With its stock, the file is believed: never more than it has to sell.
      expect(await countsOf('bowl')).toEqual(setsStock ? { 'Oat, S': [4, 8], 'Oat, L': [5, 5] } : { 'Oat, S': [5, 9], 'Oat, L': [5, 5] });
    },
  );

  test('what its stock takes away is told in the plan', async () => {
    await order({ productId: 'mug', color: 'Oat', size: '500 ml', quantity: 5 });
    const file = await resized({ '500 ml': { name: 'Half a litre', saleCount: 0 } });
    const plan = await planImport(db, () => readRows(JSON.stringify(file), 'json'), { now, referenceDays: 30, setsStock: true });
    expect(plan.notes.map(({ text }) => text)).toEqual([
      '“Oat, 500 ml” has 3 pieces to sell and 5 in orders that are not sent, and is not in the file: they are counted nowhere then.',
    ]);
  });
});

test('whatever is renamed, added, divided, moved, removed, ordered, sent and cancelled: the pieces on the shelf are those that were there', async () => {
  const step = fc.record({
    what: fc.constantFrom('rename', 'renameColour', 'swap', 'add', 'move', 'remove', 'file', 'order', 'order', 'cancel', 'send', 'divide'),
    at: fc.nat(9),
    to: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      await db.deleteFrom('order').execute();
      await sell(db, { ...bowl, colors: [{ color: 'Oat' }, { color: 'Ink' }] });
      let [expected, number] = [14, 0];
      const open: { readonly id: string; readonly quantity: number }[] = [];
      const onShelf = async () => Object.values(await countsOf('bowl')).reduce((sum, [, count = 0]) => sum + count, 0);
      const isCounted = async (id: string): Promise<boolean> => {
        const line = await db.selectFrom('order_line').select('size_id').where('order_id', '=', id).executeTakeFirstOrThrow();
        const sized = await db.selectFrom('product_size').select('id').where('product_id', '=', 'bowl').execute();
        return sized.length === 0 || sized.some((size) => size.id === line.size_id);
      };
      const newName = (): string => {
        number += 1;
        return `name ${number}`;
      };
      for (const { what, at, to } of steps) {
        const product = await show('bowl');
        const { colors } = product.fields;
        const color = at % colors.length;
        const sizes = colors[color]?.sizes ?? [];
        const size = to % Math.max(1, sizes.length);
        const isSized = colors.some((each) => each.sizes.length > 0);
        const withSizes = (changed: Colors[number]['sizes']): Colors =>
          colors.map((each, index) => (index === color ? { ...each, sizes: changed } : each));
        if (what === 'order') {
          const bowlNow = (await readProducts(db, ['bowl'])).get('bowl');
          const chosen = bowlNow?.variation[color];
          const chosenSize = chosen?.size[size];
          const line = { productId: 'bowl', color: chosen?.color, ...(chosenSize && { size: chosenSize.name }), quantity: 1 + (to % 3) };
          const id = await order(line).catch(() => undefined);
          if (id !== undefined) open.push({ id, quantity: line.quantity });
        } else if (what === 'cancel' || what === 'send') {
          const [taken] = open.splice(at % Math.max(1, open.length), 1);
          if (!taken) continue;
          if (what === 'cancel') await cancel(taken.id);
          else {
            if (await isCounted(taken.id)) expected -= taken.quantity;
            await db.updateTable('order').set({ status: 'Dispatch' }).where('id', '=', taken.id).execute();
          }
        } else if (what === 'divide') {
          if (isSized) continue;
          const first = Math.min(product.toSell, to);
          const pieces = [first, product.toSell - first];
          await save(
            'bowl',
            { colors: colors.map((each, index) => ({ ...each, sizes: [{ name: newName(), pieces: pieces[index] ?? 0 }] })) },
            { piecesSeen: product.toSell },
          );
        } else if (what === 'rename') {
          await save('bowl', {
            colors: withSizes(sizes.map((each, index) => (index === size ? { name: newName(), was: each.name } : each))),
          });
        } else if (what === 'renameColour') {
          await save('bowl', {
            colors: colors.map((each, index) => (index === color ? { ...each, color: newName(), was: each.color } : each)),
          });
        } else if (what === 'swap') {
          const names = sizes.map(({ name }) => name).toReversed();
          await save('bowl', { colors: withSizes(sizes.map(({ name }, index) => ({ name: names[index] ?? '', was: name }))) });
        } else if (what === 'add') {
          if (isSized) await save('bowl', { colors: withSizes([{ name: newName() }, ...sizes]) });
        } else if (what === 'move') {
          await save('bowl', { colors: colors.map((each) => ({ ...each, sizes: each.sizes.toReversed() })).toReversed() });
        } else if (what === 'remove') {
          const gone = sizes[size];
          if (!gone || colors.flatMap((each) => each.sizes).length < 2) continue;
          expected -= (await countsOf('bowl'))[`${colors[color]?.color}, ${gone.name}`]?.[1] ?? 0;
          await save('bowl', { colors: withSizes(sizes.filter((each) => each !== gone)) }, { dropsPieces: true });
        } else {
          const [row] = await exportCatalogue(db).then((rows) => rows.filter(({ id }) => id === 'bowl'));
          const changed = row?.colors.map((each, index) => ({
            ...each,
            sizes: each.sizes.map((own, place) => (index === color && place === size ? { ...own, name: newName() } : own)),
          }));
          await importCatalogue(db, [{ value: { ...row, colors: changed } }], { now });
        }
        expect(await onShelf()).toBe(expected);
      }
    }),
    { numRuns: propertyRuns(25) },
  );
});

test('a draft that is sold keeps the price history under its other name', async () => {
  await save('bowl', { types: [{ id: 'boxed', name: 'Boxed', basePrice: 35, netQuantity: '', isCounted: false }] });
  const [boxed] = (await show('bowl')).fields.types;
  await save('bowl', { types: boxed ? [{ ...boxed, name: 'In a box' }] : [] });
  expect(
    await db.selectFrom('price_history').select(['type_id', 'price']).where('product_id', '=', 'bowl').where('type_id', '!=', '').execute(),
  ).toEqual([{ type_id: 'boxed', price: 3500 }]);
  await expect(sellProduct(db, 'bowl', now)).rejects.toThrow('is for sale already');
});
