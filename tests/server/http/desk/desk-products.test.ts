import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { countedStock, deskProduct, productPage, uploadedPicture } from '#contract/desk/products.ts';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { exportCatalogue, importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { addCategory } from '#server/domain/catalogue/categories.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { testPayments } from '#server/payments/test.ts';
import { purgeUploads } from '#server/storage/catalogue-pictures.ts';
import { filesOf, picturesIn } from '#server/storage/pictures.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aDelivery, minutesLater, sell } from '#tests/support/orders.ts';
import { aBomb, aPhoto, impostors, pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
const folder = await pictureFolder();
const store = picturesIn(folder);
const app = openDesk({ db, clock: () => now, sellerPictures: store });
const sam = await signInAt(db, 'sam', { role: 'support', firstName: 'Sam' });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada' });
const rosa = await signInAt(db, 'rosa', { role: 'seller', firstName: 'Rosa' });

const mug = {
  id: 'mug',
  name: 'Stoneware mug',
  sku: 'FL-MUG 01',
  basePrice: 18,
  discount: 10,
  resellerPrice: 3,
  stock: 12,
  categories: ['kitchen'],
  tags: ['everyday'],
  colors: [
    { color: 'Oat', sizes: [{ name: 'Small', stock: 10 }] },
    { color: 'Sage', sizes: [{ name: 'Small', stock: 2 }] },
  ],
};

beforeEach(async () => {
  for (const table of ['order', 'product', 'category', 'picture', 'staff_event', 'limit_hit', 'stock_alert'] as const)
    await db.deleteFrom(table).execute();
  await addCategory(db, { name: 'Kitchen' });
  await sell(db, mug, { id: 'spoon', name: 'Olive spoon', basePrice: 4.5, stock: 8 }, { id: 'jug', name: 'Jug', basePrice: 30, stock: 0 });
});

type Sent = { readonly productId?: string; readonly cookie?: string; readonly query?: string; readonly body?: object };
const call = (name: keyof typeof deskEndpoints, { productId = '', cookie = ada, ...sent }: Sent = {}) =>
  callDesk(app, deskEndpoints[name], { productId }, { cookie, ...sent });
const list = async (query: string, cookie = ada) => productPage.parse(await (await call('products', { query, cookie })).json());
const idsOf = async (query: string): Promise<string[]> => (await list(query)).items.map(({ id }) => id);
const show = async (productId: string) => deskProduct.parse(await (await call('product', { productId })).json());
const refusalOf = async (response: Response) => {
  const { message, code, errors } = failureBody.parse(await response.json());
  return { status: response.status, message, ...(code !== undefined && { code }), ...(errors && { errors }) };
};
const eventsOf = (subject: string) => db.selectFrom('staff_event').select(['account_id', 'what']).where('subject', '=', subject).execute();
const inShop = async (): Promise<string[]> => {
  const response = await app.request(endpoints.products.path);
  return ((await response.json()) as { _id: string }[]).map(({ _id }) => _id);
};
const stockOf = (id: string) => db.selectFrom('product').select(['stock', 'sale_count']).where('id', '=', id).executeTakeFirstOrThrow();

describe('the list of products', () => {
  test('each view has its products, with what shoppers and resellers pay and what is left of each counter', async () => {
    expect(await idsOf('')).toEqual(['mug', 'spoon', 'jug']);
    expect(await idsOf('?view=low')).toEqual(['mug']);
    expect(await idsOf('?view=out')).toEqual(['jug']);
    expect(await idsOf('?view=draft')).toEqual([]);
    await call('withdrawProduct', { productId: 'spoon', body: { revision: 0 } });
    expect(await idsOf('?view=withdrawn')).toEqual(['spoon']);
    const { items, counts } = await list('');
    expect(counts).toEqual({ low: 1, out: 1, draft: 0 });
    expect(items[0]).toMatchObject({ price: 16.2, before: 18, reseller: 13.5, isFrom: false, toSell: 12, unsent: 0, soldLately: 0 });
    expect(items[0]?.counters.map(({ key, choice, onShelf }) => [key, choice, onShelf])).toEqual([
      ['mug/Oat/Small', 'Oat, Small', 10],
      ['mug/Sage/Small', 'Sage, Small', 2],
    ]);
  });

  test('a row says how many are in unsent orders, were sold in 30 days, and are waited for', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug', color: 'Oat', size: 'Small', quantity: 3 });
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
    await aPaidOrderIn(db, { productId: 'mug', color: 'Oat', size: 'Small', quantity: 2 });
    const at = openingDay.toISOString();
    const wait = { product_id: 'mug', type_id: '', color: '', size: '', asked_at: at, changed_at: at };
    for (const [email, state] of [
      ['a@example.com', 'waiting'],
      ['b@example.com', 'unconfirmed'],
    ] as const)
      await db
        .insertInto('stock_alert')
        .values({ ...wait, id: email, email, email_key: email, state })
        .execute();
    const [row] = (await list('')).items;
    expect(row).toMatchObject({ toSell: 7, unsent: 2, soldLately: 5, waiting: 1 });
    expect(row?.counters[0]).toMatchObject({ onShelf: 7, toSell: 5, seen: { stock: 10, saleCount: 5, promised: 2 } });
    const thirtyDaysAgo = minutesLater(-30 * 24 * 60, now).getTime();
    for (const [time, soldLately] of [
      [thirtyDaysAgo, 5],
      [thirtyDaysAgo - 1, 2],
    ] as const) {
      await db
        .updateTable('order')
        .set({ created_at: new Date(time).toISOString() })
        .where('id', '=', id)
        .execute();
      expect((await list('')).items[0]).toMatchObject({ soldLately });
    }
  });

  test.each([
    ['the beginning of a word of the name', 'stone', ['mug']],
    ['two words', 'mug STON', ['mug']],
    ['an item number in one piece', 'flmug01', ['mug']],
    ['a tag', 'every', ['mug']],
    ['a colour', 'sage', ['mug']],
    ['what nothing has', 'teapot', []],
    ['no letters', '%_"', []],
    ['the mark of a category', ':kitchen', ['mug']],
  ])('the search finds by %s', async (_, text, ids) => {
    expect(await idsOf(`?q=${encodeURIComponent(text)}`)).toEqual(ids);
  });

  test('a category is a filter, also with a search, and an unknown one has nothing', async () => {
    expect(await idsOf('?category=kitchen')).toEqual(['mug']);
    expect(await idsOf('?category=kitchen&q=spoon')).toEqual([]);
    for (const category of ['kit', '%00', "'", '%F0%9F%98%80']) expect(await idsOf(`?category=${category}`)).toEqual([]);
    expect(await idsOf('?q=%00mug')).toEqual(['mug']);
    expect((await call('product', { productId: '\0' })).status).toBe(400);
  });

  test('more than a page is read page by page, each product once, and what is no cursor is the first page', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({ id: `bowl-${at}`, name: `Bowl ${at}`, basePrice: 5, stock: 20 }));
    await sell(db, ...many);
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await list(`?q=bowl&after=${encodeURIComponent(after)}`);
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(found).toEqual(many.map(({ id }) => id));
    for (const after of ['x~y', '-1~y', '99999999999~y', '1~~2', "1~'"])
      expect(await idsOf(`?q=bowl&after=${encodeURIComponent(after)}`)).toEqual(found.slice(0, 50));
  });
});

describe('counting stock', () => {
  const count = (onShelf: number, seen: object, { cookie = sam, key = 'spoon' } = {}) =>
    call('countStock', { cookie, body: { key, onShelf, seen } });
  const seenOf = async (id = 'spoon', at = 0) => (await show(id)).counters[at]?.seen ?? {};

  test('support counts stock: units that were sold meanwhile stay sold, and the answer says how many these were', async () => {
    const seen = await seenOf();
    await aPaidOrderIn(db, { productId: 'spoon', quantity: 2 });
    const response = await count(9, seen);
    expect(countedStock.parse(await response.json())).toEqual({
      counter: { key: 'spoon', choice: '', onShelf: 9, toSell: 7, seen: { stock: 9, saleCount: 2, promised: 2 } },
      sold: 2,
      missing: 0,
    });
    expect(await eventsOf('spoon')).toEqual([{ account_id: 'sam', what: 'countStock' }]);
  });

  test('of two people who count the same stock the second is told who was first, and changes nothing', async () => {
    const seen = await seenOf();
    await count(9, seen, { cookie: rosa });
    expect(await refusalOf(await count(3, seen))).toEqual({
      status: 409,
      code: 'changed',
      message: 'Nothing was saved. Somebody else has counted this (Rosa, 10:05).',
    });
    expect(await stockOf('spoon')).toEqual({ stock: 9, sale_count: 0 });
  });

  test('a parcel leaves between the look at the shelf and the count: it must be counted again', async () => {
    const id = await aPaidOrderIn(db, { productId: 'spoon', quantity: 2 });
    const seen = await seenOf();
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
    expect(await refusalOf(await count(8, seen))).toMatchObject({
      status: 409,
      code: 'changed',
      message: expect.stringContaining('2 pieces left'),
    });
    expect(await stockOf('spoon')).toEqual({ stock: 8, sale_count: 2 });
    expect((await count(6, await seenOf())).status).toBe(200);
  });

  test('fewer than are promised leave nothing to sell, and the missing ones are named', async () => {
    await aPaidOrderIn(db, { productId: 'spoon', quantity: 5 });
    const counted = countedStock.parse(await (await count(3, await seenOf())).json());
    expect(counted).toMatchObject({ missing: 2, counter: { toSell: 0 } });
  });

  test('a size of a draft can be counted before the draft goes on sale', async () => {
    await call('withdrawProduct', { productId: 'mug', body: { revision: 0 } });
    expect((await count(5, await seenOf('mug', 1), { key: 'mug/Sage/Small' })).status).toBe(200);
    expect(await stockOf('mug')).toEqual({ stock: 15, sale_count: 0 });
  });

  test.each([
    [{ key: 'none', onShelf: 1 }, 404],
    [{ key: 'mug/Oat', onShelf: 1 }, 404],
    [{ key: 'spoon', onShelf: -1 }, 422],
    [{ key: 'spoon', onShelf: 1.5 }, 422],
    [{ key: 'spoon', onShelf: 1_000_000 }, 422],
    [{ key: '\0', onShelf: 1 }, 422],
  ])('the stock count %o is refused with %i', async (body, status) => {
    const response = await call('countStock', { body: { ...body, seen: { stock: 8, saleCount: 0, promised: 0 } } });
    expect(response.status).toBe(status);
    expect(await stockOf('spoon')).toEqual({ stock: 8, sale_count: 0 });
  });
});

describe('a new product', () => {
  const create = (id: string, fields: object, cookie = ada) => call('createProduct', { cookie, body: { id, fields } });

  test('a new product is a draft that shoppers do not see until it goes on sale, and then one of the newest', async () => {
    const response = await create('teapot', { name: 'Teapot', basePrice: 42, categories: ['kitchen'] });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ id: 'teapot', state: 'draft', revision: 0 });
    expect(await inShop()).not.toContain('teapot');
    expect((await app.request('/client/products/teapot')).status).toBe(404);
    expect(await idsOf('?view=draft')).toEqual(['teapot']);
    expect(await idsOf('?view=withdrawn')).toEqual([]);

    const sold = await call('sellProduct', { productId: 'teapot', body: { revision: 0 } });
    expect(await sold.json()).toMatchObject({ state: 'sold', revision: 1 });
    expect(await inShop()).toContain('teapot');
    expect((await eventsOf('teapot')).map(({ what }) => what).toSorted()).toEqual(['createProduct', 'sellProduct']);
  });

  test.each([
    ['an id that is taken', 'mug', { name: 'Mug', basePrice: 1 }, { id: 'There is a product with this address already.' }],
    ['an id with a space', 'a b', { name: 'Mug', basePrice: 1 }, { id: expect.stringMatching(/^It may hold letters/) }],
    ['no name', 'pot', { name: ' ', basePrice: 1 }, { name: 'It must not be empty.' }],
    ['no price', 'pot', { name: 'Pot' }, { basePrice: 'It must be a price in pounds.' }],
    ['a price below zero', 'pot', { name: 'Pot', basePrice: -1 }, { basePrice: 'It must be 0 or more.' }],
    ['tenths of a penny', 'pot', { name: 'Pot', basePrice: 1.005 }, { basePrice: 'It must have at most 2 decimals.' }],
    ['characters that are no text', 'pot', { name: 'P\0t', basePrice: 1 }, { name: 'It must not contain characters that are no text.' }],
    ['an unknown category', 'pot', { name: 'Pot', basePrice: 1, categories: ['x'] }, { categories: 'There is no category "x".' }],
    [
      'a picture that nobody has uploaded',
      'pot',
      { name: 'Pot', basePrice: 1, images: [{ file: '../x.jpg', alt: 'x' }] },
      { images: 'There is no picture "../x.jpg".' },
    ],
    [
      'a colour twice',
      'pot',
      {
        name: 'Pot',
        basePrice: 1,
        colors: [
          { color: 'Oat', hex: '', image: '', sizes: [] },
          { color: 'Oat', hex: '', image: '', sizes: [] },
        ],
      },
      { colors: '"Oat" stands there twice.' },
    ],
  ])('a new product with %s is refused at its field, and nothing is added', async (_, id, fields, errors) => {
    expect(await refusalOf(await create(id, fields))).toMatchObject({ status: 422, errors });
    expect(await idsOf('?view=draft')).toEqual([]);
  });

  test('support may not add or change a product', async () => {
    expect((await create('teapot', { name: 'Teapot', basePrice: 42 }, sam)).status).toBe(403);
    expect((await call('saveProduct', { productId: 'mug', cookie: sam, body: { revision: 0, fields: { name: 'x' } } })).status).toBe(403);
  });
});

describe('saving a product', () => {
  const save = (revision: number, fields: object, { cookie = ada, productId = 'mug' } = {}) =>
    call('saveProduct', { productId, cookie, body: { revision, fields } });

  test('saving a product changes the fields that are sent, and neither others nor stock that was sold and counted meanwhile', async () => {
    const before = (await exportCatalogue(db)).find(({ id }) => id === 'mug');
    await aPaidOrderIn(db, { productId: 'mug', color: 'Oat', size: 'Small', quantity: 4 });
    const response = await save(0, { name: 'Tall mug', fullDescription: '<script>alert(1)</script>', basePrice: 20 });
    expect(await response.json()).toMatchObject({ revision: 1, fields: { name: 'Tall mug', basePrice: 20, sku: 'FL-MUG 01' } });
    const after = (await exportCatalogue(db)).find(({ id }) => id === 'mug');
    expect(after).toMatchObject({
      ...before,
      name: 'Tall mug',
      fullDescription: '<script>alert(1)</script>',
      basePrice: 20,
      saleCount: 4,
      colors: [{ sizes: [{ stock: 10, saleCount: 4 }] }, {}],
    });
    expect(await idsOf('?q=tall')).toEqual(['mug']);
    expect(await idsOf('?q=stoneware')).toEqual([]);
  });

  test('saving a product without a change makes no new revision', async () => {
    await save(0, { name: 'Stoneware mug' });
    expect((await show('mug')).revision).toBe(0);
  });

  test('of two sellers the second is told who changed it and when, and overwrites nothing', async () => {
    await save(0, { name: 'Tall mug' }, { cookie: rosa });
    expect(await refusalOf(await save(0, { basePrice: 1 }))).toEqual({
      status: 409,
      code: 'changed',
      message: 'Nothing was saved: Rosa changed this product at 10:05.',
    });
    for (const name of ['sellProduct', 'withdrawProduct', 'removeProduct'] as const)
      expect(await refusalOf(await call(name, { productId: 'mug', body: { revision: 0 } }))).toMatchObject({
        status: 409,
        code: 'changed',
      });
    expect((await show('mug')).fields).toMatchObject({ name: 'Tall mug', basePrice: 18 });
  });

  test('two save at once: one of them wins, the other is told', async () => {
    const answers = await Promise.all([save(0, { name: 'One' }), save(0, { name: 'Two' }, { cookie: rosa })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await show('mug')).revision).toBe(1);
  });

  test('a catalogue file that has changed a product counts as a change since it was read, a stock count does not', async () => {
    await importCatalogue(db, [{ value: { ...mug, name: 'Mug of the file' } }], { now });
    expect((await refusalOf(await save(0, { name: 'x' }))).message).toMatch(
      /^Nothing was saved: a catalogue file or the command line changed/,
    );
    const { counters } = await show('mug');
    await call('countStock', { body: { key: 'mug/Oat/Small', onShelf: 3, seen: counters[0]?.seen } });
    expect((await save(1, { name: 'Tall mug' })).status).toBe(200);
  });

  test('a new size has nothing to sell until it is counted, and the others keep what they have', async () => {
    const { fields } = await show('mug');
    const [oat, sage] = fields.colors;
    await save(0, { colors: [{ ...oat, sizes: [{ name: 'Small' }, { name: 'Large' }] }, sage] });
    expect((await show('mug')).counters.map(({ key, toSell }) => [key, toSell])).toEqual([
      ['mug/Oat/Small', 10],
      ['mug/Oat/Large', 0],
      ['mug/Sage/Small', 2],
    ]);
  });

  test('the first size of a product takes over what was sold, and each has the pieces that the seller says', async () => {
    await aPaidOrderIn(db, { productId: 'spoon', quantity: 3 });
    const sizes = [
      { name: 'Short', pieces: 1 },
      { name: 'Long', pieces: 4 },
    ];
    const colors = [{ color: 'Olive', hex: '#aabb00', image: '', sizes }];
    expect((await save(0, { colors }, { productId: 'spoon' })).status).toBe(422);
    const body = { revision: 0, fields: { colors }, piecesSeen: 5 };
    expect((await call('saveProduct', { productId: 'spoon', body })).status).toBe(200);
    expect((await show('spoon')).counters.map(({ choice, toSell }) => [choice, toSell])).toEqual([
      ['Olive, Short', 1],
      ['Olive, Long', 4],
    ]);
    expect(await stockOf('spoon')).toEqual({ stock: 8, sale_count: 3 });
  });

  test('a type gets a stock of its own, and loses it again', async () => {
    const boxed = { id: 'boxed', name: 'Boxed', basePrice: 20, netQuantity: '', isCounted: true };
    await save(0, { types: [{ ...boxed, pieces: 3 }] });
    expect((await show('mug')).counters.at(-1)).toMatchObject({ key: 'mug/boxed', choice: 'Boxed', toSell: 3 });
    await save(1, { types: [{ ...boxed, isCounted: false }] });
    expect((await show('mug')).counters).toHaveLength(2);
  });

  test('an option keeps its net quantity when another is added, and an invalid quantity is refused at its field', async () => {
    const large = { id: 'large', name: 'Large', basePrice: 20, netQuantity: '300 g' };
    await importCatalogue(db, [{ value: { ...mug, types: [large] } }], { now });
    const { revision, fields } = await show('mug');
    expect(fields.types).toEqual([{ ...large, isCounted: false }]);
    const small = { id: 'small', name: 'Small', basePrice: 9, isCounted: false };
    const withSmall = (netQuantity: string) => save(revision, { types: [...fields.types, { ...small, netQuantity }] });
    expect(await refusalOf(await withSmall('much'))).toMatchObject({
      status: 422,
      errors: { 'types.1.netQuantity': expect.stringMatching(/^It must be a number and one of g/) },
    });
    expect((await withSmall('100 g')).status).toBe(200);
    const stored = (await exportCatalogue(db)).find(({ id }) => id === 'mug');
    expect(stored?.types).toMatchObject([{ netQuantity: '300 g' }, { netQuantity: '100 g' }]);
  });

  test('goods of the buyer’s own words are marked, and stay so when something else is changed', async () => {
    await save(0, { personalised: true });
    expect(await (await save(1, { name: 'Named mug' })).json()).toMatchObject({ fields: { personalised: true } });
  });

  test('an unknown product is 404', async () => {
    expect((await save(0, { name: 'x' }, { productId: 'none' })).status).toBe(404);
  });
});

describe('pictures', () => {
  const upload = async (content: Buffer, { name = 'mug.jpg', cookie = ada } = {}): Promise<Response> => {
    const form = new FormData();
    form.append('additionalImages', new File([new Uint8Array(content)], name));
    return app.request(deskEndpoints.uploadPicture.path, {
      method: 'POST',
      headers: { cookie: `XSRF-TOKEN=abc; ${cookie}`, origin: 'http://localhost', 'x-xsrf-token': 'abc' },
      body: form,
    });
  };
  const uploaded = async () => uploadedPicture.parse(await (await upload(await aPhoto())).json());
  const storedFiles = () => readdir(folder).catch((): string[] => []);
  beforeEach(async () => store.remove(await storedFiles()));

  test('an uploaded picture is encoded without its metadata, and its product can go on sale once it has an alternative text', async () => {
    const { file } = await uploaded();
    for (const name of await storedFiles()) expect(Buffer.from((await store.read(name)) ?? []).includes('secret-metadata')).toBe(false);
    const fields = { name: 'Teapot', basePrice: 42, images: [{ file, alt: ' \u200B' }] };
    await call('createProduct', { body: { id: 'teapot', fields } });
    const sellIt = async (revision: number) => call('sellProduct', { productId: 'teapot', body: { revision } });
    expect(await refusalOf(await sellIt(0))).toMatchObject({
      status: 422,
      errors: { images: expect.stringContaining('Say what each picture shows') },
    });
    const described = { revision: 0, fields: { images: [{ file, alt: 'A teapot' }] } };
    await call('saveProduct', { productId: 'teapot', body: described });
    expect((await sellIt(1)).status).toBe(200);
    const undescribed = { revision: 2, fields: { images: [{ file, alt: '' }] } };
    expect((await call('saveProduct', { productId: 'teapot', body: undescribed })).status).toBe(422);
  });

  test.each([...impostors, ['a decompression bomb', 'mug.png', aBomb()] as const])(
    'the upload of %s as a picture is refused, and leaves nothing',
    async (_, name, content) => {
      expect([415, 422]).toContain((await upload(content, { name })).status);
      expect(await storedFiles()).toEqual([]);
      expect(await db.selectFrom('picture').selectAll().execute()).toEqual([]);
    },
  );

  test('a picture of more than 12 MB, and any upload by support, is refused', async () => {
    expect((await upload(Buffer.alloc(12 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(await aPhoto(), { cookie: sam })).status).toBe(403);
  });

  test('an uploaded picture without a product is deleted after a day, a product’s picture stays, and one removed from its product is deleted', async () => {
    const [kept, left] = [await uploaded(), await uploaded()];
    await call('createProduct', {
      body: { id: 'teapot', fields: { name: 'Teapot', basePrice: 1, images: [{ file: kept.file, alt: 'x' }] } },
    });
    await purgeUploads(db, store, minutesLater(4).toISOString());
    expect(await db.selectFrom('picture').select('file').execute()).toHaveLength(2);
    await purgeUploads(db, store, now.toISOString());
    const rows = await db.selectFrom('picture').select(['file', 'stem']).execute();
    expect(rows.map(({ file }) => file)).toEqual([kept.file]);
    expect((await storedFiles()).toSorted()).toEqual(filesOf(rows[0]?.stem ?? '').toSorted());
    expect(
      (await call('saveProduct', { productId: 'teapot', body: { revision: 0, fields: { images: [{ file: left.file, alt: 'x' }] } } }))
        .status,
    ).toBe(422);
    await call('saveProduct', { productId: 'teapot', body: { revision: 0, fields: { images: [] } } });
    await purgeUploads(db, store, now.toISOString());
    expect(await storedFiles()).toEqual([]);
  });

  test('the pictures of a product that nobody has ordered are deleted with it', async () => {
    const { file } = await uploaded();
    await call('createProduct', { body: { id: 'teapot', fields: { name: 'Teapot', basePrice: 1, images: [{ file, alt: 'x' }] } } });
    const response = await call('removeProduct', { productId: 'teapot', body: { revision: 0 } });
    expect(await response.json()).toEqual({ outcome: 'removed' });
    expect(await storedFiles()).toEqual([]);
    expect((await call('product', { productId: 'teapot' })).status).toBe(404);
  });
});

test('an ordered product is withdrawn instead of removed', async () => {
  await aPaidOrderIn(db, { productId: 'spoon' });
  const response = await call('removeProduct', { productId: 'spoon', body: { revision: 0 } });
  expect(await response.json()).toEqual({ outcome: 'withdrawn' });
  expect(await show('spoon')).toMatchObject({ state: 'withdrawn' });
});
