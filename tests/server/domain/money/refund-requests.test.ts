import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Pence, pence } from '#contract/money.ts';
import type { OrderStep } from '#contract/order.ts';
import { NotFound } from '#server/domain/failure.ts';
import {
  decideRefundRequest,
  findRefundOrder,
  listRefundRequests,
  requestRefund,
  showRefundRequest,
} from '#server/domain/money/refund-requests.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { htmlOf } from '#tests/support/mails.ts';
import { aBuyer, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { payOrder } from '#tests/support/pay-order.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';
import { recordQueries } from '#tests/support/regular-queries.ts';

const db = await freshDatabase('empty');
const folder = await pictureFolder();
const place = { imageStore: refundImagesIn(folder), now: minutesLater(600) };

const anOrder = async ({
  status = 'Delivered',
  items = [{ productId: 'mug', quantity: 2 }, { productId: 'spoon' }],
}: {
  readonly status?: OrderStep | 'pending' | 'expired';
  readonly items?: readonly Wanted[];
} = {}): Promise<string> => {
  const { _id } = await placeOrder(db, anOrderRequest(anOrderFor(...items)));
  await db.updateTable('order').set({ status }).where('id', '=', _id).execute();
  return _id;
};

const reason = 'It came with a crack in its handle.';
const ask = (orderId: string, ProductId = 'mug', images: readonly Blob[] = []) =>
  requestRefund(db, { orderId, ProductId, reason }, images, place);
const aPicture = async (): Promise<Blob> => new Blob([new Uint8Array(await aPhoto())]);
const kept = (): Promise<string[]> => readdir(folder).catch(() => []);
const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at').orderBy('id').execute();

beforeEach(async () => {
  await db.deleteFrom('refund_image').execute();
  await db.deleteFrom('refund').execute();
  await db.deleteFrom('order').execute();
  await db.deleteFrom('mail').execute();
  // 10.10 and 2.50 for delivery of each: 25.20 for two. The spoon is 4.50.
  await sell(
    db,
    { id: 'mug', name: 'Mug', basePrice: 10.1, deliveryCost: 2.5, stock: 99 },
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 99 },
  );
});

describe('the order of a refund request', () => {
  test.each(['confirmed', 'processing', 'Dispatch', 'Delivered'] as const)(
    'an order at %s is found, the same as on the status page',
    async (status) => {
      const id = await anOrder({ status });
      expect(await findRefundOrder(db, ` ${id.toLowerCase()} `)).toEqual(await findOrder(db, id));
    },
  );

  test('unknown, unpaid and expired orders get the same error', async () => {
    const refusals = await Promise.all(
      [await anOrder({ status: 'pending' }), await anOrder({ status: 'expired' }), 'ABCD-EFGH-JKMN-PQRS', '', "' or 1=1 --"].map((id) =>
        findRefundOrder(db, id).catch((error: unknown) => error),
      ),
    );
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(NotFound);
      expect(refusal).toEqual(refusals[0]);
    }
  });
});

describe('a refund request', () => {
  test('a request is stored with its images, recorded in the order’s history and acknowledged by mail', async () => {
    const id = await anOrder();
    const reference = await ask(id.toLowerCase(), 'mug', [await aPicture(), await aPicture()]);
    expect(reference).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const view = await showRefundRequest(db, reference.toLowerCase().replaceAll('-', ''));
    expect(view).toMatchObject({
      reference,
      orderId: id,
      product: 'Mug',
      reason,
      outcome: 'open',
      amount: null,
      decidedAt: null,
      createdAt: place.now.toISOString(),
      buyer: aBuyer.email,
      paid: 25.2,
      left: 25.2,
    });
    expect(view.images).toHaveLength(2);
    expect(await kept()).toEqual(expect.arrayContaining([...view.images]));
    expect(await listOrderEvents(db, id)).toContainEqual({
      staff: null,
      actor: 'buyer',
      at: place.now.toISOString(),
      what: `Refund request ${reference} for Mug.`,
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: `We have your refund request ${reference}` });
    for (const part of [id, reason, 'Mug', 'Your statutory rights are not affected.', 'within 14 days']) expect(mail?.text).toContain(part);
  });

  test('a request for an unknown or unpaid order is refused before its images are decoded', async () => {
    for (const id of [await anOrder({ status: 'pending' }), await anOrder({ status: 'expired' }), 'ABCD-EFGH-JKMN-PQRS'])
      await expect(ask(id, 'mug', [new Blob(['no picture'])])).rejects.toMatchObject({ kind: 'notFound' });
  });

  test.each(['poster', 'MUG', '__proto__', "mug' or '1'='1"])(
    'a request for the product %s, which is not in the order, is refused',
    async (productId) => {
      await expect(ask(await anOrder(), productId)).rejects.toMatchObject({ kind: 'invalid', errors: { ProductId: expect.any(String) } });
    },
  );

  test('the same refund request, sent again because its answer was lost, is stored once and answered with its reference; another is refused', async () => {
    const id = await anOrder();
    const other = await anOrder();
    const before = await kept();
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, async () => ask(id, 'mug', [await aPicture()])));
    expect(first).toMatch(/^R-/);
    expect(new Set(others)).toEqual(new Set([first]));
    await expect(ask(id, 'mug', [await aPicture()])).resolves.toBe(first);
    await expect(ask(id, 'mug')).rejects.toMatchObject({ kind: 'conflict' });
    const another = { orderId: id, ProductId: 'mug', reason: 'It has a hole in its bottom.' };
    await expect(requestRefund(db, another, [await aPicture()], place)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await kept()).toHaveLength(before.length + 1);
    expect(await mails()).toHaveLength(1);
    await expect(ask(id, 'spoon')).resolves.toMatch(/^R-/);
    await expect(ask(other, 'mug')).resolves.toMatch(/^R-/);
  });

  test('a request with a refused image stores nothing', async () => {
    const id = await anOrder();
    const before = await kept();
    await expect(ask(id, 'mug', [await aPicture(), new Blob(['no picture'])])).rejects.toMatchObject({ kind: 'wrongType' });
    expect(await listRefundRequests(db, { isOpen: false })).toEqual([]);
    expect(await kept()).toEqual(before);
    expect(await mails()).toEqual([]);
  });

  test('any reason is stored as written, and escaped in mail', async () => {
    const id = await anOrder();
    const hostile = "<script>alert('1')</script> '; drop table refund; --\nÜ 日本 🏺";
    const reference = await requestRefund(db, { orderId: id, ProductId: 'mug', reason: hostile }, [], place);
    expect((await showRefundRequest(db, reference)).reason).toBe(hostile);
    const html = await htmlOf(await db.selectFrom('mail').select(['subject', 'parts']).executeTakeFirstOrThrow());
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
  });
});

describe('the seller’s decision about a refund request', () => {
  const later = minutesLater(900);
  const open = async () => {
    const id = await anOrder();
    const reference = await ask(id);
    await db.deleteFrom('mail').execute();
    return { id, reference };
  };

  test.each<[Parameters<typeof decideRefundRequest>[2], number | null, string]>([
    [{ outcome: 'full', withoutReturn: true }, 25.2, 'a full refund of £25.20'],
    [{ outcome: 'partial', amount: pence(5), withoutReturn: true }, 5, 'a partial refund of £5.00'],
    [{ outcome: 'exchange' }, null, 'like for like'],
  ])('the decision %j is recorded with its time and mailed', { tags: 'refund.outcomes' }, async (decision, amount, sentence) => {
    const { id, reference } = await open();
    const view = await decideRefundRequest(db, reference, decision, later);
    expect(view).toMatchObject({ outcome: decision.outcome, amount, decidedAt: later.toISOString(), left: 25.2 - (amount ?? 0) });
    expect(await showRefundRequest(db, reference)).toEqual(view);
    expect((await listOrderEvents(db, id)).at(-1)).toMatchObject({ at: later.toISOString(), what: expect.stringContaining(reference) });
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: `Your refund request ${reference} is decided` });
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('Your statutory rights are not affected.');
  });

  test('a request is decided once, also by concurrent calls', async () => {
    const { reference } = await open();
    const decided = await Promise.allSettled([
      decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later),
      decideRefundRequest(db, reference, { outcome: 'exchange' }, later),
    ]);
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later)).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await mails()).toHaveLength(1);
  });

  test.each([0, -100, 2521, 1_000_000_000])('a partial refund of %i pence is refused when 2520 were paid', async (amount) => {
    const { reference } = await open();
    await expect(
      decideRefundRequest(db, reference, { outcome: 'partial', amount: amount as Pence, withoutReturn: true }, later),
    ).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await showRefundRequest(db, reference)).toMatchObject({ outcome: 'open' });
  });

  test('earlier refunds reduce what can be refunded, and a product refunded in full takes no more requests', async () => {
    const { id, reference } = await open();
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(20), withoutReturn: true }, later);
    const second = await ask(id);
    await expect(
      decideRefundRequest(db, second, { outcome: 'partial', amount: pence(5.21), withoutReturn: true }, later),
    ).rejects.toMatchObject({
      message: expect.stringContaining('£5.20'),
    });
    expect(await decideRefundRequest(db, second, { outcome: 'full', withoutReturn: true }, later)).toMatchObject({ amount: 5.2, left: 0 });
    await expect(ask(id)).rejects.toMatchObject({ kind: 'conflict', errors: { ProductId: expect.stringContaining('refunded in full') } });
  });

  test('open requests are listed, newest first', async () => {
    const { reference } = await open();
    const id = await anOrder();
    const newer = await requestRefund(db, { orderId: id, ProductId: 'spoon', reason }, [], { ...place, now: minutesLater(700) });
    expect((await listRefundRequests(db, { isOpen: true })).map((view) => view.reference)).toEqual([newer, reference]);
    await decideRefundRequest(db, newer, { outcome: 'exchange' }, later);
    // Still listed as open, because its replacement must be sent.
    expect((await listRefundRequests(db, { isOpen: true })).map((view) => view.reference)).toEqual([newer, reference]);
    expect((await listRefundRequests(db, { isOpen: true }, { page: 2, size: 1 })).map((view) => view.reference)).toEqual([reference]);
    await recordReplacementSent(db, newer, { now: later });
    expect((await listRefundRequests(db, { isOpen: true })).map((view) => view.reference)).toEqual([reference]);
    expect(await listRefundRequests(db, { isOpen: false })).toHaveLength(2);
  });

  test('many requests are listed in as many statements as one, each with its own order, pictures and money', async () => {
    const countStatements = async (): Promise<number> =>
      (await recordQueries(db, (recorded) => listRefundRequests(recorded, { isOpen: false }))).length;
    const first = await open();
    const ofOne = await countStatements();
    const paid = await anOrder({ status: 'pending' });
    await payOrder(db, paid);
    const ofOthers = [
      await ask(paid, 'mug', [await aPicture()]),
      await ask(await anOrder(), 'spoon', [await aPicture()]),
      await ask(first.id, 'spoon'),
    ];
    await decideRefundRequest(db, ofOthers[0] ?? '', { outcome: 'partial', amount: pence(3), withoutReturn: true }, later);
    await decideRefundRequest(db, first.reference, { outcome: 'partial', amount: pence(20), withoutReturn: true }, later);
    expect(await countStatements()).toBe(ofOne);
    const listed = await listRefundRequests(db, { isOpen: false });
    expect(listed.map(({ reference }) => reference).toSorted()).toEqual([first.reference, ...ofOthers].toSorted());
    for (const view of listed) expect(view).toEqual(await showRefundRequest(db, view.reference));
    const viewOf = (reference: string | undefined) => listed.find((view) => view.reference === reference);
    expect(viewOf(first.reference)).toMatchObject({ product: 'Mug', left: 5.2, images: [] });
    expect(viewOf(ofOthers[0])).toMatchObject({ product: 'Mug', left: 22.2, images: [expect.any(String)], refunds: [{ state: 'wanted' }] });
    expect(viewOf(ofOthers[1])).toMatchObject({ product: 'Spoon', left: 4.5, images: [expect.any(String)], refunds: [] });
    expect(viewOf(ofOthers[2])).toMatchObject({ product: 'Spoon', left: 4.5, images: [], orderId: first.id });
  });

  test.each(['R-0000-0000', 'nonsense', '', "' or 1=1"])('the unknown reference %j gives an error', async (reference) => {
    await expect(showRefundRequest(db, reference)).rejects.toMatchObject({ message: `There is no refund request ${reference}.` });
    await expect(decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, later)).rejects.toThrow(NotFound);
  });
});
