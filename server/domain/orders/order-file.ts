import { stringify } from 'csv-stringify/sync';
import { ownCurrency } from '#server/db/columns.ts';
import { billingOf, buyerName, countAll, describeParcels, describeWay, type OrderRecord, wayOf } from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { sumsOf } from '#server/domain/money/ledger.ts';
import { formatInvoiceNumber } from '#server/domain/orders/invoices.ts';
import { type OrderFilter, searchOrders } from '#server/domain/orders/order-search.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

/** An amount in a cell: pounds with pence. */
export const amountCell = (pence: number): string => inPounds(pence).toFixed(2);

/** The columns of the seller's file of orders; amounts in pounds, times in UTC. With tracking numbers added, it is a dispatch file. */
const columns: readonly (readonly [name: string, value: (found: OrderRecord) => string | number])[] = [
  ['order', ({ row }) => row.id],
  ['status', ({ row }) => row.status],
  ['placed', ({ row }) => row.created_at],
  ['name', buyerName],
  ...(['streetAddress', 'streetAddress2', 'city', 'state', 'postalCode', 'phone', 'email'] as const).map(
    (field) => [field, (found: OrderRecord) => billingOf(found)[field] ?? ''] as const,
  ),
  ['pieces', ({ lines }) => countAll(lines)],
  ['items', ({ lines }) => lines.map((line) => `${line.quantity} x ${describeItem(line)}`).join('; ')],
  ['voucher', ({ row }) => row.voucher_code ?? ''],
  ...(['goods_total', 'delivery_total', 'discount_total', 'total'] as const).map(
    (column) => [column.replace('_total', ''), ({ row }: OrderRecord) => amountCell(row[column])] as const,
  ),
  ['giftWrap', ({ row }) => (row.gift_wrap === null ? '' : amountCell(row.gift_wrap))],
  ['paidBack', ({ money }) => amountCell(sumsOf(money.filter(({ currency }) => currency === ownCurrency)).back)],
  ['paid', ({ row }) => row.invoiced_at ?? ''],
  ['invoice', ({ row }) => (row.invoice_number === null ? '' : formatInvoiceNumber(row.invoice_number))],
  ['way', ({ row }) => describeWay(wayOf(row))],
  ['postBy', ({ row }) => row.dispatch_by ?? ''],
  ['courier', ({ row }) => row.shipping_method ?? ''],
  ['tracking', ({ row }) => row.track_id ?? ''],
  ['furtherParcels', ({ row }) => describeParcels({ ...row, shipping_method: null, track_id: null }).join('; ')],
  ['note', ({ row }) => row.note],
  ['giftMessage', ({ row }) => row.gift_message],
];

/** A line of any CSV file of the shop. A spreadsheet takes a cell that begins with = + - @ as a formula: it is prefixed with an apostrophe. */
export const toCsv = (cells: readonly (string | number)[]): string =>
  stringify([[...cells]], { record_delimiter: '\r\n', quoted_match: /[\r\n]/, escape_formulas: true });

/** The line of the column names, which begins a file of orders, and the line of one order. */
export const orderHead = byteOrderMark + toCsv(columns.map(([name]) => name));
export const orderLine = (found: OrderRecord): string => toCsv(columns.map(([, value]) => value(found)));

/** Orders as CSV, newest first: the line of the column names, then one for each order. */
export async function* writeOrders(db: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield orderHead;
  for await (const found of searchOrders(db, filter)) yield orderLine(found);
}
