import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pence } from '#contract/money.ts';
import { openPayment, recordPayment } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { sendDueRefunds } from '#server/domain/money/send-refunds.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { UnclearRefund } from '#server/payments/provider.ts';
import { chooseOnTestPage, testPayments } from '#server/payments/test.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-orders-'));
afterAll(() => rm(dataDir, { recursive: true }));

const shop = (...parameters: string[]) => runShopCommand(dataDir, 'orders', ...parameters);

/** Four paid orders and an unpaid one, placed through the domain. */
const orders = { paid: '', kept: '', sent: '', parcels: '', unpaid: '' };
beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const now = new Date();
  const shopOrigin = 'https://shop.example';
  const place = async () => {
    const payload = anOrderFor({ productId: 'beech-rolling-pin', quantity: 1 });
    return (await placeOrder(db, anOrderRequest(payload, { shopOrigin, now })))._id;
  };
  const paid = async () => {
    const orderId = await place();
    const { sessionId } = await openPayment(db, testPayments, { orderId, origins: { shop: shopOrigin, api: shopOrigin }, now });
    await chooseOnTestPage(db, sessionId, 'pay', now);
    return orderId;
  };
  orders.paid = await paid();
  orders.kept = await paid();
  orders.sent = await paid();
  orders.parcels = await paid();
  orders.unpaid = await place();
  await db.destroy();
});

describe('the commands orders', { timeout: 60_000 }, () => {
  test('orders are listed as a table and as JSON', async () => {
    const { code, out } = await shop('list');
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^ORDER +STATUS +TOTAL/);
    expect(rows).toHaveLength(5);
    expect(rows.find((row) => row.startsWith(orders.kept))).toMatch(/ confirmed +£\d+\.\d\d +1 .*Ada Byron$/);
    const listed: unknown = JSON.parse((await shop('list', '--status', 'pending', '--json')).out);
    expect(listed).toEqual([expect.objectContaining({ id: orders.unpaid, status: 'pending', name: 'Ada Byron', pieces: 1 })]);
    expect((await shop('list', '--status', 'expired')).out).toBe('There are no such orders.\n');
  });

  test('an order goes through all four steps, and orders show prints when', async () => {
    for (const [step, ...more] of [['processing'], ['dispatch', '--method', 'Royal Mail', '--tracking', 'RM1'], ['Delivered']])
      expect(await shop('status', orders.paid.toLowerCase(), step ?? '', ...more)).toMatchObject({ code: 0, err: '' });
    // A repeated command changes nothing, and does not say that somebody is mailed.
    const again = ['status', orders.paid, 'Delivered'];
    expect(await shop(...again)).toMatchObject({ code: 1, err: 'This order is at Delivered already.\n' });
    const { out } = await shop('show', orders.paid.replaceAll('-', ' '));
    for (const part of [`Order ${orders.paid}: Delivered`, 'Sent with Royal Mail, RM1', 'Rolling pin', '12 Mill Lane', 'Paid: confirmed.'])
      expect(out).toContain(part);
    const shown: unknown = JSON.parse((await shop('show', orders.paid, '--json')).out);
    expect(shown).toMatchObject({ _id: orders.paid, status: 'Delivered', trackId: 'RM1', events: expect.any(Array) });
  });

  test('a repeated Dispatch says that nobody was mailed, and another number is refused until the seller has seen the first', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    await db.updateTable('order').set({ status: 'processing' }).where('id', '=', orders.sent).execute();
    const dispatch = (...more: string[]) => shop('status', orders.sent, 'Dispatch', '--method', 'Evri', ...more);
    expect((await dispatch('--tracking', 'EV1')).out).toBe(`Order ${orders.sent} is at Dispatch now. The buyer is told by email.\n`);
    const same = `Order ${orders.sent} is at Dispatch like this already. Nothing was changed, and nobody was mailed.\n`;
    expect((await dispatch('--tracking', 'EV1')).out).toBe(same);
    const { code, err } = await dispatch('--tracking', 'EV2');
    expect(code).toBe(1);
    expect(err).toBe(
      'This order was sent already with Evri, EV1. To correct that, look at it with "shop orders show ORDER", and say so: --seen VERSION.\n',
    );
    const version = /; version (\d+)\n/.exec((await shop('show', orders.sent)).out)?.[1] ?? '';
    expect(await dispatch('--tracking', 'EV2', '--seen', version)).toMatchObject({ code: 0, err: '' });
    expect((await dispatch('--tracking', 'EV3', '--seen', version)).err).toMatch(/tracking number EV2 \(seller, \d\d:\d\d\)\./);
    expect(await db.selectFrom('mail').select('id').where('subject', 'like', `%${orders.sent} is on its way`).execute()).toHaveLength(2);
    await db.destroy();
  });

  test('another parcel is added once, corrected, listed by "show" and taken out, and bad ones are refused with a sentence', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    await db
      .updateTable('order')
      .set({ status: 'Dispatch', shipping_method: 'Evri', track_id: 'EV1' })
      .where('id', '=', orders.parcels)
      .execute();
    const parcel = (...details: string[]) => shop('parcel', orders.parcels, ...details);
    const two = `Order ${orders.parcels} goes in 2 parcels: Evri, EV1; DPD, D2.`;
    expect((await parcel('--method', 'DPD', '--tracking', 'D2')).out).toBe(`${two} The buyer is told by email.\n`);
    expect((await parcel('--method', 'DPD', '--tracking', 'D2')).out).toBe(`${two} It was like this already, and nobody was mailed.\n`);
    expect((await parcel('--method', 'DPD', '--tracking', 'D3', '--remove', 'D2')).out).toContain('Evri, EV1; DPD, D3.');
    expect((await parcel('--method', 'Yodel', '--tracking', 'D3')).out).toContain('Evri, EV1; Yodel, D3.');
    expect((await parcel('--method', 'DPD', '--tracking', 'D3')).out).toContain('Evri, EV1; DPD, D3.');
    expect((await shop('show', orders.parcels)).out).toContain('Sent with Evri, EV1\nSent with DPD, D3\n');
    expect((await shop('export')).out).toContain(',Evri,EV1,"DPD, D3"');
    for (const [details, sentence] of [
      [['--remove', 'D2'], 'This order has no further parcel with the number D2.'],
      [['--method', 'DPD'], 'Say --method and --tracking of a parcel to add, or --remove, or all of them.'],
      [['--method', ' ', '--tracking', 'D4'], 'A shipping method and a tracking number are one line of at most 100 characters.'],
    ] as const)
      expect(await parcel(...details)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) });
    expect((await parcel('--remove', 'D3')).out).toBe(`Order ${orders.parcels} goes in 1 parcel: Evri, EV1.\n`);
    const told = await db
      .selectFrom('mail')
      .select('id')
      .where('subject', '=', `Your order ${orders.parcels} comes in 2 parcels`)
      .execute();
    expect(told).toHaveLength(4);
    await db.destroy();
  });

  test('a refund that the bank returned is shown, and the seller settles it by hand', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const now = new Date();
    const how = 'bank transfer of 3 March';
    const decided = async (amount: number, now: Date) => {
      const request = { orderId: orders.kept, ProductId: 'beech-rolling-pin', reason: 'It came with a crack in it.' };
      const reference = await requestRefund(db, request, [], { imageStore: refundImagesIn(path.join(dataDir, 'refunds')), now });
      await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(amount), withoutReturn: true }, now);
      return reference;
    };
    const reference = await decided(5.5, now);
    await sendDueRefunds(db, testPayments, { clock: () => now, sellerEmail: 'seller@mugs.test' });
    const { id, reference: sent } = await db
      .selectFrom('money')
      .select(['id', 'reference'])
      .where('request', '=', reference)
      .executeTakeFirstOrThrow();
    await recordMoney(
      db,
      { kind: 'refund', reference: sent ?? '', payment: '', id, amount: 550, state: 'failed', reason: 'failed (expired card)' },
      { now, sellerEmail: 'seller@mugs.test' },
    );

    const hint = `shop orders settle ${orders.kept} --how "${how}"`;
    const { out } = await shop('show', orders.kept);
    for (const part of ['came back', '£5.50', 'failed (expired card)', `has come back: ${sent}`, hint]) expect(out).toContain(part);
    const refunds = (...parameters: string[]) => runShopCommand(dataDir, 'refunds', ...parameters);
    expect((await refunds('show', reference)).out).toContain(hint);
    expect((await refunds('list')).out).toContain('partial, £5.50, came back');

    const settle = (...more: string[]) => shop('settle', orders.kept.toLowerCase(), '--how', ...more);
    const noWords = 'Say how it was paid back in one line of at most 100 characters.\n';
    expect(await settle('  ')).toEqual({ code: 1, out: '', err: noWords });
    const sentence = `Order ${orders.kept}: £5.50 for request ${reference} is settled by hand. The buyer is told by email.\n`;
    expect(await settle(how)).toEqual({ code: 0, out: sentence, err: '' });
    const nothing = `Nothing of order ${orders.kept} is waiting to be paid back.`;
    expect(await settle(how)).toEqual({ code: 1, out: '', err: `${nothing}\n` });
    expect(await settle(how, '--json')).toEqual({ code: 1, out: `{"message":"${nothing}"}\n`, err: '' });
    const shown = await shop('show', orders.kept);
    expect(shown.out).toContain(`£5.50 paid back for request ${reference} by hand: ${how}.`);
    expect(shown.out).not.toContain(hint);
    expect((await refunds('show', reference)).out).toMatch(new RegExp(`£5\\.50 was paid back on .* UTC: ${how}\\.`));

    const second = await decided(1.25, new Date(now.getTime() + 1000));
    expect(JSON.parse((await settle(' cheque 17 ', '--json')).out)).toMatchObject({
      id: orders.kept,
      settled: [{ request: second, amount: 1.25 }],
      settledAt: expect.any(String),
      how: 'cheque 17',
    });
    await db.destroy();
    expect(JSON.parse((await shop('show', orders.kept, '--json')).out)).toMatchObject({
      money: expect.arrayContaining([
        expect.objectContaining({ source: 'ours', state: 'failed', request: reference, amount: 5.5, reference: sent }),
        expect.objectContaining({ source: 'hand', state: 'done', request: reference, amount: 5.5, note: how }),
        expect.objectContaining({ source: 'hand', state: 'done', request: second, note: 'cheque 17' }),
      ]),
    });
  });

  test('an open dispute is shown with the day by which the seller must answer it', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const { session_id } = await db
      .selectFrom('payment')
      .select('session_id')
      .where('order_id', '=', orders.kept)
      .executeTakeFirstOrThrow();
    await db.updateTable('payment').set({ reference: 'pi_kept' }).where('session_id', '=', session_id).execute();
    const dispute = { kind: 'dispute', reference: 'du_1', payment: 'pi_kept', amount: 100, reason: 'fraudulent' } as const;
    const answerBy = '2031-04-23T23:59:59.000Z';
    const context = { now: new Date(), sellerEmail: 'seller@mugs.test' };
    await recordMoney(db, { ...dispute, state: 'held', answerBy }, context);
    expect((await shop('show', orders.kept)).out).toContain('held by the bank, answer by 2031-04-23');
    const shown: unknown = JSON.parse((await shop('show', orders.kept, '--json')).out);
    expect(shown).toMatchObject({ money: expect.arrayContaining([expect.objectContaining({ source: 'dispute', answerBy })]) });
    await recordMoney(db, { ...dispute, state: 'void', answerBy }, context);
    expect((await shop('show', orders.kept)).out).not.toContain('answer by');
    await db.destroy();
  });

  test('money in another currency is shown with its currency code, beside the sums in pounds', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const now = new Date();
    const [first] = await db.selectFrom('payment').selectAll().where('order_id', '=', orders.kept).execute();
    if (!first) throw new Error('The order is not paid.');
    const second = { ...first, session_id: 'test_usd', attempt: 1, status: 'open' as const, reference: null };
    await db.insertInto('payment').values(second).execute();
    const event = { eventId: 'evt_usd', sessionId: second.session_id, outcome: 'paid', amount: 7000, currency: 'USD' } as const;
    await recordPayment(db, event, now);
    await db.destroy();
    const { out } = await shop('show', orders.kept);
    expect(out).toMatch(/refund by the shop +USD 70\.00 +not yet/);
    expect(out).toContain('Paid USD 70.00, paid back USD 0.00, on its way back USD 70.00');
    expect(out).not.toContain('£70.00');
    const shown: unknown = JSON.parse((await shop('show', orders.kept, '--json')).out);
    const foreign = { source: 'payment', amount: 70, currency: 'USD' };
    expect(shown).toMatchObject({ money: expect.arrayContaining([expect.objectContaining(foreign)]) });
    expect((await shop('settle', orders.kept, '--how', 'in Stripe')).out).toContain('USD 70.00');
  });

  test('a refund of which it is unclear whether it was sent is shown so, and settled with --checked only', async () => {
    const { db } = await openShop({ dataDir, databaseUrl: undefined });
    const now = new Date();
    const request = { orderId: orders.paid, ProductId: 'beech-rolling-pin', reason: 'It came with a crack in it.' };
    const reference = await requestRefund(db, request, [], { imageStore: refundImagesIn(path.join(dataDir, 'refunds')), now });
    await decideRefundRequest(db, reference, { outcome: 'partial', amount: pence(1), withoutReturn: true }, now);
    const broken = { ...testPayments, refund: () => Promise.reject(new UnclearRefund('No answer.')) };
    await sendDueRefunds(db, broken, { clock: () => now, sellerEmail: 'seller@mugs.test' });
    await db.destroy();

    expect((await shop('show', orders.paid)).out).toMatch(/\nrefund by the shop +£1\.00 +unclear/);
    const { out } = await runShopCommand(dataDir, 'refunds', 'show', reference);
    expect(out).toContain('£1.00 may have been paid back through test');
    expect(out).not.toContain('could not be paid back');
    const settle = (...more: string[]) => shop('settle', orders.paid, '--how', 'cheque 18', ...more);
    expect(await settle()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--checked') });
    expect(await settle('--checked')).toMatchObject({ code: 0, out: expect.stringContaining('£1.00'), err: '' });
  });

  test('--help of the commands orders shows examples', async () => {
    for (const command of ['list', 'find', 'export', 'show', 'status', 'parcel', 'dispatch', 'cancel', 'settle'])
      expect(await shop(command, '--help')).toMatchObject({ code: 0, out: expect.stringContaining(`shop orders ${command}`) });
  });

  test.each<[string[], number, string]>([
    [['show', 'nothing'], 1, 'There is no order nothing.'],
    [['status', 'nothing', 'processing'], 1, 'There is no order nothing.'],
    [['status', 'UNPAID', 'processing'], 1, 'This order is not paid yet, so there is nothing to do for it.'],
    [['status', 'UNPAID', 'Dispatch'], 1, 'Say how it is sent, for example with Royal Mail. Add --method "Royal Mail".'],
    [['status', 'UNPAID', 'lost'], 2, 'It must be one of confirmed, processing, Dispatch, Delivered.'],
    [['status', 'UNPAID'], 2, "missing required argument 'status'"],
    [['cancel', 'nothing'], 1, 'There is no order nothing.'],
    [['cancel'], 2, "missing required argument 'id'"],
    [['settle', 'nothing', '--how', 'cheque 17'], 1, 'There is no order nothing.'],
    [['settle', 'UNPAID', '--how', 'cheque 17'], 1, 'is waiting to be paid back.'],
    [['settle', 'UNPAID'], 2, "required option '--how <words>' not specified"],
    [['settle', '--how', 'cheque 17'], 2, "missing required argument 'id'"],
    [['list', '--status', 'lost'], 2, 'Allowed choices are pending, expired, cancelled, confirmed, processing, Dispatch, Delivered.'],
    [['status', 'UNPAID', 'processing', '--seen', 'x'], 2, 'It must be a whole number from 1 to 99999.'],
    [['list', '--most', '0'], 2, 'It must be a whole number from 1 to 99999.'],
  ])('the command orders %j exits with %d and a message', async (parameters, code, sentence) => {
    const ended = await shop(...parameters.map((parameter) => (parameter === 'UNPAID' ? orders.unpaid : parameter)));
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/ at .*\.ts:/);
  });
});
