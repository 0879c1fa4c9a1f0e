import { beforeEach, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { availableQuantity } from '#contract/stock.ts';
import { listProducts } from '#server/domain/catalogue/catalogue.ts';
import { importCatalogue } from '#server/domain/catalogue/catalogue-import.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { decideRefundRequest, receiveReturn, requestRefund, showRefundRequest } from '#server/domain/money/refund-requests.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { type Buyer, findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { listParcels, recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { resellerSales } from '#server/domain/seller/reseller-sales.ts';
import { testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer, addAccounts, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const later = minutesLater(600);
const mug = { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 5 };
const cup = {
  id: 'cup',
  name: 'Cup',
  basePrice: 9,
  stock: 8,
  colors: [{ color: 'Oat', hex: '#DBCCB2', sizes: ['Small', 'Large'].map((name) => ({ name, stock: 4, saleCount: 0 })) }],
};

const order = async (items: readonly Wanted[] = [{ productId: 'mug', quantity: 2 }], buyer: Buyer = undefined): Promise<string> => {
  const request = anOrderRequest(anOrderFor(...items), { buyer });
  const { _id } = await placeOrder(db, request);
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', _id).execute();
  return _id;
};
const ask = (orderId: string, ProductId = 'mug') =>
  requestRefund(db, { orderId, ProductId, reason: 'It came with a crack in it.' }, [], { imageStore, now: later });
const exchange = (reference: string, pieces?: number) => decideRefundRequest(db, reference, { outcome: 'exchange', pieces }, later);
const decline = (reference: string, reason: string) => decideRefundRequest(db, reference, { outcome: 'declined', reason }, later);
const restock = (reference: string, pieces?: number) => receiveReturn(db, reference, { isRestocked: true, pieces, now: later });
const left = async (id = 'mug') => {
  const found = (await listProducts(db)).find(({ _id }) => _id === id);
  return found && availableQuantity(found);
};
const lastEvent = async (id: string) => (await listOrderEvents(db, id)).at(-1)?.what;

beforeEach(async () => {
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  await sell(db, mug, cup);
});

describe('an exchange', () => {
  test('an exchange takes the units that are sent again from stock', async () => {
    const id = await order();
    expect(await left()).toBe(3);
    expect(await exchange(await ask(id), 1)).toMatchObject({ outcome: 'exchange', exchanged: 1 });
    expect(await left()).toBe(2);
    expect(await lastEvent(id)).toMatch(/exchange, 1 piece taken from stock\.$/);
  });

  test('an exchange of everything takes each option of the product', async () => {
    const oat = { productId: 'cup', color: 'Oat' };
    const id = await order([
      { ...oat, size: 'Small', quantity: 2 },
      { ...oat, size: 'Large' },
    ]);
    const reference = await ask(id, 'cup');
    await expect(exchange(reference, 1)).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('several options') });
    await exchange(reference);
    const sizes = await db
      .selectFrom('product_size')
      .select(['name', 'sale_count'])
      .where('product_id', '=', 'cup')
      .orderBy('name')
      .execute();
    expect(sizes).toEqual([
      { name: 'Large', sale_count: 2 },
      { name: 'Small', sale_count: 4 },
    ]);
    await restock(reference);
    expect(await left('cup')).toBe(5);
  });

  test('an exchange is refused while there is too little stock: the request stays open, and nothing is taken or mailed', async () => {
    const id = await order();
    const other = await order([{ productId: 'mug', quantity: 2 }]);
    const reference = await ask(id);
    const before = await db.selectFrom('mail').select('id').execute();
    await expect(exchange(reference)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^There is too little of Mug in stock to send 2 pieces again, so the request stays open/),
    });
    expect(await showRefundRequest(db, reference)).toMatchObject({ outcome: 'open', exchanged: 0 });
    expect(await left()).toBe(1);
    expect(await db.selectFrom('mail').select('id').execute()).toEqual(before);
    await expect(cancelOrder(db, testPayments, other, { now: later })).rejects.toMatchObject({ kind: 'conflict' });
    await exchange(reference, 1);
    expect(await left()).toBe(0);
  });

  test('of two concurrent decisions of an exchange, one takes stock', async () => {
    const reference = await ask(await order());
    const ended = await Promise.allSettled([exchange(reference, 1), exchange(reference, 1)]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await left()).toBe(2);
  });

  test('the replacement of an exchange counts as promised stock on the shelf until the seller has recorded that it was sent', async () => {
    const id = await order();
    const reference = await ask(id);
    await exchange(reference, 1);
    expect(await countStock(db, 'mug', 9)).toMatchObject({ unsent: 0, inExchange: 1, available: 8 });
    expect(await left()).toBe(8);
    await db.deleteFrom('mail').execute();
    expect((await listParcels(db, later)).map(({ found, exchange, pieces }) => [found.row.id, exchange?.reference, pieces])).toEqual([
      [id, reference, 1],
    ]);
    const sent = { method: 'Royal Mail', tracking: 'RM7', now: later };
    await expect(recordReplacementSent(db, reference, { ...sent, tracking: 'R\nM' })).rejects.toMatchObject({ kind: 'invalid' });
    expect(await recordReplacementSent(db, reference, sent)).toMatchObject({
      outcome: 'exchange',
      sentAt: later.toISOString(),
      sentWith: 'Royal Mail, RM7',
    });
    expect(await lastEvent(id)).toBe(`Refund request ${reference}: replacement sent: Royal Mail, RM7.`);
    const [mail, ...others] = await db.selectFrom('mail').select(['recipient', 'subject', 'text']).execute();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: `The replacement for your request ${reference} is on its way` });
    for (const part of ['1 × Mug', 'Royal Mail', 'RM7', '12 Mill Lane', id]) expect(mail?.text).toContain(part);
    expect(await listParcels(db, later)).toEqual([]);
    expect(await countStock(db, 'mug', 8)).toMatchObject({ inExchange: 0, available: 8 });
    await expect(recordReplacementSent(db, reference, { now: later })).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('an exchange of several options reserves the units of each for the buyer', async () => {
    const oat = { productId: 'cup', color: 'Oat' };
    const id = await order([
      { ...oat, size: 'Small' },
      { ...oat, size: 'Large', quantity: 2 },
    ]);
    await exchange(await ask(id, 'cup'));
    expect(await countStock(db, 'cup/Oat/Small', 5)).toMatchObject({ inExchange: 1, available: 4 });
    expect(await countStock(db, 'cup/Oat/Large', 1)).toMatchObject({ inExchange: 2, missing: 1, available: 0 });
  });

  test('only an exchange has a replacement to send', async () => {
    const reference = await ask(await order());
    await expect(recordReplacementSent(db, reference, { now: later })).rejects.toMatchObject({ kind: 'conflict' });
    await decline(reference, 'It was dropped.');
    await expect(recordReplacementSent(db, reference, { now: later })).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each([0, 3])('an exchange of %d of two units is refused', async (pieces) => {
    await expect(exchange(await ask(await order()), pieces)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await left()).toBe(3);
  });
});

describe('goods that come back', () => {
  test('returned goods go back to stock once, before or after the decision, and only if the seller says so', async () => {
    const id = await order();
    const reference = await ask(id);
    await receiveReturn(db, reference, { isRestocked: false, now: later });
    expect(await left()).toBe(3);
    await expect(receiveReturn(db, reference, { isRestocked: false, now: later })).rejects.toMatchObject({ kind: 'conflict' });
    await decideRefundRequest(db, reference, { outcome: 'full' }, later);
    expect(await restock(reference)).toMatchObject({ receivedAt: later.toISOString(), restocked: 2, outcome: 'full' });
    expect(await left()).toBe(5);
    expect(await lastEvent(id)).toBe(`Refund request ${reference}: goods received, 2 pieces back in stock.`);
    await expect(restock(reference)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await left()).toBe(5);
  });

  test('returned goods are never more than were sold and sent again, over several requests', async () => {
    const id = await order();
    const first = await ask(id);
    await exchange(first, 1);
    await restock(first, 1);
    expect(await left()).toBe(3);
    const second = await ask(id);
    await decideRefundRequest(db, second, { outcome: 'partial', amount: pence(5), withoutReturn: true }, later);
    await restock(second);
    expect(await left()).toBe(5);
    const third = await ask(id);
    await expect(restock(third, 1)).rejects.toMatchObject({ message: 'All pieces of this product are back in stock already.' });
    expect(await left()).toBe(5);
  });

  test('a unit that was restocked from an unsent order is promised to nobody when the shelf is counted', async () => {
    const id = await order();
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', id).execute();
    const reference = await ask(id);
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(5), withoutReturn: true }, later);
    await restock(reference, 1);
    expect(await countStock(db, 'mug', 5)).toMatchObject({ unsent: 1, available: 4 });
  });

  test('goods of a size that an import took out of the product can be received, and not put back to stock', async () => {
    const reference = await ask(await order([{ productId: 'cup', color: 'Oat', size: 'Small', quantity: 2 }]), 'cup');
    const value = { ...cup, stock: 4, colors: [{ color: 'Oat', sizes: [{ name: 'Large', stock: 4 }] }] };
    await importCatalogue(db, [{ line: 1, value }], { now: later, setsStock: true });
    await expect(restock(reference)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('count the shelf') });
    expect(await receiveReturn(db, reference, { isRestocked: false, now: later })).toMatchObject({ restocked: 0 });
    expect(await left('cup')).toBe(4);
  });

  test('returned goods of ten concurrent calls go back to stock once', async () => {
    const reference = await ask(await order());
    const ended = await Promise.allSettled(Array.from({ length: 10 }, () => restock(reference)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await left()).toBe(5);
  });
});

describe('a declined request', () => {
  test('a declined request tells the buyer why by mail and on the order, moves no money or stock, and another may be made', async () => {
    const id = await order();
    const reference = await ask(id);
    await db.deleteFrom('mail').execute();
    await decline(reference, ' It was used in an oven. ');
    const reason = 'It was used in an oven.';
    expect(await findOrder(db, id)).toMatchObject({ declinedRefunds: [{ reference, productId: 'mug', reason }] });
    const mails = await db.selectFrom('mail').select(['recipient', 'text']).execute();
    expect(mails).toEqual([{ recipient: aBuyer.email, text: expect.stringContaining(`The reason: ${reason}`) }]);
    expect(await lastEvent(id)).toBe(`Refund request ${reference}: declined. ${reason}`);
    expect(await db.selectFrom('money').selectAll().where('source', '!=', 'payment').execute()).toEqual([]);
    expect(await left()).toBe(3);
    await expect(restock(reference)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(decline(reference, 'Again.')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('was decided on'),
    });
    await decideRefundRequest(db, await ask(id), { outcome: 'full', withoutReturn: true }, later);
  });

  test('a request whose goods are back in stock is not declined, but can be refunded', async () => {
    const reference = await ask(await order());
    await restock(reference);
    await expect(decline(reference, 'It was used.')).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Its goods are back in stock, so the request can be refunded or exchanged, not declined.',
    });
    expect(await decideRefundRequest(db, reference, { outcome: 'full' }, later)).toMatchObject({ outcome: 'full', restocked: 2 });
  });

  test.each(['', '  ', 'one\ntwo', 'x'.repeat(301)])('declining a request is refused with the reason %j', async (reason) => {
    const reference = await ask(await order());
    await expect(decline(reference, reason)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await showRefundRequest(db, reference)).outcome).toBe('open');
  });
});

test('the sales of a reseller count only goods that were not refunded', async () => {
  await addAccounts(db, 'rita');
  const id = await order([{ productId: 'mug', quantity: 2 }], { id: 'rita', role: 'reseller' });
  await order([{ productId: 'cup', color: 'Oat', size: 'Small' }], { id: 'rita', role: 'reseller' });
  await order([{ productId: 'cup', color: 'Oat', size: 'Small' }]);
  expect(await resellerSales(db, 'rita')).toBe(2920);
  await decideRefundRequest(db, await ask(id), { outcome: 'partial', amount: pence(5), withoutReturn: true }, later);
  expect(await resellerSales(db, 'rita')).toBe(2420);
  // The rest with its delivery, which is no sale.
  await decideRefundRequest(db, await ask(id), { outcome: 'full', withoutReturn: true }, later);
  expect(await resellerSales(db, 'rita')).toBe(900);
});
