import { randomUUID } from 'node:crypto';
import { type Compilable, CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/schema.ts';
import { updateDueOrders } from '#server/domain/due-orders.ts';
import { listMails } from '#server/domain/mails.ts';
import { placeOrder } from '#server/domain/orders.ts';
import { sendDuePaybacks } from '#server/domain/paybacks.ts';
import { reconcilePayments } from '#server/domain/payments.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { newToken } from '#server/domain/secrets.ts';
import { readState } from '#server/http/metrics.ts';
import { claimMail } from '#server/mail/outbox.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, anOrderFor, minutesLater } from '#tests/support/orders.ts';
import { testServices } from '#tests/support/services.ts';

/** These grow with the age of the shop, not with its catalogue. */
const growing = [
  'order',
  'order_line',
  'order_event',
  'order_request',
  'payment',
  'payment_event',
  'payback',
  'refund',
  'refund_image',
  'mail',
  'session',
  'proof',
  'registration',
  'account',
  'message',
  'message_receipt',
  'limit_hit',
];

const db = await freshDatabase('stocked');
/** A database of its own for explaining: libsql keeps the statement open, which would block commits. */
const explaining = await freshDatabase('empty');

/** Records every query of `work` as it was compiled. */
const recordQueries = async (work: (recorded: Database) => Promise<unknown>): Promise<CompiledQuery[]> => {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(plugin));
  const explained = nodes.filter(({ kind }) => ['SelectQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(kind));
  return explained.map((node) => db.getExecutor().compileQuery(node, { queryId: randomUUID() }));
};

const isPostgres = db.getExecutor().adapter.constructor.name.startsWith('Postgres');

/** The steps of a query's plan; PostgreSQL reads a table as a whole only if it has no index to use. */
const planOf = (query: CompiledQuery): Promise<string[]> =>
  explaining.connection().execute(async (connection) => {
    if (isPostgres) await sql`set enable_seqscan = off`.execute(connection);
    const explain = isPostgres ? 'explain' : 'explain query plan';
    const { rows } = await connection.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
    );
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail));
  });

/** The growing tables that a query reads as a whole. */
const scansOf = async (query: CompiledQuery): Promise<string[]> => {
  const steps = await planOf(query);
  return growing.filter((table) =>
    steps.some((step) => (isPostgres ? new RegExp(`Seq Scan on "?${table}"?( |$)`) : new RegExp(`^SCAN "?${table}"?$`)).test(step)),
  );
};

const get =
  (path: string, values: Record<string, string> = {}) =>
  async (recorded: Database) => {
    const response = await createTestApp({ db: recorded }).request(endpointPath(path, values), {
      headers: { cookie: `session=${newToken()}` },
    });
    expect(response.status).toBeLessThan(500);
  };

const { refundImages } = testServices({ db });
const order = { ...aCaller, payload: anOrderFor({ productId: 'lavender-soap-bar' }), buyer: undefined, shopOrigin: '', now: openingDay };

test.each<[string, (recorded: Database) => Promise<unknown>]>([
  ['sending mail', (recorded) => claimMail(recorded, openingDay)],
  [
    'sending paybacks',
    (recorded) =>
      sendDuePaybacks(
        recorded,
        testPayments,
        () => openingDay,
        () => undefined,
        AbortSignal.timeout(60_000),
      ),
  ],
  ['updating due orders', (recorded) => updateDueOrders(recorded, testPayments, minutesLater(31))],
  ['reconciling payments', (recorded) => reconcilePayments(recorded, testPayments, openingDay)],
  ['deleting what has expired', (recorded) => purgeExpired(recorded, openingDay, refundImages)],
  ['listing mail that is not sent', (recorded) => listMails(recorded, { isOpen: true, limit: 20 })],
  ['reading the metrics', (recorded) => readState(recorded, openingDay)],
  ['placing an order', (recorded) => placeOrder(recorded, { ...order, key: randomUUID() })],
  ['opening an order', get(endpoints.order.path, { orderId: 'ABCD-EFGH-JKMN-PQRS' })],
  ['opening an order for a refund', get(endpoints.refundOrder.path, { orderId: 'ABCD-EFGH-JKMN-PQRS' })],
  ['reading the profile', get(endpoints.profile.path)],
  ['listing one’s orders', get(endpoints.myOrders.path)],
  ['loading the products', get(endpoints.products.path)],
])('%s reads no table as a whole that grows with the age of the shop', async (_, work) => {
  await placeOrder(db, { ...order, key: randomUUID() });
  const queries = await recordQueries(work);
  expect(queries.length).toBeGreaterThan(0);
  const scans = await Promise.all(queries.map(async (query) => ({ sql: query.sql, tables: await scansOf(query) })));
  expect(scans.filter(({ tables }) => tables.length > 0)).toEqual([]);
});

test('a query without an index is found by this check', async () => {
  const query: Compilable = db.selectFrom('order').select('id').where('note', '=', 'x');
  expect(await scansOf(query.compile())).toEqual(['order']);
});
