import fc from 'fast-check';
import { PostgresAdapter } from 'kysely';
import { describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { countAll } from '#server/db/order-record.ts';
import { Conflict, Invalid, NotFound } from '#server/domain/failure.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { linesOfParcel } from '#server/domain/money/declared-units.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { decideRefundRequest, receiveReturn, requestRefund } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { findOrder, placeOrder, readOrder } from '#server/domain/orders/orders.ts';
import { listPromised } from '#server/domain/orders/promised-pieces.ts';
import { recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { testPayments } from '#server/payments/test.ts';
import { isQuick } from '#tests/quick.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aDelivery, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';

const db = await freshDatabase('empty');
const now = minutesLater(60);
const imageStore = { add: async () => [], remove: async () => {} };
const shelf = 8;

const openShop = async (): Promise<void> => {
  for (const table of ['refund', 'order'] as const) await db.deleteFrom(table).execute();
  const sizes = ['Small', 'Large'].map((name) => ({ name, stock: shelf, saleCount: 0 }));
  await sell(
    db,
    { id: 'mug', name: 'Mug', basePrice: 10, stock: shelf },
    { id: 'cup', name: 'Cup', basePrice: 9, stock: 2 * shelf, colors: [{ color: 'Oat', hex: '#DBCCB2', sizes }] },
  );
};
const paidOrder = async (...items: readonly Wanted[]): Promise<string> => {
  const { _id } = await placeOrder(db, anOrderRequest(anOrderFor(...items)));
  await payOrder(db, _id);
  return _id;
};
const oat = { productId: 'cup', color: 'Oat' };
/** Its lines are 1: mugs, 2: small cups, 3: a large cup. */
const orderOfAll = (): Promise<string> =>
  paidOrder({ productId: 'mug', quantity: 3 }, { ...oat, size: 'Small', quantity: 2 }, { ...oat, size: 'Large' });
const ask = (orderId: string, ProductId: string): Promise<string> =>
  requestRefund(db, { orderId, ProductId, reason: 'It came with a crack.' }, [], { imageStore, now });
const declare = async (orderId: string, line: number, quantity: number): Promise<string> => {
  const itemId = `${orderId}/${line}`;
  const left = (await findOrder(db, orderId)).cancellable?.items.find((item) => item.itemId === itemId)?.quantity ?? 0;
  const { references } = await declareCancellation(db, { orderId, items: [{ itemId, quantity, left }] }, now);
  return references[0] ?? '';
};
const restock = (reference: string, pieces?: number) => receiveReturn(db, reference, { isRestocked: true, pieces, now });
const refund = (reference: string) => decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, now);
/** Pieces for sale: of mugs, small and large cups. */
const forSale = async () => {
  const mug = await db.selectFrom('product').select(['stock', 'sale_count']).where('id', '=', 'mug').executeTakeFirstOrThrow();
  const cups = await db.selectFrom('product_size').selectAll().where('product_id', '=', 'cup').execute();
  const ofSize = (size: string): number =>
    cups.filter(({ name }) => name === size).reduce((sum, row) => sum + row.stock - row.sale_count, 0);
  return { mug: mug.stock - mug.sale_count, small: ofSize('Small'), large: ofSize('Large') };
};

describe('goods of an order that is not sent', () => {
  test('what a refund request gave back to stock is not given back again by a cancellation of the same units', async () => {
    await openShop();
    const id = await paidOrder({ productId: 'mug', quantity: 2 });
    await paidOrder({ productId: 'mug', quantity: 2 });
    await restock(await ask(id, 'mug'));
    expect((await forSale()).mug).toBe(shelf - 2);
    expect(await refund(await declare(id, 1, 2))).toMatchObject({ outcome: 'full', restocked: 0 });
    expect((await forSale()).mug).toBe(shelf - 2);
    expect((await findOrder(db, id)).status).toBe('cancelled');
  });

  test('a cancellation of the sizes that a request has not given back leaves those of another open cancellation to be sent', async () => {
    await openShop();
    const id = await orderOfAll();
    const request = await ask(id, 'cup');
    const small = await declare(id, 2, 2);
    // The buyer has not cancelled the large cup: it is the one that comes back with the request.
    expect(await restock(request)).toMatchObject({ restocked: 1 });
    expect(await forSale()).toEqual({ mug: shelf - 3, small: shelf - 2, large: shelf });
    expect(await refund(await declare(id, 3, 1))).toMatchObject({ restocked: 0 });
    expect(await forSale()).toEqual({ mug: shelf - 3, small: shelf - 2, large: shelf });
    expect(await refund(small)).toMatchObject({ restocked: 2 });
    expect(await forSale()).toEqual({ mug: shelf - 3, small: shelf, large: shelf });
  });

  test('a unit that the buyer keeps after all is still to be sent, although a request and another cancellation took others out of the parcel', async () => {
    await openShop();
    const id = await paidOrder({ productId: 'mug', quantity: 2 });
    const request = await ask(id, 'mug');
    const cancelled = await declare(id, 1, 1);
    await restock(request, 1);
    expect(await refund(await declare(id, 1, 1))).toMatchObject({ restocked: 0 });
    await decideRefundRequest(db, cancelled, { outcome: 'withdrawn', reason: 'You wrote that you keep it.' }, now);
    expect((await forSale()).mug).toBe(shelf - 1);
    expect(await listPromised(db, ['mug'])).toMatchObject([{ why: 'order', quantity: 1 }]);
  });

  test('an order whose last goods are cancelled goes on while a replacement of others is to be sent', async () => {
    await openShop();
    const id = await paidOrder({ productId: 'mug' }, { ...oat, size: 'Large' });
    const request = await ask(id, 'mug');
    await restock(request);
    await decideRefundRequest(db, request, { outcome: 'exchange' }, now);
    await refund(await declare(id, 2, 1));
    expect((await findOrder(db, id)).status).toBe('confirmed');
    expect(await forSale()).toEqual({ mug: shelf - 1, small: shelf, large: shelf });
  });
});

const which = fc.nat(2);
const pieces = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
/** What happens to the units of one product, so that requests and cancellations often are of the same ones; `lines` are its. */
const actionOn = (product: string, lines: readonly number[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ does: fc.constant('asks' as const), product: fc.constant(product) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('cancels units' as const),
        line: fc.constantFrom(...lines),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('receives' as const), which, isRestocked: fc.boolean(), pieces }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constant('decides' as const),
        which,
        outcome: fc.constantFrom('full', 'full', 'partial', 'exchange', 'declined', 'withdrawn'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('sends a replacement' as const), which }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('sends the order' as const), withCancelled: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ does: 'cancels the order' as const }) },
  );
type Action = ReturnType<typeof actionOn> extends fc.Arbitrary<infer Value> ? Value : never;
const historyOf = (product: string, ...lines: readonly number[]) =>
  fc.array(actionOn(product, lines), { minLength: 4, maxLength: 8 }).map((actions): Action[] => [{ does: 'asks', product }, ...actions]);

/** What is on the shelf of a product, as its seller sees it, and what is sold by the counters. */
const startHistory = async () => {
  await openShop();
  const id = await orderOfAll();
  // Of another buyer: what is given back twice could be sold a second time only because of such goods.
  await orderOfAll();
  const onShelf: Record<string, number> = { mug: shelf, cup: 2 * shelf };
  const references: string[] = [];
  const read = async () => {
    const found = await readOrder(db, id);
    if (!found) throw new Error('The order is gone.');
    return { ...found, requests: await listRequests(db, id) };
  };
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Conflict || error instanceof Invalid || error instanceof NotFound) return false;
      throw error;
    }
  };
  const decide = (reference: string, outcome: string) => {
    if (outcome === 'partial') return decideRefundRequest(db, reference, { outcome, amount: pence(1), withoutReturn: true }, now);
    if (outcome === 'exchange') return decideRefundRequest(db, reference, { outcome }, now);
    if (outcome === 'declined' || outcome === 'withdrawn') return decideRefundRequest(db, reference, { outcome, reason: 'No.' }, now);
    return refund(reference);
  };
  const act = async (next: Action): Promise<void> => {
    const reference = 'which' in next ? (references[next.which % Math.max(1, references.length)] ?? '') : '';
    if (next.does === 'asks') return void (await attempt(async () => references.push(await ask(id, next.product))));
    if (next.does === 'cancels units')
      return void (await attempt(async () => references.push(await declare(id, next.line, next.quantity))));
    if (next.does === 'cancels the order') return void (await attempt(() => cancelOrder(db, testPayments, id, { now })));
    const before = await read();
    if (next.does === 'sends the order') {
      const { withCancelled } = next;
      const parcel = linesOfParcel(before, before.requests);
      const sending = { to: 'Dispatch', method: 'RM', delivery: aDelivery, withCancelled, now } as const;
      let isSent = false;
      await attempt(async () => {
        isSent = (await changeStatus(db, testPayments, id, sending)).isChanged;
      });
      if (isSent) for (const { product_id, quantity } of parcel) onShelf[product_id] = (onShelf[product_id] ?? 0) - quantity;
      return;
    }
    const request = before.requests.find((row) => row.reference === reference);
    if (!request) return;
    const { product_id } = request;
    const add = (count: number): void => {
      onShelf[product_id] = (onShelf[product_id] ?? 0) + count;
    };
    if (next.does === 'decides') return void (await attempt(() => decide(reference, next.outcome)));
    if (next.does === 'sends a replacement') {
      if (await attempt(() => recordReplacementSent(db, reference, { now }))) add(-request.exchanged);
      return;
    }
    const { isRestocked, pieces } = next;
    await attempt(() => receiveReturn(db, reference, { isRestocked, pieces: isRestocked ? pieces : undefined, now }));
    const after = (await read()).requests.find((row) => row.reference === reference);
    // What was not sent has never left the shelf.
    if (before.row.status === 'Dispatch') add((after?.restocked ?? 0) - request.restocked);
  };
  const check = async (): Promise<void> => {
    const promised = await listPromised(db, ['mug', 'cup']);
    const ofProduct = (productId: string): number => countAll(promised.filter(({ product_id }) => product_id === productId));
    const { mug, small, large } = await forSale();
    const expected = { mug: (onShelf.mug ?? 0) - ofProduct('mug'), cup: (onShelf.cup ?? 0) - ofProduct('cup') };
    expect({ mug, cup: small + large }, 'for sale is what is on the shelf and promised to nobody').toEqual(expected);
    if (onShelf.cup !== 2 * shelf) return;
    const ofSize = (name: string): number => shelf - countAll(promised.filter(({ size }) => size === name));
    expect({ small, large }, 'the same by size').toEqual({ small: ofSize('Small'), large: ofSize('Large') });
  };
  return { act, check };
};

// PostgreSQL runs fewer histories, because each statement is a call to another process.
const histories = (process.env.SOAK ? 5000 : isQuick ? 50 : 150) * (db.getExecutor().adapter instanceof PostgresAdapter ? 0.2 : 1);

test('property: whatever is asked back, cancelled, received, exchanged or sent of an order, each unit comes back to stock once', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(historyOf('mug', 1), historyOf('cup', 2, 3)), async (actions) => {
      const history = await startHistory();
      for (const next of actions) {
        await history.act(next);
        await history.check();
      }
    }),
    { numRuns: histories },
  );
});
