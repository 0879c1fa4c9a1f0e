import { sql } from 'kysely';
import { type Pence, sum } from '#contract/money.ts';
import { orderSteps } from '#contract/order.ts';
import type { Database } from '#server/db/schema.ts';
import { goodwillIn } from '#server/domain/money/ledger.ts';

/** What a voucher took off the goods: free delivery takes nothing off them. */
const offGoods = (discount: 'order.discount_total' | 'order_line.discount') =>
  sql<number>`(case when (select kind from voucher where code = ${sql.ref('order.voucher_code')}) = 'delivery' then 0 else ${sql.ref(discount)} end)`;

/** Refunds of goods, as granted by refund requests, per product and order. Delivery, which a full refund includes, does not count. */
const sumRefundedGoods = async (db: Database, userId: string): Promise<Pence> => {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .where('order.user_id', '=', userId)
    .where('order.status', 'in', orderSteps)
    .where('refund.amount', 'is not', null)
    .groupBy(['refund.order_id', 'refund.product_id', 'order.voucher_code'])
    .select(({ fn, selectFrom }) => [
      fn.sum<string | number>('refund.amount').as('refunded'),
      selectFrom('order_line')
        .select((line) => line.fn.sum<string | number>(sql`unit_price * quantity - ${offGoods('order_line.discount')}`).as('goods'))
        .whereRef('order_line.order_id', '=', 'refund.order_id')
        .whereRef('order_line.product_id', '=', 'refund.product_id')
        .as('goods'),
    ])
    .execute();
  return sum(rows.map(({ refunded, goods }) => Math.min(Number(refunded), Number(goods ?? 0)) as Pence));
};

/** What went back beside refund requests, or is held by a buyer's bank. */
const otherwiseBack = async (db: Database, userId: string): Promise<number> => {
  const rows = await db
    .selectFrom('money')
    .innerJoin('order', 'order.id', 'money.order_id')
    .selectAll('money')
    .where('order.user_id', '=', userId)
    .where('order.status', 'in', orderSteps)
    .where('money.source', '!=', 'payment')
    .where('money.state', 'in', ['done', 'held'])
    .execute();
  const payments = [...new Set(rows.map(({ session_id }) => session_id))];
  return payments.reduce((total, payment) => total + goodwillIn(rows.filter(({ session_id }) => session_id === payment)), 0);
};

/** Total of the goods in a reseller's paid orders, less vouchers and what was refunded: seller levels count it. */
export const resellerSales = async (db: Database, userId: string): Promise<Pence> => {
  const row = await db
    .selectFrom('order')
    .select(({ fn }) => fn.sum<string | number | null>(sql`goods_total - ${offGoods('order.discount_total')}`).as('sales'))
    .where('user_id', '=', userId)
    .where('status', 'in', orderSteps)
    .executeTakeFirst();
  const sales = Number(row?.sales ?? 0) - (await sumRefundedGoods(db, userId)) - (await otherwiseBack(db, userId));
  return Math.max(0, sales) as Pence;
};
