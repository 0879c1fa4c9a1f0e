import { refundDays } from '#contract/terms.ts';
import { formatPence } from '#server/db/columns.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email } from '#server/mail/render-email.ts';
import { emailToBuyer, orderIdSection } from '#server/mail/templates/order-emails.ts';

/** The request as emails quote it. */
type RefundFacts = Pick<Tables['refund'], 'reference' | 'reason'> & { readonly productName: string; readonly pictures: number };

const statutory = 'Your statutory rights are not affected.';

/** To the buyer, after a refund request. */
export const refundReceivedEmail = (order: OrderRecord, { reference, reason, productName, pictures }: RefundFacts): Email =>
  emailToBuyer(order, `We have your refund request ${reference}`, [
    'We have received your request and will look at it. Please keep this number:',
    { code: reference },
    ...orderIdSection(order),
    {
      rows: [
        ['Product', productName],
        ['Your reason', reason],
        ['Pictures', String(pictures)],
      ],
    },
    { heading: 'What happens next' },
    'We will email you our decision: a full refund, a partial refund, or a like-for-like replacement. A refund is issued once the goods have come back and been inspected, and goes to the payment method that you paid with.',
    `Please tell us about damaged goods within ${refundDays.damaged} days of receiving them, about a parcel that has not come within ${refundDays.notArrived} days of its dispatch, and about a change of mind within ${refundDays.changedMind} days of receiving the goods. ${statutory}`,
    { link: `${order.row.shop_origin}/contact`, label: 'Write to us' },
  ]);

/** A decision with its amount in pence and whether it waited for the goods, or its reason. */
export type Decided =
  | { readonly outcome: 'full' | 'partial'; readonly amount: number; readonly isWithoutReturn: boolean }
  | { readonly outcome: 'exchange' }
  | { readonly outcome: 'declined'; readonly reason: string };

const describeDecision = (decided: Decided): string => {
  if (decided.outcome === 'declined')
    return `We are sorry: we cannot give you a refund or a replacement for it. The reason: ${decided.reason}`;
  if (decided.outcome === 'exchange') return 'You will get the same product again, like for like. We send it as soon as it is ready.';
  const kind = decided.outcome === 'full' ? 'a full refund' : 'a partial refund';
  const goods = decided.isWithoutReturn ? ' Unless you have sent the goods already, you do not have to send them back.' : '';
  return `You will get ${kind} of ${formatPence(decided.amount)}. It goes to the payment method that you paid with, and we will email you again when it is on its way.${goods}`;
};

/** To the buyer, after the seller's decision. */
export const refundDecidedEmail = (
  order: OrderRecord,
  { reference, productName }: Pick<RefundFacts, 'reference' | 'productName'>,
  decided: Decided,
): Email =>
  emailToBuyer(order, `Your refund request ${reference} is decided`, [
    `We have decided about your request ${reference}, ${productName}.`,
    describeDecision(decided),
    ...orderIdSection(order),
    `If you do not agree, please write to us. ${statutory}`,
    { link: `${order.row.shop_origin}/contact`, label: 'Write to us' },
  ]);
