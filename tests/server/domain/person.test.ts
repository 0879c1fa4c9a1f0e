import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderSteps } from '#contract/order.ts';
import type { OrderState, Tables } from '#server/db/schema.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { placeOrder, readOwnOrders } from '#server/domain/orders/orders.ts';
import { ownerOf } from '#server/domain/person.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, addAccounts, aKey, anOrderFor, anOrderRequest, sell } from '#tests/support/orders.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const db = await freshDatabase('empty');
await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 100_000 });

await addAccounts(db, 'u-ada', 'u-bob');
const ada = { id: 'u-ada', email: 'Ada@Example.com', hasProvedMailbox: true };
const states: readonly OrderState[] = ['pending', 'expired', 'cancelled', ...orderSteps];
const payments: readonly (Tables['payment']['status'] | undefined)[] = [
  undefined,
  'open',
  'processing',
  'failed',
  'expired',
  'paid',
  'unusable',
];
const everPaid: readonly unknown[] = ['paid', 'unusable'];
const buyers = ['ada', 'bob', 'guest', 'guest elsewhere'] as const;

type Case = {
  readonly status: OrderState;
  readonly payment: Tables['payment']['status'] | undefined;
  readonly by: (typeof buyers)[number];
};

const isHers = ({ status, payment, by }: Case, hasProvedMailbox: boolean): boolean => {
  const wasPaid = orderSteps.some((step) => step === status) || everPaid.includes(payment);
  return status !== 'expired' && (by === 'ada' || (by === 'guest' && wasPaid && hasProvedMailbox));
};

const place = async ({ status, payment, by }: Case): Promise<string> => {
  const { _id: id } = await placeOrder(
    db,
    anOrderRequest(
      {
        ...anOrderFor({ productId: 'spoon' }),
        billingInfo: { ...aBuyer, email: by === 'guest elsewhere' ? 'eve@example.com' : 'ada@example.com' },
      },
      { buyer: by === 'ada' || by === 'bob' ? { id: `u-${by}`, role: 'customer' } : undefined, shopOrigin: 'http://localhost' },
    ),
  );
  await db.updateTable('order').set({ status }).where('id', '=', id).execute();
  if (payment !== undefined)
    await db
      .insertInto('payment')
      .values({
        session_id: aKey(),
        order_id: id,
        attempt: 1,
        provider: 'test',
        url: '',
        status: payment,
        due_at: null,
        reference: null,
        created_at: openingDay.toISOString(),
        checked_at: null,
      })
      .execute();
  return id;
};

const listed = async (account = ada): Promise<string[]> => (await readOwnOrders(db, account)).map(({ row }) => row.id).toSorted();
/** The exported orders, without the expired ones: nobody can open them, so the account does not list them. */
const exported = async (account = ada): Promise<string[]> => {
  const { orders } = await exportPersonalData(db, ownerOf(account), openingDay).catch(() => ({ orders: [] }));
  return orders.flatMap(({ _id, status }) => (String(status) === 'expired' ? [] : [_id])).toSorted();
};

beforeEach(async () => {
  await db.deleteFrom('order').execute();
});

describe('the orders of a person', () => {
  test('an account lists the orders that its export holds, its own and guest orders that were ever paid, in every state of order and payment', async () => {
    const expected: string[] = [];
    for (const by of buyers)
      for (const status of states)
        for (const payment of payments) {
          const id = await place({ status, payment, by });
          if (isHers({ status, payment, by }, true)) expected.push(id);
        }
    expect(await listed()).toEqual(expected.toSorted());
    expect(await exported()).toEqual(expected.toSorted());
  });

  test('property: whatever orders there are, list and export agree, and without a proved mailbox both hold own orders only', async () => {
    const cases = fc.record({ status: fc.constantFrom(...states), payment: fc.constantFrom(...payments), by: fc.constantFrom(...buyers) });
    await fc.assert(
      fc.asyncProperty(fc.array(cases, { maxLength: 6 }), fc.boolean(), async (orders, hasProvedMailbox) => {
        await db.deleteFrom('order').execute();
        const account = { ...ada, hasProvedMailbox };
        const expected: string[] = [];
        for (const order of orders) {
          const id = await place(order);
          if (isHers(order, hasProvedMailbox)) expected.push(id);
        }
        expect(await listed(account)).toEqual(expected.toSorted());
        expect(await exported(account)).toEqual(expected.toSorted());
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});
