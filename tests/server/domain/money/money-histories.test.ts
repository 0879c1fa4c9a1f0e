import * as fc from 'fast-check';
import { PostgresAdapter } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { goodwillIn, rowsOf, sumsOf, usedPayment } from '#server/domain/money/ledger.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { applyEarlyMoney, recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { cancelOwnOrder } from '#server/domain/orders/cancel-own-order.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { newReference } from '#server/domain/reference.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';
import { isQuick } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { addAccounts, anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { origins } from '#tests/support/pay-order.ts';
import { aPaymentProvider } from '#tests/support/payment-provider.ts';

const db = await freshDatabase('empty');
const sellerEmail = 'seller@shop.test';
const account = { id: 'ada', email: 'ada@account.example', hasProvedMailbox: true };
const total = 5300;
// PostgreSQL runs fewer histories, because each statement is a call to another process.
const share = db.getExecutor().adapter instanceof PostgresAdapter ? 0.2 : 0.8;
const histories = (process.env.SOAK ? 10_000 : isQuick ? 300 : 1000) * share;
/** The part of the histories that tests nothing but the order in which events arrive. */
const shuffled = 0.25;

beforeAll(async () => {
  await addAccounts(db, account.id);
  await sell(db, { id: 'a', name: 'A', basePrice: 15, deliveryCost: 1.5, stock: 1_000_000 });
  await sell(db, { id: 'b', name: 'B', basePrice: 20, stock: 1_000_000 });
});

/** The order in which late events arrive: they are sorted by these numbers. */
const order = fc.array(fc.nat(99), { minLength: 12, maxLength: 12 });
/** When an event of the provider arrives: at once, only at the end of the history, or twice. */
const hearing = fc.constantFrom('at once', 'at once', 'late', 'twice');
const product = fc.constantFrom('a', 'b');
const part = fc.constantFrom(0.1, 0.4, 1);

const dashboardRefund = fc.record({ does: fc.constant('refunds in the dashboard' as const), part, hearing });
const bankReturn = fc.record({ does: fc.constant('bank returns a refund' as const), which: fc.nat(9), hearing });
const dispute = fc.record({
  does: fc.constant('bank disputes' as const),
  to: fc.constantFrom('inquiry', 'held', 'void', 'done'),
  part,
  hearing,
});

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
  { weight: 3, arbitrary: dashboardRefund },
  { weight: 2, arbitrary: bankReturn },
  { weight: 2, arbitrary: dispute },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('shop sends' as const), answer: fc.constantFrom('given', 'given', 'refused', 'lost') }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'seller pays by hand' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'buyer pays once more' as const }) },
  { weight: 1, arbitrary: fc.constant({ does: 'late events are heard' as const }) },
);

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The stock of both products that is sold, in units. */
const soldUnits = async (): Promise<number> => {
  const rows = await db.selectFrom('product').select('sale_count').where('id', 'in', ['a', 'b']).execute();
  return rows.reduce((units, { sale_count }) => units + sale_count, 0);
};

/** A paid order with its provider, and the true state of its money outside the shop; late events arrive in this `order`. */
const startHistory = async ({ isPaymentLate, order }: { readonly isPaymentLate: boolean; readonly order: readonly number[] }) => {
  // This history's provider must not be asked to send refunds that an earlier history has left open.
  await db.deleteFrom('money').where('due_at', 'is not', null).execute();
  const soldBefore = await soldUnits();
  const provider = aPaymentProvider();
  const payload = anOrderFor({ productId: 'a', quantity: 2 }, { productId: 'b' });
  const buyer = { id: account.id, role: 'customer' } as const;
  const { _id: id } = await placeOrder(db, anOrderRequest(payload, { buyer }));
  const { sessionId } = await openPayment(db, provider.payments, { orderId: id, origins, now: openingDay });
  const paid = provider.pay(sessionId, total);
  const unheard: MoneyEvent[] = [];
  const repeats: MoneyEvent[] = [];
  const secondSession = `${sessionId}_second`;
  let minutes = 0;
  let paidTotal = total;
  const handPaid = { first: 0, second: 0 };
  let decided = 0;
  let exchanged = 0;
  let disputeState: 'none' | 'inquiry' | 'held' | 'void' | 'done' = 'none';
  let disputed = 0;

  const now = (): Date => minutesLater(minutes);
  const hear = async (event: MoneyEvent): Promise<void> => {
    await recordMoney(db, event, { now: now(), sellerEmail });
  };
  const tell = async (event: MoneyEvent, when: 'at once' | 'late' | 'twice'): Promise<void> => {
    if (when !== 'late') await hear(event);
    if (when === 'late') unheard.push(event);
    if (when === 'twice') repeats.push(event);
  };
  const hearLate = async (): Promise<void> => {
    const events = [...unheard.splice(0), ...repeats.splice(0)].map((event, index) => ({ event, at: order[index % order.length] ?? 0 }));
    for (const { event } of events.toSorted((one, other) => one.at - other.at)) await hear(event);
  };
  const lost = (): number => (disputeState === 'done' ? disputed : 0);
  const held = (): number => (disputeState === 'held' ? disputed : 0);
  /** What the buyer has really got back of each payment. */
  const backOf = {
    first: () => provider.refunded() + handPaid.first + lost(),
    second: () => provider.refunded(secondSession) + handPaid.second,
  };
  const back = (): number => backOf.first() + backOf.second();
  /** What has gone back, or is held, without the shop. */
  const outside = (): number => {
    const inDashboard = provider.refunds().filter(({ id: ours, state }) => ours === undefined && state === 'done');
    return inDashboard.reduce((sum, { amount }) => sum + amount, 0) + held() + lost();
  };
  const send = (): Promise<number> => sendDueRefunds(db, provider.payments, { clock: now, sellerEmail });
  const read = async () => {
    const found = await readOrder(db, id);
    if (!found) throw new Error('The order is gone.');
    return found;
  };
  const payByHand = async (): Promise<void> => {
    // The seller looks at the dashboard first.
    await hearLate();
    const settled = await settleByHand(db, id, 'bank transfer', now(), { isChecked: false }).catch(refused);
    for (const { amount, session_id } of settled ?? []) handPaid[session_id === secondSession ? 'second' : 'first'] += amount;
  };
  const payOnceMore = async (): Promise<void> => {
    if (paidTotal > total) return;
    paidTotal += total;
    const [first] = (await read()).payments;
    if (!first) throw new Error('The first payment has no page.');
    await db
      .insertInto('payment')
      .values({ ...first, session_id: secondSession, attempt: 1, status: 'open', reference: null })
      .execute();
    await recordPayment(db, provider.pay(secondSession, total, secondSession), now());
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
        const amount = Math.round(Math.min(provider.left(), total - backOf.first() - held()) * next.part);
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
        if (disputeState === 'none') disputed = Math.round(Math.min(provider.left(), total - backOf.first()) * next.part);
        if (!isPossible || disputed === 0 || (next.to === 'held' && disputed > Math.min(provider.left(), total - backOf.first()))) return;
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
      case 'buyer pays once more':
        return payOnceMore();
      default:
        return hearLate();
    }
  };

  /** What holds at any time. */
  const check = async (): Promise<void> => {
    expect(back(), 'more went back than was paid').toBeLessThanOrEqual(paidTotal);
    if (unheard.length > 0) return;
    const { row, money, payments } = await read();
    const byHand = sumsOf(money.filter(({ source }) => source === 'hand')).open;
    expect(byHand, 'the seller is told to pay more than the buyer can still have').toBeLessThanOrEqual(
      Math.max(0, paidTotal - back() - held()),
    );
    const goodwill = payments.reduce((sum, payment) => sum + goodwillIn(rowsOf(money, payment)), 0);
    expect(goodwill, 'goodwill is more than what went back without the shop').toBeLessThanOrEqual(outside());
    // The shop has not heard of the payment, or of what may be on its way.
    if (isPaymentLate || money.some(({ state }) => state === 'sent')) return;
    const granted = row.status === 'cancelled' ? total : Math.min(decided, total);
    expect(goodwill, 'goodwill is less than what went back beyond all that was granted').toBeGreaterThanOrEqual(
      backOf.first() + held() - granted,
    );
  };

  /** What is granted to the buyer, has gone back or is held, is still to be sent, and is goodwill: in pence. */
  const sums = async () => {
    const { row, money } = await read();
    return {
      granted: row.status === 'cancelled' ? total : Math.min(decided, total),
      out: back() + held(),
      open: sumsOf(money).open,
      goodwill: goodwillIn(money),
    };
  };

  /** Ends the history: all events arrive, all refunds are sent, and what the seller is told to pay is paid by hand. Then nobody is owed a penny. */
  const end = async (): Promise<void> => {
    if (isPaymentLate) await pay();
    await applyEarlyMoney(db, { now: now(), sellerEmail });
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
    const granted = isCancelled ? paidTotal : Math.min(decided, total) + paidTotal - total;
    expect(back(), 'the buyer has what is owed').toBeGreaterThanOrEqual(granted);
    expect(sentByShop, 'the shop sent no more than was owed').toBeLessThanOrEqual(granted);
    const credited = ((await findOrder(db, id)).moneyBack ?? []).reduce((sum, { amount }) => sum + pence(amount), 0);
    // A payment that came after the cancellation has no invoice.
    const used = usedPayment(found)?.session_id === secondSession ? backOf.second() : backOf.first();
    expect(credited, 'credit notes are what went back of the payment in use').toBe(found.row.invoice_number === null ? 0 : used);
    const kept = isCancelled ? 0 : 3;
    expect((await soldUnits()) - soldBefore, 'stock is what the order and its exchanges hold').toBe(kept + exchanged);
  };
  return { act, check, end, hearLate, sums };
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
    fc.asyncProperty(fc.nat(7), order, fc.array(action, { minLength: 1, maxLength: 7 }), async (lateness, order, actions) => {
      const history = await startHistory({ isPaymentLate: lateness === 0, order });
      for (const next of actions) {
        await history.act(next);
        await history.check();
      }
      await history.end();
    }),
    { numRuns: histories * (1 - shuffled) },
  );
});

test('property: in whatever order, and however often, the refunds of the dashboard, returns of the bank and disputes that follow a decision are heard of, what is left to send and what is goodwill are the same', {
  timeout: 300_000,
}, async () => {
  const decision = fc.oneof(
    fc.record({ does: fc.constant('decides' as const), product, outcome: fc.constantFrom('full' as const, 'partial' as const), part }),
    fc.constant({ does: 'cancels' as const, by: 'seller' }),
  );
  const event = fc.oneof(dashboardRefund, bankReturn, dispute);
  await fc.assert(
    fc.asyncProperty(decision, order, fc.array(event, { minLength: 2, maxLength: 6 }), async (decision, order, events) => {
      const history = await startHistory({ isPaymentLate: false, order });
      await history.act(decision);
      await history.act({ does: 'shop sends', answer: 'given' });
      for (const next of events) await history.act({ ...next, hearing: next.hearing === 'twice' ? 'twice' : 'late' });
      await history.hearLate();
      const { granted, out, open, goodwill } = await history.sums();
      expect({ open, goodwill }).toEqual({ open: Math.max(0, granted - out), goodwill: Math.max(0, out - granted) });
    }),
    { numRuns: histories * shuffled },
  );
});
