import { stringify } from 'csv-stringify/sync';
import { ukTime } from '#contract/delivery-dates.ts';
import { apostrophes, fold } from '#contract/fold.ts';
import { ownCurrency } from '#server/db/columns.ts';
import {
  billingOf,
  buyerName,
  countAll,
  deliveryOptionOf,
  describeParcels,
  describeWay,
  type OrderRecord,
} from '#server/db/order-record.ts';
import type { Database } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { digitsOf } from '#server/domain/desk/words.ts';
import { sumsOf } from '#server/domain/money/ledger.ts';
import { formatInvoiceNumber } from '#server/domain/orders/invoices.ts';
import { type OrderFilter, searchOrders } from '#server/domain/orders/order-search.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

/** The cell of an amount in pence. `toCsv` writes a bigint as pounds with pence; below zero it is no formula. */
export const amountCell = (pence: number): bigint => BigInt(pence);

type Cell = string | number | bigint;

/** A time in a cell as a spreadsheet reads it, "2027-06-01 00:30", in the UK. */
export const timeCell = (at: string): string => {
  const { day, minutes } = ukTime(new Date(at));
  return `${day} ${[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')}`;
};

/** A telephone number that a spreadsheet does not take for a quantity, whose 0 it would drop: "07700 900142" of "+44 7700 900142". */
export const phoneCell = (phone: string): string => {
  const digits = /[a-z]/i.test(phone) ? '' : digitsOf(phone);
  if (/^0\d{9,10}$/.test(digits)) return `${digits.slice(0, 5)} ${digits.slice(5)}`;
  return /^\+?\d+$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3)}` : phone;
};

/** "Lukasz Oster-Gross" of "Łukasz Øster-Groß": Royal Mail's Click & Drop takes "standard Roman characters only" in names. */
export const romanCell = (name: string): string =>
  [...name.replaceAll(apostrophes, "'").normalize('NFC')]
    .map((letter) => {
      const plain = fold(letter);
      return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
    })
    .join('');

/** The columns of the seller's file of orders; amounts in pounds, times in the UK. With tracking numbers added, it is a dispatch file. */
const columns: readonly (readonly [name: string, value: (found: OrderRecord) => Cell])[] = [
  ['order', ({ row }) => row.id],
  ['status', ({ row }) => row.status],
  ['placed', ({ row }) => timeCell(row.created_at)],
  ['name', buyerName],
  ...(['streetAddress', 'streetAddress2', 'city', 'state', 'postalCode'] as const).map(
    (field) => [field, (found: OrderRecord) => billingOf(found)[field] ?? ''] as const,
  ),
  ['phone', (found) => phoneCell(billingOf(found).phone ?? '')],
  ['email', (found) => billingOf(found).email ?? ''],
  ['pieces', ({ lines }) => countAll(lines)],
  ['items', ({ lines }) => lines.map((line) => `${line.quantity} x ${describeItem(line)}`).join('; ')],
  ['voucher', ({ row }) => row.voucher_code ?? ''],
  ...(['goods_total', 'delivery_total', 'discount_total', 'total'] as const).map(
    (column) => [column.replace('_total', ''), ({ row }: OrderRecord) => amountCell(row[column])] as const,
  ),
  ['giftWrap', ({ row }) => (row.gift_wrap === null ? '' : amountCell(row.gift_wrap))],
  ['paidBack', ({ money }) => amountCell(sumsOf(money.filter(({ currency }) => currency === ownCurrency)).back)],
  ['paid', ({ row }) => (row.invoiced_at === null ? '' : timeCell(row.invoiced_at))],
  ['invoice', ({ row }) => (row.invoice_number === null ? '' : formatInvoiceNumber(row.invoice_number))],
  ['way', ({ row }) => describeWay(deliveryOptionOf(row))],
  ['postBy', ({ row }) => row.dispatch_by ?? ''],
  ['courier', ({ row }) => row.shipping_method ?? ''],
  ['tracking', ({ row }) => row.track_id ?? ''],
  ['furtherParcels', ({ row }) => describeParcels({ ...row, shipping_method: null, track_id: null }).join('; ')],
  ['note', ({ row }) => row.note],
  ['giftMessage', ({ row }) => row.gift_message],
  ['romanName', (found) => romanCell(buyerName(found))],
];

const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A spreadsheet takes a cell that begins with = + - @ as a formula: such a text begins with a space, after which it is none, and which label programs
 * trim. They would print an apostrophe ("'-1 Mill Lane"), and some spreadsheets take a tab away and read on.
 */
const plainCell = (cell: Cell): Cell => (typeof cell === 'string' && formula.test(cell) ? ` ${cell.trimStart()}` : cell);

/** A line of any CSV file of the shop, without formulas. */
export const toCsv = (cells: readonly Cell[]): string =>
  stringify([cells.map(plainCell)], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { bigint: (amount) => inPounds(Number(amount)).toFixed(2) },
  });

/** The line of the column names, which begins a file of orders, and the line of one order. */
export const orderHead = byteOrderMark + toCsv(columns.map(([name]) => name));
export const orderLine = (found: OrderRecord): string => toCsv(columns.map(([, value]) => value(found)));

/** Orders as CSV, newest first: the line of the column names, then one for each order. */
export async function* writeOrders(db: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield orderHead;
  for await (const found of searchOrders(db, filter)) yield orderLine(found);
}
