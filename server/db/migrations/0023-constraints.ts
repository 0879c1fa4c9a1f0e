import type { Kysely, Migration } from 'kysely';
import { addReferences, addRules, isTime, oneOf, type Reference, type Rule, refuseBroken } from '#server/db/migrations/rules.ts';
import type { Tables } from '#server/db/schema.ts';

const rules: readonly Rule[] = [
  {
    table: 'product',
    name: 'product_prices',
    holds: '$base_price >= 0 and $reseller_price >= 0 and $delivery_cost >= 0 and $discount between 0 and 100',
    says: 'prices are not negative, and a discount is at most 100 %',
  },
  { table: 'product', name: 'product_in_stock', holds: '$sale_count between 0 and $stock', says: 'no more is sold than there is' },
  {
    table: 'product_size',
    name: 'product_size_in_stock',
    holds: '$sale_count between 0 and $stock',
    says: 'no more is sold than there is',
  },
  {
    table: 'product_type',
    name: 'product_type_in_stock',
    holds: '$sale_count >= 0 and ($stock is null or $sale_count <= $stock)',
    says: 'no more is sold than there is',
  },
  { table: 'product_type', name: 'product_type_price', holds: '$base_price >= 0', says: 'prices are not negative' },
  { table: 'picture', name: 'picture_origin_known', holds: oneOf('origin', ['shop', 'seller']), says: 'the origin is known' },
  {
    table: 'order',
    name: 'order_status_known',
    holds: oneOf('status', ['pending', 'lapsed', 'cancelled', 'confirmed', 'processing', 'Dispatch', 'Delivered']),
    says: 'the status is known',
  },
  {
    table: 'order',
    name: 'order_totals',
    holds: '$goods_total >= 0 and $delivery_total >= 0 and $total >= 0',
    says: 'totals are not negative',
  },
  { table: 'order', name: 'order_times', holds: isTime('created_at', 'pay_by'), says: 'times are ISO 8601 in UTC' },
  { table: 'order_line', name: 'order_line_pieces', holds: '$quantity > 0', says: 'a line has at least one piece' },
  {
    table: 'order_line',
    name: 'order_line_prices',
    holds: '$unit_price >= 0 and $delivery >= 0',
    says: 'prices are not negative',
  },
  {
    table: 'order_event',
    name: 'order_event_actor_known',
    holds: oneOf('actor', ['', 'buyer', 'seller', 'provider', 'job']),
    says: 'the actor is known',
  },
  {
    table: 'payment',
    name: 'payment_status_known',
    holds: oneOf('status', ['open', 'processing', 'paid', 'failed', 'expired', 'refund', 'refunded']),
    says: 'the status is known',
  },
  { table: 'payment', name: 'payment_counts', holds: '$attempt >= 0', says: 'attempts count from 0' },
  { table: 'payment', name: 'payment_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'payback', name: 'payback_amount', holds: '$amount is null or $amount > 0', says: 'an amount is more than nothing' },
  { table: 'payback', name: 'payback_counts', holds: '$tries >= 0', says: 'tries count from 0' },
  { table: 'payback', name: 'payback_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  {
    table: 'refund',
    name: 'refund_outcome_known',
    holds: `$outcome is null or ${oneOf('outcome', ['full', 'partial', 'exchange', 'declined'])}`,
    says: 'the outcome is known',
  },
  { table: 'refund', name: 'refund_amount', holds: '$amount is null or $amount > 0', says: 'an amount is more than nothing' },
  { table: 'refund', name: 'refund_pieces', holds: '$exchanged >= 0 and $restocked >= 0', says: 'pieces are not negative' },
  { table: 'refund', name: 'refund_times', holds: isTime('created_at'), says: 'times are ISO 8601 in UTC' },
  { table: 'account', name: 'account_role_known', holds: oneOf('role', ['customer', 'reseller']), says: 'the role is known' },
  { table: 'proof', name: 'proof_purpose_known', holds: oneOf('purpose', ['verify', 'reset']), says: 'the purpose is known' },
  { table: 'proof', name: 'proof_counts', holds: '$tries >= 0', says: 'tries count from 0' },
  { table: 'mail', name: 'mail_counts', holds: '$tries >= 0', says: 'tries count from 0' },
];

const references: readonly Reference[] = [
  { name: 'payback_payment', table: 'payback', column: 'session_id', parent: 'payment', parentColumn: 'session_id', onDelete: 'cascade' },
  { name: 'payback_refund', table: 'payback', column: 'request', parent: 'refund', parentColumn: 'reference', onDelete: 'cascade' },
];

const up = async (db: Kysely<Tables>): Promise<void> => {
  await refuseBroken(db, rules, references);
  for (const { name, table, column } of references) await db.schema.createIndex(`${name}_index`).on(table).column(column).execute();
  await addRules(db, rules);
  await addReferences(db, references);
};

/** Rules that the code keeps, kept by the database as well; versions before obey them. Landed migrations are never edited. */
export const constraints: Migration = { up };
