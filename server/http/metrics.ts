import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Hono } from 'hono';
import { NotFound } from '#server/domain/failure.ts';
import { isSameSecret } from '#server/domain/secrets.ts';
import { readShopState } from '#server/domain/shop-state.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import type { Services } from '#server/http/services.ts';
import { readWaiting } from '#server/jobs/jobs.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];
type Metric = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
};

type AnsweredRequest = { readonly method: string; readonly route: string; readonly status: number; readonly ms: number };
/** `rate`: too many requests; `renders`, `queries`: costly reads; `unpaid`: goods reserved by unpaid orders. */
export type Limit = 'rate' | 'renders' | 'queries' | 'unpaid';
const limits: readonly Limit[] = ['rate', 'renders', 'queries', 'unpaid'];

type Durations = { count: number; sumMs: number; readonly buckets: number[] };

const bucketsMs = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
const nanosecondsPerSecond = 1e9;
/** A scrape answers from the last figures for so long: frequent scrapes must not load the database. */
const maxAgeMs = 5000;
/** Below Prometheus' `scrape_timeout`, which is ten seconds by default. */
const maxDatabaseWaitMs = 3000;

const escapeLabel = (value: string): string => value.replaceAll(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

const formatSample = (name: string, [labels, value]: Sample): string => {
  const { suffix = '', ...others } = labels;
  const text = Object.entries(others).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${suffix}${text.length > 0 ? `{${text.join(',')}}` : ''} ${value}`;
};

/** Prometheus' text format; the label `suffix` is appended to the name of a histogram's sample. */
const formatMetrics = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap(({ name, type, help, samples }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => formatSample(name, sample))]).join('\n')}\n`;

type GaugeServices = Pick<Services, 'db' | 'clock' | 'payments' | 'noticeSchedule'>;

/** Figures of the shop, from its database. */
const readGauges = async ({ db, clock, payments: { name: provider }, noticeSchedule }: GaugeServices): Promise<Metric[]> => {
  const now = clock();
  const { orders, payments, failed, backedUpAt } = await readShopState(db, now);
  const queues = await readWaiting(db, { now, provider, noticeSchedule });
  const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({ name, type: 'gauge', help, samples });
  const byStatus = ({ status, count }: { readonly status: string; readonly count: number }): Sample => [{ status }, count];
  return [
    gauge('shop_orders', 'Orders that are not delivered or over, by status.', orders.map(byStatus)),
    gauge('shop_payments', 'Payments that are not settled, by status.', payments.map(byStatus)),
    gauge(
      'shop_jobs_waiting',
      'Entries that a job has yet to do.',
      queues.map(({ kind, count }): Sample => [{ kind }, count]),
    ),
    gauge(
      'shop_jobs_oldest_seconds',
      'Age of the oldest of them.',
      queues.map(({ kind, ageSeconds }): Sample => [{ kind }, ageSeconds]),
    ),
    gauge(
      'shop_jobs_failed',
      'Entries that failed: retried with back-off, or dead, of which the seller was told.',
      failed.map(({ kind, state, count }): Sample => [{ kind, state }, count]),
    ),
    gauge(
      'shop_last_backup_timestamp_seconds',
      'When the last backup was complete; without a sample none was made.',
      backedUpAt === undefined ? [] : [[{}, Date.parse(backedUpAt) / 1000]],
    ),
  ];
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts the requests of this process, and reads the state of the shop from the database. */
export const createMetrics = (services: GaugeServices) => {
  const requests = new Map<string, { readonly labels: Labels; count: number }>();
  const durations = new Map<string, Durations>();
  const limited = new Map(limits.map((limit) => [limit, 0]));
  const eventLoop = monitorEventLoopDelay({ resolution: 20 });
  eventLoop.enable();
  let latest: { readonly atMs: number; readonly state: Promise<Metric[] | undefined>; isRunning: boolean } | undefined;

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

  const countLimit = (limit: Limit): void => void limited.set(limit, (limited.get(limit) ?? 0) + 1);

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
      name: 'shop_limited_requests_total',
      type: 'counter',
      help: 'Requests over a limit. Pages over theirs are answered, but not rendered.',
      samples: [...limited].map(([limit, count]): Sample => [{ limit }, count]),
    },
    {
      name: 'shop_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the start.',
      samples: [0.5, 0.99].map((share): Sample => [{ quantile: String(share) }, eventLoop.percentile(share * 100) / nanosecondsPerSecond]),
    },
    { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Memory of the process.', samples: [[{}, process.memoryUsage.rss()]] },
  ];

  const readShop = (): Promise<Metric[] | undefined> => {
    const atMs = performance.now();
    // A database that hangs is not asked again with each scrape.
    if (latest && (latest.isRunning || atMs - latest.atMs <= maxAgeMs)) return latest.state;
    const state = readGauges(services).catch(() => undefined);
    const reading = { atMs, state, isRunning: true };
    void state.then(() => (reading.isRunning = false));
    latest = reading;
    return state;
  };

  const read = async (): Promise<string> => {
    // The process' own figures count most while the database is away.
    const state = await answerWithin(maxDatabaseWaitMs, readShop());
    const isUp: Metric = { name: 'shop_database_up', type: 'gauge', help: 'Whether the database answers.', samples: [[{}, state ? 1 : 0]] };
    return formatMetrics([...processMetrics(), isUp, ...(state ?? [])]);
  };
  return { countRequest, countLimit, read };
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
