import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { standardOnly } from '#contract/delivery-options.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskMessage, deskMessagePage } from '#contract/desk/messages.ts';
import { deskOrder, movedParcels, orderPage } from '#contract/desk/orders.ts';
import { type DecisionInput, decisionPreview, deskRefund, refundPage } from '#contract/desk/refunds.ts';
import { type Today, today } from '#contract/desk/today.ts';
import { failureBody } from '#contract/failure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { addSampleDelivery, setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { answerMessage, submitContact } from '#server/domain/messages/messages.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findPerson } from '#server/domain/person.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn, refundImagesInDatabase } from '#server/storage/refund-images.ts';
import { atOnce } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn, appSecret, callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, minutesLater, sell } from '#tests/support/orders.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';
import { readsShop } from '#tests/support/sample-shop.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
const sellerEmail = 'seller@mugs.example';
const files = refundImagesIn(await pictureFolder());
const app = openDesk({ db, clock: () => now, readShop: readsShop({}, { sellerEmail }), refundImages: files });
const sam = await signInAt(db, 'sam', { role: 'support', firstName: 'Sam', codeAt: openingDay });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada', codeAt: openingDay });

beforeEach(async () => {
  for (const table of ['order', 'mail', 'message', 'message_receipt', 'staff_event', 'limit_hit'] as const)
    await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Stoneware mug', basePrice: 10, deliveryCost: 3, stock: 20 });
});

type Name = keyof typeof deskEndpoints;
type Sent = { reference?: string; file?: string; orderId?: string; cookie?: string; query?: string; body?: object };
const call = (name: Name, { reference = '', file = '', orderId = '', cookie = ada, query = '', body }: Sent = {}) =>
  callDesk(app, deskEndpoints[name], { reference, file, orderId }, { cookie, query, body });
const readRefund = async (reference: string) => deskRefund.parse(await (await call('refund', { reference })).json());
const readMessage = async (reference: string) => deskMessage.parse(await (await call('message', { reference })).json());
const readToday = async (cookie = ada): Promise<Today> => today.parse(await (await call('today', { cookie })).json());
const mails = () =>
  db.selectFrom('mail').select(['recipient', 'subject', 'text', 'reply_to']).orderBy('created_at').orderBy('id').execute();

const aRequest = async (images: readonly Blob[] = [], imageStore = files): Promise<{ id: string; reference: string }> => {
  const id = await aPaidOrderIn(db, { productId: 'mug', quantity: 2 });
  await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', delivery: aDelivery, now });
  const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
  const reference = await requestRefund(db, request, images, { imageStore, now });
  await db.deleteFrom('mail').execute();
  return { id, reference };
};

describe('refund requests', () => {
  test.each<[string, DecisionInput]>([
    ['all', { outcome: 'full', withoutReturn: true }],
    ['a part', { outcome: 'partial', amount: 12.5, withoutReturn: true }],
    ['an exchange', { outcome: 'exchange', pieces: 2 }],
    ['nothing', { outcome: 'declined', reason: 'It was used in an oven.' }],
  ])('the preview of the mail about a decision for %s is the mail that is sent, and changes nothing', async (_, decision) => {
    const { id, reference } = await aRequest();
    const before = await readRefund(reference);
    const shown = decisionPreview.parse(
      await (await call('previewDecision', { reference, cookie: sam, body: { version: before.version, decision } })).json(),
    );
    expect([await readRefund(reference), await mails()]).toEqual([before, []]);
    const decided = await call('decideRefund', { reference, body: { version: before.version, decision } });
    expect(deskRefund.parse(await decided.json()).amount ?? 0).toBe(shown.amount);
    const [sent] = await mails();
    expect(sent).toMatchObject({ recipient: aBuyer.email, subject: shown.subject, text: shown.text });
    expect(await db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).execute()).toEqual([
      { account_id: 'ada', what: 'decideRefund', subject: id },
    ]);
  });

  test('a preview of a decision is refused where the decision itself would be', async () => {
    const { reference } = await aRequest();
    const { version } = await readRefund(reference);
    const statusOf = async (decision: DecisionInput) => (await call('previewDecision', { reference, body: { version, decision } })).status;
    expect(await statusOf({ outcome: 'full' })).toBe(409);
    expect(await statusOf({ outcome: 'partial', amount: 1000, withoutReturn: true })).toBe(422);
    expect(await statusOf({ outcome: 'partial', amount: 1, withoutReturn: true })).toBe(200);
    // A fraction of a penny.
    expect(await statusOf({ outcome: 'partial', amount: 1.005, withoutReturn: true })).toBe(422);
    expect(await statusOf({ outcome: 'exchange', pieces: 3 })).toBe(422);
    expect((await readRefund(reference)).state).toBe('new');
  });

  test('of two sellers, the second is told what the first has decided', async () => {
    const { reference } = await aRequest();
    const { version } = await readRefund(reference);
    await call('decideRefund', { reference, body: { version, decision: { outcome: 'declined', reason: 'Used.' } } });
    const second = await call('decideRefund', { reference, body: { version, decision: { outcome: 'full', withoutReturn: true } } });
    expect(second.status).toBe(409);
    expect(failureBody.parse(await second.json())).toMatchObject({
      code: 'changed',
      message: expect.stringContaining('declined. Used (Ada, 10:05).'),
    });
    expect(await mails()).toHaveLength(1);
  });

  test('goods that came back can be sold again, and then the request is decided', async () => {
    const { reference } = await aRequest();
    const { version, inStock, delivery, paid } = await readRefund(reference);
    expect([inStock, delivery, paid]).toEqual([18, 6, 26]);
    const received = await call('receiveReturn', { reference, cookie: sam, body: { version, restocked: 1 } });
    expect(deskRefund.parse(await received.json())).toMatchObject({ state: 'received', inStock: 19, version: version + 1 });
    const decided = await call('decideRefund', { reference, body: { version: version + 1, decision: { outcome: 'full' } } });
    expect(deskRefund.parse(await decided.json())).toMatchObject({ state: 'full', amount: 26, left: 0 });
  });

  test('a cancellation can be declined by no call; support records proof of posting once, by the version that was seen', async () => {
    const { id } = await aRequest();
    const { references } = await declareCancellation(db, { orderId: id, items: [{ itemId: `${id}/1`, quantity: 1, left: 2 }] }, now);
    const reference = references[0] ?? '';
    const { version, dueOn, isPayable } = await readRefund(reference);
    expect([dueOn, isPayable]).toEqual([null, false]);
    for (const decision of [
      { outcome: 'declined', reason: 'No.' },
      { outcome: 'exchange', pieces: 1 },
    ] as const) {
      const refused = await call('decideRefund', { reference, body: { version, decision } });
      expect([refused.status, failureBody.parse(await refused.json()).code]).toEqual([409, 'cancelled']);
    }
    const postedBy = (seen: number) => call('recordPosted', { reference, cookie: sam, body: { version: seen } });
    expect((await postedBy(version - 1)).status).toBe(409);
    const recorded = deskRefund.parse(await (await postedBy(version)).json());
    expect(recorded).toMatchObject({ isPayable: true, dueOn: '2025-09-15', version: version + 1, paid: 13, quantity: 1 });
    expect((await postedBy(version + 1)).status).toBe(409);
    expect(refundPage.parse(await (await call('refunds', { query: '?view=open' })).json()).items[0]).toMatchObject({
      reference,
      dueOn: '2025-09-15',
    });
    const decided = await call('decideRefund', { reference, body: { version: version + 1, decision: { outcome: 'full' } } });
    expect(deskRefund.parse(await decided.json())).toMatchObject({ state: 'full', amount: 13 });
  });

  test('a seller who sends what the buyer has cancelled meanwhile is told, sees it, and refunds it or says that it had gone', async () => {
    const ids = await Promise.all([1, 2].map(() => aPaidOrderIn(db, { productId: 'mug', quantity: 2 })));
    const versionOf = async (orderId: string) => deskOrder.parse(await (await call('order', { orderId })).json()).version;
    const send = async (id: string, version: number, withCancelled?: boolean) => {
      const parcels = [{ id, version, replacement: null, courier: 'Evri', withCancelled }];
      return movedParcels.parse(await (await call('sendOrders', { body: { parcels } })).json());
    };
    for (const id of ids) {
      const seen = await versionOf(id);
      const { references } = await declareCancellation(db, { orderId: id, items: [{ itemId: `${id}/1`, quantity: 1, left: 2 }] }, now);
      const reference = references[0] ?? '';
      expect((await send(id, seen)).refused[0]?.message).toContain(
        `Cancelled by declaration ${reference}: 1 × Stoneware mug (buyer, 10:05)`,
      );
      const version = await versionOf(id);
      expect((await send(id, version)).refused[0]?.message).toContain('Refund it first');
      expect(movedParcels.parse(await (await call('startPacking', { body: { orders: [{ id, version }] } })).json()).refused).toHaveLength(
        1,
      );
      const listed = orderPage.parse(await (await call('orders', { query: '?view=toSend' })).json()).items.find((row) => row.id === id);
      expect(listed).toMatchObject({ cancelled: '1 × Stoneware mug', pieces: 2 });
      if (id === ids[0]) expect((await send(id, version, true)).done).toHaveLength(1);
      else {
        const decision: DecisionInput = { outcome: 'full' };
        const shown = decisionPreview.parse(await (await call('previewDecision', { reference, body: { version, decision } })).json());
        const decided = await call('decideRefund', { reference, body: { version, decision } });
        expect(deskRefund.parse(await decided.json())).toMatchObject({ state: 'full', amount: shown.amount, isUnsent: false });
        expect((await send(id, await versionOf(id))).done).toHaveLength(1);
      }
    }
  });

  test('an exchange is a parcel to send, until it is sent', async () => {
    const { id, reference } = await aRequest();
    const { version } = await readRefund(reference);
    await call('decideRefund', { reference, body: { version, decision: { outcome: 'exchange', pieces: 1 } } });
    const toSend = async () => orderPage.parse(await (await call('orders', { query: '?view=toSend' })).json());
    const { items, counts } = await toSend();
    expect(items).toMatchObject([{ id, replacement: reference, pieces: 1, version: version + 1 }]);
    expect([counts.toSend, (await readToday()).counts.toSend]).toEqual([1, 1]);
    const parcel = { id, version: version + 1, replacement: reference, courier: 'Evri', tracking: 'EV 9' };
    const send = async (parcels: object[], isTrial = false) =>
      movedParcels.parse(await (await call('sendOrders', { body: { parcels, isTrial } })).json());
    expect((await send([parcel], true)).done).toHaveLength(1);
    expect((await send([{ ...parcel, version }], true)).refused).toMatchObject([{ message: expect.stringContaining('(Ada, 10:05)') }]);
    await db.deleteFrom('mail').execute();
    expect((await send([parcel])).done).toHaveLength(1);
    expect((await send([parcel])).unchanged).toHaveLength(1);
    expect((await mails()).map(({ subject }) => subject)).toEqual([`The replacement for your request ${reference} is on its way`]);
    expect([(await toSend()).items, (await readRefund(reference)).state]).toEqual([[], 'exchangeSent']);
    expect(orderPage.parse(await (await call('orders', { query: '?view=all&q=ev9' })).json()).items).toHaveLength(1);
  });

  test('two exchanges of one order are sent by one press, each with an outcome of its own', async () => {
    const { id, reference: first } = await aRequest();
    const exchange = async (reference: string) => {
      const { version } = await readRefund(reference);
      await call('decideRefund', { reference, body: { version, decision: { outcome: 'exchange', pieces: 1 } } });
    };
    await exchange(first);
    const request = { orderId: id, ProductId: 'mug', reason: 'The other one has a crack as well.' };
    const second = await requestRefund(db, request, [], { imageStore: files, now });
    await exchange(second);
    const { version } = await readRefund(second);
    const parcels = [first, second].map((replacement, at) => ({ id, version, replacement, courier: 'Evri', tracking: `EV${at}` }));
    const moved = movedParcels.parse(await (await call('sendOrders', { body: { parcels } })).json());
    expect([moved.done.map(({ replacement }) => replacement), moved.refused]).toEqual([[first, second], []]);
    expect([(await readRefund(first)).sentWith, (await readRefund(second)).sentWith]).toEqual(['Evri, EV0', 'Evri, EV1']);
  });

  test.each([
    ['files', files],
    ['rows', refundImagesInDatabase(files)],
  ])('a photograph that is stored in %s is shown and can run nothing; one of another request is not found', async (_, imageStore) => {
    const photo = new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' });
    const { reference } = await aRequest([photo], imageStore);
    const [file = ''] = (await readRefund(reference)).files;
    const shown = await call('refundPicture', { reference, file, cookie: sam });
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect([...new Uint8Array(await shown.arrayBuffer())].slice(0, 3)).toEqual([0xff, 0xd8, 0xff]);
    const other = await aRequest();
    expect((await call('refundPicture', { reference: other.reference, file })).status).toBe(404);
    for (const name of ['../d.db', '..%2f..%2fshop.db', 'x.jpg'])
      expect((await call('refundPicture', { reference, file: name })).status).toBe(404);
  });

  test('each view lists its requests, those that wait the oldest first', async () => {
    const first = await aRequest();
    const second = await aRequest();
    await db.updateTable('refund').set({ created_at: openingDay.toISOString() }).where('reference', '=', second.reference).execute();
    const list = async (view: string) => refundPage.parse(await (await call('refunds', { query: `?view=${view}` })).json());
    expect((await list('open')).items.map(({ reference }) => reference)).toEqual([second.reference, first.reference]);
    const { version } = await readRefund(first.reference);
    await call('decideRefund', { reference: first.reference, body: { version, decision: { outcome: 'exchange', pieces: 1 } } });
    expect((await list('toSend')).items.map(({ reference }) => reference)).toEqual([first.reference]);
    expect((await list('decided')).items).toMatchObject([{ reference: first.reference, state: 'exchangeToSend', buyer: 'Ada Byron' }]);
    expect(await list('all')).toMatchObject({ items: [{}, {}], counts: { open: 1, toSend: 1 } });
    expect(await readRefund(second.reference)).toMatchObject({
      similar: { requests: 2, sold: 4 },
      others: [{ reference: first.reference }],
    });
    const sixtyDaysAgo = minutesLater(-60 * 24 * 60, now).getTime();
    for (const [time, similar] of [
      [sixtyDaysAgo, { requests: 2, sold: 4 }],
      [sixtyDaysAgo - 1, { requests: 1, sold: 2 }],
    ] as const) {
      const created_at = new Date(time).toISOString();
      await db.updateTable('refund').set({ created_at }).where('reference', '=', first.reference).execute();
      await db.updateTable('order').set({ created_at }).where('id', '=', first.id).execute();
      expect(await readRefund(second.reference)).toMatchObject({ similar });
    }
  });
});

describe('messages', () => {
  const write = (orderId = '', minutes = 0): Promise<string> =>
    submitContact(
      db,
      { name: 'Grace', email: 'grace@example.com', topic: 'order', orderId, message: `Is it ready?\n${minutes}`, honeypot: '' },
      {
        now: minutesLater(minutes),
        clientIp: '192.0.2.1',
        sender: { shopName: 'Mugs', shopUrl: 'https://mugs.example' },
        sellerEmail,
      },
    );

  test('an answer is mailed once with its reference, comes back to the seller’s mailbox, and is kept', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const reference = await write(id);
    await db.deleteFrom('mail').execute();
    const answer = (text: string, answersSeen: number, cookie = sam) =>
      call('answerMessage', { reference, cookie, body: { text, answersSeen, answeredAt: answersSeen === 0 ? null : now.toISOString() } });
    expect(deskMessage.parse(await (await answer('Yes.\nOn Monday.', 0)).json())).toMatchObject({
      hasOrder: true,
      answeredAt: now.toISOString(),
      answers: [{ by: 'Sam', text: 'Yes.\nOn Monday.' }],
    });
    // The same seller's second answer, and another seller's.
    for (const cookie of [sam, ada]) {
      const late = await answer('No.', 0, cookie);
      expect([late.status, failureBody.parse(await late.json())]).toMatchObject([
        409,
        { code: 'changed', message: expect.stringContaining('Sam has answered') },
      ]);
    }
    const [sent, ...others] = await mails();
    expect(others).toEqual([]);
    expect(sent).toMatchObject({
      recipient: 'grace@example.com',
      reply_to: sellerEmail,
      subject: `Our answer to your message ${reference}`,
    });
    expect(sent?.text).toContain('Yes.\nOn Monday.');
    expect((await answer('One thing more.', 1, ada)).status).toBe(200);
    expect((await readMessage(reference)).answers.map(({ by }) => by)).toEqual(['Sam', 'Ada']);
    const { messages } = await exportPersonalData(db, await findPerson(db, 'grace@example.com'), now);
    expect(messages).toMatchObject([{ reference, answers: [{ text: 'Yes.\nOn Monday.' }, { text: 'One thing more.' }] }]);
    expect(await db.selectFrom('staff_event').select(['what', 'subject']).execute()).toEqual([
      { what: 'answerMessage', subject: reference },
      { what: 'answerMessage', subject: reference },
    ]);
  });

  test('of two answers at once, one is mailed, and the other is told of it', async () => {
    const reference = await write();
    await db.deleteFrom('mail').execute();
    const answer = (accountId: string, text: string) => () =>
      answerMessage(db, reference, {
        ...{ text, answersSeen: 0, answeredAt: null, sellerEmail, now },
        by: { accountId, name: accountId, role: 'seller', call: 'answerMessage', hasFreshCode: true },
        sender: { shopName: 'Mugs', shopUrl: 'https://mugs.example' },
      });
    expect(await atOnce(db, answer('sam', 'Yes.'), answer('ada', 'No.'))).toEqual(['conflict', 'done']);
    expect([(await mails()).length, (await readMessage(reference)).answers.length]).toEqual([1, 1]);
  });

  test('nothing is mailed where somebody has noted meanwhile that the message was answered elsewhere', async () => {
    const reference = await write('');
    expect((await call('markAnswered', { reference, cookie: ada })).status).toBe(200);
    const sent = (await mails()).length;
    const late = await call('answerMessage', { reference, cookie: sam, body: { text: 'Yes.', answersSeen: 0, answeredAt: null } });
    expect([late.status, failureBody.parse(await late.json())]).toMatchObject([
      409,
      { code: 'changed', message: expect.stringContaining('answered elsewhere') },
    ]);
    expect(await mails()).toHaveLength(sent);
    expect((await readMessage(reference)).answers).toEqual([]);
  });

  test('open messages are listed oldest first until they are answered, or marked as answered elsewhere', async () => {
    const [second, first] = [await write('', 2), await write('', 1)];
    const list = async (view: string) => deskMessagePage.parse(await (await call('messages', { query: `?view=${view}` })).json());
    expect((await list('open')).items.map(({ reference }) => reference)).toEqual([first, second]);
    expect((await call('markAnswered', { reference: first, cookie: sam })).status).toBe(200);
    expect(await list('open')).toMatchObject({ items: [{ reference: second }], counts: { open: 1 } });
    expect((await list('answered')).items.map(({ reference }) => reference)).toEqual([first]);
    expect((await call('markAnswered', { reference: first })).status).toBe(409);
  });

  test('a message about an order marks it', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    const reference = await write(id);
    const shown = deskOrder.parse(await (await call('order', { orderId: id })).json());
    expect([shown.flags, shown.messages.map((message) => message.reference)]).toEqual([['message'], [reference]]);
  });
});

describe('today', () => {
  test('Today lists what must leave today, who waits, and what is nearly out, and sales for the seller alone', async () => {
    const late = await aPaidOrderIn(db, { productId: 'mug', now: minutesLater(-60 * 24 * 20) });
    await aPaidOrderIn(db, { productId: 'mug' });
    const { reference } = await aRequest();
    await db.updateTable('product').set({ stock: 6 }).execute();
    const seen = await readToday();
    expect(seen).toMatchObject({
      date: '2025-09-01',
      send: [{ id: late, isLate: true }],
      sendLater: [{ parcels: 1 }],
      asks: [{ kind: 'refund', title: 'Stoneware mug', link: `/desk/refunds/${reference}`, who: 'Ada Byron' }],
      problems: [],
      low: [{ name: 'Stoneware mug', left: 2, waiting: 0 }],
      counts: { toSend: 2, refunds: 1, messages: 0 },
      sales: { now: 39, before: 0 },
    });
    expect(seen.sales?.days.map(({ day }) => day)).toEqual(
      Array.from({ length: 7 }, (_, back) => `2025-${back < 6 ? `08-${26 + back}` : '09-01'}`),
    );
    expect((await readToday(sam)).sales).toBeNull();
  });

  test('where nothing has to leave today, Today has the first three parcels of the next day, and of no later one', async () => {
    const ids: string[] = [];
    for (const day of ['2025-09-05', '2025-09-04', '2025-09-04', '2025-09-04', '2025-09-04']) {
      ids.push(await aPaidOrderIn(db, { productId: 'mug', now: minutesLater(ids.length) }));
      const [arrives_from, arrives_by] = [day, '2025-09-09'];
      await db
        .updateTable('order')
        .set({ dispatch_by: day, arrives_from, arrives_by })
        .where('id', '=', ids.at(-1) ?? '')
        .execute();
    }
    const { send, next, sendLater } = await readToday();
    expect([send, next.map(({ id }) => id)]).toEqual([[], ids.slice(1, 4)]);
    expect(sendLater).toEqual([
      { day: '2025-09-04', parcels: 4 },
      { day: '2025-09-05', parcels: 1 },
    ]);
  });

  test('each first step is done when the shop’s data say so, and they end with the last one or with somebody else’s first order', async () => {
    const details = { email: 'wren@clay.co.uk', phone: '01497 820000', address: ['1 Castle Street', 'Hay-on-Wye'] };
    const steps = async (on = app, cookie = ada) =>
      today.parse(await (await callDesk(on, deskEndpoints.today, {}, { cookie })).json()).steps;
    const own = openDesk({ db, clock: () => now, readShop: readsShop(details) });
    const sample = { file: 'cup.png', stem: 'cup-1', preview: '', origin: 'shop' } as const;
    await db.insertInto('picture').values(sample).execute();
    const changes = (product: {
      readonly images?: string;
      readonly categories?: string;
      readonly revision?: number;
      readonly withdrawn_at?: string | null;
    }) => db.updateTable('product').set(product).execute();
    await changes({ images: '[{"file":"cup.png","alt":""}]', categories: '["kitchen"]', revision: 0 });
    await addSampleDelivery(db, '{}');
    const none = { goods: false, categories: false, details: false, delivery: false, order: false };
    expect(await steps()).toEqual(none);
    expect(await steps(app, sam)).toBeNull();

    // A sample that was taken away after somebody had ordered it.
    await changes({ revision: 1, withdrawn_at: now.toISOString() });
    expect(await steps()).toEqual(none);
    await changes({ withdrawn_at: null });
    expect(await steps()).toEqual({ ...none, goods: true, categories: true });
    await changes({ images: '[]', categories: '[]', revision: 0 });
    expect(await steps()).toEqual({ ...none, goods: true });
    await setDeliveryOptions(db, standardOnly);
    expect(await steps(own)).toEqual({ ...none, goods: true, details: true, delivery: true });
    await aPaidOrderIn(db, { productId: 'mug', isPaid: false });
    await aPaidOrderIn(db, { productId: 'mug', buyer: { email: 'ada@account.example' } });
    expect(await steps()).toEqual({ ...none, goods: true, delivery: true, order: true });
    await changes({ categories: '["kitchen"]' });
    expect(await steps(own)).toBeNull();

    await changes({ categories: '[]' });
    await aPaidOrderIn(db, { productId: 'mug' });
    expect(await steps(own)).toBeNull();
  });

  test('problems are counted, and lead to where they are mended: money that came back, and mail that was given up', async () => {
    const id = await aPaidOrderIn(db, { productId: 'mug' });
    await db.updateTable('mail').set({ due_at: null }).execute();
    const mail = { kind: 'mail', count: expect.any(Number), link: '/desk/settings?view=health' };
    expect((await readToday()).problems).toEqual([mail]);
    const { session_id } = await db.selectFrom('payment').select('session_id').executeTakeFirstOrThrow();
    const at = now.toISOString();
    const money = { id: 'back', order_id: id, session_id, source: 'hand', state: 'wanted', amount: 100, created_at: at, at } as const;
    await db.insertInto('money').values(money).execute();
    const back = { kind: 'refundFailed', count: 1, link: `/desk/orders/${id}` };
    expect((await readToday()).problems).toEqual([back, mail]);
    expect((await readToday(sam)).problems).toEqual([back, { ...mail, link: '' }]);
  });
});

test('a code of the app makes the session fresh; a wrong one does not, and counts as a guess', async () => {
  const stale = await signInAt(db, 'stale', { role: 'seller', codeAt: minutesLater(-300) });
  const { reference } = await aRequest();
  const decide = async () =>
    (await call('decideRefund', { reference, cookie: stale, body: { version: 0, decision: { outcome: 'declined', reason: 'Used.' } } }))
      .status;
  const confirm = async (oneTimeCode: string) => (await call('confirmCode', { cookie: stale, body: { oneTimeCode } })).status;
  expect([await decide(), await confirm('000000'), await decide()]).toEqual([403, 422, 403]);
  const oneTimeCode = generateSync({ secret: appSecret, epoch: now.getTime() / 1000 });
  expect([await confirm(oneTimeCode), await decide()]).toEqual([204, 409]);
  expect(await confirm(oneTimeCode)).toBe(422);
});
