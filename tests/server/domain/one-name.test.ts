import { expect, test } from 'vitest';
import { fullName } from '#contract/full-name.ts';
import { buyerName } from '#server/db/order-record.ts';
import { orderLine } from '#server/domain/orders/order-file.ts';
import { requireOrder } from '#server/domain/orders/orders.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aPaidOrderIn } from '#tests/support/desk.ts';
import { sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');

test.each([
  [{ firstName: 'Ada', lastName: 'Byron' }, 'Ada Byron'],
  [{ firstName: 'Suharto', lastName: '' }, 'Suharto'],
  [{ firstName: 'Suharto' }, 'Suharto'],
  [{}, ''],
])('the full name of %j is “%s”', (person, name) => {
  expect(fullName(person)).toBe(name);
});

test('an order of somebody with one name shows no gap in names, mails and files', async () => {
  await sell(db, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 9 });
  const id = await aPaidOrderIn(db, { productId: 'spoon', buyer: { firstName: 'Suharto', lastName: '' } });
  const found = await requireOrder(db, id);
  expect(buyerName(found)).toBe('Suharto');
  expect(orderLine(found)).toContain(',Suharto,12 Mill Lane,');
  const mails = await db.selectFrom('mail').select('text').execute();
  expect(mails.length).toBeGreaterThan(0);
  for (const { text } of mails) {
    expect(text).toContain('Suharto');
    expect(text).not.toMatch(/Suharto (?: |,|$)/m);
  }
});
