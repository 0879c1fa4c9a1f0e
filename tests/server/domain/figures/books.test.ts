import * as fc from 'fast-check';
import { PostgresAdapter } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { exportBooks } from '#server/domain/figures/books.ts';
import { exportFigures, sumRanges } from '#server/domain/figures/figures.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { newReference } from '#server/domain/reference.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anOrderFor, anOrderRequest, sell } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { aPaymentProvider } from '#tests/support/payment-provider.ts';

const db = await freshDatabase('empty');
const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
const sellerEmail = 'seller@shop.test';
const vat = { number: 'GB1', rate: 20 };
const march = { from: '2026-03-01', to: '2026-03-31' };
const april = { from: '2026-04-01', to: '2026-04-30' };

beforeEach(async () => {
  for (const table of ['order', 'mail'] as const) await db.deleteFrom(table).execute();
  await db.updateTable('invoice_counter').set({ last: 0 }).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 50, stock: 1000 });
});

/** An order of £50 that is paid on a day, and what may happen to its money. */
const anOrderPaidOn = async (paidAt: Date) => {
  const provider = aPaymentProvider();
  const { _id: id } = await placeOrder(db, anOrderRequest(anOrderFor({ productId: 'mug' }), { vat, now: paidAt }));
  await payOrder(db, id, { provider: provider.payments, openedAt: paidAt });
  const { session_id } = await db.selectFrom('payment').select('session_id').where('order_id', '=', id).executeTakeFirstOrThrow();
  const { reference } = await db.selectFrom('payment').select('reference').where('order_id', '=', id).executeTakeFirstOrThrow();
  provider.pay(session_id, 5000, reference ?? '');
  const hear = (event: MoneyEvent, now: Date) => recordMoney(db, { ...event, payment: reference ?? '' }, { now, sellerEmail });
  const decide = async (amount: number, now: Date): Promise<void> => {
    const row = { reference: newReference('R'), order_id: id, product_id: 'mug', reason: '', created_at: now.toISOString() };
    await db
      .insertInto('refund')
      .values({ ...row, exchanged: 0, restocked: 0, unsent: null })
      .execute();
    await decideRefundRequest(db, row.reference, { outcome: 'partial', amount: pence(amount), withoutReturn: true }, now).catch(
      async (error: unknown) => {
        await db.deleteFrom('refund').where('reference', '=', row.reference).execute();
        refused(error);
      },
    );
  };
  const send = (now: Date) => sendDueRefunds(db, provider.payments, { clock: () => now, sellerEmail });
  return { id, provider, hear, decide, send };
};

/** An action that is refused has no effect. */
function refused(error: unknown): undefined {
  if (error instanceof Conflict || error instanceof Invalid || error instanceof NotFound) return undefined;
  throw error;
}

const linesOf = async (range: { from: string; to: string }): Promise<string[]> =>
  (await exportBooks(db, range, { now: new Date() })).trim().split('\r\n').slice(1);

test('a refund that the bank sends back after the month was exported is a later line of its own, in books, figures and on the invoice', async () => {
  const { id, provider, hear, decide, send } = await anOrderPaidOn(new Date('2026-03-20T10:00:00Z'));
  await decide(20, new Date('2026-03-29T10:00:00Z'));
  await send(new Date('2026-03-30T10:00:00Z'));
  const exported = await exportBooks(db, march, { now: new Date('2026-04-01T10:00:00Z') });
  await hear(provider.bankReturns(), new Date('2026-04-03T10:00:00Z'));
  await settleByHand(db, id, 'bank transfer', new Date('2026-04-10T10:00:00Z'));
  expect(await exportBooks(db, march, { now: new Date('2026-05-01T10:00:00Z') })).toBe(exported);
  expect(await linesOf(march)).toEqual([
    `2026-03-20,invoice,INV-000001,${id},50.00,41.67,8.33,20,GB1`,
    `2026-03-30,credit note,INV-000001,${id},-20.00,-16.67,-3.33,20,GB1`,
  ]);
  expect(await linesOf(april)).toEqual([
    `2026-04-03,credit note reversed,INV-000001,${id},20.00,16.67,3.33,20,GB1`,
    `2026-04-10,credit note,INV-000001,${id},-20.00,-16.67,-3.33,20,GB1`,
  ]);
  expect((await sumRanges(db, [march, { from: '2026-04-01', to: '2026-04-05' }, april])).map(({ paidBack }) => paidBack)).toEqual([
    2000, -2000, 0,
  ]);
  expect(await exportFigures(db, { from: '2026-04-03', to: '2026-04-03', by: 'day' }, { now: new Date() })).toContain(',0.00,-20.00\r\n');
  expect(await findOrder(db, id)).toMatchObject({
    moneyBack: [{ amount: 20, date: '2026-04-10T10:00:00.000Z' }],
    moneyReturned: [{ amount: 20, date: '2026-03-30T10:00:00.000Z', returned: '2026-04-03T10:00:00.000Z' }],
  });
});

test('a lost dispute is no credit note: its line has no VAT, and the notes of the rest have theirs', async () => {
  const { id, provider, hear, decide, send } = await anOrderPaidOn(new Date('2026-03-20T10:00:00Z'));
  await hear(provider.dispute('held', 3000), new Date('2026-03-21T10:00:00Z'));
  await hear(provider.dispute('done', 3000), new Date('2026-03-22T10:00:00Z'));
  await decide(10, new Date('2026-03-23T10:00:00Z'));
  await send(new Date('2026-03-24T10:00:00Z'));
  expect((await linesOf(march)).slice(1)).toEqual([
    `2026-03-22,lost dispute,INV-000001,${id},-30.00,-30.00,0.00,,GB1`,
    `2026-03-24,credit note,INV-000001,${id},-10.00,-8.33,-1.67,20,GB1`,
  ]);
  expect((await findOrder(db, id)).moneyBack).toEqual([
    { amount: 30, date: '2026-03-22T10:00:00.000Z', isDispute: true },
    { amount: 10, date: '2026-03-24T10:00:00.000Z' },
  ]);
});

test('property: whatever happens to the money of orders later, the books of a month stay the same to the byte', {
  timeout: 300_000,
}, async () => {
  const amount = fc.constantFrom(1, 7.01, 20, 50);
  const which = fc.nat(3);
  const action = fc.oneof(
    fc.record({ does: fc.constant('decides' as const), which, amount }),
    fc.record({ does: fc.constant('dashboard' as const), which, amount }),
    fc.record({ does: fc.constant('bank returns' as const), which, amount }),
    fc.record({ does: fc.constant('bank disputes' as const), which, amount }),
    fc.record({ does: fc.constant('by hand' as const), which, amount }),
    fc.record({ does: fc.constant('cancels' as const), which, amount }),
  );
  const step = fc.tuple(fc.integer({ min: 1, max: 25 }), action);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await db.deleteFrom('order').execute();
      let now = new Date('2026-01-10T12:00:00Z');
      const orders = [await anOrderPaidOn(now), await anOrderPaidOn(now)];
      const exported = new Map<string, { range: { from: string; to: string }; text: string }>();
      const disputes = new Map<string, 'held' | 'done'>();
      const keepBooks = async (): Promise<void> => {
        const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
        const range = { from: `${to.slice(0, 7)}-01`, to };
        if (!exported.has(to)) exported.set(to, { range, text: await exportBooks(db, range, { now }) });
      };
      for (const [days, { does, which: at, amount: wanted }] of steps) {
        now = new Date(now.getTime() + days * 86_400_000);
        await keepBooks();
        const order = orders[at % orders.length];
        if (!order) throw new Error('There is no such order.');
        const { id, provider, hear, decide, send } = order;
        const made = provider.refunds().findLastIndex(({ state }) => state === 'done');
        const left = Math.min(provider.left(), Math.round(wanted * 100));
        if (does === 'decides') await decide(wanted, now);
        if (does === 'dashboard' && left > 0) await hear(provider.refundInDashboard(left), now);
        if (does === 'bank returns' && made >= 0) await hear(provider.bankReturns(made), now);
        if (does === 'bank disputes' && left > 0 && disputes.get(id) !== 'done') {
          disputes.set(id, disputes.get(id) === 'held' ? 'done' : 'held');
          await hear(provider.dispute(disputes.get(id) ?? 'held', left), now);
        }
        if (does === 'by hand') await settleByHand(db, id, 'bank transfer', now).catch(refused);
        if (does === 'cancels') await cancelOrder(db, provider.payments, id, { now }).catch(refused);
        await send(now);
      }
      for (const { range, text } of exported.values()) expect(await exportBooks(db, range, { now })).toBe(text);
    }),
    { numRuns: isPostgres ? 8 : 25 },
  );
});
