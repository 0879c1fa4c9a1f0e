import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskVoucher, deskVoucherPage, type newVoucher } from '#contract/desk/vouchers.ts';
import { failureBody } from '#contract/failure.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { addCategory } from '#server/domain/catalogue/categories.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
let now = minutesLater(5);
const app = openDesk({ db, clock: () => now, shopUrl: () => 'https://mugs.example' });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada' });
const bea = await signInAt(db, 'bea', { role: 'seller', firstName: 'Bea' });
await addCategory(db, { name: 'Kitchen' });

beforeEach(async () => {
  now = minutesLater(5);
  for (const table of ['order', 'voucher', 'staff_event'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: '100 % stoneware mug', basePrice: 10, stock: 200 });
});

type Sent = { code?: string; cookie?: string; query?: string; body?: object };
const call = (name: keyof typeof deskEndpoints, { code = '', cookie = ada, query = '', body }: Sent = {}) =>
  callDesk(app, deskEndpoints[name], { code }, { cookie, query, body });
type Wanted = z.input<typeof newVoucher>;
const create = (body: Wanted, cookie = ada) => call('createVoucher', { body, cookie });
const made = async (body: Wanted) => deskVoucher.parse(await (await create(body)).json());
const list = async (view: string) => deskVoucherPage.parse(await (await call('vouchers', { query: `?view=${view}` })).json());
const today = openingDay.toISOString().slice(0, 10);

describe('vouchers', () => {
  test.each<[string, Wanted, object]>([
    ['a percentage', { kind: 'percent', value: 10, code: 'spring 10' }, { code: 'SPRING10', kind: 'percent', value: 10, state: 'open' }],
    ['a sum', { kind: 'amount', value: 5.5, minimum: 20 }, { kind: 'amount', value: 5.5, minimum: 20, goods: [] }],
    [
      'free delivery',
      { kind: 'delivery', products: ['mug'], categories: ['kitchen'], uses: 3, perPerson: 1 },
      { value: 0, goods: ['100 % stoneware mug', 'Kitchen'], maxUses: 3, maxUsesEach: 1 },
    ],
    [
      'days',
      { kind: 'percent', value: 10, from: '2099-02-01', to: '2099-02-01' },
      { from: '2099-02-01', to: '2099-02-01', state: 'coming' },
    ],
  ])('a voucher of %s is made, with its link and a note of who made it', async (_, wanted, expected) => {
    const voucher = await made(wanted);
    expect(voucher).toMatchObject({
      uses: 0,
      discounts: 0,
      orders: [],
      link: `https://mugs.example/?voucher=${voucher.code}`,
      ...expected,
    });
    expect(await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute()).toEqual([
      { account_id: 'ada', what: 'createVoucher', subject: voucher.code },
    ]);
  });

  test.each<[string, object, string, RegExp]>([
    ['nothing to take off', { kind: 'amount', value: 0 }, 'value', /more than nothing/],
    ['a part of a penny', { kind: 'amount', value: 0.001 }, 'value', /two decimals/],
    ['more than all', { kind: 'percent', value: 101 }, 'value', /from 1 to 100/],
    ['half a per cent', { kind: 'percent', value: 0.5 }, 'value', /from 1 to 100/],
    ['days in the wrong order', { kind: 'delivery', from: '2099-02-02', to: '2099-02-01' }, 'to', /must not be after/],
    ['a day that there is not', { kind: 'delivery', to: '2099-02-30' }, 'to', /quite right/],
    ['a day that is over', { kind: 'delivery', to: '2020-01-01' }, 'to', /over already/],
    ['a code with other characters', { kind: 'delivery', code: 'SAVE £5' }, 'code', /3 to 30 letters/],
    ['no uses', { kind: 'delivery', uses: 0 }, 'uses', /./],
  ])('a voucher of %s is refused at its field, and there is none', async (_, body, field, message) => {
    const answer = await call('createVoucher', { body });
    expect(answer.status).toBe(422);
    expect(failureBody.parse(await answer.json()).errors?.[field]).toMatch(message);
    expect(await db.selectFrom('voucher').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('staff_event').selectAll().execute()).toEqual([]);
  });

  test('a voucher for a product that does not exist is refused', async () => {
    const answer = await create({ kind: 'delivery', products: ['mug', "jug'; drop table voucher"] });
    expect([answer.status, failureBody.parse(await answer.json()).message]).toEqual([422, "There is no product jug'; drop table voucher."]);
  });

  test('of two who make the same code at once, one makes it', async () => {
    const answers = await Promise.all([
      create({ kind: 'percent', value: 10, code: 'TWICE' }),
      create({ kind: 'delivery', code: 'twice' }, bea),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(failureBody.parse(await refused?.json()).errors).toMatchObject({
      code: expect.stringMatching(/^There is a voucher TWICE already/),
    });
    expect(await db.selectFrom('staff_event').selectAll().execute()).toHaveLength(1);
  });

  test('a voucher ends once, and the second seller who ends it is told who was first', async () => {
    await made({ kind: 'percent', value: 10, code: 'TEN' });
    const ended = deskVoucher.parse(await (await call('endVoucher', { code: 'ten' })).json());
    expect(ended).toMatchObject({ state: 'ended', to: today });
    const again = await call('endVoucher', { code: 'TEN', cookie: bea });
    expect(again.status).toBe(409);
    expect(failureBody.parse(await again.json())).toMatchObject({
      code: 'changed',
      message: 'Voucher TEN has ended already (Ada, 10:05).',
    });
    expect((await call('endVoucher', { code: 'NOSUCH' })).status).toBe(404);
  });

  test('each voucher is in one view, with its uses and what it took off', async () => {
    await made({ kind: 'percent', value: 10, code: 'OPEN' });
    await made({ kind: 'percent', value: 10, code: 'ONCE', uses: 1 });
    await made({ kind: 'percent', value: 10, code: 'SOON', from: '2099-01-01' });
    await made({ kind: 'percent', value: 10, code: 'GONE' });
    await call('endVoucher', { code: 'GONE' });
    await db
      .insertInto('voucher')
      .columns(['code', 'kind', 'value', 'minimum', 'ends_at', 'products', 'categories', 'created_at'])
      .values({
        code: 'PAST',
        kind: 'percent',
        value: 5,
        minimum: 0,
        ends_at: openingDay.toISOString(),
        products: '[]',
        categories: '[]',
        created_at: '2020-01-01T00:00:00.000Z',
      })
      .execute();
    const id = await aPaidOrderIn(db, { productId: 'mug', now });
    await db.updateTable('order').set({ voucher_code: 'ONCE', discount_total: 150 }).where('id', '=', id).execute();
    const stateOf = async (view: string) => (await list(view)).items.map(({ code, state }) => `${code} ${state}`).toSorted();
    expect([await stateOf('open'), await stateOf('coming'), await stateOf('ended')]).toEqual([
      ['ONCE usedUp', 'OPEN open'],
      ['SOON coming'],
      ['GONE ended', 'PAST over'],
    ]);
    const once = deskVoucher.parse(await (await call('voucher', { code: 'once' })).json());
    expect(once).toMatchObject({ uses: 1, discounts: 1.5, orders: [{ id, status: 'confirmed', discount: 1.5, total: 10 }] });
  });

  test('a voucher is coming until the midnight before its first day in the UK, and open until that after its last', async () => {
    await made({ kind: 'percent', value: 10, code: 'DAY', from: '2025-09-03', to: '2025-09-03' });
    const at = async (time: string): Promise<readonly string[]> => {
      now = new Date(time);
      const cookie = `session=${await startSession(db, 'ada', now)}`;
      const listed: string[] = [];
      for (const view of ['coming', 'open', 'ended']) {
        const { items } = deskVoucherPage.parse(await (await call('vouchers', { cookie, query: `?view=${view}` })).json());
        listed.push(...items.map(({ state }) => `${view}: ${state}`));
      }
      return listed;
    };
    expect(await at('2025-09-02T22:59:59.999Z')).toEqual(['coming: coming']);
    expect(await at('2025-09-02T23:00:00.000Z')).toEqual(['open: open']);
    expect(await at('2025-09-03T22:59:59.999Z')).toEqual(['open: open']);
    expect(await at('2025-09-03T23:00:00.000Z')).toEqual(['ended: over']);
  });

  test('hundreds of vouchers are listed page by page, each once', async () => {
    const row = { kind: 'percent', value: 5, minimum: 0, products: '[]', categories: '[]', created_at: openingDay.toISOString() } as const;
    for (let at = 0; at < 105; at += 1)
      await db
        .insertInto('voucher')
        .values({ ...row, code: `CODE-${at}` })
        .execute();
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = deskVoucherPage.parse(await (await call('vouchers', { query: `?view=open&after=${after}` })).json());
      seen.push(...page.items.map(({ code }) => code));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([105, 105]);
  });
});
