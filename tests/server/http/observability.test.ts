import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { setLastRun } from '#server/domain/seller/last-runs.ts';
import type { Services } from '#server/http/services.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { recordingLog } from '#tests/support/recording-log.ts';

const db = await freshDatabase();
/** With work that fails. */
const failing = await freshDatabase('empty');
/** With work of each kind of job that waits. */
const waiting = await freshDatabase('empty');
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123', 'content-type': 'application/json' };
const metricsToken = 'a-token-of-sixteen-letters';

describe('security events', () => {
  const email = 'nobody-at-all@example.com';
  const post = (path: string, body: object, headers: Record<string, string> = token) => ({
    path,
    init: { method: 'POST', headers, body: JSON.stringify(body) },
  });

  test.each([
    ['sign-in failed', 401, post(endpoints.login.path, { email, password: 'wrong-password-1' })],
    ['not signed in', 401, post(endpoints.exportUser.path, { password: 'wrong-password-1' })],
    ['token refused', 422, post(endpoints.verifyEmail.path, { email, code: '123456' })],
    ['token refused', 422, post(endpoints.openReview.path, { productId: 'mug', key: 'x'.repeat(43) })],
    ['token refused', 422, post(endpoints.stopReviewMails.path, { key: 'x'.repeat(43) })],
    ['voucher refused', 404, post(endpoints.checkVoucher.path, { code: 'NOSUCH', items: [{ productId: 'mug', quantity: 1 }] })],
    ['token refused', 422, post(endpoints.resetPassword.path, { token: 'x'.repeat(43), password: 'a-long-pass-phrase-7' })],
    ['malformed call', 400, { path: endpoints.login.path, init: { method: 'POST', headers: token, body: '{"email": nobody' } }],
    ['malformed call', 400, { path: '/user/%E0%A4%A', init: {} }],
    ['forbidden', 403, post(endpoints.login.path, { email, password: 'x' }, { 'content-type': 'application/json' })],
  ])(
    '“%s” is one line in the log at the default level, with the id of the answer and nothing personal',
    async (event, status, { path, init }) => {
      const { log, lines } = recordingLog();
      const response = await createTestApp({ db, log }).request(path, init);
      expect(response.status).toBe(status);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 40,
        event,
        path: path.split('/').slice(0, 3).join('/'),
        status,
        id: response.headers.get('x-request-id'),
      });
      expect(lines[0]).not.toContain('nobody');
    },
  );

  test('a successful sign-in is an event of its own at LOG_LEVEL=info, without the email address', async () => {
    const { log, lines } = recordingLog('info');
    const app = createTestApp({ db, log });
    await seedDemoAccounts(db, openingDay, cheapPasswords);
    const { path, init } = post(endpoints.login.path, { email: 'shopper@flone.example.com', password: 'try-the-shop' });
    expect((await app.request(path, init)).status).toBe(200);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, event: 'signed in', path, status: 200 }),
    ]);
    expect(lines[0]).not.toContain('shopper@');
  });

  test('a lock-out and a rate limit are logged', async () => {
    const { log, lines } = recordingLog();
    const app = createTestApp({ db, log, rateLimits: { orders: 60, lookUps: 1 } });
    const { path, init } = post(endpoints.login.path, { email: 'locked@example.com', password: 'wrong-password-1' });
    for (let guess = 0; guess < 6; guess += 1) await app.request(path, init);
    for (let lookUp = 0; lookUp < 2; lookUp += 1) await app.request('/order/getoneorder/ABCD-EFGH-JKMN-PQRS');
    const events = lines.map((line): unknown => JSON.parse(line).event);
    expect(events).toContain('sign-in locked');
    expect(events.at(-1)).toBe('rate limit');
  });

  test('an ordinary answer is not logged at the default level', async () => {
    const { log, lines } = recordingLog();
    const app = createTestApp({ db, log });
    expect((await app.request('/client/products')).status).toBe(200);
    expect((await app.request('/client/nothing')).status).toBe(404);
    expect(lines).toEqual([]);
  });
});

test('errors of drivers are logged without values and email addresses', () => {
  const { log, lines } = recordingLog();
  const error = Object.assign(new Error('550 <ada@example.com>: unknown recipient'), {
    code: 'EENVELOPE',
    detail: 'Key (email)=(ada@example.com) already exists.',
    rejected: ['ada@example.com'],
  });
  log.warn({ err: error }, 'mail could not be sent');
  expect(lines[0]).not.toContain('ada@');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ type: 'Error', code: 'EENVELOPE', message: '550 <[address]>: unknown recipient' });
});

describe('/metrics', () => {
  const get = (app: ReturnType<typeof createTestApp>, authorization?: string) =>
    app.request('/metrics', { headers: authorization === undefined ? {} : { authorization } });

  test.each([
    ['without the setting', undefined, `Bearer ${metricsToken}`],
    ['without a token', metricsToken, undefined],
    ['with another token', metricsToken, 'Bearer another-token-of-letters'],
    ['with another scheme', metricsToken, `Basic ${metricsToken}`],
  ])('/metrics is a 404 %s', async (_, setting, authorization) => {
    expect((await get(createTestApp({ db, metricsToken: setting }), authorization)).status).toBe(404);
  });

  test('/metrics counts requests by the pattern of their route, and reads the state of the shop', async () => {
    const app = createTestApp({ db, metricsToken });
    for (const id of ['stoneware-mug', 'salt-pot', 'nothing']) await app.request(`/client/products/${id}`);
    const response = await get(app, `Bearer ${metricsToken}`);
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    const text = await response.text();
    expect(text).toContain('shop_http_requests_total{method="GET",route="/client/products/:productId",status="200"} 2\n');
    expect(text).toContain('shop_http_requests_total{method="GET",route="/client/products/:productId",status="404"} 1\n');
    expect(text).toContain('shop_http_request_duration_seconds_bucket{le="+Inf",route="/client/products/:productId"} 3\n');
    const lines = [
      'shop_database_up 1',
      'shop_orders{status="pending"} 0',
      'shop_jobs_waiting{kind="mail"} 0',
      'shop_jobs_oldest_seconds{kind="expiry"} 0',
      'shop_jobs_failed{kind="retention",state="dead"} 0',
    ];
    for (const line of lines) expect(text).toContain(`${line}\n`);
    expect(text).not.toContain('stoneware-mug');
    // Every line is a comment or a sample of the text format; an empty one is ignored.
    for (const line of text.trimEnd().split(/\n+/))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+|\w+.* NaN)$/);
  });

  test('/metrics counts requests over each limit, also pages that are answered without being rendered and orders that would reserve too much', async () => {
    const none = { orders: 0, units: 0, ofOneProduct: 0, share: 0 };
    const unpaid = { buyer: none, ip: none, reseller: none, minUnits: 0 };
    const { log, lines } = recordingLog();
    const app = createTestApp({
      db: failing,
      log,
      metricsToken,
      rateLimits: { orders: 1, lookUps: 1 },
      readLimits: { renders: 0, queries: 0 },
      unpaidLimits: unpaid,
    });
    await sell(failing, { id: 'ladle', name: 'Ladle', basePrice: 4.5, stock: 5 });
    const place = () =>
      app.request('/order/orders', {
        method: 'POST',
        headers: { cookie: 'XSRF-TOKEN=t', 'x-xsrf-token': 't', 'content-type': 'application/json', 'idempotency-key': aKey() },
        body: JSON.stringify(anOrderFor({ productId: 'ladle' })),
      });
    expect((await place()).status).toBe(409);
    expect((await place()).status).toBe(429);
    expect((await app.request('/client/products?page=1&q=ladle')).status).toBe(429);
    const text = await (await get(app, `Bearer ${metricsToken}`)).text();
    for (const [limit, count] of Object.entries({ unpaid: 1, rate: 1, queries: 1, renders: 0 }))
      expect(text).toContain(`shop_limited_requests_total{limit="${limit}"} ${count}\n`);
    expect(lines.map((line): unknown => JSON.parse(line).event)).toContain('unpaid limit');
  });

  test('/metrics counts the work that fails of every kind of job, and how long the oldest has been due', async () => {
    const at = openingDay.toISOString();
    const minutesAgo = (minutes: number): string => minutesLater(-minutes).toISOString();
    const mail = { recipient: 'a@example.com', subject: 'x', text: 'x', parts: '[]', created_at: minutesAgo(2), tries: 1 };
    await failing
      .insertInto('mail')
      .values([
        { ...mail, id: 'fine', due_at: at, problem: '' },
        { ...mail, id: 'failing', due_at: at, problem: 'connection refused' },
        { ...mail, id: 'given-up', due_at: null, problem: 'no such user' },
      ])
      .execute();
    const job = { kind: 'expiry', due_at: at, tries: 1, last_error: 'x', created_at: at } as const;
    await failing
      .insertInto('failed_job')
      .values([
        { ...job, key: 'A', state: 'retried' },
        { ...job, key: 'B', state: 'dead' },
        { ...job, key: 'C', state: 'dead' },
      ])
      .execute();
    await sell(failing, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 5 });
    const order = { ...aCaller, payload: anOrderFor({ productId: 'spoon' }), buyer: undefined, shopOrigin: '', now: minutesLater(-33) };
    await placeOrder(failing, { ...order, key: aKey() });
    const text = await (await get(createTestApp({ db: failing, metricsToken }), `Bearer ${metricsToken}`)).text();
    const lines = [
      'shop_jobs_waiting{kind="mail"} 2',
      'shop_jobs_oldest_seconds{kind="mail"} 120',
      'shop_jobs_failed{kind="mail",state="retried"} 1',
      'shop_jobs_failed{kind="mail",state="dead"} 1',
      'shop_jobs_failed{kind="refund",state="dead"} 0',
      'shop_jobs_failed{kind="expiry",state="retried"} 1',
      'shop_jobs_failed{kind="expiry",state="dead"} 2',
      'shop_jobs_waiting{kind="expiry"} 1',
      'shop_jobs_oldest_seconds{kind="expiry"} 180',
    ];
    for (const line of lines) expect(text).toContain(`${line}\n`);
  });

  test('/metrics tells how long the oldest work of each kind of job has been waiting', async () => {
    const ago = (minutes: number): string => minutesLater(-minutes).toISOString();
    await sell(waiting, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 5 }, { id: 'mug', name: 'Mug', basePrice: 10, stock: 1 });
    const order = { ...aCaller, payload: anOrderFor({ productId: 'spoon' }), buyer: undefined, shopOrigin: '', now: minutesLater(-20) };
    const { _id: orderId } = await placeOrder(waiting, { ...order, key: aKey() });
    const payment = { order_id: orderId, provider: 'test', url: '', due_at: null, reference: null } as const;
    await waiting
      .insertInto('payment')
      .values([
        { ...payment, session_id: 'page', attempt: 1, status: 'open', created_at: ago(20), checked_at: ago(5 + 12) },
        { ...payment, session_id: 'asked', attempt: 2, status: 'open', created_at: ago(20), checked_at: ago(4) },
        { ...payment, session_id: 'bank', attempt: 3, status: 'processing', created_at: ago(9 * 24 * 60), checked_at: ago(60 + 2) },
        { ...payment, session_id: 'paid', attempt: 4, status: 'failed', created_at: ago(20), checked_at: ago(20), reference: 'pi_1' },
      ])
      .execute();
    const back = { order_id: null, session_id: null, source: 'dashboard', state: 'done', amount: 100, at: ago(4) } as const;
    await waiting
      .insertInto('money')
      .values([
        { ...back, id: 'known', reference: 're_1', payment: 'pi_1', created_at: ago(4) },
        { ...back, id: 'unknown', reference: 're_2', payment: 'pi_unknown', created_at: ago(90) },
      ])
      .execute();
    await waiting
      .insertInto('review_invite')
      .values({ order_id: orderId, due_at: ago(5) })
      .execute();
    const alert = { type_id: '', color: '', size: '', state: 'waiting', changed_at: ago(10), asked_at: ago(10) } as const;
    await waiting
      .insertInto('stock_alert')
      .values([
        { ...alert, id: 'a', product_id: 'spoon', email: 'a@example.com', email_key: 'a@example.com' },
        // Three shoppers were mailed about the only mug, so the fourth waits for them to buy it, and is no work that the job has left undone.
        ...['b', 'c', 'd', 'e'].map((id) => ({
          ...alert,
          ...(id !== 'b' && ({ state: 'mailed' } as const)),
          id,
          product_id: 'mug',
          email: `${id}@example.com`,
          email_key: `${id}@example.com`,
          asked_at: ago(70),
        })),
      ])
      .execute();
    await waiting
      .insertInto('seller_notice')
      .values({ kind: 'refund', subject: 'R-1', created_at: ago(3), mailed_at: null })
      .execute();
    await waiting.deleteFrom('limit_hit').execute();
    await waiting
      .insertInto('limit_hit')
      .values({ key: 'k', hits: 1, free_at: ago(40), ends_at: ago(30) })
      .execute();
    const read = async (services: Partial<Services> = {}): Promise<string> =>
      (await get(createTestApp({ db: waiting, metricsToken, ...services }), `Bearer ${metricsToken}`)).text();

    const text = await read();
    const minutes = { payment: 12, earlyMoney: 4, reviewInvite: 5, stockAlert: 10, sellerNotices: 3, retention: 30 };
    for (const [kind, age] of Object.entries(minutes)) expect(text).toContain(`shop_jobs_oldest_seconds{kind="${kind}"} ${age * 60}\n`);
    for (const [kind, count] of Object.entries({ payment: 2, earlyMoney: 1, stockAlert: 1 }))
      expect(text).toContain(`shop_jobs_waiting{kind="${kind}"} ${count}\n`);
    const kindsOf = (metric: string): string[] =>
      [...new Set([...text.matchAll(new RegExp(`^${metric}\\{kind="(\\w+)"`, 'gm'))].map(([, kind = '']) => kind))].toSorted();
    expect(kindsOf('shop_jobs_oldest_seconds')).toEqual(kindsOf('shop_jobs_failed'));

    // With one digest a day at 6:00, the notice is due with the next.
    expect(await read({ noticeSchedule: 'daily' })).toContain('shop_jobs_waiting{kind="sellerNotices"} 0\n');
    const nextDay = await read({ noticeSchedule: 'daily', clock: () => minutesLater(22 * 60) });
    expect(nextDay).toContain('shop_jobs_oldest_seconds{kind="sellerNotices"} 3600\n');
  });

  test('/metrics tells when the last backup was made, and nothing before the first', async () => {
    const read = async (): Promise<string> => (await get(createTestApp({ db: waiting, metricsToken }), `Bearer ${metricsToken}`)).text();
    expect(await read()).not.toMatch(/^shop_last_backup_timestamp_seconds /m);
    await setLastRun(waiting, 'backup', openingDay.toISOString());
    expect(await read()).toContain(`shop_last_backup_timestamp_seconds ${openingDay.getTime() / 1000}\n`);
  });

  test('while the database is away, /metrics says so', async () => {
    const away = new Proxy(db, {
      get: () => {
        throw new Error('away');
      },
    });
    const text = await (await get(createTestApp({ db: away, metricsToken }), `Bearer ${metricsToken}`)).text();
    expect(text).toContain('shop_database_up 0\n');
  });

  test('while the database hangs, /metrics gives the figures of the process within seconds', async () => {
    const hanging: typeof db = new Proxy(db, { get: () => () => hanging });
    const app = createTestApp({ db: hanging, metricsToken });
    const text = await (await get(app, `Bearer ${metricsToken}`)).text();
    expect(text).toContain('shop_database_up 0\n');
    expect(text).toContain('process_resident_memory_bytes ');
  });

  test('each alert rule has an expression over metrics that exist', async () => {
    const rules = z.object({
      groups: z.array(
        z.object({
          name: z.string(),
          rules: z.array(
            z.strictObject({
              alert: z.string().regex(/^Shop[A-Z]\w+$/),
              expr: z.string(),
              for: z
                .string()
                .regex(/^\d+m$/)
                .optional(),
              labels: z.object({ severity: z.enum(['page', 'ticket']) }),
              annotations: z.object({ summary: z.string().regex(/\.$/) }),
            }),
          ),
        }),
      ),
    });
    const { groups } = rules.parse(parse(await readFile(new URL('../../../server/alerts.yml', import.meta.url), 'utf8')));
    const text = await (await get(createTestApp({ db, metricsToken }), `Bearer ${metricsToken}`)).text();
    const expressions = groups.flatMap((group) => group.rules.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(5);
    for (const expression of expressions) {
      // `up` is Prometheus' own.
      const names = expression.match(/\bshop_\w+|^up\b/g) ?? [];
      expect(names.length).toBeGreaterThan(0);
      for (const name of names.filter((metric) => metric !== 'up')) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `);
      for (const [open, close] of ['()', '{}', '[]'])
        expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
    }
  });
});
