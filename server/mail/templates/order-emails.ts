import { formatArrival } from '#contract/delivery-dates.ts';
import { type Pence, times } from '#contract/money.ts';
import { returnAddress } from '#contract/return-address.ts';
import { bankDays, daysToCancel, refundDays } from '#contract/terms.ts';
import { formatPence } from '#server/db/columns.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email, EmailPart } from '#server/mail/render-email.ts';

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' });

/** The buyer's mailbox. */
export const recipientOf = (found: OrderRecord): string => billingOf(found).email;

/** A product with its options: "Stoneware mug, Gift boxed, Oat, 350 ml". */
export const describeItem = ({ product_name, type_name, color, size }: Tables['order_line']): string =>
  [product_name, type_name, color, size].filter(Boolean).join(', ');

/** "2 × Spoon". */
const describeLine = (line: Tables['order_line']): string => `${line.quantity} × ${describeItem(line)}`;

const priceOf = (line: Tables['order_line']): string => {
  const goods = times(line.unit_price as Pence, line.quantity);
  const each = line.quantity > 1 ? ` (${formatPence(line.unit_price)} each)` : '';
  return `${formatPence(goods)}${each}${line.delivery > 0 ? `, delivery ${formatPence(line.delivery)}` : ''}`;
};

/** Where a parcel goes, in lines. */
export const addressOf = (found: OrderRecord): string => {
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone } = billingOf(found);
  return [`${firstName} ${lastName}`, streetAddress, streetAddress2, city, state, postalCode, phone].filter(Boolean).join('\n');
};

const itemsSection = ({ row, lines }: OrderRecord): EmailPart[] => [
  { heading: 'What you ordered' },
  { rows: lines.map((line) => [describeLine(line), priceOf(line)] as const) },
  {
    rows: [
      ['Items', formatPence(row.goods_total)],
      ['Delivery', formatPence(row.delivery_total)],
      ...(row.voucher_code === null ? [] : [[`Voucher ${row.voucher_code}`, `−${formatPence(row.discount_total)}`] as const]),
      ['Total', formatPence(row.total)],
    ],
  },
];

/** "Wed 25 – Fri 27 November"; '' without both days. */
const daysOf = (from: string | null, to: string | null): string => (from === null || to === null ? '' : formatArrival({ from, to }));

/** What the order was promised; nothing of an order without a promise. */
const promiseSection = ({ row }: OrderRecord): EmailPart[] => {
  const arrival = daysOf(row.arrives_from, row.arrives_by);
  if (arrival === '') return [];
  return [
    { heading: 'When it comes' },
    `Your parcel should arrive ${arrival}. We post it by ${daysOf(row.dispatch_by, row.dispatch_by)}, and email you when it leaves.`,
  ];
};

/** What the day of dispatch means for the arrival, and an apology when that is later than promised. */
const expectedArrival = ({ row }: OrderRecord): EmailPart[] => {
  const expected = daysOf(row.expected_from, row.expected_by);
  const promised = daysOf(row.arrives_from, row.arrives_by);
  if (expected === '') return ['Your parcel is on its way.'];
  const isLate = promised !== '' && (row.expected_by ?? '') > (row.arrives_by ?? '');
  return [
    `Your parcel is on its way, and should arrive ${expected}.`,
    ...(isLate ? [`That is later than we said when you ordered, which was ${promised}. We are sorry for the wait.`] : []),
  ];
};

/** The seller when the order was placed: a record of a sale must name a postal address. */
const traderSection = ({ row }: OrderRecord): EmailPart[] => (row.trader === '' ? [] : [{ heading: 'Who you bought from' }, row.trader]);

/** An email to the buyer of a paid order: greeted by name, and with the seller's details below. */
export const emailToBuyer = (found: OrderRecord, subject: string, parts: readonly EmailPart[]): Email => ({
  subject,
  parts: [`Hello ${billingOf(found).firstName},`, ...parts, ...traderSection(found)],
});

/** The order's id, to copy. */
export const orderIdSection = ({ row }: OrderRecord): EmailPart[] => ['Your order ID:', { code: row.id }];

const statusLink = ({ row }: OrderRecord): EmailPart => ({
  link: `${row.shop_origin}/order-status?order=${row.id}`,
  label: 'Track your order',
});

/** After payment: the durable record of the sale that UK law asks for, with the right to cancel and how to return goods. */
export const confirmationEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your order ${found.row.id} is confirmed`, [
    'Thank you for your order. Your payment has arrived and we are getting everything ready. Please keep this email.',
    ...orderIdSection(found),
    { rows: [['Ordered on', dayAndTime.format(new Date(found.row.created_at))]] },
    ...itemsSection(found),
    ...promiseSection(found),
    { heading: 'Where it goes' },
    addressOf(found),
    ...(found.row.note === '' ? [] : [`Your note: ${found.row.note}`]),
    { heading: 'Your right to cancel' },
    `You may cancel this order within ${daysToCancel} days of receiving the goods, without giving a reason: just tell us in writing, for example through the contact page. You then have ${daysToCancel} days to send them back, and we pay back what you paid for them, standard delivery included.`,
    { link: `${found.row.shop_origin}/contact`, label: 'Write to us' },
    'Until we start to pack it, you can also cancel it yourself: look it up with its ID, and press “Cancel this order”.',
    { heading: 'How to return something' },
    `Ask on the refund page with your order ID. Please tell us about damaged goods within ${refundDays.damaged} days of receiving them, and about a parcel that has not come within ${refundDays.notArrived} days of its dispatch. Your statutory rights are not affected.`,
    { link: `${found.row.shop_origin}/refund?order=${found.row.id}`, label: 'Request a refund' },
    { link: `${found.row.shop_origin}/Terms-and-Conditions`, label: 'Read our terms' },
    statusLink(found),
  ]);

/** After a declined payment, while the order can still be paid or, when the bank took longer than that, is cancelled. */
export const paymentFailedEmail = (found: OrderRecord, now: Date): Email => ({
  subject: `The payment for your order ${found.row.id} did not go through`,
  parts: [
    // Unpaid, the address is unverified: no name in the mail, so that nobody can send texts of their own to strangers.
    'Hello,',
    ...(new Date(found.row.pay_by) > now
      ? [
          `Your payment was declined, so nothing has been taken. We’re holding your items until ${dayAndTime.format(new Date(found.row.pay_by))}; until then you can try again.`,
          ...orderIdSection(found),
          { link: `${found.row.shop_origin}${returnAddress(found.row.id)}`, label: 'Try again' },
        ]
      : [
          'Your payment was declined, so nothing has been taken. The time to pay has passed, so this order is cancelled. If you would still like the goods, please order them again.',
          ...orderIdSection(found),
        ]),
    ...itemsSection(found),
    ...traderSection(found),
  ],
});

/** After a payment for an expired order whose stock was sold meanwhile. */
export const latePaymentEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came too late`, [
    'Your payment reached us after the time to pay had passed, and the goods had been sold to somebody else. We are sorry. You will get all of it back to where it came from; there is nothing that you need to do.',
    ...orderIdSection(found),
    ...itemsSection(found),
  ]);

/** After a payment for an expired order whose voucher was used up meanwhile. */
export const lateVoucherEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came too late`, [
    'Your payment reached us after the time to pay had passed, and the voucher in your order had been used up by then. We are sorry. You will get all of it back to where it came from; there is nothing that you need to do. If you would like the goods without the voucher, please order them again.',
    ...orderIdSection(found),
    ...itemsSection(found),
  ]);

/** After a payment for an order that another one has replaced. */
export const replacedOrderPaidEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came after you had changed it`, [
    'You changed this order before it was paid, and another took its place with an ID of its own. Your payment is for the earlier one, so you will get all of it back to where it came from; there is nothing that you need to do. If you would like the goods, please pay for the later order.',
    ...orderIdSection(found),
    ...itemsSection(found),
  ]);

/** To the seller, after a payment for an order that the shop does not have. */
export const unmatchedPaymentEmail = ({
  event_id,
  order_id,
  session_id,
  amount,
  reference,
}: Pick<Tables['unmatched_payment'], 'event_id' | 'order_id' | 'session_id' | 'amount' | 'reference'>): Email => ({
  subject: `A payment has arrived for order ${order_id}, which the shop does not have`,
  parts: [
    'The payment provider reports a payment for an order that is not in the shop’s database. This happens when a backup has been restored that is older than the order. The buyer has paid, and the shop will send nothing.',
    {
      rows: [
        ['Order', order_id],
        ['Amount', amount === null ? 'as the provider shows' : formatPence(amount)],
        ['Payment', reference ?? session_id],
      ],
    },
    { heading: 'What to do' },
    `Look up the payment in the provider’s dashboard, which names the buyer and what was bought. To pay the money back: shop payments refund-unmatched ${event_id}. If you send the goods instead, note that: shop payments settle-unmatched ${event_id} --how "sent the goods"`,
  ],
});

/** To the seller, after the refund of such a payment came back. */
export const unmatchedReturnedEmail = ({ event_id, order_id, refund_reference, problem }: Tables['unmatched_payment']): Email => ({
  subject: `The refund of a payment for order ${order_id} came back: please pay it another way`,
  parts: [
    'The shop does not have this order, so the buyer was not told. The provider’s dashboard names the buyer.',
    {
      rows: [
        ['Order', order_id],
        ['Refund', refund_reference ?? ''],
        ['Reason', problem],
      ],
    },
    { heading: 'What to do' },
    `Once you have paid it, note that with: shop payments settle-unmatched ${event_id} --how "bank transfer"`,
  ],
});

/** What of a cancelled order goes back: `amount` in pence, and not yet what the buyer's bank holds of it for a dispute. */
export type MoneyBack = { readonly amount: number; readonly isByHand: boolean; readonly isHeld: boolean };

/** What the buyer of a cancelled order gets back; nothing, because nothing was paid or all went back before. */
const moneyBackWords = ({ row }: OrderRecord, { amount, isByHand, isHeld }: MoneyBack): string => {
  const held =
    'Your bank holds the money that was disputed: when the dispute is over, either your bank gives it to you, or it leaves it with us, and then we pay it back.';
  if (amount > 0)
    return `You will get back ${formatPence(amount)}, to where it came from. We send it at once and email you when it is on its way; banks take up to ${bankDays} working days to show it.${isHeld ? ` ${held}` : ''}`;
  if (isHeld) return held;
  if (isByHand) return 'Your bank sent back what we had paid you, and we will be in touch about another way to get it to you.';
  return row.status === 'pending' || row.total === 0
    ? 'Nothing was taken for it, so nothing goes back.'
    : 'What you paid has gone back to where it came from already.';
};

/** After the seller cancelled an order that was not sent yet; `reason` may be empty. */
export const cancelledEmail = (found: OrderRecord, { reason, ...moneyBack }: MoneyBack & { readonly reason: string }): Email => {
  const { row } = found;
  const isPaid = row.status !== 'pending';
  const parts: EmailPart[] = [
    `We are sorry: we had to cancel this order, so nothing will be sent. ${moneyBackWords(found, moneyBack)} There is nothing that you need to do.`,
    ...(reason === '' ? [] : [{ rows: [['Why', reason]] } as const]),
    ...orderIdSection(found),
    ...itemsSection(found),
    { link: `${row.shop_origin}/contact`, label: 'Write to us' },
  ];
  const subject = `Your order ${row.id} is cancelled`;
  // Unpaid, the address is unverified: no name, as in `paymentFailedEmail`.
  return isPaid ? emailToBuyer(found, subject, parts) : { subject, parts: ['Hello,', ...parts, ...traderSection(found)] };
};

/** After the buyer cancelled an order that was not packed yet. */
export const cancelledByBuyerEmail = (found: OrderRecord, moneyBack: MoneyBack): Email =>
  emailToBuyer(found, `You have cancelled your order ${found.row.id}`, [
    `As you asked, we have cancelled this order, so nothing will be sent. ${moneyBackWords(found, moneyBack)} There is nothing else that you need to do.`,
    ...orderIdSection(found),
    ...itemsSection(found),
    'If you did not cancel it, please write to us at once.',
    { link: `${found.row.shop_origin}/contact`, label: 'Write to us' },
  ]);

/** The link for a buyer without an account to cancel an order. */
export const cancellationLinkEmail = (found: OrderRecord, token: string): Email =>
  emailToBuyer(found, `Cancel your order ${found.row.id}?`, [
    'Somebody with the ID of this order, we hope you, has asked to cancel it. Follow this link and press the button there. It works once, within 24 hours, as long as we have not started to pack the order:',
    { link: `${found.row.shop_origin}/order-status?order=${found.row.id}&cancel=${token}`, label: 'Cancel this order' },
    ...itemsSection(found),
    'If it was not you, ignore this email: the order stays as it is.',
  ]);

/** After a payment for an order that had been cancelled. */
export const cancelledOrderPaidEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came after it was cancelled`, [
    'This order had been cancelled before your payment reached us, so nothing will be sent. You will get all of it back to where it came from; there is nothing that you need to do.',
    ...orderIdSection(found),
  ]);

/** After a second payment for an order, or one of another amount. */
export const unfitPaymentEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `We are paying back a payment for order ${found.row.id}`, [
    'A payment reached us that does not fit this order: it was paid before, or the amount was another one. You will get that payment back to where it came from; there is nothing that you need to do.',
    ...orderIdSection(found),
    statusLink(found),
  ]);

/** At the step `processing`. */
export const processingEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `We are preparing your order ${found.row.id}`, [
    'We are preparing your parcel. You will hear from us when it is on its way.',
    ...orderIdSection(found),
    statusLink(found),
  ]);

/** The courier and the tracking number of a parcel, as far as they are known. */
export const sentWith = ({ shipping_method, track_id }: Pick<Tables['order'], 'shipping_method' | 'track_id'>): EmailPart[] => {
  const rows = [
    ...(shipping_method === null ? [] : [['Sent by', shipping_method] as const]),
    ...(track_id === null ? [] : [['Tracking number', track_id] as const]),
  ];
  return rows.length === 0 ? [] : [{ rows }];
};

/** At the step `Dispatch`, and again when the tracking number is corrected. */
export const dispatchEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your order ${found.row.id} is on its way`, [
    ...expectedArrival(found),
    ...orderIdSection(found),
    ...sentWith(found.row),
    { rows: found.lines.map((line) => [describeLine(line), ''] as const) },
    { heading: 'Where it goes' },
    addressOf(found),
    statusLink(found),
  ]);

/** At the step `Delivered`. */
export const deliveredEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your order ${found.row.id} has been delivered`, [
    `Your parcel has been delivered. We hope that you like what is in it. If not: you have ${daysToCancel} days from today to cancel without giving a reason, and please tell us about anything damaged within ${refundDays.damaged} days.`,
    ...orderIdSection(found),
    { link: `${found.row.shop_origin}/refund?order=${found.row.id}`, label: 'Request a refund' },
  ]);
