import { beforeEach, describe, expect, test } from 'vitest';
import type { ListOperation } from '#contract/saved-lists.ts';
import { availableQuantity } from '#contract/stock.ts';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { catalogueVersions, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { closeReplacedPaymentPages, openPayment, reconcilePayments, recordPayment } from '#server/domain/money/payments.ts';
import { readUpdatedOrder, updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { type Buyer, findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import type { PaymentEvent, PaymentProvider } from '#server/payments/provider.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { htmlOf } from '#tests/support/mails.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, addAccounts, aKey, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { refuseWrites } from '#tests/support/refuse-writes.ts';
import { recordQueries } from '#tests/support/regular-queries.ts';
import { adding, deviceSends, inWords, taking } from '#tests/support/saved-lists.ts';

const db = await freshDatabase('empty');
const origins = { shop: 'https://shop.example', api: 'https://api.example' };
const trader = 'Flone\nUnit 4\nMill Lane\nEX4 0AA\nhello@flone.example.com';
const spoon = { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 3, deliveryCost: 1.2 };

let number = 0;
const eventOf = (sessionId: string, outcome: PaymentEvent['outcome'] | undefined): PaymentEvent | undefined =>
  outcome && { eventId: `${sessionId}:${outcome}`, sessionId, outcome };

/** A provider that opens a new page on every call, and records which were closed. With `outcomes` by session, it knows no other session. */
const aProvider = (
  outcomes: Readonly<Record<string, PaymentEvent['outcome']>> | 'expired' = 'expired',
): PaymentProvider & { readonly closed: string[] } => {
  const closed: string[] = [];
  return {
    name: 'stripe',
    takesMoney: true,
    open: async () => {
      number += 1;
      return { sessionId: `session-${number}`, url: `https://pay.example/${number}` };
    },
    pendingEvents: async () => [],
    read: async (sessionId) => (outcomes === 'expired' ? undefined : eventOf(sessionId, outcomes[sessionId])),
    close: async (sessionId) => {
      closed.push(sessionId);
      return eventOf(sessionId, outcomes === 'expired' ? outcomes : outcomes[sessionId]);
    },
    refund: async ({ id, payment, amount }) => ({
      kind: 'refund',
      reference: `back-${id}`,
      payment,
      id,
      amount,
      state: 'done',
      reason: '',
    }),
    listRefunds: async () => [],
    methods: [],
    minPence: 30,
    findSetupProblems: undefined,
    parseWebhook: undefined,
    closed,
  };
};

const order = async (quantity = 1, buyer: Buyer = undefined, choice: Omit<Wanted, 'productId'> = {}): Promise<string> => {
  const payload = anOrderFor({ productId: 'spoon', quantity, ...choice });
  return (await placeOrder(db, anOrderRequest(payload, { buyer, trader })))._id;
};
const pay = (orderId: string, provider = testPayments, now = openingDay) => openPayment(db, provider, { orderId, origins, now });
const receive = (event: Omit<PaymentEvent, 'eventId'> & { readonly eventId?: string }, now = minutesLater(1)) =>
  recordPayment(db, { eventId: aKey(), ...event }, now);

const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text', 'parts']).orderBy('created_at').orderBy('id').execute();
const statusOf = async (sessionId: string) =>
  (await db.selectFrom('payment').select('status').where('session_id', '=', sessionId).executeTakeFirst())?.status;
/** What the seller reads last in an order's history, with who did it. */
const lastEventOf = async (id: string): Promise<string> => {
  const event = (await listOrderEvents(db, id)).at(-1);
  return `${event?.actor}: ${event?.what}`;
};
const availableSpoons = async () => {
  const found = (await listProducts(db)).find(({ _id }) => _id === 'spoon');
  return found && availableQuantity(found);
};

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await sell(db, spoon);
});

describe('opening a payment', () => {
  test('repeated and concurrent calls give the same payment page', async () => {
    const id = await order();
    const provider = aProvider();
    const sessions = await Promise.all(Array.from({ length: 20 }, () => pay(id, provider)));
    sessions.push(await pay(id.toLowerCase().replaceAll('-', ' '), provider));
    expect(new Set(sessions.map(({ sessionId, url }) => `${sessionId} ${url}`)).size).toBe(1);
  });

  test('after a declined payment a new page is opened', async () => {
    const id = await order();
    const first = await pay(id);
    await chooseOnTestPage(db, first.sessionId, 'decline', openingDay);
    const second = await pay(id);
    expect(second.sessionId).not.toBe(first.sessionId);
    await chooseOnTestPage(db, second.sessionId, 'pay', openingDay);
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
  });

  test('no page is opened for a paid, processing, expired or unknown order', async () => {
    const paid = await order();
    const waiting = await order();
    const expired = await order();
    await chooseOnTestPage(db, (await pay(paid)).sessionId, 'pay', openingDay);
    await chooseOnTestPage(db, (await pay(waiting)).sessionId, 'delay', openingDay);
    await updateDueOrders(db, testPayments, minutesLater(30), expired);
    const refusals = [
      [paid, 'paid', 'This order is paid already.'],
      [waiting, 'processing', 'Your payment is on its way. There is nothing more to do.'],
      [expired, 'expired', 'This order was not paid in time, so it was cancelled. Please order again.'],
    ] as const;
    for (const [id, code, message] of refusals) await expect(pay(id)).rejects.toMatchObject({ kind: 'conflict', code, message });
    await expect(pay('0000-0000-0000-0000')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('reading an order that is paid queries nothing but what it consists of; the expiry of an unpaid one is found', async () => {
    const paid = await order();
    const opened = await order();
    await chooseOnTestPage(db, (await pay(paid)).sessionId, 'pay', openingDay);
    await pay(opened);
    const queriesOf = (id: string, now: Date) => recordQueries(db, (recorded) => readUpdatedOrder(testPayments, now)(recorded, id));
    // Its row, its lines, its payments, its money.
    expect(await queriesOf(paid, minutesLater(60))).toHaveLength(4);
    await queriesOf(opened, minutesLater(30));
    await expect(findOrder(db, opened)).rejects.toMatchObject({ code: 'expired' });
  });

  test('a page is closed when its order expires while it is being opened', async () => {
    const id = await order();
    const provider = aProvider();
    const slow: PaymentProvider = {
      ...provider,
      open: async (payable) => {
        await updateDueOrders(db, testPayments, minutesLater(30), id);
        return provider.open(payable);
      },
    };
    await expect(pay(id, slow)).rejects.toMatchObject({ code: 'expired' });
    expect(provider.closed).toHaveLength(1);
  });

  test('a payment page whose decline is reported before the page is stored is still opened', async () => {
    const id = await order();
    const provider = aProvider();
    const slow: PaymentProvider = {
      ...provider,
      open: async (payable) => {
        const session = await provider.open(payable);
        await receive({ sessionId: session.sessionId, outcome: 'failed', openedFor: { orderId: id, attempt: 0, provider: 'stripe' } });
        return session;
      },
    };
    expect((await pay(id, slow)).url).toBe(`https://pay.example/${number}`);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'failed' });
  });

  test('every order of 0 is confirmed without a payment', async () => {
    await sell(db, { ...spoon, basePrice: 0, deliveryCost: 0 });
    for (const id of [await order(), await order()]) {
      const { url } = await pay(id, aProvider());
      expect(url).toBe(`https://shop.example/order-confirm?order=${id}`);
      expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', overallTotal: 0 });
    }
  });

  test('an order of 0 whose confirmation failed is confirmed by the next try', async () => {
    await sell(db, { ...spoon, basePrice: 0, deliveryCost: 0 });
    const id = await order();
    const mend = await refuseWrites(db, { event: 'update', table: 'order', when: "new.status = 'confirmed'", message: 'the process dies' });
    await expect(pay(id, aProvider())).rejects.toThrow('the process dies');
    await mend();
    expect((await pay(id, aProvider())).url).toBe(`https://shop.example/order-confirm?order=${id}`);
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', overallTotal: 0 });
  });
});

describe('the test payment page', () => {
  test('Pay on the test page confirms the order and mails the confirmation once', async () => {
    const id = await order(2);
    const { sessionId } = await pay(id);
    await Promise.all(Array.from({ length: 10 }, () => chooseOnTestPage(db, sessionId, 'pay', openingDay)));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ recipient: aBuyer.email, subject: `Your order ${id} is confirmed` });
    expect(sent[0]?.text).toContain('should arrive Fri 5 – Mon 8 September. We post it by Wed 3 September');
    expect(sent[0]?.text).toContain(`YOUR SELLER\n\n${trader}`);
    expect(await lastEventOf(id)).toBe('provider: Paid: confirmed.');
    expect(sent[0]?.text).toMatch(new RegExp(`Your order ID:\\s+${id}`));
    expect(sent[0]?.text).not.toMatch(/order number/i);
    const html = sent[0] && (await htmlOf(sent[0]));
    for (const part of [id, '2 × Spoon', '£9.00', '£2.40', '£11.40', '12 Mill Lane', 'LS1 4AP', '14 days', `${origins.shop}/refund`])
      for (const form of [sent[0]?.text, html]) expect(form).toContain(part);
  });

  test('Decline on the test page leaves the order payable and mails that', async () => {
    const id = await order();
    await chooseOnTestPage(db, (await pay(id)).sessionId, 'decline', openingDay);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'failed' });
    expect((await mails()).map(({ subject }) => subject)).toEqual([`The payment for your order ${id} did not go through`]);
    expect(await lastEventOf(id)).toBe('provider: The payment was declined.');
  });

  test('Abandon on the test page changes nothing', async () => {
    const id = await order();
    const { sessionId } = await pay(id);
    expect(await chooseOnTestPage(db, sessionId, 'abandon', openingDay)).toBe(id);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'open' });
    expect((await pay(id)).sessionId).toBe(sessionId);
  });

  test('Pay with delay on the test page pays the order some seconds later, whichever process checks it', async () => {
    const id = await order();
    await chooseOnTestPage(db, (await pay(id)).sessionId, 'delay', openingDay);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'processing' });
    await updateDueOrders(db, testPayments, minutesLater(0.1), id);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'processing' });
    await Promise.all(Array.from({ length: 5 }, () => updateDueOrders(db, testPayments, minutesLater(1))));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
    expect(await mails()).toHaveLength(1);
  });

  test('the test page of an expired order accepts no payment', async () => {
    const id = await order();
    const { sessionId } = await pay(id);
    await updateDueOrders(db, testPayments, minutesLater(30));
    await reconcilePayments(db, testPayments, minutesLater(30));
    await chooseOnTestPage(db, sessionId, 'pay', minutesLater(31));
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    expect(await mails()).toEqual([]);
  });
});

describe('an event of the payment provider', () => {
  test('a repeated event counts once', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await Promise.all(Array.from({ length: 10 }, () => receive({ eventId: 'evt_1', sessionId, outcome: 'failed' })));
    expect(await mails()).toHaveLength(1);
    expect((await listOrderEvents(db, id)).map(({ what }) => what)).toEqual(['Placed, not yet paid.', 'The payment was declined.']);
  });

  const outcomes = ['processing', 'failed', 'expired'] as const;
  test.each(outcomes.flatMap((one) => outcomes.filter((other) => other !== one).map((other) => [one, other] as const)))(
    'a paid order stays paid in any order of events: paid, %s and %s',
    async (one, other) => {
      for (const sequence of [
        [one, other, 'paid'],
        [one, 'paid', other],
        ['paid', one, other],
      ] as const) {
        const id = await order();
        const { sessionId } = await pay(id, aProvider());
        for (const outcome of sequence) await receive({ sessionId, outcome, reference: `pi_${sessionId}` });
        expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
        expect(await statusOf(sessionId)).toBe('paid');
      }
      expect(await availableSpoons()).toBe(0);
    },
  );

  test.each([
    ['processing', 'expired', 'processing'],
    ['processing', 'failed', 'failed'],
    ['failed', 'processing', 'failed'],
    ['failed', 'expired', 'failed'],
    ['failed', 'failed', 'failed'],
    ['expired', 'processing', 'expired'],
    ['expired', 'failed', 'expired'],
  ] as const)('a payment that is reported as %s and then as %s ends as %s, and is mailed at most once', async (one, other, status) => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    for (const outcome of [one, other]) await receive({ sessionId, outcome });
    expect(await statusOf(sessionId)).toBe(status);
    expect(await mails()).toHaveLength(status === 'failed' ? 1 : 0);
  });

  test('each declined payment of an order is mailed', async () => {
    const id = await order();
    for (let attempt = 0; attempt < 2; attempt += 1)
      await receive({ sessionId: (await pay(id, aProvider())).sessionId, outcome: 'failed' });
    expect(await mails()).toHaveLength(2);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'failed' });
  });

  test('a payment event that arrives before its session is stored is applied', async () => {
    const id = await order();
    await receive({ sessionId: 'session-early', outcome: 'paid', amount: 570, openedFor: { orderId: id, attempt: 0, provider: 'stripe' } });
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
  });

  test('an event of a session or an order that is not in the database changes no order, payment or money, and mails nobody', async () => {
    const id = await order();
    await pay(id, aProvider());
    const tables = ['order', 'payment', 'money', 'mail', 'order_event'] as const;
    const rows = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const before = await rows();
    expect(before.map(({ length }) => length)).toEqual([1, 1, 0, 0, expect.any(Number)]);
    for (const outcome of ['paid', 'failed', 'expired'] as const) {
      await receive({ sessionId: 'foreign', outcome, amount: 570 });
      await receive({ sessionId: 'foreign', outcome, amount: 570, openedFor: { orderId: 'foreign', attempt: 0, provider: 'stripe' } });
    }
    expect(await rows()).toEqual(before);
  });

  test('a payment of another amount does not confirm the order and is paid back', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await receive({ sessionId, outcome: 'paid', amount: 1 });
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending' });
    expect(await statusOf(sessionId)).toBe('unusable');
    expect((await mails())[0]?.subject).toBe(`We are refunding a payment for order ${id}`);
    expect(await lastEventOf(id)).toBe('provider: Paid 1p instead of 570p: to be refunded.');
  });

  test('a second payment of the same order is paid back', async () => {
    const id = await order();
    const first = await pay(id, aProvider());
    await receive({ sessionId: first.sessionId, outcome: 'expired' });
    const second = await pay(id, aProvider());
    await receive({ sessionId: second.sessionId, outcome: 'paid' });
    await receive({ sessionId: first.sessionId, outcome: 'paid' });
    expect(await statusOf(first.sessionId)).toBe('unusable');
    expect(await statusOf(second.sessionId)).toBe('paid');
    expect(await availableSpoons()).toBe(2);
    expect(await lastEventOf(id)).toBe('provider: Paid once more: to be refunded.');
  });

  test('a payment of an order that another one has replaced is paid back, and the seller reads which', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    const payload = { ...anOrderFor({ productId: 'spoon' }), note: 'Ring twice.', replaces: id };
    const request = anOrderRequest(payload, { trader });
    const { _id: second } = await placeOrder(db, request);
    await receive({ sessionId, outcome: 'paid' });
    expect(await statusOf(sessionId)).toBe('unusable');
    expect(await findOrder(db, second)).toMatchObject({ status: 'pending' });
    expect(await lastEventOf(id)).toBe(`provider: Paid after order ${second} had taken its place: to be refunded.`);
  });
});

describe('a payment after its order expired', () => {
  test('a late payment confirms the order when its stock is still available', async () => {
    const id = await order(3);
    const { sessionId } = await pay(id, aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    expect(await availableSpoons()).toBe(3);
    await receive({ sessionId, outcome: 'paid' }, minutesLater(91));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
    expect(await availableSpoons()).toBe(0);
    expect((await mails())[0]?.subject).toBe(`Your order ${id} is confirmed`);
    expect(await lastEventOf(id)).toBe('provider: Paid after it had expired, the goods still there: confirmed.');
  });

  test('a late payment removes the promised arrival, because the promised days counted from the order; a payment in time keeps it', async () => {
    const inTime = await order(1);
    await receive({ sessionId: (await pay(inTime, aProvider())).sessionId, outcome: 'paid' }, minutesLater(30));
    expect(await findOrder(db, inTime)).toMatchObject({ status: 'confirmed', arrival: expect.anything() });
    await db.deleteFrom('mail').execute();
    const id = await order(1);
    const { sessionId } = await pay(id, aProvider());
    await receive({ sessionId, outcome: 'processing' });
    expect(await findOrder(db, id)).toHaveProperty('arrival');
    await receive({ sessionId, outcome: 'paid' }, minutesLater(60 * 24));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
    expect(await findOrder(db, id)).not.toHaveProperty('arrival');
    expect((await mails())[0]?.text).toContain(id);
    expect((await mails())[0]?.text).not.toContain('should arrive');
  });

  test('a late payment is paid back when the stock is gone, and the buyer is mailed', async () => {
    const id = await order(3);
    const { sessionId } = await pay(id, aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    await order(1);
    const before = await catalogueVersions(db);
    await receive({ sessionId, outcome: 'paid' }, minutesLater(91));
    expect(await statusOf(sessionId)).toBe('unusable');
    expect(await availableSpoons()).toBe(2);
    expect((await mails())[0]?.subject).toBe(`Your payment for order ${id} came too late`);
    await expect(findOrder(db, id)).rejects.toThrow('You will get all of it back');
    expect(await lastEventOf(id)).toBe('provider: Paid after it had expired and the goods had gone: to be refunded.');
    // No stock has changed, so that no shopper loads it again.
    expect(await catalogueVersions(db)).toEqual(before);
  });

  const colors = [{ color: 'Red', sizes: [{ name: 'M', stock: 3 }] }];
  const types = [{ id: 'boxed', name: 'Gift boxed', basePrice: 4.5, stock: 3 }];
  test.each([
    ['colours', { colors }, { color: 'Red', size: 'M' }, { colors: [] }],
    ['sizes', { colors }, { color: 'Red', size: 'M' }, { colors: [{ color: 'Red' }] }],
    ['types', { types }, { variationId: 'boxed' }, { types: [] }],
  ])('a late payment is refunded when the product has lost its %s since, and claims nothing', async (_, options, choice, left) => {
    await sell(db, { ...spoon, ...options });
    const id = await order(1, undefined, choice);
    const { sessionId } = await pay(id, aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    await importCatalogue(db, [{ line: 1, value: { ...spoon, ...left } }], { now: openingDay, setsStock: true });
    const before = await catalogueVersions(db);
    await receive({ sessionId, outcome: 'paid' }, minutesLater(91));
    expect(await statusOf(sessionId)).toBe('unusable');
    expect(await availableSpoons()).toBe(3);
    expect(await lastEventOf(id)).toBe('provider: Paid after it had expired and the goods had gone: to be refunded.');
    expect(await catalogueVersions(db)).toEqual(before);
  });

  test('of two late payments for the last units that arrive at once, one confirms its order and the other is paid back', async () => {
    const sessions: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { sessionId } = await pay(await order(3), aProvider());
      sessions.push(sessionId);
      await updateDueOrders(db, testPayments, minutesLater(90));
    }
    await Promise.all(sessions.map((sessionId) => receive({ sessionId, outcome: 'paid' }, minutesLater(91))));
    expect((await Promise.all(sessions.map(statusOf))).toSorted()).toEqual(['paid', 'unusable']);
    expect(await availableSpoons()).toBe(0);
  });

  test('a payment that is declined after its order expired is mailed to nobody, because the shopper cannot try again', async () => {
    const { sessionId } = await pay(await order(), aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    await receive({ sessionId, outcome: 'failed' }, minutesLater(91));
    expect(await statusOf(sessionId)).toBe('failed');
    expect(await mails()).toEqual([]);
  });

  test('in a race of payment and expiry the order is confirmed or expired, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      await sell(db, { ...spoon, stock: 1 });
      const id = await order();
      const { sessionId } = await pay(id, aProvider());
      const [one, other] = [
        () => updateDueOrders(db, testPayments, minutesLater(30)),
        () => receive({ sessionId, outcome: 'paid' }, minutesLater(30)),
      ];
      await Promise.all(round % 2 ? [one(), other()] : [other(), one()]);
      // The stock was available, so the payment counts in either order, and the stock is claimed once.
      expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
      expect(await availableSpoons()).toBe(0);
    }
  });

  test('the payment page of an expired order is closed once', async () => {
    const provider = aProvider();
    const id = await order();
    const { sessionId } = await pay(id, provider);
    await updateDueOrders(db, testPayments, minutesLater(30));
    await Promise.all(Array.from({ length: 5 }, () => reconcilePayments(db, provider, minutesLater(30))));
    await reconcilePayments(db, provider, minutesLater(60));
    expect(provider.closed).toEqual([sessionId]);
    expect(await statusOf(sessionId)).toBe('expired');
  });

  test('a page that the provider does not know keeps no other from being closed, and is asked about every five minutes', async () => {
    const pages = [await order(), await order(), await order()];
    const sessions: string[] = [];
    for (const id of pages) sessions.push((await pay(id, aProvider())).sessionId);
    await updateDueOrders(db, testPayments, minutesLater(30));
    const provider = aProvider(Object.fromEntries(sessions.slice(1).map((sessionId) => [sessionId, 'expired'])));
    for (const minutes of [30, 31, 34, 35]) await reconcilePayments(db, provider, minutesLater(minutes));
    expect(await Promise.all(sessions.map(statusOf))).toEqual(['open', 'expired', 'expired']);
    expect(provider.closed.toSorted()).toEqual([...sessions, sessions[0]].toSorted());
    await reconcilePayments(db, provider, minutesLater(8 * 24 * 60));
    expect(provider.closed).toHaveLength(4);
  });
});

describe('a payment whose webhook was lost', () => {
  test('the provider is asked about an open page, and a lost payment confirms the order before it expires', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await reconcilePayments(db, aProvider({ [sessionId]: 'paid' }), minutesLater(5));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
  });

  test.each([
    ['paid', { status: 'confirmed', payment: 'paid' }],
    ['processing', { status: 'pending', payment: 'processing' }],
  ] as const)('an order whose page is %s at the provider does not expire when its time to pay is over', async (outcome, state) => {
    for (const how of ['job', 'look'] as const) {
      const id = await order();
      const { sessionId } = await pay(id, aProvider());
      await updateDueOrders(db, aProvider({ [sessionId]: outcome }), minutesLater(30), how === 'look' ? id : undefined);
      expect(await findOrder(db, id)).toMatchObject(state);
    }
    expect(await availableSpoons()).toBe(1);
  });

  test('an order whose page was not used expires at once when its time to pay is over, with its page closed before', async () => {
    const provider = aProvider();
    const id = await order();
    const { sessionId } = await pay(id, provider);
    await Promise.all([1, 2, 3].map(() => updateDueOrders(db, provider, minutesLater(30))));
    expect(provider.closed).toEqual([sessionId]);
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    expect(await availableSpoons()).toBe(3);
  });

  test('while the provider cannot be reached, an order with an open page waits an hour for its answer and no longer, and others expire', async () => {
    const [asked, alike, unopened] = [await order(), await order(), await order()];
    const away = aProvider({});
    for (const id of [asked, alike]) await pay(id, away);
    const errors: unknown[] = [];
    const run = (minutes: number) =>
      updateDueOrders(db, away, minutesLater(minutes), undefined, { onError: (error) => errors.push(error) });
    await run(30);
    // One timeout is enough to know that it is away.
    expect([away.closed.length, errors.length]).toEqual([1, 1]);
    await expect(findOrder(db, unopened)).rejects.toMatchObject({ code: 'expired' });
    await updateDueOrders(db, away, minutesLater(45), asked);
    for (let minutes = 31; minutes < 90; minutes += 1) await run(minutes);
    for (const id of [asked, alike]) expect(await findOrder(db, id)).toMatchObject({ status: 'pending' });
    for (let minutes = 90; minutes < 125; minutes += 1) await run(minutes);
    for (const id of [asked, alike]) await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    expect(await availableSpoons()).toBe(3);
  });

  test('a command with the settings of another provider, which cannot ask, leaves an order with an open page alone for an hour', async () => {
    const [opened, unopened] = [await order(), await order()];
    const { sessionId } = await pay(opened, aProvider());
    for (const id of [undefined, opened]) await updateDueOrders(db, testPayments, minutesLater(30), id);
    await expect(findOrder(db, unopened)).rejects.toMatchObject({ code: 'expired' });
    expect(await findOrder(db, opened)).toMatchObject({ status: 'pending' });
    await updateDueOrders(db, aProvider({ [sessionId]: 'paid' }), minutesLater(31));
    expect(await findOrder(db, opened)).toMatchObject({ status: 'confirmed', payment: 'paid' });
    const abandoned = await order();
    await pay(abandoned, aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    await expect(findOrder(db, abandoned)).rejects.toMatchObject({ code: 'expired' });
  });

  test('an order that was paid while its provider and its shop were away is confirmed as soon as they are back', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await updateDueOrders(db, aProvider({}), minutesLater(30));
    await updateDueOrders(db, aProvider({ [sessionId]: 'paid' }), minutesLater(12 * 60));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed', payment: 'paid' });
    expect((await listOrderEvents(db, id)).map(({ what }) => what).filter((what) => what.includes('expired'))).toEqual([]);
  });

  test('a page that turns out to be paid when it is to be closed confirms the expired order', async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await updateDueOrders(db, testPayments, minutesLater(90));
    await reconcilePayments(db, aProvider({ [sessionId]: 'paid' }), minutesLater(90));
    expect(await statusOf(sessionId)).toBe('paid');
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
    await receive({ sessionId, outcome: 'paid' }, minutesLater(91));
    expect(await mails()).toHaveLength(1);
  });
});

describe('the payment pages of an order that is being replaced', () => {
  const close = (replaces: string, provider: PaymentProvider, buyer: Buyer = undefined) =>
    closeReplacedPaymentPages(db, provider, { replaces, buyer, now: minutesLater(1) });
  const ada = { id: 'ada', role: 'customer' } as const;

  test.each([
    ['paid', { status: 'confirmed', payment: 'paid' }],
    ['processing', { status: 'pending', payment: 'processing' }],
  ] as const)(
    'a payment page that turns out to be %s when it is closed counts for its order, and the shopper is told',
    async (outcome, found) => {
      const id = await order();
      const { sessionId } = await pay(id, aProvider());
      await expect(close(id, aProvider({ [sessionId]: outcome }))).rejects.toMatchObject({ kind: 'conflict', code: outcome });
      expect(await findOrder(db, id)).toMatchObject(found);
    },
  );

  test('the open page is closed, and neither one that is over nor one of another provider', async () => {
    const provider = aProvider();
    const id = await order();
    await receive({ sessionId: (await pay(id, provider)).sessionId, outcome: 'failed' });
    const open = await pay(id, provider);
    await close(id, provider);
    expect(provider.closed).toEqual([open.sessionId]);
    expect(await statusOf(open.sessionId)).toBe('expired');
    const other = await order();
    await pay(other, testPayments);
    await close(other, provider);
    expect(provider.closed).toHaveLength(1);
  });

  test('no page is closed for somebody who may not replace its order, of one that cannot be paid any more, or of an unknown one', async () => {
    await addAccounts(db, ada.id);
    const provider = aProvider();
    const [hers, late] = [await order(1, ada), await order()];
    for (const id of [hers, late]) await pay(id, provider);
    await updateDueOrders(db, testPayments, minutesLater(90), late);
    for (const id of [hers, late, '0000-0000-0000-0000']) await close(id, provider);
    expect(provider.closed).toEqual([]);
    await close(hers, provider, ada);
    expect(provider.closed).toHaveLength(1);
  });
});

describe('a payment that the bank is processing', () => {
  const processing = async () => {
    const id = await order();
    const { sessionId } = await pay(id, aProvider());
    await receive({ sessionId, outcome: 'processing' });
    return { id, sessionId };
  };
  const days = (count: number) => minutesLater(count * 24 * 60);

  test('a processing payment keeps its order from expiring for a week after the time to pay, and no longer', async () => {
    const { id, sessionId } = await processing();
    for (const orderId of [id, undefined]) await updateDueOrders(db, testPayments, days(7), orderId);
    expect(await findOrder(db, id)).toMatchObject({ status: 'pending', payment: 'processing' });
    expect(await availableSpoons()).toBe(2);
    await updateDueOrders(db, testPayments, days(7.1));
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    await receive({ sessionId, outcome: 'paid' }, days(8));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
  });

  test('a payment that is processing is asked about every five minutes for a week, and then once an hour until the provider answers', async () => {
    const { id, sessionId } = await processing();
    const asked: number[] = [];
    let outcome: PaymentEvent['outcome'] = 'processing';
    const ask = async (minutes: number): Promise<void> => {
      const provider = {
        ...aProvider(),
        read: async () => {
          asked.push(minutes);
          return eventOf(sessionId, outcome);
        },
      };
      await updateDueOrders(db, provider, minutesLater(minutes));
      // Several processes ask.
      await Promise.all([1, 2, 3].map(() => reconcilePayments(db, provider, minutesLater(minutes))));
    };
    const week = 7 * 24 * 60;
    for (const minutes of [5, 9, 10, week - 1]) await ask(minutes);
    expect(asked).toEqual([5, 10, week - 1]);
    const month = 5 * week;
    // The order's expiry, due after a week plus the time to pay, asks at once.
    for (const minutes of [week + 29, week + 31, week + 90, week + 91, month, month + 59]) await ask(minutes);
    expect(asked.slice(3)).toEqual([week + 31, week + 91, month]);
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    outcome = 'paid';
    await ask(month + 60);
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
    await ask(month + 120);
    expect(asked.slice(6)).toEqual([month + 60]);
  });

  test('a payment that is processing for more than a week is asked about when its order is looked at', async () => {
    const { id, sessionId } = await processing();
    await updateDueOrders(db, testPayments, days(8));
    await updateDueOrders(db, aProvider({ [sessionId]: 'paid' }), days(30), id);
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
  });

  test('a payment that a bank accepts days later confirms its order', async () => {
    const { id, sessionId } = await processing();
    await updateDueOrders(db, testPayments, days(2));
    await receive({ sessionId, outcome: 'paid' }, days(3));
    expect(await findOrder(db, id)).toMatchObject({ status: 'confirmed' });
  });

  test('an order whose payment is declined after the time to pay expires, and its mail offers no second try', async () => {
    const { id, sessionId } = await processing();
    await receive({ sessionId, outcome: 'failed' }, days(2));
    await updateDueOrders(db, testPayments, days(2));
    await expect(findOrder(db, id)).rejects.toMatchObject({ code: 'expired' });
    const [mail] = await mails();
    expect(mail?.text).toContain('so this order is cancelled');
    expect(mail?.text).not.toContain('Try again');
  });

  test('in a race of a processing payment and the expiry the order is kept, or expired with its stock released', async () => {
    for (let round = 0; round < 10; round += 1) {
      await db.deleteFrom('order').execute();
      await sell(db, { ...spoon, stock: 1 });
      const id = await order();
      const { sessionId } = await pay(id, aProvider());
      const both = [
        () => updateDueOrders(db, testPayments, minutesLater(30)),
        () => receive({ sessionId, outcome: 'processing' }, minutesLater(30)),
      ];
      await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
      const row = await db.selectFrom('order').select('status').where('id', '=', id).executeTakeFirstOrThrow();
      expect(await availableSpoons()).toBe(row.status === 'expired' ? 1 : 0);
    }
  });
});

describe('the saved cart of a buyer whose order is paid', () => {
  const ada = { id: 'demo-shopper', role: 'customer' } as const;
  const send = async (...operations: readonly ListOperation[]): Promise<string[]> =>
    inWords(await deviceSends(db, { accountId: ada.id, now: openingDay }, ...operations));
  const place = async (quantity: number, fromCart = true): Promise<string> => {
    const payload = { ...anOrderFor({ productId: 'spoon', quantity }), fromCart };
    const placed = await placeOrder(db, anOrderRequest(payload, { buyer: ada, trader }));
    return placed._id;
  };

  beforeEach(async () => {
    await seedDemoAccounts(db, openingDay, cheapPasswords);
    await db.deleteFrom('saved_line').execute();
    await sell(db, { ...spoon, stock: 20 });
  });

  test('the saved cart loses the paid units once, however often the payment is reported, and keeps what another device has added since', async () => {
    await send(adding('spoon', 2));
    const id = await place(2);
    await send(adding('spoon', 3));
    const { sessionId } = await pay(id, aProvider());
    expect(await send()).toEqual(['cart/spoon: 5']);
    await Promise.all([receive({ sessionId, outcome: 'paid' }), receive({ sessionId, outcome: 'paid' })]);
    await receive({ sessionId, outcome: 'paid' });
    expect(await send()).toEqual(['cart/spoon: 3']);
  });

  test('the saved cart loses the paid units once when a device takes them as well, and keeps a line that is added anew', async () => {
    await send(adding('spoon', 3));
    const { sessionId } = await pay(await place(2), aProvider());
    await send(taking('spoon', 2));
    await receive({ sessionId, outcome: 'paid' });
    expect(await send()).toEqual(['cart/spoon: 1']);
    const later = await pay(await place(1), aProvider());
    await send(taking('spoon', 1));
    await send(adding('spoon', 4));
    await receive({ sessionId: later.sessionId, outcome: 'paid' });
    expect(await send()).toEqual(['cart/spoon: 4']);
  });

  test('the saved cart loses nothing to a device that saves at the same moment as the payment arrives', async () => {
    await send(adding('spoon', 2));
    const id = await place(2);
    const { sessionId } = await pay(id, aProvider());
    await Promise.all([receive({ sessionId, outcome: 'paid' }), ...Array.from({ length: 4 }, () => send(adding('spoon', 1)))]);
    expect(await send()).toEqual(['cart/spoon: 4']);
  });

  test('the saved cart stays as it is for an order of one product beside it, a failed payment, and a line that it does not have', async () => {
    await send(adding('spoon', 2));
    const beside = await pay(await place(2, false), aProvider());
    await receive({ sessionId: beside.sessionId, outcome: 'paid' });
    const failed = await pay(await place(2), aProvider());
    await receive({ sessionId: failed.sessionId, outcome: 'failed' });
    expect(await send()).toEqual(['cart/spoon: 2']);
    await db.deleteFrom('saved_line').execute();
    const gone = await pay(await place(1), aProvider());
    await send(adding('spoon', 1));
    await receive({ sessionId: gone.sessionId, outcome: 'paid' });
    expect(await send()).toEqual(['cart/spoon: 1']);
  });
});
