import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundImagesFolder } from '#server/data-folder.ts';
import type { Database } from '#server/db/schema.ts';
import { declareCancellation } from '#server/domain/money/declare-cancellation.ts';
import { requestRefund } from '#server/domain/money/refund-requests.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { openShop } from '#server/open-shop.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-refunds-'));
afterAll(() => rm(home, { recursive: true }));
const shop = (...parameters: string[]) => runShopCommand(home, ...parameters);

const asked = { rollingPin: '', soap: '', order: '' };

/** An order that has arrived: a rolling pin and two bars of soap. */
const anArrivedOrder = async (db: Database) => {
  const { _id: orderId } = await placeOrder(
    db,
    anOrderRequest(anOrderFor({ productId: 'beech-rolling-pin' }, { productId: 'lavender-soap-bar', quantity: 2 }), { now: new Date() }),
  );
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', orderId).execute();
  return orderId;
};

beforeAll(async () => {
  const store = await openShop({ dataDir: home, databaseUrl: undefined });
  const { db } = store;
  const orderId = await anArrivedOrder(db);
  const place = { imageStore: refundImagesIn(refundImagesFolder(home)), now: new Date() };
  const request = (ProductId: string, images: readonly Blob[]) =>
    requestRefund(db, { orderId, ProductId, reason: 'It came with a crack in it.' }, images, place);
  asked.order = orderId;
  asked.rollingPin = await request('beech-rolling-pin', [new Blob([new Uint8Array(await aPhoto())])]);
  asked.soap = await request('lavender-soap-bar', []);
  await db.destroy();
}, 60_000);

describe('the commands refunds', { timeout: 60_000 }, () => {
  test('a cancellation cannot be declined; after proof of posting its day is shown, and it is refunded', async () => {
    const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
    const orderId = await anArrivedOrder(db);
    const items = [{ itemId: `${orderId}/2`, quantity: 1, left: 2 }];
    const { references } = await declareCancellation(db, { orderId, items }, new Date());
    await db.destroy();
    const cancelled = references[0] ?? '';
    expect((await shop('refunds', 'show', cancelled)).out).toMatch(
      /due 14 days after the goods[\s\S]*has cancelled, which needs no reason/,
    );
    expect(await shop('refunds', 'decline', cancelled, '--reason', 'No.')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be declined'),
    });
    expect(await shop('refunds', 'posted', cancelled)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Its refund is due by \d{4}-\d\d-\d\d\. Refund it: shop refunds decide R-/),
    });
    expect((await shop('refunds', 'list')).out).toMatch(/1 × Lavender soap bar.* \d{4}-\d\d-\d\d /);
    expect(await shop('refunds', 'posted', asked.soap)).toMatchObject({ code: 1, err: expect.stringContaining('no cancellation') });
    expect(await shop('refunds', 'decide', cancelled, 'full')).toMatchObject({
      code: 0,
      out: expect.stringContaining('is decided: full'),
    });
  });

  test('refund requests are listed, shown and decided, and --help shows examples', async () => {
    expect(await shop('refunds', 'decide', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('partial 12.50') });

    const listed = await shop('refunds', 'list', '--open');
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toMatch(/^REQUEST +DECISION +PRODUCT +DUE +GOODS +PAID/);
    for (const part of [asked.rollingPin, asked.soap, asked.order, 'open']) expect(listed.out).toContain(part);

    const shown = await shop('refunds', 'show', asked.rollingPin.toLowerCase(), '--json');
    const view = JSON.parse(shown.out);
    expect(view).toMatchObject({ reference: asked.rollingPin, outcome: 'open', reason: 'It came with a crack in it.' });
    expect(path.dirname(view.images[0])).toBe(refundImagesFolder(home));
    expect((await shop('refunds', 'show', asked.rollingPin)).out).toContain(view.images[0]);

    expect(await shop('refunds', 'decide', asked.rollingPin, 'partial', '5.50')).toMatchObject({
      code: 1,
      err: expect.stringContaining('shop refunds receive REQUEST'),
    });
    const tooMuch = await shop('refunds', 'decide', asked.rollingPin, 'partial', '900', '--without-return');
    expect(tooMuch).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^That is more than the £\d+\.\d\d that can be refunded/),
    });
    expect(await shop('refunds', 'receive', asked.rollingPin)).toMatchObject({ code: 0, out: expect.stringContaining('Decide it next') });
    const rows = (await shop('refunds', 'list', '--open')).out.split('\n');
    expect(rows.filter((row) => row.includes(' received '))).toEqual([expect.stringContaining(asked.rollingPin)]);
    expect(await shop('refunds', 'decide', asked.rollingPin, 'partial', '5.50')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Request ${asked.rollingPin} is decided: partial, £5.50. The buyer is told by email. Pay £5.50 back`),
    });
    expect(await shop('refunds', 'decide', asked.rollingPin, 'full')).toMatchObject({
      code: 1,
      err: expect.stringContaining('was decided'),
    });
    expect(await shop('refunds', 'decide', asked.soap, 'exchange', '--json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"outcome":"exchange"'),
    });
    expect((await shop('refunds', 'show', asked.soap)).out).toContain(`Request ${asked.soap}: exchange of 2, to be sent\n`);
    // Decided, but still open: the seller has to send its parcel.
    expect((await shop('refunds', 'list', '--open')).out).toContain(asked.soap);
    expect((await shop('orders', 'to-send')).out).toMatch(
      new RegExp(`${asked.order} +exchange +2 +Ada Byron +replacement for ${asked.soap}, decided on `),
    );
    expect((await shop('refunds', 'sent', asked.soap, '--method', 'Evri', '--tracking', 'EV1')).out).toMatch(
      /^Request .*: exchange of 2, sent on \d{4}-\d\d-\d\d with Evri, EV1\. The buyer is told by email\.\n$/,
    );
    expect((await shop('orders', 'to-send')).out).toBe('Nothing waits to be sent.\n');
    expect((await shop('refunds', 'list', '--most', '1')).out).toContain('There may be more: --page 2');
    expect(JSON.parse((await shop('refunds', 'list', '--most', '1', '--page', '2', '--json')).out)).toHaveLength(1);
    expect((await shop('refunds', 'list', '--page', '3')).out).toBe('There are no more.\n');
    expect(await shop('refunds', 'receive', asked.soap, '--restock', '--pieces', '1')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Its goods came back on .* UTC; 1 went back to stock\.\n$/),
    });
    expect(await shop('refunds', 'list', '--open')).toMatchObject({ code: 0, out: 'There are no such requests.\n' });
    const mails = JSON.parse((await shop('mail', 'list', '--json')).out);
    const subjects = mails.map(({ subject }: { subject: string }) => subject);
    expect(subjects).toEqual(expect.arrayContaining([`Your refund request ${asked.soap} is decided`]));
  });

  test.each<[string[], number, string]>([
    [['show', 'R-0000-0000'], 1, 'There is no refund request R-0000-0000.'],
    [['decide', 'R-0000-0000', 'full'], 1, 'There is no refund request R-0000-0000.'],
    [['decide', 'R-0000-0000', 'maybe'], 2, 'It must be one of full, partial, exchange.'],
    [['decide', 'R-0000-0000', 'partial', 'lots'], 2, 'It must be an amount in pounds, such as 12.50.'],
    [['decide', 'R-0000-0000', 'partial', '-5'], 2, '-5'],
    [['decide', 'R-0000-0000', 'partial'], 1, 'Say how much, for example "partial 12.50".'],
    [['decide', 'R-0000-0000', 'full', '5'], 1, 'An amount goes with partial only.'],
    [['decide', 'R-0000-0000', 'full', '--pieces', '2'], 1, 'A number of pieces goes with exchange only.'],
    [['decide', 'R-0000-0000', 'exchange', '--without-return'], 1, '--without-return and --counting go with full and partial only.'],
    [['decide', 'R-0000-0000', 'exchange', '--pieces', '0'], 2, 'It must be a whole number from 1 to 99999.'],
    [['decline', 'R-0000-0000', '--reason', 'No.'], 1, 'There is no refund request R-0000-0000.'],
    [['decline', 'R-0000-0000'], 2, "required option '--reason <words>' not specified"],
    [['decline', 'R-0000-0000', '--reason', ' '], 1, 'Say why in one line of at most 300 characters: the buyer reads it.'],
    [['receive', 'R-0000-0000'], 1, 'There is no refund request R-0000-0000.'],
    [['receive', 'R-0000-0000', '--pieces', '1'], 1, 'A number of pieces goes with those only that go back to stock.'],
  ])('the command refunds %j is rejected with exit code %i and a message', async (parameters, code, sentence) => {
    const ended = await shop('refunds', ...parameters);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(sentence);
    expect(ended.err).not.toMatch(/ at .*\.ts:/);
  });
});
