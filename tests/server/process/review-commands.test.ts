import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { reportReview } from '#server/domain/reviews/review-moderation.ts';
import { writeReview } from '#server/domain/reviews/reviews.ts';
import { openShop } from '#server/open-shop.ts';
import { encodeImages } from '#server/storage/refund-images.ts';
import { runShopCommand } from '#tests/server/process/run-command.ts';
import { anOrderFor, anOrderRequest } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const home = await mkdtemp(path.join(tmpdir(), 'shop-reviews-'));
afterAll(() => rm(home, { recursive: true }));
const shop = (...parameters: string[]) => runShopCommand(home, 'reviews', ...parameters);
const now = new Date();
const soap = 'lavender-soap-bar';

/** Somebody buys soap and reviews it. */
const aReview = async (stars: 1 | 5, text: string, photographs: readonly Blob[] = []): Promise<string> => {
  const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
  const request = anOrderRequest(anOrderFor({ productId: soap }), { now });
  const { _id: order_id } = await placeOrder(db, request);
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', order_id).execute();
  const key = await issueToken(db, 'review', { subject: order_id }, now);
  const form = { productId: soap, key, stars, author: 'Ada B.', text };
  await writeReview(db, form, photographs, { account: undefined, encode: encodeImages, now });
  const { reference } = await db.selectFrom('review').select('reference').where('order_id', '=', order_id).executeTakeFirstOrThrow();
  await db.destroy();
  return reference;
};

let good = '';
let bad = '';
beforeAll(async () => {
  const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
  await db.destroy();
  good = await aReview(5, 'It smells of summer, and lasts long.', [new Blob([new Uint8Array(await aPhoto())])]);
  bad = await aReview(1, 'My neighbour Jack Smith says it stinks.');
}, 60_000);

describe('the commands reviews', { timeout: 60_000 }, () => {
  test('the seller lists what waits, and sees a review with its pictures before approving it', async () => {
    const listed = await shop('list', '--state', 'waiting');
    expect(listed.out).toMatch(new RegExp(`^${good} +waiting +5 +Lavender soap bar +Ada B\\. +1 `, 'm'));
    expect(await shop('approve', good)).toMatchObject({ code: 2, err: expect.stringContaining('--revision') });
    const shown = await shop('show', good.toLowerCase());
    expect(shown.out).toContain('5 stars for Lavender soap bar');
    expect(shown.out).toContain('It smells of summer, and lasts long.');
    expect(shown.out).toContain('revision 1');
    const file = /^ {2}(\/.+\.jpg)$/m.exec(shown.out)?.[1] ?? '';
    expect((await readFile(file)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(await shop('approve', good, '--revision', '2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has just changed it'),
    });
    expect(await shop('approve', good, '--revision', '1')).toMatchObject({
      code: 0,
      out: `Review ${good} is shown at Lavender soap bar from the next request on.\n`,
    });
    expect(await shop('approve', good, '--revision', '1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This review is approved already\./),
    });
  });

  test('the seller declines a review with a reason, which its author is mailed', async () => {
    expect(await shop('decline', bad, '--revision', '1')).toMatchObject({ code: 2 });
    expect(await shop('decline', bad, '--revision', '1', '--reason', 'It names somebody.')).toMatchObject({ code: 0 });
    expect((await shop('list')).out).toMatch(new RegExp(`^${bad} +declined: It names somebody\\.`, 'm'));
    expect((await runShopCommand(home, 'mail', 'list')).out).toContain('Your review of Lavender soap bar is not published');
  });

  test('the seller replies, looks at reports, keeps a review, and at last removes it', async () => {
    const shown = await aReview(5, 'It keeps its smell in the drawer.');
    await shop('approve', shown, '--revision', '1');
    expect(await shop('reply', shown, 'Thank you!')).toMatchObject({ code: 0, out: `Review ${shown} is shown with your reply.\n` });
    expect((await shop('reports')).out).toBe('There are no reported reviews.\n');
    const { db } = await openShop({ dataDir: home, databaseUrl: undefined });
    await reportReview(db, { reference: shown, reason: 'false' }, now);
    await db.destroy();
    expect((await shop('reports')).out).toMatch(new RegExp(`^${shown} +false 1× +5 `, 'm'));
    expect(await shop('keep', shown)).toMatchObject({ code: 0 });
    expect((await shop('reports')).out).toBe('There are no reported reviews.\n');
    expect(JSON.parse((await shop('remove', shown, '--reason', 'By the maker.', '--json')).out)).toMatchObject({
      state: 'removed',
      reply: 'Thank you!',
    });
    expect((await runShopCommand(home, 'mail', 'list')).out).toContain('Your review of Lavender soap bar is no longer shown');
    expect(await shop('remove', shown, '--reason', 'Again.')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This review is removed already\./),
    });
    expect(await shop('show', 'V-0000-0000')).toMatchObject({ code: 1, err: 'There is no review V-0000-0000.\n' });
  });
});
