import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import type { OrderState } from '#server/db/schema.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { correctAddress } from '#server/domain/desk/correct-address.ts';
import { sendMailAgain } from '#server/domain/desk/order-mails.ts';
import { addOrderNote, deleteOrderNote, listOrderNotes } from '#server/domain/desk/order-notes.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { declareCancellation, recordPosted } from '#server/domain/money/declare-cancellation.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, receiveReturn, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { cancelOwnOrder } from '#server/domain/orders/cancel-own-order.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { changeParcels } from '#server/domain/orders/further-parcels.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { findPerson } from '#server/domain/person.ts';
import { sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { writeReview } from '#server/domain/reviews/reviews.ts';
import { recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { UnclearRefund } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { atOnce, meanwhile } from '#tests/support/at-once.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, addAccounts, aKey, anAccount, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
const imageStore = { add: async () => [], remove: async () => {} };
const sam: Staff = { accountId: 'sam', name: 'Sam', role: 'seller', call: 'addNote', hasFreshCode: true };

beforeEach(async () => {
  for (const table of ['refund', 'order', 'mail', 'seller_notice', 'staff_event', 'limit_hit', 'token'] as const)
    await db.deleteFrom(table).execute();
  await addAccounts(db, 'sam', 'ada');
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 9 });
});

/** An order of two mugs, paid unless it is pending. */
const anOrder = async (status: OrderState = 'confirmed', by?: 'ada'): Promise<string> => {
  const buyer = by && ({ id: by, role: 'customer' } as const);
  const { _id } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug', quantity: 2 }), { buyer }));
  if (status !== 'pending') await payOrder(db, _id);
  if (status === 'Dispatch' || status === 'Delivered')
    await changeStatus(db, testPayments, _id, { to: 'Dispatch', method: 'Evri', tracking: 'EV1', delivery: aDelivery, now: openingDay });
  if (status === 'Delivered') await changeStatus(db, testPayments, _id, { to: 'Delivered', delivery: aDelivery, now: openingDay });
  await db.deleteFrom('mail').execute();
  return _id;
};
const ask = (orderId: string, reason = 'It came with a crack.') =>
  requestRefund(db, { orderId, ProductId: 'mug', reason }, [], { imageStore, now: openingDay });
const aRequest = async (orderId: string): Promise<string> => {
  await ask(orderId);
  await db.deleteFrom('mail').execute();
  return (await db.selectFrom('refund').select('reference').executeTakeFirstOrThrow()).reference;
};
const declare = (orderId: string) =>
  declareCancellation(db, { orderId, items: [{ itemId: `${orderId}/1`, quantity: 2, left: 2 }] }, openingDay);
const mails = async () => (await db.selectFrom('mail').select('subject').execute()).length;
const events = async (what: RegExp) =>
  (await db.selectFrom('order_event').select('what').execute()).filter((event) => what.test(event.what)).length;
const soldMugs = async () => (await db.selectFrom('product').select('sale_count').executeTakeFirstOrThrow()).sale_count;
const moneyRows = async () => (await db.selectFrom('money').select('id').where('source', '!=', 'payment').execute()).length;

test('a replacement is recorded as sent once, and its buyer is mailed once', async () => {
  const reference = await aRequest(await anOrder('Delivered'));
  await decideRefundRequest(db, reference, { outcome: 'exchange' }, openingDay);
  await db.deleteFrom('mail').execute();
  const send = (tracking: string) => () => recordReplacementSent(db, reference, { method: 'Evri', tracking, now });
  expect(await atOnce(db, send('EV2'), send('EV3'))).toEqual(['conflict', 'done']);
  expect([await mails(), await events(/replacement sent/)]).toEqual([1, 1]);
});

test('of two decisions about a request, one is made', async () => {
  const reference = await aRequest(await anOrder('Delivered'));
  const decide = (amount: number) => () =>
    decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(amount), withoutReturn: true }, now);
  expect(await atOnce(db, decide(5), decide(6))).toEqual(['conflict', 'done']);
  expect([await mails(), await moneyRows()]).toEqual([1, 1]);
});

test('goods that came back are put into stock once', async () => {
  await anOrder();
  const reference = await aRequest(await anOrder('Delivered'));
  const receive = () => receiveReturn(db, reference, { isRestocked: true, now });
  expect(await atOnce(db, receive, receive)).toEqual(['conflict', 'done']);
  expect(await soldMugs()).toBe(2);
});

test('proof of posting is recorded once', async () => {
  const id = await anOrder('Delivered');
  await declare(id);
  const { reference } = await db.selectFrom('refund').select('reference').executeTakeFirstOrThrow();
  const record = () => recordPosted(db, reference, { now });
  expect(await atOnce(db, record, record)).toEqual(['conflict', 'done']);
});

test('units are cancelled once', async () => {
  const id = await anOrder('Delivered');
  expect(
    await atOnce(
      db,
      () => declare(id),
      () => declare(id),
    ),
  ).toEqual(['conflict', 'done']);
  expect(await db.selectFrom('refund').select('reference').execute()).toHaveLength(1);
});

test('one refund is asked for, and the same request again is that one', async () => {
  const id = await anOrder('Delivered');
  expect(
    await atOnce(
      db,
      () => ask(id),
      () => ask(id),
    ),
  ).toEqual(['done', 'done']);
  const other = await anOrder('Delivered');
  expect(
    await atOnce(
      db,
      () => ask(other),
      () => ask(other, 'It came without its handle.'),
    ),
  ).toEqual(['conflict', 'done']);
  expect(await db.selectFrom('refund').select('reference').execute()).toHaveLength(2);
});

test('what is owed is settled by hand once', async () => {
  const id = await anOrder();
  await cancelOrder(db, testPayments, id, { now });
  await db.deleteFrom('mail').execute();
  const settle = (how: string) => () => settleByHand(db, id, how, now);
  expect(await atOnce(db, settle('bank transfer'), settle('cash'))).toEqual(['conflict', 'done']);
  expect(await mails()).toBe(1);
});

test('an order is cancelled once, by the seller or by its buyer', async () => {
  const id = await anOrder('confirmed', 'ada');
  const bySeller = () => cancelOrder(db, testPayments, id, { now });
  const byBuyer = () => cancelOwnOrder(db, { orderId: id, by: { account: anAccount('ada', aBuyer.email) }, now });
  expect(await atOnce(db, bySeller, byBuyer, bySeller, byBuyer)).toEqual(['conflict', 'conflict', 'conflict', 'done']);
  expect([await soldMugs(), await moneyRows(), await mails()]).toEqual([0, 1, 1]);
});

test('an order takes each step once', async () => {
  const id = await anOrder();
  const pack = () => changeStatus(db, testPayments, id, { to: 'processing', delivery: aDelivery, now });
  expect(await atOnce(db, pack, pack)).toEqual(['conflict', 'done']);
  const send = (tracking: string) => () =>
    changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', tracking, delivery: aDelivery, now });
  await db.deleteFrom('mail').execute();
  expect(await atOnce(db, send('EV2'), send('EV3'))).toEqual(['conflict', 'done']);
  expect(await mails()).toBe(1);
});

test('of two parcels that are added, none is lost', async () => {
  const id = await anOrder('Dispatch');
  const add = (trackId: string) => () => changeParcels(db, id, { add: { shippingMethod: 'Evri', trackId }, now });
  expect(await atOnce(db, add('EV2'), add('EV3'))).toEqual(['done', 'done']);
  expect((await findOrder(db, id)).furtherParcels?.map(({ trackId }) => trackId).toSorted()).toEqual(['EV2', 'EV3']);
});

test('of two notes none is lost, the same one is written once, and of two deletions one is noted', async () => {
  const id = await anOrder();
  const note = (text: string) => () => addOrderNote(db, id, { text, by: sam, now });
  expect(await atOnce(db, note('Wrap it well.'), note('She called.'), note('She called.'))).toEqual(['done', 'done', 'done']);
  expect((await listOrderNotes(db, id)).map(({ text }) => text).toSorted()).toEqual(['She called.', 'Wrap it well.']);
  await db.deleteFrom('staff_event').execute();
  const remove = () => deleteOrderNote(db, id, { position: 0, by: sam, now });
  expect(await atOnce(db, remove, remove)).toEqual(['done', 'done']);
  expect(await db.selectFrom('staff_event').select('id').execute()).toHaveLength(1);
});

test('of two corrections of an address from the same page, one is made', async () => {
  const id = await anOrder();
  const { email: _, ...address } = aBuyer;
  const seen = await db.selectFrom('order_event').select('position').where('order_id', '=', id).execute();
  const correct = (change: object) => () =>
    correctAddress(db, id, { address: { ...aBuyer, ...address, ...change }, seen: seen.length, now });
  expect(await atOnce(db, correct({ city: 'York' }), correct({ lastName: 'Moss' }))).toEqual(['conflict', 'done']);
  expect(await mails()).toBe(1);
});

test('of two presses that send a mail again, one does', async () => {
  const id = await anOrder();
  const seen = await db.selectFrom('order_event').select('position').where('order_id', '=', id).execute();
  const again = () => sendMailAgain(db, id, 'confirmation', { seen: seen.length, now });
  expect(await atOnce(db, again, again)).toEqual(['conflict', 'done']);
  expect(await mails()).toBe(1);
});

test('two events of one payment, or one event twice, make one paid order', async () => {
  const id = await anOrder('pending');
  const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
  const paid = (eventId: string) => () => recordPayment(db, { eventId, sessionId, outcome: 'paid', reference: 'pi_1' }, now);
  expect(await atOnce(db, paid('evt_1'), paid('evt_1'), paid('evt_2'))).toEqual(['done', 'done', 'done']);
  expect([await events(/Paid/), (await findOrder(db, id)).status]).toEqual([1, 'confirmed']);
});

test('an order does not expire while its bank takes the payment up', async () => {
  const id = await anOrder('pending');
  const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
  const late = minutesLater(60 * 48);
  // So that the provider is not asked.
  await db.updateTable('payment').set({ checked_at: late.toISOString() }).execute();
  const taken = () => recordPayment(db, { eventId: aKey(), sessionId, outcome: 'processing', reference: 'pi_1' }, late);
  expect(await meanwhile(db, 'payment', taken, () => updateDueOrders(db, testPayments, late, id))).toEqual(['done', 'done']);
  expect([await db.selectFrom('order').select('status').execute(), await soldMugs()]).toEqual([[{ status: 'pending' }], 2]);
});

test('a refund in the dashboard that is told of while another is recorded is recorded, too', async () => {
  await anOrder();
  const { reference } = await db.selectFrom('payment').select('reference').executeTakeFirstOrThrow();
  const refund = (name: string) => () =>
    recordMoney(
      db,
      { kind: 'refund', reference: name, payment: reference ?? '', id: undefined, amount: 100, state: 'done', reason: '' },
      { now, sellerEmail: 'seller@shop.test' },
    );
  expect(await meanwhile(db, 'order_event', refund('re_1'), refund('re_2'))).toEqual(['done', 'done']);
  expect([await moneyRows(), await events(/£1\.00/)]).toEqual([2, 2]);
});

describe('a refund in the dashboard that is told of while the shop is about to send its own', () => {
  const sellerEmail = 'seller@shop.test';
  /** The whole payment is refunded in the dashboard, of which an event tells. */
  const refundInDashboard = async () => {
    const { reference, amount } = await db
      .selectFrom('money')
      .innerJoin('payment', 'payment.session_id', 'money.session_id')
      .select(['payment.reference', 'money.amount'])
      .where('money.source', '=', 'payment')
      .executeTakeFirstOrThrow();
    const event = {
      kind: 'refund',
      reference: 're_1',
      payment: reference ?? '',
      id: undefined,
      amount,
      state: 'done',
      reason: '',
    } as const;
    return () => recordMoney(db, event, { now, sellerEmail });
  };
  const ledger = async () =>
    (await db.selectFrom('money').select(['source', 'state']).where('source', '!=', 'payment').execute())
      .map(({ source, state }) => `${source} ${state}`)
      .toSorted();

  test.each([
    ['looks at the provider', 'listRefunds'],
    ['is refused by the provider', 'refund'],
  ] as const)('is not made again, nor owed any more, when the shop %s meanwhile', async (_, call) => {
    await cancelOrder(db, testPayments, await anOrder(), { now });
    const asked: string[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const wait = () => {
      reach();
      return answered;
    };
    // Its first try ends without an answer, so that it may have been sent, and nobody recalls it.
    const unclear = { ...testPayments, refund: () => Promise.reject(new UnclearRefund('Lost.')) };
    expect(await sendDueRefunds(db, unclear, { clock: () => now, sellerEmail })).toBe(0);
    const provider = {
      ...testPayments,
      listRefunds: async () => {
        if (call === 'listRefunds') await wait();
        return [];
      },
      refund: async () => {
        asked.push('refund');
        if (call === 'refund') await wait();
        throw new Error('Refunded.');
      },
    };
    const sending = sendDueRefunds(db, provider, { clock: () => minutesLater(600), sellerEmail });
    await reached;
    const goOn = () => {
      answer();
      return sending;
    };
    expect(await meanwhile(db, 'order_event', await refundInDashboard(), goOn)).toEqual(['done', 'done']);
    expect(asked).toEqual(call === 'refund' ? ['refund'] : []);
    expect(await ledger()).toEqual(['dashboard done', 'ours void']);
  });
});

describe('the mail that asks for a review', () => {
  const inTenDays = minutesLater(60 * 24 * 10);
  const invite = () => sendReviewInvites(db, (token) => token, inTenDays);

  test('is sent once by two processes', async () => {
    await anOrder('Delivered');
    expect(await atOnce(db, invite, invite)).toEqual(['done', 'done']);
    expect(await mails()).toBe(1);
  });

  test('leaves no link when the data of its buyer is deleted while it is written', async () => {
    await anOrder('Delivered');
    const person = await findPerson(db, aBuyer.email);
    const forget = () => deletePersonalData(db, person, { sender: { shopName: 'Mugs', shopUrl: 'https://mugs.test' }, now: inTenDays });
    expect(await meanwhile(db, 'mail', invite, forget)).toEqual(['done', 'done']);
    expect(await mails()).toBe(2);
    expect(await db.selectFrom('token').select('hash').where('purpose', '=', 'review').execute()).toEqual([]);
  });
});

test('a review is written once, and again while it waits', async () => {
  const id = await anOrder('Delivered', 'ada');
  const write = () =>
    writeReview(db, { productId: 'mug', key: id, stars: 5, author: 'Ada', text: 'It fits the hand well.' }, [], {
      account: anAccount('ada', aBuyer.email),
      encode: async () => [],
      now,
    });
  expect(await atOnce(db, write, write)).toEqual(['done', 'done']);
  expect([await db.selectFrom('review').select('revision').execute(), await events(/Review/)]).toEqual([[{ revision: 2 }], 1]);
});
