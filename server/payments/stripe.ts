import { LRUCache } from 'lru-cache';
import Stripe from 'stripe';
import * as z from 'zod';
import { returnAddress } from '#contract/return-address.ts';
import { minute } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import { Failure, Invalid, PaymentPageRefused } from '#server/domain/failure.ts';
import { describeItem, recipientOf } from '#server/mail/templates/order-emails.ts';
import {
  type Payable,
  type PaybackInstruction,
  type PaybackMade,
  type PaybackReturned,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderReturn,
  UnclearPayback,
} from '#server/payments/provider.ts';

/** `apiUrl` replaces Stripe's own, for tests. */
export type StripeSettings = { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl?: string | undefined };

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
const apiVersion = '2026-10-28.endive';

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
  price_data: { currency: 'gbp', unit_amount: amount, product_data: { name: name.slice(0, maxNameLength) } },
});

/** The order's lines in pence; an order with too many of them, or with a voucher, for which Stripe has no negative line, is one item. */
const toLineItems = ({ row, lines }: OrderRecord): LineItem[] => {
  if (row.voucher_code !== null) return [toLineItem(`Order ${row.id} with voucher ${row.voucher_code}`, row.total)];
  if (lines.length >= maxItems) return [toLineItem(`Order ${row.id}`, row.total)];
  return [
    ...lines.map((line) => toLineItem(describeItem(line), line.unit_price, line.quantity)),
    ...(row.delivery_total > 0 ? [toLineItem('Delivery', row.delivery_total)] : []),
  ];
};

const unreachable = (cause: unknown): never => {
  const failure = new Failure('busy', 'The payment page cannot be reached right now. Please try again in a moment.', undefined, {
    wait: 5,
  });
  failure.cause = cause;
  throw failure;
};

/** Why Stripe refused the request itself, so that the same one can never succeed; `undefined` for every other error. */
const refusalOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof Stripe.errors.StripeError) || error.rawType !== 'invalid_request_error') return undefined;
  // Another call is using the key, or too many were made.
  if (error.statusCode === 409 || error.statusCode === 429) return undefined;
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
  return async ({ order, attempt, origins }: Payable) => {
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
          payment_intent_data: { metadata: { orderId: row.id } },
          success_url: `${origins.shop}${returnAddress(row.id)}`,
          cancel_url: `${origins.shop}${returnAddress(row.id, 'cancelled')}`,
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
        if (refusal || (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500)) failures.set(key, failed + 1);
        if (refusal) throw refusal;
        return unreachable(error);
      });
    return { sessionId: session.id, url: session.url ?? `${origins.shop}${returnAddress(row.id)}` };
  };
};

const sessionMetadata = z.object({ orderId: z.string(), attempt: z.coerce.number().int().min(0) });

const toPaymentEvent = (eventId: string, session: Stripe.Checkout.Session, outcome: PaymentEvent['outcome']): PaymentEvent => {
  const opened = sessionMetadata.safeParse(session.metadata);
  const intent = session.payment_intent;
  return {
    eventId,
    sessionId: session.id,
    outcome,
    ...(opened.success && { opened: { ...opened.data, provider: 'stripe' } }),
    // Another currency never matches the order's amount.
    ...(session.amount_total !== null && { amount: session.currency === 'gbp' ? session.amount_total : -1 }),
    ...(intent !== null && { reference: typeof intent === 'string' ? intent : intent.id }),
  };
};

/** States of a payment intent after the bank has refused. */
const refusedStates: readonly string[] = ['requires_payment_method', 'canceled'];

/**
 * The outcome of a completed session: `unpaid` until the bank has answered, and for good when it has refused, which only the intent tells.
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
const briefly = { timeout: 5000, maxNetworkRetries: 0 } as const;

const read =
  (stripe: Stripe): PaymentProvider['read'] =>
  (sessionId) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }, briefly).then(toCurrentEvent, () => undefined);

/** Expires a session; when Stripe refuses, reads what became of it. */
const close =
  (stripe: Stripe): PaymentProvider['close'] =>
  (sessionId) =>
    stripe.checkout.sessions.expire(sessionId, {}, briefly).then(toCurrentEvent, () => read(stripe)(sessionId));

/** Did Stripe answer an idempotency key with what it has stored for it, or refuse it because it was first used with another amount? */
const isKeyUsedUp = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true');

/** Only a refusal tells that nothing was refunded; 409 is about another try that is in progress. */
const isRefusal = (error: unknown): boolean => {
  const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 409;
};

const unclear = (cause: unknown): never => {
  throw new UnclearPayback(cause instanceof Error ? cause.message : String(cause), { cause });
};

/** The refund that an earlier try has made. */
const findRefund = async (stripe: Stripe, { id, payment, isFirst, isUnclear }: PaybackInstruction) => {
  if (isFirst) return undefined;
  const listed = stripe.refunds.list({ payment_intent: payment, limit: 100 });
  const { data } = await (isUnclear ? listed.catch(unclear) : listed);
  return data.find(({ metadata }) => metadata?.payback === id);
};

/**
 * Stripe keeps its answer to an idempotency key for a day, errors as well. So a later try first looks the refund up by its metadata, and takes
 * the next key where the error of the last is stored: whoever still holds that one, such as a process that slept, refunds nothing with it.
 */
const findOrRefund = async (stripe: Stripe, instruction: PaybackInstruction, usedKeys = 0): Promise<Stripe.Refund | string> => {
  const { id, payment, amount } = instruction;
  const made = await findRefund(stripe, instruction);
  if (made) return made;
  try {
    return await stripe.refunds.create(
      { payment_intent: payment, ...(amount !== undefined && { amount }), metadata: { payback: id } },
      // Not retried by the library: the answer stored for the key would come back as that of an earlier try.
      { idempotencyKey: usedKeys === 0 ? `payback:${id}` : `payback:${id}:${usedKeys}`, maxNetworkRetries: 0 },
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') return 'paid back at Stripe before';
    if (isKeyUsedUp(error)) return findOrRefund(stripe, { ...instruction, isFirst: false, isUnclear: true }, usedKeys + 1);
    return isRefusal(error) ? Promise.reject(error) : unclear(error);
  }
};

/** Refunds once per id. */
const payBack =
  (stripe: Stripe): PaymentProvider['payBack'] =>
  async (instruction) => {
    if (instruction.payment === '') throw new Error('Stripe never named this payment. Please pay it back in its dashboard.');
    const refund = await findOrRefund(stripe, instruction);
    if (typeof refund === 'string') return refund;
    if (refund.status === 'failed' || refund.status === 'canceled')
      throw new Error(`Stripe could not pay it back (${refund.id}: ${refund.failure_reason ?? refund.status}). Please see its dashboard.`);
    return refund.id;
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

const idOf = (linked: string | { readonly id: string } | null): string => (typeof linked === 'string' ? linked : (linked?.id ?? ''));

/**
 * A refund that failed, perhaps days after Stripe accepted it, one of the shop, or one that was made in the dashboard: it has no payback's id.
 * `charge.refund.updated` is sent for some payment methods only.
 */
const readRefund = ({ id, status, amount, currency, payment_intent, failure_reason, metadata }: Stripe.Refund) => {
  const payback = metadata?.payback;
  const isFailed = status === 'failed' || status === 'canceled';
  const problem = `${status} at Stripe (${failure_reason?.replaceAll('_', ' ') ?? 'no reason given'})`;
  if (isFailed && (payback !== undefined || currency !== 'gbp')) return { reference: id, payback, problem } satisfies PaybackReturned;
  if (payback !== undefined) return { reference: id, payback } satisfies PaybackMade;
  if (currency !== 'gbp') return undefined;
  const payment = idOf(payment_intent);
  return {
    reference: id,
    payment,
    amount,
    state: isFailed ? 'failed' : 'refunded',
    reason: isFailed ? problem : '',
  } satisfies ProviderReturn;
};

/** States by Stripe's status. Its `warning_…` are inquiries, for which no money is held. */
const disputeStates: Readonly<Partial<Record<string, ProviderReturn['state']>>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  charge_refunded: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
};

const readDispute = ({ id, status, amount, currency, payment_intent, reason, evidence_details }: Stripe.Dispute) => {
  if (currency !== 'gbp') return undefined;
  const dueBy = evidence_details.due_by;
  return {
    reference: id,
    payment: idOf(payment_intent),
    amount,
    state: disputeStates[status] ?? 'disputed',
    reason: reason.replaceAll('_', ' '),
    answerBy: dueBy === null ? undefined : new Date(dueBy * 1000).toISOString(),
  } satisfies ProviderReturn;
};

/** What an event says of money that went back. */
const readMoneyBack = (event: Stripe.Event): PaybackMade | PaybackReturned | ProviderReturn | undefined => {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return readRefund(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return readDispute(event.data.object);
    default:
      return undefined;
  }
};

/** What `readPaymentEvent` and `readMoneyBack` need to hear of. */
const neededEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

const describeAccountError = (error: unknown): string => {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return 'Stripe does not accept STRIPE_SECRET_KEY, so nobody can pay. Copy the key again from its dashboard (Developers, API keys).';
  return `Stripe cannot be asked about its account (${error instanceof Error ? error.message : 'no reason given'}). If this stays, nobody can pay: check the network, and its status page.`;
};

const late =
  'Until then payments are noticed up to five minutes late, and money that a bank sends back, refunds in its dashboard and disputes are not.';

const describeMissingEvents = (webhookUrl: string, endpoints: readonly Stripe.WebhookEndpoint[]): string | undefined => {
  const events = new Set(endpoints.flatMap(({ enabled_events }) => enabled_events));
  const missing = events.has('*') ? [] : neededEvents.filter((event) => !events.has(event));
  if (missing.length === 0) return undefined;
  return `The webhook for ${webhookUrl} does not send ${missing.join(', ')}. Add these events in Stripe's dashboard. ${late}`;
};

/**
 * A webhook sends events in its own version, whatever version is asked for. One without a version (null) follows the account's, which calls of
 * the pinned version do not tell, and which a click in the dashboard changes: it is named as well. The version of a webhook cannot be changed.
 */
const describeOtherVersion = (webhookUrl: string, endpoints: readonly Stripe.WebhookEndpoint[]): string | undefined => {
  const other = endpoints.find(({ api_version }) => api_version !== apiVersion);
  if (other === undefined) return undefined;
  const version = other.api_version === null ? 'the version of the account, which may change' : `version ${other.api_version}`;
  return `The webhook ${other.id} for ${webhookUrl} sends events in ${version}, but this shop reads version ${apiVersion}. Add another one for the same URL with that API version, set STRIPE_WEBHOOK_SECRET to its signing secret, and delete ${other.id}. Until then payments and refunds may be misread.`;
};

const findWebhookProblems = async (stripe: Stripe, webhookUrl: string): Promise<readonly (string | undefined)[]> => {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 }, briefly);
  const endpoints = data.filter(({ url }) => url === webhookUrl);
  if (endpoints.length === 0)
    return [
      `Stripe has no webhook for ${webhookUrl}. Add it in its dashboard with the API version ${apiVersion} and the events ${neededEvents.join(', ')}, and set STRIPE_WEBHOOK_SECRET to its signing secret. ${late}`,
    ];
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) return [`The webhook for ${webhookUrl} is disabled at Stripe. Enable it in its dashboard. ${late}`];
  return [describeMissingEvents(webhookUrl, enabled), describeOtherVersion(webhookUrl, enabled)];
};

const findSetupProblems =
  (stripe: Stripe) =>
  async (webhookUrl: string | undefined): Promise<readonly string[]> => {
    const problems: (string | undefined)[] = [];
    try {
      const { charges_enabled } = await stripe.accounts.retrieveCurrent({}, briefly);
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
const verifyWebhook = (stripe: Stripe, body: string, signature: string | undefined, { webhookSecret }: StripeSettings): Stripe.Event => {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret);
  } catch {
    throw new Invalid('This message is not signed by the payment provider.');
  }
};

/** Stripe Checkout, with signed webhooks. */
export const stripePayments = (settings: StripeSettings): PaymentProvider => {
  const stripe = createClient(settings);
  return {
    name: 'stripe',
    open: open(stripe),
    read: read(stripe),
    close: close(stripe),
    payBack: payBack(stripe),
    // Every account takes these; wallets and others depend on the device and on the seller's dashboard.
    methods: ['visa', 'mastercard', 'amex'],
    minPence,
    pendingEvents: async () => [],
    findSetupProblems: findSetupProblems(stripe),
    parseWebhook: (body, signature) => {
      const event = verifyWebhook(stripe, body, signature, settings);
      return readPaymentEvent(event) ?? readMoneyBack(event);
    },
  };
};
