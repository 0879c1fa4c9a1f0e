import * as z from 'zod/mini';
import {
  messageAnswer,
  personalData,
  profile,
  recoveryCodes,
  secondFactorSetUp,
  secondFactorStatus,
  sessionList,
  signedIn,
} from '#contract/account.ts';
import {
  credentials,
  emailChange,
  emailChangeLink,
  emailCode,
  emailToken,
  mailbox,
  ownPassword,
  secondFactorChange,
  secondFactorConfirmation,
  sessionsToEnd,
} from '#contract/account-forms.ts';
import { browserError } from '#contract/browser-error.ts';
import { deliveryOptions } from '#contract/delivery-options.ts';
import type { StaffRole } from '#contract/desk/staff.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listing, productCatalogue } from '#contract/listing.ts';
import { facets, sortings } from '#contract/listing-query.ts';
import { contactForm, enquiryForm, messageReceipt } from '#contract/messages.ts';
import {
  cancellationLink,
  order,
  orderCancellation,
  orderKey,
  orderList,
  orderPayload,
  paymentMethods,
  paymentPayload,
  paymentSession,
  voucherCheck,
} from '#contract/order.ts';
import { categoryList, colorVariationList, product, variationList } from '#contract/product.ts';
import { cancellationDeclaration, cancellationReceipt, refundLimits, refundReceipt, refundRequest } from '#contract/refund.ts';
import { reviewAccess, reviewDraft, reviewForm, reviewLimits, reviewMailStop, reviewPage, reviewReport } from '#contract/review.ts';
import { listChange, ownWishlistLink, savedLists, sharedWishlist, wishlistLinkForm } from '#contract/saved-lists.ts';
import { searchMiss, searchMissEndpoint } from '#contract/search-miss.ts';
import { stockAlertAnswer, stockAlertConfirmation, stockAlertRequest } from '#contract/stock-alert.ts';
import { voucherTerms } from '#contract/voucher.ts';
import { revalidate } from '#server/http/encoded-body.ts';
import { newPasswordForms } from '#server/http/new-password.ts';
import type { CallLimit } from '#server/http/rate-limit.ts';

export const tags = {
  Catalogue: 'Products, categories and variations, for everybody.',
  Account: 'Sign-up, sign-in and the data of the signed-in shopper.',
  Orders: 'Placing, paying and following orders.',
  Refunds: 'Asking for a refund of a paid order.',
  Messages: 'Messages to the seller, and the log of errors in browsers.',
} as const;

/** Calls of the desk are not in the OpenAPI document, because only the desk's pages make them. */
type Tag = keyof typeof tags | 'Desk';

/** The rules of a call that `serve` enforces. */
type Rules = {
  /**
   * Who may make the call: a signed-in shopper, the shopper whose id is `:userId` in the path, or staff at the desk. Without it everybody may, or the
   * handler decides.
   */
  readonly who?: 'shopper' | 'owner' | StaffRole;
  /** Only with a code of the second factor that was given lately. */
  readonly isFresh?: true;
  /** From a mail program, by the token in the path alone (RFC 8058): without a CSRF token, whatever the body. */
  readonly isOneClick?: true;
  /** From another server: this header signs the body, so that the handler reads both as they came. No CSRF token. */
  readonly signature?: { readonly header: string; readonly description: string };
  /** Counted by client IP address or account, before the payload is read. A changing call without it is limited by its handler. */
  readonly limit?: CallLimit;
  /** A call that changes something and has no limit. */
  readonly isUnlimited?: true;
  /** Counted by the handler, once it knows that the answer is costly. */
  readonly isLimitedByHandler?: true;
  /** The query is never refused: invalid parts are ignored (`readListingQuery`). */
  readonly query?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  /** `refusal` is the message of the 422. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema; readonly refusal: string }>>;
  /** JSON. */
  readonly body?: Schema | undefined;
  /** A form with at most so many pictures, which `uploadedFiles` finds; of 5 MB at most, or of so many bytes. */
  readonly form?: { readonly fields: z.ZodMiniObject; readonly pictures: number; readonly pictureBytes?: number };
  /** 100,000 by default. */
  readonly maxBytes?: number;
  /** JSON; without it, there is no body. */
  readonly answer?: Schema | undefined;
  /** The answer is a JPEG. */
  readonly isPicture?: true;
  /** 200 by default, 204 without an answer. */
  readonly status?: 201;
  /** Of the answer: no-store by default. */
  readonly cache?: string;
  /** The answer needs no database. */
  readonly isConstant?: true;
  /** The statuses of refusals that do not follow from the rest of the row: see `refusalsOf`. */
  readonly refusals?: readonly number[];
};

type Schema = z.ZodMiniType;

type Endpoint = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string };

/** `name`: of a call of the desk, for `staff_event`. */
export type Call = Endpoint & Rules & { readonly tag: Tag; readonly summary: string; readonly name?: string };

const callsOf =
  (tag: Tag) =>
  <E extends Endpoint, const R extends Rules>(endpoint: E, summary: string, rules: R) => ({ ...endpoint, tag, summary, ...rules });
const catalogue = callsOf('Catalogue');
const account = callsOf('Account');
const orders = callsOf('Orders');
const refunds = callsOf('Refunds');
const messages = callsOf('Messages');

const text = z.string();
const page = { description: 'Which page; the first by default.', schema: z.int() } as const;

/**
 * Everything about each call but its work, which is its handler's in `…-routes.ts`: how requests are checked, the OpenAPI document and the
 * tests follow from it. Method and path stand in the contract, because browsers need them, and must not load all of this.
 */
export const calls = {
  products: catalogue(endpoints.products, 'The list of products, in one of four forms', {
    limit: 'queries',
    isLimitedByHandler: true,
    query: {
      form: {
        description: 'With the number of products, and without them where a browser should ask for pages.',
        schema: z.literal('list'),
      },
      ids: { description: 'Only these products, separated by commas.', schema: text },
      page: { description: 'One page, with counts. The parameters below choose what is on it.', schema: z.int() },
      perPage: { description: 'Products per page.', schema: z.int() },
      q: { description: 'Words to search for.', schema: text },
      sort: { description: 'The order of the products.', schema: z.enum(sortings) },
      ...Object.fromEntries(
        facets.map((facet) => [facet, { description: 'One chosen value of this facet; may be repeated.', schema: z.array(text) }]),
      ),
    },
    answer: z.union([
      z.array(product),
      z.extend(productCatalogue, { products: z.optional(z.array(product)) }),
      z.extend(listing, { items: z.array(product) }),
    ]),
    cache: revalidate,
  }),
  product: catalogue(endpoints.product, 'One product with every field', { answer: product, cache: revalidate, refusals: [404] }),
  reviews: catalogue(endpoints.reviews, 'The approved reviews of one product, a page at a time, the latest first', {
    limit: 'queries',
    query: { page },
    answer: reviewPage,
    cache: revalidate,
    refusals: [404],
  }),
  reviewPicture: catalogue(endpoints.reviewPicture, 'A photograph of an approved review', {
    isPicture: true,
    cache: revalidate,
    refusals: [404],
  }),
  reportReview: messages(endpoints.reportReview, 'Report a public review', { limit: 'reports', body: reviewReport, refusals: [404] }),
  categories: catalogue(endpoints.categories, 'The categories', { answer: categoryList, cache: revalidate }),
  variations: catalogue(endpoints.variations, 'All variations with a price of their own', { answer: variationList, cache: revalidate }),
  colorVariations: catalogue(endpoints.colorVariations, 'The colours of one product', {
    answer: colorVariationList,
    cache: revalidate,
    refusals: [404],
  }),
  profile: account(endpoints.profile, 'The signed-in shopper, or null; sets the CSRF cookie', { answer: profile }),
  register: account(endpoints.register, 'Open an account', { body: newPasswordForms.registration, status: 201, answer: messageAnswer }),
  login: account(endpoints.login, 'Sign in', { body: credentials, answer: signedIn, refusals: [401, 403] }),
  logout: account(endpoints.logout, 'Sign out', { isUnlimited: true }),
  verifyEmail: account(endpoints.verifyEmail, 'Prove an email address by the code or the link of the email', {
    body: z.union([emailToken, emailCode]),
    answer: messageAnswer,
  }),
  resendCode: account(endpoints.resendCode, 'Ask for another code', { body: mailbox, answer: messageAnswer }),
  forgotPassword: account(endpoints.forgotPassword, 'Ask for a link that sets a new password', { body: mailbox, answer: messageAnswer }),
  resetPassword: account(endpoints.resetPassword, 'Set a new password', { body: newPasswordForms.passwordReset, answer: messageAnswer }),
  updateUser: account(endpoints.updateUser, 'Change the own account; only the fields to change', {
    who: 'owner',
    body: newPasswordForms.userChanges,
    answer: signedIn,
  }),
  changeEmail: account(
    endpoints.changeEmail,
    'Ask for another email address: mails a link to the new one, and one that stops it to the old one',
    { who: 'shopper', body: emailChange, answer: messageAnswer },
  ),
  confirmEmailChange: account(endpoints.confirmEmailChange, 'Change the email address by the link to the new one', {
    who: 'shopper',
    body: emailChangeLink,
    answer: signedIn,
    refusals: [409],
  }),
  stopEmailChange: account(endpoints.stopEmailChange, 'Stop or undo a change of email address by the link to the old one', {
    body: emailChangeLink,
    answer: messageAnswer,
    refusals: [409],
  }),
  sessions: account(endpoints.sessions, 'Where one is signed in', { who: 'shopper', limit: 'ownReads', answer: sessionList }),
  endSessions: account(endpoints.endSessions, 'End one session, or all others', { who: 'shopper', body: sessionsToEnd }),
  exportUser: account(endpoints.exportUser, 'Everything that the shop holds of the shopper', { who: 'shopper', answer: personalData }),
  secondFactor: account(endpoints.secondFactor, 'Whether two-step sign-in is on', { who: 'shopper', answer: secondFactorStatus }),
  startSecondFactor: account(endpoints.startSecondFactor, 'Begin to set up two-step sign-in: a secret for an authenticator app', {
    who: 'shopper',
    body: ownPassword,
    answer: secondFactorSetUp,
    refusals: [409],
  }),
  confirmSecondFactor: account(
    endpoints.confirmSecondFactor,
    'Switch two-step sign-in on by the first code of the app; answers recovery codes',
    { who: 'shopper', body: secondFactorConfirmation, answer: recoveryCodes, refusals: [409] },
  ),
  endSecondFactor: account(endpoints.endSecondFactor, 'Switch two-step sign-in off', {
    who: 'shopper',
    body: secondFactorChange,
    refusals: [409],
  }),
  renewRecoveryCodes: account(endpoints.renewRecoveryCodes, 'Replace the recovery codes', {
    who: 'shopper',
    body: secondFactorChange,
    answer: recoveryCodes,
    refusals: [409],
  }),
  deleteUser: account(endpoints.deleteUser, 'Delete the own account', { who: 'shopper', body: ownPassword }),
  saveLists: account(
    endpoints.saveLists,
    'Change cart, wishlist and comparison, and read them; a change that is sent again is applied once',
    { who: 'shopper', body: listChange, answer: savedLists, refusals: [409] },
  ),
  wishlistLink: account(endpoints.wishlistLink, 'The link that shows the own wishlist, or null', {
    who: 'shopper',
    answer: ownWishlistLink,
  }),
  shareWishlist: account(endpoints.shareWishlist, 'Make the link to the own wishlist, with or without the first name', {
    who: 'shopper',
    body: wishlistLinkForm,
    answer: ownWishlistLink,
  }),
  withdrawWishlist: account(endpoints.withdrawWishlist, 'Withdraw the link to the own wishlist', { who: 'shopper' }),
  sharedWishlist: catalogue(endpoints.sharedWishlist, 'A shared wishlist, by the token of its link', {
    limit: 'lookUps',
    answer: sharedWishlist,
    refusals: [404],
  }),
  placeOrder: orders(endpoints.placeOrder, 'Place an order, which holds its stock until it is paid or expires', {
    limit: 'orders',
    headers: {
      'Idempotency-Key': {
        description: 'The same key never orders twice.',
        schema: orderKey,
        refusal: 'This order came without the key that keeps it from being placed twice. Please reload the page and try again.',
      },
    },
    body: orderPayload,
    status: 201,
    answer: order,
    refusals: [401, 404, 409],
  }),
  checkVoucher: orders(endpoints.checkVoucher, 'What a voucher takes off these lines, or why they cannot use it', {
    limit: 'lookUps',
    body: voucherCheck,
    answer: voucherTerms,
    refusals: [404, 409],
  }),
  payOrder: orders(endpoints.payOrder, 'Open a payment page for an unpaid order', {
    limit: 'orders',
    body: paymentPayload,
    answer: paymentSession,
    refusals: [404, 409],
  }),
  paymentMethods: orders(endpoints.paymentMethods, 'The cards that are taken', {
    answer: paymentMethods,
    cache: revalidate,
    isConstant: true,
  }),
  deliveryOptions: orders(endpoints.deliveryOptions, 'The ways to get an order, and what delivery costs beside that of each item', {
    answer: deliveryOptions,
    cache: revalidate,
  }),
  paymentWebhook: orders(endpoints.paymentWebhook, 'An event of the payment provider, signed by it', {
    signature: { header: 'Stripe-Signature', description: "The provider's signature of the body." },
    // A dispute's event repeats the evidence: 150,000 characters, escaped as JSON.
    maxBytes: 1_000_000,
    answer: messageAnswer,
    refusals: [404],
  }),
  cancelOrder: orders(endpoints.cancelOrder, 'Cancel an order that is not packed yet, as its owner or by a mailed link', {
    limit: 'lookUps',
    body: orderCancellation,
    answer: order,
    refusals: [401, 404, 409],
  }),
  mailCancellationLink: orders(endpoints.mailCancellationLink, 'Mail a link that cancels an order to the address that was given with it', {
    limit: 'lookUps',
    body: cancellationLink,
    answer: messageAnswer,
    refusals: [404, 409],
  }),
  myOrders: orders(endpoints.myOrders, "The signed-in shopper's orders, the newest first", {
    who: 'shopper',
    limit: 'ownReads',
    answer: orderList,
  }),
  order: orders(endpoints.order, 'One order, by its id alone', { limit: 'lookUps', answer: order, refusals: [404] }),
  openReview: orders(
    endpoints.openReview,
    'Whether a product of a delivered order can be reviewed, and its review so far; by a mailed key, or signed in',
    { limit: 'lookUps', body: reviewAccess, answer: reviewDraft, refusals: [401, 404, 409] },
  ),
  writeReview: orders(endpoints.writeReview, 'Review a product of a delivered order; until the seller has looked at it, again', {
    limit: 'reviews',
    form: { fields: reviewForm, pictures: reviewLimits.images },
    refusals: [401, 404, 409],
  }),
  stopReviewMails: orders(endpoints.stopReviewMails, 'No more mails that ask for reviews to the address that got this key', {
    limit: 'lookUps',
    body: reviewMailStop,
  }),
  endReviewMails: orders(
    endpoints.endReviewMails,
    'The same by the token of the mailed links, by one press in a mail program (RFC 8058); may be repeated',
    { isOneClick: true, limit: 'lookUps' },
  ),
  refundOrder: refunds(endpoints.refundOrder, 'A paid order, to ask for a refund of', { limit: 'lookUps', answer: order, refusals: [404] }),
  requestRefund: refunds(endpoints.requestRefund, 'Ask for a refund of one product of a paid order', {
    limit: 'refunds',
    form: { fields: refundRequest, pictures: refundLimits.images },
    status: 201,
    answer: refundReceipt,
    refusals: [404, 409],
  }),
  declareCancellation: refunds(endpoints.declareCancellation, 'Cancel units of a paid order without a reason, which cannot be declined', {
    limit: 'refunds',
    body: cancellationDeclaration,
    status: 201,
    answer: cancellationReceipt,
    refusals: [404, 409],
  }),
  requestStockAlert: catalogue(endpoints.requestStockAlert, 'Ask for one mail once a choice that is out of stock can be had again', {
    body: stockAlertRequest,
    answer: stockAlertAnswer,
    refusals: [404, 409],
  }),
  confirmStockAlert: catalogue(endpoints.confirmStockAlert, 'Confirm it by the token of the mailed link; may be repeated', {
    limit: 'lookUps',
    body: stockAlertConfirmation,
    answer: messageAnswer,
    refusals: [404],
  }),
  endStockAlerts: catalogue(
    endpoints.endStockAlerts,
    'End all such mails to the address that got this token, by one press in a mail program (RFC 8058); may be repeated; 404 for an unknown token',
    { isOneClick: true, limit: 'lookUps', refusals: [404] },
  ),
  contact: messages(endpoints.contact, 'Write to the seller', { body: contactForm, status: 201, answer: messageReceipt }),
  enquiry: messages(endpoints.enquiry, 'Ask about wholesale or a franchise', { body: enquiryForm, status: 201, answer: messageReceipt }),
  browserError: messages(endpoints.browserError, 'Log an error of a browser', { limit: 'browserErrors', body: browserError }),
  searchMiss: catalogue(searchMissEndpoint, 'Count a search that found nothing, by its words and the day alone', {
    limit: 'searchMisses',
    body: searchMiss,
  }),
} satisfies { readonly [Name in keyof typeof endpoints]: Call & (typeof endpoints)[Name] } & {
  readonly searchMiss: Call & typeof searchMissEndpoint;
};

export const statusOf = ({ status, answer, isPicture }: Call): 200 | 201 | 204 => status ?? (answer || isPicture ? 200 : 204);

/** Every status that refuses the call, ascending: those of its row, and those that follow from the rest of it. */
export const refusalsOf = (call: Call): readonly number[] => {
  const isUnsafe = call.method !== 'GET';
  const hasPayload = call.body !== undefined || call.form !== undefined;
  const statuses = new Set([
    400,
    ...(call.who ? [401] : []),
    ...((isUnsafe && !call.signature) || (call.who !== undefined && call.who !== 'shopper') ? [403] : []),
    ...(isUnsafe ? [413] : []),
    414,
    ...(hasPayload ? [415] : []),
    ...(hasPayload || call.headers || call.signature ? [422] : []),
    ...(call.limit || (isUnsafe && !call.signature && !call.isUnlimited) ? [429] : []),
    ...(call.isConstant ? [] : [503]),
    ...(call.refusals ?? []),
  ]);
  return [...statuses].toSorted((one, other) => one - other);
};
