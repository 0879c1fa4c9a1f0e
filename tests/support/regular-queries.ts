import { randomUUID } from 'node:crypto';
import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely';
import { expect } from 'vitest';
import { messageViews } from '#contract/desk/messages.ts';
import { orderViews } from '#contract/desk/orders.ts';
import { productViews } from '#contract/desk/products.ts';
import { refundViews } from '#contract/desk/refunds.ts';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/schema.ts';
import { showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { listDeskProducts } from '#server/domain/catalogue/product-list.ts';
import { listDeskMessages } from '#server/domain/desk/message-list.ts';
import { listOrders } from '#server/domain/desk/order-list.ts';
import { printParcels, showOrder } from '#server/domain/desk/order-view.ts';
import { listRefunds } from '#server/domain/desk/refund-list.ts';
import { listStaffEvents } from '#server/domain/desk/staff.ts';
import { readToday } from '#server/domain/desk/today.ts';
import { readFigures, readRange } from '#server/domain/figures/figures.ts';
import { listMails } from '#server/domain/messages/mails.ts';
import { readRefunds } from '#server/domain/money/order-refunds.ts';
import { reconcilePayments } from '#server/domain/money/payments.ts';
import { applyEarlyMoney } from '#server/domain/money/record-money.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { listPeople } from '#server/domain/people/people.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { sendReviewInvites } from '#server/domain/reviews/review-invites.ts';
import { newToken } from '#server/domain/secrets.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { readShopHealth } from '#server/domain/seller/shop-health.ts';
import { readShopState } from '#server/domain/seller/shop-state.ts';
import { sampleShop } from '#server/domain/shop/sample-shop.ts';
import { mailStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import { readWaiting } from '#server/jobs/jobs.ts';
import { claimMail } from '#server/mail/outbox.ts';
import { testPayments } from '#server/payments/test.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, anOrderFor, minutesLater } from '#tests/support/orders.ts';
import { testServices } from '#tests/support/services.ts';

/** The seller of the sample shop, who reads what there is to do. */
export const atTheDesk = { isSeller: true, lowStockLimit: 3, details: sampleShop.details } as const;

/** Records every query of `work` as it was compiled. */
export const recordQueries = async (db: Database, work: (recorded: Database) => Promise<unknown>): Promise<CompiledQuery[]> => {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(plugin));
  const compiled = nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: randomUUID() }));
  return compiled.filter(({ sql }) => /^\s*(?:select|update|delete|with)\b/.test(sql));
};

const get =
  (path: string, values: Record<string, string> = {}) =>
  async (recorded: Database) => {
    const response = await createTestApp({ db: recorded }).request(endpointPath(path, values), {
      headers: { cookie: `session=${newToken()}` },
    });
    expect(response.status).toBeLessThan(500);
  };

/** An order of one bar of soap, which the sample products have. */
const order = { ...aCaller, payload: anOrderFor({ productId: 'lavender-soap-bar' }), buyer: undefined, shopOrigin: '', now: openingDay };

/** Places an order, so that the regular work finds something. */
export const placeOne = (db: Database): Promise<unknown> => placeOrder(db, { ...order, key: randomUUID() });

/** What a shop does all the time: its jobs and what its shoppers ask for, each by its name. */
export const regularWork: readonly (readonly [name: string, work: (recorded: Database) => Promise<unknown>])[] = [
  [
    'applying events that came before their payment',
    (recorded) => applyEarlyMoney(recorded, { now: openingDay, sellerEmail: 'seller@example.com' }),
  ],
  ['sending mail', (recorded) => claimMail(recorded, openingDay)],
  ['sending refunds', (recorded) => sendDueRefunds(recorded, testPayments, { clock: () => openingDay, sellerEmail: 'seller@example.com' })],
  ['updating due orders', (recorded) => updateDueOrders(recorded, testPayments, minutesLater(31))],
  ['reconciling payments', (recorded) => reconcilePayments(recorded, testPayments, openingDay)],
  ['deleting what has expired', (recorded) => purgeExpired(recorded, openingDay, testServices({ db: recorded }).refundImages)],
  ['listing mail that is not sent', (recorded) => listMails(recorded, { isOpen: true, limit: 20 })],
  [
    'reading the metrics',
    async (recorded) => {
      await readShopState(recorded, openingDay);
      await readWaiting(recorded, { now: openingDay, provider: testPayments.name, noticeSchedule: 'at-once' });
    },
  ],
  ...orderViews.map(
    (view) =>
      [
        `listing orders at the desk: ${view}`,
        async (recorded: Database) => {
          for (const after of [undefined, '2025-09-03~2025-09-01T09:00:00.000Z~7Q2M-4XKP-0ZB1-9HTD'])
            await listOrders(recorded, { view, after }, openingDay);
          await listOrders(recorded, { view, q: 'ada leeds' }, openingDay);
          await listOrders(recorded, { view, from: '2025-09-01', to: '2025-09-02', courier: 'Royal Mail' }, openingDay);
        },
      ] as const,
  ),
  ...refundViews.map(
    (view) =>
      [
        `listing refund requests at the desk: ${view}`,
        async (recorded: Database) => {
          for (const after of [undefined, '2025-09-01T09:00:00.000Z~R-7Q2M-4XKP']) await listRefunds(recorded, view, after);
        },
      ] as const,
  ),
  ...messageViews.map(
    (view) =>
      [
        `listing messages at the desk: ${view}`,
        async (recorded: Database) => {
          for (const after of [undefined, '2025-09-01T09:00:00.000Z~M-7Q2M-4XKP']) await listDeskMessages(recorded, view, after);
        },
      ] as const,
  ),
  ...productViews.map(
    (view) =>
      [
        `listing products at the desk: ${view}`,
        async (recorded: Database) => {
          for (const after of [undefined, '3~salt-pot'])
            await listDeskProducts(recorded, { view, after }, { lowStockLimit: 3, now: openingDay });
          await listDeskProducts(recorded, { view, text: 'soap', category: 'bath' }, { lowStockLimit: 3, now: openingDay });
        },
      ] as const,
  ),
  ['showing a product at the desk', (recorded) => showDeskProduct(recorded, 'stoneware-mug', { now: openingDay, referenceDays: 30 })],
  [
    'showing and printing an order at the desk',
    async (recorded) => {
      const { id } = await recorded
        .selectFrom('order')
        .select('id')
        // In any state, because the entries of this list run in any order.
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await showOrder(recorded, id, { read: readOrder, now: openingDay });
      await printParcels(recorded, [id, 'R-7Q2M-4XKP'], openingDay);
    },
  ],
  ...(['customers', 'resellers', 'applicants'] as const).map(
    (view) =>
      [
        `listing people at the desk: ${view}`,
        async (recorded: Database) => {
          for (const after of [undefined, '2025-09-01T09:00:00.000Z~someone']) await listPeople(recorded, { view, after });
        },
      ] as const,
  ),
  [
    'listing what the staff did',
    async (recorded) => {
      for (const query of [{}, { who: 'ada' }, { day: '2025-09-01', after: '2025-09-01T09:00:00.000Z~some' }])
        await listStaffEvents(recorded, query);
    },
  ],
  ['showing figures at the desk', (recorded) => readFigures(recorded, readRange({}, openingDay), openingDay)],
  ['showing how the shop is', (recorded) => readShopHealth(recorded)],
  ['showing today at the desk', (recorded) => readToday(recorded, { ...atTheDesk, now: openingDay })],
  ['placing an order', (recorded) => placeOne(recorded)],
  [
    'mailing those who wait for stock',
    (recorded) => mailStockAlerts(recorded, { sender: { shopName: '', shopUrl: '' }, unsubscribeUrl: (token) => token }, openingDay),
  ],
  ['asking for reviews', (recorded) => sendReviewInvites(recorded, (token) => token, openingDay)],
  ['reading the reviews of a product', get(endpoints.reviews.path, { productId: 'stoneware-mug' })],
  ['opening an order', get(endpoints.order.path, { orderId: 'ABCD-EFGH-JKMN-PQRS' })],
  [
    'opening an order’s refunds',
    async (recorded) => {
      const [one] = await recorded.selectFrom('order').select('id').limit(1).execute();
      const found = await readOrder(recorded, one?.id ?? '');
      if (found) await readRefunds(recorded, { ...found, row: { ...found.row, status: 'confirmed' } });
    },
  ],
  ['opening an order for a refund', get(endpoints.refundOrder.path, { orderId: 'ABCD-EFGH-JKMN-PQRS' })],
  ['reading the profile', get(endpoints.profile.path)],
  ['listing one’s orders', get(endpoints.myOrders.path)],
  ['loading the products', get(endpoints.products.path)],
  [
    'mailing the seller',
    (recorded) => mailSellerNotices(recorded, { sellerEmail: 's@example.com', schedule: 'at-once', lowStockLimit: 3 }, openingDay),
  ],
];
