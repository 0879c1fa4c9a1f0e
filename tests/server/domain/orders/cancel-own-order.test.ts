import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderStep } from '#contract/order.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { cancelOwnOrder, mailCancellationLink } from '#server/domain/orders/cancel-own-order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { createVoucher } from '#server/domain/vouchers/vouchers.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, addAccounts, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const stripe = await startFakeStripe();
const later = minutesLater(10);
const ada = { id: 'ada', email: String(aBuyer.email), hasProvedMailbox: true };
const mallory = { id: 'mallory', email: 'mallory@example.com', hasProvedMailbox: true };

const place = async (userId?: string, voucher?: string): Promise<string> => {
  const payload = { ...anOrderFor({ productId: 'mug', quantity: 2 }), ...(voucher !== undefined && { voucher }) };
  const buyer = userId === undefined ? undefined : ({ id: userId, role: 'customer' } as const);
  return (await placeOrder(db, anOrderRequest(payload, { buyer })))._id;
};
const paid = async (userId?: string, voucher?: string): Promise<string> => {
  const id = await place(userId, voucher);
  await payOrder(db, id, { provider: stripe.payments, paidAt: minutesLater(1) });
  await db.deleteFrom('mail').execute();
  return id;
};
const cancel = (orderId: string, account = ada, now = later) => cancelOwnOrder(db, { orderId, by: { account }, now });
const cancelByLink = (orderId: string, token: string, now = later) => cancelOwnOrder(db, { orderId, by: { token }, now });
const mailedToken = async (orderId: string, now = later): Promise<string> => {
  await mailCancellationLink(db, orderId, now);
  const { text } = await db.selectFrom('mail').select('text').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  return /cancel=([\w-]{43})/.exec(text)?.[1] ?? '';
};
const sendRefunds = (now = later) => sendDueRefunds(db, stripe.payments, { clock: () => now, sellerEmail: 'seller@shop.example' });
const listRefunds = (id: string) => db.selectFrom('money').selectAll().where('order_id', '=', id).where('source', '=', 'ours').execute();
const sold = async () => (await db.selectFrom('product').select('sale_count').where('id', '=', 'mug').executeTakeFirstOrThrow()).sale_count;
const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at').orderBy('id').execute();

beforeEach(async () => {
  stripe.mend();
  stripe.refunds.clear();
  for (const table of ['refund', 'order', 'order_request', 'mail', 'seller_notice', 'limit_hit', 'account'] as const)
    await db.deleteFrom(table).execute();
  await addAccounts(db, ada.id);
  // 10.10 and 2.50 for delivery of each: 25.20 for two.
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 9 });
});

describe('a signed-in buyer cancels an order', () => {
  test('the order is cancelled by its owner, its stock returns, what was paid goes back whole and once, and both are told', async () => {
    const id = await paid('ada');
    expect(await sold()).toBe(2);
    expect(await cancel(id.toLowerCase())).toMatchObject({ status: 'cancelled', cancellation: { by: 'buyer', refund: 'due' } });
    expect(await sold()).toBe(0);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: `You have cancelled your order ${id}` });
    for (const part of ['We’ll refund £25.20', 'It can take up to 10 working days']) expect(mail?.text).toContain(part);

    expect(await sendRefunds()).toBe(1);
    expect(await sendRefunds(minutesLater(600))).toBe(0);
    expect([...stripe.refunds.values()]).toHaveLength(1);
    expect((await findOrder(db, id)).cancellation).toMatchObject({ by: 'buyer', refund: 'done' });
    expect((await listOrderEvents(db, id)).at(-2)).toMatchObject({
      at: later.toISOString(),
      actor: 'buyer',
      what: 'Cancelled, its goods given back, and what was paid is to be refunded.',
    });

    await mailSellerNotices(db, { sellerEmail: 'seller@example.com', schedule: 'at-once', lowStockLimit: 0 }, later);
    expect((await mails()).map(({ subject }) => subject)).toContain(`1 order cancelled by its buyer: ${id}`);
  });

  test('a guest’s paid order of the account’s proved address is cancelled by the account', async () => {
    const id = await paid();
    await expect(cancel(id, { ...ada, hasProvedMailbox: false })).rejects.toMatchObject({ kind: 'notFound' });
    expect((await cancel(id)).status).toBe('cancelled');
  });

  test('another account is told the same as for an unknown order, and changes nothing', async () => {
    const id = await paid('ada');
    const message = await cancel('nothing').catch((error: Error) => error.message);
    await expect(cancel(id, mallory)).rejects.toMatchObject({ kind: 'notFound', message });
    expect((await findOrder(db, id)).status).toBe('confirmed');
    expect(await mails()).toEqual([]);
  });

  test('ten concurrent cancellations of an order cancel it once', async () => {
    const id = await paid('ada');
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => cancel(id)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listRefunds(id)).toHaveLength(1);
    expect(await sold()).toBe(0);
    expect(await mails()).toHaveLength(1);
  });

  test.each(['processing', 'Dispatch'] as const)(
    'of a concurrent cancellation by the buyer and the seller’s step to %s, one wins',
    async (to) => {
      for (let round = 0; round < 5; round += 1) {
        const id = await paid('ada');
        const method = to === 'Dispatch' ? 'Royal Mail' : undefined;
        const calls = [cancel(id), changeStatus(db, testPayments, id, { to, method, delivery: aDelivery, now: later })];
        const ended = await Promise.allSettled(round % 2 === 0 ? calls : calls.toReversed());
        expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const { status } = await findOrder(db, id);
        expect(['cancelled', to]).toContain(status);
        expect(await listRefunds(id)).toHaveLength(status === 'cancelled' ? 1 : 0);
        expect(await sold()).toBe(status === 'cancelled' ? 0 : 2);
        await db.deleteFrom('order').execute();
        await db.updateTable('product').set({ sale_count: 0 }).execute();
      }
    },
  );

  test('of concurrent cancellations by buyer and seller, one wins and the money goes back once', async () => {
    const id = await paid('ada');
    const ended = await Promise.allSettled([cancel(id), cancelOrder(db, stripe.payments, id, { now: later })]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listRefunds(id)).toHaveLength(1);
    expect(await sold()).toBe(0);
  });

  test('a cancelled order gives its voucher’s use back, and pays back what was paid', async () => {
    await createVoucher(db, { code: 'ONCE10', kind: 'percent', value: 10, uses: 1 }, { now: openingDay });
    const id = await paid('ada', 'ONCE10');
    await expect(place('ada', 'ONCE10')).rejects.toMatchObject({ code: 'voucher' });
    await cancel(id);
    expect((await mails())[0]?.text).toContain('We’ll refund £23.18');
    await expect(place('ada', 'ONCE10')).resolves.toEqual(expect.any(String));
  });

  test('of an order that was refunded in full, cancelled by its buyer, nothing goes back twice', async () => {
    const id = await paid('ada');
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason: 'It came with a crack in it.' }, [], {
      imageStore,
      now: later,
    });
    await expect(cancel(id)).rejects.toMatchObject({ message: expect.stringContaining(`your refund request ${reference}`) });
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later);
    expect(await sendRefunds()).toBe(1);
    await cancel(id);
    expect((await findOrder(db, id)).cancellation).toMatchObject({ refund: 'done', by: 'buyer' });
    expect(await sendRefunds(minutesLater(600))).toBe(0);
  });

  test.each<[OrderStep | 'pending' | 'expired' | 'cancelled', string]>([
    ['pending', 'This order is not paid'],
    ['expired', 'was not paid in time'],
    ['cancelled', 'is cancelled already'],
    ['processing', 'too late to cancel all of it at once'],
    ['Dispatch', 'has been sent'],
    ['Delivered', 'has been sent'],
  ])('an order at %s is not cancelled, and its buyer reads why', async (status, sentence) => {
    const id = await paid('ada');
    await db.updateTable('order').set({ status }).where('id', '=', id).execute();
    await expect(cancel(id)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining(sentence) });
    await expect(mailCancellationLink(db, id, later)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await sold()).toBe(2);
    expect(await mails()).toEqual([]);
  });
});

describe('a guest cancels an order by a mailed link', () => {
  test('the link goes to the address of the order only, and works once', async () => {
    const id = await paid();
    const token = await mailedToken(id);
    expect((await mails())[0]).toMatchObject({ recipient: aBuyer.email, subject: `Cancel your order ${id}?` });
    expect((await findOrder(db, id)).status).toBe('confirmed');
    expect((await cancelByLink(id, token)).cancellation).toMatchObject({ by: 'buyer' });
    await expect(cancelByLink(id, token)).rejects.toMatchObject({ kind: 'invalid', code: 'invalid' });
  });

  test('a link of another order, a wrong one, an expired one and an unknown order get the same refusal', async () => {
    const id = await paid();
    const other = await place();
    const token = await mailedToken(id);
    const refusals = await Promise.all(
      [
        cancelByLink(other, token),
        cancelByLink(id, 'x'.repeat(43)),
        cancelByLink('nothing', token),
        cancelByLink(id, token, minutesLater(10 + 24 * 60)),
      ].map((call) => call.catch((error: { message: string; code: string }) => `${error.code}: ${error.message}`)),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^invalid: This link does not work/);
    expect((await findOrder(db, id)).status).toBe('confirmed');
  });

  test('a link that came too late goes on working until it expires, and says why the order is not cancelled', async () => {
    const id = await paid();
    const token = await mailedToken(id);
    await changeStatus(db, testPayments, id, { to: 'processing', delivery: aDelivery, now: later });
    for (let time = 0; time < 2; time += 1)
      await expect(cancelByLink(id, token)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('packing') });
  });

  test('one link a minute and five an hour are mailed for an order', async () => {
    const id = await paid();
    await mailCancellationLink(db, id, later);
    await expect(mailCancellationLink(db, id, later)).rejects.toMatchObject({ kind: 'tooMany' });
    for (const minutes of [12, 14, 16, 18]) await mailCancellationLink(db, id, minutesLater(minutes));
    await expect(mailCancellationLink(db, id, minutesLater(20))).rejects.toMatchObject({ kind: 'tooMany' });
    expect(await mails()).toHaveLength(5);
  });

  test('an unknown order and one whose contact was erased get no mail', async () => {
    const id = await paid();
    await db.updateTable('order').set({ email_key: '' }).where('id', '=', id).execute();
    await expect(mailCancellationLink(db, id, later)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(mailCancellationLink(db, 'nothing', later)).rejects.toMatchObject({ kind: 'notFound' });
    expect(await mails()).toEqual([]);
  });

  test('links are deleted 30 days after they expired', async () => {
    const id = await paid();
    await mailCancellationLink(db, id, later);
    const links = () => db.selectFrom('token').select('subject').where('purpose', '=', 'cancelOrder').where('subject', '=', id).execute();
    await purgeExpired(db, minutesLater(10 + 24 * 60 * 30), imageStore);
    expect(await links()).toHaveLength(1);
    await purgeExpired(db, minutesLater(10 + 24 * 60 * 31), imageStore);
    expect(await links()).toEqual([]);
  });
});
