import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type DeskOrder,
  deskOrder,
  deskPageSize,
  type MovedParcels,
  movedParcels,
  type OrderPage,
  type OrderView,
  orderPage,
  printedOrders,
} from '#contract/desk/orders.ts';
import { savedFile } from '#contract/desk/people.ts';
import { today } from '#contract/desk/today.ts';
import { failureBody } from '#contract/failure.ts';
import { eraseContacts } from '#server/domain/accounts/erasure.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, minutesLater, sell } from '#tests/support/orders.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';

const db = await freshDatabase('empty');
let now = minutesLater(5);
const app = openDesk({ db, clock: () => now });
const sam = await signInAt(db, 'sam', { role: 'support', firstName: 'Sam', codeAt: openingDay });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada', codeAt: openingDay });

beforeEach(async () => {
  now = minutesLater(5);
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('staff_event').execute();
  await sell(
    db,
    { id: 'mug', name: 'Stoneware mug', sku: 'FL-MUG-01', basePrice: 10, stock: 10_000 },
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 9 },
  );
});

const readOrder = async (orderId: string): Promise<DeskOrder> =>
  deskOrder.parse(await (await callDesk(app, deskEndpoints.order, { orderId }, { cookie: sam })).json());
const list = async (view: OrderView, query = ''): Promise<OrderPage> =>
  orderPage.parse(await (await callDesk(app, deskEndpoints.orders, {}, { cookie: sam, query: `?view=${view}${query}` })).json());
const post = (name: keyof typeof deskEndpoints, body: object, { orderId = '', cookie = sam } = {}): Promise<Response> =>
  callDesk(app, deskEndpoints[name], { orderId }, { cookie, body });
const postMany = async (name: 'startPacking' | 'sendOrders' | 'sendFromFile', body: object): Promise<MovedParcels> =>
  movedParcels.parse(await (await post(name, body)).json());
const sentence = async (response: Response) => failureBody.parse(await response.json());
const subjects = async (): Promise<string[]> =>
  (await db.selectFrom('mail').select('subject').orderBy('created_at').orderBy('id').execute()).map(({ subject }) => subject);
const versions = async (...ids: string[]) => Promise.all(ids.map(async (id) => ({ id, version: (await readOrder(id)).version })));

describe('lists', () => {
  test('parcels to send come the most urgent first, late ones are told apart, and each view has its orders', async () => {
    const late = await aPaidOrderIn(db, { productId: 'mug', now: minutesLater(-60 * 24 * 20) });
    const soon = await aPaidOrderIn(db, { productId: 'mug' });
    const unpaid = await aPaidOrderIn(db, { productId: 'mug', isPaid: false });
    const sent = await aPaidOrderIn(db, { productId: 'mug' });
    await changeStatus(db, testPayments, sent, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
    const ids = async (view: OrderView) => (await list(view)).items.map(({ id }) => id);
    expect(await ids('toSend')).toEqual([late, soon]);
    expect(await ids('late')).toEqual([late]);
    expect(await ids('sent')).toEqual([sent]);
    expect(await ids('unpaid')).toEqual([unpaid]);
    expect((await ids('all')).toSorted()).toEqual([late, soon, unpaid, sent].toSorted());
    expect((await list('all')).counts).toEqual({ toSend: 2, late: 1, unpaid: 1 });
    expect((await list('toSend')).items.map(({ isLate }) => isLate)).toEqual([true, false]);
  });

  test('an order leaves later until the day of its posting, leaves on it until midnight in the UK, and is late from then on', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.updateTable('order').set({ dispatch_by: '2025-09-04' }).where('id', '=', id).execute();
    const at = async (time: string) => {
      now = new Date(time);
      const cookie = `session=${await startSession(db, 'sam', now)}`;
      const ask = async (name: 'today' | 'orders', query = '') => (await callDesk(app, deskEndpoints[name], {}, { cookie, query })).json();
      const { items, counts } = orderPage.parse(await ask('orders', '?view=late'));
      const { send, sendLater } = today.parse(await ask('today'));
      const [row] = orderPage.parse(await ask('orders', '?view=toSend')).items;
      return [sendLater, send.map((parcel) => [parcel.id, parcel.isLate]), row?.isLate, items.map((item) => item.id), counts.late];
    };
    expect(await at('2025-09-03T22:59:59.999Z')).toEqual([[{ day: '2025-09-04', parcels: 1 }], [], false, [], 0]);
    expect(await at('2025-09-03T23:00:00.000Z')).toEqual([[], [[id, false]], false, [], 0]);
    expect(await at('2025-09-04T22:59:59.999Z')).toEqual([[], [[id, false]], false, [], 0]);
    expect(await at('2025-09-04T23:00:00.000Z')).toEqual([[], [[id, true]], true, [id], 1]);
  });

  test('each order of a view is on exactly one of its pages, and once in the file of all pages', async () => {
    const ids: string[] = [];
    for (let index = 0; index < deskPageSize + 3; index += 1) ids.push(await aPaidOrderIn(db, { productId: 'mug' }));
    const expectPages = async (view: OrderView) => {
      const first = await list(view);
      expect(first.items).toHaveLength(deskPageSize);
      const second = await list(view, `&after=${encodeURIComponent(first.next ?? '')}`);
      expect(second.next).toBeNull();
      expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    };
    await expectPages('toSend');
    await expectPages('all');
    const wanted = { view: 'toSend', q: 'stoneware', from: '', to: '', courier: '' };
    const { text } = savedFile.parse(await (await post('exportOrders', wanted, { cookie: ada })).json());
    expect(new Set(text.trimEnd().split('\r\n')).size).toBe(deskPageSize + 4);
    await db.updateTable('order').set({ status: 'Delivered' }).execute();
    await expectPages('sent');
  });

  test('lists are limited by day of posting or of placing and by courier, and saved as a file as they are shown', async () => {
    const daysAgo = (days: number) => minutesLater(-60 * 24 * days);
    const old = await aPaidOrderIn(db, { productId: 'mug', now: daysAgo(20) });
    const fresh = await aPaidOrderIn(db, { productId: 'mug' });
    const send = (id: string, method: string) => changeStatus(db, testPayments, id, { to: 'Dispatch', method, delivery: aDelivery, now });
    const [byEvri, byPost] = [await aPaidOrderIn(db, { productId: 'mug', now: daysAgo(9) }), await aPaidOrderIn(db, { productId: 'mug' })];
    await send(byEvri, 'Evri');
    await send(byPost, 'Royal Mail & Sons');
    const ids = async (view: OrderView, limits: object) =>
      (await list(view, `&${new URLSearchParams({ ...limits })}`)).items.map(({ id }) => id).toSorted();
    const { items, couriers } = await list('toSend');
    const [first, last] = [items[0]?.postBy ?? '', items[1]?.postBy ?? ''];
    expect(couriers).toEqual([]);
    expect([await ids('toSend', { to: first }), await ids('toSend', { from: last }), await ids('late', { from: last })]).toEqual([
      [old],
      [fresh],
      [],
    ]);
    const dayOf = (at: Date) => at.toISOString().slice(0, 10);
    expect((await list('sent')).couriers).toEqual(['Evri', 'Royal Mail & Sons']);
    expect(await ids('sent', { from: dayOf(daysAgo(9)), to: dayOf(daysAgo(9)) })).toEqual([byEvri]);
    expect(await ids('all', { from: dayOf(daysAgo(8)), courier: 'Royal Mail & Sons' })).toEqual([byPost]);
    expect(await ids('all', { courier: 'Evri\u0000', from: '2025-02-31', to: 'x' })).toHaveLength(4);

    const wanted = { view: 'all', q: '', from: dayOf(daysAgo(9)), to: '', courier: '' };
    const { name, text } = savedFile.parse(await (await post('exportOrders', wanted, { cookie: ada })).json());
    expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFForder,status,placed,/);
    expect(lines.slice(1).map((line) => line.slice(0, 19))).toEqual((await list('all')).items.slice(0, 3).map(({ id }) => id));
    expect(await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute()).toEqual([
      { account_id: 'ada', what: 'exportOrders', subject: 'orders' },
    ]);
  });

  test('an invalid cursor or view gives the first page', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    for (const query of ['&after=', '&after=x', "&after=';--~a~b~c", '&after=a~b~c~d'])
      expect((await list('all', query)).items.map((row) => row.id)).toEqual([id]);
  });

  test.each([
    ['o’lea', 'a name with an apostrophe as telephones type it'],
    ["O'Leary", 'a name with another apostrophe'],
    ['zoe', 'a name without its accent'],
    ['portr', 'the beginning of a town'],
    ['iv519', 'a postcode in one piece'],
    ['IV51 9', 'a part of a postcode'],
    ['zoe@mail', 'the beginning of an email address'],
    ['0113 496', 'a telephone number with spaces'],
    ['+44 113 496 0142', 'a telephone number as it is dialled from abroad'],
    ['fl-mug', 'a stock number'],
    ['stone', 'the beginning of a product name'],
    ['leary', 'what follows an apostrophe'],
    ['O Leary', 'a name with a space for the apostrophe'],
    ['OLeary', 'a name without its apostrophe'],
    ["O'Leary", 'a name with a straight apostrophe'],
    ['0142', 'the last four digits of a telephone number'],
    ['496 0142', 'the end of a telephone number'],
    ['113 496 0142', 'a telephone number without its 0'],
    ['lodz', 'a town with a letter that has no accent to take off'],
    ['oster', 'the beginning of a town'],
    ['gross', 'a word with a sharp s'],
    ['zoe mug', 'several words, in any order'],
    ['rm3312', 'a tracking number in one piece'],
    ['INV', 'the beginning of an invoice number'],
  ])('a search for “%s” finds an order by %s', async (text) => {
    const buyer = {
      firstName: 'Zoë',
      lastName: 'O’Leary',
      city: 'Portree Łódź Øster-Groß',
      postalCode: 'IV51 9DE',
      email: 'zoe@mail.example',
    };
    const id = await aPaidOrderIn(db, { productId: 'mug', buyer });
    await aPaidOrderIn(db, { productId: 'spoon', buyer: { phone: '020 7946 0817' }, isPaid: false });
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Royal Mail', tracking: 'RM 33 12', delivery: aDelivery, now });
    expect((await list('all', `&q=${encodeURIComponent(text)}`)).items.map((row) => row.id)).toEqual([id]);
    expect((await list('unpaid', `&q=${encodeURIComponent(text)}`)).items).toEqual([]);
  });

  test.each(['eary', 'nobody', '!!!', '%', '_'])(
    'a search for “%s” finds nothing, because words are found by their beginning',
    async (text) => {
      await aPaidOrderIn(db, { productId: 'mug', buyer: { lastName: 'O’Leary' } });
      expect(await list('all', `&q=${encodeURIComponent(text)}`)).toMatchObject({ items: [], next: null });
    },
  );

  test('an order is found by its id, and by what is corrected, and after its contact is erased by its id alone', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const find = async (text: string) => (await list('all', `&q=${text}`)).items.map((row) => row.id);
    expect([await find(id), await find(id.slice(0, 6)), await find(id.replaceAll('-', '').toLowerCase())]).toEqual([[id], [id], [id]]);
    const { version } = await readOrder(id);
    await post('correctAddress', { version, billingInfo: { ...aBuyer, lastName: 'Lovelace' } }, { orderId: id });
    expect([await find('lovelace'), await find('byron')]).toEqual([[id], []]);
    await post('addNote', { text: 'She has moved.' }, { orderId: id });
    await db.updateTable('order').set({ status: 'Dispatch', erasure_asked_at: openingDay.toISOString() }).execute();
    await eraseContacts(db, minutesLater(60 * 24 * 61));
    expect([await find('lovelace'), await find('leeds'), await find(id)]).toEqual([[], [], [id]]);
    const texts = JSON.stringify([
      await db.selectFrom('order_event').select('what').execute(),
      await db.selectFrom('order_note').selectAll().execute(),
    ]);
    expect(texts).toContain('Address corrected.');
    expect(texts).not.toMatch(/Byron|moved/);
  });
});

describe('packing and sending many', () => {
  test('orders are packed and sent, each once: the same press again changes nothing and mails nobody', async () => {
    const ids = [await aPaidOrderIn(db, { productId: 'mug' }), await aPaidOrderIn(db, { productId: 'spoon' })];
    const orders = await versions(...ids);
    await db.deleteFrom('mail').execute();
    expect((await postMany('startPacking', { orders })).done.map(({ id }) => id)).toEqual(ids);
    expect((await postMany('startPacking', { orders })).unchanged.map(({ id }) => id)).toEqual(ids);
    const parcels = (await versions(...ids)).map((seen, at) => ({ ...seen, replacement: null, courier: 'Evri', tracking: `EV${at}` }));
    const events = await db.selectFrom('order_event').selectAll().execute();
    expect((await postMany('sendOrders', { parcels, isTrial: true })).done.map(({ id }) => id)).toEqual(ids);
    expect(await db.selectFrom('order_event').selectAll().execute()).toEqual(events);
    expect((await postMany('sendOrders', { parcels })).done).toEqual(ids.map((id) => ({ id, replacement: null, buyer: 'Ada Byron' })));
    expect((await postMany('sendOrders', { parcels })).unchanged.map(({ id }) => id)).toEqual(ids);
    const mailed = ids.flatMap((id) => [`We are preparing your order ${id}`, `Your order ${id} is on its way`]);
    expect((await subjects()).toSorted()).toEqual(mailed.toSorted());
    expect(await readOrder(ids[1] ?? '')).toMatchObject({ status: 'Dispatch', courier: 'Evri', tracking: 'EV1' });
  });

  test('an order that cannot be moved does not keep the others from being moved, and says why', async () => {
    const [good, changed, cancelled] = [
      await aPaidOrderIn(db, { productId: 'mug' }),
      await aPaidOrderIn(db, { productId: 'mug' }),
      await aPaidOrderIn(db, { productId: 'mug' }),
    ];
    const orders = await versions(good, changed, cancelled);
    await post('sendMailAgain', { version: orders[1]?.version, kind: 'confirmation' }, { orderId: changed });
    await post('cancelOrder', orders[2] ?? {}, { orderId: cancelled, cookie: ada });
    const moved = await postMany('startPacking', { orders: [{ id: 'nope', version: 1 }, ...orders] });
    expect(moved.done.map(({ id }) => id)).toEqual([good]);
    expect(moved.refused.map(({ id, message }) => [id, message])).toEqual([
      ['N0PE', 'There is no order nope.'],
      [changed, expect.stringContaining('Sent again: the confirmation mail (Sam, 10:05).')],
      [cancelled, expect.stringContaining('(Ada, 10:05)')],
    ]);
  });

  test('a shortened number, and one that two buyers’ parcels share, are refused at their lines, tried or sent, and nothing is sent', async () => {
    const ids = [
      await aPaidOrderIn(db, { productId: 'mug' }),
      await aPaidOrderIn(db, { productId: 'mug', buyer: { email: 'rae@example.com' } }),
      await aPaidOrderIn(db, { productId: 'spoon' }),
    ];
    await db.deleteFrom('mail').execute();
    const seen = await versions(...ids);
    const parcels = ['EV1', 'EV1', '6.12206E+11'].map((tracking, at) => ({ ...seen[at], replacement: null, courier: 'Evri', tracking }));
    const shared = 'Another parcel here has the number EV1, too. Each parcel has its own.';
    const refused = [{ message: shared }, { message: shared }, { message: expect.stringContaining('A spreadsheet has shortened') }];
    const file = ['order,tracking', ...ids.map((id, at) => `${id},${parcels[at]?.tracking}`)].join('\n');
    for (const isTrial of [true, false]) {
      expect(await postMany('sendOrders', { parcels, isTrial })).toMatchObject({ done: [], refused });
      expect(await postMany('sendFromFile', { file, courier: 'Evri', isTrial })).toMatchObject({ done: [], refused });
    }
    expect(await subjects()).toEqual([]);
    await postMany('sendOrders', { parcels: [{ ...parcels[0], tracking: '="EV1"' }] });
    expect((await readOrder(ids[0] ?? '')).tracking).toBe('EV1');
    const taken = `The number EV1 is that of order ${ids[0]}. Each parcel has its own.`;
    for (const isTrial of [true, false])
      expect(await postMany('sendOrders', { parcels: [parcels[1]], isTrial })).toMatchObject({ refused: [{ message: taken }] });
    const { version } = await readOrder(ids[0] ?? '');
    const add = { shippingMethod: 'Evri', trackId: '612205820123000' };
    expect((await post('changeParcels', { version, add }, { orderId: ids[0] ?? '' })).status).toBe(422);
  });

  test('a courier’s file is tried, and then its good lines are sent', async () => {
    const [first, second] = [await aPaidOrderIn(db, { productId: 'mug' }), await aPaidOrderIn(db, { productId: 'mug' })];
    const file = `\uFEFFOrder,Name,Tracking number\r\n${first},Ada,RM1\r\nXXXX,,1\r\n${second},,\r\n${first},Ada,RM2`;
    const refused = [
      { id: 'XXXX', at: 3, message: 'There is no order XXXX.' },
      { id: second, at: 4, message: 'It has no tracking number.' },
      { id: first, at: 5, message: 'The order is on line 2 already.' },
    ];
    const trial = await postMany('sendFromFile', { file, courier: 'Royal Mail', isTrial: true });
    expect(trial).toMatchObject({ done: [{ id: first }], refused });
    expect((await readOrder(first)).status).toBe('confirmed');
    expect(await postMany('sendFromFile', { file, courier: 'Royal Mail' })).toMatchObject({ done: [{ id: first }], refused });
    expect(await readOrder(first)).toMatchObject({ status: 'Dispatch', courier: 'Royal Mail', tracking: 'RM1' });
    expect(await postMany('sendFromFile', { file, courier: 'Royal Mail' })).toMatchObject({ unchanged: [{ id: first }], done: [] });
    expect(await sentence(await post('sendFromFile', { file: 'a,b\n1,2' }))).toMatchObject({ errors: { 'line 1': expect.any(String) } });
  });

  test('orders to print come in the order that was asked for, and an unknown one holds up no other', async () => {
    const [first, second] = [
      await aPaidOrderIn(db, { productId: 'mug' }),
      await aPaidOrderIn(db, { productId: 'spoon', note: 'Ring twice' }),
    ];
    const response = await callDesk(app, deskEndpoints.printedOrders, {}, { cookie: sam, query: `?ids=${second},NOPE,${first}` });
    const { items, missing } = printedOrders.parse(await response.json());
    expect(items.map(({ id, lines, flags }) => [id, lines[0]?.sku, flags])).toEqual([
      [second, expect.any(String), ['buyerNote']],
      [first, 'FL-MUG-01', []],
    ]);
    expect(missing).toEqual(['NOPE']);
  });
});

describe('one order', () => {
  test('a change of an order that somebody else has changed since is refused, says who has done what, and does nothing', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const { version } = await readOrder(id);
    await postMany('sendOrders', { parcels: [{ id, version, replacement: null, courier: 'Royal Mail', tracking: 'RM1' }] });
    await db.deleteFrom('mail').execute();
    const changes: readonly [keyof typeof deskEndpoints, object][] = [
      ['correctAddress', { billingInfo: { ...aBuyer, city: 'York' } }],
      ['cancelOrder', { reason: '' }],
      ['settleOrder', { how: 'bank transfer' }],
      ['markDelivered', {}],
      ['sendMailAgain', { kind: 'confirmation' }],
    ];
    for (const [name, body] of changes) {
      const response = await post(name, { version, ...body }, { orderId: id, cookie: ada });
      expect(response.status, name).toBe(409);
      expect(await sentence(response)).toMatchObject({
        code: 'changed',
        message: expect.stringContaining('Sent with Royal Mail, tracking number RM1 (Sam, 10:05).'),
      });
    }
    const other = await postMany('sendOrders', { parcels: [{ id, version, replacement: null, courier: 'Evri', tracking: 'EV1' }] });
    expect(other.refused).toMatchObject([{ message: expect.stringContaining('(Sam, 10:05)') }]);
    expect(await subjects()).toEqual([]);
    expect(await readOrder(id)).toMatchObject({ status: 'Dispatch', tracking: 'RM1', version: version + 1 });
  });

  test('another parcel of an order on its way is added once, found by its number and mailed with all; an unsent order has none', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const add = { shippingMethod: 'Evri', trackId: 'EV2' };
    const early = await post('changeParcels', { version: (await readOrder(id)).version, add }, { orderId: id });
    expect([early.status, (await sentence(early)).message]).toEqual([409, expect.stringContaining('is on its way by courier')]);
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Royal Mail', tracking: 'RM1', delivery: aDelivery, now });
    await db.deleteFrom('mail').execute();
    const { version } = await readOrder(id);
    for (let press = 0; press < 2; press += 1) {
      const added = await post('changeParcels', { version, add }, { orderId: id });
      expect(deskOrder.parse(await added.json()).order).toMatchObject({ trackId: 'RM1', furtherParcels: [add] });
    }
    const [mail, ...others] = await db.selectFrom('mail').select(['subject', 'text']).execute();
    expect([mail?.subject, others]).toEqual([`Your order ${id} comes in 2 parcels`, []]);
    for (const number of ['RM1', 'EV2']) expect(mail?.text).toContain(number);
    for (const query of ['&q=EV2', '&courier=Evri', '&courier=Royal+Mail'])
      expect((await list('all', query)).items).toMatchObject([{ id }]);
    expect((await list('sent')).couriers).toEqual(['Evri', 'Royal Mail']);
    expect((await list('all', '&courier=Evr')).items).toEqual([]);
    const late = await post('changeParcels', { version, remove: 'EV2' }, { orderId: id });
    expect(await sentence(late)).toMatchObject({ code: 'changed', message: expect.stringContaining('Another parcel: sent with Evri') });
    const hostile = await post(
      'changeParcels',
      { version: version + 1, add: { shippingMethod: 'Evri', trackId: 'E\u0000V' } },
      { orderId: id },
    );
    expect(hostile.status).toBe(422);
    const gone = await post('changeParcels', { version: version + 1, remove: 'EV2' }, { orderId: id });
    expect(deskOrder.parse(await gone.json()).order.furtherParcels).toBeUndefined();
    // Nobody is mailed that an order comes in one parcel.
    expect(await db.selectFrom('mail').select('subject').execute()).toHaveLength(1);
  });

  test('an address is corrected before dispatch, its buyer mailed, and the history says what it was', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.deleteFrom('mail').execute();
    const { version } = await readOrder(id);
    const billingInfo = { ...aBuyer, streetAddress: '24 Mill Lane' };
    const corrected = await post('correctAddress', { version, billingInfo }, { orderId: id });
    expect(deskOrder.parse(await corrected.json())).toMatchObject({
      order: { billingInfo: { streetAddress: '24 Mill Lane' } },
      history: [{ by: 'Sam', what: 'Address corrected: street “12 Mill Lane” to “24 Mill Lane”.', isNote: false }, {}, {}],
    });
    // The same press again.
    expect((await post('correctAddress', { version, billingInfo }, { orderId: id })).status).toBe(200);
    expect(await db.selectFrom('mail').select(['recipient', 'subject']).execute()).toEqual([
      { recipient: aBuyer.email, subject: `The address of your order ${id} has changed` },
    ]);
    expect(await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute()).toEqual([
      { account_id: 'sam', what: 'correctAddress', subject: id },
    ]);
    await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
    const late = await post('correctAddress', { version: version + 2, billingInfo: aBuyer }, { orderId: id });
    expect(await sentence(late)).toMatchObject({ message: expect.stringContaining('This order is at Dispatch') });
  });

  test('an address in a dearer region, or one without delivery, is saved only once the seller was told, and the history has it', async () => {
    await sell(db, { id: 'candle', name: 'Candle', basePrice: 9, stock: 9, warnings: 'Never leave it alone.' });
    const regions = [
      { name: 'Northern Ireland', outcodes: ['BT'], surcharge: 4 },
      { name: 'Jersey', outcodes: ['JE'], surcharge: null },
    ];
    await setDeliveryOptions(db, { ...standardOnly, regions });
    onTestFinished(() => setDeliveryOptions(db, standardOnly));
    const id = await aPaidOrderIn(db, { productId: 'candle' });
    await db.deleteFrom('mail').execute();
    const { version } = await readOrder(id);
    const moveTo = (postalCode: string, over: object = {}) =>
      post('correctAddress', { version, billingInfo: { ...aBuyer, postalCode }, ...over }, { orderId: id });
    const northern =
      '£4.00 more for delivery to Northern Ireland was due and was not charged. ' +
      'Must not go to Northern Ireland, because no responsible person there or in the EU is named: Candle.';
    for (const [postcode, message] of [
      ['JE2 3AB', 'You don’t deliver to Jersey.'],
      ['BT1-5GS', northern],
      ['NONE', 'It can’t be told from “NONE” whether delivery there costs more.'],
    ] as const)
      expect(await sentence(await moveTo(postcode))).toMatchObject({ code: 'zone', message });
    expect([(await readOrder(id)).version, await subjects()]).toEqual([version, []]);
    const moved = deskOrder.parse(await (await moveTo('BT1-5GS', { isConfirmed: true })).json());
    expect(moved.history[0]?.what).toBe(`Address corrected: postcode “LS1 4AP” to “BT1 5GS”. ${northern}`);
    // Within one region nothing is to be said.
    const named = { ...aBuyer, firstName: 'Grace', postalCode: 'BT1 5GS' };
    expect((await post('correctAddress', { version: moved.version, billingInfo: named }, { orderId: id })).status).toBe(200);
    expect(await subjects()).toHaveLength(2);
  });

  test('only a seller with a fresh code changes the email address, and both mailboxes are told', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.deleteFrom('mail').execute();
    const { version } = await readOrder(id);
    const body = { version, billingInfo: { ...aBuyer, email: 'new@example.com' } };
    expect((await post('correctAddress', body, { orderId: id })).status).toBe(403);
    now = minutesLater(61);
    expect(await sentence(await post('correctAddress', body, { orderId: id, cookie: ada }))).toMatchObject({ code: 'freshCode' });
    now = minutesLater(5);
    expect((await post('correctAddress', body, { orderId: id, cookie: ada })).status).toBe(200);
    const told = await db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('recipient').execute();
    expect(told.map(({ recipient }) => recipient)).toEqual([aBuyer.email, 'new@example.com']);
    // The former mailbox may be a stranger's.
    expect(`${told[0]?.subject} ${told[0]?.text}`).not.toMatch(new RegExp(`${id}|${aBuyer.firstName}|${aBuyer.streetAddress}|new@example`));
  });

  test('a note is kept once, is no change of the order, and its buyer is not told', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.deleteFrom('mail').execute();
    const { version } = await readOrder(id);
    for (const cookie of [sam, sam, ada, sam]) await post('addNote', { text: 'She is away until Monday.' }, { orderId: id, cookie });
    const { history, flags, version: after } = await readOrder(id);
    expect(history.filter(({ isNote }) => isNote).map(({ by, what }) => [by, what])).toEqual([
      ['Ada', 'She is away until Monday.'],
      ['Sam', 'She is away until Monday.'],
    ]);
    expect([flags, after, await subjects()]).toEqual([['staffNote'], version, []]);
  });

  test('a note is deleted by whoever wrote it, within an hour, and the next one is added behind the others', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    for (const text of ['First.', 'Second.']) await post('addNote', { text }, { orderId: id });
    const remove = async (position: number, cookie = sam) => (await post('deleteNote', { position }, { orderId: id, cookie })).status;
    expect([await remove(0, ada), await remove(0), await remove(0)]).toEqual([409, 200, 200]);
    await post('addNote', { text: 'Third.' }, { orderId: id });
    const notes = async () => (await readOrder(id)).history.flatMap(({ what, isNote, ownNote }) => (isNote ? [[what, ownNote]] : []));
    expect(await notes()).toEqual([
      ['Third.', 2],
      ['Second.', 1],
    ]);
    now = new Date(minutesLater(65).getTime() - 1);
    expect(await notes()).toEqual([
      ['Third.', 2],
      ['Second.', 1],
    ]);
    now = minutesLater(65);
    expect(await remove(1)).toBe(409);
    expect(await notes()).toEqual([
      ['Third.', null],
      ['Second.', null],
    ]);
  });

  test('the mail about what has happened to an order is sent again, three times an hour at most', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.deleteFrom('mail').execute();
    const again = async (kind: string) => post('sendMailAgain', { version: (await readOrder(id)).version, kind }, { orderId: id });
    expect((await readOrder(id)).mails).toEqual(['confirmation']);
    expect((await again('dispatch')).status).toBe(409);
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await again('confirmation')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    now = minutesLater(66);
    expect((await again('confirmation')).status).toBe(200);
    expect(await subjects()).toEqual(Array.from({ length: 4 }, () => `Your order ${id} is confirmed`));
  });

  test('a seller with a fresh code cancels a paid order, and the buyer reads why', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const { version, canCancel } = await readOrder(id);
    expect(canCancel).toBe(true);
    const response = await post('cancelOrder', { version, reason: 'The glaze has cracks.' }, { orderId: id, cookie: ada });
    expect(deskOrder.parse(await response.json())).toMatchObject({
      status: 'cancelled',
      canCancel: false,
      mails: ['cancellation'],
      order: { cancellation: { reason: 'The glaze has cracks.', by: 'seller' } },
    });
  });
});

test('each change of the staff is logged with member and order, a refused one is not, and nothing of it is personal data', async () => {
  const id = await aPaidOrderIn(db, { productId: 'mug' });
  const { version } = await readOrder(id);
  await postMany('startPacking', { orders: [{ id, version }] });
  await post('addNote', { text: 'Call Ada Byron first.' }, { orderId: id });
  await post('sendMailAgain', { version: version + 1, kind: 'confirmation' }, { orderId: id });
  await post('cancelOrder', { version }, { orderId: id, cookie: ada });
  const at = now.toISOString();
  expect(await db.selectFrom('staff_event').selectAll().orderBy('what').execute()).toEqual(
    ['addNote', 'sendMailAgain', 'startPacking'].map((what) => ({
      id: expect.any(String),
      account_id: 'sam',
      at,
      what,
      subject: id,
      note: '',
    })),
  );
  const other = await aPaidOrderIn(db, { productId: 'mug' });
  const before = [await readOrder(other), await subjects()];
  await refuseWrites(db, { event: 'insert', table: 'staff_event', when: "new.what <> ''", message: 'The disk is full.' });
  for (const [name, body] of [
    ['startPacking', { orders: [{ id: other, version }] }],
    ['addNote', { text: 'Call first.' }],
    ['correctAddress', { version, billingInfo: { ...aBuyer, city: 'York' } }],
    ['sendMailAgain', { version, kind: 'confirmation' }],
    ['cancelOrder', { version, reason: '' }],
  ] as const) {
    expect((await post(name, body, { orderId: other, cookie: ada })).status, name).toBe(500);
    expect([await readOrder(other), await subjects()], name).toEqual(before);
  }
});
