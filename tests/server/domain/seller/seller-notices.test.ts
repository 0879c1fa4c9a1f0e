import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { mailSellerNotices, type NoticeSettings } from '#server/domain/seller/seller-notices.ts';
import { claimMail, markFailed, queueEmail } from '#server/mail/outbox.ts';
import { type RefundProvider, UnclearRefund } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aKey, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const seller = 'seller@flone.example.com';
const settings = { sellerEmail: seller, schedule: 'at-once', lowStockLimit: 3 } as const satisfies NoticeSettings;
const sizes = [
  { name: 'Small', stock: 20 },
  { name: 'Large', stock: 5 },
];

beforeEach(async () => {
  for (const table of ['refund', 'order', 'mail', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  await sell(
    db,
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 10, deliveryCost: 1.2 },
    { id: 'mug', name: 'Mug', basePrice: 10, stock: 25, colors: [{ color: 'Oat', sizes }] },
  );
});

const order = async (...items: readonly Wanted[]): Promise<string> => (await placeOrder(db, anOrderRequest(anOrderFor(...items))))._id;
const pay = (orderId: string, paidAt = minutesLater(1)): Promise<void> => payOrder(db, orderId, { paidAt });
const paidOrder = async (...items: readonly Wanted[]): Promise<string> => {
  const id = await order(...items);
  await pay(id);
  return id;
};
const sendNotices = (now = minutesLater(2), over: Partial<NoticeSettings> = {}) => mailSellerNotices(db, { ...settings, ...over }, now);
const sentNotices = () =>
  db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', seller).orderBy('created_at').orderBy('id').execute();
const subjects = async (): Promise<string[]> => (await sentNotices()).map(({ subject }) => subject);

describe('mail to the seller, at once', () => {
  test('with the desk on, each order and refund request leads to its page there, and no command is named', async () => {
    const id = await paidOrder({ productId: 'spoon', quantity: 2 });
    const reference = await requestRefund(db, { orderId: id, ProductId: 'spoon', reason: 'They are broken.' }, [], {
      imageStore,
      now: openingDay,
    });
    await sendNotices(minutesLater(2), { deskUrl: () => 'https://shop.example/desk' });
    const texts = (await sentNotices()).map(({ text }) => text);
    expect(texts.join()).toContain(`https://shop.example/desk/orders/${id}`);
    expect(texts.join()).toContain(`https://shop.example/desk/refunds/${reference}`);
    expect(texts.join()).not.toContain('shop orders show');
  });

  test('the seller is told of a paid order with its total and number of units, and not of one that is unpaid', async () => {
    await order({ productId: 'spoon' });
    const id = await paidOrder({ productId: 'spoon', quantity: 2 });
    await sendNotices();
    expect(await subjects()).toEqual([`1 paid order: ${id}`]);
    expect((await sentNotices())[0]?.text).toMatch(
      new RegExp(`^${id}: £11\\.40, 2 pieces, post it by (Mon|Tue|Wed|Thu|Fri) \\d+ [A-Z][a-z]+$`, 'm'),
    );
  });

  test('the mail about an order names neither the buyer nor an address', async () => {
    await paidOrder({ productId: 'spoon' });
    await sendNotices();
    const [mail] = await sentNotices();
    expect(mail?.text).toContain('£5.70');
    for (const personal of [aBuyer.firstName, aBuyer.lastName, aBuyer.streetAddress, aBuyer.postalCode, aBuyer.phone, aBuyer.email])
      expect(mail?.text).not.toContain(personal);
  });

  test('two processes that look at the same time, and again later, tell of each order once', async () => {
    await paidOrder({ productId: 'spoon' });
    await Promise.all([sendNotices(), sendNotices(), sendNotices(), sendNotices()]);
    await sendNotices(minutesLater(60));
    expect(await sentNotices()).toHaveLength(1);
  });

  test('a payment event that is delivered twice is one order for the seller', async () => {
    const id = await order({ productId: 'spoon' });
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    for (const eventId of ['one', 'one', 'two']) await recordPayment(db, { eventId, sessionId, outcome: 'paid' }, minutesLater(1));
    await sendNotices();
    expect(await sentNotices()).toHaveLength(1);
  });

  test('a process that dies while it queues the mail loses no notice', async () => {
    await paidOrder({ productId: 'spoon' });
    await expect(sendNotices(minutesLater(2), { sellerEmail: null as unknown as string })).rejects.toThrow(/null/i);
    expect(await sentNotices()).toEqual([]);
    await sendNotices();
    expect(await sentNotices()).toHaveLength(1);
  });

  test('the seller is told of a refund request with its product and order, and not what the buyer wrote', async () => {
    const id = await paidOrder({ productId: 'spoon' });
    await sendNotices();
    await db.deleteFrom('mail').execute();
    const request = { orderId: id, ProductId: 'spoon', reason: 'I am allergic to beech.' };
    const reference = await requestRefund(db, request, [], { imageStore, now: minutesLater(5) });
    await sendNotices(minutesLater(6));
    expect(await subjects()).toEqual([`1 refund request: ${reference}`]);
    const [mail] = await sentNotices();
    expect(mail?.text).toContain(`${reference}: Spoon, order ${id}`);
    expect(mail?.text).not.toContain('allergic');
  });

  test('orders that arrive together are one mail', async () => {
    await paidOrder({ productId: 'spoon' });
    await paidOrder({ productId: 'spoon' });
    await sendNotices();
    expect(await subjects()).toEqual(['2 paid orders']);
  });
});

describe('low stock', () => {
  test('the seller is told once when a product runs low, and again after its stock was changed and it has run low once more', async () => {
    await paidOrder({ productId: 'spoon', quantity: 6 });
    await sendNotices();
    expect((await subjects()).filter((subject) => subject.includes('low'))).toEqual([]);
    await paidOrder({ productId: 'spoon' });
    await sendNotices();
    await paidOrder({ productId: 'spoon' });
    await sendNotices();
    expect((await sentNotices()).filter(({ subject }) => subject === '1 product that runs low: Spoon').map(({ text }) => text)).toEqual([
      expect.stringContaining('Spoon: 3 left'),
    ]);
    await db.updateTable('product').set({ stock: 20 }).where('id', '=', 'spoon').execute();
    await paidOrder({ productId: 'spoon', quantity: 12 });
    await sendNotices();
    expect((await sentNotices()).map(({ text }) => text).join()).toContain('Spoon: sold out');
  });

  test('the seller is told of the size that runs low, by its own stock, and not of the other sizes', async () => {
    await paidOrder({ productId: 'mug', color: 'Oat', size: 'Large', quantity: 3 });
    await sendNotices();
    expect((await subjects()).filter((subject) => subject.includes('low'))).toEqual(['1 product that runs low: Mug, Oat, Large']);
  });

  test('units that somebody holds unpaid do not count as sold', async () => {
    await order({ productId: 'spoon', quantity: 8 });
    await paidOrder({ productId: 'spoon' });
    await sendNotices();
    expect((await subjects()).filter((subject) => subject.includes('low'))).toEqual([]);
  });

  test('with a limit of 0 the seller is told only of goods that are sold out', async () => {
    await paidOrder({ productId: 'spoon', quantity: 9 });
    await sendNotices(minutesLater(2), { lowStockLimit: 0 });
    expect(await sentNotices()).toHaveLength(1);
    await paidOrder({ productId: 'spoon' });
    await sendNotices(minutesLater(2), { lowStockLimit: 0 });
    expect((await sentNotices()).map(({ text }) => text).join()).toContain('Spoon: sold out');
  });
});

describe('stuck work', () => {
  const giveUp = async (to: string): Promise<string> => {
    await queueEmail(db, to, { subject: '123456 is your code', parts: ['x'] }, openingDay);
    const mail = await claimMail(db, openingDay);
    if (!mail) throw new Error('No mail is due.');
    await markFailed(db, mail, { problem: '550 no such user', isPermanent: true }, minutesLater(1));
    return mail.id;
  };

  test('the seller is told of a mail that was given up, without its subject, which may hold a code', async () => {
    const id = await giveUp('ada@example.com');
    await sendNotices();
    expect(await subjects()).toEqual([`1 mail that could not be delivered: ${id}`]);
    expect((await sentNotices())[0]?.text).not.toMatch(/123456|ada@example/);
  });

  test('a mail to the seller that was given up makes no further mail', async () => {
    await giveUp(seller);
    await sendNotices();
    expect(await sentNotices()).toHaveLength(1);
  });

  /** A refund of £3.20 that is due since the opening day, and its order. */
  const dueRefund = async (): Promise<string> => {
    const id = await paidOrder({ productId: 'spoon' });
    await paidOrder({ productId: 'spoon' });
    const request = { orderId: id, ProductId: 'spoon', reason: 'It has a crack.' };
    const reference = await requestRefund(db, request, [], { imageStore, now: openingDay });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(3.2), withoutReturn: true }, openingDay);
    await sendNotices();
    await db.deleteFrom('mail').execute();
    return id;
  };

  const sendBy = (provider: RefundProvider) => sendDueRefunds(db, provider, { clock: () => minutesLater(1), sellerEmail: seller });

  test('the seller is told once of a refund that has failed for two hours', async () => {
    const id = await dueRefund();
    const broken = { ...testPayments, refund: () => Promise.reject(new Error('The charge is disputed.')) };
    await sendBy(broken);
    await sendNotices(minutesLater(119));
    expect(await sentNotices()).toEqual([]);
    await Promise.all([sendNotices(minutesLater(120)), sendNotices(minutesLater(120))]);
    await sendNotices(minutesLater(500));
    expect(await subjects()).toEqual([`1 refund that is not finished yet: ${id}`]);
    expect((await sentNotices())[0]?.text).toContain('£3.20 through test, tried once: The charge is disputed.');
  });

  test('the seller is told that a refund without a clear answer may have been paid, and to look before it is paid in another way', async () => {
    await dueRefund();
    const broken = { ...testPayments, refund: () => Promise.reject(new UnclearRefund('No answer.')) };
    await sendBy(broken);
    await sendNotices(minutesLater(120));
    const text = (await sentNotices())[0]?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('£3.20 through test, tried once: May have been paid, which the next try looks up: No answer.');
    expect(text).toContain('do not pay that in another way before you have looked');
  });
});

describe('a payment that a bank does not answer', () => {
  const processing = async (): Promise<{ readonly id: string; readonly sessionId: string }> => {
    const id = await order({ productId: 'spoon', quantity: 2 });
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'processing' }, minutesLater(1));
    return { id, sessionId };
  };
  const days = (count: number): Date => minutesLater(count * 24 * 60);

  test('the seller is told once that a payment is still processing after a week, and not before', async () => {
    const { id } = await processing();
    await sendNotices(new Date(days(7).getTime() - 1));
    expect(await sentNotices()).toEqual([]);
    await Promise.all([sendNotices(days(7)), sendNotices(days(7))]);
    await sendNotices(days(40));
    expect(await subjects()).toEqual([`1 payment that a bank has not answered for a week: ${id}`]);
    const [mail] = await sentNotices();
    expect(mail?.text).toContain(`${id}: £11.40 through test, since 2025-09-01`);
    for (const personal of [aBuyer.lastName, aBuyer.postalCode, aBuyer.email]) expect(mail?.text).not.toContain(personal);
  });

  test('the daily digest leaves out a payment that the bank has answered before it is sent', async () => {
    const { sessionId } = await processing();
    const { id } = await processing();
    const daily = { schedule: 'daily' } as const;
    await sendNotices(days(7), daily);
    await recordPayment(db, { eventId: aKey(), sessionId, outcome: 'failed' }, minutesLater(1, days(7)));
    await sendNotices(days(8), daily);
    expect(await subjects()).toEqual(['Your shop today: 1 payment that a bank has not answered for a week']);
    expect((await sentNotices())[0]?.text).toContain(id);
  });

  test('the notice of a slow payment is kept when old notices are deleted, so that the seller is not mailed again', async () => {
    await processing();
    await sendNotices(days(7));
    await purgeExpired(db, days(120), imageStore);
    await sendNotices(days(121));
    const sent = await db.selectFrom('mail').select('id').where('created_at', '=', days(121).toISOString()).execute();
    expect(sent).toEqual([]);
    expect((await db.selectFrom('seller_notice').select('kind').execute()).map(({ kind }) => kind)).toEqual(['lateBank']);
  });
});

describe('the daily digest', () => {
  test('all notices of a day are one mail at 06:00 UTC, and none is mailed before', async () => {
    const id = await paidOrder({ productId: 'spoon', quantity: 8 });
    await requestRefund(db, { orderId: id, ProductId: 'spoon', reason: 'Too big.' }, [], { imageStore, now: minutesLater(5) });
    const daily = { schedule: 'daily' } as const;
    await sendNotices(new Date('2025-09-02T05:59:59.000Z'), daily);
    expect(await sentNotices()).toEqual([]);
    await Promise.all([sendNotices(new Date('2025-09-02T06:00:00.000Z'), daily), sendNotices(new Date('2025-09-02T06:00:00.000Z'), daily)]);
    await sendNotices(new Date('2025-09-02T18:00:00.000Z'), daily);
    expect(await subjects()).toEqual(['Your shop today: 1 paid order, 1 refund request, 1 product that runs low']);
  });

  test('a day without events has no mail', async () => {
    await sendNotices(new Date('2025-09-02T06:00:00.000Z'), { schedule: 'daily' });
    expect(await sentNotices()).toEqual([]);
  });
});

test('notices of orders are deleted with the copies of their mail after 90 days', async () => {
  await paidOrder({ productId: 'spoon', quantity: 8 });
  await sendNotices();
  const count = async () => (await db.selectFrom('seller_notice').select('kind').execute()).map(({ kind }) => kind).toSorted();
  await purgeExpired(db, minutesLater(60 * 24 * 89), imageStore);
  expect(await count()).toEqual(['lowStock', 'order']);
  await purgeExpired(db, minutesLater(60 * 24 * 91), imageStore);
  expect(await count()).toEqual(['lowStock']);
});
