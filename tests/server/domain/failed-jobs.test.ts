import { beforeEach, describe, expect, test } from 'vitest';
import { listFailedJobs, retryFailedJobs, triesUntilDead, tryEach, trySteps } from '#server/domain/failed-jobs.ts';
import { openPayment, reconcilePayments, recordPayment } from '#server/domain/money/payments.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { consumeRateLimit } from '#server/domain/rate-limit.ts';
import { planReviewInvite, sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { mailStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins, payOrder } from '#tests/support/pay-order.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';
import { testServices } from '#tests/support/services.ts';

const db = await freshDatabase('empty');
const seller = 'seller@flone.example.com';
const sender = { shopName: 'Mugs', shopUrl: origins.shop };

beforeEach(async () => {
  for (const table of ['order', 'mail', 'seller_notice', 'failed_job', 'limit_hit'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 50 }, { id: 'bowl', name: 'Bowl', basePrice: 9, stock: 50 });
});

const order = async (productId = 'spoon'): Promise<string> => {
  const payload = anOrderFor({ productId });
  const { _id } = await placeOrder(db, anOrderRequest(payload));
  return _id;
};
const statusOf = async (id: string) =>
  (await db.selectFrom('order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const sendNotices = (now: Date) => mailSellerNotices(db, { sellerEmail: seller, schedule: 'at-once', lowStockLimit: 0 }, now);
const sentNotices = () => db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', seller).execute();
const expire = (minutes: number, errors: unknown[] = []) =>
  updateDueOrders(db, testPayments, minutesLater(minutes), undefined, { onError: (error) => errors.push(error) });

/** Makes the database refuse to expire an order; returns the way to mend it. */
const refuseToExpire = (id: string) =>
  refuseWrites(db, {
    event: 'update',
    table: 'order',
    when: `new.id = '${id}' and new.status = 'expired'`,
    message: 'ada@example.com is stuck',
  });

describe('an order that cannot be expired', () => {
  test('an order that cannot be expired keeps no other from expiring, and is tried again with back-off until it succeeds', async () => {
    const [stuck, other] = [await order(), await order()];
    const mend = await refuseToExpire(stuck);
    const errors: unknown[] = [];
    await expire(30, errors);
    expect([await statusOf(stuck), await statusOf(other)]).toEqual(['pending', 'expired']);
    await expire(30.4, errors);
    expect(errors).toHaveLength(1);
    await expire(30.5, errors);
    expect(errors).toHaveLength(2);
    expect(await listFailedJobs(db)).toMatchObject([
      { kind: 'expiry', state: 'retried', tries: 2, due_at: minutesLater(31.5).toISOString() },
    ]);
    await mend();
    await expire(31.4, errors);
    expect(await statusOf(stuck)).toBe('pending');
    await expire(31.5, errors);
    expect(await statusOf(stuck)).toBe('expired');
    expect(errors).toHaveLength(2);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('after nine tries in two hours to expire an order the seller is mailed once, without addresses, and it is tried once an hour', async () => {
    const id = await order();
    const mend = await refuseToExpire(id);
    let minutes = 30;
    for (let tries = 1; tries < triesUntilDead; tries += 1) {
      await expire(minutes);
      const [job] = await listFailedJobs(db);
      expect(job).toMatchObject({ tries, state: 'retried' });
      minutes = (Date.parse(job?.due_at ?? '') - openingDay.getTime()) / 60_000;
    }
    expect(minutes).toBeGreaterThan(30 + 120);
    await sendNotices(minutesLater(minutes));
    expect(await sentNotices()).toEqual([]);
    await Promise.all([expire(minutes), expire(minutes)]);
    await expire(minutes + 60);
    await sendNotices(minutesLater(minutes + 61));
    const [mail, ...others] = await sentNotices();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`1 task that keeps failing: Order ${id}: return what was not paid in time to stock`);
    expect(mail?.text).toContain('tried 10 times: [address] is stuck');
    expect(await listFailedJobs(db)).toMatchObject([{ state: 'dead', tries: 10, due_at: minutesLater(minutes + 120).toISOString() }]);
    await mend();
    await expire(minutes + 120);
    expect(await statusOf(id)).toBe('expired');
  });

  test('the seller is told again of work that fails again after it was mended, and not of work that was mended before the mail', async () => {
    const failing = async (now: Date): Promise<void> => {
      for (let tries = 0; tries < triesUntilDead; tries += 1) {
        await retryFailedJobs(db, now);
        await tryEach(db, { kind: 'expiry', keys: ['A'], now }, () => Promise.reject(new Error('no')));
      }
    };
    const succeed = (now: Date) => tryEach(db, { kind: 'expiry', keys: ['A'], now }, () => Promise.resolve());
    await failing(minutesLater(1));
    await sendNotices(minutesLater(2));
    expect(await sentNotices()).toHaveLength(1);
    await retryFailedJobs(db, minutesLater(3));
    await succeed(minutesLater(3));
    expect(await listFailedJobs(db)).toEqual([]);
    await failing(minutesLater(4));
    await sendNotices(minutesLater(5));
    expect(await sentNotices()).toHaveLength(2);
    await retryFailedJobs(db, minutesLater(6));
    await succeed(minutesLater(6));
    await failing(minutesLater(7));
    await retryFailedJobs(db, minutesLater(8));
    await succeed(minutesLater(8));
    await sendNotices(minutesLater(9));
    expect(await sentNotices()).toHaveLength(2);
  });

  test('several processes that try at the same time count one failure', async () => {
    await refuseToExpire(await order());
    await Promise.all([expire(30), expire(30), expire(30), expire(30)]);
    expect(await listFailedJobs(db)).toMatchObject([{ tries: 1 }]);
  });

  test('the failed expiry of an order that was paid meanwhile is forgotten', async () => {
    const id = await order();
    await refuseToExpire(id);
    await expire(30);
    await payOrder(db, id, { paidAt: minutesLater(31) });
    await expire(32);
    expect(await listFailedJobs(db)).toHaveLength(1);
    await expire(30 + 71);
    expect(await listFailedJobs(db)).toEqual([]);
  });
});

describe('a payment page that the provider cannot close', () => {
  const providerWith = (over: Partial<PaymentProvider>): PaymentProvider => ({
    ...testPayments,
    read: async () => undefined,
    close: async () => undefined,
    ...over,
  });
  const anExpired = async (): Promise<string> => {
    const { sessionId } = await openPayment(db, testPayments, { orderId: await order(), origins, now: openingDay });
    // With another provider, which does not know the page: its own closes it first.
    await updateDueOrders(db, { ...testPayments, name: 'stripe' }, minutesLater(30));
    return sessionId;
  };

  test('a page that the provider cannot close counts as failed, with back-off, also when two processes ask at once, and is told after nine tries', async () => {
    await anExpired();
    const asked: number[] = [];
    for (let minutes = 30; minutes < 60 * 5; minutes += 1) {
      const rounds: Promise<unknown>[] = [];
      const away = providerWith({
        close: async () => {
          asked.push(minutes);
          // Waits until the other process has ended its round.
          await Promise.race(rounds);
          return undefined;
        },
      });
      rounds.push(reconcilePayments(db, away, minutesLater(minutes)), reconcilePayments(db, away, minutesLater(minutes)));
      await Promise.all(rounds);
    }
    expect(asked).toEqual([30, 35, 40, 45, 50, 58, 74, 106, 166, 226, 286]);
    expect(await listFailedJobs(db)).toMatchObject([
      {
        kind: 'payment',
        state: 'dead',
        last_error: 'The payment provider could not tell what became of this payment, or close its page.',
      },
    ]);
    await sendNotices(minutesLater(60 * 5));
    expect((await sentNotices()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^1 task that keeps failing: Order [\w-]+: ask the pay/),
    ]);
    await reconcilePayments(db, testPayments, minutesLater(60 * 6 + 30));
    expect(await listFailedJobs(db)).toEqual([]);
    expect(await db.selectFrom('payment').select('status').execute()).toEqual([{ status: 'expired' }]);
  });

  test('an event that cannot be recorded keeps no other page from being closed', async () => {
    const [stuck, other] = [await anExpired(), await anExpired()];
    const provider = providerWith({
      close: async (sessionId) => {
        if (sessionId === stuck) throw new Error('an answer that nobody has foreseen');
        return testPayments.close(sessionId);
      },
    });
    await reconcilePayments(db, provider, minutesLater(31));
    const rows = await db.selectFrom('payment').select(['session_id', 'status']).execute();
    expect(new Map(rows.map(({ session_id, status }) => [session_id, status]))).toEqual(
      new Map([
        [stuck, 'open'],
        [other, 'expired'],
      ]),
    );
    expect(await listFailedJobs(db)).toMatchObject([{ kind: 'payment', last_error: 'an answer that nobody has foreseen' }]);
  });

  test('a payment in processing of which the provider knows nothing is a failure, unless somebody looks at its order; any answer ends it', async () => {
    const id = await order();
    const { sessionId } = await openPayment(db, testPayments, { orderId: id, origins, now: openingDay });
    const event = { eventId: 'at the bank', sessionId, outcome: 'processing' } as const;
    await recordPayment(db, event, openingDay);
    let asked = 0;
    const answering = (answer: typeof event | undefined) =>
      providerWith({
        read: async () => {
          asked += 1;
          return answer;
        },
      });
    await reconcilePayments(db, answering(undefined), minutesLater(5), id);
    expect(asked).toBe(1);
    expect(await listFailedJobs(db)).toEqual([]);
    await reconcilePayments(db, answering(undefined), minutesLater(10));
    expect(await listFailedJobs(db)).toMatchObject([{ kind: 'payment', tries: 1 }]);
    await reconcilePayments(db, answering(event), minutesLater(15));
    expect(asked).toBe(3);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('an open page of an order that can be paid is no failure', async () => {
    await openPayment(db, testPayments, { orderId: await order(), origins, now: openingDay });
    let asked = 0;
    const provider = providerWith({
      read: async () => {
        asked += 1;
        return undefined;
      },
    });
    await reconcilePayments(db, provider, minutesLater(6));
    expect(asked).toBe(1);
    expect(await listFailedJobs(db)).toEqual([]);
  });
});

test('an order whose buyer cannot be asked for reviews keeps no other buyer from being asked', async () => {
  const [broken, other] = [await order(), await order('bowl')];
  for (const id of [broken, other]) {
    await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', id).execute();
    await planReviewInvite(db, id, openingDay);
  }
  await db.updateTable('order').set({ billing: '{' }).where('id', '=', broken).execute();
  await sendReviewInvites(db, () => 'https://shop.example/stop', minutesLater(60 * 24 * 8));
  expect(await db.selectFrom('mail').select('text').execute()).toHaveLength(1);
  expect(await listFailedJobs(db)).toMatchObject([{ kind: 'reviewInvite', work: `Order ${broken}: ask its buyer for reviews` }]);
});

test('a product whose waiting shoppers cannot be mailed does not keep those of another product from being mailed', async () => {
  for (const product_id of ['spoon', 'bowl'])
    await db
      .insertInto('stock_alert')
      .values({
        id: product_id,
        product_id,
        type_id: '',
        color: '',
        size: '',
        email: 'ada@example.com',
        email_key: 'ada@example.com',
        state: 'waiting',
        asked_at: openingDay.toISOString(),
        changed_at: openingDay.toISOString(),
      })
      .execute();
  const unsubscribeUrl = (_: string, productId: string): string => {
    if (productId === 'bowl') throw new Error('no address');
    return 'https://shop.example/stop';
  };
  expect(await mailStockAlerts(db, { sender, unsubscribeUrl }, minutesLater(1))).toBe(1);
  expect(await listFailedJobs(db)).toMatchObject([{ kind: 'stockAlert', work: 'Product bowl: mail those who wait for it' }]);
  expect(await mailStockAlerts(db, { sender, unsubscribeUrl: () => '' }, minutesLater(2))).toBe(1);
  expect(await listFailedJobs(db)).toEqual([]);
});

test('a step of the deletion of old data that fails keeps no other from being done', async () => {
  await consumeRateLimit(db, { key: 'x', max: 1, perSeconds: 3600, now: openingDay });
  const { refundImages } = testServices({ db });
  const broken = { ...refundImages, listOlderThan: () => Promise.reject(new Error('EIO: i/o error')) };
  let isDone = false;
  const later = {
    'mail files': async () => {
      isDone = true;
    },
  };
  await purgeExpired(db, minutesLater(60 * 24), broken, later);
  expect(await db.selectFrom('limit_hit').select('key').execute()).toEqual([]);
  expect(isDone).toBe(true);
  expect(await listFailedJobs(db)).toMatchObject([{ work: 'Delete old data: refund images', last_error: 'EIO: i/o error' }]);
  await purgeExpired(db, minutesLater(60 * 25), refundImages);
  expect(await listFailedJobs(db)).toEqual([]);
});

describe('a round of work', () => {
  test('a round of work ends after the entry in progress once the process stops', async () => {
    const stopping = new AbortController();
    const done: string[] = [];
    await tryEach(
      db,
      { kind: 'expiry', keys: ['A', 'B', 'C'], now: openingDay },
      async (key) => {
        done.push(key);
        if (key === 'B') stopping.abort();
      },
      { signal: stopping.signal },
    );
    expect(done).toEqual(['A', 'B']);
  });

  test('work that another process has claimed is left alone, and does not count as failed', async () => {
    const attempt = (minutes: number, work: () => Promise<unknown>) =>
      tryEach(db, { kind: 'payment', keys: ['A'], now: minutesLater(minutes) }, work);
    await attempt(0, () => Promise.reject(new Error('no')));
    await attempt(5, () => Promise.resolve('claimed'));
    expect(await listFailedJobs(db)).toMatchObject([{ tries: 1 }]);
    await attempt(5, () => Promise.resolve('told'));
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test.each([
    ['has closed its connections', 'terminating connection', '57P01'],
    ['ends a deadlock', 'deadlock detected', '40P01'],
    ['cannot order transactions', 'could not serialize access', '40001'],
  ])('when the database %s, a round of work ends with that error, and no entry counts as failed', async (_, message, code) => {
    const away = Object.assign(new Error(message), { code });
    const done: string[] = [];
    const round = tryEach(db, { kind: 'expiry', keys: ['A', 'B'], now: openingDay }, async (key) => {
      done.push(key);
      throw away;
    });
    await expect(round).rejects.toBe(away);
    expect(done).toEqual(['A']);
    expect(await listFailedJobs(db)).toEqual([]);
  });

  test('a step that failed waits for its next try, and the others do not', async () => {
    const done: string[] = [];
    const steps = {
      one: async () => {
        done.push('one');
        throw new Error('no');
      },
      two: async () => done.push('two'),
    };
    for (const seconds of [0, 29, 30]) await trySteps(db, { kind: 'retention', steps, now: minutesLater(seconds / 60) });
    expect(done).toEqual(['one', 'two', 'two', 'one', 'two']);
  });

  test('mail to the seller that cannot be written is tried again with back-off, and loses no notice', async () => {
    await payOrder(db, await order());
    const round = (sellerEmail: string, now: Date) =>
      trySteps(db, {
        kind: 'sellerNotices',
        steps: { '': () => mailSellerNotices(db, { sellerEmail, schedule: 'at-once', lowStockLimit: 0 }, now) },
        now,
      });
    await round(null as unknown as string, minutesLater(1));
    expect(await listFailedJobs(db)).toMatchObject([{ kind: 'sellerNotices', tries: 1 }]);
    await round(seller, minutesLater(1.4));
    expect(await sentNotices()).toEqual([]);
    await round(seller, minutesLater(1.5));
    expect(await sentNotices()).toHaveLength(1);
    expect(await listFailedJobs(db)).toEqual([]);
  });
});
