import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order, paymentSession } from '#contract/order.ts';
import { reconcilePayments } from '#server/domain/money/payments.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type FakeRefund, type FakeSession, startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aKey, anOrderFor, minutesLater, noUnpaidLimits, sell } from '#tests/support/orders.ts';
import { readsShop } from '#tests/support/sample-shop.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
let now = openingDay;
const services = {
  db,
  clock: () => now,
  rateLimits: { orders: 1_000_000, lookUps: 1_000_000 },
  unpaidLimits: noUnpaidLimits,
  publicUrl: 'https://shop.example',
};
const app = createTestApp(services);
const withKeys = createTestApp({ ...services, payments: stripe.payments });

const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const spoon = {
  id: 'spoon',
  name: 'Spoon',
  basePrice: 4.5,
  stock: 3,
  deliveryCost: 1.2,
  types: [{ id: 'oak', name: 'Oak', basePrice: 5.25 }],
};

const refusal = async (response: Response, status: number) => {
  expect(response.status).toBe(status);
  return failureBody.parse(await response.json());
};
const anOrder = async (quantity = 1): Promise<string> => {
  const response = await app.request(endpoints.placeOrder.path, {
    method: 'POST',
    headers: { ...token, 'idempotency-key': aKey() },
    body: JSON.stringify(anOrderFor({ productId: 'spoon', variationId: 'oak', quantity })),
  });
  return order.parse(await response.json())._id;
};
const found = async (orderId: string) => order.parse(await (await app.request(endpointPath(endpoints.order.path, { orderId }))).json());
const pay = (orderId: unknown, on = app) =>
  on.request(endpoints.payOrder.path, { method: 'POST', headers: token, body: JSON.stringify({ orderId }) });
const session = async (response: Response) => {
  expect(response.status).toBe(200);
  return paymentSession.parse(await response.json());
};
const mails = async () =>
  (await db.selectFrom('mail').select('subject').orderBy('created_at').orderBy('id').execute()).map(({ subject }) => subject);

beforeEach(async () => {
  now = openingDay;
  stripe.mend();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('limit_hit').execute();
  await sell(db, spoon);
});

describe('POST /order/payment', () => {
  test('paying gets a payment page, and the same one again when repeated', { tags: 'call.payment' }, async () => {
    const id = await anOrder();
    const first = await session(await pay(id));
    expect(first.url).toBe(`https://shop.example/order/pay/${first.sessionId}`);
    expect(await session(await pay(id))).toEqual(first);
  });

  test('an email address that Stripe refuses is told at its field, and the order that replaces this one with another address is paid', async () => {
    const id = await anOrder();
    stripe.state.sessionError = { status: 400, code: 'email_invalid', param: 'customer_email', message: 'Invalid email address: ada@x' };
    const { errors, message } = await refusal(await pay(id, withKeys), 422);
    expect(Object.keys(errors ?? {})).toEqual(['billingInfo.email']);
    expect(message).not.toMatch(/moment/);
    expect(await mails()).toEqual([]);
    stripe.mend();
    const payload = anOrderFor({ productId: 'spoon', variationId: 'oak' });
    const response = await app.request(endpoints.placeOrder.path, {
      method: 'POST',
      headers: { ...token, 'idempotency-key': aKey() },
      body: JSON.stringify({ ...payload, billingInfo: { ...payload.billingInfo, email: 'ada@example.org' }, replaces: id }),
    });
    const { _id } = order.parse(await response.json());
    const { sessionId } = await session(await pay(_id, withKeys));
    expect(stripe.sessions.get(sessionId)?.sent.customer_email).toBe('ada@example.org');
  });

  test.each([
    ['400 and a parameter', { status: 400, code: 'url_invalid', param: 'success_url', message: 'Not a valid URL.' }],
    ['401 for its key', { status: 401, message: 'Invalid API Key provided.' }],
    ['402 for its account', { status: 402, type: 'card_error', code: 'account_restricted', message: 'This account is restricted.' }],
    ['403 for its permissions', { status: 403, message: 'This key may not do that.' }],
  ])(
    'when Stripe refuses a payment page with %s, the shopper is not asked to try again and the seller is mailed once',
    async (_, error) => {
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
      const on = createTestApp({
        ...services,
        payments: stripe.payments,
        log,
        readShop: readsShop({}, { sellerEmail: 'seller@shop.example' }),
      });
      const [first, second] = [await anOrder(), await anOrder()];
      stripe.state.sessionError = error;
      for (const id of [first, second]) {
        const { message, errors } = await refusal(await pay(id, on), 503);
        expect(message).toMatch(/We have been told/);
        expect(message).not.toMatch(/try again/);
        expect(errors).toBeUndefined();
      }
      expect(lines.filter((line) => line.includes('the payment provider refused to open a payment page'))).toHaveLength(2);
      const sent = await db.selectFrom('mail').select(['recipient', 'subject', 'text']).execute();
      expect(sent).toEqual([
        { recipient: 'seller@shop.example', subject: expect.stringContaining(first), text: expect.stringContaining(error.message) },
      ]);
      stripe.mend();
      await session(await pay(first, on));
      now = minutesLater(60 * 25);
      stripe.state.sessionError = error;
      await refusal(await pay(await anOrder(), on), 503);
      expect(await mails()).toHaveLength(2);
    },
  );

  test.each<[unknown, number]>([
    ['0000-0000-0000-0000', 404],
    ['__proto__', 404],
    ["' or 1=1", 404],
    ['', 422],
    [7, 422],
    [null, 422],
    [{ $ne: '' }, 422],
    ['x'.repeat(65), 422],
  ])('the order id %j gets %d and a message', async (orderId, status) => {
    await refusal(await pay(orderId), status);
  });

  test('half an hour after the order, paying is rejected as expired, whether or not a job has run', async () => {
    const id = await anOrder();
    now = minutesLater(30);
    expect((await refusal(await pay(id), 409)).code).toBe('expired');
  });

  test('opening payments is rate-limited by client address', async () => {
    const strict = createTestApp({ ...services, clock: () => minutesLater(600), rateLimits: { orders: 1, lookUps: 1 } });
    expect((await pay('one', strict)).status).toBe(404);
    expect((await pay('two', strict)).status).toBe(429);
  });
});

describe('the test payment page', () => {
  const openPage = async (id: string) => (await session(await pay(id))).url.replace('https://shop.example', '');
  const choose = (path: string, choice: string, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ choice }).toString(),
    });

  test('the page says that it is a test, works without JavaScript, and has the shop’s Content-Security-Policy', async () => {
    const id = await anOrder(2);
    const response = await app.request(await openPage(id));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    for (const part of [
      'This is a test page.',
      'Pay £12.90',
      id,
      'Flone',
      '2 × ',
      'Delivery',
      '>Pay<',
      '>Decline<',
      '>Abandon<',
      '>Pay with delay<',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/<script|style=|onclick/);
    expect((await app.request('/order/pay.css')).headers.get('content-type')).toContain('text/css');
  });

  test.each([
    ['pay', '', { status: 'confirmed', payment: 'paid' }],
    ['decline', '', { status: 'pending', payment: 'failed' }],
    ['delay', '', { status: 'pending', payment: 'processing' }],
    ['abandon', '&payment=cancelled', { status: 'pending', payment: 'open' }],
  ])('the choice “%s” redirects to the shop, and the order has the matching state', async (choice, query, state) => {
    const id = await anOrder();
    const response = await choose(await openPage(id), choice, { origin: 'https://shop.example' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`https://shop.example/order-confirm?order=${id}${query}`);
    expect(await found(id)).toMatchObject(state);
  });

  test('a delayed payment completes a little later, when the order is next read', async () => {
    const id = await anOrder();
    await choose(await openPage(id), 'delay');
    now = minutesLater(1);
    expect(await found(id)).toMatchObject({ status: 'confirmed' });
  });

  test('only a page on which nothing is left to pay has a link back to the shop beside its buttons', async () => {
    const id = await anOrder();
    const path = await openPage(id);
    const link = async () => /href="([^"]+)">Back to the shop/.exec(await (await app.request(path)).text())?.[1];
    expect(await link()).toBeUndefined();
    await choose(path, 'pay');
    expect(await link()).toBe(`https://shop.example/order-confirm?order=${id}`);
  });

  test('submitting the page twice, or after Back, pays once', async () => {
    const id = await anOrder();
    const path = await openPage(id);
    await Promise.all([choose(path, 'pay'), choose(path, 'pay')]);
    for (const choice of ['pay', 'decline', 'delay', 'abandon']) expect((await choose(path, choice)).status).toBe(303);
    expect(await found(id)).toMatchObject({ status: 'confirmed' });
    expect(await (await app.request(path)).text()).toContain('There is nothing more to pay on this page.');
    expect(await mails()).toHaveLength(1);
  });

  test('another site cannot submit the page', async () => {
    const path = await openPage(await anOrder());
    await refusal(await choose(path, 'pay', { origin: 'https://evil.example' }), 403);
    await refusal(await choose(path, 'pay', { origin: 'null' }), 403);
  });

  test.each(['', 'PAY', '__proto__', 'pay,decline'])('the choice “%s” is rejected', async (choice) => {
    await refusal(await choose(await openPage(await anOrder()), choice), 422);
  });

  test('an unknown page gets 404, and so does every page when Stripe is configured', async () => {
    const path = await openPage(await anOrder());
    await refusal(await app.request('/order/pay/test_nothing'), 404);
    await refusal(await choose('/order/pay/test_nothing', 'pay'), 404);
    await refusal(await withKeys.request(path), 404);
  });
});

describe('payments through Stripe', () => {
  const openAtStripe = async (id: string): Promise<FakeSession> => {
    const { sessionId, url } = await session(await pay(id, withKeys));
    const kept = stripe.sessions.get(sessionId);
    if (!kept) throw new Error('Stripe does not know the session.');
    expect(url).toBe(kept.url);
    return kept;
  };
  const sendWebhook = (type: string, of: FakeSession | FakeRefund, over: object = {}, id?: string) =>
    withKeys.request(endpoints.paymentWebhook.path, stripe.signed(stripe.event(type, of, over, id)));
  const paid = { payment_status: 'paid', status: 'complete', payment_intent: 'pi_1' };

  test('Stripe gets the amount in pence, the order id and the return URLs', async () => {
    const id = await anOrder(2);
    const { sent, amount_total } = await openAtStripe(id);
    expect(amount_total).toBe(1290);
    expect(sent).toMatchObject({
      mode: 'payment',
      client_reference_id: id,
      customer_email: aBuyer.email,
      'metadata[orderId]': id,
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '525',
      'line_items[0][price_data][product_data][name]': 'Spoon, Oak',
      'line_items[0][quantity]': '2',
      'line_items[1][price_data][unit_amount]': '240',
      success_url: `https://shop.example/order-confirm?order=${id}`,
      cancel_url: `https://shop.example/order-confirm?order=${id}&payment=cancelled`,
    });
    expect(Number(sent.expires_at) * 1000 - openingDay.getTime()).toBeGreaterThan(60 * 60_000);
  });

  test('concurrent requests open one session', async () => {
    const id = await anOrder();
    const sessions = await Promise.all(Array.from({ length: 10 }, async () => session(await pay(id, withKeys))));
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1);
    expect([...stripe.sessions.values()].filter(({ metadata }) => metadata.orderId === id)).toHaveLength(1);
  });

  test('when Stripe is down, paying fails with a message, and the order stays', async () => {
    const id = await anOrder();
    stripe.state.isDown = true;
    const response = await pay(id, withKeys);
    stripe.state.isDown = false;
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await refusal(response, 503)).message).toBe('The payment page cannot be reached right now. Please try again in a moment.');
    await openAtStripe(id);
  });

  test('a signed webhook marks the order as paid, and its repetition changes nothing', async () => {
    const id = await anOrder();
    const kept = await openAtStripe(id);
    for (let times = 0; times < 3; times += 1)
      expect((await sendWebhook('checkout.session.completed', kept, paid, 'evt_twice')).status).toBe(200);
    expect((await sendWebhook('checkout.session.async_payment_succeeded', kept, paid)).status).toBe(200);
    expect(await found(id)).toMatchObject({ status: 'confirmed' });
    expect(await mails()).toEqual([`Your order ${id} is confirmed`]);
    const row = await db.selectFrom('payment').selectAll().where('session_id', '=', kept.id).executeTakeFirst();
    expect(row).toMatchObject({ status: 'paid', reference: 'pi_1' });
  });

  test('a payment in processing leaves the order pending', async () => {
    const id = await anOrder();
    const kept = await openAtStripe(id);
    await sendWebhook('checkout.session.completed', kept, { status: 'complete' });
    expect(await found(id)).toMatchObject({ status: 'pending', payment: 'processing' });
    await sendWebhook('checkout.session.async_payment_succeeded', kept, paid);
    expect(await found(id)).toMatchObject({ status: 'confirmed' });
  });

  test('a failed asynchronous payment lets the shopper try again', async () => {
    const id = await anOrder();
    const kept = await openAtStripe(id);
    await sendWebhook('checkout.session.async_payment_failed', kept);
    await sendWebhook('checkout.session.completed', kept, { status: 'complete' });
    expect(await found(id)).toMatchObject({ status: 'pending', payment: 'failed' });
    expect((await openAtStripe(id)).id).not.toBe(kept.id);
  });

  test('the session of an expired order is expired at Stripe, and a payment that arrives anyway is paid back', async () => {
    const id = await anOrder(3);
    const kept = await openAtStripe(id);
    now = minutesLater(90);
    await updateDueOrders(db, testPayments, now);
    await reconcilePayments(db, stripe.payments, now);
    expect(kept.status).toBe('expired');
    await anOrder();
    expect((await sendWebhook('checkout.session.completed', kept, paid)).status).toBe(200);
    expect(await mails()).toEqual([`Your payment for order ${id} came too late`]);
    expect((await refusal(await pay(id, withKeys), 409)).message).toContain('on its way back to you');
  });

  test('an order whose webhook was lost is confirmed when the shopper opens it', async () => {
    const id = await anOrder();
    Object.assign(await openAtStripe(id), paid);
    now = minutesLater(1);
    const seen = await withKeys.request(endpointPath(endpoints.order.path, { orderId: id }));
    expect(order.parse(await seen.json())).toMatchObject({ status: 'confirmed', payment: 'paid' });
    expect(await db.selectFrom('payment').select(['status', 'reference']).execute()).toEqual([{ status: 'paid', reference: 'pi_1' }]);
  });

  describe('what the seller must know', () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const logged = createTestApp({
      ...services,
      payments: stripe.payments,
      log,
      readShop: readsShop({}, { sellerEmail: 'seller@shop.example' }),
    });
    const call = (request: RequestInit) => logged.request(endpoints.paymentWebhook.path, request);
    beforeEach(async () => {
      lines.length = 0;
      await db.deleteFrom('unmatched_payment').execute();
    });

    test('a payment for an order that the database does not have is kept once, logged as an error and mailed to the seller', async () => {
      const id = await anOrder();
      const kept = await openAtStripe(id);
      await db.deleteFrom('order').execute();
      for (let times = 0; times < 2; times += 1)
        expect((await call(stripe.signed(stripe.event('checkout.session.completed', kept, paid, 'evt_stray')))).status).toBe(200);
      expect(await db.selectFrom('unmatched_payment').selectAll().execute()).toEqual([
        {
          event_id: 'evt_stray',
          order_id: id,
          session_id: kept.id,
          amount: 645,
          reference: 'pi_1',
          received_at: openingDay.toISOString(),
          refunded_at: null,
          refund_reference: null,
          problem: '',
        },
      ]);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, eventId: 'evt_stray', reference: 'pi_1' }]);
      const [mail, ...others] = await db.selectFrom('mail').select(['recipient', 'subject', 'text']).execute();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        recipient: 'seller@shop.example',
        subject: `A payment has arrived for order ${id}, which the shop does not have`,
      });
      expect(mail?.text).toContain('Amount: £6.45\nPayment: pi_1');
      expect(mail?.text).toContain('shop payments refund-unmatched evt_stray');
    });

    test('a webhook that is refused is logged as a warning', async () => {
      const kept = await openAtStripe(await anOrder());
      const body = stripe.event('checkout.session.completed', kept, paid);
      await refusal(await call(stripe.signed(body, { secret: 'whsec_of_another_endpoint' })), 422);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { level: 40, path: endpoints.paymentWebhook.path, msg: expect.stringContaining('webhook was refused') },
      ]);
    });
  });

  test('reloading an unpaid order asks Stripe at most every ten seconds', async () => {
    const id = await anOrder();
    await openAtStripe(id);
    const before = stripe.state.calls;
    for (const minutes of [0, 0.1, 0.2, 0.3]) {
      now = minutesLater(minutes);
      await withKeys.request(endpointPath(endpoints.order.path, { orderId: id }));
    }
    expect(stripe.state.calls - before).toBe(1);
  });

  describe('webhooks about refunds', () => {
    const sendRefunds = (at: Date) => sendDueRefunds(db, stripe.payments, { clock: () => at, sellerEmail: 'seller@shop.test' });
    const listRefunds = (id: string) =>
      db
        .selectFrom('money')
        .select(['source', 'state', 'reference', 'note', 'amount'])
        .where('order_id', '=', id)
        .where('source', '!=', 'payment')
        .where('reference', 'is distinct from', 're_other')
        .orderBy('source', 'desc')
        .execute();
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' };
    /** An order whose payment arrived too late and was paid back. */
    const paidBack = async () => {
      const id = await anOrder();
      const kept = await openAtStripe(id);
      const intent = `pi_${aKey()}`;
      await sendWebhook('checkout.session.completed', kept, { ...paid, payment_intent: intent, amount_total: 1 });
      await sendRefunds(now);
      const refund = [...stripe.refunds.values()].find(({ payment_intent }) => payment_intent === intent);
      if (!refund) throw new Error('Nothing was paid back.');
      await db.deleteFrom('mail').execute();
      return { id, refund };
    };

    test.each([
      ['refund.failed', failed],
      ['refund.updated', failed],
      ['charge.refund.updated', failed],
      ['charge.refund.updated', { status: 'canceled' }],
    ])('%s with %j leaves the refund to be paid by hand, and mails buyer and seller once, however often it is sent', async (type, over) => {
      const { id, refund } = await paidBack();
      for (let times = 0; times < 3; times += 1) expect((await sendWebhook(type, refund, over, 'evt_thrice')).status).toBe(200);
      for (const other of ['refund.failed', 'refund.updated']) expect((await sendWebhook(other, refund, failed)).status).toBe(200);
      expect((await mails()).toSorted()).toEqual([
        `Money for order ${id} came back: please pay it another way`,
        `The money for order ${id} has not reached you`,
      ]);
      expect(await listRefunds(id)).toMatchObject([
        { source: 'ours', state: 'failed', reference: refund.id, note: expect.stringMatching(/^(failed|canceled) at Stripe \(.+\)$/) },
        { source: 'hand', state: 'wanted', amount: 1 },
      ]);
      expect(await sendRefunds(minutesLater(10_000))).toBe(0);
    });

    test('other events about a refund, and about refunds of other shops, are ignored', async () => {
      const { id, refund } = await paidBack();
      const before = await listRefunds(id);
      for (const [type, over] of [
        ['refund.updated', {}],
        ['refund.created', {}],
        ['charge.refund.updated', { status: 'pending' }],
        ['refund.failed', { ...failed, id: 're_other', metadata: {} }],
        ['refund.failed', { ...failed, id: 're_other', metadata: null }],
        ['refund.failed', { ...failed, id: 're_other' }],
      ] as const)
        expect((await sendWebhook(type, refund, over)).status).toBe(200);
      expect(await listRefunds(id)).toEqual(before);
      expect(await mails()).toEqual([]);
    });

    test('a webhook without a valid signature is rejected', async () => {
      const { id, refund } = await paidBack();
      const body = stripe.event('refund.failed', refund, failed);
      await refusal(
        await withKeys.request(endpoints.paymentWebhook.path, { method: 'POST', ...stripe.signed(body, { secret: 'whsec_guessed' }) }),
        422,
      );
      expect(await listRefunds(id)).toMatchObject([{ source: 'ours', state: 'done' }]);
    });
  });

  test('a webhook with another amount or currency does not mark the order as paid', async () => {
    for (const over of [{ amount_total: 1 }, { currency: 'jpy' }]) {
      const id = await anOrder();
      await sendWebhook('checkout.session.completed', await openAtStripe(id), { ...paid, ...over });
      expect(await found(id)).toMatchObject({ status: 'pending' });
    }
  });

  test('events of other types, and of other shops’ sessions, are ignored', async () => {
    const kept = await openAtStripe(await anOrder());
    expect((await sendWebhook('payment_intent.created', kept)).status).toBe(200);
    expect((await sendWebhook('checkout.session.completed', { ...kept, id: 'cs_other', metadata: {} }, paid)).status).toBe(200);
    expect(
      (await sendWebhook('checkout.session.completed', { ...kept, id: 'cs_foreign', metadata: { orderId: 'x', attempt: '-1' } }, paid))
        .status,
    ).toBe(200);
    expect(await mails()).toEqual([]);
  });

  test('a signature is accepted only for this body, this secret and a recent time', async () => {
    const id = await anOrder();
    const kept = await openAtStripe(id);
    const body = stripe.event('checkout.session.completed', kept, paid);
    const path = endpoints.paymentWebhook.path;
    const good = stripe.signed(body);
    for (const call of [
      { ...good, headers: {} },
      { ...good, headers: { 'stripe-signature': 'nonsense' } },
      { ...good, body: body.replace('1', '2') },
      { ...good, body: '' },
      stripe.signed(body, { secret: 'whsec_guessed' }),
      stripe.signed(body, { at: Math.floor(Date.now() / 1000) - 3600 }),
    ])
      await refusal(await withKeys.request(path, { method: 'POST', ...call }), 422);
    expect(await found(id)).toMatchObject({ status: 'pending' });
    expect((await withKeys.request(path, good)).status).toBe(200);
    expect(await found(id)).toMatchObject({ status: 'confirmed' });
  });

  test('without Stripe keys the webhook gets 404', async () => {
    await refusal(await app.request(endpoints.paymentWebhook.path, { method: 'POST', body: '{}' }), 404);
  });
});
