import { beforeEach, describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createShopReader } from '#server/domain/shop/read-shop.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { addFirstVersion } from '#server/domain/shop/shop-versions.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { noAddresses } from '#tests/support/sample-shop.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
const app = openDesk({ db, clock: () => now, readShop: createShopReader(db, noAddresses) });
const cookie = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada', codeAt: now });
await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });

const own = { ...sampleShop.details, name: 'Wren & Clay', phone: '', email: 'wren@wrenandclay.co.uk', address: ['3 Kiln Lane', 'Ludlow'] };

beforeEach(async () => {
  await db.deleteFrom('shop_version').execute();
  await addFirstVersion(db, { ...sampleShop, isOpen: false }, now);
});

const read = async () => (await callDesk(app, deskEndpoints.shop, {}, { cookie })).json();
const change = (name: 'changeDetails' | 'changeDays' | 'changeLook' | 'openShop', body: object) =>
  callDesk(app, deskEndpoints[name], {}, { cookie, body: { version: 1, ...body } });
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const order = () =>
  app.request(endpoints.placeOrder.path, {
    method: 'POST',
    headers: { ...token, 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify(anOrderFor({ productId: 'mug' })),
  });

describe('the shop at the desk', () => {
  test('the seller changes the details, and the next answer to a shopper has them, without VAT', async () => {
    const answer = await change('changeDetails', { details: { ...own, vat: { number: 'GB 123 4567 89', rate: 20 } } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ version: 2, madeUp: [], details: { name: 'Wren & Clay' } });
    const seen = await (await app.request('/shop.json')).json();
    expect(seen).toMatchObject({ number: 2, isSample: false, details: { name: 'Wren & Clay', address: ['3 Kiln Lane', 'Ludlow'] } });
    expect(seen.details).not.toHaveProperty('vat');
  });

  test.each([
    ['details.name', { ...own, name: ' ' }, 'Fill this in.'],
    ['details.email', { ...own, email: 'wren' }, 'Enter an email address such as name@example.com.'],
    ['details.address', { ...own, address: [] }, 'Fill this in.'],
    ['details.phone', { ...own, phone: 'ask Ada' }, 'This isn’t quite right. Check it and try again.'],
    ['details.social.facebook', { ...own, social: { ...own.social, facebook: 'javascript:alert(1)' } }, expect.any(String)],
    ['details.vat.rate', { ...own, vat: { number: 'GB 123 4567 89', rate: null } }, expect.any(String)],
  ])('a wrong %s is named, and nothing changes', async (field, details, sentence) => {
    const answer = await change('changeDetails', { details });
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual({ [field]: sentence });
    expect((await read()).version).toBe(1);
  });

  test.each([
    ['no working day', { workingDays: [] }],
    ['the same day twice', { workingDays: [1, 1] }],
    ['a cut-off after midnight', { cutOff: 1440 }],
    ['a courier who takes at least more than at most', { courierDays: { min: 3, max: 2 } }],
    ['days away that end before they begin', { closed: [{ from: '2026-12-03', to: '2026-12-01', reason: '' }] }],
    ['days away of more than a year', { closed: [{ from: '2026-01-01', to: '2027-12-31', reason: '' }] }],
    ['a day that does not exist', { closed: [{ from: '2026-02-30', to: '2026-02-30', reason: '' }] }],
  ])('posting days with %s are refused', async (_, days) => {
    expect((await change('changeDays', { days: { ...sampleShop.days, ...days } })).status).toBe(422);
  });

  test('the next document and /shop.json have the look that the seller has just chosen', async () => {
    const look = { accent: ' #0B5FA5', paper: 'chalk', type: 'figtree', corners: 'square' };
    const shop = openDesk({ db, clock: () => now, readShop: createShopReader(db, noAddresses) });
    const changeLook = (body: object) => callDesk(shop, deskEndpoints.changeLook, {}, { cookie, body });
    const answer = await changeLook({ version: 1, look });
    expect(await answer.json()).toMatchObject({ version: 2, look: { ...look, accent: '#0b5fa5' } });
    const { shownAccent } = await (await changeLook({ version: 2, look: { ...look, accent: '#ffd400' } })).json();
    expect(shownAccent).toEqual({ light: '#836b00', dark: '#ffd400' });
    await changeLook({ version: 3, look });
    expect((await (await shop.request('/shop.json')).json()).styles).toContain('--moss:#0b5fa5;');
    await changeLook({ version: 4, look: sampleShop.look });
    expect(await (await shop.request('/shop.json')).json()).not.toHaveProperty('styles');
  });

  test.each([
    ['look.accent', { accent: 'red' }],
    ['look.accent', { accent: '#fff' }],
    ['look.accent', { accent: '#3e5641;}</style><script>alert(1)</script>' }],
    ['look.paper', { paper: 'linen}' }],
    ['look.type', { type: 'url(https://evil.example)' }],
    ['look.corners', { corners: 5 }],
  ])('a wrong %s is refused, and nothing changes', async (field, part) => {
    const answer = await change('changeLook', { look: { ...sampleShop.look, ...part } });
    expect(answer.status).toBe(422);
    expect(Object.keys((await answer.json()).errors)).toEqual([field]);
    expect((await read()).version).toBe(1);
  });

  test('an order promises its days by what the seller has just changed', async () => {
    await change('changeDetails', { details: own });
    await change('openShop', { version: 2 });
    const days = {
      ...sampleShop.days,
      dispatchDays: 0,
      courierDays: { min: 1, max: 1 },
      closed: [{ from: '2025-09-02', to: '2025-09-10', reason: 'a fair' }],
    };
    expect((await change('changeDays', { version: 3, days })).status).toBe(200);
    const { _id: id } = await (await order()).json();
    const row = await db.selectFrom('order').select(['dispatch_by', 'trader']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.trader).toMatch(/^Wren & Clay\n3 Kiln Lane\n/);
    expect(row.dispatch_by).toBe('2025-09-01');
    const later = { ...days, closed: [{ from: '2025-09-01', to: '2025-09-10', reason: 'a fair' }] };
    await change('changeDays', { version: 4, days: later });
    const { _id: next } = await (await order()).json();
    expect((await db.selectFrom('order').select('dispatch_by').where('id', '=', next).executeTakeFirstOrThrow()).dispatch_by).toBe(
      '2025-09-11',
    );
  });
});

describe('a shop that is not open yet', () => {
  test('nobody orders from it, and it opens once it names a seller of its own', async () => {
    expect(await (await order()).json()).toMatchObject({ message: 'This shop is not open yet.' });
    expect(await read()).toMatchObject({ isOpen: false, madeUp: ['phone', 'email', 'address'] });
    expect(await (await change('openShop', {})).json()).toMatchObject({ code: 'madeUp' });
    await change('changeDetails', { details: own });
    expect(await (await change('openShop', { version: 2 })).json()).toMatchObject({ isOpen: true, version: 3 });
    expect((await order()).status).toBe(201);
  });
});
