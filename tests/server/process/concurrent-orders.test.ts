import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { order, paymentSession } from '#contract/order.ts';
import { triedOutShop } from '#scripts/public-shop.ts';
import { databaseFile, mailFolder } from '#server/data-folder.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { setStock } from '#server/domain/catalogue/catalogue.ts';
import { isQuick } from '#tests/quick.ts';
import { type ServerProcess, startServerProcess } from '#tests/server/process/server-process.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { aBuyer, aKey, anOrderFor } from '#tests/support/orders.ts';

const { dataDir, databaseUrl } = await unopenedShop(afterAll);
// With SQLite a data folder belongs to one process; PostgreSQL allows several.
const [engine, count] = databaseUrl === undefined ? (['SQLite', 1] as const) : (['PostgreSQL', 2] as const);
const children: ServerProcess[] = [];
const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const { process: child } of children) child.kill('SIGKILL');
  await Promise.all(children.map(({ exited }) => exited));
  for (const end of endings) await end();
});

const goods = 'beech-rolling-pin';
const stripe = await startFakeStripe();

type Process = { readonly child: ServerProcess; readonly address: string };

const serve = async (): Promise<Process> => {
  const child = startServerProcess('main', {
    DATA_DIR: dataDir,
    ...triedOutShop,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SAMPLES: 'yes' }),
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    ORDERS_PER_ADDRESS: '1000000',
    LOOK_UPS_PER_ADDRESS: '1000000',
    PAYMENTS: 'stripe-test',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.apiUrl,
  });
  children.push(child);
  return { child, address: (await child.waitForLine(/^Flone is open at (\S+)$/m))[1] ?? '' };
};

const post = (address: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address + path, {
    method: 'POST',
    headers: { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
let buyers = 0;
/** A new buyer and client address per order, because unpaid orders are limited per buyer and address. */
const place = (address: string, key = aKey()): Promise<Response> => {
  buyers += 1;
  const network = `10.${buyers >> 16}.${(buyers >> 8) & 255}.${buyers & 255}`;
  const order = { ...anOrderFor({ productId: goods }), billingInfo: { ...aBuyer, email: `${key}@example.com` } };
  return post(address, endpoints.placeOrder.path, order, { 'idempotency-key': key, 'x-forwarded-for': network });
};
/** Repeats a call for which the shop was too busy, as clients do: a slow machine has more calls than connections for seconds. */
const placeUntilAnswered = async (address: string, key = aKey()): Promise<Response> => {
  const answer = await place(address, key);
  return answer.status === 503 ? placeUntilAnswered(address, key) : answer;
};
const readOrder = (address: string, orderId: string): Promise<Response> => fetch(address + endpointPath(endpoints.order.path, { orderId }));

const idOf = async (response: Response): Promise<string> => order.parse(await response.json())._id;

const readStock = async (db: Database): Promise<{ readonly saleCount: number; readonly stock: number }> => {
  const row = await db.selectFrom('product').select(['sale_count', 'stock']).where('id', '=', goods).executeTakeFirstOrThrow();
  return { saleCount: row.sale_count, stock: row.stock };
};

describe(`on ${engine}, with as many API processes as it takes (${count})`, { timeout: 180_000 }, () => {
  const processes: Process[] = [];
  let db: Database;

  const startAnother = async (): Promise<Process> => {
    const started = await serve();
    processes.push(started);
    return started;
  };
  /** The processes, round-robin. */
  const at = (turn: number): string => processes[turn % processes.length]?.address ?? '';

  beforeAll(async () => {
    for (let started = 0; started < count; started += 1) await startAnother();
    db = (await openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl })).db;
    endings.unshift(() => db.destroy());
  }, 60_000);

  const setAvailable = async (left: number): Promise<number> => {
    const { saleCount } = await readStock(db);
    await setStock(db, { productId: goods }, saleCount + left);
    return saleCount;
  };
  const subjectsOf = async (orderId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('mail')
        .select('subject')
        .where('subject', 'like', `%${orderId}%`)
        .where('recipient', 'like', '%@example.com')
        .execute()
    ).map(({ subject }) => subject);
  /** Places an order and opens its Stripe session; returns a function that delivers webhooks about it. */
  const openPayment = async () => {
    const id = await idOf(await place(at(0)));
    const openPage = async (turn: number) => {
      const { sessionId } = paymentSession.parse(await (await post(at(turn), endpoints.payOrder.path, { orderId: id })).json());
      const session = stripe.sessions.get(sessionId);
      if (!session) throw new Error('Stripe does not know the page.');
      return session;
    };
    const session = await openPage(1);
    const paid = { payment_status: 'paid', status: 'complete', payment_intent: `pi_${id}` };
    const sendWebhook = async (turn: number, type: string, over: object = paid, event?: string, of = session): Promise<void> => {
      const answer = await fetch(at(turn) + endpoints.paymentWebhook.path, stripe.signed(stripe.event(type, of, over, event)));
      expect(answer.status).toBe(200);
    };
    const expire = () => db.updateTable('order').set({ pay_by: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
    const state = async (turn: number) => {
      const { status, payment } = order.parse(await (await readOrder(at(turn), id)).json());
      return `${status}, ${payment}`;
    };
    return { id, session, openPage, sendWebhook, expire, state };
  };

  test('of 60 concurrent buyers of the last unit one gets it, and the others get 409', async () => {
    const before = await setAvailable(1);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => placeUntilAnswered(at(turn))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(59).fill(409)]);
    expect((await readStock(db)).saleCount).toBe(before + 1);
  });

  test('200 concurrent requests with one idempotency key make one order', async () => {
    const before = await setAvailable(100);
    const key = aKey();
    const ids = await Promise.all(Array.from({ length: 200 }, async (_, turn) => idOf(await placeUntilAnswered(at(turn), key))));
    expect(new Set(ids).size).toBe(1);
    expect((await readStock(db)).saleCount).toBe(before + 1);
  });

  test('a webhook delivered twenty times at once, with equal and different event ids, confirms and mails once', async () => {
    const before = await setAvailable(5);
    const { id, sendWebhook, state } = await openPayment();
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        sendWebhook(turn, 'checkout.session.completed', undefined, turn % 2 ? undefined : `evt_${id}`),
      ),
    );
    expect([await state(0), await state(1)]).toEqual(['confirmed, paid', 'confirmed, paid']);
    expect(await subjectsOf(id)).toEqual([`Your order ${id} is confirmed`]);
    expect((await readStock(db)).saleCount).toBe(before + 1);
  });

  test('a declined payment and an abandoned page leave the order unpaid, and another try succeeds', async () => {
    const before = await setAvailable(5);
    const { id, openPage, sendWebhook, state } = await openPayment();
    await sendWebhook(0, 'checkout.session.async_payment_failed', {});
    expect(await state(1)).toBe('pending, failed');
    const second = await openPage(0);
    await sendWebhook(1, 'checkout.session.expired', {}, undefined, second);
    expect(await state(0)).toBe('pending, open');
    const third = await openPage(1);
    await sendWebhook(
      0,
      'checkout.session.completed',
      { payment_status: 'paid', status: 'complete', payment_intent: `pi_${id}` },
      undefined,
      third,
    );
    expect(await state(1)).toBe('confirmed, paid');
    expect((await readStock(db)).saleCount).toBe(before + 1);
  });

  test('a late payment confirms the order while its products are available, and is otherwise paid back through Stripe, with mail', async () => {
    const before = await setAvailable(1);
    const there = await openPayment();
    await there.expire();
    expect((await readOrder(at(1), there.id)).status).toBe(404);
    expect((await readStock(db)).saleCount).toBe(before);
    await there.sendWebhook(0, 'checkout.session.completed');
    expect(await there.state(1)).toBe('confirmed, paid');

    await setAvailable(1);
    const gone = await openPayment();
    await gone.expire();
    expect((await readOrder(at(1), gone.id)).status).toBe(404);
    expect((await place(at(0))).status).toBe(201);
    await Promise.all([0, 1, 2].map((turn) => gone.sendWebhook(turn, 'checkout.session.completed')));
    await expect.poll(() => subjectsOf(gone.id), { timeout: 20_000, interval: 200 }).toHaveLength(2);
    expect((await subjectsOf(gone.id)).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^We have refunded £\\d+\\.\\d\\d for order ${gone.id}$`)),
      `Your payment for order ${gone.id} came too late`,
    ]);
    expect([...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === `pi_${gone.id}`)).toHaveLength(1);
    expect((await readStock(db)).saleCount).toBe(before + 2);
  });

  test('an order that expires while it is paid is sold once and mailed once', async () => {
    for (let round = 0; round < (isQuick ? 3 : 8); round += 1) {
      const before = await setAvailable(1);
      const { id, sendWebhook, expire, state } = await openPayment();
      await expire();
      const reads = Array.from({ length: 6 }, (_, turn) => readOrder(at(turn), id));
      await Promise.all([...reads, sendWebhook(round, 'checkout.session.completed'), sendWebhook(round + 1, 'checkout.session.completed')]);
      expect(await state(0)).toBe('confirmed, paid');
      expect((await readStock(db)).saleCount).toBe(before + 1);
      expect(await subjectsOf(id)).toEqual([`Your order ${id} is confirmed`]);
    }
  });

  /** Rounds, each ending with a kill, and orders in each. */
  const killed: readonly (readonly [rounds: number, orders: number])[] = process.env.SOAK
    ? [
        [5, 300],
        [20, 50],
      ]
    : [isQuick ? [1, 50] : [2, 100]];

  test.each(killed)(
    'after %d × kill -9 under load, of %d orders each, every acknowledged order exists once, is paid and mailed once, and its stock is sold once',
    async (rounds, each) => {
      const atOnce = 20;
      const before = await setAvailable(1_000_000);
      const known = new Set((await db.selectFrom('order').select('id').execute()).map(({ id }) => id));
      const acknowledged = new Map<string, string>();
      const keys: string[] = [];
      /** Requests with a webhook that no process has answered yet: Stripe repeats them. */
      const webhooks = new Map<string, RequestInit>();
      const deliver = async (address: string, id: string, webhook: RequestInit): Promise<void> => {
        const { status } = await fetch(address + endpoints.paymentWebhook.path, webhook);
        if (status === 200) webhooks.delete(id);
      };
      const payFor = async (address: string, id: string): Promise<void> => {
        const answer = await post(address, endpoints.payOrder.path, { orderId: id });
        const session = stripe.sessions.get(paymentSession.parse(await answer.json()).sessionId);
        if (!session) throw new Error('Stripe does not know the page.');
        const paid = { payment_status: 'paid', status: 'complete', payment_intent: `pi_${id}` };
        const webhook = stripe.signed(stripe.event('checkout.session.completed', session, paid, `evt_${id}`));
        webhooks.set(id, webhook);
        await deliver(address, id, webhook);
      };

      for (let round = 0; round < rounds; round += 1) {
        while (processes.length < count) await startAnother();
        const [victim] = processes;
        const own = Array.from({ length: each }, aKey);
        keys.push(...own);
        // While every worker still has an order, so that the kill cuts some of them off.
        const wanted = Math.floor((each - atOnce) * ((round + 1) / (rounds + 1)));
        let answered = 0;
        const waiting = [...own];
        const work = async (_: unknown, worker: number): Promise<void> => {
          const address = at(worker);
          for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
            const id = await place(address, key)
              .then(idOf, () => undefined)
              .catch(() => undefined);
            if (id === undefined) return;
            const isPayable = acknowledged.size % 5 === 0;
            acknowledged.set(key, id);
            answered += 1;
            if (answered === wanted) victim?.child.process.kill('SIGKILL');
            // The process may die with the payment: it is paid later.
            if (isPayable) await payFor(address, id).catch(() => undefined);
          }
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        await victim?.child.exited;
        processes.shift();
        expect(answered).toBeGreaterThanOrEqual(wanted);
        expect(own.some((key) => !acknowledged.has(key))).toBe(true);
      }

      await startAnother();
      // All are checked in the database below; some, which are not paid, also through the API.
      for (const [key, id] of [...acknowledged].filter((_, number) => number % 15 === 1)) {
        expect(await idOf(await readOrder(at(0), id))).toBe(id);
        expect(await idOf(await place(at(0), key))).toBe(id);
      }
      const paid = [...acknowledged.values()].filter((_, number) => number % 5 === 0);
      // Unacknowledged orders may exist or not; repeated with their key, each exists once.
      for (const key of keys) if (!acknowledged.has(key)) acknowledged.set(key, await idOf(await place(at(0), key)));
      const made = (await db.selectFrom('order').select('id').execute()).map(({ id }) => id).filter((id) => !known.has(id));
      expect(made.toSorted()).toEqual([...acknowledged.values()].toSorted());
      expect((await readStock(db)).saleCount - before).toBe(rounds * each);

      for (const [id, webhook] of [...webhooks]) await deliver(at(0), id, webhook);
      expect(webhooks.size).toBe(0);
      const statusOf = async (id: string) => order.parse(await (await readOrder(at(0), id)).json()).status;
      for (const id of paid) if ((await statusOf(id)) === 'pending') await payFor(at(0), id);
      const subjects = await Promise.all(paid.map(subjectsOf));
      expect(subjects).toEqual(paid.map((id) => [`Your order ${id} is confirmed`]));
      const unsent = () => db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute();
      // A mail that was leased to a killed process is due again after the lease.
      await db.updateTable('mail').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('sent_at', 'is', null).execute();
      await expect.poll(unsent, { timeout: 30_000, interval: 200 }).toEqual([]);
      const files = await readdir(mailFolder(dataDir));
      const mails = await Promise.all(
        files.filter((name) => name.endsWith('.eml')).map((name) => readFile(path.join(mailFolder(dataDir), name), 'utf8')),
      );
      for (const id of paid) expect(mails.filter((mail) => mail.includes(`Subject: Your order ${id} is confirmed`))).toHaveLength(1);
    },
  );
});
