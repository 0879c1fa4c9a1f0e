import { reviewDays } from '#contract/review.ts';
import type { OrderRecord } from '#server/db/order-record.ts';
import type { Email, GoodsRow } from '#server/mail/email.ts';
import { contactLink, emailToBuyer } from '#server/mail/templates/order-emails.ts';

const reviewLink = (order: OrderRecord, productId: string, token: string): string =>
  `${order.row.shop_origin}/product/${encodeURIComponent(productId)}?review=${token}`;

type OrderedProductName = { readonly id: string; readonly name: string };

/** A link with the picture of the colour that was ordered. */
const reviewRow = (order: OrderRecord, { id, name }: OrderedProductName, token: string): GoodsRow => ({
  productId: id,
  color: order.lines.find((line) => line.product_id === id)?.color ?? null,
  name: `Review ${name}`,
  details: '',
  price: '',
  link: reviewLink(order, id, token),
});

/** To the buyer, some days after the delivery: a link for each product. */
export const reviewInviteEmail = (order: OrderRecord, products: readonly OrderedProductName[], token: string): Email =>
  emailToBuyer(order, 'How do you like what you ordered?', 'How do you like what you ordered?', [
    'Your order has been with you for a few days now. Would you tell others how you like it, good or bad? It takes a minute, and helps them choose.',
    { goods: products.map((product) => reviewRow(order, product, token)) },
    `The links are for you alone, and work for ${reviewDays.toAnswer} days. We read each review before it is shown, and never leave one out because it is critical.`,
    { heading: 'No more of these emails?' },
    'Open this page and press the button there. Emails about your orders are not affected.',
    { link: `${reviewLink(order, products[0]?.id ?? '', token)}#stop`, label: 'Stop emails that ask for reviews' },
  ]);

type HiddenReview = { readonly product: string; readonly reason: string; readonly text: string };

/** `decision`: a sentence. The mail repeats the review, and says where to object. */
const hiddenReviewEmail = (order: OrderRecord, subject: string, decision: string, { product, reason, text }: HiddenReview): Email =>
  emailToBuyer(order, subject, subject, [
    `Thank you for your review of ${product}. ${decision} The reason: ${reason}`,
    { rows: [['Your review', text]] },
    'If you don’t agree, please write to us.',
    contactLink(order),
  ]);

/** To the author of a review that the seller does not publish. */
export const reviewDeclinedEmail = (order: OrderRecord, review: HiddenReview): Email =>
  hiddenReviewEmail(order, `Your review of ${review.product} is not published`, 'We haven’t published it.', review);

/** To the author of a review that was public until the seller took it back. */
export const reviewRemovedEmail = (order: OrderRecord, review: HiddenReview): Email =>
  hiddenReviewEmail(order, `Your review of ${review.product} is no longer shown`, 'We’ve taken it out of the shop.', review);
