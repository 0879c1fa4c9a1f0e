import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { formatSterling, type Pence, pence } from '#contract/money.ts';
import { refundOutcomes } from '#contract/refund.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { settleHint } from '#server/commands/order-commands.ts';
import { formatTable } from '#server/commands/table.ts';
import { refundImagesFolder } from '#server/data-folder.ts';
import { Invalid } from '#server/domain/failure.ts';
import {
  type Decision,
  decideRefundRequest,
  listRefundRequests,
  type RefundRequestView,
  showRefundRequest,
} from '#server/domain/refund-requests.ts';

const money = (pounds: number): string => formatSterling(pence(pounds));

const describeOutcome = ({ outcome, amount }: RefundRequestView): string => (amount === null ? outcome : `${outcome}, ${money(amount)}`);

const list =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open: isOpen = false, json }: JsonOption & { readonly open?: boolean }): Promise<void> => {
    const refunds = await withDatabase((db) => listRefundRequests(db, { isOpen }));
    const rows = refunds.map((view) => [
      view.reference,
      `${describeOutcome(view)}${view.moneyBack?.cameBack ? ', came back' : ''}`,
      view.product,
      money(view.paid),
      view.images.length,
      toMinute(view.createdAt),
      view.orderId,
    ]);
    const table = formatTable(['request', 'decision', 'product', 'paid', 'pictures', 'asked (UTC)', 'order'], rows);
    print(json, rows.length === 0 ? 'There are no such requests.' : table, refunds);
  };

const describePayback = ({ orderId, amount, payment, moneyBack }: RefundRequestView): string | undefined => {
  if (amount === null) return undefined;
  if (!moneyBack) return `Pay ${money(amount)} back by hand: no payment is known for it.`;
  if (moneyBack.paidAt !== null) return `${money(amount)} was paid back on ${toMinute(moneyBack.paidAt)} UTC: ${moneyBack.reference}.`;
  if (moneyBack.cameBack)
    return `${money(amount)} was paid back and has come back: ${moneyBack.reference}, ${moneyBack.problem}. It is not tried again. ${settleHint(orderId)}`;
  const through = payment === null ? '' : ` through ${payment}`;
  if (moneyBack.problem === '') return `The running shop pays ${money(amount)} back${through}, and tells the buyer when it has.`;
  return `${money(amount)} could not be paid back${through} yet, and is tried again: ${moneyBack.problem}`;
};

const describeRefund = (view: RefundRequestView, folder: string): string =>
  [
    `Request ${view.reference}: ${describeOutcome(view)}`,
    `Order ${view.orderId}, ${view.product}`,
    `Asked on ${toMinute(view.createdAt)} UTC by ${view.buyer}${view.decidedAt === null ? '' : `, decided on ${toMinute(view.decidedAt)} UTC`}`,
    `Paid ${money(view.paid)} for it, delivery included; ${money(view.left)} can be refunded${view.payment === null ? '' : `, through ${view.payment}`}`,
    ...[describePayback(view)].filter((line) => line !== undefined),
    '',
    view.reason,
    ...(view.images.length === 0 ? [] : ['', 'Pictures:', ...view.images.map((file) => `  ${path.join(folder, file)}`)]),
  ].join('\n');

const show =
  ({ settings, withDatabase, print }: CommandContext) =>
  async (reference: string, { json }: JsonOption): Promise<void> => {
    const view = await withDatabase((db) => showRefundRequest(db, reference));
    const folder = refundImagesFolder(settings().dataDir);
    print(json, describeRefund(view, folder), { ...view, images: view.images.map((file) => path.join(folder, file)) });
  };

const toDecision = (outcome: Decision['outcome'], amount: Pence | undefined): Decision => {
  if (outcome !== 'partial') {
    if (amount !== undefined) throw new Invalid('An amount goes with partial only.');
    return { outcome };
  }
  if (amount === undefined) throw new Invalid('Say how much, for example "partial 12.50".');
  return { outcome, amount };
};

const decide =
  ({ withDatabase, print }: CommandContext) =>
  async (reference: string, outcome: Decision['outcome'], amount: Pence | undefined, { json }: JsonOption): Promise<void> => {
    const decision = toDecision(outcome, amount);
    const view = await withDatabase((db) => decideRefundRequest(db, reference, decision, new Date()));
    const next = describePayback(view) ?? 'Send the same product again.';
    print(json, `Request ${view.reference} is decided: ${describeOutcome(view)}. The buyer is told by mail. ${next}`, view);
  };

const parseOutcome = (text: string): Decision['outcome'] => {
  const outcome = refundOutcomes.find((candidate) => candidate === text.toLowerCase());
  if (outcome === undefined) throw new InvalidArgumentError(`It must be one of ${refundOutcomes.join(', ')}.`);
  return outcome;
};

const parseAmount = (text: string): Pence => {
  if (!/^£?\d{1,6}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('It must be an amount in pounds, such as 12.50.');
  return pence(Number(text.replace('£', '')));
};

/** Adds `refunds list`, `show` and `decide`. */
export const addRefundCommands = (program: Command, context: CommandContext): void => {
  const refunds = addGroup(program, 'refunds', 'list and decide refund requests');
  addCommand(refunds, 'list', {
    description: 'list refund requests, newest first',
    examples: ['npm run shop -- refunds list --open', 'npm run --silent shop -- refunds list --json'],
  })
    .option('--open', 'only undecided requests')
    .action(list(context));
  addCommand(refunds, 'show', {
    description: 'show one request: reason, pictures and amount paid',
    examples: ['npm run shop -- refunds show R-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .action(show(context));
  addCommand(refunds, 'decide', {
    description: 'decide a request, which cannot be undone, and mail the buyer',
    notes: `A full refund is what was paid for the product including delivery, minus earlier refunds. Decide when you have received and inspected the
product. The running shop then pays the money back through the provider that took it, and retries until that succeeds; "refunds show"
prints the state.`,
    examples: [
      'npm run shop -- refunds decide R-7Q2M-4XKP full',
      'npm run shop -- refunds decide R-7Q2M-4XKP partial 12.50',
      'npm run shop -- refunds decide R-7Q2M-4XKP exchange',
    ],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .argument('<decision>', refundOutcomes.join(', '), parseOutcome)
    .argument('[amount]', 'with partial: how much, in pounds', parseAmount)
    .action(decide(context));
};
