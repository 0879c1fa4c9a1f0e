import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll } from 'vitest';
import { stripePayments } from '#server/payments/stripe.ts';

/** A stored checkout session. */
export type FakeSession = {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string;
  /** In seconds. */
  created: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  readonly amount_total: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  payment_intent: string | { readonly id: string; readonly status: string } | null;
  /** The form fields of the request, e.g. `line_items[0][quantity]`. */
  readonly sent: Readonly<Record<string, string>>;
};

/** A webhook endpoint in the dashboard. */
type FakeEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly enabled_events: readonly string[];
  readonly api_version: string | null;
};

/** A stored refund. */
export type FakeRefund = {
  readonly id: string;
  readonly object: 'refund';
  readonly status: 'succeeded' | 'failed';
  readonly payment_intent: string;
  /** In pence. */
  readonly amount: number;
  readonly currency: 'gbp';
  readonly metadata: Readonly<Record<string, string>>;
  /** In seconds. */
  readonly created: number;
};

/** What can be listed by when it was made, in seconds. */
type Listed = { readonly id: string; readonly created: number };

/** An event that Stripe keeps, and a dispute: what a test says of it. */
type FakeEvent = Listed & { readonly type: string; readonly data: { readonly object: object } };
type FakeDispute = Listed & { readonly object: 'dispute' };

const secretKey = 'sk_test_stand_in';
const liveKey = 'sk_live_stand_in';
const webhookSecret = 'whsec_stand_in';

/** The origin of return URLs, masked in comparisons: processes of one shop have a port each in tests, where a real shop has one PUBLIC_URL. */
const ownUrl = /http%3A%2F%2F127\.0\.0\.1%3A\d+/g;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

const answer = (response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': randomUUID(), ...headers });
  response.end(JSON.stringify(body));
};

/** What Stripe keeps of a call with an idempotency key: its parameters and the answer. */
type StoredAnswer = { readonly sent: string; readonly status: number; readonly body: unknown };

const numbered = (sent: Readonly<Record<string, string>>, field: string): number[] =>
  Object.keys(sent)
    .filter((name) => name.startsWith('line_items[') && name.endsWith(field))
    .map((name) => Number(sent[name]));

/** The sum of the line items. */
const totalOf = (sent: Readonly<Record<string, string>>): number => {
  const amounts = numbered(sent, '[unit_amount]');
  return numbered(sent, '[quantity]').reduce((total, quantity, at) => total + quantity * (amounts[at] ?? 0), 0);
};

/**
 * A fake of Stripe's HTTP API, stopped after the file's last test. `account` and `endpoints` are what its dashboard has. `isDown`: every
 * call fails; `pagesUntilDown`: the list of events fails after so many pages; `connectionBreaks`: the first answer for each key does not arrive, and the connection is closed; `answersAreLost`: refunds are created, and the call fails; `sessionError`, `refundError`: these are refused so; `failingKeys`:
 * idempotency keys that get a server error; `answers`: what is stored for a key, errors as well, which Stripe forgets after a day.
 */
export const startFakeStripe = async () => {
  const sessions = new Map<string, FakeSession>();
  const answers = new Map<string, StoredAnswer>();
  const refunds = new Map<string, FakeRefund>();
  const account: { status: number; charges_enabled: boolean } = { status: 200, charges_enabled: true };
  const endpoints: FakeEndpoint[] = [];
  const disputes: FakeDispute[] = [];
  const events: FakeEvent[] = [];
  const failingKeys = new Set<string>();
  const faults = {
    isDown: false,
    pagesUntilDown: Number.POSITIVE_INFINITY,
    answersAreLost: false,
    connectionBreaks: false,
    refundsFail: false,
    isRefundedAlready: false,
    sessionError: undefined as
      | { readonly status: number; readonly type?: string; readonly code?: string; readonly param?: string; readonly message: string }
      | undefined,
    refundError: undefined as { readonly status: number; readonly code: string; readonly message: string } | undefined,
  };
  const state = { ...faults, calls: 0 };

  const refund = (sent: Readonly<Record<string, string>>): Omit<StoredAnswer, 'sent'> => {
    if (state.isRefundedAlready)
      return { status: 400, body: { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refunded.' } } };
    if (state.refundError) {
      const { status, ...error } = state.refundError;
      return { status, body: { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', ...error } } };
    }
    const made: FakeRefund = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      status: state.refundsFail ? 'failed' : 'succeeded',
      payment_intent: sent.payment_intent ?? '',
      amount: Number(sent.amount),
      currency: 'gbp',
      metadata: { refund: sent['metadata[refund]'] ?? '' },
      created: Math.floor(Date.now() / 1000),
    };
    refunds.set(made.id, made);
    return state.answersAreLost ? { status: 500, body: { error: { type: 'api_error', message: 'Lost.' } } } : { status: 200, body: made };
  };

  const create = (sent: Readonly<Record<string, string>>): Omit<StoredAnswer, 'sent'> => {
    if (state.sessionError) {
      const { status, ...error } = state.sessionError;
      return { status, body: { error: { type: 'invalid_request_error', ...error } } };
    }
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.example/${id}`,
      created: Math.floor(Date.now() / 1000),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: totalOf(sent),
      currency: sent['line_items[0][price_data][currency]'] ?? '',
      metadata: { orderId: sent['metadata[orderId]'] ?? '', attempt: sent['metadata[attempt]'] ?? '' },
      payment_intent: null,
      sent,
    };
    sessions.set(id, session);
    return { status: 200, body: session };
  };

  /** Executes a call once for its idempotency key, and then repeats the answer, as Stripe does. */
  const once = (
    response: ServerResponse,
    { key, sent }: { readonly key: string; readonly sent: string },
    execute: (sent: Readonly<Record<string, string>>) => Omit<StoredAnswer, 'sent'>,
  ): void => {
    const known = answers.get(key);
    const compared = sent.replaceAll(ownUrl, '');
    const made = known ?? { sent: compared, ...execute(Object.fromEntries(new URLSearchParams(sent))) };
    answers.set(key, made);
    if (state.connectionBreaks && !known) {
      response.destroy();
      return;
    }
    if (made.sent === compared)
      answer(response, made.status, made.body, { 'stripe-should-retry': 'false', ...(known && { 'idempotent-replayed': 'true' }) });
    else answer(response, 400, { error: { type: 'idempotency_error', message: 'This key was first used with other parameters.' } });
  };

  /** A page of the newest, as asked for in the query. */
  const list = (path: string, all: Iterable<Listed>, isAsked: (one: object, query: URLSearchParams) => boolean = () => true) => {
    const { pathname, searchParams: query } = new URL(path, 'http://stripe.test');
    const asked = [...all]
      .toReversed()
      .toSorted((one, other) => other.created - one.created)
      .filter((one) => one.created >= Number(query.get('created[gte]')) && isAsked(one, query));
    const from = asked.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = asked.slice(from, from + Number(query.get('limit')));
    return { object: 'list', has_more: from + data.length < asked.length, url: pathname, data };
  };

  const isOfTypes = (one: object, query: URLSearchParams): boolean =>
    'type' in one && [...query].some(([name, value]) => name.startsWith('types[') && value === one.type);

  const server = createServer((request, response) => {
    state.calls += 1;
    const respond = async (): Promise<void> => {
      const body = await readBody(request);
      if (state.isDown) return answer(response, 400, { error: { type: 'api_error', message: 'Down.' } });
      if (![secretKey, liveKey].some((key) => request.headers.authorization === `Bearer ${key}`))
        return answer(response, 401, { error: { message: 'Invalid API Key.' } });
      const path = request.url ?? '';
      const key = String(request.headers['idempotency-key'] ?? randomUUID());
      if (failingKeys.has(key)) return answer(response, 500, { error: { type: 'api_error', message: 'An unknown error occurred.' } });
      if (request.method === 'GET' && path === '/v1/account')
        return account.status === 200
          ? answer(response, 200, { id: 'acct_1', object: 'account', charges_enabled: account.charges_enabled })
          : answer(response, account.status, { error: { message: 'Not permitted.' } });
      if (request.method === 'GET' && path.startsWith('/v1/webhook_endpoints'))
        return answer(response, 200, { object: 'list', has_more: false, url: '/v1/webhook_endpoints', data: endpoints });
      if (request.method === 'POST' && path === '/v1/checkout/sessions') return once(response, { key, sent: body }, create);
      if (request.method === 'POST' && path === '/v1/refunds') return once(response, { key, sent: body }, refund);
      if (request.method === 'GET' && path.startsWith('/v1/refunds?')) {
        const isOf = (one: object, query: URLSearchParams): boolean =>
          !query.has('payment_intent') || ('payment_intent' in one && one.payment_intent === query.get('payment_intent'));
        return answer(response, 200, list(path, refunds.values(), isOf));
      }
      if (request.method === 'GET' && path.startsWith('/v1/checkout/sessions?'))
        return answer(
          response,
          200,
          list(path, sessions.values(), (one, query) => 'status' in one && one.status === query.get('status')),
        );
      if (request.method === 'GET' && path.startsWith('/v1/disputes?')) return answer(response, 200, list(path, disputes));
      if (request.method === 'GET' && path.startsWith('/v1/events?')) {
        state.pagesUntilDown -= 1;
        if (state.pagesUntilDown < 0) return answer(response, 400, { error: { type: 'api_error', message: 'Down.' } });
        return answer(response, 200, list(path, events, isOfTypes));
      }
      const [, asked = ''] = /^\/v1\/checkout\/sessions\/([^/?]+)(?:\?.*)?$/.exec(path) ?? [];
      const known = sessions.get(asked);
      if (request.method === 'GET' && known) return answer(response, 200, known);
      const [, id = ''] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path) ?? [];
      const session = sessions.get(id);
      if (!session) return answer(response, 404, { error: { message: 'No such session.' } });
      if (session.status !== 'open') return answer(response, 400, { error: { message: 'Only open sessions can be expired.' } });
      session.status = 'expired';
      return answer(response, 200, session);
    };
    void respond();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const apiUrl = `http://127.0.0.1:${port}`;

  /** A webhook call as Stripe sends it. `at` is when it was signed, in seconds. */
  const signed = (body: string, { secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}): RequestInit => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
    },
    body,
  });

  /** The text of an event about a session or refund, e.g. `checkout.session.completed`; `over` changes it there. */
  const event = (type: string, of: FakeSession | FakeRefund, over: object = {}, id = `evt_${randomUUID()}`): string =>
    JSON.stringify({ id, object: 'event', api_version: null, type, data: { object: { ...of, sent: undefined, ...over } } });

  /** Keeps an event for the list of events; `at` is when it happened. Its object is as it is now. */
  const keep = (type: string, of: object, at: Date): void => {
    events.push({
      id: `evt_${randomUUID()}`,
      created: Math.floor(at.getTime() / 1000),
      type,
      data: { object: { ...of, sent: undefined } },
    });
  };

  return {
    apiUrl,
    secretKey,
    liveKey,
    webhookSecret,
    sessions,
    refunds,
    disputes,
    events,
    account,
    endpoints,
    failingKeys,
    answers,
    state,
    /** Ends every fault, for the next test. */
    mend: () => Object.assign(state, faults),
    signed,
    event,
    keep,
    payments: stripePayments({ secretKey, webhookSecrets: [webhookSecret], apiUrl }),
  };
};
