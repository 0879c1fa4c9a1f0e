import { formatArrival } from '#contract/delivery-dates.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { fullName } from '#contract/full-name.ts';
import { type Pence, times } from '#contract/money.ts';
import { returnPath } from '#contract/return-path.ts';
import { bankDays, daysToCancel, daysToRefund, daysToSendBack, refundDays } from '#contract/terms.ts';
import { trackingUrl } from '#contract/tracking.ts';
import { formatPence } from '#server/db/columns.ts';
import { billingOf, deliveryOptionOf, extraLines, furtherParcelsOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email, EmailPart, GoodsRow } from '#server/mail/email.ts';

export const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' });

/** The buyer's mailbox. */
export const recipientOf = (found: OrderRecord): string => billingOf(found).email;

/** A product with its options: "Stoneware mug, Gift boxed, Oat, 350 ml". */
export const describeItem = ({ product_name, type_name, color, size }: Tables['order_line']): string =>
  [product_name, type_name, color, size].filter(Boolean).join(', ');

/** "2 × Spoon", with its picture. */
const lineOf = (line: Tables['order_line']) => ({
  productId: line.product_id,
  color: line.color,
  name: `${line.quantity} × ${line.product_name}`,
  details: [line.type_name, line.color, line.size].filter(Boolean).join(', '),
});

const pricedLine = (line: Tables['order_line']): GoodsRow => {
  const each = line.quantity > 1 ? `${formatPence(line.unit_price)} each` : '';
  const { details, ...row } = lineOf(line);
  return {
    ...row,
    details: [details, each].filter(Boolean).join(' · '),
    price: formatPence(times(line.unit_price as Pence, line.quantity)),
  };
};

/** Where a parcel goes, in lines. */
export const postalAddressOf = (found: OrderRecord): string => {
  const { streetAddress, streetAddress2, city, state, postalCode, phone, ...person } = billingOf(found);
  return [fullName(person), streetAddress, streetAddress2, city, state, postalCode, phone].filter(Boolean).join('\n');
};

/** Where its buyer collects an order, and when; undefined for one that is delivered. */
const collectionOf = ({ row }: Pick<OrderRecord, 'row'>) => deliveryOptionOf(row)?.collection;

/** Where it goes: to the buyer, by which way if not by standard delivery, or where they collect it. */
const destination = (found: OrderRecord): EmailPart[] => {
  const way = deliveryOptionOf(found.row);
  const point = way?.collection;
  if (!point) return [{ heading: 'Delivering to' }, postalAddressOf(found), ...(way ? [`Sent by: ${way.name}`] : [])];
  return [
    { heading: 'Where you collect it' },
    `${point.name}\n${point.address}`,
    `Open: ${point.hours.split('\n').join('; ')}`,
    'Bring your order ID. Someone else can collect it for you if you give it to them.',
    { heading: 'Your details' },
    postalAddressOf(found),
  ];
};

/** The lines, and what they add up to: as on the invoice. */
const itemsSection = ({ row, lines }: OrderRecord): EmailPart[] => [
  { heading: 'What you ordered' },
  { goods: lines.map(pricedLine) },
  {
    sums: [
      ['Items', formatPence(row.goods_total)],
      ...extraLines(row),
      ...(row.voucher_code === null ? [] : [[`Voucher ${row.voucher_code}`, `−${formatPence(row.discount_total)}`] as const]),
    ],
    total: ['Total', formatPence(row.total)],
  },
];

/** "Wed 25 – Fri 27 November"; '' without both days. */
const daysOf = (from: string | null, to: string | null): string => (from === null || to === null ? '' : formatArrival({ from, to }));

/** What the order was promised; nothing of an order without a promise. */
const promiseSection = (found: OrderRecord): EmailPart[] => {
  const { row } = found;
  const arrival = daysOf(row.arrives_from, row.arrives_by);
  if (arrival === '') return [];
  if (collectionOf(found))
    return [
      { heading: 'Collection' },
      `Your order should be ready to collect from ${arrival}. We email you when it is, so please wait for that.`,
    ];
  return [
    { heading: 'Delivery' },
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
    ...(isLate ? [`That is later than we said when you ordered, which was ${promised}. We’re sorry for the wait.`] : []),
  ];
};

/** The seller when the order was placed: a record of a sale must name a postal address. */
const sellerSection = ({ row }: OrderRecord): EmailPart => ({ label: 'Your seller', seller: row.trader, shopUrl: row.shop_origin });

/** An email to the buyer of a paid order: greeted by name, and with the seller's details below. */
export const emailToBuyer = (found: OrderRecord, subject: string, title: string, parts: readonly EmailPart[]): Email => ({
  subject,
  parts: [{ title }, `Hello ${billingOf(found).firstName},`, ...parts, sellerSection(found)],
});

/** The order's id, to copy. */
export const orderIdSection = ({ row }: OrderRecord): EmailPart => ({ code: row.id, label: 'Your order ID' });

const statusUrl = ({ row }: OrderRecord): string => `${row.shop_origin}/order-status?order=${row.id}`;
const statusButton = (found: OrderRecord): EmailPart => ({ button: statusUrl(found), label: 'Track your order' });
const refundUrl = ({ row }: OrderRecord): string => `${row.shop_origin}/refund?order=${row.id}`;
export const contactLink = ({ row }: OrderRecord): EmailPart => ({ link: `${row.shop_origin}/contact`, label: 'Write to us' });

/** Goods of the order without a right to cancel. */
const exemptSection = ({ lines }: OrderRecord): EmailPart[] => {
  const exempt = lines.filter(({ is_personalised }) => is_personalised === 1);
  return exempt.length === 0
    ? []
    : [`Made with your own words, and so without this right unless faulty: ${exempt.map(describeItem).join('; ')}.`];
};

/** What is in the goods that come with warnings, the warnings, and who made them. */
const factsSection = ({ lines }: OrderRecord): EmailPart[] => {
  const warned = new Map(lines.filter(({ facts }) => facts !== '').map((line) => [describeItem(line), line.facts]));
  return warned.size === 0 ? [] : [{ heading: 'To use it safely' }, ...[...warned].map(([name, facts]) => `${name}: ${facts}`)];
};

/** After payment: the durable record of the sale that UK law asks for, with the right to cancel and how to return goods. */
export const confirmationEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your order ${found.row.id} is confirmed`, 'Your order is confirmed', [
    'Thank you for your order. Your payment has arrived and we’re getting everything ready. Please keep this email.',
    { step: 'confirmed' },
    orderIdSection(found),
    statusButton(found),
    ...itemsSection(found),
    ...factsSection(found),
    ...promiseSection(found),
    ...destination(found),
    ...(found.row.note === '' ? [] : [`Your note for the courier: ${found.row.note}`]),
    ...(found.row.gift_wrap === null ? [] : ['Gift wrapped, without prices in the parcel.']),
    ...(found.row.gift_message === '' ? [] : [`Your gift message: ${found.row.gift_message}`]),
    `Ordered on ${dayAndTime.format(new Date(found.row.created_at))}.`,
    { heading: 'Your right to cancel' },
    `You may cancel this order within ${daysToCancel} days of receiving the goods, without giving a reason: on its page once it is sent, or just tell us in writing. You then have ${daysToCancel} days to send them back, and we refund what you paid for them, standard delivery included.`,
    ...exemptSection(found),
    { link: `${refundUrl(found)}&return=cancel`, label: 'I cancel this order' },
    contactLink(found),
    'Until we start to pack it, you can also cancel it yourself: look it up with its ID, and press “Cancel this order”.',
    { heading: 'How to return something' },
    `Ask on the refund page with your order ID. Please tell us about damaged goods within ${refundDays.damaged} days of receiving them, and about a parcel that hasn’t come within ${refundDays.notArrived} days of its dispatch. Your statutory rights are not affected.`,
    { link: refundUrl(found), label: 'Request a refund' },
    { link: `${found.row.shop_origin}/Terms-and-Conditions`, label: 'Read our terms' },
  ]);

/** After a declined payment. The order can still be paid, or is cancelled if the bank answered after its time to pay. */
export const paymentFailedEmail = (found: OrderRecord, now: Date): Email => ({
  subject: `The payment for your order ${found.row.id} did not go through`,
  parts: [
    { title: 'Your payment did not go through' },
    // Unpaid, the address is unverified: no name in the mail, so that nobody can send texts of their own to strangers.
    'Hello,',
    ...(new Date(found.row.pay_by) > now
      ? [
          `Your payment was declined, so nothing has been taken. We’re holding your items until ${dayAndTime.format(new Date(found.row.pay_by))}; until then you can try again.`,
          { button: `${found.row.shop_origin}${returnPath(found.row.id)}`, label: 'Try again' },
        ]
      : [
          'Your payment was declined, so nothing has been taken. The time to pay has passed, so this order is cancelled. If you’d still like the goods, please order them again.',
        ]),
    orderIdSection(found),
    ...itemsSection(found),
    sellerSection(found),
  ],
});

const fullRefund = 'We’ll refund all of it to your original payment method; there’s nothing that you need to do.';

/** After a payment for an expired order whose stock was sold meanwhile. */
export const latePaymentEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came too late`, 'Your payment came too late', [
    `We’re sorry: your payment reached us after the time to pay had passed, and the goods had been sold to someone else. ${fullRefund}`,
    orderIdSection(found),
    ...itemsSection(found),
  ]);

/** After a payment for an expired order whose voucher was used up meanwhile. */
export const lateVoucherEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came too late`, 'Your payment came too late', [
    `We’re sorry: your payment reached us after the time to pay had passed, and the voucher in your order had been used up by then. ${fullRefund} If you’d like the goods without the voucher, please order them again.`,
    orderIdSection(found),
    ...itemsSection(found),
  ]);

/** After a payment for an order that another one has replaced. */
export const replacedOrderPaidEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your payment for order ${found.row.id} came after you had changed it`, 'Your payment was for an earlier order', [
    `You changed this order before it was paid, and another took its place with an ID of its own. Your payment is for the earlier one. ${fullRefund} If you’d like the goods, please pay for the later order.`,
    orderIdSection(found),
    ...itemsSection(found),
  ]);

const unmatchedAtDesk = (deskUrl: string): EmailPart => ({
  button: new URL(deskPages.health, deskUrl).href,
  label: 'See the payment at your desk',
});

/** To the seller, after a payment for an order that the shop does not have. */
export const unmatchedPaymentEmail = (
  {
    event_id,
    order_id,
    session_id,
    amount,
    reference,
  }: Pick<Tables['unmatched_payment'], 'event_id' | 'order_id' | 'session_id' | 'amount' | 'reference'>,
  deskUrl?: string,
): Email => ({
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
    'Look up the payment in the provider’s dashboard, which names the buyer and what was bought. Then pay the money back, or, if you send the goods instead, note that.',
    deskUrl === undefined
      ? `To pay it back: shop payments refund-unmatched ${event_id}. To note it: shop payments settle-unmatched ${event_id} --how "sent the goods"`
      : unmatchedAtDesk(deskUrl),
  ],
});

/** To the seller, after the refund of such a payment came back. */
export const unmatchedReturnedEmail = (
  { event_id, order_id, refund_reference, problem }: Tables['unmatched_payment'],
  deskUrl?: string,
): Email => ({
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
    `Once you have paid it, note that ${deskUrl === undefined ? `with: shop payments settle-unmatched ${event_id} --how "bank transfer"` : 'at your desk.'}`,
    ...(deskUrl === undefined ? [] : [unmatchedAtDesk(deskUrl)]),
  ],
});

/** What of a cancelled order goes back: `amount` in pence, and not yet what the buyer's bank holds of it for a dispute. */
export type MoneyBack = { readonly amount: number; readonly isByHand: boolean; readonly isHeld: boolean };

/** What the buyer of a cancelled order gets back; nothing, because nothing was paid or all went back before. */
const moneyBackWords = ({ row }: OrderRecord, { amount, isByHand, isHeld }: MoneyBack): string => {
  const held =
    'Your bank holds the money that was disputed: when the dispute is over, either your bank gives it to you, or it leaves it with us, and then we refund it.';
  if (amount > 0)
    return `We’ll refund ${formatPence(amount)} to your original payment method straight away, and email you when it is on its way. It can take up to ${bankDays} working days to arrive.${isHeld ? ` ${held}` : ''}`;
  if (isHeld) return held;
  if (isByHand) return 'Your bank sent back what we had refunded, and we will be in touch about another way to get it to you.';
  return row.status === 'pending' || row.total === 0
    ? 'Nothing was taken for it, so there is nothing to refund.'
    : 'What you paid has been refunded to your original payment method already.';
};

/** The refund below the total that was paid. */
const refundSum = ({ amount }: MoneyBack): EmailPart[] => (amount > 0 ? [{ sums: [], total: ['Your refund', formatPence(amount)] }] : []);

/** After the seller cancelled an order that was not sent yet; `reason` may be empty. */
export const cancelledEmail = (found: OrderRecord, { reason, ...moneyBack }: MoneyBack & { readonly reason: string }): Email => {
  const { row } = found;
  const isPaid = row.status !== 'pending';
  const title = 'Your order is cancelled';
  const parts: EmailPart[] = [
    `We’re sorry: we had to cancel this order, so nothing will be sent. ${moneyBackWords(found, moneyBack)} There’s nothing that you need to do.`,
    ...(reason === '' ? [] : [{ rows: [['Why', reason]] } as const]),
    orderIdSection(found),
    ...itemsSection(found),
    ...refundSum(moneyBack),
    contactLink(found),
  ];
  const subject = `Your order ${row.id} is cancelled`;
  // Unpaid, the address is unverified: no name, as in `paymentFailedEmail`.
  return isPaid ? emailToBuyer(found, subject, title, parts) : { subject, parts: [{ title }, 'Hello,', ...parts, sellerSection(found)] };
};

/** After the buyer cancelled an order that was not packed yet. */
export const cancelledByBuyerEmail = (found: OrderRecord, moneyBack: MoneyBack): Email =>
  emailToBuyer(found, `You have cancelled your order ${found.row.id}`, 'You have cancelled your order', [
    `As you asked, we’ve cancelled this order, so nothing will be sent. ${moneyBackWords(found, moneyBack)} There’s nothing else that you need to do.`,
    orderIdSection(found),
    ...itemsSection(found),
    ...refundSum(moneyBack),
    'If you didn’t cancel it, please write to us at once.',
    contactLink(found),
  ]);

/** The link for a buyer without an account to cancel an order. */
export const cancellationLinkEmail = (found: OrderRecord, token: string): Email =>
  emailToBuyer(found, `Cancel your order ${found.row.id}?`, 'Cancel this order?', [
    'Someone with the ID of this order, we hope you, has asked to cancel it. Open this page and press the button there. It works once, within 24 hours, as long as we haven’t started to pack the order:',
    { button: `${statusUrl(found)}&cancel=${token}`, label: 'Cancel this order' },
    'If it wasn’t you, ignore this email: the order stays as it is.',
    ...itemsSection(found),
  ]);

/** After a payment for an order that had been cancelled. */
export const cancelledOrderPaidEmail = (found: OrderRecord): Email =>
  emailToBuyer(
    found,
    `Your payment for order ${found.row.id} came after it was cancelled`,
    'Your payment came after the order was cancelled',
    [`This order had been cancelled before your payment reached us, so nothing will be sent. ${fullRefund}`, orderIdSection(found)],
  );

/** After a second payment for an order, or one of another amount. */
export const unfitPaymentEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `We are refunding a payment for order ${found.row.id}`, 'We’re refunding a payment', [
    'A payment reached us that doesn’t fit this order: it was paid before, or the amount was another one. We’ll refund that payment to your original payment method; there’s nothing that you need to do.',
    orderIdSection(found),
    statusButton(found),
  ]);

const parcelSection = (found: OrderRecord): EmailPart[] => [
  { heading: collectionOf(found) ? 'In your order' : 'In your parcel' },
  { goods: found.lines.map((line) => ({ ...lineOf(line), price: '' })) },
];

/** To the former mailbox of an order whose email address was corrected: it may be a stranger's, and reads nothing of the order. */
export const formerMailboxEmail = (found: OrderRecord): Email => ({
  subject: 'We no longer write to this address about an order',
  parts: [
    'Hello,',
    'The email address of an order was corrected: we write about it to another address now. If it’s your order and you didn’t ask for this, please write to us at once.',
    contactLink(found),
    sellerSection(found),
  ],
});

/** After the seller corrected the address of an order that is not sent yet. */
export const addressCorrectedEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `The address of your order ${found.row.id} has changed`, 'We’ve changed the address of your order', [
    ...(collectionOf(found) ? ['Your order has the details below now.'] : ['Your parcel goes to the address below now.']),
    ...destination(found),
    orderIdSection(found),
    statusButton(found),
    'If you didn’t ask for this, please write to us at once.',
    contactLink(found),
  ]);

/** At the step `processing`. */
export const processingEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `We are preparing your order ${found.row.id}`, 'We’re preparing your order', [
    collectionOf(found)
      ? 'We’re packing your order, and will email you when it is ready to collect.'
      : 'We’re packing your parcel, and will email you when it is on its way.',
    { step: 'processing' },
    orderIdSection(found),
    statusButton(found),
    ...parcelSection(found),
  ]);

/** Courier and number of a parcel, as far as they are known; the number leads to the courier's page, if that is known. */
export const sentWith = ({ shipping_method, track_id }: Pick<Tables['order'], 'shipping_method' | 'track_id'>): EmailPart[] => {
  const [courier, number] = [shipping_method ?? '', track_id ?? ''];
  const rows = [
    ...(courier === '' ? [] : [['Sent by', courier] as const]),
    ...(number === '' ? [] : [['Tracking number', number, trackingUrl(courier, number)] as const]),
  ];
  return rows.length === 0 ? [] : [{ rows }];
};

/** `sentWith` for all parcels of an order. */
const parcelsSentWith = ({ row }: OrderRecord): EmailPart[] => [
  ...sentWith(row),
  ...furtherParcelsOf(row).flatMap(({ shippingMethod, trackId }) => sentWith({ shipping_method: shippingMethod, track_id: trackId })),
];

/** When an order comes in a further parcel, or the number of one is corrected. */
export const furtherParcelEmail = (found: OrderRecord): Email => {
  const count = furtherParcelsOf(found.row).length + 1;
  return emailToBuyer(found, `Your order ${found.row.id} comes in ${count} parcels`, `Your order comes in ${count} parcels`, [
    'They may arrive on different days. Here is how to follow each of them.',
    ...parcelsSentWith(found),
    statusButton(found),
    orderIdSection(found),
    ...destination(found),
  ]);
};

/** At the step `Dispatch`, and again when the tracking number is corrected. `cancelled`: what was cancelled when it had gone already, in words. */
export const dispatchEmail = (found: OrderRecord, cancelled = ''): Email =>
  collectionOf(found) ? readyEmail(found) : sentEmail(found, cancelled);

/** Of an order that its buyer collects. */
const readyEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, `Your order ${found.row.id} is ready to collect`, 'Your order is ready to collect', [
    'It’s packed and waiting for you.',
    { step: 'Dispatch' },
    ...destination(found),
    statusButton(found),
    orderIdSection(found),
    ...parcelSection(found),
  ]);

const sentEmail = (found: OrderRecord, cancelled: string): Email =>
  emailToBuyer(found, `Your order ${found.row.id} is on its way`, 'Your parcel is on its way', [
    ...(cancelled === ''
      ? []
      : [
          `Your parcel had gone before we could take out what you have cancelled: ${cancelled}. Your cancellation stands. Please send it back within ${daysToSendBack} days of getting it, and keep the proof of posting: the refund follows within ${daysToRefund} days of its coming back, or of that proof.`,
        ]),
    ...expectedArrival(found),
    { step: 'Dispatch' },
    ...parcelsSentWith(found),
    statusButton(found),
    orderIdSection(found),
    ...parcelSection(found),
    ...destination(found),
  ]);

const deliveredWords = (found: OrderRecord) =>
  collectionOf(found)
    ? { subject: `You have collected your order ${found.row.id}`, title: 'You have collected your order' }
    : { subject: `Your order ${found.row.id} has been delivered`, title: 'Your parcel has been delivered' };

/** At the step `Delivered`. */
export const deliveredEmail = (found: OrderRecord): Email =>
  emailToBuyer(found, deliveredWords(found).subject, deliveredWords(found).title, [
    'We hope that you like what’s in it.',
    { step: 'Delivered' },
    ...parcelSection(found),
    `If something isn’t right: you have ${daysToCancel} days from today to cancel without giving a reason, and please tell us about anything damaged within ${refundDays.damaged} days.`,
    { link: refundUrl(found), label: 'Request a refund' },
    orderIdSection(found),
    { button: statusUrl(found), label: 'See your order' },
  ]);
