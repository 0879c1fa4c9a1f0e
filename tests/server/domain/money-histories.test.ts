import * as fc from 'fast-check';
import { PostgresAdapter } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { cancelOrder } from '#server/domain/cancel-order.ts';
import { cancelOwnOrder } from '#server/domain/cancel-own-order.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { applyEarlyMoney, recordMoney } from '#server/domain/money/record-money.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders.ts';
import { openPayment, recordPayment } from '#server/domain/payments.ts';
import { newReference } from '#server/domain/reference.ts';
import { decideRefundRequest } from '#server/domain/refund-requests.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aCaller, addAccounts, aKey, anOrderFor, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { aPaymentProvider } from '#tests/support/payment-provider.ts';

const db = await freshDatabase('empty');
const sellerAddress = 'seller@shop.test';
const account = { id: 'ada', email: 'ada@account.example', hasProvedMailbox: true };
const total = 5300;
// PostgreSQL takes a process's turn for each statement.
const share = db.getExecutor().adapter instanceof PostgresAdapter ? 0.2 : 0.8;
const histories = (process.env.SOAK ? 10_000 : 1000) * share;

beforeAll(async () => {
  await addAccounts(db, account.id);
  await sell(db, { id: 'a', name: 'A', basePrice: 15, deliveryCost: 1.5, stock: 1_000_000 });
  await sell(db, { id: 'b', name: 'B', basePrice: 20, stock: 1_000_000 });
});

/** When an event of the provider is heard of: at once, only at the end of the history, or twice. */
const hearing = fc.constantFrom('at once', 'at once', 'late', 'twice');
const product = fc.constantFrom('a', 'b');
const part = fc.constantFrom(0.1, 0.4, 1);

/** What may happen to a paid order of £53. */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('decides' as const),
      product,
      outcome: fc.constantFrom('full' as const, 'partial' as const, 'exchange' as const),
      part,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancels' as const), by: fc.constantFrom('buyer', 'seller') }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('refunds in the dashboard' as const), part, hearing }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('bank returns a refund' as const), which: fc.nat(9), hearing }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('bank disputes' as const),
      to: fc.constantFrom('inquiry', 'held', 'void', 'done'),
      part,
      hearing,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('shop sends' as const), answer: fc.constantFrom('given', 'given', 'refused', 'lost') }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'seller pays by hand' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'late events are heard' as const }) },
);

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The stock of both products that is sold, in units. */
const soldUnits = async (): Promise<number> => {
  const rows = await db.selectFrom('product').select('sale_count').where('id', 'in', ['a', 'b']).execute();
  return rows.reduce((units, { sale_count }) => units + sale_count, 0);
};

/** A paid order with its provider, and what the world outside the shop knows of it. */
const startHistory = async (isPaymentLate: boolean) => {
  const soldBefore = await soldUnits();
  const provider = aPaymentProvider();
  const payload = anOrderFor({ productId: 'a', quantity: 2 }, { productId: 'b' });
  const buyer = { id: account.id, role: 'customer' } as const;
  const { _id: id } = await placeOrder(db, { ...aCaller, payload, key: aKey(), buyer, shopOrigin: origins.shop, now: openingDay });
  const { sessionId } = await openPayment(db, provider.payments, { orderId: id, origins, now: openingDay });
  const paid = provider.pay(sessionId, total);
  const unheard: MoneyEvent[] = [];
  const repeats: MoneyEvent[] = [];
  let minutes = 0;
  let handPaid = 0;
  let decided = 0;
  let exchanged = 0;
  let disputeState: 'none' | 'inquiry' | 'held' | 'void' | 'done' = 'none';
  let disputed = 0;

  const now = (): Date => minutesLater(minutes);
  const hear = async (event: MoneyEvent): Promise<void> => {
    await recordMoney(db, event, { now: now(), sellerAddress });
  };
  const tell = async (event: MoneyEvent, when: 'at once' | 'late' | 'twice'): Promise<void> => {
    if (when !== 'late') await hear(event);
    if (when === 'late') unheard.push(event);
    if (when === 'twice') repeats.push(event);
  };
  const hearLate = async (): Promise<void> => {
    // In another order than they happened in.
    for (const event of [...unheard.splice(0), ...repeats.splice(0)].toReversed()) await hear(event);
  };
  const lost = (): number => (disputeState === 'done' ? disputed : 0);
  /** What the buyer has got, in truth. */
  const back = (): number => provider.refunded() + handPaid + lost();
  const send = (): Promise<number> => sendDueRefunds(db, provider.payments, { clock: now, sellerAddress });
  const read = async () => {
    const found = await readOrder(db, id);
    if (!found) throw new Error('The order is gone.');
    return found;
  };
  const payByHand = async (): Promise<void> => {
    // The seller looks at the dashboard first.
    await hearLate();
    const settled = await settleByHand(db, id, 'bank transfer', now(), { isChecked: false }).catch(refused);
    for (const { amount } of settled ?? []) handPaid += amount;
  };
  const pay = () => recordPayment(db, paid, now());
  if (!isPaymentLate) await pay();

  const act = async (next: Action): Promise<void> => {
    minutes += 240;
    switch (next.does) {
      case 'decides': {
        // The request itself, as `requestRefund` writes it.
        const reference = newReference('R');
        const row = {
          reference,
          order_id: id,
          product_id: next.product,
          reason: '',
          created_at: now().toISOString(),
          exchanged: 0,
          restocked: 0,
        };
        await db.insertInto('refund').values(row).execute();
        const price = next.product === 'a' ? 33 : 20;
        const decision = {
          full: { outcome: 'full', withoutReturn: true } as const,
          partial: { outcome: 'partial', amount: pence(price * next.part), withoutReturn: true } as const,
          exchange: { outcome: 'exchange', pieces: 1 } as const,
        }[next.outcome];
        const view = await decideRefundRequest(db, reference, decision, now()).catch(refused);
        if (!view) await db.deleteFrom('refund').where('reference', '=', reference).execute();
        decided += view?.amount == null ? 0 : pence(view.amount);
        exchanged += view?.exchanged ?? 0;
        return;
      }
      case 'cancels':
        if (next.by === 'seller') await cancelOrder(db, provider.payments, id, { now: now() }).catch(refused);
        else await cancelOwnOrder(db, { orderId: id, by: { account }, now: now() }).catch(refused);
        return;
      case 'refunds in the dashboard': {
        const held = disputeState === 'held' ? disputed : 0;
        const amount = Math.round(Math.min(provider.left(), total - back() - held) * next.part);
        if (amount > 0) await tell(provider.refundInDashboard(amount), next.hearing);
        return;
      }
      case 'bank returns a refund': {
        const made = provider.refunds().flatMap(({ state }, index) => (state === 'done' ? [index] : []));
        const which = made[next.which % Math.max(1, made.length)];
        if (which !== undefined) await tell(provider.bankReturns(which), next.hearing);
        return;
      }
      case 'bank disputes': {
        const isPossible = {
          inquiry: disputeState === 'none',
          held: disputeState === 'none' || disputeState === 'inquiry',
          void: disputeState === 'held' || disputeState === 'inquiry',
          done: disputeState === 'held',
        }[next.to as 'held'];
        if (disputeState === 'none') disputed = Math.round(Math.min(provider.left(), total - back()) * next.part);
        if (!isPossible || disputed === 0 || (next.to === 'held' && disputed > Math.min(provider.left(), total - back()))) return;
        disputeState = next.to as typeof disputeState;
        await tell(provider.dispute(next.to as 'held', disputed), next.hearing);
        return;
      }
      case 'shop sends':
        provider.answer(next.answer);
        await send();
        provider.answer('given');
        return;
      case 'seller pays by hand':
        return payByHand();
      default:
        return hearLate();
    }
  };

  /** What holds at any time. */
  const check = async (): Promise<void> => {
    expect(back(), 'more went back than was paid').toBeLessThanOrEqual(total);
    if (unheard.length > 0) return;
    const byHand = db
      .selectFrom('money')
      .select('amount')
      .where('order_id', '=', id)
      .where('source', '=', 'hand')
      .where('state', '=', 'wanted');
    const told = (await byHand.execute()).reduce((sum, { amount }) => sum + amount, 0);
    const held = disputeState === 'held' ? disputed : 0;
    expect(told, 'the seller is told to pay more than the buyer can still have').toBeLessThanOrEqual(Math.max(0, total - back() - held));
  };

  /** All events are heard, all refunds are sent, and what is told is paid by hand: nobody is owed a penny. */
  const end = async (): Promise<void> => {
    if (isPaymentLate) await pay();
    await applyEarlyMoney(db, { now: now(), sellerAddress });
    if (disputeState === 'held') {
      disputeState = 'void';
      await hear(provider.dispute('void', disputed));
    }
    await hearLate();
    minutes += 240;
    await send();
    await payByHand();
    const found = await read();
    const open = found.money.filter(({ state }) => ['wanted', 'sent', 'held'].includes(state));
    expect(open, 'nothing is left to send').toEqual([]);
    const isCancelled = found.row.status === 'cancelled';
    const ofShop = found.money.filter(({ source, state }) => (source === 'ours' || source === 'hand') && state === 'done');
    const sentByShop = ofShop.reduce((sum, { amount }) => sum + amount, 0);
    // The buyer of a cancelled order has all, another at least what was decided; the shop itself sent no more than that.
    const granted = isCancelled ? total : Math.min(decided, total);
    expect(back(), 'the buyer has what is owed').toBeGreaterThanOrEqual(granted);
    expect(sentByShop, 'the shop sent no more than was owed').toBeLessThanOrEqual(granted);
    const credited = ((await findOrder(db, id)).moneyBack ?? []).reduce((sum, { amount }) => sum + pence(amount), 0);
    // A payment that came after the cancellation has no invoice.
    expect(credited, 'credit notes are what went back').toBe(found.row.invoice_number === null ? 0 : back());
    const kept = isCancelled ? 0 : 3;
    expect((await soldUnits()) - soldBefore, 'stock is what the order and its exchanges hold').toBe(kept + exchanged);
  };
  return { act, check, end };
};

/** An action that is refused has no effect. */
function refused(error: unknown): undefined {
  if (error instanceof Conflict || error instanceof Invalid) return undefined;
  const { kind } = error as { readonly kind?: string };
  if (kind === 'notFound') return undefined;
  throw error;
}

test('property: whatever happens to a paid order, and however late, doubled or shuffled it is heard of, the buyer gets what is owed, to the penny', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(7), fc.array(action, { minLength: 1, maxLength: 7 }), async (lateness, actions) => {
      const history = await startHistory(lateness === 0);
      for (const next of actions) {
        await history.act(next);
        await history.check();
      }
      await history.end();
    }),
    { numRuns: histories },
  );
});
