import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { NotFound } from '#server/domain/failure.ts';
import { isSameSecret } from '#server/domain/secrets.ts';
import { readShopState } from '#server/domain/seller/shop-state.ts';
import { answerWithin } from '#server/http/answer-within.ts';
import type { Services } from '#server/http/services.ts';
import { readWaiting } from '#server/jobs/jobs.ts';

type Sample = readonly [labels: Record<string, string>, value: number];
type AnsweredRequest = { readonly method: string; readonly route: string; readonly status: number; readonly ms: number };
/** `rate`: too many requests; `renders`, `queries`: costly reads; `unpaid`: goods reserved by unpaid orders. */
export type Limit = 'rate' | 'renders' | 'queries' | 'unpaid';
const limits: readonly Limit[] = ['rate', 'renders', 'queries', 'unpaid'];

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const nanosecondsPerSecond = 1e9;
/** A scrape answers from the last figures for so long: frequent scrapes must not load the database. */
const maxAgeMs = 5000;
/** Below Prometheus' `scrape_timeout`, which is ten seconds by default. */
const maxDatabaseWaitMs = 3000;

type MetricsServices = Pick<Services, 'db' | 'clock' | 'payments' | 'noticeSchedule'>;
type ShopState = Awaited<ReturnType<typeof readShopState>> & { readonly queues: Awaited<ReturnType<typeof readWaiting>> };

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts the requests of this process, and reads the state of the shop from the database. */
export const createMetrics = ({ db, clock, payments: { name: provider }, noticeSchedule }: MetricsServices) => {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'shop_http_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time to answer by route.',
    labelNames: ['route'],
    buckets,
    registers,
  });
  const limitedRequests = new Counter({
    name: 'shop_limited_requests_total',
    help: 'Requests over a limit. Pages over theirs are answered, but not rendered.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of limits) limitedRequests.inc({ limit }, 0);

  const gauge = (name: string, help: string, labelNames: readonly string[], read: () => readonly Sample[] | Promise<readonly Sample[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const samples = await read();
        this.reset();
        // Of a gauge without labels, `reset` leaves a 0.
        this.remove({});
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });

  const eventLoop = monitorEventLoopDelay({ resolution: 20 });
  eventLoop.enable();
  gauge('shop_event_loop_delay_seconds', 'Delay of the event loop since the start.', ['quantile'], () =>
    [0.5, 0.99].map((share) => [{ quantile: String(share) }, eventLoop.percentile(share * 100) / nanosecondsPerSecond]),
  );
  gauge('process_resident_memory_bytes', 'Memory of the process.', [], () => [[{}, process.memoryUsage.rss()]]);

  // Scrapes share one query, so that a database that hangs is not queried by each of them.
  const states = new LRUCache<'shop', ShopState>({
    max: 1,
    ttl: maxAgeMs,
    fetchMethod: async () => {
      const now = clock();
      return { ...(await readShopState(db, now)), queues: await readWaiting(db, { now, provider, noticeSchedule }) };
    },
  });
  /** `undefined` while the database is away: the process' own figures count most then. */
  const readState = (): Promise<ShopState | undefined> => answerWithin(maxDatabaseWaitMs, states.fetch('shop')).catch(() => undefined);
  const shopGauge = (name: string, help: string, labelNames: readonly string[], samplesOf: (state: ShopState) => readonly Sample[]) =>
    gauge(name, help, labelNames, async () => {
      const state = await readState();
      return state ? samplesOf(state) : [];
    });
  gauge('shop_database_up', 'Whether the database answers.', [], async () => [[{}, (await readState()) ? 1 : 0]]);
  shopGauge('shop_orders', 'Orders that are not delivered or over, by status.', ['status'], ({ orders }) =>
    orders.map(({ status, count }) => [{ status }, count]),
  );
  shopGauge('shop_payments', 'Payments that are not settled, by status.', ['status'], ({ payments }) =>
    payments.map(({ status, count }) => [{ status }, count]),
  );
  shopGauge('shop_jobs_waiting', 'Entries that a job has yet to do.', ['kind'], ({ queues }) =>
    queues.map(({ kind, count }) => [{ kind }, count]),
  );
  shopGauge('shop_jobs_oldest_seconds', 'Age of the oldest of them.', ['kind'], ({ queues }) =>
    queues.map(({ kind, ageSeconds }) => [{ kind }, ageSeconds]),
  );
  shopGauge(
    'shop_jobs_failed',
    'Entries that failed: retried with back-off, or dead, of which the seller was told.',
    ['kind', 'state'],
    ({ failed }) => failed.map(({ kind, state, count }) => [{ kind, state }, count]),
  );
  shopGauge(
    'shop_last_backup_timestamp_seconds',
    'When the last backup was complete; without a sample none was made.',
    [],
    ({ backedUpAt }) => (backedUpAt === undefined ? [] : [[{}, Date.parse(backedUpAt) / 1000]]),
  );

  return {
    countRequest: ({ method, route, status, ms }: AnsweredRequest): void => {
      requests.inc({ method, route, status });
      durations.observe({ route }, ms / 1000);
    },
    countLimit: (limit: Limit): void => limitedRequests.inc({ limit }),
    read: (): Promise<string> => registry.metrics(),
  };
};

export const metricsPath = '/metrics';

/** `/metrics` for Prometheus, with `METRICS_TOKEN` as bearer token; 404 without that setting and for every other token. */
export const metricsRoutes = ({ metricsToken }: Services, metrics: Metrics): Hono =>
  new Hono().get(metricsPath, async (c) => {
    const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (metricsToken === undefined || given === undefined || !isSameSecret(given, metricsToken))
      throw new NotFound('There is nothing at this address.');
    c.header('Cache-Control', 'no-store');
    return c.body(await metrics.read(), 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE });
  });
