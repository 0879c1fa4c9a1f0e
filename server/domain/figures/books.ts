import { ukTime } from '#contract/delivery-dates.ts';
import { pence } from '#contract/money.ts';
import { vatIn } from '#contract/vat.ts';
import { ownCurrency } from '#server/db/columns.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { type Acting, addStaffEvent } from '#server/domain/desk/staff.ts';
import { instantsOf } from '#server/domain/figures/figures.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { formatInvoiceNumber, ratePrecision } from '#server/domain/orders/invoices.ts';
import { amountCell, toCsv } from '#server/domain/orders/order-file.ts';

type Entry = { readonly at: string; readonly kind: 'invoice' | 'credit note'; readonly amount: number } & Pick<
  Tables['order'],
  'id' | 'invoice_number' | 'vat_number' | 'vat_rate'
>;

const columns = ['day', 'document', 'invoice', 'order', 'gross', 'net', 'vat', 'vatRate', 'vatNumber'];

const toLine = ({ at, kind, amount, id, invoice_number, vat_number, vat_rate }: Entry): string => {
  const rate = (vat_rate ?? 0) / ratePrecision;
  const vat = vat_rate === null ? 0 : vatIn(pence(inPounds(amount)), rate);
  return toCsv([
    ukTime(new Date(at)).day,
    kind,
    formatInvoiceNumber(invoice_number ?? 0),
    id,
    ...[amount, amount - vat, vat].map(amountCell),
    vat_rate === null ? '' : rate,
    vat_number ?? '',
  ]);
};

/**
 * The books of these UK days for the accountant, as CSV: each invoice on the day it was numbered, and what went back of its payment as a credit
 * note on the day it went, as the buyer's invoice shows them. Amounts of both kinds are above zero.
 */
export const exportBooks = async (
  db: Database,
  range: { readonly from: string; readonly to: string },
  { by, now }: Acting & { readonly now: Date },
): Promise<string> => {
  if (by) await addStaffEvent(db, by, `${range.from}..${range.to}`, now);
  const [start, end] = instantsOf(range);
  const invoices = await db
    .selectFrom('order')
    .select(['id', 'invoice_number', 'vat_number', 'vat_rate', 'total', 'invoiced_at'])
    .where('invoiced_at', '>=', start)
    .where('invoiced_at', '<', end)
    .orderBy('invoice_number')
    .execute();
  const credits = await db
    .selectFrom('money')
    .innerJoin('payment', 'payment.session_id', 'money.session_id')
    .innerJoin('order', 'order.id', 'money.order_id')
    .select(['order.id', 'invoice_number', 'vat_number', 'vat_rate', 'money.amount', 'money.at'])
    .where('money.at', '>=', start)
    .where('money.at', '<', end)
    .where('money.source', '!=', 'payment')
    .where('money.state', '=', 'done')
    .where('money.currency', '=', ownCurrency)
    .where('payment.status', '=', paymentStatus.paid)
    .orderBy('money.at')
    .orderBy('money.id')
    .execute();
  const entries: Entry[] = [
    ...invoices.map(({ total, invoiced_at, ...order }): Entry => ({ ...order, kind: 'invoice', amount: total, at: invoiced_at ?? start })),
    ...credits.map((credit): Entry => ({ ...credit, kind: 'credit note' })),
  ];
  const sorted = entries.toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? -1 : 1));
  return [byteOrderMark, toCsv(columns), ...sorted.map(toLine)].join('');
};
