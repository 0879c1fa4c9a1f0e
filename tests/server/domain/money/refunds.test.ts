import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { goodwillIn, isRefundOpen } from '#server/domain/money/ledger.ts';
import { closeReplacedPaymentPages, openPayment, reconcilePayments, recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import {
  type Decision,
  decideRefundRequest,
  receiveReturn,
  requestRefund,
  showRefundRequest,
} from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { type RefundEvent, type RefundProvider, UnclearRefund } from '#server/payments/provider.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startFakeStripe();
const later = minutesLater(600);

const place = async (over: object = {}, now = openingDay): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'mug', quantity: 2 }), ...over };
  return (await placeOrder(db, anOrderRequest(payload, { now })))._id;
};
const openPage = (orderId: string) => openPayment(db, stripe.payments, { orderId, origins, now: openingDay });
let payments = 0;
const recordPaid = async (sessionId: string, now = minutesLater(1)): Promise<string> => {
  payments += 1;
  const reference = `pi_${payments}`;
  await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'paid', amount: 2520, reference }, now);
  return reference;
};
/** An order paid at Stripe, with a refund request. */
const asked = async () => {
  const id = await place();
  const intent = await recordPaid((await openPage(id)).sessionId);
  const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
  const reference = await requestRefund(db, request, [], { imageStore, now: later });
  await db.deleteFrom('mail').execute();
  return { id, intent, reference };
};
const sellerEmail = 'seller@mugs.example';
const send = (now = later, provider: RefundProvider = stripe.payments) => sendDueRefunds(db, provider, { clock: () => now, sellerEmail });
/** The refunds in the ledger of an order, oldest first. */
const ledgerOf = async (id: string) => ((await readOrder(db, id))?.money ?? []).filter(({ source }) => source !== 'payment');
const subjects = async () =>
  (await db.selectFrom('mail').select('subject').orderBy('created_at').orderBy('id').execute()).map(({ subject }) => subject);
const mails = () => db.selectFrom('mail').select(['recipient', 'subject']).orderBy('recipient').execute();
const muchLater = minutesLater(10_000);
const eventsAbout = async (id: string) => (await listOrderEvents(db, id)).map(({ what }) => what);
/** The refunds of a payment at Stripe. */
const refundsOf = (intent: string) => [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);
/** A refund in Stripe's dashboard that no event tells of. */
const refundInDashboard = (intent: string, amount: number): void => {
  const id = `re_${aKey()}`;
  const facts = { object: 'refund', status: 'succeeded', currency: 'gbp', metadata: {}, created: 0 } as const;
  stripe.refunds.set(id, { ...facts, id, payment_intent: intent, amount });
};
const failed = 'failed at Stripe (expired or canceled card)';
/** Stripe's event about the first refund of a payment. */
const hearOf = (intent: string, over: Partial<RefundEvent> = {}, now = minutesLater(700)) => {
  const [made] = refundsOf(intent);
  const refund = { reference: made?.id ?? '', payment: intent, id: made?.metadata.refund, amount: made?.amount ?? 0 };
  return recordMoney(db, { kind: 'refund', ...refund, state: 'done', reason: '', ...over }, { now, sellerEmail });
};
/** The bank sends that refund back, days after Stripe accepted it. */
const recordReturn = (intent: string, over: Partial<RefundEvent> = {}, now?: Date) =>
  hearOf(intent, { state: 'failed', reason: failed, ...over }, now);

beforeEach(async () => {
  stripe.mend();
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two.
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
});

describe('the refund of a decided request', () => {
  test.each([
    [{ outcome: 'full', withoutReturn: true }, 2520, '£25.20'],
    [{ outcome: 'partial', amount: pence(5.5), withoutReturn: true }, 550, '£5.50'],
  ] as const)(
    '%j is refunded at Stripe and recorded, and then the buyer is mailed',
    { tags: 'refund.original-method' },
    async (decision, amount, price) => {
      const { id, intent, reference } = await asked();
      const decided = await decideRefundRequest(db, reference, decision, later);
      const refund = { source: 'ours', state: 'wanted', amount: amount / 100, at: later.toISOString(), reference: null, note: '' };
      expect(decided.refunds).toEqual([refund]);
      expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
      expect(await send()).toBe(1);
      const [made, ...others] = refundsOf(intent);
      expect(others).toEqual([]);
      expect(made).toMatchObject({ amount, metadata: { refund: expect.any(String) } });
      expect(await subjects()).toContain(`We have refunded ${price} for order ${id}`);
      expect((await showRefundRequest(db, reference)).refunds).toEqual([{ ...refund, state: 'done', reference: made?.id }]);
      expect((await listOrderEvents(db, id)).at(-1)?.what).toBe(`${price} paid back for request ${reference}: ${made?.id}.`);
      expect(await send(minutesLater(10_000))).toBe(0);
    },
  );

  test.each<Decision>([{ outcome: 'full' }, { outcome: 'partial', amount: pence(5) }])(
    'no money moves before the goods came back and the seller decides with %j',
    { tags: 'refund.inspected-first' },
    async (decision) => {
      const { id, intent, reference } = await asked();
      await expect(decideRefundRequest(db, reference, decision, later)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'goodsNotReceived',
        message:
          'Money goes back once the goods have been received and inspected, unless they are broken, lost or proven to be on their way.',
      });
      await receiveReturn(db, reference, { isRestocked: false, now: later });
      expect(await send(minutesLater(10_000))).toBe(0);
      expect(refundsOf(intent)).toEqual([]);
      expect(await ledgerOf(id)).toEqual([]);
      await decideRefundRequest(db, reference, decision, later);
      const toBuyer = await db.selectFrom('mail').select('text').where('subject', 'like', '%is decided').executeTakeFirstOrThrow();
      expect(toBuyer.text).not.toContain('send them back');
      expect(await send()).toBe(1);
      expect(refundsOf(intent)).toHaveLength(1);
    },
  );

  test('the seller can refund goods that are not to come back, which the history of the order tells', async () => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect((await listOrderEvents(db, id)).at(-1)?.what).toBe(`Refund request ${reference}: full refund of £25.20 without a return.`);
    const toBuyer = await db.selectFrom('mail').select('text').where('subject', 'like', '%is decided').executeTakeFirstOrThrow();
    expect(toBuyer.text).toContain('Unless you have sent the goods already, you don’t have to send them back.');
    expect(await send()).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test('a decision without a return is refused for goods that came back', async () => {
    const { reference } = await asked();
    await receiveReturn(db, reference, { isRestocked: false, now: later });
    await expect(decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later)).rejects.toMatchObject({
      kind: 'invalid',
      message: `The goods were received on ${later.toISOString().slice(0, 10)}, so this is no refund without a return.`,
    });
    expect((await showRefundRequest(db, reference)).outcome).toBe('open');
  });

  test('an exchange moves no money', async () => {
    const { id, reference } = await asked();
    expect((await decideRefundRequest(db, reference, { outcome: 'exchange', pieces: 1 }, later)).refunds).toEqual([]);
    expect(await ledgerOf(id)).toEqual([]);
  });

  test('while Stripe is down a refund is retried with back-off up to an hour, never given up, and not mailed early', async () => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.isDown = true;
    let now = later;
    const pauses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await send(now)).toBe(0);
      const due_at = (await ledgerOf(id))[0]?.due_at;
      pauses.push((Date.parse(due_at ?? '') - now.getTime()) / 1000);
      expect(await send(new Date(now.getTime() + 1000))).toBe(0);
      now = new Date(due_at ?? '');
    }
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(Math.max(...pauses)).toBe(3600);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([{ state: 'wanted', note: expect.stringContaining('Down') }]);
    expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
    stripe.state.isDown = false;
    expect(await send(now)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('concurrent processes send a refund once', async () => {
    const { intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    const paid = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('a refund is sent once when Stripe’s answer is lost, also after its idempotency key has expired', async () => {
    const { intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.answersAreLost = true;
    expect(await send()).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
    stripe.answers.clear();
    stripe.state.answersAreLost = false;
    expect(await send(minutesLater(10_000))).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([{ state: 'done', reference: refundsOf(intent)[0]?.id }]);
  });

  test.each([
    ['a refusal', 'wanted', { status: 400, code: 'balance_insufficient', message: 'Too little balance.' }],
    ['a failure', 'sent', { status: 500, code: 'api_error', message: 'An unknown error occurred.' }],
    ['a conflict', 'sent', { status: 409, code: 'idempotency_key_in_use', message: 'Another request is in progress.' }],
  ])(
    '%s of Stripe leaves a refund %s until its cause has gone, although Stripe repeats its answer to an idempotency key for a day',
    async (_, state, error) => {
      const { id, intent, reference } = await asked();
      await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
      stripe.state.refundError = error;
      for (const minutes of [600, 601, 605]) expect(await send(minutesLater(minutes))).toBe(0);
      expect(await ledgerOf(id)).toMatchObject([{ source: 'ours', state }]);
      stripe.state.refundError = undefined;
      expect(await send(minutesLater(615))).toBe(1);
      expect(refundsOf(intent)).toHaveLength(1);
    },
  );

  test('a charge that was refunded in Stripe’s dashboard without an event is not refunded again, and the buyer and the seller are told', async () => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    await db.deleteFrom('mail').execute();
    refundInDashboard(intent, 2520);
    expect(await send(minutesLater(610))).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
    const [made] = refundsOf(intent);
    expect(await ledgerOf(id)).toMatchObject([
      { source: 'ours', state: 'void', request: reference },
      { source: 'dashboard', state: 'done', amount: 2520, reference: made?.id },
    ]);
    const [refunded, dropped] = (await eventsAbout(id)).slice(-2);
    expect(refunded).toBe(`£25.20 paid back in the payment provider’s dashboard: ${made?.id}.`);
    expect(dropped).toBe(`£25.20 for request ${reference} need not be paid back by the shop any more.`);
    expect(await mails()).toEqual([
      { recipient: 'ada@example.com', subject: `We have refunded £25.20 for order ${id}` },
      { recipient: sellerEmail, subject: `A refund at the payment provider: order ${id}` },
    ]);
    expect(await send(muchLater)).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test('a charge that is refunded in Stripe’s dashboard just before the shop does is refused, and counted by the next try', async () => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.isRefundedAlready = true;
    expect(await send()).toBe(0);
    expect(await ledgerOf(id)).toMatchObject([{ source: 'ours', state: 'wanted', note: expect.stringContaining('Refunded') }]);
    refundInDashboard(intent, 2520);
    expect(await send(muchLater)).toBe(0);
    expect((await ledgerOf(id)).map(({ source, state }) => `${source} ${state}`)).toEqual(['ours void', 'dashboard done']);
    expect(await subjects()).toContain(`We have refunded £25.20 for order ${id}`);
  });

  test.each([
    ['found by the next try', false],
    ['known before the next try', true],
  ])('a refund in Stripe’s dashboard, %s, takes the place of one that may have been sent, and the buyer is told', async (_, isHeard) => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.refundError = { status: 500, code: 'api_error', message: 'An unknown error occurred.' };
    expect(await send()).toBe(0);
    stripe.state.refundError = undefined;
    await db.deleteFrom('mail').execute();
    refundInDashboard(intent, 2520);
    if (isHeard) await hearOf(intent);
    expect(await send(muchLater)).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await ledgerOf(id)).map(({ source, state }) => `${source} ${state}`)).toEqual(['ours void', 'dashboard done']);
    expect(await mails()).toEqual([
      { recipient: 'ada@example.com', subject: `We have refunded £25.20 for order ${id}` },
      { recipient: sellerEmail, subject: `A refund at the payment provider: order ${id}` },
    ]);
    expect((await eventsAbout(id)).at(-1)).toBe(`£25.20 for request ${reference} need not be paid back by the shop any more.`);
  });

  test.each([
    ['answers with a failure', false],
    ['fails to make, its answer lost,', true],
  ])('a refund that Stripe %s is not sent again, but left to the seller to pay by hand', async (_, isLost) => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    await db.deleteFrom('mail').execute();
    Object.assign(stripe.state, { refundsFail: true, answersAreLost: isLost });
    await send(minutesLater(610));
    stripe.mend();
    stripe.answers.clear();
    for (const now of [minutesLater(610), minutesLater(700), muchLater]) expect(await send(now)).toBe(0);
    const [made, ...others] = refundsOf(intent);
    expect(others).toEqual([]);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([
      { source: 'ours', state: 'failed', amount: 25.2, reference: made?.id, note: 'failed at Stripe (no reason given)' },
      { source: 'hand', state: 'wanted', amount: 25.2 },
    ]);
    expect(await mails()).toEqual([
      { recipient: 'ada@example.com', subject: `The money for order ${id} has not reached you` },
      { recipient: sellerEmail, subject: `Money for order ${id} came back: please pay it another way` },
    ]);
  });

  test('a refund waits for the provider that received the payment', async () => {
    const { reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect(await send(later, testPayments)).toBe(0);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([{ state: 'wanted', note: '' }]);
  });

  test('a payment on the test page is refunded in the same way, without money', async () => {
    const id = await place();
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    await chooseOnTestPage(db, sessionId, 'pay', openingDay);
    const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
    const reference = await requestRefund(db, request, [], { imageStore, now: later });
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect(await send(later, testPayments)).toBe(1);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([{ state: 'done', at: later.toISOString() }]);
  });
});

describe('a payment that the order cannot use', () => {
  test('a payment after the expiry of a sold-out order is refunded in full, and mails are sent when they are true', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    await updateDueOrders(db, testPayments, minutesLater(90));
    await place({}, minutesLater(90));
    const intent = await recordPaid(sessionId, minutesLater(91));
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`]);
    expect(await send()).toBe(1);
    expect(refundsOf(intent)).toMatchObject([{ amount: 2520 }]);
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`, `We have refunded £25.20 for order ${id}`]);
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired', message: expect.stringContaining('all of it back') });
    // A repeated event is deduplicated.
    await recordPaid(sessionId, later);
    expect(await send(minutesLater(10_000))).toBe(0);
  });
});

/** A decided refund of £25.20, which is due. */
const decided = async () => {
  const request = await asked();
  await decideRefundRequest(db, request.reference, { outcome: 'full', withoutReturn: true }, later);
  await db.deleteFrom('mail').execute();
  return request;
};
/** A payment after its order expired and the stock was sold. */
const paidTooLate = async () => {
  const id = await place();
  const { sessionId } = await openPage(id);
  await updateDueOrders(db, testPayments, minutesLater(90));
  await place({}, minutesLater(90));
  const intent = await recordPaid(sessionId, minutesLater(91));
  await db.deleteFrom('mail').execute();
  return { id, intent };
};

describe('a refund that the bank returns', () => {
  const cameBackOf = (id: string) => `The money for order ${id} has not reached you`;

  test('a returned refund is to be paid by hand, with its reason, recorded, mailed to the buyer and not sent again', async () => {
    const { id, intent, reference } = await decided();
    await send();
    const made = refundsOf(intent)[0]?.id ?? '';
    await recordReturn(intent);
    const at = minutesLater(700).toISOString();
    expect((await showRefundRequest(db, reference)).refunds).toEqual([
      { source: 'ours', state: 'failed', amount: 25.2, at, reference: made, note: failed },
      { source: 'hand', state: 'wanted', amount: 25.2, at, reference: null, note: '' },
    ]);
    expect((await listOrderEvents(db, id)).slice(-2)).toMatchObject([
      { actor: 'provider', what: `£25.20 paid back for request ${reference} has come back: ${made}, ${failed}.` },
      { actor: 'job', what: '£25.20 is to be paid back by hand.' },
    ]);
    const toBuyer = await db.selectFrom('mail').selectAll().where('subject', '=', cameBackOf(id)).execute();
    expect(toBuyer).toMatchObject([{ recipient: 'ada@example.com', text: expect.stringContaining('another way') }]);
    expect(toBuyer[0]?.text).toContain(`£25.20 to your original payment method, for your refund request ${reference}`);
    expect(await send(muchLater)).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test('a returned refund is mailed to the seller, whose reply goes to the buyer', async () => {
    const { id, intent } = await decided();
    await send();
    await recordReturn(intent);
    const mail = await db.selectFrom('mail').selectAll().where('recipient', '=', sellerEmail).executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ reply_to: 'ada@example.com', subject: `Money for order ${id} came back: please pay it another way` });
    for (const part of ['£25.20', failed, `orders settle ${id} --how`]) expect(mail.text).toContain(part);
    expect(await db.selectFrom('mail').select('reply_to').where('subject', '=', cameBackOf(id)).execute()).toEqual([
      { reply_to: sellerEmail },
    ]);
  });

  test('when the refund of a whole payment is returned, the payment is owed again until the seller has settled it', async () => {
    const { id, intent } = await paidTooLate();
    expect((await ledgerOf(id)).filter(isRefundOpen)).toHaveLength(1);
    await send();
    expect((await ledgerOf(id)).filter(isRefundOpen)).toEqual([]);
    await recordReturn(intent);
    expect((await ledgerOf(id)).filter(isRefundOpen)).toMatchObject([{ source: 'hand', amount: 2520 }]);
    expect((await subjects()).filter((subject) => subject === cameBackOf(id))).toHaveLength(1);
    await settleByHand(db, id, 'cheque 17', muchLater);
    expect((await ledgerOf(id)).filter(isRefundOpen)).toEqual([]);
  });

  test('repeated and concurrent events of one return count once', async () => {
    const { id, intent } = await decided();
    await send();
    await Promise.all(Array.from({ length: 6 }, () => recordReturn(intent)));
    await recordReturn(intent);
    expect((await subjects()).filter((subject) => subject === cameBackOf(id))).toHaveLength(1);
    expect((await eventsAbout(id)).filter((what) => what.includes('come back'))).toHaveLength(1);
    await settleByHand(db, id, 'cheque 17', muchLater);
    await recordReturn(intent);
    expect(await ledgerOf(id)).toMatchObject([
      { source: 'ours', state: 'failed', note: failed },
      { source: 'hand', state: 'done', amount: 2520, at: muchLater.toISOString(), note: 'cheque 17' },
    ]);
  });

  test.each([false, true])(
    'a refund that the bank returned stays returned when Stripe’s answer to it comes later (lost: %s)',
    async (isLost) => {
      const { id, intent } = await decided();
      const provider: RefundProvider = {
        ...stripe.payments,
        refund: async (instruction) => {
          const made = await stripe.payments.refund(instruction);
          await recordReturn(intent, {}, minutesLater(610));
          if (isLost) throw new Error('Lost.');
          return made;
        },
      };
      expect(await send(later, provider)).toBe(isLost ? 0 : 1);
      const isReturned = [
        { source: 'ours', state: 'failed', due_at: null, reference: refundsOf(intent)[0]?.id, note: failed },
        { source: 'hand', state: 'wanted', due_at: null, amount: 2520 },
      ];
      expect(await ledgerOf(id)).toMatchObject(isReturned);
      expect(await mails()).toEqual([
        { recipient: 'ada@example.com', subject: cameBackOf(id) },
        { recipient: sellerEmail, subject: `Money for order ${id} came back: please pay it another way` },
      ]);
      expect(await send(muchLater)).toBe(0);
      expect(await ledgerOf(id)).toMatchObject(isReturned);
      expect((await eventsAbout(id)).filter((what) => what.includes('beside what was owed'))).toEqual([]);
    },
  );

  test('a return of an unknown refund leaves what is owed as it is, and tells nobody', async () => {
    const { id, intent } = await decided();
    await send();
    const [sent] = await ledgerOf(id);
    const told = await mails();
    const history = await eventsAbout(id);
    for (const event of [
      { reference: 're_other', id: undefined },
      { reference: 're_another', id: sent?.id },
      { reference: 're_elsewhere', payment: 'pi_elsewhere', id: undefined },
    ])
      await recordReturn(intent, event, muchLater);
    const ledger = await ledgerOf(id);
    expect(ledger[0]).toEqual(sent);
    expect(ledger.slice(1).filter(({ state }) => state !== 'failed')).toEqual([]);
    expect(await mails()).toEqual(told);
    expect(await eventsAbout(id)).toEqual(history);
    expect(await send(minutesLater(20_000))).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });
});

describe('a refund that the seller settles by hand', () => {
  const paidBackOf = (id: string) => `We have refunded £25.20 for order ${id}`;
  /** A try by another process, which waits in the call of the provider until `resume`. */
  const slowRefund = (now = later) => {
    let resume = () => {};
    let onStart = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const started = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const provider: RefundProvider = {
      ...stripe.payments,
      refund: async (instruction) => {
        onStart();
        await resumed;
        return stripe.payments.refund(instruction);
      },
    };
    return { ended: send(now, provider), started, resume };
  };

  test('a returned refund is settled in the seller’s words, recorded and mailed, and cannot be settled twice', async () => {
    const { id, intent, reference } = await decided();
    await send();
    await recordReturn(intent);
    await db.deleteFrom('mail').execute();
    const how = 'bank transfer of 3 March';
    expect(await settleByHand(db, id, ` ${how} `, muchLater)).toMatchObject([{ request: reference, amount: 2520 }]);
    expect((await showRefundRequest(db, reference)).refunds).toEqual([
      expect.objectContaining({ source: 'ours', state: 'failed' }),
      { source: 'hand', state: 'done', amount: 25.2, at: muchLater.toISOString(), reference: null, note: how },
    ]);
    expect((await listOrderEvents(db, id)).at(-1)).toMatchObject({
      at: muchLater.toISOString(),
      actor: 'seller',
      what: `£25.20 paid back for request ${reference} by hand: ${how}.`,
    });
    const [mail, ...others] = await db.selectFrom('mail').selectAll().execute();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(paidBackOf(id));
    expect(mail?.text).toContain(how);
    expect(mail?.text).not.toContain('where it came from');
    await expect(settleByHand(db, id, how, muchLater)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(id) });
    expect(await subjects()).toHaveLength(1);
    expect(await send(minutesLater(20_000))).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test.each([false, true])('a refund that was settled by hand is never sent to Stripe (tried before: %s)', async (isTried) => {
    const { id, intent } = await decided();
    stripe.state.isDown = isTried;
    if (isTried) expect(await send()).toBe(0);
    stripe.state.isDown = false;
    await settleByHand(db, id, 'cheque 17', later);
    expect(await send(muchLater)).toBe(0);
    expect(refundsOf(intent)).toEqual([]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while a try is in progress or its outcome is unknown after a crash', async () => {
    const { id, intent, reference } = await decided();
    const { ended, started, resume } = slowRefund();
    await started;
    for (const now of [later, muchLater])
      await expect(settleByHand(db, id, 'cheque 17', now)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('Nothing is settled'),
      });
    expect(await send(muchLater)).toBe(1);
    resume();
    await ended;
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await showRefundRequest(db, reference)).refunds).toMatchObject([{ state: 'done', reference: refundsOf(intent)[0]?.id }]);
    await expect(settleByHand(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ message: expect.stringContaining('Nothing of') });
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused when only an earlier try is known to have failed', async () => {
    const { id, intent } = await decided();
    const first = slowRefund();
    await first.started;
    const second = slowRefund(muchLater);
    await second.started;
    stripe.state.isDown = true;
    first.resume();
    expect(await first.ended).toBe(0);
    stripe.state.isDown = false;
    await expect(settleByHand(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ kind: 'conflict' });
    second.resume();
    expect(await second.ended).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while a sent refund is not recorded, and the next try finds it', async () => {
    const { id, intent } = await decided();
    await sql`alter table mail rename to mail_out_of_reach`.execute(db);
    await expect(send()).rejects.toThrow('mail');
    await sql`alter table mail_out_of_reach rename to mail`.execute(db);
    expect(refundsOf(intent)).toHaveLength(1);
    await expect(settleByHand(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await send(muchLater)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await ledgerOf(id)).toMatchObject([{ reference: refundsOf(intent)[0]?.id }]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while Stripe may have refunded in spite of its error, until a try has looked that up', async () => {
    const { id, intent } = await decided();
    stripe.state.answersAreLost = true;
    expect(await send()).toBe(0);
    const settle = () => settleByHand(db, id, 'cheque 17', muchLater);
    await expect(settle()).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Nothing is settled') });
    // Stripe cannot be asked: it is as unclear as before.
    Object.assign(stripe.state, { answersAreLost: false, isDown: true });
    expect(await send(minutesLater(700))).toBe(0);
    await expect(settle()).rejects.toMatchObject({ kind: 'conflict' });
    stripe.state.isDown = false;
    expect(await send(muchLater)).toBe(1);
    expect(await ledgerOf(id)).toMatchObject([{ state: 'done', reference: refundsOf(intent)[0]?.id, note: '' }]);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('a seller who has looked at Stripe can settle an unclear refund, and is told of the option when it is refused', async () => {
    const { id } = await decided();
    // An error without a message is as unclear.
    const provider = { ...stripe.payments, refund: () => Promise.reject(new UnclearRefund('')) };
    expect(await send(later, provider)).toBe(0);
    for (const words of ['up to an hour', 'say that you have checked'])
      await expect(settleByHand(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining(words),
      });
    await settleByHand(db, id, 'cheque 17', muchLater, { isChecked: true });
    expect(await ledgerOf(id)).toMatchObject([{ source: 'hand', state: 'done', at: muchLater.toISOString(), note: 'cheque 17' }]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('an unclear refund that was refunded in Stripe’s dashboard since is not settled by hand as well', async () => {
    const { id, intent } = await decided();
    const provider = { ...stripe.payments, refund: () => Promise.reject(new UnclearRefund('Lost.')) };
    expect(await send(later, provider)).toBe(0);
    refundInDashboard(intent, 2520);
    await hearOf(intent);
    await expect(settleByHand(db, id, 'cheque 17', muchLater, { isChecked: true })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Nothing of'),
    });
    expect((await ledgerOf(id)).filter(({ source }) => source === 'hand')).toEqual([]);
  });

  test('a refund that is just being sent cannot be settled, whatever the seller has looked at', async () => {
    const { id, intent } = await decided();
    const { ended, started, resume } = slowRefund();
    await started;
    await expect(settleByHand(db, id, 'cheque 17', later, { isChecked: true })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('in a few minutes'),
    });
    resume();
    expect(await ended).toBe(1);
    expect(await ledgerOf(id)).toMatchObject([{ reference: refundsOf(intent)[0]?.id }]);
  });

  test('a refund that Stripe has not made in spite of a failure of its own can be settled once a try has looked that up', async () => {
    const { id, intent } = await decided();
    stripe.state.refundError = { status: 500, code: 'api_error', message: 'An unknown error occurred.' };
    expect(await send()).toBe(0);
    await expect(settleByHand(db, id, 'cheque 17', later)).rejects.toMatchObject({ kind: 'conflict' });
    stripe.answers.clear();
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await send(minutesLater(700))).toBe(0);
    await settleByHand(db, id, 'cheque 17', muchLater);
    expect(await ledgerOf(id)).toMatchObject([{ source: 'hand', state: 'done', note: 'cheque 17' }]);
    expect(refundsOf(intent)).toEqual([]);
  });

  test('a second refund by a process that slept past its lease is recorded, and told to the seller', async () => {
    const { id, intent } = await decided();
    const { ended, started, resume } = slowRefund();
    await started;
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await send(muchLater)).toBe(0);
    stripe.state.refundError = undefined;
    await settleByHand(db, id, 'cheque 17', muchLater);
    await db.deleteFrom('mail').execute();
    resume();
    await ended;
    const [made, ...others] = refundsOf(intent);
    expect(others).toEqual([]);
    expect((await eventsAbout(id)).at(-1)).toBe(`£25.20 paid back beside what was owed: ${made?.id}. Please look into it.`);
    const ledger = await ledgerOf(id);
    expect(ledger).toHaveLength(2);
    expect(ledger).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ source: 'hand', state: 'done', note: 'cheque 17' }),
        expect.objectContaining({ source: 'ours', state: 'done', reference: made?.id }),
      ]),
    );
    expect(goodwillIn(ledger)).toBe(2520);
    expect(await mails()).toEqual([{ recipient: sellerEmail, subject: `A refund at the payment provider: order ${id}` }]);
    expect(await send(minutesLater(20_000))).toBe(0);
  });

  test('a race between settling and sending refunds once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.deleteFrom('order').execute();
      await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
      const { id, intent } = await decided();
      const racing = [() => send(), () => settleByHand(db, id, 'cheque 17', later).catch(() => undefined)];
      await Promise.all((round % 2 ? racing : racing.toReversed()).map((run) => run()));
      const [refund, ...others] = await ledgerOf(id);
      expect(others).toEqual([]);
      expect(refund).toMatchObject({ state: 'done', amount: 2520, at: later.toISOString() });
      expect(refundsOf(intent).map(({ id: made }) => made)).toEqual(refund?.source === 'hand' ? [] : [refund?.reference]);
      expect(await subjects()).toEqual([paidBackOf(id)]);
    }
  });

  test.each(['', '  ', 'a cheque\nBcc: all', 'x'.repeat(101)])(
    'settling with the words %j is refused, and the refund stays open',
    async (how) => {
      const { id } = await decided();
      await expect(settleByHand(db, id, how, later)).rejects.toMatchObject({ kind: 'invalid' });
      expect(await ledgerOf(id)).toMatchObject([{ source: 'ours', state: 'wanted', note: '' }]);
    },
  );
});

describe('an unpaid order that is replaced', () => {
  const replaceAtStripe = async (first: string): Promise<string> => {
    await closeReplacedPaymentPages(db, stripe.payments, { replaces: first, buyer: undefined, now: openingDay });
    return place({ note: 'Ring twice.', replaces: first });
  };

  test('the payment page of an unpaid order is closed before the order that replaces it is placed', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    const second = await replaceAtStripe(first);
    expect(stripe.sessions.get(sessionId)?.status).toBe('expired');
    await recordPaid((await openPage(second)).sessionId);
    expect(await findOrder(db, second)).toMatchObject({ status: 'confirmed', note: 'Ring twice.' });
  });

  test('an unpaid order is not replaced after a payment on its page, even before the event of that payment', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    const atStripe = stripe.sessions.get(sessionId);
    if (atStripe) atStripe.status = 'complete';
    await expect(replaceAtStripe(first)).rejects.toMatchObject({ kind: 'conflict', code: 'processing' });
    await recordPaid(sessionId);
    expect(await findOrder(db, first)).toMatchObject({ status: 'confirmed' });
    await expect(place({ replaces: first })).rejects.toMatchObject({ code: 'paid' });
  });

  test('an unpaid order is not replaced while its payment is processing', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'processing' }, openingDay);
    await expect(place({ replaces: first })).rejects.toMatchObject({ kind: 'conflict', code: 'processing' });
  });

  test('an unpaid order can be paid on a new page when the order that was to replace it is refused', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    await closeReplacedPaymentPages(db, stripe.payments, { replaces: first, buyer: undefined, now: openingDay });
    await expect(place({ replaces: first, items: [{ productId: 'mug', quantity: 4 }] })).rejects.toMatchObject({ kind: 'conflict' });
    const again = await openPage(first);
    expect(again.sessionId).not.toBe(sessionId);
    await recordPaid(again.sessionId);
    expect(await findOrder(db, first)).toMatchObject({ status: 'confirmed' });
  });

  test('while Stripe is down an unpaid order is replaced, its page is closed later, and a payment on it is refunded', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    stripe.state.isDown = true;
    const second = await replaceAtStripe(first);
    await reconcilePayments(db, stripe.payments, openingDay);
    expect(stripe.sessions.get(sessionId)?.status).toBe('open');
    stripe.state.isDown = false;
    const intent = await recordPaid(sessionId);
    expect(await subjects()).toEqual([`Your payment for order ${first} came after you had changed it`]);
    expect(await send()).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await findOrder(db, second)).toMatchObject({ status: 'pending' });
  });

  test('in a race of payment and replacement an unpaid order is paid or replaced, never both, and its stock is claimed once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.deleteFrom('order').execute();
      await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 2 });
      const first = await place();
      const { sessionId } = await openPage(first);
      const racing = [() => recordPaid(sessionId), () => place({ note: 'Ring twice.', replaces: first }).catch(() => undefined)];
      await Promise.all((round % 2 ? racing : racing.toReversed()).map((run) => run()));
      const rows = await db.selectFrom('order').select(['id', 'status', 'replaced_by']).execute();
      const [payment] = await db.selectFrom('payment').select('status').execute();
      const isReplaced = rows.length === 2;
      expect(rows.find(({ id }) => id === first)?.status).toBe(isReplaced ? 'expired' : 'confirmed');
      expect(payment?.status).toBe(isReplaced ? 'unusable' : 'paid');
      const sold = await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow();
      expect(sold.sale_count).toBe(2);
    }
  });
});
