import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Day } from '#contract/delivery-dates.ts';
import type { Pence } from '#contract/money.ts';
import { vatIn, vatInCredits } from '#contract/vat.ts';
import { ownCurrency } from '#server/db/columns.ts';
import type { Database, Money, Tables } from '#server/db/schema.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { type ActingStaff, addStaffEvent } from '#server/domain/desk/staff.ts';
import { instantsOf, splitRange } from '#server/domain/figures/figures.ts';
import { movementsBack, movementsIn } from '#server/domain/money/money-back.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';
import { formatInvoiceNumber, ratePrecision } from '#server/domain/orders/invoices.ts';
import { amountCell, toCsv } from '#server/domain/orders/order-file.ts';

type Invoiced = Pick<Tables['order'], 'id' | 'invoice_number' | 'vat_number' | 'vat_rate' | 'total'>;

/** A line of the books, in pence: above zero what the buyer owes or gives back, below zero what goes to the buyer. */
type Entry = {
  readonly order: Invoiced;
  readonly at: string;
  readonly document: string;
  readonly amount: number;
  readonly vat: number | null;
};

const columns = ['day', 'document', 'invoice', 'order', 'gross', 'net', 'vat', 'vatRate', 'vatNumber'];
const invoiceColumns = ['order.id', 'order.invoice_number', 'order.vat_number', 'order.vat_rate', 'order.total'] as const;

/** Days that are read together. */
const daysPerRead = 7;

/** Lines that are written, and orders that are read, without a pause. */
const perPart = 100;

const toLine = (day: Day, { order, document, amount, vat }: Entry): string =>
  toCsv([
    day,
    document,
    formatInvoiceNumber(order.invoice_number ?? 0),
    order.id,
    ...[amount, amount - (vat ?? 0), vat ?? 0].map(amountCell),
    vat === null ? '' : (order.vat_rate ?? 0) / ratePrecision,
    order.vat_number ?? '',
  ]);

const rateOf = ({ vat_rate }: Invoiced): number | undefined => (vat_rate === null ? undefined : vat_rate / ratePrecision);

type Span = readonly [start: string, end: string];

const readInvoices = async (db: Database, [start, end]: Span): Promise<Entry[]> => {
  const rows = await db
    .selectFrom('order')
    .select([...invoiceColumns, 'invoiced_at'])
    .where('invoiced_at', '>=', start)
    .where('invoiced_at', '<', end)
    .execute();
  return rows.map(({ invoiced_at, ...order }) => {
    const rate = rateOf(order);
    const vat = rate === undefined ? null : vatIn(order.total as Pence, rate);
    return { order, at: invoiced_at ?? start, document: 'invoice', amount: order.total, vat };
  });
};

/** What moved of an order's money in a span. A lost dispute lowers no price, so that its VAT stays due. */
const creditsOf = (order: Invoiced, rows: readonly Money[], [start, end]: Span): Entry[] => {
  const movements = movementsBack(rows);
  const rate = rateOf(order);
  const credits = movements.filter(({ isDispute }) => !isDispute);
  const vats =
    rate === undefined
      ? []
      : vatInCredits(
          order.total as Pence,
          credits.map(({ amount }) => amount as Pence),
          rate,
        );
  return movements.flatMap((movement) => {
    const { at, amount, isDispute } = movement;
    if (at < start || at >= end) return [];
    const document = `${isDispute ? 'lost dispute' : 'credit note'}${amount < 0 ? ' reversed' : ''}`;
    const vat = vats[credits.indexOf(movement)];
    return [{ order, at, document, amount: -amount, vat: vat === undefined ? null : -vat }];
  });
};

const readCredits = async (db: Database, span: Span): Promise<Entry[]> => {
  const movedOrders = await sql<{ readonly order_id: string }>`select distinct order_id from ${movementsIn(span)}`.execute(db);
  const ids = movedOrders.rows.map(({ order_id }) => order_id).toSorted();
  const entries: Entry[] = [];
  for (let from = 0; from < ids.length; from += perPart) {
    if (from > 0) await setImmediate();
    const part = ids.slice(from, from + perPart);
    const orders = await db
      .selectFrom('order')
      .select(invoiceColumns)
      .where('id', 'in', part)
      .where('invoice_number', 'is not', null)
      .execute();
    const rows = await db
      .selectFrom('money')
      .innerJoin('payment', 'payment.session_id', 'money.session_id')
      .selectAll('money')
      .where('money.order_id', 'in', part)
      .where('money.currency', '=', ownCurrency)
      .where('payment.status', '=', paymentStatus.paid)
      .execute();
    for (const order of orders)
      entries.push(
        ...creditsOf(
          order,
          rows.filter(({ order_id }) => order_id === order.id),
          span,
        ),
      );
  }
  return entries;
};

/** The lines of a span, the oldest first. */
const readEntries = async (db: Database, span: Span): Promise<Entry[]> =>
  [...(await readInvoices(db, span)), ...(await readCredits(db, span))].toSorted((one, other) =>
    one.at === other.at ? (one.order.invoice_number ?? 0) - (other.order.invoice_number ?? 0) : one.at < other.at ? -1 : 1,
  );

/**
 * The books of these UK days for the accountant, as CSV: each invoice on the day it was numbered, what went back of its payment as a credit note below
 * zero on the day it went, and what a bank sent back as its reversal on the day it came. What they say of a day that is over never changes. Written
 * in parts, between which the event loop runs.
 */
export const exportBooks = async (
  db: Database,
  range: { readonly from: string; readonly to: string },
  { by, now }: ActingStaff & { readonly now: Date },
): Promise<string> => {
  if (by) await addStaffEvent(db, by, `${range.from}..${range.to}`, now);
  const parts = [byteOrderMark, toCsv(columns)];
  for (const days of splitRange(range, daysPerRead)) {
    await setImmediate();
    const entries = await readEntries(db, instantsOf(days));
    for (const day of splitRange(days, 1)) {
      const [start, end] = instantsOf(day);
      for (const [index, entry] of entries.filter(({ at }) => at >= start && at < end).entries()) {
        if (index % perPart === 0) await setImmediate();
        parts.push(toLine(day.from, entry));
      }
    }
  }
  return parts.join('');
};
