import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ukDayOf } from '#contract/delivery-dates.ts';
import type { Pence } from '#contract/money.ts';
import { type RefundOutcome, refundOutcomes } from '#contract/refund.ts';
import {
  addCommand,
  addGroup,
  addPageOptions,
  type CommandContext,
  formatPounds,
  type JsonOption,
  type PageOptions,
  pageOf,
  toMinute,
} from '#server/commands/command-context.ts';
import { settleHint } from '#server/commands/order-commands.ts';
import { parseAmount, parseCount } from '#server/commands/parse.ts';
import { refundImagesFolder } from '#server/data-folder.ts';
import { Invalid } from '#server/domain/failure.ts';
import { recordPosted } from '#server/domain/money/declare-cancellation.ts';
import {
  type Decision,
  decideRefundRequest,
  listRefundRequests,
  type RefundRequestView,
  receiveReturn,
  showRefundRequest,
} from '#server/domain/money/refund-requests.ts';
import { recordReplacementSent } from '#server/domain/seller/parcels.ts';
import { copyImages } from '#server/storage/refund-images.ts';

const describeOutcome = ({ outcome, amount, exchanged, sentAt, sentWith, declineReason }: RefundRequestView): string => {
  if (declineReason !== null) return `${outcome}: ${declineReason}`;
  if (amount !== null) return `${outcome}, ${formatPounds(amount)}`;
  if (exchanged === 0) return outcome;
  const sent = sentAt === null ? 'to be sent' : `sent on ${ukDayOf(sentAt)}${sentWith === '' ? '' : ` with ${sentWith}`}`;
  return `${outcome} of ${exchanged}, ${sent}`;
};

const describeReturn = ({ receivedAt, restocked }: RefundRequestView): string | undefined => {
  if (receivedAt === null) return undefined;
  return `Its goods came back on ${toMinute(receivedAt)} UTC; ${restocked === 0 ? 'none of them went' : `${restocked} went`} back to stock.`;
};

/** By when the money of a cancellation must go back, until it is decided. */
const describeDue = ({ cancelled, dueOn, isUnsent, outcome }: RefundRequestView): string[] => {
  if (cancelled === '' || outcome !== 'open') return [];
  return [
    dueOn === null
      ? 'Its refund is due 14 days after the goods, or proof that they were posted, have come: "refunds receive" or "refunds posted".'
      : `Its refund is due by ${dueOn}.${isUnsent ? ' Its goods were not sent: do not send them.' : ''}`,
  ];
};

type Refund = RefundRequestView['refunds'][number];

/** A refund that the bank returned and that is to be paid by hand. */
const isByHand = ({ source, state }: Refund): boolean => source === 'hand' && state === 'wanted';

/** What became of a refund, in words for the seller. */
const describeRefundState = (refund: Refund, { orderId, payment }: RefundRequestView): string[] => {
  const money = formatPounds(refund.amount);
  const through = payment === null ? '' : ` through ${payment}`;
  if (refund.state === 'done') return [`${money} was paid back on ${toMinute(refund.at)} UTC: ${refund.reference ?? refund.note}.`];
  if (isByHand(refund)) return [`${money} was paid back and has come back. It is not tried again. ${settleHint(orderId)}`];
  if (refund.state === 'failed') return [`${money} came back: ${refund.reference}, ${refund.note}.`];
  if (refund.state === 'void')
    return [`${money} need not be paid back by the shop: it went back otherwise, or is held by the buyer’s bank.`];
  if (refund.note === '') return [`The running shop pays ${money} back${through}, and tells the buyer when it has.`];
  return refund.state === 'sent'
    ? [`${money} may have been paid back${through}: the running shop looks, so do not pay it another way before. ${refund.note}`]
    : [`${money} could not be paid back${through} yet, and is tried again: ${refund.note}`];
};

const describeWentBack = ({ wentBack, most }: RefundRequestView): string[] =>
  wentBack.map(
    ({ name, amount, at }) =>
      `${formatPounds(amount)} went back on ${toMinute(at)} UTC for no request. If it is for this, say so with the decision, of which up to ${formatPounds(most)} is then possible: --counting ${name}`,
  );

const describeRefunds = (view: RefundRequestView): string[] => {
  if (view.amount === null) return [];
  if (view.payment === null) return [`Pay ${formatPounds(view.amount)} back by hand: no payment is known for it.`];
  if (view.refunds.length === 0) return ['Nothing is sent for it yet: the buyer’s bank holds the money, or it went back otherwise.'];
  return view.refunds.flatMap((refund) => describeRefundState(refund, view));
};

/** `images` are paths. */
const describeRefund = (view: RefundRequestView): string =>
  [
    `${view.cancelled === '' ? 'Request' : 'Cancellation'} ${view.reference}: ${describeOutcome(view)}`,
    `Order ${view.orderId}, ${view.cancelled || view.product}`,
    `Asked on ${toMinute(view.createdAt)} UTC by ${view.buyer}${view.decidedAt === null ? '' : `, decided on ${toMinute(view.decidedAt)} UTC`}`,
    `Paid ${formatPounds(view.paid)} for it, delivery included; ${formatPounds(view.left)} can be refunded${view.payment === null ? '' : `, through ${view.payment}`}`,
    ...[...describeDue(view), ...describeWentBack(view), ...describeRefunds(view), describeReturn(view)].filter(
      (line) => line !== undefined,
    ),
    '',
    view.reason || 'The buyer has cancelled, which needs no reason and cannot be declined.',
    ...(view.images.length === 0 ? [] : ['', 'Pictures:', ...view.images.map((file) => `  ${file}`)]),
  ].join('\n');

type DecideOptions = JsonOption & { readonly pieces?: number; readonly withoutReturn?: boolean; readonly counting?: readonly string[] };

const toDecision = (outcome: RefundOutcome, amount: Pence | undefined, { pieces, withoutReturn, counting }: DecideOptions): Decision => {
  if (outcome !== 'exchange' && pieces !== undefined) throw new Invalid('A number of pieces goes with exchange only.');
  if (outcome !== 'partial' && amount !== undefined) throw new Invalid('An amount goes with partial only.');
  if (outcome === 'exchange') {
    if (withoutReturn || counting) throw new Invalid('--without-return and --counting go with full and partial only.');
    return { outcome, pieces };
  }
  if (outcome === 'full') return { outcome, withoutReturn, counting };
  if (amount === undefined) throw new Invalid('Say how much, for example "partial 12.50".');
  return { outcome, amount, withoutReturn, counting };
};

const parseOutcome = (text: string): RefundOutcome => {
  const outcome = refundOutcomes.find((candidate) => candidate === text.toLowerCase());
  if (outcome === undefined) throw new InvalidArgumentError(`It must be one of ${refundOutcomes.join(', ')}.`);
  return outcome;
};

export const addRefundCommands = (program: Command, { settings, withDatabase, print, printTable }: CommandContext): void => {
  const refunds = addGroup(program, 'refunds', 'list and decide refund requests');
  const list = addCommand(refunds, 'list', {
    description: 'list refund requests, newest first',
    examples: ['shop refunds list --open', 'shop refunds list --page 2 --json'],
  });
  addPageOptions(list)
    .option('--open', 'only those that wait for you: to be decided, or a replacement to be sent')
    .action(async ({ open: isOpen = false, ...options }: PageOptions & { readonly open?: boolean }) => {
      const refunds = await withDatabase((db) => listRefundRequests(db, { isOpen }, pageOf(options)));
      const rows = refunds.map((view) => [
        view.reference,
        `${describeOutcome(view)}${view.refunds.some(isByHand) ? ', came back' : ''}`,
        view.cancelled || view.product,
        view.dueOn ?? '',
        view.receivedAt === null ? '' : 'received',
        formatPounds(view.paid),
        view.images.length,
        toMinute(view.createdAt),
        view.orderId,
      ]);
      const head = ['request', 'decision', 'product', 'due', 'goods', 'paid', 'pictures', 'asked (UTC)', 'order'];
      printTable(options, { none: 'There are no such requests.', head, rows }, refunds);
    });
  addCommand(refunds, 'show', {
    description: 'show one request: reason, pictures and amount paid',
    examples: ['shop refunds show R-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .action(async (reference: string, { json }: JsonOption) => {
      const folder = refundImagesFolder(settings().dataDir);
      const view = await withDatabase(async (db) => {
        const request = await showRefundRequest(db, reference);
        await copyImages(db, 'refund_image', request.reference, folder);
        return { ...request, images: request.images.map((file) => path.join(folder, file)) };
      });
      print(json, describeRefund(view), view);
    });
  addCommand(refunds, 'decide', {
    description: 'decide a request, which cannot be undone, and mail the buyer',
    notes: `A full refund is what was paid for the product including delivery, minus earlier refunds. Inspect the product that
came back and record it with "refunds receive" first; if it is broken, lost or proven to be on its way, say --without-return. An exchange
takes the pieces that you send again from stock, and is refused while there are too few. The running shop pays a refund back through the
provider that took it, and retries until that succeeds; "refunds show" prints the state.`,
    examples: [
      'shop refunds decide R-7Q2M-4XKP full',
      'shop refunds decide R-7Q2M-4XKP partial 12.50 --without-return',
      'shop refunds decide R-7Q2M-4XKP exchange --pieces 1',
    ],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .argument('<decision>', refundOutcomes.join(', '), parseOutcome)
    .argument('[amount]', 'with partial: how much, in pounds', parseAmount)
    .option('--pieces <number>', 'with exchange: how many pieces are sent again; all of the order by default', parseCount)
    .option('--without-return', 'with full and partial: do not wait for the goods')
    .option('--counting <reference...>', 'with full and partial: what went back for no request, as "refunds show" names it, is for this')
    .action(async (reference: string, outcome: RefundOutcome, amount: Pence | undefined, options: DecideOptions) => {
      const decision = toDecision(outcome, amount, options);
      const view = await withDatabase((db) => decideRefundRequest(db, reference, decision, new Date()));
      const again = `Send the same product again, and record it: shop refunds sent ${view.reference} --method "Royal Mail"`;
      const next = view.amount === null ? again : describeRefunds(view).join(' ');
      print(options.json, `Request ${view.reference} is decided: ${describeOutcome(view)}. The buyer is told by email. ${next}`, view);
    });
  addCommand(refunds, 'decline', {
    description: 'decline a request, which cannot be undone, and mail the buyer why',
    notes: 'The reason is mailed to the buyer and shown on the order. The buyer may ask again. A cancellation cannot be declined.',
    examples: ['shop refunds decline R-7Q2M-4XKP --reason "The mug was used in an oven, which its label warns about."'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .requiredOption('--reason <words>', 'why, in one line')
    .action(async (text: string, { reason, json }: JsonOption & { readonly reason: string }) => {
      const view = await withDatabase((db) => decideRefundRequest(db, text, { outcome: 'declined', reason }, new Date()));
      print(json, `Request ${view.reference} is declined. The buyer is told by email, and sees why on the order.`, view);
    });
  addCommand(refunds, 'withdraw', {
    description: 'close a cancellation whose buyer keeps the goods, and mail the buyer why',
    notes: `When the buyer has written that they keep them, or has not sent them back in time. Nothing is refunded for it; the buyer can cancel again
until 14 days after delivery, or ask for a refund. Refused once the goods or proof of posting have come.`,
    examples: ['shop refunds withdraw R-7Q2M-4XKP --reason "You wrote to us on 3 May that you keep it."'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .requiredOption('--reason <words>', 'why, in one line, for the buyer')
    .action(async (text: string, { reason, json }: JsonOption & { readonly reason: string }) => {
      const view = await withDatabase((db) => decideRefundRequest(db, text, { outcome: 'withdrawn', reason }, new Date()));
      print(json, `Cancellation ${view.reference} is closed. The buyer is told by email.`, view);
    });
  addCommand(refunds, 'posted', {
    description: 'record that the buyer of a cancellation has shown proof of posting',
    notes: 'Its refund is then due within 14 days, also if the goods are still on their way.',
    examples: ['shop refunds posted R-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .action(async (text: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => recordPosted(db, text, { now: new Date() }));
      print(json, `${describeDue(view).join(' ')} Refund it: shop refunds decide ${view.reference} full`, view);
    });
  addCommand(refunds, 'receive', {
    description: 'record that the goods of a request came back, and put them back to stock',
    notes:
      'Before money is paid back; or later, if the decision did not wait for them. Goods that can be sold again go back to stock with --restock, also later.',
    examples: ['shop refunds receive R-7Q2M-4XKP', 'shop refunds receive R-7Q2M-4XKP --restock --pieces 1'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .option('--restock', 'they can be sold again')
    .option('--pieces <number>', 'with --restock: how many of them; all of the order by default', parseCount)
    .action(async (text: string, { restock, pieces, json }: JsonOption & { readonly restock?: boolean; readonly pieces?: number }) => {
      const view = await withDatabase((db) => receiveReturn(db, text, { isRestocked: restock ?? false, pieces, now: new Date() }));
      const next = view.outcome === 'open' ? ` Decide it next: shop refunds decide ${view.reference} full` : '';
      print(json, `Request ${view.reference}: ${describeReturn(view)}${next}`, view);
    });
  addCommand(refunds, 'sent', {
    description: 'record that the replacement of an exchange was sent, and mail the buyer',
    notes: 'Until then it is in "orders to-send", its pieces lie on the shelf for the buyer, and "stock count" takes them off.',
    examples: ['shop refunds sent R-7Q2M-4XKP --method "Royal Mail" --tracking RM1'],
  })
    .argument('<id>', 'its reference in "refunds list"')
    .option('--method <name>', 'the courier')
    .option('--tracking <number>', 'the tracking number')
    .action(async (text: string, { json, ...sent }: JsonOption & { readonly method?: string; readonly tracking?: string }) => {
      const view = await withDatabase((db) => recordReplacementSent(db, text, { ...sent, now: new Date() }));
      print(json, `Request ${view.reference}: ${describeOutcome(view)}. The buyer is told by email.`, view);
    });
};
