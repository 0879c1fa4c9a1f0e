import { reviewDays } from '#contract/review.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Email } from '#server/mail/render-email.ts';
import { emailToBuyer } from '#server/mail/templates/order-emails.ts';

const reviewLink = (order: OrderRecord, productId: string, token: string): string =>
  `${order.row.shop_origin}/product/${encodeURIComponent(productId)}?review=${token}`;

/** To the buyer, some days after the delivery: a link for each product. */
export const reviewInviteEmail = (
  order: OrderRecord,
  products: readonly { readonly id: string; readonly name: string }[],
  token: string,
): Email =>
  emailToBuyer(order, 'How do you like what you ordered?', [
    'Your order has been with you for a few days now. Would you tell others how you like it, good or bad? It takes a minute, and helps them to choose.',
    ...products.map(({ id, name }) => ({ link: reviewLink(order, id, token), label: `Review ${name}` })),
    `The links are for you alone, and work for ${reviewDays.toAnswer} days. We read each review before it is shown, and never leave one out because it is critical.`,
    { heading: 'No more of these emails?' },
    'Follow this link and press the button there. Emails about your orders are not affected.',
    { link: `${reviewLink(order, products[0]?.id ?? '', token)}#stop`, label: 'Stop emails that ask for reviews' },
  ]);

type HiddenReview = { readonly product: string; readonly reason: string; readonly text: string };

/** `decision`: a sentence. The mail repeats the review, and says where to object. */
const hiddenReviewEmail = (order: OrderRecord, subject: string, decision: string, { product, reason, text }: HiddenReview): Email =>
  emailToBuyer(order, subject, [
    `Thank you for your review of ${product}. ${decision} The reason: ${reason}`,
    { rows: [['Your review', text]] },
    'If you do not agree, please write to us.',
    { link: `${order.row.shop_origin}/contact`, label: 'Write to us' },
  ]);

/** To the author of a review that the seller does not publish. */
export const reviewDeclinedEmail = (order: OrderRecord, review: HiddenReview): Email =>
  hiddenReviewEmail(order, `Your review of ${review.product} is not published`, 'We do not publish it.', review);

/** To the author of a review that was public until the seller took it back. */
export const reviewRemovedEmail = (order: OrderRecord, review: HiddenReview): Email =>
  hiddenReviewEmail(order, `Your review of ${review.product} is no longer shown`, 'We have taken it out of the shop.', review);
