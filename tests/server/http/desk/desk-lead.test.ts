import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startOfUkDay, ukTime } from '#contract/delivery-dates.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { figurePeriods, figures, maxPeriods } from '#contract/desk/figures.ts';
import { deskPerson, peoplePage, savedFile, staffList } from '#contract/desk/people.ts';
import { shopHealth, staffEventPage } from '#contract/desk/settings.ts';
import { today } from '#contract/desk/today.ts';
import { searchMissEndpoint } from '#contract/search-miss.ts';
import type { Tables } from '#server/db/schema.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { addStaffEvent } from '#server/domain/desk/staff.ts';
import { periodsOf, readFigures, readRange } from '#server/domain/figures/figures.ts';
import { countSearchMiss } from '#server/domain/figures/search-misses.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { readEnv } from '#server/env.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anAccountRow, minutesLater, sell } from '#tests/support/orders.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
const now = minutesLater(10);
const app = openDesk({ db, clock: () => now });
const seller = await signInAt(db, 'seller', { role: 'seller', firstName: 'Ada', codeAt: openingDay });
const other = await signInAt(db, 'other', { role: 'seller', firstName: 'Rosa', codeAt: openingDay });
const staff = ['seller', 'other'];

beforeEach(async () => {
  for (const table of [
    'order',
    'mail',
    'message',
    'staff_event',
    'search_miss',
    'failed_job',
    'unmatched_payment',
    'limit_hit',
    'product',
  ] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('account').where('id', 'not in', staff).execute();
  await db.updateTable('staff').set({ role: 'seller' }).execute();
  await sell(db, { id: 'mug', name: 'Stoneware mug', basePrice: 10, deliveryCost: 3, stock: 500 });
});

type Name = keyof typeof deskEndpoints;
type Sent = { readonly id?: string; readonly cookie?: string; readonly query?: string; readonly body?: object };
const call = (name: Name, { id = '', cookie = seller, query = '', body }: Sent = {}) =>
  callDesk(app, deskEndpoints[name], { personId: id }, { cookie, query, body });
const failure = async (answer: Response) => {
  const { message, code, errors } = (await answer.json()) as { message: string; code?: string; errors?: object };
  return { status: answer.status, message, code, errors };
};
const events = () => db.selectFrom('staff_event').select(['account_id', 'what', 'subject', 'note']).execute();

type Named = Partial<Insertable<Tables['account']>>;
const isRegistered = (id: string, values: Named = {}) =>
  db
    .insertInto('account')
    .values({ ...anAccountRow(id), ...values })
    .execute();
const people = async (query: string) => peoplePage.parse(await (await call('people', { query })).json());
const person = async (id: string) => deskPerson.parse(await (await call('person', { id })).json());

describe('people', () => {
  test('people are found by every part of name and email address, in any case, by views, and page after page', async () => {
    await isRegistered('zoe', {
      first_name: 'Zoë',
      last_name: 'Price',
      email: 'Zoe.Price@Mail.example',
      email_key: 'zoe.price@mail.example',
    });
    await isRegistered('bo', { first_name: 'Bo', last_name: 'Ng', role: 'reseller' });
    await isRegistered('kim', { first_name: 'Kim', last_name: 'Ng', wants_to_resell: 1 });
    await isRegistered('lee', { first_name: 'Lee', last_name: 'Ng', wants_to_resell: 1, verified_at: null, marketing: 1 });
    await isRegistered('sam', { first_name: 'Sam', last_name: 'Ode', marketing: 1 });
    const found = async (query: string) => (await people(query)).items.map(({ id }) => id).toSorted();
    expect(await found('?q=zoë%20MAIL')).toEqual(['zoe']);
    expect(await found('?q=ng')).toEqual(['bo', 'kim', 'lee']);
    expect(await found('?view=resellers')).toEqual(['bo']);
    expect(await found('?view=applicants')).toEqual(['kim']);
    // Whose address is confirmed: anybody may have registered another.
    expect(await found('?view=news')).toEqual(['sam']);
    expect((await people('')).counts).toEqual({ applicants: 1 });
    expect(await found('?q=%25')).not.toContain('none of these');
    await isRegistered('luk', { first_name: 'Łukasz', last_name: 'Øster-Groß', phone: '+44 113 496 0142' });
    await isRegistered('sean', { first_name: 'Seán', last_name: 'O’Leary', phone: '07700 900817' });
    for (const text of ['Lukasz', 'LUKASZ gross', 'oster', 'Øster', '0142', '496 0142']) expect(await found(`?q=${text}`)).toEqual(['luk']);
    for (const text of ['sean', 'leary', 'oleary', 'O Leary', "O'Leary", '900817']) expect(await found(`?q=${text}`)).toEqual(['sean']);
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...anAccountRow(`many-${at}`), first_name: 'Many' }));
    await db.insertInto('account').values(rows).execute();
    const first = await people('?q=many');
    const second = await people(`?q=many&after=${encodeURIComponent(first.next ?? '')}`);
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60);
  });

  test.each([
    ['SQL', "' or 1=1 --"],
    ['wildcards', '%_'],
    ['NUL', '\u0000'],
    ['a replaced character', '\ufffd'],
    ['a statement', '"; drop table account'],
    ['5,000 letters', 'x'.repeat(5000)],
    ['a picture', '🙂'],
  ])('a hostile search text causes no error: %s', async (_, text) => {
    const query = `?q=${encodeURIComponent(text)}&after=${encodeURIComponent("'~'")}`;
    expect([200, 414]).toContain((await call('people', { query })).status);
    expect((await call('staffEvents', { query: query.replace('q=', 'who=') })).status).toBeLessThan(500);
    expect((await call('person', { id: text })).status).toBeLessThan(500);
    for (const name of ['refundUnmatched', 'retryMail'] as const)
      expect((await call(name, { body: { id: text } })).status).toBeLessThan(500);
  });

  test('a guest is found by the whole email address, and has a page of the orders that were paid', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug', buyer: { email: 'Guest@Example.com', firstName: 'Grace' } });
    expect((await people('?q=guest@example.com')).items).toEqual([expect.objectContaining({ id, role: 'guest' })]);
    const shown = await person(id);
    expect(shown).toMatchObject({ name: 'Grace Byron', role: 'guest', orders: { count: 1, total: 13 } });
    expect(await failure(await call('setRole', { id, body: { seen: 'customer', seenApplies: false, role: 'reseller' } }))).toMatchObject({
      status: 409,
    });
    expect((await call('person', { id: 'nobody' })).status).toBe(404);
  });

  test('a reseller is made once, mailed once and logged, and never of an account whose email address is not confirmed', async () => {
    await isRegistered('kim', { wants_to_resell: 1 });
    const body = { seen: 'customer', seenApplies: false, role: 'reseller' };
    const answers = await Promise.all([call('setRole', { id: 'kim', body }), call('setRole', { id: 'kim', body, cookie: other })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await failure(refused))).toMatchObject({
      code: 'changed',
      message: expect.stringContaining('is a reseller by now'),
    });
    expect(await person('kim')).toMatchObject({ role: 'reseller', wantsToResell: false });
    expect(await db.selectFrom('mail').select('recipient').execute()).toHaveLength(1);
    expect((await events()).map(({ what, subject }) => [what, subject])).toEqual([['setRole', 'kim']]);

    await isRegistered('lee', { verified_at: null });
    expect(await failure(await call('setRole', { id: 'lee', body }))).toMatchObject({ status: 409, code: undefined });
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ['customer', 'reseller', 'The application of'],
    ['reseller', 'customer', 'is a reseller by now'],
  ])('the second of two people who answer an application is told who made the applicant a %s', async (role, wanted, message) => {
    await isRegistered('kim', { wants_to_resell: 1 });
    const answer = (to: string, cookie?: string) =>
      call('setRole', { id: 'kim', body: { seen: 'customer', seenApplies: true, role: to }, ...(cookie && { cookie }) });
    expect((await answer(role, other)).status).toBe(200);
    const { code, message: said } = await failure(await answer(wanted));
    expect([code, said]).toEqual(['changed', expect.stringMatching(new RegExp(`${message}.*\\(Rosa, \\d\\d:\\d\\d\\)`))]);
    expect(await person('kim')).toMatchObject({ role });
  });

  test('signing out and switching two-step sign-in off are noted, the latter with how the person was checked and no data of theirs', async () => {
    await isRegistered('kim');
    await startSession(db, 'kim', now);
    await db
      .insertInto('second_factor')
      .values({ account_id: 'kim', secret: 'x', created_at: now.toISOString(), confirmed_at: now.toISOString() })
      .execute();
    expect(await person('kim')).toMatchObject({ sessions: 1, hasSecondFactor: true });
    expect((await call('signOutPerson', { id: 'kim' })).status).toBe(200);
    for (const how of ['', ' ', 'Mail from kim@example.com', 'Called 07700900123', 'a\nb'])
      expect((await call('secondFactorOff', { id: 'kim', body: { how } })).status).toBe(422);
    expect((await call('secondFactorOff', { id: 'kim', body: { how: 'Called back, knew the last order.' } })).status).toBe(200);
    expect(await person('kim')).toMatchObject({ sessions: 0, hasSecondFactor: false });
    expect(await events()).toEqual([
      { account_id: 'seller', what: 'signOutPerson', subject: 'kim', note: '' },
      { account_id: 'seller', what: 'secondFactorOff', subject: 'kim', note: 'Called back, knew the last order.' },
    ]);
  });

  test('the copy of a person’s data has everything held of them, and a deletion needs their email address', async () => {
    await isRegistered('kim', { email: 'kim@example.com', email_key: 'kim@example.com' });
    const copy = savedFile.parse(await (await call('exportPerson', { id: 'kim' })).json());
    expect(JSON.parse(copy.text)).toMatchObject({ account: { email: 'kim@example.com' } });
    expect(copy.name).not.toContain('@');
    expect(await failure(await call('deletePerson', { id: 'kim', body: { email: 'lee@example.com' } }))).toMatchObject({ status: 422 });
    expect((await call('deletePerson', { id: 'kim', body: { email: 'KIM@example.com' } })).status).toBe(204);
    expect((await call('person', { id: 'kim' })).status).toBe(404);
    expect(JSON.stringify(await events())).not.toContain('@');
    expect((await events()).map(({ what }) => what)).toEqual(['exportPerson', 'deletePerson']);
    expect(await failure(await call('deletePerson', { id: 'other', body: { email: anAccountRow('other').email } }))).toMatchObject({
      status: 409,
    });
  });

  test('a deletion that fails leaves no event', async () => {
    await isRegistered('kim', { email: 'kim@example.com', email_key: 'kim@example.com' });
    await addStaffEvent(db, { accountId: 'seller', call: 'signIn' }, '', now);
    expect((await call('deletePerson', { id: 'other', body: { email: anAccountRow('other').email } })).status).toBe(409);
    expect(await events()).toHaveLength(1);
  });

  test('applicants are on Today with their page for the seller, and without it for support', async () => {
    await isRegistered('kim', { first_name: 'Kim', wants_to_resell: 1 });
    const links = async (cookie: string) => {
      const { asks } = today.parse(await (await call('today', { cookie })).json());
      return asks.filter(({ kind }) => kind === 'applicant').map(({ link }) => link);
    };
    expect(await links(seller)).toEqual(['/desk/people/kim']);
    await db.updateTable('staff').set({ role: 'support' }).where('account_id', '=', 'other').execute();
    expect(await links(other)).toEqual(['']);
  });
});

describe('staff', () => {
  test('staff are added, given another role and removed, each logged, and nobody changes their own role', async () => {
    const email = 'sam@example.com';
    await isRegistered('sam', { email, email_key: email });
    const set = (role: string, seen: string | null) => call('setStaffRole', { body: { email, role, seen } });
    expect((await set('support', null)).status).toBe(200);
    expect(await failure(await set('support', null))).toMatchObject({ status: 409, code: 'changed' });
    const { items } = staffList.parse(await (await set('seller', 'support')).json());
    expect(items.find(({ id }) => id === 'sam')).toMatchObject({ role: 'seller', isSelf: false });
    expect((await call('endStaff', { body: { email } })).status).toBe(200);
    expect((await call('endStaff', { body: { email } })).status).toBe(404);
    const own = anAccountRow('seller').email;
    expect((await call('setStaffRole', { body: { email: own, role: 'support', seen: 'seller' } })).status).toBe(409);
    expect((await call('endStaff', { body: { email: own } })).status).toBe(409);
    expect((await events()).map(({ what }) => what)).toEqual(['setStaffRole', 'setStaffRole', 'endStaff']);
    await isRegistered('lee', { email: 'lee@example.com', email_key: 'lee@example.com', verified_at: null });
    expect((await call('setStaffRole', { body: { email: 'lee@example.com', role: 'support', seen: null } })).status).toBe(409);
  });

  test('of two sellers who take the role from each other at once, one is left', async () => {
    const take = (email: string, cookie: string) => call('setStaffRole', { cookie, body: { email, role: 'support', seen: 'seller' } });
    await Promise.all([take(anAccountRow('other').email, seller), take(anAccountRow('seller').email, other)]);
    const sellers = await db.selectFrom('staff').select('account_id').where('role', '=', 'seller').execute();
    expect(sellers.length).toBeGreaterThan(0);
  });
});

const day = (text: string, minutes = 600) => new Date(startOfUkDay(text).getTime() + minutes * 60_000);

describe('figures', () => {
  test('the figures equal a plain sum over the orders, by day, week and month, whatever is sold and refunded when', async () => {
    const days = [
      '2025-03-28',
      '2025-03-29',
      '2025-03-30',
      '2025-03-31',
      '2025-04-01',
      '2025-04-30',
      '2025-10-25',
      '2025-10-26',
      '2025-10-27',
    ];
    // The first and the last minutes of days, in winter and in summer.
    const moments = fc.tuple(fc.constantFrom(...days), fc.constantFrom(0, 1, 59, 60, 600, 1379, 1380, 1438));
    const sale = fc.record({ at: moments, pieces: fc.integer({ min: 1, max: 3 }), isBack: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 4 }), fc.constantFrom(...figurePeriods), async (sales, by) => {
        await db.deleteFrom('order').execute();
        for (const { at, pieces, isBack } of sales) {
          const placed = day(...at);
          const id = await aPaidOrderIn(db, { productId: 'mug', quantity: pieces, now: placed });
          await db
            .updateTable('order')
            .set({ discount_total: 7 * pieces })
            .where('id', '=', id)
            .execute();
          if (isBack) {
            await cancelOrder(db, testPayments, id, { reason: '', now: minutesLater(5, placed) });
            await db
              .updateTable('money')
              .set({ state: 'done', due_at: null })
              .where('order_id', '=', id)
              .where('source', '=', 'ours')
              .execute();
          }
        }
        const orders = await db.selectFrom('order').selectAll().execute();
        const money = await db.selectFrom('money').selectAll().where('source', '!=', 'payment').where('state', '=', 'done').execute();
        const range = { from: '2025-03-29', to: '2025-10-26', by };
        const shown = await readFigures(db, range, now);
        const isWithin = (at: string | null, { from, to }: { from: string; to: string }) => {
          const ukDay = at === null ? '' : ukTime(new Date(at)).day;
          return from <= ukDay && ukDay <= to;
        };
        const plain = (span: { from: string; to: string }) => {
          const paid = orders.filter(({ invoiced_at }) => isWithin(invoiced_at, span));
          const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0) / 100;
          return {
            orders: paid.length,
            total: add(paid.map(({ total }) => total)),
            delivery: add(paid.map(({ delivery_total }) => delivery_total)),
            vouchers: add(paid.map(({ discount_total }) => discount_total)),
            paidBack: add(money.filter(({ at }) => isWithin(at, span)).map(({ amount }) => amount)),
          };
        };
        expect(shown.now).toEqual(plain(range));
        expect(shown.periods).toEqual(periodsOf(range).map((span) => ({ ...span, ...plain(span) })));
      }),
      { numRuns: 12 },
    );
  });

  test('periods cover each day of a range once, and are never too many', () => {
    const someDay = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(someDay, someDay, fc.constantFrom(...figurePeriods), (one, another, by) => {
        const [from = '', to = ''] = [one, another].toSorted();
        const range = readRange({ from, to, by }, now);
        const periods = periodsOf(range);
        expect(periods.length).toBeLessThanOrEqual(maxPeriods);
        expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([range.from, to]);
        for (const [at, { from: first }] of periods.entries())
          if (at > 0) expect(ukTime(startOfUkDay(periods[at - 1]?.to ?? '', 1)).day).toBe(first);
      }),
    );
  });

  test('the figures say what sells, how long stock lasts and what does not sell, and show four weeks for an invalid range in the URL', async () => {
    await sell(db, { id: 'bowl', name: 'Old bowl', basePrice: 10, deliveryCost: 3, stock: 2 });
    await db.updateTable('product').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
    await aPaidOrderIn(db, { productId: 'mug', quantity: 30 });
    const read = async (query: string) => figures.parse(await (await call('figures', { query })).json());
    const shown = await read('?from=x&to=2025-13-45&by=century');
    expect(shown).toMatchObject({ from: '2025-08-05', to: '2025-09-01', by: 'day', now: { orders: 1, total: 390, delivery: 90 } });
    expect(shown.goods).toEqual([{ productId: 'mug', name: 'Stoneware mug', pieces: 30, total: 300 }]);
    expect(shown.stock).toEqual([{ productId: 'mug', name: 'Stoneware mug', left: 470, days: 470 }]);
    expect(shown.unsold).toEqual([{ productId: 'bowl', name: 'Old bowl', left: 2 }]);
    expect((await read('?from=2025-09-02&to=2025-09-03')).before).toMatchObject({ orders: 1, total: 390 });
  });

  test('the books have each invoice and credit note on its UK day with VAT, in a file that runs no formula, and are noted', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug', now: day('2025-07-01', 5) });
    await db.updateTable('order').set({ vat_number: '=1+1', vat_rate: 2000 }).execute();
    await cancelOrder(db, testPayments, id, { reason: '', now: day('2025-07-02') });
    await db.updateTable('money').set({ state: 'done', due_at: null }).where('source', '=', 'ours').execute();
    const body = { from: '2025-07-01', to: '2025-07-02', by: 'day' };
    const { text, name } = savedFile.parse(await (await call('exportBooks', { body })).json());
    const number = (await db.selectFrom('order').select('invoice_number').executeTakeFirstOrThrow()).invoice_number;
    const invoice = `INV-${String(number).padStart(6, '0')}`;
    expect(text.slice(1).trim().split('\r\n')).toEqual([
      'day,document,invoice,order,gross,net,vat,vatRate,vatNumber',
      `2025-07-01,invoice,${invoice},${id},13.00,10.83,2.17,20, =1+1`,
      `2025-07-02,credit note,${invoice},${id},-13.00,-10.83,-2.17,20, =1+1`,
    ]);
    expect(name).toBe('books-2025-07-01-2025-07-02.csv');
    const csv = savedFile.parse(await (await call('exportFigures', { body })).json()).text;
    expect(csv.slice(1).trim().split('\r\n')).toEqual([
      'from,to,orders,total,delivery,vouchers,paidBack',
      '2025-07-01,2025-07-01,1,13.00,3.00,0.00,0.00',
      '2025-07-02,2025-07-02,0,0.00,0.00,0.00,13.00',
    ]);
    expect((await events()).map(({ what, subject }) => [what, subject])).toEqual([
      ['exportBooks', '2025-07-01..2025-07-02'],
      ['exportFigures', '2025-07-01..2025-07-02'],
    ]);
    for (const bad of [{ ...body, from: 'yesterday' }, { ...body, by: 'hour' }, { from: '2025-07-01' }])
      expect((await call('exportBooks', { body: bad })).status).toBe(422);
  });
});

describe('searches that found nothing', () => {
  const misses = (text: string) => callDesk(app, searchMissEndpoint, {}, { body: { text } });
  const stored = () => db.selectFrom('search_miss').selectAll().execute();

  test('searches without results are counted by day and words, and shown from the third on', async () => {
    for (const text of ['Blue  TEAPOT', 'blue teapot ', 'blue teapot']) expect((await misses(text)).status).toBe(204);
    await misses('red teapot');
    expect((await stored()).map(({ term, times }) => [term, times]).toSorted()).toEqual([
      ['blue teapot', 3],
      ['red teapot', 1],
    ]);
    expect(figures.parse(await (await call('figures')).json()).searches).toEqual([{ term: 'blue teapot', times: 3 }]);
  });

  test('are kept for 90 days', async () => {
    const old = await freshDatabase('empty', onTestFinished);
    const purgeOn = async (date: Date) => {
      await purgeExpired(old, date, testServices({ db: old }).refundImages);
      return old.selectFrom('search_miss').selectAll().execute();
    };
    await countSearchMiss(old, 'teapot', now);
    expect(await purgeOn(minutesLater(89 * 24 * 60))).toHaveLength(1);
    expect(await purgeOn(minutesLater(91 * 24 * 60))).toEqual([]);
  });

  test('searches without results hold no personal data and no text that breaks anything', async () => {
    for (const text of ['ada@example.com', '07700900123', '  ', '\u0000', 'order 7Q2M123456']) await countSearchMiss(db, text, now);
    await countSearchMiss(db, `mug for ada@example.com ${'x'.repeat(100)}`, now);
    const terms = (await stored()).map(({ term }) => term).toSorted();
    expect(terms).toEqual([`mug for ${'x'.repeat(52)}`, 'order']);
    expect((await misses('x'.repeat(201))).status).toBe(422);
    for (const hostile of ["'; drop table search_miss --", '<img src=x onerror=alert(1)>', '=HYPERLINK("x")', '\u202egnp'])
      await misses(hostile);
    expect(await stored()).toHaveLength(6);
  });

  test('concurrent searches for one word are all counted', async () => {
    await Promise.all(Array.from({ length: 10 }, () => countSearchMiss(db, 'jug', now)));
    expect((await stored()).map(({ times }) => times)).toEqual([10]);
  });
});

describe('settings and health', () => {
  const health = async (answer: Response) => shopHealth.parse(await answer.json());

  test('settings are shown by their names, and secrets without their values', async () => {
    const { settings } = readEnv({
      STRIPE_SECRET_KEY: 'sk_test_secret',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      SMTP_URL: 'smtp://me:secret@mail.example',
      METRICS_TOKEN: 'secret-secret-secret',
      SECRETS_KEY: `${'A'.repeat(43)}=`,
      PAYMENTS: 'stripe-test',
    });
    expect(JSON.stringify(settings)).not.toMatch(/secret@|sk_test|whsec|secret-|AAAA/);
    const shop = openDesk({ db, clock: () => now, settings });
    const shown = await health(await callDesk(shop, deskEndpoints.settings, {}, { cookie: seller }));
    expect(shown.settings).toContainEqual({ name: 'STRIPE_SECRET_KEY', value: null, isSet: true });
    expect(shown.settings).toContainEqual({ name: 'PORT', value: '3000', isSet: true });
    expect(shown.settings).toContainEqual({ name: 'PUBLIC_URL', value: null, isSet: false });
    expect(shown.backedUpAt).toBeNull();
  });

  test('mail that was given up and jobs that fail are tried again', async () => {
    const at = openingDay.toISOString();
    const mail = {
      recipient: 'ada@example.com',
      subject: 'Your order',
      text: '',
      parts: '[]',
      created_at: at,
      tries: 9,
      problem: 'refused',
    };
    await db
      .insertInto('mail')
      .values({ ...mail, id: 'mail-1', due_at: null, sent_at: null })
      .execute();
    await db
      .insertInto('failed_job')
      .values({
        kind: 'retention',
        key: 'mail',
        due_at: '2030-01-01T00:00:00.000Z',
        tries: 9,
        state: 'dead',
        last_error: 'full',
        created_at: at,
      })
      .execute();
    const shown = await health(await call('settings'));
    expect(shown.mails).toEqual([expect.objectContaining({ id: 'mail-1', state: 'given up', tries: 9, problem: 'refused' })]);
    expect(shown.jobs).toEqual([expect.objectContaining({ isDead: true, tries: 9, problem: 'full' })]);
    expect((await health(await call('retryMail', { body: { id: 'mail-1' } }))).mails).toEqual([
      expect.objectContaining({ state: 'waiting' }),
    ]);
    expect((await call('retryMail', { body: { id: 'none' } })).status).toBe(404);
    expect((await health(await call('retryJobs'))).jobs[0]?.dueAt).toBe(now.toISOString());
    expect((await events()).map(({ what }) => what)).toEqual(['retryMail', 'retryJobs']);
  });

  test('a payment without an order is settled once, and is not refunded by a shop that cannot', async () => {
    const row = { event_id: 'evt_1', order_id: '7Q2M-4XKP-0ZB1-9HTD', session_id: 'cs_1', amount: 1300, reference: 'pi_1', problem: '' };
    await db
      .insertInto('unmatched_payment')
      .values({ ...row, received_at: openingDay.toISOString(), refunded_at: null, refund_reference: null })
      .execute();
    expect((await health(await call('settings'))).unmatched).toEqual([
      expect.objectContaining({ id: 'evt_1', amount: 13, isReturned: false }),
    ]);
    expect((await call('refundUnmatched', { body: { id: 'evt_1' } })).status).toBe(409);
    expect(await events()).toEqual([]);
    const settle = () => call('settleUnmatched', { body: { id: 'evt_1', how: 'bank transfer' } });
    const statuses = await Promise.all([settle(), settle()]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await events()).map(({ what, subject }) => [what, subject])).toEqual([['settleUnmatched', row.order_id]]);
    expect((await call('settleUnmatched', { body: { id: 'none', how: 'x' } })).status).toBe(404);
  });

  test('who did what is read by person, kind and UK day, page after page', async () => {
    const deed = (accountId: string, what: string, at: Date) => addStaffEvent(db, { accountId, call: what }, 'R-1', at);
    for (let count = 0; count < 55; count += 1) await deed('seller', 'addNote', day('2025-07-01', count));
    await deed('other', 'setRole', day('2025-07-02', 0));
    await deed('gone', 'setRole', day('2025-07-02', -1));
    const read = async (query: string) => staffEventPage.parse(await (await call('staffEvents', { query })).json());
    const first = await read('');
    const second = await read(`?after=${encodeURIComponent(first.next ?? '')}`);
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 7, null]);
    expect(first.items.slice(0, 2).map(({ name, what }) => [name, what])).toEqual([
      ['Rosa Byron', 'setRole'],
      ['', 'setRole'],
    ]);
    expect((await read('?who=other')).items).toHaveLength(1);
    expect((await read('?what=setRole')).items).toHaveLength(2);
    expect((await read('?day=2025-07-01')).items).toHaveLength(50);
    expect((await read('?day=2025-07-02')).items.map(({ name }) => name)).toEqual(['Rosa Byron']);
    expect((await read('?day=tomorrow')).items).toHaveLength(50);
  });
});
