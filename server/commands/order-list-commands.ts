import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { startOfUkDay } from '#contract/delivery-dates.ts';
import { orderSteps } from '#contract/order.ts';
import { addCommand, type CommandContext, type JsonOption, rejectAsInvalid, toMinute } from '#server/commands/command-context.ts';
import { parseCount, parseDay } from '#server/commands/parse.ts';
import { formatTable } from '#server/commands/table.ts';
import { formatCount, formatPence } from '#server/db/columns.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, OrderState } from '#server/db/schema.ts';
import { inPounds } from '#server/domain/catalogue/catalogue.ts';
import { byteOrderMark } from '#server/domain/catalogue/catalogue-file.ts';
import { Invalid } from '#server/domain/failure.ts';
import { isOpen } from '#server/domain/money/ledger.ts';
import { isProcessing } from '#server/domain/money/payment-status.ts';
import { type OrderFilter, pageOfOrders, searchOrders } from '#server/domain/orders/order-search.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

const states = ['pending', 'expired', 'cancelled', ...orderSteps] as const satisfies readonly OrderState[];
const defaultMaxOrders = 50;

const buyerName = (found: OrderRecord): string => {
  const { firstName, lastName } = billingOf(found);
  return `${firstName} ${lastName}`;
};

const countPieces = ({ lines }: OrderRecord): number => lines.reduce((count, { quantity }) => count + quantity, 0);

/** An order for --json, as lists give it. */
export const orderToJson = (found: OrderRecord) => ({
  id: found.row.id,
  status: found.row.status,
  total: inPounds(found.row.total),
  pieces: countPieces(found),
  name: buyerName(found),
  email: billingOf(found).email,
  createdAt: found.row.created_at,
  needsRefund: found.money.some(isOpen),
  isPaymentProcessing: isProcessing(found),
});

const noteOf = (found: OrderRecord): string => {
  if (found.money.some(isOpen)) return 'to be refunded';
  return isProcessing(found) ? 'bank has not answered' : '';
};

/** Days of placing in the UK, as everywhere for the seller; `to` is included. */
type RangeOptions = { readonly status?: OrderState; readonly from?: string; readonly to?: string; readonly processing?: true };

const toFilter = ({ status, from, to, processing }: RangeOptions): OrderFilter => {
  if (from !== undefined && to !== undefined && from > to) throw new Invalid('The day of --from must not be after that of --to.');
  return {
    status,
    isProcessing: processing,
    from: from === undefined ? undefined : startOfUkDay(from).toISOString(),
    to: to === undefined ? undefined : startOfUkDay(to, 1).toISOString(),
  };
};

type ListOptions = JsonOption & RangeOptions & { readonly most: number; readonly page: number };

const printPage = async (
  { withDatabase, print }: CommandContext,
  filter: OrderFilter,
  { most: size, page, json }: ListOptions,
): Promise<void> => {
  const orders = await withDatabase((db) => pageOfOrders(db, filter, { page, size }));
  const rows = orders.map((found) => [
    found.row.id,
    found.row.status,
    formatPence(found.row.total),
    countPieces(found),
    toMinute(found.row.created_at),
    buyerName(found),
    noteOf(found),
  ]);
  const table = formatTable(['order', 'status', 'total', 'pieces', 'placed (UTC)', 'buyer', 'note'], rows);
  const more = rows.length < size ? '' : `\nThere may be more: --page ${page + 1}`;
  print(json, rows.length === 0 ? 'There are no such orders.' : `${table}${more}`, orders.map(orderToJson));
};

const list =
  (context: CommandContext) =>
  (options: ListOptions): Promise<void> =>
    printPage(context, toFilter(options), options);

const find =
  (context: CommandContext) =>
  (text: string, options: ListOptions): Promise<void> => {
    if (text.trim() === '') throw new Invalid('Say what to look for: a name, an email address, a postcode or an order id.');
    return printPage(context, { ...toFilter(options), text }, options);
  };

const csvColumns: readonly (readonly [name: string, value: (found: OrderRecord) => string | number])[] = [
  ['order', ({ row }) => row.id],
  ['status', ({ row }) => row.status],
  ['placed', ({ row }) => row.created_at],
  ['name', buyerName],
  ...(['streetAddress', 'streetAddress2', 'city', 'state', 'postalCode', 'phone', 'email'] as const).map(
    (field) => [field, (found: OrderRecord) => billingOf(found)[field] ?? ''] as const,
  ),
  ['pieces', countPieces],
  ['items', ({ lines }) => lines.map((line) => `${line.quantity} x ${describeItem(line)}`).join('; ')],
  ['voucher', ({ row }) => row.voucher_code ?? ''],
  ...(['goods_total', 'delivery_total', 'discount_total', 'total'] as const).map(
    (column) => [column.replace('_total', ''), ({ row }: OrderRecord) => inPounds(row[column]).toFixed(2)] as const,
  ),
  ['courier', ({ row }) => row.shipping_method ?? ''],
  ['tracking', ({ row }) => row.track_id ?? ''],
  ['note', ({ row }) => row.note],
];

/** A spreadsheet takes a cell that begins with = + - @ as a formula: it is prefixed with an apostrophe. */
const toCsv = (cells: readonly (string | number)[]): string =>
  stringify([[...cells]], { record_delimiter: '\r\n', quoted_match: /[\r\n]/, escape_formulas: true });

async function* exportLines(db: Database, filter: OrderFilter, onOrder: () => void): AsyncGenerator<string> {
  yield byteOrderMark + toCsv(csvColumns.map(([name]) => name));
  for await (const found of searchOrders(db, filter)) {
    onOrder();
    yield toCsv(csvColumns.map(([, value]) => value(found)));
  }
}

const exportOrders =
  ({ withDatabase, print, write }: CommandContext) =>
  async (file: string | undefined, { json, ...range }: JsonOption & RangeOptions): Promise<void> => {
    const filter = toFilter(range);
    let orders = 0;
    await withDatabase(async (db) => {
      const lines = exportLines(db, filter, () => {
        orders += 1;
      });
      if (file === undefined) for await (const line of lines) write(line);
      // Readable by this user only: it holds names and addresses.
      else await rejectAsInvalid(writeFile(file, lines, { mode: 0o600 }), `${file} cannot be written.`);
    });
    if (file !== undefined) print(json, `${formatCount(orders, 'order')} written to ${file}.`, { file, orders });
  };

const addRangeOptions = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'only orders with this status').choices(states))
    .option('--processing', 'only orders with a payment that a bank has not answered yet')
    .option('--from <day>', 'placed on this day in the UK or later', parseDay)
    .option('--to <day>', 'placed on this day in the UK or earlier', parseDay);

const addPagingOptions = (command: Command): Command =>
  addRangeOptions(command)
    .option('--most <number>', 'maximum number of orders', parseCount, defaultMaxOrders)
    .option('--page <number>', 'which page of them, counted from 1', parseCount, 1);

/** Adds `orders list`, `find` and `export`. */
export const addOrderListCommands = (orders: Command, context: CommandContext): void => {
  addPagingOptions(
    addCommand(orders, 'list', {
      description: 'list orders, newest first',
      notes:
        'An order is pending until it is paid, expired when it was not paid in time, and cancelled when you or its buyer cancelled it.',
      examples: ['shop orders list --status confirmed --from 2026-03-01 --to 2026-03-31', 'shop orders list --page 2 --json'],
    }),
  ).action(list(context));
  addPagingOptions(
    addCommand(orders, 'find', {
      description: 'find orders by name, email address, postcode or order id, newest first',
      examples: ['shop orders find "Ada Byron"', 'shop orders find LS1 --status Dispatch'],
    }),
  )
    .argument('<text>', 'words of a name, part of an email address, the beginning of a postcode, or an order id')
    .action(find(context));
  addRangeOptions(
    addCommand(orders, 'export', {
      description: 'write orders as CSV, to a file or to the console',
      notes: 'Amounts are in pounds, times in UTC. Cells that a spreadsheet would take as a formula begin with an apostrophe.',
      examples: ['shop orders export march.csv --from 2026-03-01 --to 2026-03-31 --status Delivered'],
    }),
  )
    .argument('[file]', 'standard output if left out')
    .action(exportOrders(context));
};
