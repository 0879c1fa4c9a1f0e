import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import type { OrderStep } from '#contract/order.ts';
import { openPayment, reconcilePayments, recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder, readOwnOrders } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startFakeStripe();
const later = minutesLater(9);
const total = 2520;

const place = async (key = aKey()): Promise<string> => {
  const payload = anOrderFor({ productId: 'mug', quantity: 2 });
  return (await placeOrder(db, anOrderRequest(payload, { key })))._id;
};
const openPage = (orderId: string) => openPayment(db, stripe.payments, { orderId, origins, now: openingDay });
const paidEvent = (sessionId: string) =>
  ({ eventId: aKey(), sessionId, outcome: 'paid', amount: total, reference: `pi_${sessionId}` }) as const;
const paid = async (): Promise<string> => {
  const id = await place();
  await recordPayment(db, paidEvent((await openPage(id)).sessionId), minutesLater(1));
  await db.deleteFrom('mail').execute();
  return id;
};
const cancel = (id: string, reason?: string, now = later) => cancelOrder(db, stripe.payments, id, { reason, now });
const sellerEmail = 'seller@shop.example';
const sendRefunds = (now = later) => sendDueRefunds(db, stripe.payments, { clock: () => now, sellerEmail });
/** The refunds of an order that the shop sends, or has sent. */
const listRefunds = (id: string) => db.selectFrom('money').selectAll().where('order_id', '=', id).where('source', '=', 'ours').execute();
const sold = async () => (await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow()).sale_count;
const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at').orderBy('id').execute();
const askForRefund = (orderId: string) =>
  requestRefund(db, { orderId, ProductId: 'mug', reason: 'It came with a crack in it.' }, [], { imageStore, now: later });

beforeEach(async () => {
  stripe.mend();
  stripe.refunds.clear();
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('order_request').execute();
  await db.deleteFrom('mail').execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two.
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 3 });
});

describe('the seller cancels a paid order', () => {
  test('a paid order that the seller cancels returns its stock and is paid back whole and once, and its buyer is mailed and sees it on the order', async () => {
    const id = await paid();
    expect(await sold()).toBe(2);
    await cancel(id.toLowerCase(), ' The kiln broke. ');
    expect(await sold()).toBe(0);
    expect(await findOrder(db, id)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'The kiln broke.', refund: 'due', at: expect.any(String) },
    });
    expect(await findOrder(db, id)).not.toHaveProperty('payment');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: `Your order ${id} is cancelled` });
    for (const part of ['Hello Ada', 'The kiln broke.', 'We’ll refund £25.20']) expect(mail?.text).toContain(part);

    expect(await sendRefunds()).toBe(1);
    expect(await sendRefunds(minutesLater(600))).toBe(0);
    expect([...stripe.refunds.values()]).toMatchObject([{ amount: 2520 }]);
    expect((await findOrder(db, id)).cancellation?.refund).toBe('done');
    expect((await listOrderEvents(db, id)).slice(-2)).toMatchObject([
      { at: later.toISOString(), actor: 'seller', what: 'Cancelled, its goods given back, and what was paid is to be refunded.' },
      { at: later.toISOString(), actor: 'job', what: expect.stringMatching(/^£25\.20 paid back: re_/) },
    ]);
  });

  test('a cancelled order is paid back once, also after a lost answer of the provider and repeated tries', async () => {
    await cancel(await paid());
    stripe.state.answersAreLost = true;
    expect(await sendRefunds()).toBe(0);
    stripe.state.answersAreLost = false;
    expect(await sendRefunds(minutesLater(60))).toBe(1);
    expect(stripe.refunds.size).toBe(1);
  });

  test('ten concurrent cancellations of an order cancel it once', async () => {
    const id = await paid();
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => cancel(id)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listRefunds(id)).toHaveLength(1);
    expect(await sold()).toBe(0);
    expect(await mails()).toHaveLength(1);
  });

  test('of a concurrent cancellation and dispatch of an order, one wins', async () => {
    const id = await paid();
    const dispatch = changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Royal Mail', delivery: aDelivery, now: later });
    const ended = await Promise.allSettled([cancel(id), dispatch]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const isCancelled = (await findOrder(db, id)).status === 'cancelled';
    expect(await listRefunds(id)).toHaveLength(isCancelled ? 1 : 0);
    expect(await sold()).toBe(isCancelled ? 0 : 2);
  });

  test('cancelling an order neither refunds again what earlier refunds have granted, nor restocks returned units twice', async () => {
    const id = await paid();
    const reference = await askForRefund(id);
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(5.2), withoutReturn: true }, later);
    await db
      .updateTable('refund')
      .set({ restocked: 1, unsent: JSON.stringify([{ position: 0, quantity: 1 }]) })
      .execute();
    await db.updateTable('product').set({ sale_count: 1 }).execute();
    await cancel(id);
    expect((await listRefunds(id)).map(({ request, amount }) => [request, amount])).toEqual(
      expect.arrayContaining([
        [reference, 520],
        [null, 2000],
      ]),
    );
    expect(await sendRefunds()).toBe(2);
    expect((await findOrder(db, id)).cancellation?.refund).toBe('done');
    expect(await sold()).toBe(0);
  });

  test('the mail about a cancellation promises what is left after a refund at the provider, and nothing after one of all', async () => {
    const refundAtProvider = async (id: string, amount: number): Promise<void> => {
      const { reference } = await db.selectFrom('payment').select('reference').where('order_id', '=', id).executeTakeFirstOrThrow();
      const event = {
        kind: 'refund',
        reference: aKey(),
        payment: reference ?? '',
        id: undefined,
        amount,
        state: 'done',
        reason: '',
      } as const;
      await recordMoney(db, event, { now: later, sellerEmail });
      await db.deleteFrom('mail').execute();
    };
    const part = await paid();
    await refundAtProvider(part, 520);
    await cancel(part);
    expect((await mails())[0]?.text).toContain('We’ll refund £20.00');
    await db.deleteFrom('mail').execute();
    const whole = await paid();
    await refundAtProvider(whole, total);
    await cancel(whole);
    expect((await mails())[0]?.text).toContain('What you paid has been refunded to your original payment method already.');
    expect(await listRefunds(whole)).toEqual([]);
  });

  test('of an order that was paid at the second try, the buyer sees that the money is due to go back, and then that it went', async () => {
    const id = await place();
    await recordPayment(db, { eventId: aKey(), sessionId: (await openPage(id)).sessionId, outcome: 'failed' }, minutesLater(1));
    await recordPayment(db, paidEvent((await openPage(id)).sessionId), minutesLater(2));
    await cancel(id);
    expect((await findOrder(db, id)).cancellation).toMatchObject({ refund: 'due', by: 'seller' });
    expect(await sendRefunds()).toBe(1);
    expect((await findOrder(db, id)).cancellation).toMatchObject({ refund: 'done', by: 'seller' });
  });

  test('a free order is cancelled without a refund', async () => {
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 0, deliveryCost: 0, stock: 3 });
    const id = await place();
    await openPage(id);
    expect((await findOrder(db, id)).status).toBe('confirmed');
    await cancel(id);
    expect(await findOrder(db, id)).toMatchObject({ status: 'cancelled', cancellation: { refund: 'none' } });
    expect(await listRefunds(id)).toEqual([]);
  });

  test('a guest’s cancelled order stays in the list of the account with its address if it was paid, and not otherwise', async () => {
    const cancelled = await paid();
    await cancel(cancelled);
    await cancel(await place());
    const account = { id: 'ada', email: aBuyer.email, hasProvedMailbox: true };
    expect((await readOwnOrders(db, account)).map(({ row }) => row.id)).toEqual([cancelled]);
  });
});

describe('the seller cancels an unpaid order', () => {
  test('an unpaid order that the seller cancels has its payment page closed and its stock returned, pays nothing back, and its mail greets nobody by name', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    await cancel(id);
    expect(stripe.sessions.get(sessionId)?.status).toBe('expired');
    expect(await sold()).toBe(0);
    expect(await listRefunds(id)).toEqual([]);
    expect(await findOrder(db, id)).toMatchObject({ status: 'cancelled', cancellation: { refund: 'none' } });
    const [mail] = await mails();
    expect(mail?.text).toContain('Nothing was taken for it');
    expect(mail?.text).not.toContain('Ada');
  });

  test('a payment that arrives unnoticed while the seller cancels its order is paid back once', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    const session = stripe.sessions.get(sessionId);
    if (session) Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: 'pi_meanwhile' });
    await cancel(id);
    expect(await findOrder(db, id)).toMatchObject({ status: 'cancelled', cancellation: { refund: 'due' } });
    await recordPayment(db, { ...paidEvent(sessionId), reference: 'pi_meanwhile' }, minutesLater(11));
    expect(await sendRefunds()).toBe(1);
    expect([...stripe.refunds.values()]).toMatchObject([{ payment_intent: 'pi_meanwhile' }]);
    expect(await sold()).toBe(0);
  });

  test('the payment page of a cancelled order that cannot be closed now is closed later, and a payment on it is paid back with a mail', async () => {
    const id = await place();
    const { sessionId } = await openPage(id);
    stripe.state.isDown = true;
    await cancel(id);
    stripe.state.isDown = false;
    expect(stripe.sessions.get(sessionId)?.status).toBe('open');
    await recordPayment(db, paidEvent(sessionId), minutesLater(11));
    expect((await findOrder(db, id)).status).toBe('cancelled');
    expect(await sold()).toBe(0);
    expect((await mails()).at(-1)?.subject).toBe(`Your payment for order ${id} came after it was cancelled`);
    expect((await listOrderEvents(db, id)).at(-1)?.what).toBe('Paid after it had been cancelled: to be refunded.');
    expect(await sendRefunds(minutesLater(11))).toBe(1);

    const other = await place();
    const page = await openPage(other);
    stripe.state.isDown = true;
    await cancel(other);
    stripe.state.isDown = false;
    await reconcilePayments(db, stripe.payments, minutesLater(12));
    expect(stripe.sessions.get(page.sessionId)?.status).toBe('expired');
  });

  test('a cancelled order gets no payment page and no other status, and its idempotency key orders nothing', async () => {
    const key = aKey();
    const id = await place(key);
    await cancel(id);
    await expect(openPage(id)).rejects.toMatchObject({ kind: 'conflict', code: 'expired', message: expect.stringContaining('cancelled') });
    await expect(place(key)).rejects.toMatchObject({ code: 'expired', message: 'We have cancelled this order. Please order again.' });
    await expect(changeStatus(db, testPayments, id, { to: 'processing', delivery: aDelivery, now: later })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await expect(askForRefund(id)).rejects.toMatchObject({ kind: 'notFound' });
    await updateDueOrders(db, stripe.payments, minutesLater(40));
    expect((await findOrder(db, id)).status).toBe('cancelled');
    expect(await sold()).toBe(0);
  });
});

describe('what cannot be cancelled is refused with a sentence', () => {
  const refusal = async (id: string, sentence: string): Promise<void> => {
    const before = await sold();
    await expect(cancel(id)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(sentence) });
    expect(await sold()).toBe(before);
    expect((await listOrderEvents(db, id)).map(({ what }) => what).filter((what) => what.startsWith('Cancelled'))).toMatchObject([]);
  };

  test.each<OrderStep>(['Dispatch', 'Delivered'])('an order at %s is not cancelled', async (step) => {
    const id = await paid();
    await db.updateTable('order').set({ status: step }).where('id', '=', id).execute();
    await refusal(id, 'what has been sent cannot be cancelled');
  });

  test('an expired order is not cancelled', async () => {
    const id = await place();
    await updateDueOrders(db, stripe.payments, minutesLater(40));
    await refusal(id, 'has expired, so there is nothing to cancel');
  });

  test('an unsent order that was refunded in full is cancelled: its stock returns, and nothing more goes back', async () => {
    const id = await paid();
    await decideRefundRequest(db, await askForRefund(id), { outcome: 'full', withoutReturn: true }, later);
    expect(await sendRefunds()).toBe(1);
    await db.deleteFrom('mail').execute();
    await cancel(id);
    expect(await sold()).toBe(0);
    expect((await mails())[0]?.text).toContain('What you paid has been refunded to your original payment method already.');
    expect(await sendRefunds(minutesLater(600))).toBe(0);
    expect(stripe.refunds.size).toBe(1);
  });

  test('an order with an undecided refund request is not cancelled', async () => {
    const id = await paid();
    const reference = await askForRefund(id);
    await refusal(id, `Please decide the refund request ${reference}`);
  });

  test('an unknown order and a reason of several lines are refused', async () => {
    await expect(cancel('nothing')).rejects.toMatchObject({ kind: 'notFound', message: 'There is no order nothing.' });
    await expect(cancel('nothing', 'one\ntwo')).rejects.toMatchObject({ kind: 'invalid' });
  });
});
