import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesToPay } from '#contract/order.ts';
import { after, day, hour, minute } from '#server/db/columns.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { findDueChecks } from '#server/domain/money/payments.ts';
import { findDueWork, overdueOrders } from '#server/domain/orders/due-orders.ts';
import { minutesToOpenPayment, toRecords } from '#server/domain/orders/orders.ts';
import { testPayments } from '#server/payments/test.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';

const db = await freshDatabase('empty');
const now = openingDay;

/** Seconds before now: at every limit that a rule names, a second before and a second after it. */
const ages = fc
  .tuple(fc.constantFrom(0, 10, minutesToOpenPayment * minute, minutesToPay * minute, 5 * minute, hour, 7 * day), fc.constantFrom(-1, 0, 1))
  .map(([seconds, beside]) => seconds + beside);
const times = ages.map((seconds) => after(now, -seconds));
const maybeTimes = fc.option(times, { nil: null });
const payments = fc.record({
  status: fc.constantFrom(...Object.values(paymentStatus)),
  provider: fc.constantFrom('test', 'stripe'),
  created_at: times,
  checked_at: maybeTimes,
  due_at: maybeTimes,
});
const orders = fc.record({
  status: fc.constantFrom('pending', 'pending', 'pending', 'expired', 'cancelled', 'confirmed'),
  created_at: times,
  pay_by: times,
  payments: fc.array(payments, { maxLength: 2 }),
});

test('property: an order that was read has due work exactly when the query finds it overdue, and whenever one finds something to ask about it', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(orders, { minLength: 1, maxLength: 30 }), async (generated) => {
      await db.deleteFrom('order').execute();
      const rows = generated.map((order, number) => ({ ...order, id: `ORDER-${number}` }));
      await db
        .insertInto('order')
        .values(
          rows.map(({ id, status, created_at, pay_by }) => ({
            ...{
              id,
              status,
              created_at,
              pay_by,
              billing: '{}',
              note: '',
              gift_message: '',
              refuses_review_mail: 0,
              shop_origin: '',
              trader: '',
              email_key: 'ada@example.com',
            },
            ...{ goods_total: 500, delivery_total: 0, discount_total: 0, total: 500 },
          })),
        )
        .execute();
      const paid = rows.flatMap(({ id, payments: attempts }) =>
        attempts.map((payment, attempt) => ({ ...payment, attempt, order_id: id, session_id: `${id}-${attempt}`, url: '' })),
      );
      if (paid.length > 0) await db.insertInto('payment').values(paid).execute();

      const overdue = new Set((await overdueOrders(db, now).execute()).map(({ id }) => id));
      const found = await toRecords(db, await db.selectFrom('order').selectAll().execute());
      expect(found).toHaveLength(rows.length);
      for (const record of found) {
        const { id } = record.row;
        const { isOverdue, isAskable } = findDueWork(record, now);
        expect([id, isOverdue]).toEqual([id, overdue.has(id)]);
        const events = await testPayments.pendingEvents(db, now, id);
        const checks = await Promise.all(
          (['test', 'stripe'] as const).map((provider) => findDueChecks(db, provider, now, id).select('payment.session_id').execute()),
        );
        const isFound = events.length > 0 || checks.some((due) => due.length > 0);
        expect([id, isAskable || !isFound]).toEqual([id, true]);
        seen.add(`overdue ${isOverdue}`).add(`found ${isFound}`);
      }
    }),
    { numRuns: 30 },
  );
  expect([...seen].toSorted()).toEqual(['found false', 'found true', 'overdue false', 'overdue true']);
});
