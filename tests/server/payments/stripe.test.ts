import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderPayload } from '#contract/order.ts';
import { openPayment, reconcilePayments } from '#server/domain/money/payments.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { UnclearRefund } from '#server/payments/provider.ts';
import { stripePayments } from '#server/payments/stripe.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
const origins = { shop: 'https://shop.example', api: 'https://shop.example' };
const webhookUrl = 'https://shop.example/order/payment/webhook';
const events = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
];
/** A webhook that needs no change, but for `over`. */
const anEndpoint = (over: Partial<(typeof stripe.endpoints)[number]> = {}): (typeof stripe.endpoints)[number] => ({
  id: 'we_1',
  url: webhookUrl,
  status: 'enabled',
  enabled_events: ['*'],
  api_version: '2026-10-28.endive',
  ...over,
});
const find = (url: string | undefined = webhookUrl, payments = stripe.payments) => payments.findSetupProblems?.(url);

beforeEach(async () => {
  stripe.endpoints.length = 0;
  stripe.failingKeys.clear();
  Object.assign(stripe.account, { status: 200, charges_enabled: true });
  stripe.mend();
  await db.deleteFrom('order').execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 });
});

describe('what is missing at Stripe', () => {
  test('an account that takes payments and a webhook with the needed events, or with all, is complete', async () => {
    stripe.endpoints.push(anEndpoint({ enabled_events: [...events, 'charge.refunded'] }));
    expect(await find()).toEqual([]);
    stripe.endpoints[0] = anEndpoint();
    expect(await find()).toEqual([]);
  });

  test('a missing webhook is named with its URL and its events', async () => {
    stripe.endpoints.push(anEndpoint({ url: 'https://old.example/order/payment/webhook' }));
    const [problem, ...more] = (await find()) ?? [];
    expect(more).toEqual([]);
    expect(problem).toContain(
      `Stripe has no webhook for ${webhookUrl}. Add it in its dashboard with the API version 2026-10-28.endive and the events ${events.join(', ')}`,
    );
  });

  test('a disabled webhook and missing events are named', async () => {
    stripe.endpoints.push(anEndpoint({ status: 'disabled' }));
    expect(await find()).toEqual([expect.stringContaining(`The webhook for ${webhookUrl} is disabled`)]);
    stripe.endpoints[0] = anEndpoint({ enabled_events: events.slice(0, 3) });
    expect(await find()).toEqual([
      expect.stringContaining(
        'does not send checkout.session.async_payment_failed, refund.created, refund.updated, refund.failed, charge.dispute.created, charge.dispute.updated, charge.dispute.funds_withdrawn, charge.dispute.closed.',
      ),
    ]);
  });

  test.each([
    ['an older version', '2024-06-20', 'sends events in version 2024-06-20,'],
    ['the version of the account', null, 'sends events in the version of the account, which may change,'],
  ])(
    'a webhook that sends events in %s is named with the version that the shop reads, also beside one that needs no change',
    async (_, version, sends) => {
      stripe.endpoints.push(anEndpoint(), anEndpoint({ id: 'we_2', api_version: version }));
      expect(await find()).toEqual([
        expect.stringContaining(
          `The webhook we_2 for ${webhookUrl} ${sends} but this shop reads version 2026-10-28.endive. Add another one for the same URL with that API version, put its signing secret and a comma in front`,
        ),
      ]);
    },
  );

  test('while a webhook is replaced, events that are signed with either secret are heard, and no others', async () => {
    const both = stripePayments({
      secretKey: stripe.secretKey,
      webhookSecrets: ['whsec_new', stripe.webhookSecret],
      apiUrl: stripe.apiUrl,
    });
    const { sessionId } = await open(await order());
    const body = stripe.event('checkout.session.expired', stripe.sessions.get(sessionId) ?? expect.fail());
    const hear = (secret: string) => {
      const { headers } = stripe.signed(body, { secret });
      return both.parseWebhook?.(body, new Headers(headers).get('stripe-signature') ?? undefined);
    };
    for (const secret of ['whsec_new', stripe.webhookSecret]) expect(await hear(secret)).toMatchObject({ sessionId, outcome: 'expired' });
    await expect(async () => hear('whsec_other')).rejects.toThrow('This message is not signed by the payment provider.');
  });

  test('missing events and another version of one webhook are two sentences', async () => {
    stripe.endpoints.push(anEndpoint({ enabled_events: events.slice(1), api_version: '2024-06-20' }));
    expect(await find()).toEqual([
      expect.stringContaining('does not send checkout.session.completed.'),
      expect.stringContaining('sends events in version 2024-06-20,'),
    ]);
  });

  test('neither the version nor the events of a disabled webhook and of one for another URL matter', async () => {
    const other = { enabled_events: [], api_version: '2024-06-20' };
    const elsewhere = { ...other, url: 'https://old.example/order/payment/webhook' };
    stripe.endpoints.push(anEndpoint({ ...other, status: 'disabled' }), anEndpoint(elsewhere), anEndpoint());
    expect(await find()).toEqual([]);
  });

  test('an account that may not take payments is named beside the webhook', async () => {
    stripe.account.charges_enabled = false;
    expect(await find()).toEqual([expect.stringContaining('may not take payments yet'), expect.stringContaining('Stripe has no webhook')]);
  });

  test('a wrong key, and a provider that cannot be reached, are one sentence each', async () => {
    const wrong = stripePayments({ secretKey: 'sk_test_wrong', webhookSecrets: ['whsec_x'], apiUrl: stripe.apiUrl });
    expect(await find(webhookUrl, wrong)).toEqual([expect.stringContaining('Stripe does not accept STRIPE_SECRET_KEY')]);
    const away = stripePayments({ secretKey: 'sk_test_x', webhookSecrets: ['whsec_x'], apiUrl: 'http://127.0.0.1:1' });
    expect(await find(webhookUrl, away)).toEqual([expect.stringContaining('Stripe cannot be asked about its account')]);
  });

  test('a restricted key that may not read the account is enough', async () => {
    stripe.account.status = 403;
    stripe.endpoints.push(anEndpoint());
    expect(await find()).toEqual([]);
  });

  test('without a public URL no webhook is looked for', async () => {
    const calls = stripe.state.calls;
    expect(await stripe.payments.findSetupProblems?.(undefined)).toEqual([]);
    expect(stripe.state.calls - calls).toBe(1);
  });
});

const order = async (billing: Partial<OrderPayload['billingInfo']> = {}, lines = 1): Promise<string> => {
  const bare = anOrderFor(...Array.from({ length: lines }, () => ({ productId: 'mug' })));
  const payload = { ...bare, billingInfo: { ...bare.billingInfo, ...billing } };
  return (await placeOrder(db, anOrderRequest(payload)))._id;
};
const open = (orderId: string) => openPayment(db, stripe.payments, { orderId, origins, now: openingDay });

describe('a payment page at Stripe', () => {
  test('prices stay in pounds whatever country the buyer is in', async () => {
    const { sessionId } = await open(await order());
    expect(stripe.sessions.get(sessionId)?.sent['adaptive_pricing[enabled]']).toBe('false');
  });

  test('an order is one item where its lines and their delivery are more than the hundred items that Stripe takes', async () => {
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, deliveryCost: 1, stock: 200 });
    const itemsOf = async (lines: number): Promise<number> => {
      const { sent = {} } = stripe.sessions.get((await open(await order({}, lines))).sessionId) ?? {};
      return Object.keys(sent).filter((name) => name.startsWith('line_items') && name.endsWith('[quantity]')).length;
    };
    expect([await itemsOf(99), await itemsOf(100)]).toEqual([100, 1]);
  });

  test('a long name is cut between characters', async () => {
    await sell(db, { id: 'mug', name: `${'n'.repeat(198)}🎁🎁`, basePrice: 10, stock: 99 });
    const { sent = {} } = stripe.sessions.get((await open(await order())).sessionId) ?? {};
    expect(sent['line_items[0][price_data][product_data][name]']).toMatch(/^n{198}…/);
  });

  const shippingOf = async (billing?: Parameters<typeof order>[0]) => {
    const { sessionId } = await open(await order(billing));
    const sent = Object.entries(stripe.sessions.get(sessionId)?.sent ?? {});
    const prefix = 'payment_intent_data[shipping]';
    return Object.fromEntries(sent.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])));
  };

  test('Stripe has the name, address and telephone number that the goods go to, for disputes and for orders that a backup does not have', async () => {
    expect(await shippingOf({ streetAddress2: 'Flat 3', state: 'West Yorkshire' })).toEqual({
      '[name]': 'Ada Byron',
      '[phone]': '0113 496 0142',
      '[address][line1]': '12 Mill Lane',
      '[address][line2]': 'Flat 3',
      '[address][city]': 'Leeds',
      '[address][state]': 'West Yorkshire',
      '[address][postal_code]': 'LS1 4AP',
      '[address][country]': 'GB',
    });
  });

  test.each([
    ['JE2 4XX', 'JE'],
    ['GY1 1AA', 'GY'],
    ['IM1 1AA', 'IM'],
    ['G1 1AA', 'GB'],
  ])('the postcode %s is sent to Stripe with the country %s, and what the buyer left empty is not sent', async (postalCode, country) => {
    const shipping = await shippingOf({ postalCode });
    expect(shipping).toMatchObject({ '[address][postal_code]': postalCode, '[address][country]': country });
    expect(Object.keys(shipping)).not.toContain('[address][line2]');
  });

  test('after a failure of Stripe the next try has a new idempotency key, because Stripe repeats its failure for the old one', async () => {
    const id = await order();
    stripe.failingKeys.add(`${id}:0`);
    await expect(open(id)).rejects.toMatchObject({ kind: 'busy' });
    expect((await open(id)).sessionId).toMatch(/^cs_test_/);
  });
});

test('a page whose idempotency key was used with other parameters is opened with the next key at the second press', async () => {
  const id = await order();
  stripe.answers.set(`${id}:0`, { sent: 'other parameters', status: 200, body: {} });
  await expect(open(id)).rejects.toMatchObject({ kind: 'busy' });
  expect((await open(id)).sessionId).toMatch(/^cs_test_/);
});

describe('a refund whose first answers are all lost, because the connection breaks', () => {
  test('it is given up after three keys, so that others need not wait, and the next try goes on with another one', async () => {
    stripe.mend();
    stripe.answers.clear();
    Object.assign(stripe.state, {
      connectionBreaks: true,
      refundError: { status: 400, code: 'balance_insufficient', message: 'Too little balance.' },
    });
    const instruction = { id: 'broken', payment: 'pi_broken', amount: 100 };
    await expect(stripe.payments.refund(instruction)).rejects.toBeInstanceOf(UnclearRefund);
    const keys = () => [...stripe.answers.keys()].filter((key) => key.startsWith('refund:broken'));
    expect(keys()).toEqual(['refund:broken', 'refund:broken:1', 'refund:broken:2']);
    stripe.mend();
    expect(await stripe.payments.refund(instruction)).toMatchObject({ state: 'done', amount: 100 });
    expect(keys().at(-1)).toBe('refund:broken:3');
  });
});

test('a refund that Stripe does not take because another try of it is in progress is not known to be refused; any other refusal is', async () => {
  const instruction = { id: 'twice', payment: 'pi_twice', amount: 100 };
  stripe.state.refundError = { status: 409, code: 'idempotency_key_in_use', message: 'Another try is in progress.' };
  await expect(stripe.payments.refund(instruction)).rejects.toBeInstanceOf(UnclearRefund);
  stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
  await expect(stripe.payments.refund({ ...instruction, id: 'poor' })).rejects.not.toBeInstanceOf(UnclearRefund);
  stripe.mend();
});

describe('an order whose time to pay is over, and whose webhook was lost', () => {
  const statusAfter = async (session: object, { minutes = [30], isDown = false } = {}): Promise<string> => {
    stripe.state.isDown = false;
    const id = await order();
    const { sessionId } = await open(id);
    Object.assign(stripe.sessions.get(sessionId) ?? {}, session);
    stripe.state.isDown = isDown;
    for (const each of minutes) await updateDueOrders(db, stripe.payments, minutesLater(each));
    return (await db.selectFrom('order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  };

  test.each([
    ['confirmed', 'paid', { status: 'complete', payment_status: 'paid' }],
    ['kept', 'processing', { status: 'complete', payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } }],
    ['expired', 'open', {}],
    ['expired', 'expired', { status: 'expired' }],
  ])('an order past its time to pay is %s where Stripe says that its page is %s', async (outcome, _, session) => {
    expect(await statusAfter(session)).toBe(outcome === 'kept' ? 'pending' : outcome);
  });

  test('while Stripe cannot be reached an order past its time to pay is kept, and expires an hour later', async () => {
    const pay = { status: 'complete', payment_status: 'paid' };
    for (const session of [pay, {}]) {
      expect(await statusAfter(session, { isDown: true, minutes: [30, 89] })).toBe('pending');
      expect(await statusAfter(session, { isDown: true, minutes: [30, 95] })).toBe('expired');
    }
  });
});

describe('a completed page that is unpaid', () => {
  const statusAfter = async (paymentIntent: string | { readonly id: string; readonly status: string }) => {
    const { sessionId } = await open(await order());
    const session = stripe.sessions.get(sessionId);
    Object.assign(session ?? {}, { status: 'complete', payment_status: 'unpaid', payment_intent: paymentIntent });
    await reconcilePayments(db, stripe.payments, minutesLater(6));
    return (await db.selectFrom('payment').select('status').where('session_id', '=', sessionId).executeTakeFirstOrThrow()).status;
  };

  test.each([
    ['processing', 'processing'],
    ['requires_action', 'processing'],
    ['requires_payment_method', 'failed'],
    ['canceled', 'failed'],
  ])('the payment intent of an unpaid page that is completed is %s, so the payment is %s', async (intent, expected) => {
    expect(await statusAfter({ id: 'pi_1', status: intent })).toBe(expected);
  });

  test('an intent that is only named leaves the payment in processing', async () => {
    expect(await statusAfter('pi_1')).toBe('processing');
  });
});
