import type { Database } from '#server/db/schema.ts';

/** Does the buyer's bank hold any of an order's payment? */
export const isDisputed = async (db: Database, orderId: string): Promise<boolean> => {
  const open = db.selectFrom('provider_return').select('reference').where('order_id', '=', orderId).where('state', '=', 'disputed');
  return (await open.executeTakeFirst()) !== undefined;
};
