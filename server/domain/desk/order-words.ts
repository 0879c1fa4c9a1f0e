import { billingOf, furtherParcelsOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { withWhole, wordsOf, wordsOfPhone } from '#server/domain/desk/words.ts';
import { formatInvoiceNumber } from '#server/domain/orders/invoices.ts';

/** The words of personal data; an order whose contact is erased is not found by what is left of it. */
const wordsOfBuyer = ({ firstName, lastName, email, phone, city, postalCode }: ReturnType<typeof billingOf>): string[] => [
  ...[firstName, lastName, email, city].flatMap(wordsOf),
  ...withWhole(postalCode),
  ...wordsOfPhone(phone),
];

/**
 * Writes the words that an order is found by anew: id, buyer, goods, tracking numbers, invoice number, references of refund requests. Called
 * wherever one of them is set, in the same transaction.
 */
export const writeOrderWords = async (transaction: Database, orderId: string): Promise<void> => {
  const row = await transaction.selectFrom('order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const goods = await transaction
    .selectFrom('order_line')
    .leftJoin('product', 'product.id', 'order_line.product_id')
    .select(['order_line.product_name', 'product.sku'])
    .where('order_line.order_id', '=', orderId)
    .execute();
  const requests = await transaction.selectFrom('refund').select(['reference', 'track_id']).where('order_id', '=', orderId).execute();
  const words = new Set([
    ...withWhole(orderId),
    ...(row.email_key === '' ? [] : wordsOfBuyer(billingOf({ row }))),
    ...goods.flatMap(({ product_name, sku }) => [...wordsOf(product_name), ...withWhole(sku ?? '')]),
    ...[row.track_id ?? '', ...furtherParcelsOf(row).map(({ trackId }) => trackId)].flatMap(withWhole),
    ...(row.invoice_number === null ? [] : [...withWhole(formatInvoiceNumber(row.invoice_number)), String(row.invoice_number)]),
    ...requests.flatMap(({ reference, track_id }) => [...withWhole(reference), ...withWhole(track_id ?? '')]),
  ]);
  words.delete('');
  await transaction.deleteFrom('order_word').where('order_id', '=', orderId).execute();
  await transaction
    .insertInto('order_word')
    .values([...words].map((word) => ({ order_id: orderId, word })))
    .execute();
};
