import { LRUCache } from 'lru-cache';
import Stripe from 'stripe';
import * as z from 'zod';
import { cutText } from '#contract/cut-text.ts';
import { fullName } from '#contract/full-name.ts';
import { returnPath } from '#contract/return-path.ts';
import { isOneLine } from '#contract/text-line.ts';
import { after, day, minute } from '#server/db/columns.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import { Failure, Invalid, PaymentPageRefused } from '#server/domain/failure.ts';
import { describeItem, recipientOf } from '#server/mail/templates/order-emails.ts';
import {
  type DisputeEvent,
  type MoneyEvent,
  type PayableOrder,
  type PaymentEvent,
  type PaymentProvider,
  type RefundEvent,
  type RefundInstruction,
  UnclearRefund,
} from '#server/payments/provider.ts';
import { isStripeTestKey } from '#server/payments/stripe-keys.ts';

/** `apiUrl` replaces Stripe's own, for tests. */
export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  readonly apiUrl?: string | undefined;
};

/** Stripe's minimum for GBP, in pence. */
const minPence = 30;
const maxItems = 100;
const maxNameLength = 200;
/**
 * A session expires this long after its order was placed: Stripe demands 30 minutes from opening, which may be at the end of the order's
 * own 30 minutes. Counted from the order, because a retry must send identical parameters for the idempotency key.
 */
const expirySeconds = 65 * minute;

/** Pinned: another version may name amounts and states in another way. */
export const apiVersion = '2026-10-28.endive';

const createClient = ({ secretKey, apiUrl }: StripeSettings): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: 15_000,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  });
};

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

const toLineItem = (name: string, amount: number, quantity = 1): LineItem => ({
  quantity,
  price_data: { currency: 'gbp', unit_amount: amount, product_data: { name: cutText(name, maxNameLength) } },
});

/** The order's lines in pence; an order with too many of them, or with a voucher, for which Stripe has no negative line, is one item. */
const toLineItems = ({ row, lines }: OrderRecord): LineItem[] => {
  if (row.voucher_code !== null) return [toLineItem(`Order ${row.id} with voucher ${row.voucher_code}`, row.total)];
  const items = [
    ...lines.map((line) => toLineItem(describeItem(line), line.unit_price, line.quantity)),
    ...(row.delivery_total > 0 ? [toLineItem('Delivery', row.delivery_total)] : []),
    ...(row.gift_wrap ? [toLineItem('Gift wrapping', row.gift_wrap)] : []),
  ];
  return items.length > maxItems ? [toLineItem(`Order ${row.id}`, row.total)] : items;
};

/** For disputes, and for an order that a restored backup does not have. The Crown dependencies have codes of their own. */
const toShipping = (order: OrderRecord) => {
  const { firstName, lastName, streetAddress = '', streetAddress2, city, state, postalCode = '', phone } = billingOf(order);
  return {
    name: fullName({ firstName, lastName }),
    ...(phone && { phone }),
    address: {
      line1: streetAddress,
      ...(streetAddress2 && { line2: streetAddress2 }),
      ...(city && { city }),
      ...(state && { state }),
      postal_code: postalCode,
      country: /^(?:GY|IM|JE)(?=\d)/.exec(postalCode)?.[0] ?? 'GB',
    },
  };
};

const throwUnreachable = (cause: unknown): never => {
  const failure = new Failure('busy', 'The payment page cannot be reached right now. Please try again in a moment.', undefined, {
    wait: 5,
  });
  failure.cause = cause;
  throw failure;
};

/** It took too long, another call is using the key, or too many were made: the same request may succeed later. */
const passingStatuses: readonly number[] = [408, 409, 429];

/**
 * Why Stripe refused the request itself or the shop's key, so that the same request can never succeed; `undefined` for every other error.
 */
const refusalOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof Stripe.errors.StripeError) || error.rawType === 'api_error') return undefined;
  const { statusCode = 0 } = error;
  if (statusCode < 400 || statusCode >= 500 || passingStatuses.includes(statusCode)) return undefined;
  // Passing: the next try uses another idempotency key.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
  if (error.code !== 'email_invalid' && error.param !== 'customer_email') return new PaymentPageRefused(error);
  return new Invalid(
    'Our payment provider does not accept the email address of this order. Please correct it at the checkout and pay again.',
    {
      'billingInfo.email': 'This address cannot be used to pay. Check it, or use another one.',
    },
  );
};

const maxFailedKeys = 1000;

const open = (stripe: Stripe) => {
  /** Stripe may answer an idempotency key with the same error for a day, so the next try needs another key. */
  const failures = new LRUCache<string, number>({ max: maxFailedKeys });
  return async ({ order, attempt, origins }: PayableOrder) => {
    const { row } = order;
    const key = `${row.id}:${attempt}`;
    const failed = failures.get(key) ?? 0;
    const session = await stripe.checkout.sessions
      .create(
        {
          mode: 'payment',
          line_items: toLineItems(order),
          client_reference_id: row.id,
          customer_email: recipientOf(order),
          metadata: { orderId: row.id, attempt: String(attempt) },
          payment_intent_data: { metadata: { orderId: row.id }, shipping: toShipping(order) },
          success_url: `${origins.shop}${returnPath(row.id)}`,
          cancel_url: `${origins.shop}${returnPath(row.id, 'cancelled')}`,
          expires_at: Math.floor(Date.parse(row.created_at) / 1000) + expirySeconds,
          locale: 'en-GB',
          // The order is in pounds: an amount in the buyer's currency would not match it.
          adaptive_pricing: { enabled: false },
        },
        // Concurrent and repeated calls for one attempt get one session.
        { idempotencyKey: failed === 0 ? key : `${key}:${failed}` },
      )
      .catch((error: unknown) => {
        const refusal = refusalOf(error);
        const isKeySpent = error instanceof Stripe.errors.StripeIdempotencyError;
        if (refusal || isKeySpent || (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500))
          failures.set(key, failed + 1);
        if (refusal) throw refusal;
        return throwUnreachable(error);
      });
    return { sessionId: session.id, url: session.url ?? `${origins.shop}${returnPath(row.id)}` };
  };
};

const sessionMetadata = z.object({ orderId: z.string().refine((id) => isOneLine(id, 100)), attempt: z.coerce.number().int().min(0) });

const toPaymentEvent = (eventId: string, session: Stripe.Checkout.Session, outcome: PaymentEvent['outcome']): PaymentEvent => {
  const opened = sessionMetadata.safeParse(session.metadata);
  const intent = session.payment_intent;
  return {
    eventId,
    sessionId: session.id,
    outcome,
    ...(opened.success && { openedFor: { ...opened.data, provider: 'stripe' } }),
    ...(session.amount_total !== null && { amount: session.amount_total, currency: session.currency?.toUpperCase() }),
    ...(intent !== null && { reference: typeof intent === 'string' ? intent : intent.id }),
  };
};

/** States of a payment intent after the bank has refused. */
const refusedStates: readonly string[] = ['requires_payment_method', 'canceled'];

/**
 * The outcome of a completed session: `unpaid` until the bank has answered, and also after a refusal, which only the payment intent tells.
 */
const completedOutcome = ({ payment_status, payment_intent }: Stripe.Checkout.Session) => {
  if (payment_status !== 'unpaid') return 'paid';
  const isRefused = payment_intent !== null && typeof payment_intent === 'object' && refusedStates.includes(payment_intent.status);
  return isRefused ? 'failed' : 'processing';
};

/** The event that a session's webhook has brought or should have brought. */
const toCurrentEvent = (session: Stripe.Checkout.Session): PaymentEvent | undefined => {
  if (session.status !== 'complete' && session.status !== 'expired') return undefined;
  const outcome = session.status === 'expired' ? 'expired' : completedOutcome(session);
  return toPaymentEvent(`${session.id}:${outcome}`, session, outcome);
};

/** Asked once and briefly, because a shopper may be waiting for the answer; a later check asks again. */
const shortTimeout = { timeout: 5000, maxNetworkRetries: 0 } as const;

const read =
  (stripe: Stripe): PaymentProvider['read'] =>
  (sessionId) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }, shortTimeout).then(toCurrentEvent, () => undefined);

/** Expires a session; when Stripe refuses, reads what became of it. */
const close =
  (stripe: Stripe): PaymentProvider['close'] =>
  (sessionId) =>
    stripe.checkout.sessions.expire(sessionId, {}, shortTimeout).then(toCurrentEvent, () => read(stripe)(sessionId));

/** Whether an idempotency key is used up: Stripe replayed a stored answer, or refused the key because of another amount. */
const isKeyUsedUp = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true');

/** Whether Stripe has certainly refunded nothing: it refused the request. 409 means that another try is in progress. */
const isRefusal = (error: unknown): boolean => {
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 409;
};

const idOf = (linked: string | { readonly id: string } | null): string => (typeof linked === 'string' ? linked : (linked?.id ?? ''));

/** A refund of the shop has the id of its instruction in its metadata; one that was made in the dashboard has none. */
const readRefund = ({ id, status, amount, payment_intent, failure_reason, metadata }: Stripe.Refund): RefundEvent => {
  const isFailed = status === 'failed' || status === 'canceled';
  const reason = `${status} at Stripe (${failure_reason?.replaceAll('_', ' ') ?? 'no reason given'})`;
  return {
    kind: 'refund',
    reference: id,
    payment: idOf(payment_intent),
    id: metadata?.refund,
    amount,
    state: isFailed ? 'failed' : 'done',
    reason: isFailed ? reason : '',
  };
};

const listRefunds =
  (stripe: Stripe): PaymentProvider['listRefunds'] =>
  async (payment) =>
    payment === '' ? [] : (await stripe.refunds.list({ payment_intent: payment, limit: 100 })).data.map(readRefund);

const throwUnclearRefund = (cause: unknown): never => {
  throw new UnclearRefund(cause instanceof Error ? cause.message : String(cause), { cause });
};

/** Keys that one call tries: when the connection breaks each time, the other refunds must not wait. The next call goes on with the next key. */
const maxKeys = 3;

/**
 * Sends a refund once per id. Stripe keeps its answer to an idempotency key for a day, errors as well. If a key has a stored error, or was used with
 * another amount, the earlier try is looked up and the next key is used. A process that slept and still uses the last key then refunds nothing.
 */
const refund = (stripe: Stripe): PaymentProvider['refund'] => {
  /** How many keys of a refund are known to be used up. */
  const used = new LRUCache<string, number>({ max: maxFailedKeys });
  const send = async (instruction: RefundInstruction, usedKeys: number, keysLeft: number): Promise<RefundEvent> => {
    const { id, payment, amount } = instruction;
    if (payment === '') throw new Error('Stripe never named this payment. Please refund it in its dashboard.');
    try {
      const made = await stripe.refunds.create(
        { payment_intent: payment, amount, metadata: { refund: id } },
        // The library repeats a call once all the same when the connection breaks: the answer stored for the key then comes back.
        { idempotencyKey: usedKeys === 0 ? `refund:${id}` : `refund:${id}:${usedKeys}`, maxNetworkRetries: 0 },
      );
      return readRefund(made);
    } catch (error) {
      if (isKeyUsedUp(error)) {
        const earlier = (await listRefunds(stripe)(payment).catch(throwUnclearRefund)).find((listed) => listed.id === id);
        if (earlier) return earlier;
        used.set(id, usedKeys + 1);
        return keysLeft > 1 ? send(instruction, usedKeys + 1, keysLeft - 1) : throwUnclearRefund(error);
      }
      return isRefusal(error) ? Promise.reject(error) : throwUnclearRefund(error);
    }
  };
  return (instruction) => send(instruction, used.get(instruction.id) ?? 0, maxKeys);
};

const readPaymentEvent = (event: Stripe.Event): PaymentEvent | undefined => {
  switch (event.type) {
    case 'checkout.session.completed':
      return toPaymentEvent(event.id, event.data.object, completedOutcome(event.data.object));
    case 'checkout.session.async_payment_succeeded':
      return toPaymentEvent(event.id, event.data.object, 'paid');
    case 'checkout.session.async_payment_failed':
      return toPaymentEvent(event.id, event.data.object, 'failed');
    case 'checkout.session.expired':
      return toPaymentEvent(event.id, event.data.object, 'expired');
    default:
      return undefined;
  }
};

/** States by Stripe's status. Its `warning_…` are inquiries, for which no money is held. */
const disputeStates: Readonly<Partial<Record<string, DisputeEvent['state']>>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'void',
  charge_refunded: 'void',
  prevented: 'void',
  won: 'void',
  lost: 'done',
};

const readDispute = ({ id, status, amount, payment_intent, reason, evidence_details }: Stripe.Dispute): DisputeEvent => {
  const dueBy = evidence_details.due_by;
  return {
    kind: 'dispute',
    reference: id,
    payment: idOf(payment_intent),
    amount,
    state: disputeStates[status] ?? 'held',
    reason: reason.replaceAll('_', ' '),
    answerBy: dueBy === null ? undefined : new Date(dueBy * 1000).toISOString(),
  };
};

/** Whether an object is of an order here: orders are in pounds. A refund that the shop sent may be in another currency all the same. */
const isOurs = (object: Stripe.Refund | Stripe.Dispute): boolean => object.currency === 'gbp' || object.metadata?.refund !== undefined;

/** What an event says of money that goes back. `charge.refund.updated` is sent for some payment methods only. */
const readMoneyEvent = (event: Stripe.Event): MoneyEvent | undefined => {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return isOurs(event.data.object) ? readRefund(event.data.object) : undefined;
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return isOurs(event.data.object) ? readDispute(event.data.object) : undefined;
    default:
      return undefined;
  }
};

/**
 * Events that `readPaymentEvent` and `readMoneyEvent` need. An inquiry that becomes a dispute keeps its id: no dispute is created, but it is updated,
 * and its funds are withdrawn.
 */
export const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  // A refund that is cancelled in the dashboard.
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const;

/** Stripe keeps events for 30 days; a search that takes long, or a clock that is wrong, still ends within them. */
const eventSeconds = 25 * day;
/** A page is paid at most so long after it was opened, and a bank returns a refund or decides a dispute at most so long after it was made. */
const pageSeconds = day;
const moneySeconds = 120 * day;

const createdSince = (since: Date, earlierSeconds = 0) =>
  ({ created: { gte: Math.floor(Date.parse(after(since, -earlierSeconds)) / 1000) }, limit: 100 }) as const;

/** What Stripe says today of payments, refunds and disputes since a time whose events it has deleted. */
const listCurrent = async (stripe: Stripe, since: Date): Promise<readonly (PaymentEvent | MoneyEvent)[]> => {
  const found: (PaymentEvent | MoneyEvent | undefined)[] = [];
  const pages = createdSince(since, pageSeconds);
  for await (const session of stripe.checkout.sessions.list({ ...pages, status: 'complete', expand: ['data.payment_intent'] }))
    found.push(toCurrentEvent(session));
  const money = createdSince(since, moneySeconds);
  for await (const refund of stripe.refunds.list(money)) if (isOurs(refund)) found.push(readRefund(refund));
  for await (const dispute of stripe.disputes.list(money)) if (isOurs(dispute)) found.push(readDispute(dispute));
  return found.filter((event) => event !== undefined);
};

/**
 * The events that webhooks need, read as theirs are. They have the API version of the account, whatever is asked for: what is read of them is the same
 * in all versions since these events exist. Before a search of more than 25 days, what became of older payments, refunds and disputes is listed.
 */
const listEvents =
  (stripe: Stripe): NonNullable<PaymentProvider['listEvents']> =>
  async (since, now) => {
    const isOlder = since.toISOString() < after(now, -eventSeconds);
    const current = isOlder ? await listCurrent(stripe, since) : [];
    const events: (PaymentEvent | MoneyEvent)[] = [];
    for await (const event of stripe.events.list({ ...createdSince(since), types: [...neededEvents] })) {
      const read = readPaymentEvent(event) ?? readMoneyEvent(event);
      if (read) events.push(read);
    }
    // Stripe lists the newest first.
    return [...current, ...events.toReversed()];
  };

const describeAccountError = (error: unknown): string => {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return 'Stripe does not accept STRIPE_SECRET_KEY, so nobody can pay. Copy the key again from its dashboard (Developers, API keys).';
  return `Stripe cannot be asked about its account (${error instanceof Error ? error.message : 'no reason given'}). If this stays, nobody can pay: check the network, and its status page.`;
};

const latePaymentWarning =
  'Until then payments are noticed up to five minutes late, and money that a bank sends back, refunds in its dashboard and disputes up to an hour.';

const describeMissingEvents = (webhookUrl: string, endpoints: readonly Stripe.WebhookEndpoint[]): string | undefined => {
  const events = new Set(endpoints.flatMap(({ enabled_events }) => enabled_events));
  const missing = events.has('*') ? [] : neededEvents.filter((event) => !events.has(event));
  if (missing.length === 0) return undefined;
  return `The webhook for ${webhookUrl} does not send ${missing.join(', ')}. Add these events in Stripe's dashboard. ${latePaymentWarning}`;
};

/**
 * A webhook endpoint sends events in its own API version, which cannot be changed. One without a version (null) follows the account's version, which
 * the API does not tell and a click in the dashboard changes, so it is reported as well.
 */
const describeOtherVersion = (webhookUrl: string, endpoints: readonly Stripe.WebhookEndpoint[]): string | undefined => {
  const other = endpoints.find(({ api_version }) => api_version !== apiVersion);
  if (other === undefined) return undefined;
  const version = other.api_version === null ? 'the version of the account, which may change' : `version ${other.api_version}`;
  return `The webhook ${other.id} for ${webhookUrl} sends events in ${version}, but this shop reads version ${apiVersion}. Add another one for the same URL with that API version, put its signing secret and a comma in front of the one in STRIPE_WEBHOOK_SECRET, restart the shop, delete ${other.id}, and then take the former secret away. Until then payments and refunds may be misread.`;
};

const findWebhookProblems = async (stripe: Stripe, webhookUrl: string): Promise<readonly (string | undefined)[]> => {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 }, shortTimeout);
  const endpoints = data.filter(({ url }) => url === webhookUrl);
  if (endpoints.length === 0)
    return [
      `Stripe has no webhook for ${webhookUrl}. Add it in its dashboard with the API version ${apiVersion} and the events ${neededEvents.join(', ')}, and set STRIPE_WEBHOOK_SECRET to its signing secret. ${latePaymentWarning}`,
    ];
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0)
    return [`The webhook for ${webhookUrl} is disabled at Stripe. Enable it in its dashboard. ${latePaymentWarning}`];
  return [describeMissingEvents(webhookUrl, enabled), describeOtherVersion(webhookUrl, enabled)];
};

const findSetupProblems =
  (stripe: Stripe) =>
  async (webhookUrl: string | undefined): Promise<readonly string[]> => {
    const problems: (string | undefined)[] = [];
    try {
      const { charges_enabled } = await stripe.accounts.retrieveCurrent({}, shortTimeout);
      if (!charges_enabled) problems.push('The Stripe account may not take payments yet. Complete its details in its dashboard.');
    } catch (error) {
      // A restricted key may be enough for payments.
      if (!(error instanceof Stripe.errors.StripePermissionError)) return [describeAccountError(error)];
    }
    if (webhookUrl !== undefined)
      problems.push(
        ...(await findWebhookProblems(stripe, webhookUrl).catch(() => [
          `The webhooks of Stripe cannot be looked at. Check in its dashboard that it has one for ${webhookUrl} with the API version ${apiVersion}.`,
        ])),
      );
    return problems.filter((problem) => problem !== undefined);
  };

/** Throws `Invalid` for a wrong signature only: an event that cannot be read is an error of the shop, and Stripe sends it again. */
const verifyWebhook = (stripe: Stripe, body: string, signature: string | undefined, { webhookSecrets }: StripeSettings): Stripe.Event => {
  // Several while a webhook is replaced: until the former one is deleted, both send.
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature ?? '', secret);
    } catch {}
  }
  throw new Invalid('This message is not signed by the payment provider.');
};

/** Stripe Checkout, with signed webhooks. */
export const stripePayments = (settings: StripeSettings): PaymentProvider => {
  const stripe = createClient(settings);
  return {
    name: 'stripe',
    takesMoney: !isStripeTestKey(settings.secretKey),
    open: open(stripe),
    read: read(stripe),
    close: close(stripe),
    listEvents: listEvents(stripe),
    refund: refund(stripe),
    listRefunds: listRefunds(stripe),
    // Every account takes these; wallets and others depend on the device and on the seller's dashboard.
    methods: ['visa', 'mastercard', 'amex'],
    minPence,
    pendingEvents: async () => [],
    findSetupProblems: findSetupProblems(stripe),
    parseWebhook: (body, signature) => {
      const event = verifyWebhook(stripe, body, signature, settings);
      return readPaymentEvent(event) ?? readMoneyEvent(event);
    },
  };
};
