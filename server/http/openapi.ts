import { Hono } from 'hono';
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
  user,
} from '#contract/account.ts';
import {
  credentials,
  emailChange,
  emailChangeLink,
  emailCode,
  emailToken,
  mailbox,
  ownPassword,
  passwordReset,
  registration,
  secondFactorChange,
  secondFactorConfirmation,
  sessionsToEnd,
  userChanges,
} from '#contract/account-forms.ts';
import { browserError } from '#contract/browser-error.ts';
import { endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { listing, productCatalogue } from '#contract/listing.ts';
import { facets, sortings } from '#contract/listing-query.ts';
import { contactForm, enquiryForm, messageReceipt } from '#contract/messages.ts';
import {
  billingInfo,
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
import { refundLimits, refundReceipt, refundRequest } from '#contract/refund.ts';
import { reviewAccess, reviewDraft, reviewForm, reviewLimits, reviewMailStop, reviewPage, reviewReport } from '#contract/review.ts';
import { listChange, ownWishlistLink, savedLists, sharedWishlist, wishlistLinkForm } from '#contract/saved-lists.ts';
import { stockAlertAnswer, stockAlertConfirmation, stockAlertRequest } from '#contract/stock-alert.ts';
import { voucherTerms } from '#contract/voucher.ts';
import type { Services } from '#server/http/services.ts';
import { sessionCookieName } from '#server/http/session.ts';

export const openApiPath = '/openapi.json';

const tags = {
  Catalogue: 'Products, categories and variations, for everybody.',
  Account: 'Sign-up, sign-in and the data of the signed-in shopper.',
  Orders: 'Placing, paying and following orders.',
  Refunds: 'Asking for a refund of a paid order.',
  Messages: 'Messages to the seller, and the log of errors in browsers.',
} as const;

type Schema = z.core.$ZodType;

/** `status` of a success; `answer` is its body, none for 204. `refusals` are the statuses that only this call answers. */
type Operation = {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly isSignedIn?: true;
  readonly query?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly body?: Schema;
  /** The body is a form with pictures, and not JSON. */
  readonly pictures?: { readonly field: string; readonly max: number };
  /** The answer is a JPEG, and not JSON. */
  readonly isPicture?: true;
  readonly status: 200 | 201 | 204;
  readonly answer?: Schema;
  readonly refusals: readonly number[];
};

const text = z.string();
const failure = z.extend(failureBody, { requestId: text });

const listQuery = {
  form: { description: 'With the number of products, and without them where a browser should ask for pages.', schema: z.literal('list') },
  ids: { description: 'Only these products, separated by commas.', schema: text },
  page: { description: 'One page, with counts. The parameters below choose what is on it.', schema: z.int() },
  perPage: { description: 'Products per page.', schema: z.int() },
  q: { description: 'Words to search for.', schema: text },
  sort: { description: 'The order of the products.', schema: z.enum(sortings) },
  ...Object.fromEntries(
    facets.map((facet) => [facet, { description: 'One chosen value of this facet; may be repeated.', schema: z.array(text) }]),
  ),
};

// Typed by the table of endpoints: a call that is missing here does not compile.
const operations: Readonly<Record<keyof typeof endpoints, Operation>> = {
  products: {
    tag: 'Catalogue',
    summary: 'The list of products, in one of four forms',
    query: listQuery,
    status: 200,
    answer: z.union([
      z.array(product),
      z.extend(productCatalogue, { products: z.optional(z.array(product)) }),
      z.extend(listing, { items: z.array(product) }),
    ]),
    refusals: [429],
  },
  product: { tag: 'Catalogue', summary: 'One product with every field', status: 200, answer: product, refusals: [404] },
  reviews: {
    tag: 'Catalogue',
    summary: 'The approved reviews of one product, a page at a time, the latest first',
    query: { page: { description: 'Which page; the first by default.', schema: z.int() } },
    status: 200,
    answer: reviewPage,
    refusals: [404, 429],
  },
  reviewPicture: { tag: 'Catalogue', summary: 'A photograph of an approved review', isPicture: true, status: 200, refusals: [404] },
  reportReview: { tag: 'Messages', summary: 'Report a public review', body: reviewReport, status: 204, refusals: [404, 429] },
  categories: { tag: 'Catalogue', summary: 'The categories', status: 200, answer: categoryList, refusals: [] },
  variations: { tag: 'Catalogue', summary: 'All variations with a price of their own', status: 200, answer: variationList, refusals: [] },
  colorVariations: {
    tag: 'Catalogue',
    summary: 'The colours of one product',
    status: 200,
    answer: colorVariationList,
    refusals: [404],
  },
  profile: { tag: 'Account', summary: 'The signed-in shopper, or null; sets the CSRF cookie', status: 200, answer: profile, refusals: [] },
  register: { tag: 'Account', summary: 'Open an account', body: registration, status: 201, answer: messageAnswer, refusals: [429] },
  login: { tag: 'Account', summary: 'Sign in', body: credentials, status: 200, answer: signedIn, refusals: [401, 403, 429] },
  logout: { tag: 'Account', summary: 'Sign out', status: 204, refusals: [] },
  verifyEmail: {
    tag: 'Account',
    summary: 'Prove an email address by the code or the link of the email',
    body: z.union([emailToken, emailCode]),
    status: 200,
    answer: messageAnswer,
    refusals: [429],
  },
  resendCode: { tag: 'Account', summary: 'Ask for another code', body: mailbox, status: 200, answer: messageAnswer, refusals: [429] },
  forgotPassword: {
    tag: 'Account',
    summary: 'Ask for a link that sets a new password',
    body: mailbox,
    status: 200,
    answer: messageAnswer,
    refusals: [429],
  },
  resetPassword: {
    tag: 'Account',
    summary: 'Set a new password',
    body: passwordReset,
    status: 200,
    answer: messageAnswer,
    refusals: [429],
  },
  updateUser: {
    tag: 'Account',
    summary: 'Change the own account; only the fields to change',
    isSignedIn: true,
    body: userChanges,
    status: 200,
    answer: signedIn,
    refusals: [429],
  },
  changeEmail: {
    tag: 'Account',
    summary: 'Ask for another email address: mails a link to the new one, and one that stops it to the old one',
    isSignedIn: true,
    body: emailChange,
    status: 200,
    answer: messageAnswer,
    refusals: [429],
  },
  confirmEmailChange: {
    tag: 'Account',
    summary: 'Change the email address by the link to the new one',
    isSignedIn: true,
    body: emailChangeLink,
    status: 200,
    answer: signedIn,
    refusals: [409, 429],
  },
  stopEmailChange: {
    tag: 'Account',
    summary: 'Stop or undo a change of email address by the link to the old one',
    body: emailChangeLink,
    status: 200,
    answer: messageAnswer,
    refusals: [409, 429],
  },
  sessions: { tag: 'Account', summary: 'Where one is signed in', isSignedIn: true, status: 200, answer: sessionList, refusals: [429] },
  endSessions: {
    tag: 'Account',
    summary: 'End one session, or all others',
    isSignedIn: true,
    body: sessionsToEnd,
    status: 204,
    refusals: [404, 429],
  },
  exportUser: {
    tag: 'Account',
    summary: 'Everything that the shop holds of the shopper',
    isSignedIn: true,
    status: 200,
    answer: personalData,
    refusals: [429],
  },
  secondFactor: {
    tag: 'Account',
    summary: 'Whether two-step sign-in is on',
    isSignedIn: true,
    status: 200,
    answer: secondFactorStatus,
    refusals: [],
  },
  startSecondFactor: {
    tag: 'Account',
    summary: 'Begin to set up two-step sign-in: a secret for an authenticator app',
    isSignedIn: true,
    body: ownPassword,
    status: 200,
    answer: secondFactorSetUp,
    refusals: [409, 429],
  },
  confirmSecondFactor: {
    tag: 'Account',
    summary: 'Switch two-step sign-in on by the first code of the app; answers recovery codes',
    isSignedIn: true,
    body: secondFactorConfirmation,
    status: 200,
    answer: recoveryCodes,
    refusals: [409, 429],
  },
  endSecondFactor: {
    tag: 'Account',
    summary: 'Switch two-step sign-in off',
    isSignedIn: true,
    body: secondFactorChange,
    status: 204,
    refusals: [409, 429],
  },
  renewRecoveryCodes: {
    tag: 'Account',
    summary: 'Replace the recovery codes',
    isSignedIn: true,
    body: secondFactorChange,
    status: 200,
    answer: recoveryCodes,
    refusals: [409, 429],
  },
  deleteUser: {
    tag: 'Account',
    summary: 'Delete the own account',
    isSignedIn: true,
    body: ownPassword,
    status: 204,
    refusals: [429],
  },
  saveLists: {
    tag: 'Account',
    summary: 'Change cart, wishlist and comparison, and read them; a change that is sent again is applied once',
    isSignedIn: true,
    body: listChange,
    status: 200,
    answer: savedLists,
    refusals: [409, 429],
  },
  wishlistLink: {
    tag: 'Account',
    summary: 'The link that shows the own wishlist, or null',
    isSignedIn: true,
    status: 200,
    answer: ownWishlistLink,
    refusals: [],
  },
  shareWishlist: {
    tag: 'Account',
    summary: 'Make the link to the own wishlist, with or without the first name',
    isSignedIn: true,
    body: wishlistLinkForm,
    status: 200,
    answer: ownWishlistLink,
    refusals: [429],
  },
  withdrawWishlist: { tag: 'Account', summary: 'Withdraw the link to the own wishlist', isSignedIn: true, status: 204, refusals: [429] },
  sharedWishlist: {
    tag: 'Catalogue',
    summary: 'A shared wishlist, by the token of its link',
    status: 200,
    answer: sharedWishlist,
    refusals: [404, 429],
  },
  placeOrder: {
    tag: 'Orders',
    summary: 'Place an order, which holds its stock until it is paid or lapses',
    headers: { 'Idempotency-Key': { description: 'The same key never orders twice.', schema: orderKey } },
    body: orderPayload,
    status: 201,
    answer: order,
    refusals: [404, 409, 429],
  },
  checkVoucher: {
    tag: 'Orders',
    summary: 'What a voucher takes off these lines, or why they cannot use it',
    body: voucherCheck,
    status: 200,
    answer: voucherTerms,
    refusals: [404, 409, 429],
  },
  payOrder: {
    tag: 'Orders',
    summary: 'Open a payment page for an unpaid order',
    body: paymentPayload,
    status: 200,
    answer: paymentSession,
    refusals: [404, 409, 429],
  },
  paymentMethods: { tag: 'Orders', summary: 'The cards that are taken', status: 200, answer: paymentMethods, refusals: [] },
  paymentWebhook: {
    tag: 'Orders',
    summary: 'An event of the payment provider, signed by it',
    headers: { 'Stripe-Signature': { description: "The provider's signature of the body.", schema: text } },
    body: z.looseObject({}),
    status: 200,
    answer: messageAnswer,
    refusals: [404],
  },
  cancelOrder: {
    tag: 'Orders',
    summary: 'Cancel an order that is not packed yet, as its owner or by a mailed link',
    body: orderCancellation,
    status: 200,
    answer: order,
    refusals: [401, 404, 409, 429],
  },
  mailCancellationLink: {
    tag: 'Orders',
    summary: 'Mail a link that cancels an order to the address that was given with it',
    body: cancellationLink,
    status: 200,
    answer: messageAnswer,
    refusals: [404, 409, 429],
  },
  myOrders: {
    tag: 'Orders',
    summary: "The signed-in shopper's orders, the newest first",
    isSignedIn: true,
    status: 200,
    answer: orderList,
    refusals: [429],
  },
  order: { tag: 'Orders', summary: 'One order, by its id alone', status: 200, answer: order, refusals: [404, 429] },
  openReview: {
    tag: 'Orders',
    summary: 'Whether a product of a delivered order can be reviewed, and its review so far; by a mailed key, or signed in',
    body: reviewAccess,
    status: 200,
    answer: reviewDraft,
    refusals: [401, 404, 409, 429],
  },
  writeReview: {
    tag: 'Orders',
    summary: 'Review a product of a delivered order; until the seller has looked at it, again',
    body: reviewForm,
    pictures: { field: 'additionalImages', max: reviewLimits.images },
    status: 204,
    refusals: [401, 404, 409, 429],
  },
  stopReviewMails: {
    tag: 'Orders',
    summary: 'No more mails that ask for reviews to the address that got this key',
    body: reviewMailStop,
    status: 204,
    refusals: [429],
  },
  endReviewMails: {
    tag: 'Orders',
    summary: 'The same by the token of the mailed links, by one press in a mail program (RFC 8058); may be repeated',
    status: 204,
    refusals: [404, 429],
  },
  refundOrder: { tag: 'Refunds', summary: 'A paid order, to ask for a refund of', status: 200, answer: order, refusals: [404, 429] },
  requestRefund: {
    tag: 'Refunds',
    summary: 'Ask for a refund of one product of a paid order',
    body: refundRequest,
    pictures: { field: 'additionalImages', max: refundLimits.images },
    status: 201,
    answer: refundReceipt,
    refusals: [404, 409, 429],
  },
  requestStockAlert: {
    tag: 'Catalogue',
    summary: 'Ask for one mail once a choice that is out of stock can be had again',
    body: stockAlertRequest,
    status: 200,
    answer: stockAlertAnswer,
    refusals: [404, 409, 429],
  },
  confirmStockAlert: {
    tag: 'Catalogue',
    summary: 'Confirm it by the token of the mailed link; may be repeated',
    body: stockAlertConfirmation,
    status: 200,
    answer: messageAnswer,
    refusals: [404, 429],
  },
  endStockAlerts: {
    tag: 'Catalogue',
    summary:
      'End all such mails to the address that got this token, by one press in a mail program (RFC 8058); may be repeated; 404 for an unknown token',
    status: 204,
    refusals: [404, 429],
  },
  contact: { tag: 'Messages', summary: 'Write to the seller', body: contactForm, status: 201, answer: messageReceipt, refusals: [429] },
  enquiry: {
    tag: 'Messages',
    summary: 'Ask about wholesale or a franchise',
    body: enquiryForm,
    status: 201,
    answer: messageReceipt,
    refusals: [429],
  },
  browserError: { tag: 'Messages', summary: 'Log an error of a browser', body: browserError, status: 204, refusals: [429] },
};

const reasons: Readonly<Record<number, string>> = {
  400: 'The body or the address cannot be read.',
  401: 'Not signed in, or the password is wrong.',
  403: 'Not allowed: the CSRF token is missing, or this is another account.',
  404: 'There is nothing at this address.',
  409: 'What was asked for has changed meanwhile.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'A field is wrong; `errors` says which.',
  429: 'Too many calls; Retry-After says when to try again.',
  503: 'The shop is busy; try again in a moment.',
};

/** As it is sent: before defaults and conversions. A value that a schema converts from any value can be anything. */
const conversion = { io: 'input', unrepresentable: 'any' } as const;

const toJsonSchema = (schema: Schema): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, conversion);
  return rest;
};

const componentAddress = (id: string): string => `#/components/schemas/${id}`;

/** The schemas of bodies and answers by their name in the document; those that others contain, and those of several calls, first. */
const nameSchemas = (): z.core.$ZodRegistry<{ id: string }> => {
  const registry = z.registry<{ id: string }>();
  const shared = { Product: product, Order: order, User: user, BillingInfo: billingInfo, Failure: failure, Message: messageAnswer };
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id });
  for (const [name, { body, answer }] of Object.entries(operations)) {
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (body && !registry.has(body)) registry.add(body, { id: `${id}Body` });
    if (answer && !registry.has(answer)) registry.add(answer, { id: `${id}Answer` });
  }
  return registry;
};
const named = nameSchemas();

const refer = (schema: Schema) => ({ $ref: componentAddress(named.get(schema)?.id ?? '') });

const componentSchemas = (): object => {
  const { schemas } = z.toJSONSchema(named, { ...conversion, uri: componentAddress });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
};

const toJsonBody = (schema: Schema) => ({ 'application/json': { schema: refer(schema) } });

const toFormBody = (schema: Schema, { field, max }: NonNullable<Operation['pictures']>) => {
  const files = { type: 'array', maxItems: max, items: { type: 'string', contentMediaType: 'application/octet-stream' } };
  return { 'multipart/form-data': { schema: { allOf: [refer(schema), { type: 'object', properties: { [field]: files } }] } } };
};

const toParameters = (place: 'query' | 'header', parameters: Operation['query'] = {}) =>
  Object.entries(parameters).map(([name, { description, schema }]) => ({
    name,
    in: place,
    description,
    ...(place === 'header' && { required: true }),
    schema: toJsonSchema(schema),
  }));

const toOperation = (name: keyof typeof endpoints) => {
  const { tag, summary, isSignedIn, query, headers, body, pictures, isPicture, status, answer, refusals } = operations[name];
  const { method, path } = endpoints[name];
  const isUnsafe = method !== 'GET';
  const isFromBrowser = isUnsafe && name !== 'paymentWebhook';
  const statuses = new Set([
    400,
    ...(isSignedIn ? [401] : []),
    ...(isFromBrowser ? [403] : []),
    ...(body ? [413, 415, 422] : []),
    ...refusals,
    503,
  ]);
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, key]) => ({
    name: key,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: name,
    tags: [tag],
    summary,
    parameters: [...pathParameters, ...toParameters('query', query), ...toParameters('header', headers)],
    ...(body && { requestBody: { required: true, content: pictures ? toFormBody(body, pictures) : toJsonBody(body) } }),
    security: [{ ...(isSignedIn && { session: [] }), ...(isFromBrowser && { csrfCookie: [], csrfHeader: [] }) }],
    responses: {
      [status]: {
        description: 'Done.',
        ...(answer && { content: toJsonBody(answer) }),
        ...(isPicture && { content: { 'image/jpeg': {} } }),
      },
      ...Object.fromEntries([...statuses].map((each) => [each, { $ref: `#/components/responses/${each}` }])),
    },
  };
};

const pathItems = (): object => {
  const items: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(endpoints).filter((each): each is keyof typeof endpoints => each in endpoints)) {
    const { method, path } = endpoints[name];
    const key = path.replaceAll(/:(\w+)/g, '{$1}');
    items[key] = { ...items[key], [method.toLowerCase()]: toOperation(name) };
  }
  return items;
};

/** The API as an OpenAPI 3.1 document, from the schemas that requests and answers are checked with. */
const openApiDocument = ({ shopName, publicUrl }: Pick<Services, 'shopName' | 'publicUrl'>): object => ({
  openapi: '3.1.1',
  info: {
    title: `${shopName}: API`,
    version: '1',
    description:
      'What the storefront calls. Prices are in pounds. Unsafe calls send the value of the cookie XSRF-TOKEN, which the profile call sets, in the header X-XSRF-TOKEN.',
  },
  servers: [{ url: publicUrl ?? '/' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths: pathItems(),
  components: {
    schemas: componentSchemas(),
    responses: Object.fromEntries(
      Object.entries(reasons).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: refer(failure) } } },
      ]),
    ),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: sessionCookieName({ publicUrl }) },
      csrfCookie: { type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' },
      csrfHeader: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
    },
  },
});

/** `/openapi.json`, for programs that call the API. */
export const openApiRoutes = (services: Services): Hono => {
  let document: object | undefined;
  return new Hono().get(openApiPath, (c) => {
    document ??= openApiDocument(services);
    return c.json(document, 200, { 'Cache-Control': 'no-cache' });
  });
};
