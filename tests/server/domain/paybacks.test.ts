import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { listOrderEvents } from '#server/domain/order-status.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders.ts';
import {
  listPaybacks,
  type PaybackState,
  paybackState,
  recordPaybackReturned,
  sendDuePaybacks,
  settleManually,
} from '#server/domain/paybacks.ts';
import { needsPayback } from '#server/domain/payment-status.ts';
import { closeReplacedPaymentPages, openPayment, reconcilePayments, recordPayment } from '#server/domain/payments.ts';
import { type Decision, decideRefundRequest, receiveReturn, requestRefund, showRefundRequest } from '#server/domain/refund-requests.ts';
import { UnclearPayback } from '#server/payments/provider.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';
import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startStripeStandIn();
const later = minutesLater(600);

const place = async (over: object = {}, now = openingDay): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'mug', quantity: 2 }), ...over };
  return (await placeOrder(db, { ...aCaller, payload, key: aKey(), buyer: undefined, shopOrigin: origins.shop, now }))._id;
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
const payBack = (now = later, payer = stripe.payments) => sendDuePaybacks(db, payer, () => now);
const subjects = async () => (await db.selectFrom('mail').select('subject').orderBy('created_at').execute()).map(({ subject }) => subject);
const refundsOf = (intent: string) => [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent);

beforeEach(async () => {
  stripe.mend();
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two.
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
});

test.each<[PaybackState, Parameters<typeof paybackState>[0]]>([
  ['due', { due_at: later.toISOString(), done_at: null, tries: 0, problem: '' }],
  ['due', { due_at: later.toISOString(), done_at: null, tries: 2, problem: 'Down' }],
  ['sending', { due_at: later.toISOString(), done_at: null, tries: 1, problem: '' }],
  ['unclear', { due_at: later.toISOString(), done_at: null, tries: 1, problem: 'May have been paid, which the next try looks up: Lost' }],
  ['unclear', { due_at: later.toISOString(), done_at: null, tries: 1, problem: 'May have been paid, which the next try looks up:' }],
  ['done', { due_at: null, done_at: later.toISOString(), tries: 1, problem: '' }],
  ['returned', { due_at: null, done_at: null, tries: 1, problem: 'The account was closed' }],
])('a payback is %s with the columns %j', (state, columns) => {
  expect(paybackState(columns)).toBe(state);
});

describe('the payback of a decided refund request', () => {
  test.each([
    [{ outcome: 'full', withoutReturn: true }, '2520', '£25.20'],
    [{ outcome: 'partial', amount: pence(5.5), withoutReturn: true }, '550', '£5.50'],
  ] as const)(
    '%j is paid back at Stripe and recorded, and then the buyer is mailed',
    { tags: 'refund.original-method' },
    async (decision, amount, price) => {
      const { id, intent, reference } = await asked();
      const decided = await decideRefundRequest(db, reference, decision, later);
      expect(decided.moneyBack).toEqual({ paidAt: null, cameBack: false, isUnclear: false, reference: null, problem: '' });
      expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
      expect(await payBack()).toBe(1);
      const [made, ...others] = refundsOf(intent);
      expect(others).toEqual([]);
      expect(made).toMatchObject({ amount, metadata: { payback: expect.any(String) } });
      expect(await subjects()).toContain(`We have paid back ${price} for order ${id}`);
      expect((await showRefundRequest(db, reference)).moneyBack).toEqual({
        paidAt: later.toISOString(),
        cameBack: false,
        isUnclear: false,
        reference: made?.id,
        problem: '',
      });
      expect((await listOrderEvents(db, id)).at(-1)?.what).toBe(`${price} paid back for request ${reference}: ${made?.id}.`);
      expect(await payBack(minutesLater(10_000))).toBe(0);
    },
  );

  test.each<Decision>([{ outcome: 'full' }, { outcome: 'partial', amount: pence(5) }])(
    'no money moves before the goods came back and the seller decides with %j',
    { tags: 'refund.inspected-first' },
    async (decision) => {
      const { id, intent, reference } = await asked();
      await expect(decideRefundRequest(db, reference, decision, later)).rejects.toMatchObject({
        kind: 'conflict',
        message: `Money goes back once the goods have been received and inspected: shop refunds receive ${reference}. If they are broken, lost or proven to be on their way, decide with --without-return.`,
      });
      await receiveReturn(db, reference, { isRestocked: false, now: later });
      expect(await payBack(minutesLater(10_000))).toBe(0);
      expect(refundsOf(intent)).toEqual([]);
      expect(await listPaybacks(db, id)).toEqual([]);
      await decideRefundRequest(db, reference, decision, later);
      const toBuyer = await db.selectFrom('mail').select('text').where('subject', 'like', '%is decided').executeTakeFirstOrThrow();
      expect(toBuyer.text).not.toContain('send them back');
      expect(await payBack()).toBe(1);
      expect(refundsOf(intent)).toHaveLength(1);
    },
  );

  test('the seller can pay back for goods that are not to come back, which the history of the order tells', async () => {
    const { id, intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect((await listOrderEvents(db, id)).at(-1)?.what).toBe(`Refund request ${reference}: full refund of £25.20 without a return.`);
    const toBuyer = await db.selectFrom('mail').select('text').where('subject', 'like', '%is decided').executeTakeFirstOrThrow();
    expect(toBuyer.text).toContain('Unless you have sent the goods already, you do not have to send them back.');
    expect(await payBack()).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test('a decision without a return is refused for goods that came back', async () => {
    const { reference } = await asked();
    await receiveReturn(db, reference, { isRestocked: false, now: later });
    await expect(decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later)).rejects.toMatchObject({
      kind: 'invalid',
      message: `The goods were received on ${later.toISOString().slice(0, 10)}, so leave out --without-return.`,
    });
    expect((await showRefundRequest(db, reference)).outcome).toBe('open');
  });

  test('an exchange moves no money', async () => {
    const { id, reference } = await asked();
    expect((await decideRefundRequest(db, reference, { outcome: 'exchange', pieces: 1 }, later)).moneyBack).toBeNull();
    expect(await listPaybacks(db, id)).toEqual([]);
  });

  test('while Stripe is down a payback is retried with back-off up to an hour, never given up, and not mailed early', async () => {
    const { intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.isDown = true;
    let now = later;
    const pauses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await payBack(now)).toBe(0);
      const { due_at } = await db.selectFrom('payback').select('due_at').executeTakeFirstOrThrow();
      pauses.push((Date.parse(due_at ?? '') - now.getTime()) / 1000);
      expect(await payBack(new Date(now.getTime() + 1000))).toBe(0);
      now = new Date(due_at ?? '');
    }
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(Math.max(...pauses)).toBe(3600);
    expect((await showRefundRequest(db, reference)).moneyBack).toMatchObject({ paidAt: null, problem: expect.stringContaining('Down') });
    expect(await subjects()).toEqual([`Your refund request ${reference} is decided`]);
    stripe.state.isDown = false;
    expect(await payBack(now)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('concurrent processes send a payback once', async () => {
    const { intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    const paid = await Promise.all(Array.from({ length: 8 }, () => payBack()));
    expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toHaveLength(2);
  });

  test('a payback is sent once when Stripe’s answer is lost, also after its idempotency key has expired', async () => {
    const { intent, reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.answersAreLost = true;
    expect(await payBack()).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
    stripe.answers.clear();
    stripe.state.answersAreLost = false;
    expect(await payBack(minutesLater(10_000))).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await showRefundRequest(db, reference)).moneyBack?.reference).toBe(refundsOf(intent)[0]?.id);
  });

  test.each([
    ['a refusal', { status: 400, code: 'balance_insufficient', message: 'Too little balance.' }],
    ['a failure', { status: 500, code: 'api_error', message: 'An unknown error occurred.' }],
  ])(
    '%s of Stripe, which repeats it for the same idempotency key for a day, does not hold up a payback longer than its cause',
    async (_, error) => {
      const { intent, reference } = await asked();
      await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
      stripe.state.refundError = error;
      for (const minutes of [600, 601, 605]) expect(await payBack(minutesLater(minutes))).toBe(0);
      stripe.state.refundError = undefined;
      expect(await payBack(minutesLater(615))).toBe(1);
      expect(refundsOf(intent)).toHaveLength(1);
    },
  );

  test('a charge refunded in Stripe’s dashboard counts as paid back, and a failed refund shows its problem to the seller', async () => {
    const first = await asked();
    await decideRefundRequest(db, first.reference, { outcome: 'full', withoutReturn: true }, later);
    stripe.state.isRefundedAlready = true;
    expect(await payBack()).toBe(1);
    expect((await showRefundRequest(db, first.reference)).moneyBack?.reference).toBe('paid back at Stripe before');
    Object.assign(stripe.state, { isRefundedAlready: false, refundsFail: true });
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
    const second = await asked();
    await decideRefundRequest(db, second.reference, { outcome: 'full', withoutReturn: true }, later);
    for (const now of [later, minutesLater(700), minutesLater(800)]) expect(await payBack(now)).toBe(0);
    expect((await showRefundRequest(db, second.reference)).moneyBack).toMatchObject({
      paidAt: null,
      problem: expect.stringContaining('dashboard'),
    });
    expect(refundsOf(second.intent)).toHaveLength(1);
    expect(await subjects()).not.toContain(`We have paid back £25.20 for order ${second.id}`);
  });

  test('a payback waits for the provider that received the payment', async () => {
    const { reference } = await asked();
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect(await payBack(later, testPayments)).toBe(0);
    expect((await showRefundRequest(db, reference)).moneyBack).toMatchObject({ paidAt: null, problem: '' });
  });

  test('a payment on the test page is paid back in the same way, without money', async () => {
    const id = await place();
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    await chooseOnTestPage(db, sessionId, 'pay', openingDay);
    const request = { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' };
    const reference = await requestRefund(db, request, [], { imageStore, now: later });
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect(await payBack(later, testPayments)).toBe(1);
    expect((await showRefundRequest(db, reference)).moneyBack).toMatchObject({ paidAt: later.toISOString() });
  });
});

describe('a payment that the order cannot use', () => {
  test('a payment after the lapse of a sold-out order is paid back in full, and mails are sent when they are true', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    await updateDueOrders(db, testPayments, minutesLater(90));
    await place({}, minutesLater(90));
    const intent = await recordPaid(sessionId, minutesLater(91));
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`]);
    expect(await payBack()).toBe(1);
    expect(refundsOf(intent)).toMatchObject([{ amount: undefined }]);
    expect(await subjects()).toEqual([`Your payment for order ${id} came too late`, `We have paid back your payment for order ${id}`]);
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'lapsed', message: expect.stringContaining('all of it back') });
    // A repeated event is deduplicated.
    await recordPaid(sessionId, later);
    expect(await payBack(minutesLater(10_000))).toBe(0);
  });
});

/** A decided refund of £25.20 with a due payback. */
const decided = async () => {
  const request = await asked();
  await decideRefundRequest(db, request.reference, { outcome: 'full', withoutReturn: true }, later);
  await db.deleteFrom('mail').execute();
  return request;
};
/** A payment after its order lapsed and the stock was sold. */
const paidTooLate = async () => {
  const id = await place();
  const { sessionId } = await openPage(id);
  await updateDueOrders(db, testPayments, minutesLater(90));
  await place({}, minutesLater(90));
  const intent = await recordPaid(sessionId, minutesLater(91));
  await db.deleteFrom('mail').execute();
  return { id, intent };
};
const failed = 'failed at Stripe (expired or canceled card)';
const sellerAddress = 'seller@mugs.example';
const muchLater = minutesLater(10_000);
const eventsAbout = async (id: string) => (await listOrderEvents(db, id)).map(({ what }) => what);

describe('a returned payback', () => {
  const cameBackOf = (id: string) => `The money for order ${id} has not reached you`;

  test('a returned payback is open with its reason, recorded, mailed to the buyer and not retried', async () => {
    const { id, intent, reference } = await decided();
    await payBack();
    const made = refundsOf(intent)[0]?.id ?? '';
    await recordPaybackReturned(db, { reference: made, problem: failed }, { now: minutesLater(700), sellerAddress });
    expect((await showRefundRequest(db, reference)).moneyBack).toEqual({
      paidAt: null,
      cameBack: true,
      isUnclear: false,
      reference: made,
      problem: failed,
    });
    expect((await eventsAbout(id)).at(-1)).toBe(`£25.20 paid back for request ${reference} has come back: ${made}, ${failed}.`);
    const mails = await db.selectFrom('mail').selectAll().where('subject', '=', cameBackOf(id)).execute();
    expect(mails).toMatchObject([{ recipient: 'ada@example.com', text: expect.stringContaining('another way') }]);
    expect(mails[0]?.text).toContain(`£25.20 back to where it came from, for your refund request ${reference}`);
    expect(await payBack(muchLater)).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test('a returned payback is mailed to the seller, whose reply goes to the buyer', async () => {
    const { id, intent } = await decided();
    await payBack();
    await recordPaybackReturned(
      db,
      { reference: refundsOf(intent)[0]?.id ?? '', problem: failed },
      { now: minutesLater(700), sellerAddress },
    );
    const mail = await db.selectFrom('mail').selectAll().where('recipient', '=', sellerAddress).executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ reply_to: 'ada@example.com', subject: `Money for order ${id} came back: please pay it another way` });
    for (const part of ['£25.20', failed, `orders settle ${id} --how`]) expect(mail.text).toContain(part);
    expect(await db.selectFrom('mail').select('reply_to').where('subject', '=', cameBackOf(id)).execute()).toEqual([
      { reply_to: sellerAddress },
    ]);
  });

  test('when the payback of a whole payment is returned, the payment must be paid back again', async () => {
    const { id, intent } = await paidTooLate();
    await payBack();
    const isOwed = async () => needsPayback((await readOrder(db, id)) ?? { payments: [] });
    expect(await isOwed()).toBe(false);
    await recordPaybackReturned(
      db,
      { reference: refundsOf(intent)[0]?.id ?? '', problem: failed },
      { now: minutesLater(700), sellerAddress },
    );
    expect(await isOwed()).toBe(true);
    expect((await subjects()).filter((subject) => subject === cameBackOf(id))).toHaveLength(1);
    await settleManually(db, id, 'cheque 17', muchLater);
    expect(await isOwed()).toBe(false);
  });

  test('repeated and concurrent events of one return count once', async () => {
    const { id, intent } = await decided();
    await payBack();
    const reference = refundsOf(intent)[0]?.id ?? '';
    const payback = refundsOf(intent)[0]?.metadata.payback;
    const recordReturn = () =>
      recordPaybackReturned(db, { reference, payback, problem: failed }, { now: minutesLater(700), sellerAddress });
    await Promise.all(Array.from({ length: 6 }, recordReturn));
    await recordReturn();
    expect((await subjects()).filter((subject) => subject === cameBackOf(id))).toHaveLength(1);
    expect((await eventsAbout(id)).filter((what) => what.includes('come back'))).toHaveLength(1);
    await settleManually(db, id, 'cheque 17', muchLater);
    await recordReturn();
    expect(await listPaybacks(db, id)).toMatchObject([{ done_at: muchLater.toISOString(), reference: 'cheque 17', problem: '' }]);
  });

  test.each([false, true])('a return stays when Stripe’s first answer is recorded later (lost: %s)', async (isLost) => {
    const { id, intent } = await decided();
    const payer = {
      ...stripe.payments,
      payBack: async (money: Parameters<typeof stripe.payments.payBack>[0]) => {
        const reference = await stripe.payments.payBack(money);
        await recordPaybackReturned(db, { reference, payback: money.id, problem: failed }, { now: later, sellerAddress });
        if (isLost) throw new Error('Lost.');
        return reference;
      },
    };
    expect(await payBack(later, payer)).toBe(isLost ? 0 : 1);
    const reference = refundsOf(intent)[0]?.id;
    expect(await listPaybacks(db, id)).toMatchObject([{ due_at: null, done_at: null, reference, problem: failed }]);
    expect(await subjects()).toEqual(expect.arrayContaining([cameBackOf(id)]));
    expect(await subjects()).toHaveLength(2);
    expect(await payBack(muchLater)).toBe(0);
    expect((await eventsAbout(id)).filter((what) => what.includes('second time'))).toEqual([]);
  });

  test('a return of an unknown refund is ignored', async () => {
    const { id, intent } = await decided();
    await payBack();
    const before = await listPaybacks(db, id);
    for (const event of [{ reference: 're_other' }, { reference: 're_other', payback: before[0]?.id }, { reference: '' }])
      await recordPaybackReturned(db, { ...event, problem: failed }, { now: muchLater, sellerAddress });
    expect(await listPaybacks(db, id)).toEqual(before);
    expect(await subjects()).not.toContain(cameBackOf(id));
    expect(refundsOf(intent)).toHaveLength(1);
  });
});

describe('a payback that the seller settles manually', () => {
  const paidBackOf = (id: string) => `We have paid back £25.20 for order ${id}`;
  /** A try by another process, which waits in the call of the provider until `resume`. */
  const slowPayback = (now = later) => {
    let resume = () => {};
    let onStart = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const started = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const payer = {
      ...stripe.payments,
      payBack: async (money: Parameters<typeof stripe.payments.payBack>[0]) => {
        onStart();
        await resumed;
        return stripe.payments.payBack(money);
      },
    };
    return { ended: payBack(now, payer), started, resume };
  };

  test('a returned payback is settled in the seller’s words, recorded and mailed, and cannot be settled twice', async () => {
    const { id, intent, reference } = await decided();
    await payBack();
    await recordPaybackReturned(
      db,
      { reference: refundsOf(intent)[0]?.id ?? '', problem: failed },
      { now: minutesLater(700), sellerAddress },
    );
    await db.deleteFrom('mail').execute();
    const how = 'bank transfer of 3 March';
    expect(await settleManually(db, id, ` ${how} `, muchLater)).toMatchObject([{ request: reference, amount: 2520 }]);
    const moneyBack = { paidAt: muchLater.toISOString(), cameBack: false, isUnclear: false, reference: how, problem: '' };
    expect((await showRefundRequest(db, reference)).moneyBack).toEqual(moneyBack);
    expect((await listOrderEvents(db, id)).at(-1)).toEqual({
      at: muchLater.toISOString(),
      actor: 'seller',
      what: `£25.20 paid back for request ${reference} by hand: ${how}.`,
    });
    const [mail, ...others] = await db.selectFrom('mail').selectAll().execute();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(paidBackOf(id));
    expect(mail?.text).toContain(how);
    expect(mail?.text).not.toContain('where it came from');
    await expect(settleManually(db, id, how, muchLater)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(id) });
    expect(await subjects()).toHaveLength(1);
    expect(await payBack(minutesLater(20_000))).toBe(0);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test.each([false, true])('a manually settled payback is never sent to Stripe (tried before: %s)', async (isTried) => {
    const { id, intent } = await decided();
    stripe.state.isDown = isTried;
    expect(isTried ? await payBack() : 0).toBe(0);
    stripe.state.isDown = false;
    await settleManually(db, id, 'cheque 17', later);
    expect(await payBack(muchLater)).toBe(0);
    expect(refundsOf(intent)).toEqual([]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while a try is in progress or its outcome is unknown after a crash', async () => {
    const { id, intent, reference } = await decided();
    const { ended, started, resume } = slowPayback();
    await started;
    for (const now of [later, muchLater])
      await expect(settleManually(db, id, 'cheque 17', now)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('Nothing is settled'),
      });
    expect(await payBack(muchLater)).toBe(1);
    resume();
    await ended;
    expect(refundsOf(intent)).toHaveLength(1);
    expect((await showRefundRequest(db, reference)).moneyBack?.reference).toBe(refundsOf(intent)[0]?.id);
    await expect(settleManually(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ message: expect.stringContaining('Nothing of') });
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused when only an earlier try is known to have failed', async () => {
    const { id, intent } = await decided();
    const first = slowPayback();
    await first.started;
    const second = slowPayback(muchLater);
    await second.started;
    stripe.state.isDown = true;
    first.resume();
    expect(await first.ended).toBe(0);
    stripe.state.isDown = false;
    await expect(settleManually(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ kind: 'conflict' });
    second.resume();
    expect(await second.ended).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while a sent payback is not recorded, and the next try finds it', async () => {
    const { id, intent } = await decided();
    await sql`alter table mail rename to mail_out_of_reach`.execute(db);
    await expect(payBack()).rejects.toThrow('mail');
    await sql`alter table mail_out_of_reach rename to mail`.execute(db);
    expect(refundsOf(intent)).toHaveLength(1);
    await expect(settleManually(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await payBack(muchLater)).toBe(1);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await listPaybacks(db, id)).toMatchObject([{ reference: refundsOf(intent)[0]?.id }]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('settling is refused while Stripe may have paid back in spite of its error, until a try has looked that up', async () => {
    const { id, intent } = await decided();
    stripe.state.answersAreLost = true;
    expect(await payBack()).toBe(0);
    const settle = () => settleManually(db, id, 'cheque 17', muchLater);
    await expect(settle()).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('Nothing is settled') });
    // Stripe cannot be asked: it is as unclear as before.
    Object.assign(stripe.state, { answersAreLost: false, isDown: true });
    expect(await payBack(minutesLater(700))).toBe(0);
    await expect(settle()).rejects.toMatchObject({ kind: 'conflict' });
    stripe.state.isDown = false;
    expect(await payBack(muchLater)).toBe(1);
    expect(await listPaybacks(db, id)).toMatchObject([{ reference: refundsOf(intent)[0]?.id, problem: '' }]);
    expect(refundsOf(intent)).toHaveLength(1);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('a seller who has looked at Stripe can settle an unclear payback, and is told of the option when it is refused', async () => {
    const { id } = await decided();
    // An error without a message is as unclear.
    const payer = { ...stripe.payments, payBack: () => Promise.reject(new UnclearPayback('')) };
    expect(await payBack(later, payer)).toBe(0);
    for (const words of ['up to an hour', '--checked'])
      await expect(settleManually(db, id, 'cheque 17', muchLater)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining(words),
      });
    await settleManually(db, id, 'cheque 17', muchLater, { isChecked: true });
    expect(await listPaybacks(db, id)).toMatchObject([{ done_at: muchLater.toISOString(), reference: 'cheque 17', problem: '' }]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('a payback that is just being sent cannot be settled, whatever the seller has looked at', async () => {
    const { id, intent } = await decided();
    const { ended, started, resume } = slowPayback();
    await started;
    await expect(settleManually(db, id, 'cheque 17', later, { isChecked: true })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('in a few minutes'),
    });
    resume();
    expect(await ended).toBe(1);
    expect(await listPaybacks(db, id)).toMatchObject([{ reference: refundsOf(intent)[0]?.id }]);
  });

  test('a payback that Stripe has not made in spite of a failure of its own can be settled once a try has looked that up', async () => {
    const { id, intent } = await decided();
    stripe.state.refundError = { status: 500, code: 'api_error', message: 'An unknown error occurred.' };
    expect(await payBack()).toBe(0);
    await expect(settleManually(db, id, 'cheque 17', later)).rejects.toMatchObject({ kind: 'conflict' });
    stripe.answers.clear();
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await payBack(minutesLater(700))).toBe(0);
    await settleManually(db, id, 'cheque 17', muchLater);
    expect(await listPaybacks(db, id)).toMatchObject([{ reference: 'cheque 17' }]);
    expect(refundsOf(intent)).toEqual([]);
  });

  test('a second payback by a process that slept past its lease is recorded for the seller', async () => {
    const { id, intent } = await decided();
    const { ended, started, resume } = slowPayback();
    await started;
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    expect(await payBack(muchLater)).toBe(0);
    stripe.state.refundError = undefined;
    await settleManually(db, id, 'cheque 17', muchLater);
    resume();
    await ended;
    expect((await eventsAbout(id)).at(-1)).toContain(`a second time: ${refundsOf(intent)[0]?.id}, after cheque 17.`);
    expect(await listPaybacks(db, id)).toMatchObject([{ reference: 'cheque 17' }]);
    expect(await subjects()).toEqual([paidBackOf(id)]);
  });

  test('a race between settling and sending pays back once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.deleteFrom('order').execute();
      await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
      const { id, intent } = await decided();
      const racing = [() => payBack(), () => settleManually(db, id, 'cheque 17', later).catch(() => undefined)];
      await Promise.all((round % 2 ? racing : racing.toReversed()).map((run) => run()));
      const [payback] = await listPaybacks(db, id);
      expect(payback?.done_at).toBe(later.toISOString());
      expect(refundsOf(intent).map(({ id: made }) => made)).toEqual(payback?.reference === 'cheque 17' ? [] : [payback?.reference]);
      expect(await subjects()).toEqual([paidBackOf(id)]);
    }
  });

  test.each(['', '  ', 'a cheque\nBcc: all', 'x'.repeat(101)])(
    'settling with the words %j is refused, and the payback stays open',
    async (how) => {
      const { id } = await decided();
      await expect(settleManually(db, id, how, later)).rejects.toMatchObject({ kind: 'invalid' });
      expect(await listPaybacks(db, id)).toMatchObject([{ done_at: null, problem: '' }]);
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

  test('while Stripe is down an unpaid order is replaced, its page is closed later, and a payment on it is paid back', async () => {
    const first = await place();
    const { sessionId } = await openPage(first);
    stripe.state.isDown = true;
    const second = await replaceAtStripe(first);
    await reconcilePayments(db, stripe.payments, openingDay);
    expect(stripe.sessions.get(sessionId)?.status).toBe('open');
    stripe.state.isDown = false;
    const intent = await recordPaid(sessionId);
    expect(await subjects()).toEqual([`Your payment for order ${first} came after you had changed it`]);
    expect(await payBack()).toBe(1);
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
      expect(rows.find(({ id }) => id === first)?.status).toBe(isReplaced ? 'lapsed' : 'confirmed');
      expect(payment?.status).toBe(isReplaced ? 'refund' : 'paid');
      const sold = await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow();
      expect(sold.sale_count).toBe(2);
    }
  });
});
