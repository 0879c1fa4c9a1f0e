import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { orderSteps } from '#contract/order.ts';
import {
  addCommand,
  addPageOptions,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  pageOf,
  rejectAsInvalid,
  toMinute,
} from '#server/commands/command-context.ts';
import { parseDay } from '#server/commands/parse.ts';
import { formatCount, formatPence } from '#server/db/columns.ts';
import { buyerName, type OrderRecord } from '#server/db/order-record.ts';
import type { OrderState } from '#server/db/schema.ts';
import { writeOrders } from '#server/domain/orders/order-file.ts';
import { type OrderFilter, pageOfOrders, summaryOf } from '#server/domain/orders/order-search.ts';
import { listParcels, type Parcel } from '#server/domain/seller/parcels.ts';

const states = ['pending', 'expired', 'cancelled', ...orderSteps] as const satisfies readonly OrderState[];
const defaultMaxOrders = 50;

const noteOf = (found: OrderRecord): string => {
  const { hasNote, hasGiftMessage, isGiftWrapped, needsRefund, isPaymentProcessing, way } = summaryOf(found);
  return [
    ...(way === '' ? [] : [way]),
    ...(needsRefund ? ['to be refunded'] : []),
    ...(isPaymentProcessing ? ['bank has not answered'] : []),
    ...(hasNote ? ['note for the courier'] : []),
    ...(isGiftWrapped ? ['gift wrapped'] : []),
    ...(hasGiftMessage ? ['gift message'] : []),
  ].join(', ');
};

const toSendNoteOf = ({ found, cancelled }: Parcel): string =>
  [...(cancelled === '' ? [] : [`cancelled by the buyer, do not send: ${cancelled}`]), noteOf(found)].filter(Boolean).join(', ');

type RangeOptions = JsonOption & Pick<OrderFilter, 'status' | 'from' | 'to'> & { readonly paid?: true; readonly processing?: true };

const toFilter = ({ status, from, to, paid: isPaid, processing: isProcessing }: RangeOptions): OrderFilter => ({
  status,
  from,
  to,
  isPaid,
  isProcessing,
});

const addRangeOptions = (command: Command): Command =>
  command
    .addOption(new Option('--status <status>', 'only orders with this status').choices(states))
    .option('--paid', 'only orders that were paid, also those that were cancelled then')
    .option('--processing', 'only orders with a payment that a bank has not answered yet')
    .option('--from <day>', 'placed on this day in the UK or later', parseDay)
    .option('--to <day>', 'placed on this day in the UK or earlier', parseDay);

const postByOf = ({ postBy, isLate, exchange }: Parcel): string => {
  if (exchange) return '';
  return `${postBy ?? ''}${isLate ? ', late' : ''}`;
};

export const addOrderListCommands = (orders: Command, { withDatabase, print, printTable, write }: CommandContext): void => {
  const printPage = async (filter: OrderFilter, options: PageOptions): Promise<void> => {
    const found = await withDatabase((db) => pageOfOrders(db, filter, pageOf(options)));
    const head = ['order', 'status', 'total', 'pieces', 'placed (UTC)', 'post by', 'buyer', 'note'];
    const rows = found.map((order) => {
      const { id, status, pieces, createdAt, postBy, name } = summaryOf(order);
      return [id, status, formatPence(order.row.total), pieces, toMinute(createdAt), postBy ?? '', name, noteOf(order)];
    });
    printTable(options, { none: 'There are no such orders.', head, rows }, found.map(summaryOf));
  };
  const addListOptions = (command: Command): Command => addPageOptions(addRangeOptions(command), defaultMaxOrders);

  addListOptions(
    addCommand(orders, 'list', {
      description: 'list orders, newest first',
      notes: `An order is pending until it is paid, expired when it was not paid in time, and cancelled when you or its buyer cancelled it. "post by" is the
day by which its buyer was promised that you post it.`,
      examples: ['shop orders list --status confirmed --from 2026-03-01 --to 2026-03-31', 'shop orders list --page 2 --json'],
    }),
  ).action((options: PageOptions & RangeOptions) => printPage(toFilter(options), options));
  addCommand(orders, 'to-send', {
    description: 'list the parcels that must leave, the most urgent first: paid orders, and replacements of exchanges',
    notes: 'Buyers were promised the day in "post by". A replacement has none: it stands where an order of the day of its decision would.',
    examples: ['shop orders to-send', 'shop orders to-send --json'],
  }).action(async ({ json }: JsonOption) => {
    const parcels = await withDatabase((db) => listParcels(db, new Date()));
    const rows = parcels.map((parcel) => {
      const { found, exchange, pieces } = parcel;
      const note = exchange ? `replacement for ${exchange.reference}, decided on ${parcel.postBy}` : toSendNoteOf(parcel);
      return [postByOf(parcel), found.row.id, exchange ? 'exchange' : found.row.status, pieces, buyerName(found), note];
    });
    const head = ['post by', 'order', 'status', 'pieces', 'buyer', 'note'];
    printTable(
      { json },
      { none: 'Nothing waits to be sent.', head, rows },
      parcels.map(({ found, exchange, ...parcel }) => ({ ...summaryOf(found), ...parcel, exchange: exchange?.reference ?? null })),
    );
  });
  addListOptions(
    addCommand(orders, 'find', {
      description: 'find orders as the desk does, by how their words begin, newest first',
      examples: ['shop orders find "Ada Byron"', 'shop orders find LS1 --status Dispatch'],
    }),
  )
    .argument('<text>', 'words of name, email address, town, postcode or goods; a telephone, tracking or invoice number; an id')
    .action((text: string, options: PageOptions & RangeOptions) => printPage({ ...toFilter(options), text }, options));
  addRangeOptions(
    addCommand(orders, 'export', {
      description: 'write orders as CSV, to a file or to the console',
      notes: 'Amounts are in pounds, times those of the UK. Cells that a spreadsheet would take as a formula begin with a space.',
      examples: ['shop orders export march.csv --from 2026-03-01 --to 2026-03-31 --paid'],
    }),
  )
    .argument('[file]', 'standard output if left out')
    .action(async (file: string | undefined, options: RangeOptions) => {
      let lines = 0;
      await withDatabase(async (db) => {
        const csv = (async function* () {
          for await (const line of writeOrders(db, toFilter(options))) {
            lines += 1;
            yield line;
          }
        })();
        if (file === undefined) for await (const line of csv) write(line);
        // Readable by this user only: it holds names and addresses.
        else await rejectAsInvalid(writeFile(file, csv, { mode: 0o600 }), `${file} cannot be written.`);
      });
      const count = lines - 1;
      if (file !== undefined) print(options.json, `${formatCount(count, 'order')} written to ${file}.`, { file, orders: count });
    });
};
