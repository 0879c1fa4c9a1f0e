import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { daysToCancel, daysToRefund, daysToSendBack, refundDays } from '#contract/terms.ts';
import { formatMoney, formatPence } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Money, Tables } from '#server/db/schema.ts';
import type { Email, EmailPart } from '#server/mail/email.ts';
import {
  contactLink,
  dayAndTime,
  emailToBuyer,
  orderIdSection,
  postalAddressOf,
  recipientOf,
  sentWith,
} from '#server/mail/templates/order-emails.ts';
import type { MoneyEvent } from '#server/payments/provider.ts';

/** The request as emails quote it. */
type RefundFacts = Pick<Tables['refund'], 'reference' | 'reason'> & { readonly productName: string; readonly pictures: number };

const statutory = 'Your statutory rights are not affected.';

/** To the buyer, after a refund request. */
export const refundReceivedEmail = (order: OrderRecord, { reference, reason, productName, pictures }: RefundFacts): Email =>
  emailToBuyer(order, `We have your refund request ${reference}`, 'We have your refund request', [
    'We’ve received your request and will look at it. Please keep this number.',
    { code: reference, label: 'Your refund request' },
    orderIdSection(order),
    {
      rows: [
        ['Product', productName],
        ['Your reason', reason],
        ['Pictures', String(pictures)],
      ],
    },
    { heading: 'What happens next' },
    'We’ll email you our decision: a full refund, a partial refund, or a like-for-like replacement. A refund is issued once the goods have come back and been inspected, and goes to your original payment method.',
    `Please tell us about damaged goods within ${refundDays.damaged} days of receiving them, about a parcel that hasn’t come within ${refundDays.notArrived} days of its dispatch, and about a change of mind within ${refundDays.changedMind} days of receiving the goods. ${statutory}`,
    contactLink(order),
  ]);

/** `dueOn`: the day by which the money goes back, of an order that is not sent. */
type DeclaredFacts = {
  readonly references: readonly string[];
  readonly units: string;
  readonly dueOn: string | null;
  readonly now: Date;
};

/** To the buyer at once, after a cancellation was declared: the durable confirmation, with day and time, that regulation 32 asks for. */
export const cancellationDeclaredEmail = (order: OrderRecord, { references, units, dueOn, now }: DeclaredFacts): Email =>
  emailToBuyer(order, `You have cancelled: order ${order.row.id}`, 'You have cancelled', [
    `You told us on ${dayAndTime.format(now)} (UK time) that you cancel this, without a reason, as is your right. Please keep this email.`,
    {
      rows: [
        ['Cancelled', units],
        ['Reference', references.join(', ')],
      ],
    },
    orderIdSection(order),
    { heading: 'What happens next' },
    ...(dueOn === null
      ? [
          `Please send the goods back within ${daysToSendBack} days, with the reference in the parcel, and keep the proof of posting. You pay for sending them back, unless they are faulty.`,
          { link: `${order.row.shop_origin}/refund?order=${order.row.id}&return=sheet`, label: 'Print the return sheet' },
          `We refund what you paid for them, standard delivery included, to your original payment method: within ${daysToRefund} days of getting the goods or, if that is earlier, of your showing us that you have posted them.`,
        ]
      : [
          `We have not sent the goods yet, and won’t. We refund what you paid for them, standard delivery included, to your original payment method by ${formatShortDay(dueOn)}.`,
          'If the parcel has gone all the same, we’ll email you that it’s on its way, and how to send them back.',
        ]),
    statutory,
    contactLink(order),
  ]);

/**
 * A decision with its amount in pence, what of it had gone back before (`alreadyRefunded`), and whether it waited for the goods; or its reason, and
 * whether anything has gone back for the order.
 */
export type RefundDecision =
  | { readonly outcome: 'full' | 'partial'; readonly amount: number; readonly alreadyRefunded: number; readonly isWithoutReturn: boolean }
  | { readonly outcome: 'exchange' }
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'withdrawn'; readonly reason: string; readonly hasMoneyBack: boolean };

/** How its money goes, or went. */
const describePayment = ({ amount, alreadyRefunded }: { readonly amount: number; readonly alreadyRefunded: number }): string => {
  const sent = 'to your original payment method, and we’ll email you again when it is on its way.';
  if (alreadyRefunded === 0) return `It goes ${sent}`;
  if (alreadyRefunded < amount) return `You’ve had ${formatPence(alreadyRefunded)} of it already. The rest goes ${sent}`;
  return 'You’ve had this money back already, so there is nothing more to come for it.';
};

const describeDecision = (decided: RefundDecision): string => {
  if (decided.outcome === 'withdrawn')
    return `We have closed this cancellation: the goods are yours, and ${decided.hasMoneyBack ? 'nothing more is refunded' : 'nothing is refunded for them'}. The reason: ${decided.reason} You can cancel again as long as your right to cancel lasts: until ${daysToCancel} days after the goods came.`;
  if (decided.outcome === 'declined')
    return `We’re sorry: we can’t give you a refund or a replacement for it. The reason: ${decided.reason}`;
  if (decided.outcome === 'exchange') return 'You’ll get the same product again, like for like. We send it as soon as it is ready.';
  const kind = decided.outcome === 'full' ? 'a full refund' : 'a partial refund';
  const goods = decided.isWithoutReturn ? ' Unless you have sent the goods already, you don’t have to send them back.' : '';
  const gets = decided.alreadyRefunded < decided.amount ? 'You’ll get' : 'This is';
  return `${gets} ${kind} of ${formatPence(decided.amount)}. ${describePayment(decided)}${goods}`;
};

const titlesOf = ({ outcome }: RefundDecision, reference: string, isCancellation: boolean): [string, string] => {
  if (outcome === 'withdrawn') return [`Your cancellation ${reference} is closed`, 'Your cancellation is closed'];
  if (isCancellation) return [`Your refund for cancellation ${reference}`, 'Your refund'];
  return [`Your refund request ${reference} is decided`, 'Your refund request is decided'];
};

/** To the buyer, after the seller's decision. */
export const refundDecidedEmail = (
  order: OrderRecord,
  { reference, productName }: Pick<RefundFacts, 'reference' | 'productName'>,
  decided: RefundDecision,
  isCancellation = false,
): Email =>
  emailToBuyer(order, ...titlesOf(decided, reference, isCancellation), [
    isCancellation ? `You cancelled ${productName} (${reference}).` : `We’ve decided about your request ${reference}, ${productName}.`,
    ...(isCancellation && decided.outcome === 'partial'
      ? ['The goods came back worth less than they were, so we have taken that off.']
      : []),
    describeDecision(decided),
    orderIdSection(order),
    `If you don’t agree, please write to us. ${statutory}`,
    contactLink(order),
  ]);

type Replacement = Parameters<typeof sentWith>[0] & {
  readonly reference: string;
  readonly productId: string;
  readonly product: string;
  readonly pieces: number;
};

/** To the buyer, when the replacement of an exchange was posted. */
export const replacementSentEmail = (order: OrderRecord, { reference, productId, product, pieces, ...sent }: Replacement): Email =>
  emailToBuyer(order, `The replacement for your request ${reference} is on its way`, 'Your replacement is on its way', [
    'We’ve sent you the same again, as we promised.',
    { goods: [{ productId, color: null, name: `${pieces} × ${product}`, details: '', price: '' }] },
    ...sentWith(sent),
    { heading: 'Delivering to' },
    postalAddressOf(order),
    orderIdSection(order),
    contactLink(order),
  ]);

/** A refund as emails name it: what it is of, and its refund request, if it has one. */
type RefundedFacts = Pick<Money, 'amount' | 'currency' | 'request'>;

const forRequest = ({ request }: RefundedFacts): string => (request === null ? '' : `, for your refund request ${request}`);

/** After money has gone back: through the payment provider, or by hand in the way that `note` says. */
export const refundSentEmail = (found: OrderRecord, row: RefundedFacts & Pick<Money, 'source' | 'state' | 'note'>): Email => {
  const money = formatMoney(row);
  return emailToBuyer(found, `We have refunded ${money} for order ${found.row.id}`, `We’ve refunded ${money}`, [
    ...(row.source === 'hand' && row.state === 'done'
      ? [
          `We’ve refunded ${money} to you${forRequest(row)}. It may take a few days to arrive.`,
          { rows: [['How we paid it', row.note]] } as const,
        ]
      : [
          `We’ve refunded ${money} to your original payment method${forRequest(row)}. It can take a few days to show, depending on your bank.`,
        ]),
    orderIdSection(found),
  ]);
};

/** To the buyer, after a refund was returned by the bank. */
export const refundReturnedEmail = (found: OrderRecord, refund: RefundedFacts): Email =>
  emailToBuyer(found, `The money for order ${found.row.id} has not reached you`, 'Your refund has not reached you', [
    `We’re sorry: we refunded ${formatMoney(refund)} to your original payment method${forRequest(refund)}, but it didn’t arrive. It was sent back to us, as banks do when a card has expired or an account was closed, for example. The money is still yours: we’ll be in touch about another way to get it to you, and until then there’s nothing that you need to do.`,
    orderIdSection(found),
    contactLink(found),
  ]);

const orderAtDesk = ({ row }: OrderRecord, deskUrl: string | undefined): EmailPart[] =>
  deskUrl === undefined ? [] : [{ button: new URL(deskPageOf('orders', row.id), deskUrl).href, label: 'See the order at your desk' }];

/** To the seller, after a refund was returned by the bank: it, or `byHand` of it, must be paid by hand. Replies go to the buyer. */
export const refundReturnedSellerEmail = (
  found: OrderRecord,
  { reason, byHand, ...refund }: RefundedFacts & { readonly reason: string; readonly byHand: number },
  deskUrl?: string,
): Email => ({
  subject: `Money for order ${found.row.id} came back: please pay it another way`,
  parts: [
    `You paid ${formatMoney(refund)} back to where it came from${forRequest(refund)}, but it came back. The buyer knows, and is told that you will be in touch.`,
    {
      rows: [
        ['Order', found.row.id],
        ['Buyer', recipientOf(found)],
        ['Reason', reason],
      ],
    },
    { heading: 'What to do' },
    ...(byHand < refund.amount
      ? [
          `Please pay ${formatMoney({ ...refund, amount: byHand })}: the rest of what is owed was refunded in the payment provider’s dashboard, or is held by the buyer’s bank.`,
        ]
      : []),
    `Reply to this email: the reply goes to the buyer. Once you have paid it, note that ${deskUrl === undefined ? `with: shop orders settle ${found.row.id} --how "bank transfer"` : 'with the order.'}`,
    ...orderAtDesk(found, deskUrl),
  ],
});

/** To the seller, about money that went back or is held without the shop; `what` are the sentences of the order's history. */
export const providerMoneyEmail = (
  found: OrderRecord,
  event: MoneyEvent & Pick<Money, 'currency'>,
  what: string,
  deskUrl?: string,
): Email => {
  const { row } = found;
  const isOpenDispute = event.state === 'inquiry' || event.state === 'held';
  return {
    subject: `${event.kind === 'refund' ? 'A refund at the payment provider' : 'A dispute'}: order ${row.id}`,
    parts: [
      what,
      {
        rows: [
          ['Order', `${row.id}, ${row.status}`],
          ['Amount', `${formatMoney(event)} of ${formatPence(row.total)}`],
          ['At the provider', event.reference],
          ...(event.kind === 'dispute' && isOpenDispute && event.answerBy !== undefined
            ? [['Answer by', dayAndTime.format(new Date(event.answerBy))] as const]
            : []),
        ],
      },
      { heading: 'What to do' },
      isOpenDispute
        ? `Answer it in the payment provider’s dashboard, with what shows that the buyer has the goods.${deskUrl === undefined ? ` The history of the order: shop orders show ${row.id}` : ''}`
        : [
            'The shop counts it, so that it pays nothing back twice.',
            ...(event.kind === 'refund'
              ? [
                  'It answers no refund request and no cancellation until you say so when you decide it: an amount that you decide without that is paid as well.',
                ]
              : []),
            ...(row.status === 'cancelled'
              ? []
              : [
                  `The order itself stays as it is; if it will not be sent${deskUrl === undefined ? `: shop orders cancel ${row.id}` : ', cancel it.'}`,
                ]),
          ].join(' '),
      ...orderAtDesk(found, deskUrl),
    ],
  };
};
