import { type Command, InvalidArgumentError } from 'commander';
import { fullName } from '#contract/full-name.ts';
import { orderSteps } from '#contract/order.ts';
import { choosePayments } from '#server/choose-payments.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { addOrderListCommands } from '#server/commands/order-list-commands.ts';
import { parseCount } from '#server/commands/parse.ts';
import { readText } from '#server/commands/read-text.ts';
import { formatTable } from '#server/commands/table.ts';
import { formatCount, formatMoney, formatPence, inMainUnit } from '#server/db/columns.ts';
import {
  billingOf,
  countAll,
  deliveryOptionOf,
  describeParcels,
  describeWay,
  extraLines,
  furtherParcelsOf,
  type OrderRecord,
} from '#server/db/order-record.ts';
import type { Money, Tables } from '#server/db/schema.ts';
import { Invalid } from '#server/domain/failure.ts';
import { linesOfParcel } from '#server/domain/money/declared-units.ts';
import { isRefundOpen, sumsOf } from '#server/domain/money/ledger.ts';
import { listRequests } from '#server/domain/money/order-refunds.ts';
import { settleOrder } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { dispatchOrders } from '#server/domain/orders/dispatch-orders.ts';
import { changeParcels } from '#server/domain/orders/further-parcels.ts';
import { listOrderEvents } from '#server/domain/orders/order-events.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { summaryOf } from '#server/domain/orders/order-search.ts';
import { changeStatus, type StatusChange } from '#server/domain/orders/order-status.ts';
import { requireOrder, toOrder } from '#server/domain/orders/orders.ts';
import { readShop } from '#server/domain/shop/read-shop.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

/** Instructions for the seller when a bank has returned a refund. */
export const settleHint = (orderId: string): string =>
  `Pay it another way, and then: shop orders settle ${orderId} --how "bank transfer of 3 March"`;

/** Where a ledger row of an order comes from, and its state, in words for the seller. */
const sources: Readonly<Record<Money['source'], string>> = {
  payment: 'payment',
  ours: 'refund by the shop',
  dashboard: 'refund in the dashboard',
  dispute: 'dispute',
  hand: 'refund by hand',
};

const describeState = ({ source, state, note, at, answer_by }: Money): string => {
  if (state === 'done') return source === 'dispute' ? `lost ${toMinute(at)}` : toMinute(at);
  if (state === 'sent') return note === '' ? 'being sent' : 'unclear';
  if (state === 'wanted') return source === 'hand' ? 'please pay it' : 'not yet';
  const answerBy = answer_by === null ? '' : `, answer by ${toMinute(answer_by)}`;
  return {
    inquiry: `asked about${answerBy}`,
    held: `held by the bank${answerBy}`,
    failed: 'came back',
    void: source === 'dispute' ? 'won' : 'not owed any more',
  }[state];
};

/** The sums of ledger rows in one currency. */
const describeSums = (money: readonly Money[], currency: string): string => {
  const { paid, back, held } = sumsOf(money);
  const open = sumsOf(money.filter(({ source }) => source === 'ours')).open;
  const byHand = sumsOf(money.filter(({ source }) => source === 'hand')).open;
  const format = (amount: number): string => formatMoney({ amount, currency });
  return [
    `Paid ${format(paid)}`,
    `paid back ${format(back)}`,
    ...(held > 0 ? [`held by the buyer’s bank ${format(held)}`] : []),
    ...(open > 0 ? [`on its way back ${format(open)}`] : []),
    ...(byHand > 0 ? [`to be paid by hand ${format(byHand)}`] : []),
  ].join(', ');
};

/** "5 of 20 paid back" and the rows behind it. */
const describeMoney = (found: OrderRecord): string[] => {
  const { money, row } = found;
  if (money.length === 0) return [];
  const table = formatTable(
    ['money', 'amount', 'state', 'reference', 'note'],
    money.map((moved) => [sources[moved.source], formatMoney(moved), describeState(moved), moved.reference ?? '', moved.note]),
  );
  const byHand = money.some((moved) => moved.source === 'hand' && isRefundOpen(moved));
  const sums = [...new Set(money.map(({ currency }) => currency))].map((currency) =>
    describeSums(
      money.filter((moved) => moved.currency === currency),
      currency,
    ),
  );
  return ['', table, ...sums, ...(byHand ? [`What came back is not tried again. ${settleHint(row.id)}`] : [])];
};

/** The lines, with what a voucher took off each. */
const describeLines = ({ row, lines }: OrderRecord): string => {
  const hasVoucher = row.voucher_code !== null;
  return formatTable(
    ['pieces', 'goods', 'each', 'delivery', ...(hasVoucher ? ['voucher'] : [])],
    lines.map((line) => [
      line.quantity,
      describeItem(line),
      formatPence(line.unit_price),
      formatPence(line.delivery),
      ...(hasVoucher ? [`−${formatPence(line.discount)}`] : []),
    ]),
  );
};

/** Until when an order that is not sent must be posted. */
const describePostBy = ({ row }: OrderRecord): string[] =>
  row.dispatch_by !== null && (row.status === 'confirmed' || row.status === 'processing') ? [`Post it by ${row.dispatch_by}`] : [];

/** The content of the parcel, for an order of which some units were cancelled or refunded before dispatch; none otherwise. */
const describeParcel = ({ lines }: OrderRecord, sent: readonly Tables['order_line'][]): string[] =>
  countAll(sent) === countAll(lines)
    ? []
    : ['', `In the parcel: ${sent.map((line) => `${line.quantity} × ${describeItem(line)}`).join('; ')}`];

const describeOrder = (
  found: OrderRecord,
  inParcel: readonly Tables['order_line'][],
  events: Awaited<ReturnType<typeof listOrderEvents>>,
): string => {
  const { row, payments } = found;
  const { streetAddress, streetAddress2, city, state, postalCode, phone, email, ...person } = billingOf(found);
  return [
    `Order ${row.id}: ${row.status}${found.money.some(isRefundOpen) ? ', money is to be paid back' : ''}; version ${events.length}`,
    ...describePostBy(found),
    ...(row.delivery_way === null ? [] : [`By: ${describeWay(deliveryOptionOf(row))}`]),
    ...describeParcels(row).map((parcel) => `Sent with ${parcel}`),
    '',
    describeLines(found),
    ...describeParcel(found, inParcel),
    '',
    [
      `Goods ${formatPence(row.goods_total)}`,
      ...extraLines(row).map(([name, cost]) => `${name.charAt(0).toLowerCase()}${name.slice(1)} ${cost}`),
      ...(row.voucher_code === null ? [] : [`voucher ${row.voucher_code} −${formatPence(row.discount_total)}`]),
      `total ${formatPence(row.total)}`,
    ].join(', '),
    '',
    ...[fullName(person), streetAddress, streetAddress2, city, state, postalCode, phone, email].filter(Boolean),
    ...(row.note === '' ? [] : ['', `Note for the courier: ${row.note}`]),
    ...(row.gift_wrap === null ? [] : ['', 'Gift wrapped']),
    ...(row.gift_message === '' ? [] : ['', `Gift message: ${row.gift_message}`]),
    ...(row.refuses_review_mail === 0 ? [] : ['', 'The buyer wants no mail that asks for a review.']),
    '',
    formatTable(
      ['when (UTC)', 'who', 'what happened'],
      events.map(({ at, actor, what }) => [toMinute(at), actor, what]),
    ),
    ...(payments.length === 0
      ? []
      : [
          '',
          formatTable(
            ['payment', 'through', 'status', 'reference'],
            payments.map(({ session_id, provider, status, reference }) => [session_id, provider, status, reference ?? '']),
          ),
        ]),
    ...describeMoney(found),
  ].join('\n');
};

const moneyToJson = ({ source, state, amount, currency, request, reference, note, answer_by, at }: Money) => ({
  source,
  state,
  amount: inMainUnit({ amount, currency }),
  currency,
  request,
  reference,
  note,
  answerBy: answer_by,
  at,
});

const describeSettled = ({ request, ...money }: Money): string =>
  `${formatMoney(money)}${request === null ? '' : ` for request ${request}`}`;

const parseStatus = (text: string): StatusChange['to'] => {
  const step = orderSteps.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (step === undefined) throw new InvalidArgumentError(`It must be one of ${orderSteps.join(', ')}.`);
  return step;
};

type StatusOptions = JsonOption & Pick<StatusChange, 'method' | 'tracking' | 'seen' | 'withCancelled'>;

type ParcelOptions = Omit<StatusOptions, 'withCancelled'> & { readonly remove?: string };

export const addOrderCommands = (program: Command, context: CommandContext): void => {
  const { withDatabase, print } = context;
  const orders = addGroup(program, 'orders', 'list orders, and change their status');
  addOrderListCommands(orders, context);
  addCommand(orders, 'show', {
    description: 'show one order: products, address, payments and history',
    examples: ['shop orders show 7Q2M-4XKP-0ZB1-9HTD'],
  })
    .argument('<id>', 'as in the mail; case, spaces and dashes do not matter')
    .action(async (text: string, { json }: JsonOption) => {
      const { found, sent, events } = await withDatabase(async (db) => {
        const order = await requireOrder(db, text);
        const requests = await listRequests(db, order.row.id);
        return { found: order, sent: linesOfParcel(order, requests), events: await listOrderEvents(db, order.row.id) };
      });
      const payments = found.payments.map(({ session_id, provider, status, reference }) => ({
        sessionId: session_id,
        provider,
        status,
        reference,
      }));
      print(json, describeOrder(found, sent, events), {
        ...toOrder(found),
        version: events.length,
        events,
        payments,
        money: found.money.map(moneyToJson),
        needsRefund: found.money.some(isRefundOpen),
      });
    });
  addCommand(orders, 'status', {
    description: 'change the status of an order, and mail the buyer',
    notes: `Orders go forward only: confirmed, processing, Dispatch, Delivered. To correct the tracking number, repeat Dispatch with the version that
"orders show" prints. With --seen nothing is done to an order that has changed since.`,
    examples: [
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD processing',
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD Dispatch --method "Royal Mail" --tracking RM1',
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD Dispatch --method "Royal Mail" --tracking RM2 --seen 4',
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD Delivered',
    ],
  })
    .argument('<id>', 'as in "orders list"')
    .argument('<status>', orderSteps.join(', '), parseStatus)
    .option('--method <name>', 'with Dispatch: the courier')
    .option('--tracking <number>', 'with Dispatch: the tracking number')
    .option('--seen <version>', 'the version of the order that you have looked at', parseCount)
    .option('--with-cancelled', 'with Dispatch: the parcel had gone with what its buyer has cancelled meanwhile')
    .action(async (text: string, to: StatusChange['to'], { json, ...details }: StatusOptions) => {
      const { order, isChanged } = await withDatabase(async (db, env) => {
        const { payments } = await choosePayments(env);
        const { delivery } = await readShop(db, env);
        return changeStatus(db, payments, text, { ...details, to, delivery, now: new Date() });
      });
      const notice = isChanged ? 'now. The buyer is told by email.' : 'like this already. Nothing was changed, and nobody was mailed.';
      print(json, `Order ${order.row.id} is at ${to} ${notice}`, { ...summaryOf(order), isChanged });
    });
  addCommand(orders, 'parcel', {
    description: 'add another parcel to an order that is on its way, correct or take out one, and mail the buyer',
    notes: `The first parcel is the one of "orders status … Dispatch". With --remove alone a parcel is taken out, and nobody is mailed.`,
    examples: [
      'shop orders parcel 7Q2M-4XKP-0ZB1-9HTD --method "Royal Mail" --tracking RM2',
      'shop orders parcel 7Q2M-4XKP-0ZB1-9HTD --method "Royal Mail" --tracking RM3 --remove RM2',
      'shop orders parcel 7Q2M-4XKP-0ZB1-9HTD --remove RM3',
    ],
  })
    .argument('<id>', 'as in "orders list"')
    .option('--method <name>', 'the courier')
    .option('--tracking <number>', 'the tracking number')
    .option('--remove <number>', 'the tracking number of the parcel to take out')
    .option('--seen <version>', 'the version of the order that you have looked at', parseCount)
    .action(async (text: string, { json, method, tracking, remove, seen }: ParcelOptions) => {
      if ((method === undefined) !== (tracking === undefined) || (method === undefined && remove === undefined))
        throw new Invalid('Say --method and --tracking of a parcel to add, or --remove, or all of them.');
      const add = method === undefined || tracking === undefined ? undefined : { shippingMethod: method.trim(), trackId: tracking.trim() };
      const { order, isChanged } = await withDatabase((db) =>
        changeParcels(db, readOrderId(text), { add, remove: remove?.trim(), seen, now: new Date() }),
      );
      const parcels = describeParcels(order.row);
      const told = add ? ' The buyer is told by email.' : '';
      print(
        json,
        `Order ${order.row.id} goes in ${formatCount(parcels.length, 'parcel')}: ${parcels.join('; ')}.${isChanged ? told : ' It was like this already, and nobody was mailed.'}`,
        { ...summaryOf(order), furtherParcels: furtherParcelsOf(order.row), isChanged },
      );
    });
  addCommand(orders, 'dispatch', {
    description: 'move the orders of a CSV file to Dispatch, and mail their buyers',
    notes: `Its first line names the columns: order, tracking and, if you like, courier; others are left alone, so it may be a file of "orders export".
Every line is checked before anything changes, and each bad one is named. The same file can be used again: what was sent like this before is
left alone. A line with another number is bad: correct that with "orders status".`,
    examples: ['shop orders dispatch --file sent.csv'],
  })
    .requiredOption('--file <file>', 'the CSV file')
    .action(async ({ file, json }: JsonOption & { readonly file: string }) => {
      const source = await readText(file);
      const result = await withDatabase(async (db, env) => {
        const { payments } = await choosePayments(env);
        const { delivery } = await readShop(db, env);
        return dispatchOrders(db, payments, source, { delivery, now: new Date() });
      });
      const { dispatched, unchanged, ignored } = result;
      const sentences = [
        `${formatCount(dispatched.length, 'order')} dispatched.`,
        ...(dispatched.length === 0 ? [] : ['The buyers are told by email.']),
        ...(unchanged.length === 0 ? [] : [`${formatCount(unchanged.length, 'order')} had been sent like this before.`]),
        ...(ignored.length === 0 ? [] : [`Other columns were not used: ${ignored.join(', ')}.`]),
      ];
      print(json, sentences.join(' '), result);
    });
  addCommand(orders, 'cancel', {
    description: 'cancel an order that is not yet sent, which cannot be undone, and mail the buyer',
    notes: `The goods go back to stock. What was paid goes back through the payment provider while the shop runs, and is retried until that succeeds;
an order that is not paid yet is released, and a payment that still arrives for it is paid back.`,
    examples: ['shop orders cancel 7Q2M-4XKP-0ZB1-9HTD --reason "The glaze of this batch has cracks."'],
  })
    .argument('<id>', 'as in "orders list"')
    .option('--reason <words>', 'why, in one line, for the buyer')
    .action(async (text: string, { reason, json }: JsonOption & { readonly reason?: string }) => {
      const found = await withDatabase(async (db, env) => {
        const { payments } = await choosePayments(env);
        return cancelOrder(db, payments, text, { reason, now: new Date() });
      });
      const money = found.money.some((row) => isRefundOpen(row) && row.source === 'ours')
        ? ' The running shop pays back what was paid.'
        : '';
      print(
        json,
        `Order ${found.row.id} is cancelled, and its goods can be sold again.${money} The buyer is told by email.`,
        summaryOf(found),
      );
    });
  addCommand(orders, 'settle', {
    description: 'record that you paid money back manually, and mail the buyer',
    notes: `The running shop pays money back through the payment provider. If that fails, or a bank returns the money days later, "orders show" says
so: pay it in another way, then record it here. This settles everything of the order that is not paid back yet, and the shop stops trying.
It is refused where a try ended without a clear answer, until the shop has looked, up to an hour later. If it cannot look, because the key was
revoked, for example, look at the payment provider yourself, and if the money was not paid there, say so with --checked.`,
    examples: [
      'shop orders settle 7Q2M-4XKP-0ZB1-9HTD --how "bank transfer of 3 March"',
      'shop orders settle 7Q2M-4XKP-0ZB1-9HTD --how "bank transfer of 3 March" --checked',
    ],
  })
    .argument('<id>', 'as in "orders list"')
    .requiredOption('--how <words>', 'how you paid it, in one line; the mail to the buyer quotes it')
    .option('--checked', 'you have looked at the payment provider, and it was not paid there')
    .action(async (text: string, { how, checked: isChecked, json }: JsonOption & { readonly how: string; readonly checked?: boolean }) => {
      const now = new Date();
      const { found, settled } = await withDatabase(async (db, env) => {
        const { row } = await requireOrder(db, text);
        const { payments } = await choosePayments(env);
        const { sellerEmail } = await readShop(db, env);
        const rows = await settleOrder(db, payments, { orderId: row.id, how, isChecked, now, sellerEmail });
        return { found: await requireOrder(db, row.id), settled: rows };
      });
      print(json, `Order ${found.row.id}: ${settled.map(describeSettled).join(', and ')} is settled by hand. The buyer is told by email.`, {
        ...summaryOf(found),
        settled: settled.map(moneyToJson),
        settledAt: now.toISOString(),
        how: how.trim(),
      });
    });
};
