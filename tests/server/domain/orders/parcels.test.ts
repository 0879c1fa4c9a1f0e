import { beforeEach, expect, test } from 'vitest';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { listParcels } from '#server/domain/seller/parcels.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');

const place = async (status: 'pending' | 'confirmed' | 'processing' | 'Dispatch', productId: string, minutes: number): Promise<string> => {
  const payload = anOrderFor({ productId, quantity: 2 });
  const { _id } = await placeOrder(db, anOrderRequest(payload, { now: minutesLater(minutes) }));
  await db.updateTable('order').set({ status }).where('id', '=', _id).execute();
  return _id;
};

beforeEach(async () => {
  await db.deleteFrom('order').execute();
  await sell(
    db,
    { id: 'stool', name: 'Stool', basePrice: 90, stock: 99, makingDays: 5 },
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 99 },
  );
});

test('parcels that must leave are listed by the day that their buyers were promised, and late ones are marked', async () => {
  expect(await listParcels(db, minutesLater(0))).toEqual([]);
  const stool = await place('confirmed', 'stool', 0);
  const second = await place('confirmed', 'spoon', 2);
  const first = await place('processing', 'spoon', 1);
  await place('pending', 'spoon', 3);
  await place('Dispatch', 'spoon', 3);
  const listed = async (minutes: number) =>
    (await listParcels(db, minutesLater(minutes))).map(({ found, postBy, isLate, pieces }) => [found.row.id, postBy, isLate, pieces]);
  expect(await listed(60)).toEqual([
    [first, '2025-09-03', false, 2],
    [second, '2025-09-03', false, 2],
    [stool, '2025-09-10', false, 2],
  ]);
  // Until midnight of the promised day in the UK, and after it.
  const midnight = 60 * 24 * 2 + 14 * 60;
  expect((await listed(midnight - 1 / 60)).map(([, , isLate]) => isLate)).toEqual([false, false, false]);
  expect((await listed(midnight)).map(([, , isLate]) => isLate)).toEqual([true, true, false]);
});
