import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aKey, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { aPaymentProvider } from '#tests/support/payment-provider.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const sellerEmail = 'seller@shop.test';
const context = { now: openingDay, sellerEmail };

/** An order of £53 that is paid, by default in full and in pounds, and the provider that took the money. */
const paidOrder = async (paid: { readonly amount: number; readonly currency?: string } = { amount: 5300 }) => {
  const provider = aPaymentProvider();
  const payload = anOrderFor({ productId: 'a', quantity: 2 }, { productId: 'b' });
  const { _id: id } = await placeOrder(db, anOrderRequest(payload));
  const { sessionId } = await openPayment(db, provider.payments, { orderId: id, origins, now: openingDay });
  await recordPayment(db, { ...provider.pay(sessionId, paid.amount), ...paid }, openingDay);
  await db.deleteFrom('mail').execute();
  const decide = async (decision: Parameters<typeof decideRefundRequest>[2]): Promise<void> => {
    const reference = await requestRefund(db, { orderId: id, ProductId: 'b', reason: 'It is scratched.' }, [], {
      imageStore,
      now: openingDay,
    });
    await decideRefundRequest(db, reference, decision, openingDay);
  };
  const send = (now = minutesLater(60)) => sendDueRefunds(db, provider.payments, { clock: () => now, sellerEmail });
  const hear = async (event: Parameters<typeof recordMoney>[1]): Promise<void> => {
    await recordMoney(db, event, context);
  };
  const cancel = () => cancelOrder(db, provider.payments, id, { now: openingDay });
  const creditNotes = async () => ((await findOrder(db, id)).moneyBack ?? []).map(({ amount }) => amount).toSorted();
  return { id, provider, decide, send, hear, cancel, creditNotes };
};

const mailsToSeller = async (): Promise<string[]> => {
  const mails = await db.selectFrom('mail').selectAll().where('recipient', '=', sellerEmail).orderBy('created_at').orderBy('id').execute();
  return mails.map(({ subject, text }) => `${subject}\n${text}`);
};

beforeEach(async () => {
  for (const table of ['refund', 'order', 'mail', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'a', name: 'A', basePrice: 15, deliveryCost: 1.5, stock: 1000 });
  await sell(db, { id: 'b', name: 'B', basePrice: 20, stock: 1000 });
});

describe('the sums of an order of £53', () => {
  test('a refund that the bank returns and the seller pays again in the dashboard counts once: the buyer of the order, cancelled later, gets £53', async () => {
    const { id, provider, decide, send, hear, cancel, creditNotes } = await paidOrder();
    await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
    expect(await send()).toBe(1);
    await hear(provider.bankReturns());
    expect((await mailsToSeller()).at(-1)).toContain('You paid £10.00 back');
    await hear(provider.refundInDashboard(1000));
    await expect(settleByHand(db, id, 'refunded again in Stripe', openingDay)).rejects.toThrow('Nothing of order');
    expect(await creditNotes()).toEqual([10]);
    await cancel();
    await send();
    expect(provider.refunded()).toBe(5300);
    expect(await creditNotes()).toEqual([10, 43]);
    expect((await findOrder(db, id)).cancellation?.refund).toBe('done');
  });

  test('a dashboard refund of £20 that is not heard of when the order is cancelled leaves £33 to send, and £33 to pay by hand when the bank returns it', async () => {
    const { id, provider, send, hear, cancel, creditNotes } = await paidOrder();
    const dashboard = provider.refundInDashboard(2000);
    await cancel();
    expect(await send()).toBe(1);
    await hear(dashboard);
    expect(provider.refunded()).toBe(5300);
    await hear(provider.bankReturns());
    const told = (await mailsToSeller()).find((mail) => mail.startsWith(`Money for order ${id} came back`));
    expect(told).toContain('You paid £33.00 back');
    expect(await settleByHand(db, id, 'bank transfer', openingDay)).toMatchObject([{ amount: 3300 }]);
    expect(await creditNotes()).toEqual([20, 33]);
  });

  test('of a cancelled order whose refund the provider refuses, the seller is told what is left after a dashboard refund of £20', async () => {
    const { id, provider, send, hear, cancel } = await paidOrder();
    provider.refuse('Insufficient funds in your Stripe balance');
    await cancel();
    expect(await send()).toBe(0);
    await hear(provider.refundInDashboard(2000));
    await mailSellerNotices(db, { sellerEmail, schedule: 'at-once', lowStockLimit: 0 }, minutesLater(180));
    const told = (await mailsToSeller()).find((mail) => mail.startsWith('1 refund that is not finished yet'));
    expect(told).toContain(id);
    expect(told).toContain('£33.00 through stripe');
    provider.refuse(undefined);
    expect(await send(minutesLater(600))).toBe(1);
    expect(provider.refunded()).toBe(5300);
  });

  test('a decided refund of £20 sends nothing when everything was refunded in the dashboard without the shop’s knowledge: credit notes are £53 of £53', async () => {
    const { provider, decide, send, hear, creditNotes } = await paidOrder();
    await decide({ outcome: 'full', withoutReturn: true });
    const dashboard = provider.refundInDashboard(5300);
    expect(await send()).toBe(0);
    await hear(dashboard);
    expect(provider.refunded()).toBe(5300);
    expect(await creditNotes()).toEqual([53]);
  });

  test('a refund that a restored backup does not know is found at the provider when it is decided again, and not sent twice', async () => {
    const { id, provider, decide, send, creditNotes } = await paidOrder();
    await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
    expect(await send()).toBe(1);
    // As in a backup from before the decision.
    await db.deleteFrom('refund').where('order_id', '=', id).execute();
    expect(await creditNotes()).toEqual([]);
    await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
    expect(await send()).toBe(0);
    expect(provider.refunded()).toBe(1000);
    expect(await creditNotes()).toEqual([10]);
  });

  test('such a refund that is heard of before it is decided again is not sent twice either', async () => {
    const { id, provider, decide, send, hear, creditNotes } = await paidOrder();
    await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
    await send();
    await db.deleteFrom('refund').where('order_id', '=', id).execute();
    await db.deleteFrom('money').where('order_id', '=', id).where('source', '=', 'ours').execute();
    const payment = (await readOrder(db, id))?.payments[0]?.reference ?? '';
    for (const refund of await provider.payments.listRefunds(payment)) await hear(refund);
    await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
    expect(await send()).toBe(0);
    expect(provider.refunded()).toBe(1000);
    expect(await creditNotes()).toEqual([10]);
  });

  test.each([
    ['before', 1000, 0],
    ['before', 400, 6],
    ['after', 1000, 0],
    ['after', 400, 6],
  ])(
    'when the bank returns a refund of £10, a second refund in the dashboard takes its place, also when its event arrives %s the return (%ip in the dashboard, £%i by hand)',
    async (heard, amount, byHand) => {
      const { id, provider, decide, send, hear, cancel } = await paidOrder();
      await decide({ outcome: 'partial', amount: pence(10), withoutReturn: true });
      expect(await send()).toBe(1);
      const events = [provider.bankReturns(), provider.refundInDashboard(amount)];
      for (const event of heard === 'before' ? events.toReversed() : events) await hear(event);
      const told = (await readOrder(db, id))?.money.filter(({ source, state }) => source === 'hand' && state === 'wanted');
      expect(told?.map((row) => row.amount / 100)).toEqual(byHand === 0 ? [] : [byHand]);
      const asked = (await mailsToSeller()).filter((mail) =>
        mail.includes('Please pay £6.00: the rest of what is owed was refunded in the'),
      );
      expect(asked).toHaveLength(heard === 'before' && byHand > 0 ? 1 : 0);
      if (byHand > 0) await settleByHand(db, id, 'bank transfer', openingDay);
      // What is granted later is counted from there.
      await cancel();
      await send(minutesLater(600));
      expect(provider.refunded() + byHand * 100).toBe(5300);
    },
  );

  test.each([
    ['USD', 7000, 'USD 70.00'],
    ['JPY', 9000, 'JPY 9000'],
    ['KWD', 21500, 'KWD 21.500'],
  ])(
    'a payment in %s is refunded, returned by the bank and reported in that currency, never in pounds',
    async (currency, amount, written) => {
      const { id, send, provider, hear } = await paidOrder({ amount, currency });
      provider.refuse('Insufficient funds in your Stripe balance');
      expect(await send()).toBe(0);
      await mailSellerNotices(db, { sellerEmail, schedule: 'at-once', lowStockLimit: 0 }, minutesLater(300));
      provider.refuse(undefined);
      expect(await send(minutesLater(600))).toBe(1);
      await hear(provider.bankReturns());
      await settleByHand(db, id, 'bank transfer', openingDay);
      const mails = await db.selectFrom('mail').select(['subject', 'text']).execute();
      const history = await db.selectFrom('order_event').select('what').where('order_id', '=', id).execute();
      const told = [...mails.map(({ subject, text }) => `${subject}\n${text}`), ...history.map(({ what }) => what)];
      for (const part of [
        `${written} through stripe`,
        `We have refunded ${written} for order`,
        `You paid ${written} back`,
        `refunded ${written} to your original payment method`,
        `${written} is to be paid back by hand.`,
        `${written} paid back by hand: bank transfer.`,
      ])
        expect(told.join('\n').replaceAll(/\s+/g, ' ')).toContain(part);
      expect(told.filter((text) => text.includes(`£${(amount / 100).toFixed(2)}`))).toEqual([]);
    },
  );

  test('a refund in dollars that the seller made in the dashboard and that failed is to be paid back in dollars, as history and mail say', async () => {
    const { id, provider, hear, send } = await paidOrder({ amount: 7000, currency: 'USD' });
    await hear(provider.refundInDashboard(3000));
    await hear(provider.bankReturns());
    const history = await db.selectFrom('order_event').select('what').where('order_id', '=', id).execute();
    for (const told of [...history.map(({ what }) => what), ...(await mailsToSeller())]) expect(told).not.toMatch(/£(?!53\.00)/);
    expect((await mailsToSeller()).join().replaceAll(/\s+/g, ' ')).toContain('USD 30.00 is to be paid back by the shop again.');
    expect(await send()).toBe(1);
    expect(provider.refunded()).toBe(7000);
  });

  test('dollars that the buyer has twice, by a refund and a lost dispute, are not taken off the pounds of the same order', async () => {
    const { id, provider, hear, send, cancel } = await paidOrder({ amount: 7000, currency: 'USD' });
    expect(await send()).toBe(1);
    await hear(provider.dispute('done', 7000));
    const { sessionId } = await openPayment(db, provider.payments, { orderId: id, origins, now: openingDay });
    await recordPayment(db, provider.pay(sessionId, 5300, 'pi_pounds'), openingDay);
    await cancel();
    await send(minutesLater(600));
    expect(provider.refunded('pi_pounds')).toBe(5300);
  });

  test('£20 that the buyer has twice, by a refund and a lost dispute, are taken off what else is to go back once, not of each payment', async () => {
    const { id, provider, hear, send } = await paidOrder();
    await hear(provider.refundInDashboard(5300));
    await hear(provider.dispute('done', 2000));
    for (const attempt of [1, 2]) {
      const opened = { orderId: id, attempt, provider: 'stripe' } as const;
      const again = { ...provider.pay(`cs_again_${attempt}_${id}`, 5300, `pi_again_${attempt}_${id}`), openedFor: opened };
      await recordPayment(db, again, openingDay);
    }
    await send(minutesLater(600));
    const back = [1, 2].map((attempt) => provider.refunded(`pi_again_${attempt}_${id}`));
    expect(back.reduce((total, amount) => total + amount, 0)).toBe(2 * 5300 - 2000);
  });

  test('an inquiry that becomes a dispute under the same id holds the money from then on', async () => {
    const { id, provider, send, hear, cancel } = await paidOrder();
    await hear(provider.dispute('inquiry', 5300));
    await hear(provider.dispute('held', 5300));
    await hear(provider.dispute('inquiry', 5300));
    await cancel();
    expect(await send()).toBe(0);
    await hear(provider.dispute('void', 5300));
    expect(await send()).toBe(1);
    expect(provider.refunded()).toBe(5300);
    expect((await readOrder(db, id))?.row.status).toBe('cancelled');
  });

  test('of a refund of £20 that a dispute holds up, the seller’s refund in the dashboard takes the place: nothing more goes back when the dispute is won', async () => {
    const { provider, decide, send, hear } = await paidOrder();
    await decide({ outcome: 'full', withoutReturn: true });
    await hear(provider.dispute('held', 2000));
    await hear(provider.refundInDashboard(2000));
    await hear(provider.dispute('void', 2000));
    expect(await send(minutesLater(600))).toBe(0);
    expect(provider.refunded()).toBe(2000);
  });

  test('a refund of £20 whose answer is lost, found while a dispute holds money, is not sent again when the dispute is won', async () => {
    const { provider, decide, send, hear, creditNotes } = await paidOrder();
    await decide({ outcome: 'full', withoutReturn: true });
    provider.answer('lost');
    expect(await send()).toBe(0);
    provider.answer('given');
    await hear(provider.dispute('held', 2000));
    expect(await send(minutesLater(600))).toBe(1);
    await hear(provider.dispute('void', 2000));
    expect(await send(minutesLater(6000))).toBe(0);
    expect(provider.refunded()).toBe(2000);
    expect(await creditNotes()).toEqual([20]);
  });

  test('a full refund decided while a dispute holds another product’s £33 is sent whole, and what the dispute takes is beside it', async () => {
    const { provider, decide, send, hear, creditNotes } = await paidOrder();
    await hear(provider.dispute('held', 3300));
    await decide({ outcome: 'full', withoutReturn: true });
    expect(await send()).toBe(1);
    await hear(provider.dispute('done', 3300));
    expect(await send(minutesLater(600))).toBe(0);
    expect(provider.refunded()).toBe(2000);
    expect(await creditNotes()).toEqual([20, 33]);
  });

  test('a second payment is paid back whole and not as a refund request, also while a request of the order waits for its refund', async () => {
    const { id, provider, decide } = await paidOrder();
    provider.refuse('Insufficient funds.');
    await decide({ outcome: 'full', withoutReturn: true });
    const opened = { orderId: id, attempt: 1, provider: 'stripe' } as const;
    const again = {
      eventId: aKey(),
      sessionId: `cs_again_${id}`,
      outcome: 'paid',
      amount: 5300,
      reference: `pi_again_${id}`,
      openedFor: opened,
    } as const;
    await recordPayment(db, again, openingDay);
    const wanted = await db.selectFrom('money').select(['amount', 'request']).where('state', '=', 'wanted').orderBy('amount').execute();
    expect(wanted).toEqual([
      { amount: 2000, request: expect.stringMatching(/^R-/) },
      { amount: 5300, request: null },
    ]);
  });

  test('an unsent order that was refunded in full can be cancelled: its units return to stock, and nothing more goes back', async () => {
    const { id, provider, decide, send, hear, cancel } = await paidOrder();
    await decide({ outcome: 'full', withoutReturn: true });
    await send();
    await hear(provider.refundInDashboard(3300));
    expect((await cancel()).row.status).toBe('cancelled');
    expect(await send(minutesLater(600))).toBe(0);
    expect(provider.refunded()).toBe(5300);
    const sold = await db.selectFrom('product').select(['id', 'sale_count']).where('id', 'in', ['a', 'b']).orderBy('id').execute();
    expect(sold.map(({ sale_count }) => sale_count)).toEqual([0, 0]);
    expect((await findOrder(db, id)).cancellation?.refund).toBe('done');
  });
});
