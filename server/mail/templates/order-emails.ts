import { formatSterling, type Pence, times } from '#contract/money.ts';
import { returnAddress } from '#contract/return-address.ts';
import { daysToCancel, refundDays } from '#contract/terms.ts';
import { billingOf, type OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email, EmailPart } from '#server/mail/render-email.ts';

/** Whole pence from the database, where every money column holds nothing else. */
export const money = (column: number): string => formatSterling(column as Pence);

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' });

/** Where mail about an order goes. */
export const recipientOf = (found: OrderRecord): string => billingOf(found).email;

/** What was chosen, as people say it: "Stoneware mug, Gift boxed, Oat, 350 ml". */
export const describeItem = ({ product_name, type_name, color, size }: Tables['order_line']): string =>
  [product_name, type_name, color, size].filter(Boolean).join(', ');

/** A line with how many: "2 × Spoon". */
const describeLine = (line: Tables['order_line']): string => `${line.quantity} × ${describeItem(line)}`;

const priceOf = (line: Tables['order_line']): string => {
  const goods = times(line.unit_price as Pence, line.quantity);
  const each = line.quantity > 1 ? ` (${money(line.unit_price)} each)` : '';
  return `${money(goods)}${each}${line.delivery > 0 ? `, delivery ${money(line.delivery)}` : ''}`;
};

const addressOf = (found: OrderRecord): string => {
  const { firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone } = billingOf(found);
  return [`${firstName} ${lastName}`, streetAddress, streetAddress2, city, state, postalCode, phone].filter(Boolean).join('\n');
};

/** How a letter about an order begins. */
export const greeting = (found: OrderRecord): string => `Hello ${billingOf(found).firstName},`;

const goodsOf = ({ row, lines }: OrderRecord): EmailPart[] => [
  { heading: 'What you ordered' },
  { rows: lines.map((line) => [describeLine(line), priceOf(line)] as const) },
  {
    rows: [
      ['Goods', money(row.goods_total)],
      ['Delivery', money(row.delivery_total)],
      ['Total', money(row.total)],
    ],
  },
];

/** Who sells, as it was when it was ordered: a record of a sale names a postal address to write to. */
export const traderOf = ({ row }: OrderRecord): EmailPart[] => (row.trader === '' ? [] : [{ heading: 'Who you bought from' }, row.trader]);

/** The part that says which order a letter is about. */
export const orderNumber = ({ row }: OrderRecord): EmailPart[] => ['Your order number:', { code: row.id }];

const statusLink = ({ row }: OrderRecord): EmailPart => ({
  link: `${row.shop_origin}/order-status?order=${row.id}`,
  label: 'See how far your order has come',
});

/** Once it is paid: what UK law calls a durable record of the sale, with the right to cancel and how to send things back. */
export const confirmationEmail = (found: OrderRecord): Email => ({
  subject: `Your order ${found.row.id} is confirmed`,
  parts: [
    greeting(found),
    'Thank you for your order. Your payment has arrived and we are getting everything ready. Please keep this e-mail.',
    ...orderNumber(found),
    { rows: [['Ordered on', dayAndTime.format(new Date(found.row.created_at))]] },
    ...goodsOf(found),
    { heading: 'Where it goes' },
    addressOf(found),
    ...(found.row.note === '' ? [] : [`Your note: ${found.row.note}`]),
    { heading: 'Your right to cancel' },
    `You may cancel this order within ${daysToCancel} days of receiving the goods, without giving a reason: just tell us in writing, for example through the contact page. You then have ${daysToCancel} days to send them back, and we pay back what you paid for them, standard delivery included.`,
    { link: `${found.row.shop_origin}/contact`, label: 'Write to us' },
    { heading: 'How to return something' },
    `Ask on the refund page with your order number. Please tell us about damaged goods within ${refundDays.damaged} days of receiving them, and about a parcel that has not come within ${refundDays.notArrived} days of its dispatch. Your statutory rights are not affected.`,
    { link: `${found.row.shop_origin}/refund?order=${found.row.id}`, label: 'Ask for a refund' },
    { link: `${found.row.shop_origin}/Terms-and-Conditions`, label: 'Read our terms' },
    statusLink(found),
    ...traderOf(found),
  ],
});

/** A payment that did not go through, while another try is still welcome. */
export const paymentFailedEmail = (found: OrderRecord): Email => ({
  subject: `The payment for your order ${found.row.id} did not go through`,
  parts: [
    // Nothing was paid, so anybody may have typed this address: what was typed with it stays out.
    'Hello,',
    `Your payment was declined, so nothing has been taken. We keep the goods for you until ${dayAndTime.format(new Date(found.row.pay_by))}; until then you can try again.`,
    ...orderNumber(found),
    { link: `${found.row.shop_origin}${returnAddress(found.row.id)}`, label: 'Try again' },
    ...goodsOf(found),
    ...traderOf(found),
  ],
});

/** A payment for goods that have gone meanwhile. */
export const latePaymentEmail = (found: OrderRecord): Email => ({
  subject: `Your payment for order ${found.row.id} came too late`,
  parts: [
    greeting(found),
    'Your payment reached us after the time to pay had passed, and the goods had been sold to somebody else. We are sorry. You will get all of it back to where it came from; there is nothing that you need to do.',
    ...orderNumber(found),
    ...goodsOf(found),
    ...traderOf(found),
  ],
});

/** A payment for an order that its buyer had changed before, so that another holds the goods. */
export const replacedOrderPaidEmail = (found: OrderRecord): Email => ({
  subject: `Your payment for order ${found.row.id} came after you had changed it`,
  parts: [
    greeting(found),
    'You changed this order before it was paid, and another took its place with a number of its own. Your payment is for the earlier one, so you will get all of it back to where it came from; there is nothing that you need to do. If you would like the goods, please pay for the later order.',
    ...orderNumber(found),
    ...goodsOf(found),
    ...traderOf(found),
  ],
});

/** Money that goes back: of a decided request, or all of a payment for which nothing can be sent. */
type MoneyBack = { readonly request: string | null; readonly amount: number | null };

const moneyBackOf = ({ request, amount }: MoneyBack, where: string): string =>
  `${amount === null ? 'all of your payment' : money(amount)} back${where}${request === null ? '' : `, for your refund request ${request}`}`;

/** Money is on its way back; `how` where it goes another way than it came. */
export const paybackSentEmail = (found: OrderRecord, { how, ...back }: MoneyBack & { readonly how?: string | undefined }): Email => ({
  subject:
    back.amount === null
      ? `We have paid back your payment for order ${found.row.id}`
      : `We have paid back ${money(back.amount)} for order ${found.row.id}`,
  parts: [
    greeting(found),
    ...(how === undefined
      ? [`We have paid ${moneyBackOf(back, ' to where it came from')}. Depending on your bank it takes a few days to show.`]
      : [`We have paid ${moneyBackOf(back, ' to you')}. It may take a few days to arrive.`, { rows: [['How we paid it', how]] } as const]),
    ...orderNumber(found),
    ...traderOf(found),
  ],
});

/** What was paid back did not arrive, and cannot go that way. */
export const paybackReturnedEmail = (found: OrderRecord, back: MoneyBack): Email => ({
  subject: `The money for order ${found.row.id} has not reached you`,
  parts: [
    greeting(found),
    `We paid ${moneyBackOf(back, ' to where it came from')}, but it did not arrive: it was sent back to us, as banks do when a card has expired or an account was closed, for example. We are sorry. The money is still yours: we will be in touch about another way to get it to you, and until then there is nothing that you need to do.`,
    ...orderNumber(found),
    { link: `${found.row.shop_origin}/contact`, label: 'Write to us' },
    ...traderOf(found),
  ],
});

/** To the seller: money came back, and only a person can send it another way. A reply goes to the buyer. */
export const paybackReturnedSellerEmail = (found: OrderRecord, back: MoneyBack, problem: string): Email => ({
  subject: `Money for order ${found.row.id} came back: please pay it another way`,
  parts: [
    `You paid ${moneyBackOf(back, ' to where it came from')}, but it came back. The buyer knows, and is told that you will be in touch.`,
    {
      rows: [
        ['Order', found.row.id],
        ['Buyer', recipientOf(found)],
        ['Reason', problem],
      ],
    },
    { heading: 'What to do' },
    `Reply to this e-mail: the reply goes to the buyer. Once you have paid it, note that with: npm run shop -- orders settle ${found.row.id} --how "bank transfer"`,
  ],
});

/** A second payment for the same order, or one of another amount. */
export const unfitPaymentEmail = (found: OrderRecord): Email => ({
  subject: `We are paying back a payment for order ${found.row.id}`,
  parts: [
    greeting(found),
    'A payment reached us that does not fit this order: it was paid before, or the amount was another one. You will get that payment back to where it came from; there is nothing that you need to do.',
    ...orderNumber(found),
    statusLink(found),
    ...traderOf(found),
  ],
});

/** The seller has begun to work on it. */
export const processingEmail = (found: OrderRecord): Email => ({
  subject: `We are preparing your order ${found.row.id}`,
  parts: [
    greeting(found),
    'We are preparing your parcel. You will hear from us when it is on its way.',
    ...orderNumber(found),
    statusLink(found),
    ...traderOf(found),
  ],
});

/** It is on its way; also when the seller put the tracking number right. */
export const dispatchEmail = (found: OrderRecord): Email => ({
  subject: `Your order ${found.row.id} is on its way`,
  parts: [
    greeting(found),
    'Your parcel is on its way.',
    ...orderNumber(found),
    {
      rows: [
        ...(found.row.shipping_method === null ? [] : [['Sent by', found.row.shipping_method] as const]),
        ...(found.row.track_id === null ? [] : [['Tracking number', found.row.track_id] as const]),
      ],
    },
    { rows: found.lines.map((line) => [describeLine(line), ''] as const) },
    { heading: 'Where it goes' },
    addressOf(found),
    statusLink(found),
    ...traderOf(found),
  ],
});

/** It has arrived. */
export const deliveredEmail = (found: OrderRecord): Email => ({
  subject: `Your order ${found.row.id} has been delivered`,
  parts: [
    greeting(found),
    `Your parcel has been delivered. We hope that you like what is in it. If not: you have ${daysToCancel} days from today to cancel without giving a reason, and please tell us about anything damaged within ${refundDays.damaged} days.`,
    ...orderNumber(found),
    { link: `${found.row.shop_origin}/refund?order=${found.row.id}`, label: 'Ask for a refund' },
    ...traderOf(found),
  ],
});
