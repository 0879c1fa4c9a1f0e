import { type Command, InvalidArgumentError } from 'commander';
import { orderSteps } from '#contract/order.ts';
import { choosePayments } from '#server/choose-payments.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { addDispatchCommand } from '#server/commands/dispatch-command.ts';
import { addOrderListCommands, orderToJson } from '#server/commands/order-list-commands.ts';
import { formatTable } from '#server/commands/table.ts';
import { formatMoney, formatPence, inMainUnit } from '#server/db/columns.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Database, Money } from '#server/db/schema.ts';
import { NotFound } from '#server/domain/failure.ts';
import { isOpen, sumsOf } from '#server/domain/money/ledger.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { updateDueOrders } from '#server/domain/orders/due-orders.ts';
import { readOrderId } from '#server/domain/orders/order-id.ts';
import { changeStatus, listOrderEvents, type StatusChange } from '#server/domain/orders/order-status.ts';
import { readOrder, toOrder } from '#server/domain/orders/orders.ts';
import type { Env } from '#server/env.ts';
import { describeItem } from '#server/mail/templates/order-emails.ts';

/** Throws `NotFound`. */
const findOrder = async (db: Database, text: string): Promise<OrderRecord> => {
  const found = await readOrder(db, readOrderId(text));
  if (!found) throw new NotFound(`There is no order ${text}.`);
  return found;
};

/** Applies to an order what is due by the clock, before it is changed: the payment provider is asked before it expires. */
const updateOrder = async (db: Database, env: Env, text: string): Promise<void> => {
  const { payments } = await choosePayments(env);
  await updateDueOrders(db, payments, new Date(), readOrderId(text));
};

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
  const answerBy = answer_by === null ? '' : `, answer by ${answer_by.slice(0, 10)}`;
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
  const byHand = money.some((moved) => moved.source === 'hand' && isOpen(moved));
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

const describeOrder = (found: OrderRecord, events: Awaited<ReturnType<typeof listOrderEvents>>): string => {
  const { row, payments } = found;
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone, email } = billingOf(found);
  const sent = [row.shipping_method, row.track_id].filter(Boolean).join(', ');
  return [
    `Order ${row.id}: ${row.status}${found.money.some(isOpen) ? ', money is to be paid back' : ''}`,
    ...(sent === '' ? [] : [`Sent with ${sent}`]),
    '',
    describeLines(found),
    '',
    [
      `Goods ${formatPence(row.goods_total)}`,
      `delivery ${formatPence(row.delivery_total)}`,
      ...(row.voucher_code === null ? [] : [`voucher ${row.voucher_code} −${formatPence(row.discount_total)}`]),
      `total ${formatPence(row.total)}`,
    ].join(', '),
    '',
    ...[`${firstName} ${lastName}`, streetAddress, streetAddress2, city, state, postalCode, phone, email].filter(Boolean),
    ...(row.note === '' ? [] : ['', `Note: ${row.note}`]),
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

const show =
  ({ withDatabase, print }: CommandContext) =>
  async (text: string, { json }: JsonOption): Promise<void> => {
    const { found, events } = await withDatabase(async (db) => {
      const order = await findOrder(db, text);
      return { found: order, events: await listOrderEvents(db, order.row.id) };
    });
    const payments = found.payments.map(({ session_id, provider, status, reference }) => ({
      sessionId: session_id,
      provider,
      status,
      reference,
    }));
    print(json, describeOrder(found, events), {
      ...toOrder(found),
      events,
      payments,
      money: found.money.map(moneyToJson),
      needsRefund: found.money.some(isOpen),
    });
  };

const changeOrderStatus =
  ({ withDatabase, print }: CommandContext) =>
  async (
    text: string,
    to: StatusChange['to'],
    { method, tracking, json }: JsonOption & Pick<StatusChange, 'method' | 'tracking'>,
  ): Promise<void> => {
    const found = await withDatabase(async (db, env) => {
      await updateOrder(db, env, text);
      return changeStatus(db, text, { to, method, tracking, delivery: env.delivery, now: new Date() });
    });
    const notice = to === 'confirmed' ? '' : ' The buyer is told by email.';
    print(json, `Order ${found.row.id} is at ${to} now.${notice}`, orderToJson(found));
  };

const cancel =
  ({ withDatabase, print }: CommandContext) =>
  async (text: string, { reason, json }: JsonOption & { readonly reason?: string }): Promise<void> => {
    const found = await withDatabase(async (db, env) => {
      const now = new Date();
      const { payments } = await choosePayments(env);
      await updateDueOrders(db, payments, now, readOrderId(text));
      return cancelOrder(db, payments, text, { reason, now });
    });
    const money = found.money.some((row) => isOpen(row) && row.source === 'ours') ? ' The running shop pays back what was paid.' : '';
    print(
      json,
      `Order ${found.row.id} is cancelled, and its goods can be sold again.${money} The buyer is told by email.`,
      orderToJson(found),
    );
  };

const describeSettled = ({ request, ...money }: Money): string =>
  `${formatMoney(money)}${request === null ? '' : ` for request ${request}`}`;

const settle =
  ({ withDatabase, print }: CommandContext) =>
  async (
    text: string,
    { how, checked: isChecked, json }: JsonOption & { readonly how: string; readonly checked?: boolean },
  ): Promise<void> => {
    const now = new Date();
    const { found, settled } = await withDatabase(async (db, env) => {
      await updateOrder(db, env, text);
      const { row } = await findOrder(db, text);
      const rows = await settleByHand(db, row.id, how, now, { isChecked });
      return { found: await findOrder(db, row.id), settled: rows };
    });
    print(json, `Order ${found.row.id}: ${settled.map(describeSettled).join(', and ')} is settled by hand. The buyer is told by email.`, {
      ...orderToJson(found),
      settled: settled.map(moneyToJson),
      settledAt: now.toISOString(),
      how: how.trim(),
    });
  };

const parseStatus = (text: string): StatusChange['to'] => {
  const step = orderSteps.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (step === undefined) throw new InvalidArgumentError(`It must be one of ${orderSteps.join(', ')}.`);
  return step;
};

/** Adds the commands `orders`: `list`, `find`, `export`, `show`, `status`, `dispatch`, `cancel` and `settle`. */
export const addOrderCommands = (program: Command, context: CommandContext): void => {
  const orders = addGroup(program, 'orders', 'list orders, and change their status');
  addOrderListCommands(orders, context);
  addCommand(orders, 'show', {
    description: 'show one order: products, address, payments and history',
    examples: ['shop orders show 7Q2M-4XKP-0ZB1-9HTD'],
  })
    .argument('<id>', 'as in the mail; case, spaces and dashes do not matter')
    .action(show(context));
  addCommand(orders, 'status', {
    description: 'change the status of an order, and mail the buyer',
    notes: 'Orders go forward only: confirmed, processing, Dispatch, Delivered. Dispatch can be repeated to correct the tracking number.',
    examples: [
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD processing',
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD Dispatch --method "Royal Mail" --tracking RM1',
      'shop orders status 7Q2M-4XKP-0ZB1-9HTD Delivered',
    ],
  })
    .argument('<id>', 'as in "orders list"')
    .argument('<status>', orderSteps.join(', '), parseStatus)
    .option('--method <name>', 'with Dispatch: the courier')
    .option('--tracking <number>', 'with Dispatch: the tracking number')
    .action(changeOrderStatus(context));
  addDispatchCommand(orders, context);
  addCommand(orders, 'cancel', {
    description: 'cancel an order that is not yet sent, which cannot be undone, and mail the buyer',
    notes: `The goods go back to stock. What was paid goes back through the payment provider while the shop runs, and is retried until that succeeds;
an order that is not paid yet is released, and a payment that still arrives for it is paid back.`,
    examples: ['shop orders cancel 7Q2M-4XKP-0ZB1-9HTD --reason "The glaze of this batch has cracks."'],
  })
    .argument('<id>', 'as in "orders list"')
    .option('--reason <words>', 'why, in one line, for the buyer')
    .action(cancel(context));
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
    .action(settle(context));
};
