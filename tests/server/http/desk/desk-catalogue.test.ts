import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { type CategoryChange, type catalogueFile, deskCategories, deskSynonyms, importPlan } from '#contract/desk/catalogue.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { savedFile } from '#contract/desk/people.ts';
import { failureBody } from '#contract/failure.ts';
import { exportCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { addCategory } from '#server/domain/catalogue/categories.ts';
import { setSynonym } from '#server/domain/catalogue/synonyms.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
const app = openDesk({ db, clock: () => now });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada', codeAt: now });
const bea = await signInAt(db, 'bea', { role: 'seller', firstName: 'Bea', codeAt: now });

beforeEach(async () => {
  for (const table of ['staff_event', 'search_synonym', 'product', 'category'] as const) await db.deleteFrom(table).execute();
  await addCategory(db, { name: 'Kitchen' });
  await addCategory(db, { name: 'Garden' });
  await sell(db, { id: 'mug', name: 'Stoneware mug', basePrice: 10, stock: 20, categories: ['kitchen'] });
});

const call = (name: keyof typeof deskEndpoints, body?: object, cookie = ada) => callDesk(app, deskEndpoints[name], {}, { cookie, body });
const categories = async () => deskCategories.parse(await (await call('categories')).json());
const synonyms = async () => deskSynonyms.parse(await (await call('synonyms')).json());
const events = () => db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute();
const changed = (message: RegExp) => ({ code: 'changed', message: expect.stringMatching(message) });

describe('categories', () => {
  const change = async (wanted: CategoryChange['change']) => {
    const { version } = await categories();
    return call('changeCategories', { version, change: wanted });
  };

  test('a category is added, edited, moved and removed, and the staff log has each change', async () => {
    await change({ what: 'add', name: ' Gifts ', description: 'Small things.' });
    await change({ what: 'edit', slug: 'gifts', name: 'Gifts for all', description: '' });
    const moved = await change({ what: 'order', slugs: ['gifts', 'garden', 'kitchen'] });
    expect(deskCategories.parse(await moved.json()).items).toMatchObject([
      { slug: 'gifts', name: 'Gifts for all', description: '', products: 0 },
      { slug: 'garden' },
      { slug: 'kitchen', products: 1 },
    ]);
    await change({ what: 'remove', slug: 'gifts' });
    expect((await categories()).items.map(({ slug }) => slug)).toEqual(['garden', 'kitchen']);
    expect(await events()).toEqual(
      ['add', 'edit', 'order', 'remove'].map((what) => ({ account_id: 'ada', what: `${what}Category`, subject: 'categories' })),
    );
  });

  test.each<[string, number, CategoryChange['change']]>([
    ['removing a category with products', 409, { what: 'remove', slug: 'kitchen' }],
    ['editing an unknown category', 404, { what: 'edit', slug: '<script>', name: 'X', description: '' }],
    ['sorting with a category that is named twice', 422, { what: 'order', slugs: ['garden', 'garden'] }],
    ['a name that is taken', 409, { what: 'add', name: 'garden', description: '' }],
    ['a name without letters', 422, { what: 'add', name: '|', description: '' }],
    ['a description of two lines', 422, { what: 'add', name: 'Gifts', description: 'One\nTwo' }],
  ])('%s is refused, and nothing has changed or is noted', async (_, status, wanted) => {
    const before = await categories();
    expect((await change(wanted)).status).toBe(status);
    expect([await categories(), await events()]).toEqual([before, []]);
  });

  test('of two who change the list they both saw, the second is told who was first', async () => {
    const { version } = await categories();
    const order = (slugs: string[], cookie: string) => call('changeCategories', { version, change: { what: 'order', slugs } }, cookie);
    const answers = await Promise.all([order(['garden', 'kitchen'], bea), order(['garden', 'kitchen'], bea)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(failureBody.parse(await refused?.json())).toMatchObject(changed(/has changed since you looked at it \(Bea, 10:05\)/));
    expect(await events()).toHaveLength(1);
  });

  test('what the command line has changed meanwhile is not overwritten', async () => {
    const { version } = await categories();
    await addCategory(db, { name: 'Gifts' });
    const answer = await call('changeCategories', { version, change: { what: 'order', slugs: ['garden', 'kitchen'] } });
    expect(failureBody.parse(await answer.json())).toMatchObject(changed(/has changed since you looked at it\.$/));
  });
});

describe('search words', () => {
  test('a search word is set, changed and removed, and the staff log has each change', async () => {
    const set = async (word: string, finds: string[]) => call('changeSynonyms', { version: (await synonyms()).version, word, finds });
    expect(deskSynonyms.parse(await (await set('Cup', ['mug', 'beaker'])).json()).items).toEqual([
      { word: 'cup', finds: ['mug', 'beaker'], products: 1, unknown: ['beaker'] },
    ]);
    await set('cup', ['mug']);
    expect((await synonyms()).items).toMatchObject([{ finds: ['mug'], unknown: [] }]);
    expect((await set('the', ['mug'])).status).toBe(422);
    expect((await set('jug', [])).status).toBe(404);
    await set('cup', []);
    expect((await synonyms()).items).toEqual([]);
    expect((await events()).map(({ what }) => what)).toEqual(['setSynonym', 'setSynonym', 'removeSynonym']);
  });

  test('a change reads the catalogue once', async () => {
    const reads: string[] = [];
    const counting = openDesk({
      db: db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          reads.push(db.getExecutor().compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
      clock: () => now,
    });
    const body = { version: (await synonyms()).version, word: 'cup', finds: ['mug'] };
    expect((await callDesk(counting, deskEndpoints.changeSynonyms, {}, { cookie: ada, body })).status).toBe(200);
    expect(reads.filter((query) => query.startsWith('select * from "product" '))).toHaveLength(1);
  });

  test('a change of search words that were changed since they were read is refused with 409', async () => {
    const { version } = await synonyms();
    await setSynonym(db, 'cup', ['mug']);
    const answer = await call('changeSynonyms', { version, word: 'cup', finds: [] });
    expect([answer.status, failureBody.parse(await answer.json()).code]).toEqual([409, 'changed']);
    expect((await synonyms()).items).toHaveLength(1);
  });
});

describe('the import of a file', () => {
  type Body = z.input<typeof catalogueFile>;
  const send = (file: string, over: Partial<Body> = {}) =>
    call('importCatalogue', { file, format: 'csv', setsStock: false, addsCategories: false, version: null, ...over });
  const plan = async (file: string, over: Partial<Body> = {}) => importPlan.parse(await (await send(file, over)).json());
  const file = 'id,name,basePrice,stock,categories\nmug,Stoneware mug,12.5,99,kitchen\nbowl,Bowl,12,3,garden\n';

  test('a trial import says which products are new and which values change, and changes nothing; the import then does just that', async () => {
    const before = await exportCatalogue(db);
    const trial = await plan(file);
    expect(trial).toMatchObject({
      isDone: false,
      added: [{ id: 'bowl', name: 'Bowl' }],
      changed: [{ id: 'mug', name: 'Stoneware mug', fields: [{ name: 'basePrice', from: '10', to: '12.5' }] }],
      unchanged: 0,
      stockKept: 1,
      refused: [],
    });
    expect([await exportCatalogue(db), await events()]).toEqual([before, []]);
    expect(await plan(file, { version: trial.version })).toMatchObject({ isDone: true });
    expect((await exportCatalogue(db)).map(({ id, basePrice, stock }) => ({ id, basePrice, stock }))).toEqual([
      { id: 'mug', basePrice: 12.5, stock: 20 },
      { id: 'bowl', basePrice: 12, stock: 3 },
    ]);
    expect(await events()).toEqual([{ account_id: 'ada', what: 'importCatalogue', subject: 'catalogue' }]);
    expect(await plan(file)).toMatchObject({ added: [], changed: [], unchanged: 2 });
  });

  test('the stock in the file is imported only if the seller chooses that', async () => {
    const trial = await plan(file, { setsStock: true });
    expect(trial.changed[0]?.fields.map(({ name, to }) => `${name} ${to}`)).toEqual(['basePrice 12.5', 'stock 99']);
    await plan(file, { setsStock: true, version: trial.version });
    expect((await exportCatalogue(db))[0]).toMatchObject({ id: 'mug', stock: 99 });
  });

  test('a file that was checked before the catalogue changed is refused, and nothing of it is in the shop', async () => {
    const { version } = await plan(file);
    await addCategory(db, { name: 'Gifts' });
    const answer = await send(file, { version });
    expect([answer.status, failureBody.parse(await answer.json())]).toMatchObject([
      409,
      changed(/has changed since the file was checked\./),
    ]);
    expect(await exportCatalogue(db)).toHaveLength(1);
    expect(await events()).toEqual([]);
  });

  test('who is refused because somebody else has changed the catalogue reads who and when, and an export is no change', async () => {
    const { version } = await plan(file);
    const { version: seen } = await categories();
    await call('changeCategories', { version: seen, change: { what: 'add', name: 'Gifts', description: '' } }, bea);
    await db.updateTable('staff_event').set({ at: '2025-09-01T08:05:00.000Z' }).execute();
    await call('exportCatalogue', { format: 'csv' });
    const answer = await send(file, { version });
    expect([answer.status, failureBody.parse(await answer.json())]).toMatchObject([
      409,
      changed(/since the file was checked \(at the desk last: Bea, 09:05\)\. Check it again\.$/),
    ]);
  });

  test.each([0, 250])('the same import sent twice is done once, also with %i other products, which are written in parts', async (more) => {
    const long = file + Array.from({ length: more }, (_, at) => `spoon-${at},Spoon,4,3,kitchen\n`).join('');
    const { version } = await plan(long);
    const answers = await Promise.all([send(long, { version }), send(long, { version })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await events()).toHaveLength(1);
  });

  const head = 'id,name,basePrice,stock,categories\nmug,Mug,1,3';
  test.each<[string, string, Partial<Body>, string, RegExp]>([
    ['a wrong price', 'id,name,basePrice,stock\nmug,Mug,ten,3', {}, 'line 2', /basePrice: must be a price/],
    ['an unknown category', `${head},attic`, {}, 'line 2', /no category "attic"/],
    ['a category that cannot be added', `${head},${'x'.repeat(61)}`, { addsCategories: true }, 'line 2', /name of one line/],
    ['a category without letters', `${head},!`, { addsCategories: true }, 'line 2', /cannot be part of an address/],
    ['an unknown column', 'id,prise\nmug,3', {}, 'line 1', /not known: prise/],
    ['no JSON', '{"a":', { format: 'json' }, '', /not valid JSON/],
    ['an unknown picture', 'id,name,basePrice,stock,images\nmug,Mug,1,3,"[{""file"":""../x.jpg""}]"', {}, 'line 2', /no picture/],
  ])('a file with %s says where and why, and cannot be imported', async (_, text, over, where, why) => {
    const trial = await plan(text, over);
    expect(trial.refused).toEqual([{ where, why: expect.stringMatching(why) }]);
    expect(await plan(text, { ...over, version: trial.version })).toMatchObject({ isDone: false });
    expect(await exportCatalogue(db)).toHaveLength(1);
  });

  test('an exported file is one that can be imported, noted, in both formats', async () => {
    for (const format of ['csv', 'json'] as const) {
      const { text: exported } = savedFile.parse(await (await call('exportCatalogue', { format })).json());
      expect(await plan(exported, { format })).toMatchObject({ added: [], changed: [], unchanged: 1, refused: [] });
    }
    expect((await events()).map(({ what }) => what)).toEqual(['exportCatalogue', 'exportCatalogue']);
  });
});
