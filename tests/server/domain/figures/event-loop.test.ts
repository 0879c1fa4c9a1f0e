import { PostgresAdapter, sql } from 'kysely';
import { expect, test } from 'vitest';
import { startOfUkDay } from '#contract/delivery-dates.ts';
import { exportBooks } from '#server/domain/figures/books.ts';
import { exportFigures, readFigures } from '#server/domain/figures/figures.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { aBuyer, sell } from '#tests/support/orders.ts';

const db = await freshDatabase('empty');
const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
const ordersADay = 40;
const days = 100;
const now = new Date('2026-06-30T12:00:00Z');
const range = { from: '2026-03-23', to: '2026-06-30', by: 'month' } as const;

/** Orders of each day, each refunded in part, straight in the database. */
const fill = async (): Promise<void> => {
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 20, stock: 1_000_000 });
  const numbers = Array.from({ length: ordersADay * days }, (_, number) => number);
  for (let from = 0; from < numbers.length; from += 500) {
    const part = numbers.slice(from, from + 500).map((number) => {
      const at = new Date(startOfUkDay('2026-03-23').getTime() + (number * 86_400_000) / ordersADay + 60_000).toISOString();
      return { id: `O${number}`, number: number + 1, at };
    });
    await db
      .insertInto('order')
      .values(
        part.map(({ id, number, at }) => ({
          ...({
            id,
            status: 'Delivered',
            billing: JSON.stringify(aBuyer),
            note: '',
            gift_message: '',
            shop_origin: '',
            trader: '',
          } as const),
          ...{ goods_total: 2000, delivery_total: 0, discount_total: 0, total: 2000, email_key: '', refuses_review_mail: 0 },
          ...{ invoice_number: number, invoiced_at: at, created_at: at, pay_by: at, vat_rate: 2000, vat_number: 'GB1' },
        })),
      )
      .execute();
    await db
      .insertInto('order_line')
      .values(
        part.map(({ id }) => ({
          ...{ order_id: id, position: 0, product_id: 'mug', product_name: 'Mug', quantity: 1, unit_price: 2000, delivery: 0, discount: 0 },
          ...{ is_personalised: 0, facts: '' },
        })),
      )
      .execute();
    await db
      .insertInto('payment')
      .values(
        part.map(({ id, at }) => ({
          session_id: id,
          order_id: id,
          attempt: 0,
          provider: 'stripe',
          url: '',
          status: 'paid',
          created_at: at,
        })),
      )
      .execute();
    await db
      .insertInto('money')
      .values(
        part.map(({ id, at }) => ({
          ...({ id, order_id: id, session_id: id, source: 'hand', state: 'done', amount: 500, created_at: at, at } as const),
        })),
      )
      .execute();
  }
  await sql`analyze`.execute(db);
};

/** The processor time of the longest piece of `work` that ran without a turn of the event loop, as a share of all its time, and the turns. */
const watchLoop = async (work: () => Promise<unknown>) => {
  let turns = 0;
  let longest = 0;
  const begun = process.cpuUsage();
  let before = begun;
  const spent = (since: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(since);
    return user + system;
  };
  const count = (): void => {
    turns += 1;
    longest = Math.max(longest, spent(before));
    before = process.cpuUsage();
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  try {
    await work();
  } finally {
    clearImmediate(timer);
  }
  longest = Math.max(longest, spent(before));
  return { turns, share: longest / spent(begun) };
};

await fill();

test.each([
  ['books', () => exportBooks(db, range, { now }), 50],
  ['figures', () => readFigures(db, range, now), 200],
  ['figures as a file', () => exportFigures(db, range, { now }), 4],
] as const)(
  'while %s of months are written the event loop runs, and no part of the work takes most of its time',
  async (_, work, least) => {
    const whole = await work();
    expect(typeof whole).toMatch(/string|object/);
    const runs = [await watchLoop(work), await watchLoop(work), await watchLoop(work), await watchLoop(work)];
    for (const { turns } of runs) expect(turns).toBeGreaterThanOrEqual(least);
    // A long piece of the work is long each time; the compiler and the garbage collector, whose threads count as well, are not. PostgreSQL works in
    // another process.
    if (!isPostgres && least > 10) expect(Math.min(...runs.map(({ share }) => share))).toBeLessThan(0.25);
  },
);
