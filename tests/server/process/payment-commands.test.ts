import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop } from '#server/open-shop.ts';
import { runShopCommand, runShopCommandWith } from '#tests/server/process/run-command.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-payments-'));
const stripe = await startFakeStripe();
afterAll(() => rm(dataDir, { recursive: true }));
const payments = (...parameters: string[]) => runShopCommand(dataDir, 'payments', ...parameters);

beforeAll(async () => {
  const { db } = await openShop({ dataDir, databaseUrl: undefined });
  const row = { order_id: 'LOST-LOST-LOST-LOST', received_at: '2025-09-01T09:00:00.000Z', problem: '' };
  await db
    .insertInto('unmatched_payment')
    .values([
      { ...row, event_id: 'evt_1', session_id: 'cs_1', amount: 645, reference: 'pi_1' },
      { ...row, event_id: 'evt_2', session_id: 'cs_2', amount: null, reference: null },
    ])
    .execute();
  await db.destroy();
}, 60_000);

describe('the command payments find-unmatched', { timeout: 60_000 }, () => {
  const find = (...parameters: string[]) =>
    runShopCommandWith(
      {
        DATA_DIR: dataDir,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.apiUrl,
      },
      'payments',
      'find-unmatched',
      ...parameters,
    );

  test('paid sessions of the provider without an order are listed once, and are unmatched payments from then on', async () => {
    const orderId = 'GONE-GONE-GONE-GONE';
    const session = {
      id: 'cs_9',
      object: 'checkout.session',
      url: '',
      created: Date.parse('2026-11-20T08:00:00Z') / 1000,
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1250,
      currency: 'gbp',
      metadata: { orderId, attempt: '0' },
      payment_intent: 'pi_9',
    };
    const paidAt = new Date(session.created * 1000);
    stripe.keep('checkout.session.completed', session, paidAt);
    stripe.keep('checkout.session.completed', { ...session, id: 'cs_10', currency: 'usd', payment_intent: 'pi_10' }, paidAt);
    const ids = stripe.events.map(({ id }) => id);
    expect((await find('--since', '2026-11-21')).out).toBe('There are no new ones. Known ones: shop payments unmatched\n');
    const { code, out } = await find('--since', '2026-11-20');
    expect([code, out]).toEqual([0, expect.stringMatching(/evt_\S+ +£12\.50 +GONE-GONE-GONE-GONE +pi_9/)]);
    expect(out).toMatch(/evt_\S+ +USD 12\.50 +GONE-GONE-GONE-GONE +pi_10/);
    expect(JSON.parse((await find('--since', '2026-11-20', '--json')).out)).toEqual([]);
    expect((await payments('unmatched', '--open')).out).toContain(orderId);
    for (const id of ids) await payments('settle-unmatched', id, '--how', 'sent the goods');
  });

  test('without a provider to ask, or while it does not answer, the search is refused with a message', async () => {
    expect(await payments('find-unmatched', '--since', '2026-11-20')).toMatchObject({ code: 1, err: expect.stringContaining('test page') });
    stripe.state.isDown = true;
    expect(await find('--since', '2026-11-20')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The payment provider could not be asked: .+\n$/),
    });
    stripe.mend();
    expect(await find('--since', 'yesterday')).toMatchObject({ code: 2, err: expect.stringContaining('It must be a day such as') });
  });
});

describe('the commands payments', { timeout: 60_000 }, () => {
  test('unmatched payments are listed and settled, and a shop on its test page refunds none', async () => {
    const { out } = await payments('unmatched', '--open');
    expect(out).toMatch(/^PAYMENT ID +STATE +AMOUNT/);
    expect(out).toMatch(/evt_1 +open +£6\.45 +LOST-LOST-LOST-LOST +pi_1 +2025-09-01 09:00/);
    expect(out).toMatch(/evt_2 +open +see the provider +LOST-LOST-LOST-LOST +cs_2/);
    expect(await payments('refund-unmatched', 'evt_1')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('test page') });
    expect(await payments('settle-unmatched', 'evt_1', '--how', 'sent the goods')).toMatchObject({
      code: 0,
      out: 'The payment evt_1 for order LOST-LOST-LOST-LOST is settled: sent the goods.\n',
    });
    expect(JSON.parse((await payments('unmatched', '--open', '--json')).out)).toMatchObject([{ id: 'evt_2', state: 'open', amount: null }]);
    expect((await payments('unmatched')).out).toMatch(/evt_1 +refunded .* sent the goods/);
  });

  test.each<[string[], number, string]>([
    [['refund-unmatched', 'evt_0'], 1, 'There is no unmatched payment evt_0.'],
    [['refund-unmatched'], 2, "missing required argument 'id'"],
    [['settle-unmatched', 'evt_2'], 2, "required option '--how <words>' not specified"],
    [['settle-unmatched', 'evt_0', '--how', 'cheque'], 1, 'There is no unmatched payment evt_0.'],
  ])('%j of the commands payments is rejected with exit code %i and a message', async (parameters, code, sentence) => {
    expect(await payments(...parameters)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });
});
