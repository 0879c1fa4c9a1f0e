import { beforeEach, describe, expect, test } from 'vitest';
import { newVoucher } from '#contract/desk/vouchers.ts';
import { type Pence, pence } from '#contract/money.ts';
import type { OrderStep } from '#contract/order.ts';
import { countAll } from '#server/db/order-record.ts';
import { sendMailAgain } from '#server/domain/desk/order-mails.ts';
import { printParcels, showOrder } from '#server/domain/desk/order-view.ts';
import { listRefunds, showRefund } from '#server/domain/desk/refund-list.ts';
import { declareCancellation, recordPosted } from '#server/domain/money/declare-cancellation.ts';
import { decideRefundRequest, receiveReturn, requestRefund, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { listPromised } from '#server/domain/orders/promised-pieces.ts';
import { sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { listParcels, recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aDelivery, aKey, anOrderFor, sell, type Wanted } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';

const db = await freshDatabase('empty');
const day = 86_400_000;
const daysLater = (days: number) => new Date(openingDay.getTime() + days * day);

/** Paid on the opening day; a delivered one came on that day, too. */
const anOrder = async (
  status: OrderStep = 'Delivered',
  items: readonly Wanted[] = [{ productId: 'mug', quantity: 2 }, { productId: 'spoon' }],
  voucher?: string,
): Promise<string> => {
  const payload = { ...anOrderFor(...items), voucher };
  const order = { ...aCaller, payload, key: aKey(), buyer: undefined, shopOrigin: 'https://shop.example' };
  const { _id } = await placeOrder(db, { ...order, now: openingDay });
  await payOrder(db, _id, { openedAt: openingDay });
  const ended_at = status === 'Delivered' ? openingDay.toISOString() : null;
  await db.updateTable('order').set({ status, ended_at }).where('id', '=', _id).execute();
  return _id;
};
/** What the buyer sees that can still be cancelled, by the number of a line. */
const seenOf = async (orderId: string): Promise<Readonly<Record<number, number>>> => {
  const order = await findOrder(db, orderId).catch(() => undefined);
  return Object.fromEntries(order?.cancellable?.items.map(({ itemId, quantity }) => [Number(itemId.split('/')[1]), quantity]) ?? []);
};
const declare = async (
  orderId: string,
  units: Readonly<Record<number, number>> = { 1: 1 },
  now = openingDay,
  seen?: Readonly<Record<number, number>>,
) => {
  const left = seen ?? (await seenOf(orderId));
  const items = Object.entries(units).map(([number, quantity]) => ({
    ...{ itemId: `${orderId}/${number}`, quantity },
    left: left[Number(number)] ?? 1,
  }));
  return declareCancellation(db, { orderId, items }, now);
};
const declared = async (orderId: string, units?: Readonly<Record<number, number>>, now?: Date): Promise<string> =>
  (await declare(orderId, units, now)).references[0] ?? '';
const imageStore = { add: async () => [], remove: async () => {} };
const ask = (orderId: string, ProductId = 'mug') =>
  requestRefund(db, { orderId, ProductId, reason: 'It came with a crack.' }, [], { imageStore, now: openingDay });
const cancellationMails = async () =>
  (await db.selectFrom('mail').select(['subject', 'text', 'priority']).execute()).filter(({ subject }) =>
    subject.startsWith('You have cancelled'),
  );

beforeEach(async () => {
  for (const table of ['refund_image', 'refund', 'order', 'mail', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two. The spoon is 4.50.
  await sell(
    db,
    { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 99 },
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 99 },
  );
});

describe('a cancellation that a buyer declares', () => {
  test('the buyer is mailed at once what was cancelled and when, and the seller and the order’s history know it', async () => {
    const id = await anOrder();
    const declaredOn = daysLater(3);
    const { references, declaredAt } = await declare(id, { 1: 1, 2: 1 }, declaredOn);
    expect(references).toHaveLength(2);
    expect(declaredAt).toBe(declaredOn.toISOString());
    const [mail, ...others] = await cancellationMails();
    expect(others).toEqual([]);
    const written = declaredOn.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' });
    expect(mail?.text).toContain(`You told us on ${written} (UK time) that you cancel this`);
    expect(mail?.text).toContain('1 × Mug; 1 × Spoon');
    for (const reference of references) expect(mail?.text).toContain(reference);
    expect(mail?.text).toContain('send the goods back within 14 days');
    expect((await listOrderEvents(db, id)).at(-1)).toMatchObject({
      actor: 'buyer',
      what: expect.stringMatching(/^Cancelled by declaration R-.*: 1 × Spoon\.$/),
    });
    expect(await db.selectFrom('seller_notice').select('subject').where('kind', '=', 'refundRequest').execute()).toHaveLength(2);
    expect((await findOrder(db, id)).refundRequests).toMatchObject([
      { reason: '', cancelled: [{ quantity: 1 }] },
      { cancelled: [{ quantity: 1 }] },
    ]);
  });

  test('a cancellation can be neither declined nor exchanged, and refunds what was paid for its units with their delivery', async () => {
    const reference = await declared(await anOrder());
    await receiveReturn(db, reference, { isRestocked: true, pieces: 1, now: openingDay });
    await expect(decideRefundRequest(db, reference, { outcome: 'declined', reason: 'No.' }, openingDay)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(decideRefundRequest(db, reference, { outcome: 'exchange' }, openingDay)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await showRefundRequest(db, reference)).toMatchObject({ outcome: 'open', paid: 12.6, left: 12.6, cancelled: '1 × Mug' });
    expect(await decideRefundRequest(db, reference, { outcome: 'full' }, openingDay)).toMatchObject({ outcome: 'full', amount: 12.6 });
  });

  test('cancelling all units one after the other refunds exactly what was paid, delivery included', async () => {
    const id = await anOrder();
    const amounts = [];
    for (const units of [{ 1: 1 }, { 1: 1 }, { 2: 1 }]) {
      const reference = await declared(id, units);
      const { amount } = await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, openingDay);
      amounts.push(amount);
    }
    expect(amounts).toEqual([12.6, 12.6, 4.5]);
    const { overallTotal, cancellable } = await findOrder(db, id);
    expect(overallTotal).toBe(29.7);
    expect(cancellable).toBeUndefined();
    await expect(declare(id)).rejects.toThrow('You have cancelled Mug already.');
  });

  test('units whose discount does not divide evenly are refunded together what was paid, to the penny', async () => {
    await createVoucher(db, newVoucher.parse({ code: 'PENNY', kind: 'amount', value: 0.01 }), { now: openingDay });
    const id = await anOrder('Delivered', [{ productId: 'mug', quantity: 2 }], 'PENNY');
    const amounts = [];
    for (const reference of [await declared(id), await declared(id)])
      amounts.push((await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, openingDay)).amount);
    expect(amounts).toEqual([12.6, 12.59]);
  });

  test('a partial refund of a cancellation is possible only once the goods are back', async () => {
    const reference = await declared(await anOrder());
    const less = { outcome: 'partial', amount: 500 as Pence, withoutReturn: true } as const;
    await expect(decideRefundRequest(db, reference, less, openingDay)).rejects.toMatchObject({ code: 'cancelled' });
    await receiveReturn(db, reference, { isRestocked: false, now: openingDay });
    expect(await decideRefundRequest(db, reference, { ...less, withoutReturn: false }, openingDay)).toMatchObject({ amount: 5 });
  });

  test('the refund of a cancellation is due 14 days after the goods or the proof of posting, whichever came first, and not before', async () => {
    const id = await anOrder();
    const first = await declared(id);
    expect(await showRefundRequest(db, first)).toMatchObject({ dueOn: null, postedAt: null });
    await expect(decideRefundRequest(db, first, { outcome: 'full' }, openingDay)).rejects.toMatchObject({ code: 'goodsNotReceived' });
    const due = (days: number) => daysLater(days).toISOString().slice(0, 10);
    expect(await recordPosted(db, first, { now: daysLater(3) })).toMatchObject({ dueOn: due(17) });
    await expect(recordPosted(db, first, { now: daysLater(4) })).rejects.toThrow(/have come already/);
    expect(await receiveReturn(db, first, { isRestocked: false, now: daysLater(5) })).toMatchObject({ dueOn: due(17) });
    const second = await declared(id, { 2: 1 });
    expect(await receiveReturn(db, second, { isRestocked: false, now: daysLater(5) })).toMatchObject({ dueOn: due(19) });
    await expect(recordPosted(db, second, { now: daysLater(6) })).rejects.toThrow(/have come already/);
    expect(await decideRefundRequest(db, first, { outcome: 'full' }, daysLater(6))).toMatchObject({ outcome: 'full' });
    await expect(recordPosted(db, first, { now: daysLater(7) })).rejects.toThrow(/was refunded on/);
  });

  test('a cancellation can be refunded with proof of posting alone, before the goods are back', async () => {
    const reference = await declared(await anOrder());
    await recordPosted(db, reference, { now: daysLater(1) });
    expect(await decideRefundRequest(db, reference, { outcome: 'full' }, daysLater(1))).toMatchObject({ amount: 12.6, receivedAt: null });
  });

  test.each(['confirmed', 'processing'] as const)(
    'an order that is %s can be cancelled, and the refund is due 14 days after the declaration',
    async (status) => {
      const id = await anOrder(status);
      const reference = await declared(id, { 1: 1 }, daysLater(2));
      const dueOn = daysLater(16).toISOString().slice(0, 10);
      expect(await showRefundRequest(db, reference)).toMatchObject({ dueOn, isUnsent: true });
      const [mail] = await cancellationMails();
      expect(mail?.text).toContain('We have not sent the goods yet, and won’t.');
      expect(mail?.text).not.toContain('send the goods back within');
      const isUnsent = /were not sent, so nothing comes back/;
      await expect(recordPosted(db, reference, { now: openingDay })).rejects.toThrow(isUnsent);
      await expect(receiveReturn(db, reference, { isRestocked: false, now: openingDay })).rejects.toThrow(isUnsent);
      expect((await listParcels(db, openingDay))[0]).toMatchObject({ pieces: 3, cancelled: '1 × Mug' });
    },
  );

  test('cancelling is possible to the end of the fourteenth day after delivery, and not after it', async () => {
    const id = await anOrder();
    expect((await findOrder(db, id)).cancellable?.until).toBe(daysLater(14).toISOString().slice(0, 10));
    await expect(declare(id, { 1: 1 }, daysLater(15))).rejects.toThrow(
      /^The time to cancel without a reason ended on .*ask for a refund\.$/,
    );
    await declare(id, { 1: 1 }, daysLater(14));
    expect(await cancellationMails()).toHaveLength(1);
  });

  test('goods made with the buyer’s own words cannot be cancelled, also when the product is no longer so; a refund can be asked for', async () => {
    await db.updateTable('product').set({ is_personalised: 1 }).where('id', '=', 'mug').execute();
    const id = await anOrder();
    await db.updateTable('product').set({ is_personalised: 0 }).where('id', '=', 'mug').execute();
    await expect(declare(id, { 1: 1, 2: 1 })).rejects.toThrow(/^Mug is made with your own words, so it cannot be cancelled/);
    expect(await db.selectFrom('refund').selectAll().execute()).toEqual([]);
    expect(await findOrder(db, id)).toMatchObject({
      items: [{ personalised: true }, {}],
      cancellable: { items: [{ itemId: `${id}/2`, quantity: 1 }] },
    });
    await ask(id);
  });

  test('more than was ordered, what is not in the order, a line twice, and an unpaid or unknown order are refused', async () => {
    const id = await anOrder();
    await expect(declare(id, { 1: 3 })).rejects.toThrow('Only 2 of Mug can still be cancelled.');
    await expect(declare(id, { 3: 1 })).rejects.toThrow(/^Choose what you cancel/);
    const twice = Array.from({ length: 2 }, () => ({ itemId: `${id}/1`, quantity: 1, left: 2 }));
    await expect(declareCancellation(db, { orderId: id, items: twice }, openingDay)).rejects.toThrow(/each once/);
    await db.updateTable('order').set({ status: 'pending' }).where('id', '=', id).execute();
    const refusals = await Promise.all([id, 'ABCD-EFGH-JKMN-PQRS'].map((each) => declare(each).catch((error: unknown) => String(error))));
    expect(refusals[0]).toMatch(/cannot find a paid order/);
    expect(refusals[1]).toBe(refusals[0]);
    expect(await cancellationMails()).toEqual([]);
  });

  test('of two presses at once that cancel the same unit, one counts', async () => {
    const id = await anOrder('Delivered', [{ productId: 'spoon' }]);
    const outcomes = await Promise.allSettled([declare(id), declare(id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db.selectFrom('refund').select('reference').execute()).toHaveLength(1);
    expect(await cancellationMails()).toHaveLength(1);
  });

  test('an open refund request does not keep the buyer from cancelling', async () => {
    const id = await anOrder();
    await ask(id);
    await declare(id);
    expect(await cancellationMails()).toHaveLength(1);
  });

  test('the order of a reseller cannot be cancelled without a reason', async () => {
    const id = await anOrder();
    const names = { first_name: 'Rita', last_name: 'Moss', phone: '', addresses: '[]' };
    const account = { id: 'reseller', email: 'r@example.com', email_key: 'r@example.com', role: 'reseller' as const, ...names };
    const at = openingDay.toISOString();
    const rest = { wants_to_resell: 0, marketing: 0, password_hash: '', accepted_terms_at: at, created_at: at };
    await db
      .insertInto('account')
      .values({ ...account, ...rest })
      .execute();
    await db.updateTable('order').set({ user_id: account.id }).where('id', '=', id).execute();
    expect(await findOrder(db, id)).not.toHaveProperty('cancellable');
    await expect(declare(id)).rejects.toThrow(/for people who buy for themselves/);
  });
});

describe('a cancellation beside a refund request for the same product', () => {
  const exchange = (reference: string, pieces?: number) =>
    decideRefundRequest(db, reference, { outcome: 'exchange', ...(pieces !== undefined && { pieces }) }, openingDay);

  test('an exchange takes no more units than the buyer has not cancelled', async () => {
    const id = await anOrder();
    const reference = await ask(id);
    await declare(id);
    await expect(exchange(reference)).rejects.toThrow(/has cancelled some pieces of this product: only 1 piece can be exchanged\.$/);
    await expect(exchange(reference, 2)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await exchange(reference, 1)).toMatchObject({ exchanged: 1 });
    const other = await anOrder();
    const late = await ask(other);
    await declare(other, { 1: 2 });
    await expect(exchange(late, 1)).rejects.toThrow(/has cancelled all pieces of this product/);
  });

  test('units whose replacement is decided cannot be cancelled until the replacement was sent', async () => {
    const id = await anOrder();
    const reference = await ask(id);
    await exchange(reference);
    await expect(declare(id)).rejects.toThrow(
      /^A replacement is about to be sent, so this cannot be cancelled here: 1 × Mug\. Please write to us\.$/,
    );
    await declare(id, { 2: 1 });
    await recordReplacementSent(db, reference, { method: 'Evri', now: openingDay });
    expect((await declare(id)).references).toHaveLength(1);
  });

  test('a refund request decided in full leaves the amount for units that the buyer has cancelled', async () => {
    const id = await anOrder();
    const request = await ask(id);
    const cancellation = await declared(id);
    expect(await showRefundRequest(db, request)).toMatchObject({ left: 12.6 });
    const full = { outcome: 'full', withoutReturn: true } as const;
    expect(await decideRefundRequest(db, request, full, openingDay)).toMatchObject({ amount: 12.6 });
    expect(await decideRefundRequest(db, cancellation, full, openingDay)).toMatchObject({ amount: 12.6 });
  });

  test('a refund request is refused with the reason when all that can still be refunded belongs to a cancellation', async () => {
    const id = await anOrder();
    const request = await ask(id);
    const cancellation = await declared(id, { 1: 2 });
    const refused = decideRefundRequest(db, request, { outcome: 'full', withoutReturn: true }, openingDay);
    await expect(refused).rejects.toThrow(`What is left of the money for this product is for the cancellation ${cancellation}`);
    expect(await showRefundRequest(db, request)).toMatchObject({ left: 0 });
  });
});

describe('goods of a cancellation that came back', () => {
  const receive = (reference: string, pieces?: number) => receiveReturn(db, reference, { isRestocked: true, pieces, now: openingDay });
  const soldOf = async () =>
    (await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow()).sale_count;
  const sizes = async () =>
    Object.fromEntries(
      (await db.selectFrom('product_size').select(['name', 'sale_count']).where('product_id', '=', 'tee').execute()).map((size) => [
        size.name,
        size.sale_count,
      ]),
    );
  const aTeeOrder = async () => {
    await sell(db, {
      ...{ id: 'tee', name: 'Tee', basePrice: 20, deliveryCost: 2.5, stock: 27 },
      colors: [{ color: 'Red', sizes: ['S', 'M', 'L'].map((name) => ({ name, stock: 9 })) }],
    });
    return anOrder(
      'Delivered',
      ['S', 'M', 'L'].map((size) => ({ productId: 'tee', color: 'Red', size })),
    );
  };

  test('only the cancelled units go back to stock, and all of them by default', async () => {
    const id = await anOrder();
    const sold = await soldOf();
    const reference = await declared(id);
    await expect(receive(reference, 2)).rejects.toThrow('The cancellation is of 1 piece.');
    expect(await receive(reference)).toMatchObject({ restocked: 1 });
    expect(await soldOf()).toBe(sold - 1);
  });

  test('a refund request for the same product restocks no cancelled unit', async () => {
    const id = await anOrder();
    const request = await ask(id);
    const reference = await declared(id);
    await expect(receive(request, 2)).rejects.toThrow('Only 1 piece can go back to stock.');
    expect(await receive(request, 1)).toMatchObject({ restocked: 1 });
    expect(await receive(reference, 1)).toMatchObject({ restocked: 1 });
  });

  test('of a product in several options a cancellation restocks the cancelled ones, and the refund request the remaining one', async () => {
    const id = await aTeeOrder();
    const request = await ask(id, 'tee');
    const reference = await declared(id, { 1: 1, 3: 1 });
    await expect(receive(reference, 1)).rejects.toThrow(/^The cancellation is of several options/);
    expect(await receive(reference, 2)).toMatchObject({ restocked: 2 });
    expect(await sizes()).toEqual({ S: 0, M: 1, L: 0 });
    expect(await receive(request)).toMatchObject({ restocked: 1 });
    expect(await sizes()).toEqual({ S: 0, M: 0, L: 0 });
  });
});

describe('a cancellation of an order that is not sent', () => {
  const refund = (reference: string) => decideRefundRequest(db, reference, { outcome: 'full' }, openingDay);
  const send = (id: string, withCancelled = false) =>
    changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Evri', withCancelled, delivery: aDelivery, now: openingDay });
  const sold = async () =>
    Object.fromEntries((await db.selectFrom('product').select(['id', 'sale_count']).execute()).map((row) => [row.id, row.sale_count]));
  const statusOf = async (id: string) => (await findOrder(db, id)).status;

  test('an order is not sent before its cancellation is answered; then the cancelled units go back to stock, and the rest is sent', async () => {
    const id = await anOrder('processing');
    const before = await sold();
    const reference = await declared(id);
    await expect(send(id)).rejects.toMatchObject({
      code: 'cancelledUnits',
      message: expect.stringContaining('cancelled 1 × Mug of this order: do not send it'),
    });
    expect(await refund(reference)).toMatchObject({ outcome: 'full', amount: 12.6, restocked: 1 });
    expect(await sold()).toEqual({ ...before, mug: (before.mug ?? 0) - 1 });
    expect(countAll(await listPromised(db, ['mug', 'spoon']))).toBe(2);
    expect((await listParcels(db, openingDay))[0]).toMatchObject({ pieces: 2, cancelled: '' });
    await db.deleteFrom('mail').execute();
    await send(id);
    const [mail] = await db.selectFrom('mail').select('text').execute();
    expect(mail?.text).toContain('1 × Mug');
    expect((await findOrder(db, id)).cancellable?.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  test('several cancellations of one order are listed together, in the order of its lines', async () => {
    const id = await anOrder('processing');
    for (const line of [2, 1, 1]) await declare(id, { [line]: 1 });
    expect((await listParcels(db, openingDay))[0]).toMatchObject({ cancelled: '2 × Mug; 1 × Spoon' });
  });

  test('units that were cancelled or restocked before dispatch are in no later mail, on no packing slip, and no review of them is asked for', async () => {
    const id = await anOrder('processing', [{ productId: 'mug', quantity: 3 }, { productId: 'spoon' }]);
    await refund(await declared(id));
    const reference = await ask(id, 'spoon');
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(1), withoutReturn: true }, openingDay);
    await receiveReturn(db, reference, { isRestocked: true, now: openingDay });
    const goods = async () => {
      const [parcel] = (await printParcels(db, [id], openingDay)).items;
      const shown = await showOrder(db, id, { read: readOrder, now: openingDay });
      const ofDesk = shown.lines.map(({ name, quantity }, index) => [name, quantity, shown.order.items[index]?.product.name]);
      return { printed: parcel?.lines.map(({ name, quantity }) => [name, quantity]), ofDesk, sum: shown.order.overallTotal };
    };
    const left = { printed: [['Mug', 2]], ofDesk: [['Mug', 2, 'Mug']], sum: 42.3 };
    expect(await goods()).toEqual(left);
    expect((await listParcels(db, openingDay))[0]).toMatchObject({ pieces: 2 });
    await db.deleteFrom('mail').execute();
    await send(id);
    await changeStatus(db, testPayments, id, { to: 'Delivered', delivery: aDelivery, now: openingDay });
    await sendMailAgain(db, id, 'dispatch', { now: openingDay });
    expect(await goods()).toEqual(left);
    await sendReviewInvites(db, () => 'https://shop.example/stop', daysLater(30));
    const mails = await db.selectFrom('mail').select(['subject', 'text']).execute();
    expect(mails.map(({ subject }) => subject)).toHaveLength(4);
    for (const { text } of mails) {
      expect(text).not.toContain('Spoon');
      expect(text).not.toContain('3 × Mug');
      expect(text).toMatch(/2 × Mug|Review Mug/);
    }
    // A unit that comes back after it was sent was in the parcel all the same.
    await receiveReturn(db, await ask(id), { isRestocked: true, pieces: 1, now: openingDay });
    expect(await goods()).toEqual(left);
  });

  test('when nothing is left to be sent, the order is cancelled, all goods are back, and all money is owed', async () => {
    const before = await sold();
    const id = await anOrder('processing');
    const { references } = await declare(id, { 1: 2, 2: 1 });
    for (const reference of references) await refund(reference);
    expect(await findOrder(db, id)).toMatchObject({ status: 'cancelled', cancellation: { by: 'buyer' } });
    expect(await sold()).toEqual(before);
    const owed = await db.selectFrom('money').select('amount').where('order_id', '=', id).where('source', '=', 'ours').execute();
    expect(owed.reduce((total, { amount }) => total + amount, 0)).toBe(2970);
  });

  test('when the seller cancels the whole order, the buyer’s cancellations of it are decided in full', async () => {
    const before = await sold();
    const id = await anOrder('processing');
    const reference = await declared(id);
    await cancelOrder(db, testPayments, id, { now: openingDay });
    expect(await showRefundRequest(db, reference)).toMatchObject({ outcome: 'full', amount: null, isUnsent: false });
    expect(await sold()).toEqual(before);
  });

  test('of two options of a product only the cancelled one is no longer promised from the shelf, and cancelling the order then restocks the other alone', async () => {
    await sell(db, {
      ...{ id: 'tee', name: 'Tee', basePrice: 20, stock: 18 },
      colors: [{ color: 'Red', sizes: ['S', 'M'].map((name) => ({ name, stock: 9 })) }],
    });
    const id = await anOrder(
      'processing',
      ['S', 'M'].map((size) => ({ productId: 'tee', color: 'Red', size, quantity: 2 })),
    );
    await refund(await declared(id, { 1: 2 }));
    expect((await listPromised(db, ['tee'])).map(({ size, quantity }) => [size, quantity])).toEqual([['M', 2]]);
    await cancelOrder(db, testPayments, id, { now: openingDay });
    const sizes = await db.selectFrom('product_size').select('sale_count').where('product_id', '=', 'tee').execute();
    expect([...sizes.map(({ sale_count }) => sale_count), (await sold()).tee]).toEqual([0, 0, 0]);
  });

  test('a parcel that had gone already is recorded with what was cancelled: the goods must come back before the money goes', async () => {
    const id = await anOrder('processing');
    const reference = await declared(id);
    await db.deleteFrom('mail').execute();
    await send(id, true);
    expect(await showRefundRequest(db, reference)).toMatchObject({ dueOn: null, isUnsent: false });
    const [mail] = await db.selectFrom('mail').select('text').execute();
    expect(mail?.text).toContain('had gone before we could take out what you have cancelled: 1 × Mug');
    await expect(refund(reference)).rejects.toMatchObject({ code: 'goodsNotReceived' });
    await receiveReturn(db, reference, { isRestocked: true, now: openingDay });
    expect(await refund(reference)).toMatchObject({ amount: 12.6 });
  });

  test('of a concurrent cancellation and dispatch, either the parcel is held or the goods must come back', async () => {
    const id = await anOrder('processing');
    const [declaring, sending] = await Promise.allSettled([declared(id), send(id)]);
    expect(declaring.status).toBe('fulfilled');
    const isHeld = sending.status === 'rejected';
    expect(await statusOf(id)).toBe(isHeld ? 'processing' : 'Dispatch');
    const [request] = await db.selectFrom('refund').select('due_on').execute();
    expect(request?.due_on === null).toBe(!isHeld);
  });
});

describe('a cancellation whose buyer keeps the goods', () => {
  const withdraw = (reference: string, reason = 'You wrote to us that you keep it.') =>
    decideRefundRequest(db, reference, { outcome: 'withdrawn', reason }, openingDay);

  test.each(['processing', 'Delivered'] as const)(
    'a cancellation of an order at %s is closed, the buyer reads why, and the units can be cancelled again',
    async (status) => {
      const id = await anOrder(status);
      const reference = await declared(id, { 1: 2 });
      expect(await withdraw(reference)).toMatchObject({ outcome: 'withdrawn', amount: null });
      const mail = await db.selectFrom('mail').select('text').where('subject', 'like', '%is closed').executeTakeFirst();
      expect(mail?.text).toContain('The reason: You wrote to us that you keep it.');
      expect((await listOrderEvents(db, id)).at(-1)?.what).toBe(
        `Cancellation ${reference}: withdrawn, the buyer keeps the goods. You wrote to us that you keep it.`,
      );
      expect(await findOrder(db, id)).not.toHaveProperty('refundRequests');
      await declare(id, { 1: 2 });
      await expect(withdraw(reference)).rejects.toThrow(/was decided on/);
    },
  );

  test('a cancellation is not closed without a reason or after goods or proof of posting have come, and a refund request never is', async () => {
    const id = await anOrder();
    await expect(withdraw(await ask(id))).rejects.toThrow(/is a refund request, and no cancellation/);
    const [posted, received] = [await declared(id), await declared(id, { 2: 1 })];
    await expect(withdraw(posted, ' ')).rejects.toMatchObject({ kind: 'invalid' });
    await recordPosted(db, posted, { now: openingDay });
    await receiveReturn(db, received, { isRestocked: false, now: openingDay });
    for (const reference of [posted, received]) await expect(withdraw(reference)).rejects.toThrow(/does not keep them: refund it/);
  });
});

test('a second press after a lost answer cancels no further unit', async () => {
  const id = await anOrder();
  const seen = { 1: 2 };
  await declare(id, { 1: 1 }, openingDay, seen);
  await expect(declare(id, { 1: 1 }, openingDay, seen)).rejects.toThrow(/^What can be cancelled of Mug has changed meanwhile/);
  expect(await db.selectFrom('refund').select('reference').execute()).toHaveLength(1);
  await declare(id, { 1: 1 }, openingDay, { 1: 1 });
  expect(await cancellationMails()).toHaveLength(2);
});

test('the desk shows of a cancellation what was paid for its units, and their delivery', async () => {
  const reference = await declared(await anOrder());
  expect(await showRefund(db, reference, openingDay)).toMatchObject({ quantity: 1, paid: 12.6, delivery: 2.5, left: 12.6 });
});

test('the desk lists what is due by a day first, by that day, then what waits, the oldest first; page by page the same', async () => {
  const late = await declared(await anOrder());
  const soon = await declared(await anOrder());
  const waiting = await declared(await anOrder(), { 1: 1 }, daysLater(1));
  await recordPosted(db, late, { now: daysLater(5) });
  await recordPosted(db, soon, { now: daysLater(2) });
  const { items } = await listRefunds(db, 'open', undefined);
  expect(items.map(({ reference }) => reference)).toEqual([soon, late, waiting]);
  expect(items[0]).toMatchObject({ cancelled: '1 × Mug', dueOn: daysLater(16).toISOString().slice(0, 10) });
});
