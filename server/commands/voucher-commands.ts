import { type Command, InvalidArgumentError } from 'commander';
import { ukTime } from '#contract/delivery-dates.ts';
import { type NewVoucher, newVoucher, voucherProblems } from '#contract/desk/vouchers.ts';
import { type Pence, pounds } from '#contract/money.ts';
import { addCommand, addGroup, type CommandContext, formatPounds, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { parseAmount, parseCount, parseDay } from '#server/commands/parse.ts';
import { formatTable } from '#server/commands/table.ts';
import { Invalid } from '#server/domain/failure.ts';
import { createVoucher, endVoucher, listVouchers, showVoucher, type VoucherView } from '#server/domain/vouchers/vouchers.ts';

/** The last day of an exclusive end. */
const lastDay = (end: string): string => ukTime(new Date(Date.parse(end) - 1)).day;

/** What it takes off: "10 %", "£5.00", "free delivery". */
const describeValue = ({ kind, value }: Pick<VoucherView, 'kind' | 'value'>): string => {
  if (kind === 'delivery') return 'free delivery';
  return kind === 'percent' ? `${value} %` : formatPounds(value);
};

const stateNames: Readonly<Record<VoucherView['state'], string>> = {
  open: 'open',
  coming: 'not yet',
  usedUp: 'used up',
  over: 'over',
  ended: 'ended',
};

const describeState = ({ state }: VoucherView): string => stateNames[state];

const describeUses = ({ uses, maxUses }: VoucherView): string => (maxUses === null ? String(uses) : `${uses} of ${maxUses}`);

/** What a voucher is for, one condition each. */
const describeConditions = ({ startsAt, endsAt, minimum, maxUsesEach, products, categories }: VoucherView): string[] => [
  ...(startsAt === null ? [] : [`from ${ukTime(new Date(startsAt)).day}`]),
  ...(endsAt === null ? [] : [`to ${lastDay(endsAt)}`]),
  ...(minimum === 0 ? [] : [`${formatPounds(minimum)} of goods at least`]),
  ...(maxUsesEach === null ? [] : [`${maxUsesEach} for each person`]),
  ...(products.length === 0 ? [] : [`for ${products.join(', ')}`]),
  ...(categories.length === 0 ? [] : [`for all in ${categories.join(', ')}`]),
];

type CreateOptions = JsonOption & {
  readonly percent?: number;
  readonly amount?: Pence;
  readonly freeDelivery?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly minimum?: Pence;
  readonly uses?: number;
  readonly perPerson?: number;
  readonly products?: readonly string[];
  readonly categories?: readonly string[];
};

/** The options as the desk's form would send them. */
const readVoucher = (
  code: string | undefined,
  { percent, amount, freeDelivery, minimum, json: _json, ...conditions }: CreateOptions,
): NewVoucher => {
  const given = [
    ...(percent === undefined ? [] : [{ kind: 'percent', value: percent } as const]),
    ...(amount === undefined ? [] : [{ kind: 'amount', value: pounds(amount) } as const]),
    ...(freeDelivery ? [{ kind: 'delivery' } as const] : []),
  ];
  if (given.length !== 1) throw new Invalid('Say what the voucher takes off with one of --percent, --amount and --free-delivery.');
  const read = newVoucher.safeParse({ ...given[0], ...conditions, code, minimum: minimum ? pounds(minimum) : undefined });
  if (read.success) return read.data;
  const problem = Object.entries(voucherProblems).find(([key]) => read.error.issues.some(({ message }) => message === key));
  throw new Invalid(problem?.[1] ?? 'There cannot be such a voucher.');
};

const parsePercent = (text: string): number => {
  const percent = Number(text.replace(/ ?%$/, ''));
  if (!Number.isInteger(percent) || percent < 1 || percent > 100)
    throw new InvalidArgumentError('It must be a whole percentage from 1 to 100.');
  return percent;
};

const parseList = (text: string): readonly string[] => text.split(',').flatMap((part) => part.trim() || []);

const asInList = 'as in "vouchers list"; case and spaces do not matter';

export const addVoucherCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const vouchers = addGroup(program, 'vouchers', 'make vouchers, see how often they are used, and end them');
  addCommand(vouchers, 'create', {
    description: 'make a voucher: a percentage, a sum, or free delivery',
    notes: `It comes after product discounts and reseller prices, off the goods that it is for; only free delivery comes off delivery. An order takes
one voucher. A use counts when the order is placed, and is given back when that is not paid in time or is cancelled. Days are those of the UK.`,
    examples: [
      'shop vouchers create SPRING10 --percent 10 --from 2026-03-01 --to 2026-05-31',
      'shop vouchers create --amount 5 --minimum 30 --uses 100 --per-person 1',
      'shop vouchers create POSTFREE --free-delivery --categories garden,kitchen-table',
    ],
  })
    .argument('[code]', '3 to 30 letters, digits and "-"; one is made up if left out')
    .option('--percent <number>', 'a whole percentage off the goods', parsePercent)
    .option('--amount <pounds>', 'a sum off the goods', parseAmount)
    .option('--free-delivery', 'the delivery')
    .option('--from <day>', 'from this day on', parseDay)
    .option('--to <day>', 'to the end of this day', parseDay)
    .option('--minimum <pounds>', 'the least to be spent on the goods that it is for', parseAmount)
    .option('--uses <number>', 'how many orders can use it', parseCount)
    .option('--per-person <number>', 'how many orders of one account or email address can use it', parseCount)
    .option('--products <ids>', 'only for these products, with commas between their ids', parseList)
    .option('--categories <slugs>', 'only for goods in these categories, with commas between them', parseList)
    .action(async (code: string | undefined, { json, ...options }: CreateOptions) => {
      const voucher = readVoucher(code, options);
      const view = await withDatabase((db) => createVoucher(db, voucher, { now: new Date() }));
      const conditions = describeConditions(view);
      print(
        json,
        `Voucher ${view.code} takes off ${describeValue(view)}${conditions.length === 0 ? '' : `: ${conditions.join('; ')}`}. It can be typed in the cart, or brought by a link that ends with ?voucher=${view.code}`,
        view,
      );
    });
  addCommand(vouchers, 'list', {
    description: 'list vouchers, the newest first, with how often each is used',
    examples: ['shop vouchers list'],
  }).action(async ({ json }: JsonOption) => {
    const now = new Date();
    const found = await withDatabase((db) => listVouchers(db, now));
    const rows = found.map((view) => [
      view.code,
      describeState(view),
      describeValue(view),
      describeUses(view),
      formatPounds(view.discounts),
      describeConditions(view).join('; '),
    ]);
    const head = ['voucher', 'state', 'takes off', 'used', 'in all', 'conditions'];
    printTable({ json }, { none: 'There are no vouchers.', head, rows }, found);
  });
  addCommand(vouchers, 'show', {
    description: 'show one voucher, and the orders that use it',
    examples: ['shop vouchers show SPRING10'],
  })
    .argument('<code>', asInList)
    .action(async (code: string, { json }: JsonOption) => {
      const now = new Date();
      const view = await withDatabase((db) => showVoucher(db, code, now));
      const rows = view.orders.map((order) => [
        order.id,
        order.status,
        formatPounds(order.discount),
        formatPounds(order.total),
        toMinute(order.createdAt),
      ]);
      const text = [
        `Voucher ${view.code}: ${describeState(view)}`,
        `Takes off ${describeValue(view)}`,
        ...describeConditions(view).map((condition) => `- ${condition}`),
        `Used: ${describeUses(view)}, ${formatPounds(view.discounts)} in all`,
        ...(rows.length === 0 ? [] : ['', formatTable(['order', 'status', 'took off', 'total', 'placed (UTC)'], rows)]),
      ];
      print(json, text.join('\n'), view);
    });
  addCommand(vouchers, 'end', {
    description: 'end a voucher now, which cannot be undone; orders that use it keep it',
    examples: ['shop vouchers end SPRING10'],
  })
    .argument('<code>', asInList)
    .action(async (code: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => endVoucher(db, code, { now: new Date() }));
      const times = view.uses === 1 ? 'once' : `${view.uses} times`;
      const used = view.uses === 0 ? 'It was never used.' : `It was used ${times}, and what it took off stays so.`;
      print(json, `Voucher ${view.code} has ended. ${used}`, view);
    });
};
