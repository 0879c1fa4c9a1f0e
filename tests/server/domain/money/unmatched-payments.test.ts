import { beforeEach, describe, expect, test } from 'vitest';
import { recordWebhookEvent } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { listUnmatched, refundUnmatched, settleUnmatched, unmatchedState } from '#server/domain/money/unmatched-payments.ts';
import type { RefundEvent } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { minutesLater } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const stripe = await startFakeStripe();
const sellerEmail = 'seller@shop.example';
const later = minutesLater(5);

/** A payment for an order that is not in the database. */
const unmatched = (id: string, sessionId = `cs_${id}`) =>
  recordWebhookEvent(
    db,
    {
      eventId: id,
      sessionId,
      outcome: 'paid',
      amount: 645,
      reference: `pi_${sessionId}`,
      openedFor: { orderId: 'LOST-LOST-LOST-LOST', attempt: 0, provider: 'stripe' },
    },
    { now: minutesLater(1), sellerEmail },
  );
const refund = (id: string, provider = stripe.payments) => refundUnmatched(db, provider, id, () => later);
/** The event that the bank has sent the shop's refund back. */
const returned = (reference: string, payment = 'pi_cs_evt_1') =>
  ({
    kind: 'refund',
    reference,
    payment,
    id: `unmatched:${payment.replace(/^pi_/, '')}`,
    amount: 645,
    state: 'failed',
    reason: 'failed (expired card)',
  }) as const satisfies RefundEvent;
const hearOf = (event: RefundEvent) => recordMoney(db, event, { now: minutesLater(9), sellerEmail });
const stateOf = async (id: string) => {
  const [found] = (await listUnmatched(db, { isOpen: false })).filter(({ event_id }) => event_id === id);
  return found && unmatchedState(found);
};

beforeEach(async () => {
  stripe.mend();
  stripe.refunds.clear();
  stripe.answers.clear();
  for (const table of ['unmatched_payment', 'payment_event', 'money', 'mail'] as const) await db.deleteFrom(table).execute();
  await unmatched('evt_1');
});

test.each(['processing', 'failed', 'expired'] as const)(
  'an event that a payment is %s, for an order that the shop does not have, is no unmatched payment',
  async (outcome) => {
    const opened = { orderId: 'LOST-LOST-LOST-LOST', attempt: 0, provider: 'stripe' } as const;
    const event = { eventId: 'evt_2', sessionId: 'cs_evt_2', outcome, openedFor: opened };
    expect(await recordWebhookEvent(db, event, { now: minutesLater(1), sellerEmail })).toBe(false);
    expect((await listUnmatched(db, { isOpen: false })).map(({ event_id }) => event_id)).toEqual(['evt_1']);
  },
);

describe('the seller refunds a payment for an order that the shop does not have', () => {
  test('an unmatched payment is refunded whole and once, also when the command is repeated or runs twice at once', async () => {
    expect((await listUnmatched(db, { isOpen: true })).map(({ event_id }) => event_id)).toEqual(['evt_1']);
    // The later of the two calls may find the payment refunded already.
    const outcomes = await Promise.allSettled([refund('evt_1'), refund(' evt_1 ')]);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    expect([...stripe.refunds.values()]).toMatchObject([{ payment_intent: 'pi_cs_evt_1', amount: 645 }]);
    await expect(refund('evt_1')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^evt_1 was refunded on .*: re_/),
    });
    expect(stripe.refunds.size).toBe(1);
    expect(await listUnmatched(db, { isOpen: true })).toEqual([]);
  });

  test('after a lost answer, the next try to refund an unmatched payment finds the refund that was made', async () => {
    stripe.state.answersAreLost = true;
    await expect(refund('evt_1')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^It could not be refunded: /),
    });
    expect(await stateOf('evt_1')).toBe('open');
    stripe.state.answersAreLost = false;
    const { refund_reference, problem } = await refund('evt_1');
    expect([...stripe.refunds.values()].map(({ id }) => id)).toEqual([refund_reference]);
    expect(problem).toBe('');
  });

  test('an unmatched payment is refunded as soon as the cause of an error of Stripe is gone, which repeats it for the same idempotency key', async () => {
    stripe.state.refundError = { status: 400, code: 'balance_insufficient', message: 'Too little balance.' };
    for (let times = 0; times < 2; times += 1) await expect(refund('evt_1')).rejects.toMatchObject({ kind: 'conflict' });
    stripe.state.refundError = undefined;
    await refund('evt_1');
    expect(await stateOf('evt_1')).toBe('refunded');
    expect(stripe.refunds.size).toBe(1);
  });

  test('a second event of the same payment is no second unmatched payment, and is not mailed again', async () => {
    expect(await unmatched('evt_2', 'cs_evt_1')).toBe(false);
    expect((await listUnmatched(db, { isOpen: false })).map(({ event_id }) => event_id)).toEqual(['evt_1']);
    expect(await db.selectFrom('mail').select('recipient').execute()).toHaveLength(1);
  });

  test('a refund that the bank returns is told to the seller once, is not tried again, and is settled by hand', async () => {
    const { refund_reference } = await refund('evt_1');
    await db.deleteFrom('mail').execute();
    for (let times = 0; times < 2; times += 1) await hearOf(returned(refund_reference ?? ''));
    expect(await stateOf('evt_1')).toBe('returned');
    const mails = await db.selectFrom('mail').select(['recipient', 'text']).execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.recipient).toBe(sellerEmail);
    expect(mails[0]?.text).toContain('failed (expired card)');
    await expect(refund('evt_1')).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('came back') });
    await settleUnmatched(db, 'evt_1', ' bank transfer ', later);
    expect(await listUnmatched(db, { isOpen: false })).toMatchObject([{ refund_reference: 'bank transfer', problem: '' }]);
    await hearOf(returned('re_unknown'));
    expect(await stateOf('evt_1')).toBe('refunded');
  });

  test('the return of an unmatched payment’s refund that is reported before the refund’s answer is kept', async () => {
    const early = {
      ...stripe.payments,
      refund: async (): Promise<RefundEvent> => {
        await hearOf(returned('re_early'));
        return { ...returned('re_early'), state: 'done', reason: '' };
      },
    };
    await refund('evt_1', early);
    expect(await stateOf('evt_1')).toBe('returned');
  });

  test('an unmatched payment whose refund fails at once stays open, with the reason', async () => {
    const failing = { ...stripe.payments, refund: async () => returned('re_failed') };
    await expect(refund('evt_1', failing)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'It could not be refunded: failed (expired card)',
    });
    expect(await stateOf('evt_1')).toBe('open');
    expect(await listUnmatched(db, { isOpen: true })).toMatchObject([{ problem: 'failed (expired card)' }]);
  });

  test('the report of a refund whose answer was lost completes it, so that nothing is refunded twice', async () => {
    stripe.state.answersAreLost = true;
    await expect(refund('evt_1')).rejects.toMatchObject({ kind: 'conflict' });
    stripe.state.answersAreLost = false;
    const [made] = [...stripe.refunds.values()];
    for (let times = 0; times < 2; times += 1) await hearOf({ ...returned(made?.id ?? ''), state: 'done', reason: '' });
    expect(await listUnmatched(db, { isOpen: false })).toMatchObject([{ refund_reference: made?.id, problem: '' }]);
    await expect(refund('evt_1')).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('was refunded on') });
    expect(stripe.refunds.size).toBe(1);
  });

  test('the report of a refund that comes after the seller has settled the payment by hand changes nothing of what was written', async () => {
    await settleUnmatched(db, 'evt_1', 'sent the goods', later);
    await hearOf({ ...returned('re_late'), state: 'done', reason: '' });
    expect(await listUnmatched(db, { isOpen: false })).toMatchObject([
      { refund_reference: 'sent the goods', refunded_at: later.toISOString(), problem: '' },
    ]);
  });

  test('an unmatched payment in another currency is left to the provider’s dashboard', async () => {
    await db.updateTable('unmatched_payment').set({ amount: null }).execute();
    await expect(refund('evt_1')).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('not paid in pounds') });
    expect(stripe.refunds.size).toBe(0);
    await settleUnmatched(db, 'evt_1', 'refunded in Stripe', later);
    expect(await stateOf('evt_1')).toBe('refunded');
  });

  test('an unmatched payment with an unknown id, of the test page, settled, or with a text of several lines is not refunded or settled', async () => {
    await expect(refund('evt_0')).rejects.toMatchObject({ kind: 'notFound', message: 'There is no unmatched payment evt_0.' });
    await expect(refund('evt_1', testPayments)).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('test page') });
    await expect(settleUnmatched(db, 'evt_1', 'one\ntwo', later)).rejects.toMatchObject({ kind: 'invalid' });
    await settleUnmatched(db, 'evt_1', 'sent the goods', later);
    await expect(settleUnmatched(db, 'evt_1', 'cheque', later)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(refund('evt_1')).rejects.toMatchObject({ message: expect.stringContaining('sent the goods') });
    expect(stripe.refunds.size).toBe(0);
  });
});
