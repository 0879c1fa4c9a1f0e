import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Hono } from 'hono';
import { after } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { overdueOrders } from '#server/domain/due-orders.ts';
import { countFailedJobs } from '#server/domain/failed-jobs.ts';
import { NotFound } from '#server/domain/failure.ts';
import { paymentStatus } from '#server/domain/payment-status.ts';
import { isSameSecret } from '#server/domain/secrets.ts';
import { stuckPaybackSeconds } from '#server/domain/seller-notices.ts';
import type { Services } from '#server/http/services.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];
type Metric = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
};

type AnsweredRequest = { readonly method: string; readonly route: string; readonly status: number; readonly ms: number };
type Durations = { count: number; sumMs: number; readonly buckets: number[] };

const bucketsMs = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
const nanosecondsPerSecond = 1e9;
/** A scrape answers from the last figures for so long: frequent scrapes must not load the database. */
const maxAgeMs = 5000;

const escapeLabel = (value: string): string => value.replaceAll(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

const formatSample = (name: string, [labels, value]: Sample): string => {
  const { suffix = '', ...others } = labels;
  const text = Object.entries(others).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${text.length > 0 ? `{${text.join(',')}}` : ''} ${value}`;
};

/** Prometheus' text format; the label `suffix` is appended to the name of a histogram's sample. */
const formatMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap(({ name, type, help, samples }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => formatSample(name, sample))]).join('\n')}\n`;

/** Counted are open orders and payments only: settled ones are the shop's whole past. */
const openOrders = ['pending', 'confirmed', 'processing', 'Dispatch'] as const;
const openPayments = [paymentStatus.open, paymentStatus.processing, paymentStatus.paybackDue] as const;

const toSamples = (statuses: readonly string[], rows: readonly { readonly status: string; readonly count: unknown }[]): Sample[] =>
  statuses.map((status) => [{ status }, Number(rows.find((row) => row.status === status)?.count ?? 0)]);

const countOrders = async (db: Database): Promise<Sample[]> => {
  const query = db.selectFrom('order').select((order) => ['status', order.fn.countAll().as('count')]);
  return toSamples(openOrders, await query.where('status', 'in', openOrders).groupBy('status').execute());
};

const countPayments = async (db: Database): Promise<Sample[]> => {
  const query = db.selectFrom('payment').select((payment) => ['status', payment.fn.countAll().as('count')]);
  return toSamples(openPayments, await query.where('status', 'in', openPayments).groupBy('status').execute());
};

type Queue = { readonly count: unknown; readonly oldest: string | null };

/** Mails or paybacks that wait; `oldest` is when the first of them was queued. */
const readOutbox = (db: Database, table: 'mail' | 'payback'): Promise<Queue> =>
  db
    .selectFrom(table)
    .select((entry) => [entry.fn.countAll().as('count'), entry.fn.min('created_at').as('oldest')])
    // Not null; written like this, SQLite uses the index.
    .where('due_at', '>', '')
    .executeTakeFirstOrThrow();

const readOverdue = (db: Database, now: Date): Promise<Queue> =>
  overdueOrders(db, now)
    .clearSelect()
    .select((order) => [order.fn.countAll().as('count'), order.fn.min('pay_by').as('oldest')])
    .executeTakeFirstOrThrow();

const readInvites = (db: Database, now: Date): Promise<Queue> =>
  db
    .selectFrom('review_invite')
    .select((invite) => [invite.fn.countAll().as('count'), invite.fn.min('due_at').as('oldest')])
    .where('due_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();

/** What a job has yet to do, by its kind. Of jobs that are not here, the work is known only to themselves. */
const readQueues = async (db: Database, now: Date): Promise<(readonly [kind: string, queue: Queue])[]> => [
  ['mail', await readOutbox(db, 'mail')],
  ['payback', await readOutbox(db, 'payback')],
  ['lapse', await readOverdue(db, now)],
  ['reviewInvite', await readInvites(db, now)],
];

const ageSeconds = ({ oldest }: Queue, now: Date): number =>
  oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000);

/** Mails given up and paybacks that the seller was told of are dead, as what other jobs have tried for two hours. */
const countFailed = async (db: Database, now: Date): Promise<Sample[]> => {
  const counted = async (query: { executeTakeFirstOrThrow: () => Promise<{ readonly count: unknown }> }): Promise<number> =>
    Number((await query.executeTakeFirstOrThrow()).count);
  const outbox = (table: 'mail' | 'payback') => db.selectFrom(table).select((entry) => entry.fn.countAll().as('count'));
  const retried = (table: 'mail' | 'payback') => outbox(table).where('due_at', '>', '').where('problem', '!=', '');
  const stuckSince = after(now, -stuckPaybackSeconds);
  const sample = (kind: string, state: string, count: number): Sample => [{ kind, state }, count];
  return [
    sample('mail', 'retried', await counted(retried('mail'))),
    sample('mail', 'dead', await counted(outbox('mail').where('sent_at', 'is', null).where('due_at', 'is', null))),
    sample('payback', 'retried', await counted(retried('payback').where('created_at', '>', stuckSince))),
    sample('payback', 'dead', await counted(outbox('payback').where('due_at', '>', '').where('created_at', '<=', stuckSince))),
    ...(await countFailedJobs(db)).map(({ kind, state, count }) => sample(kind, state, count)),
  ];
};

/** Figures of the shop, from its database. */
export const readState = async (db: Database, now: Date): Promise<Metric[]> => {
  const queues = await readQueues(db, now);
  const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({ name, type: 'gauge', help, samples });
  return [
    gauge('shop_orders', 'Orders that are not delivered or over, by status.', await countOrders(db)),
    gauge('shop_payments', 'Payments that are not settled, by status.', await countPayments(db)),
    gauge(
      'shop_jobs_waiting',
      'Entries that a job has yet to do.',
      queues.map(([kind, { count }]): Sample => [{ kind }, Number(count)]),
    ),
    gauge(
      'shop_jobs_oldest_seconds',
      'Age of the oldest of them.',
      queues.map(([kind, queue]): Sample => [{ kind }, ageSeconds(queue, now)]),
    ),
    gauge(
      'shop_jobs_failed',
      'Entries that failed: retried with back-off, or dead, of which the seller was told.',
      await countFailed(db, now),
    ),
  ];
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts the requests of this process, and reads the state of the shop from the database. */
export const createMetrics = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
  const requests = new Map<string, { readonly labels: Labels; count: number }>();
  const durations = new Map<string, Durations>();
  const eventLoop = monitorEventLoopDelay({ resolution: 20 });
  eventLoop.enable();
  let latest: { readonly atMs: number; readonly state: Promise<Metric[]> } | undefined;

  const countRequest = ({ method, route, status, ms }: AnsweredRequest): void => {
    const key = `${method} ${route} ${status}`;
    const request = requests.get(key) ?? { labels: { method, route, status: String(status) }, count: 0 };
    request.count += 1;
    requests.set(key, request);
    const duration = durations.get(route) ?? { count: 0, sumMs: 0, buckets: bucketsMs.map(() => 0) };
    duration.count += 1;
    duration.sumMs += ms;
    for (const [index, limit] of bucketsMs.entries()) if (ms <= limit) duration.buckets[index] = (duration.buckets[index] ?? 0) + 1;
    durations.set(route, duration);
  };

  const durationSamples = ([route, { count, sumMs, buckets }]: [string, Durations]): Sample[] => [
    ...bucketsMs.map((limit, index): Sample => [{ suffix: '_bucket', route, le: String(limit / 1000) }, buckets[index] ?? 0]),
    [{ suffix: '_bucket', route, le: '+Inf' }, count],
    [{ suffix: '_sum', route }, sumMs / 1000],
    [{ suffix: '_count', route }, count],
  ];

  const processMetrics = (): Metric[] => [
    {
      name: 'shop_http_requests_total',
      type: 'counter',
      help: 'Answered requests by route and status.',
      samples: [...requests.values()].map(({ labels, count }): Sample => [labels, count]),
    },
    {
      name: 'shop_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time to answer by route.',
      samples: [...durations].flatMap(durationSamples),
    },
    {
      name: 'shop_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the start.',
      samples: [0.5, 0.99].map((share): Sample => [{ quantile: String(share) }, eventLoop.percentile(share * 100) / nanosecondsPerSecond]),
    },
    { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of the process.', samples: [[{}, process.memoryUsage.rss()]] },
  ];

  const read = async (): Promise<string> => {
    const atMs = performance.now();
    if (!latest || atMs - latest.atMs > maxAgeMs) latest = { atMs, state: readState(db, clock()) };
    // The process' own figures count most while the database is away.
    const state = await latest.state.catch(() => undefined);
    const isUp: Metric = { name: 'shop_database_up', type: 'gauge', help: 'Whether the database answers.', samples: [[{}, state ? 1 : 0]] };
    return formatMetrics([...processMetrics(), isUp, ...(state ?? [])]);
  };
  return { countRequest, read };
};

export const metricsPath = '/metrics';

/** `/metrics` for Prometheus, with `METRICS_TOKEN` as bearer token; 404 without that setting and for every other token. */
export const metricsRoutes = ({ metricsToken }: Services, metrics: Metrics): Hono =>
  new Hono().get(metricsPath, async (c) => {
    const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (metricsToken === undefined || given === undefined || !isSameSecret(given, metricsToken))
      throw new NotFound('There is nothing at this address.');
    c.header('Cache-Control', 'no-store');
    return c.body(await metrics.read(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
