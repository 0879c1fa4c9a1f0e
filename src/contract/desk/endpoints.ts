import type * as z from 'zod/mini';
import * as catalogue from '#contract/desk/catalogue.ts';
import * as figures from '#contract/desk/figures.ts';
import * as messages from '#contract/desk/messages.ts';
import * as orders from '#contract/desk/orders.ts';
import * as people from '#contract/desk/people.ts';
import * as products from '#contract/desk/products.ts';
import * as refunds from '#contract/desk/refunds.ts';
import * as reviews from '#contract/desk/reviews.ts';
import * as settings from '#contract/desk/settings.ts';
import * as shop from '#contract/desk/shop.ts';
import * as staff from '#contract/desk/staff.ts';
import { today } from '#contract/desk/today.ts';
import * as vouchers from '#contract/desk/vouchers.ts';

/** Where the desk is: its pages, and below it its calls. */
export const deskPath = '/desk';
export const deskApiPath = '/desk/api/';

/** The paths of the desk's lists; each listed item has a page of its own (`deskPageOf`). */
export const deskPages = {
  orders: '/desk/orders',
  refunds: '/desk/refunds',
  messages: '/desk/messages',
  reviews: '/desk/reviews',
  vouchers: '/desk/vouchers',
  products: '/desk/products',
  importing: '/desk/products/import',
  categories: '/desk/products/categories',
  searchWords: '/desk/products/search-words',
  people: '/desk/people',
  figures: '/desk/figures',
  settings: '/desk/settings',
  health: '/desk/settings?view=health',
  delivery: '/desk/settings/delivery',
  details: '/desk/settings/details',
  days: '/desk/settings/days',
  look: '/desk/settings/look',
  words: '/desk/settings/words',
  shopHistory: '/desk/settings/history',
} as const;

/** The page of one order, refund request, message, review, voucher, product or person, by its id, reference or code. */
export const deskPageOf = (list: 'orders' | 'refunds' | 'messages' | 'reviews' | 'vouchers' | 'products' | 'people', id: string): string =>
  `${deskPages[list]}/${encodeURIComponent(id)}`;

type Schema = z.ZodMiniType;
type Rules = {
  /** Only with a code of the second factor that was given within `freshCodeMinutes`, else the answer is 403 with the code `freshCode`. */
  readonly isFresh?: true;
  /** The call neither changes what other pages show nor depends on other calls: it refetches nothing, and is not refetched after them. */
  readonly isApart?: true;
  /** The names of the events that the call adds to `staff_event`, if these are not just the name of the call. */
  readonly deeds?: readonly string[];
  /** The call changes the catalogue (`announceChange`). */
  readonly announces?: true;
};

const get = <P extends string, S extends staff.StaffRole, A extends Schema | undefined = undefined>(
  path: P,
  who: S,
  answer?: A,
  rules: Rules = {},
) => ({ method: 'GET', path: `/desk/api${path}`, who, body: undefined, answer: answer as A, ...rules }) as const;

const post = <
  P extends string,
  S extends staff.StaffRole,
  B extends Schema | undefined,
  A extends Schema | undefined,
  const R extends Rules = object,
>(
  path: P,
  who: S,
  body: B,
  answer: A,
  // The type refuses unknown names: a misspelt rule would otherwise be dropped in silence.
  rules?: R & { readonly [K in Exclude<keyof R, keyof Rules>]: never },
) => ({ method: 'POST', path: `/desk/api${path}`, who, body, answer, ...(rules as R & Omit<Rules, 'deeds'>) }) as const;

/** Adds its key to each row as `name`. */
const withNames = <Rows extends Readonly<Record<string, object>>>(rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name }])) as {
    readonly [Name in keyof Rows]: Rows[Name] & { readonly name: Name };
  };

const nothing = undefined;

/** The calls of the desk: path, the least role that may, what is sent and answered. Kept apart from `endpoints`, which shoppers download. */
export const deskEndpoints = withNames({
  staffProfile: get('/me', 'support', staff.staffProfile, { isApart: true }),
  confirmCode: post('/code', 'support', staff.codeConfirmation, nothing, { isApart: true, deeds: [] }),
  today: get('/today', 'support', today),
  orders: get('/orders', 'support', orders.orderPage),
  exportOrders: post('/orders/export', 'seller', orders.ordersWanted, people.savedFile, { isFresh: true, isApart: true }),
  order: get('/orders/:orderId', 'support', orders.deskOrder),
  printedOrders: get('/parcels', 'support', orders.printedOrders),
  startPacking: post('/orders/packing', 'support', orders.packing, orders.movedParcels),
  sendOrders: post('/orders/send', 'support', orders.sending, orders.movedParcels),
  sendFromFile: post('/orders/send-file', 'support', orders.sendingFile, orders.movedParcels),
  markDelivered: post('/orders/:orderId/delivered', 'support', orders.deliveryConfirmation, orders.deskOrder),
  changeParcels: post('/orders/:orderId/parcels', 'support', orders.parcelChange, orders.deskOrder),
  addNote: post('/orders/:orderId/notes', 'support', orders.newNote, orders.deskOrder),
  deleteNote: post('/orders/:orderId/notes/delete', 'support', orders.deletedNote, orders.deskOrder),
  correctAddress: post('/orders/:orderId/address', 'support', orders.addressCorrection, orders.deskOrder),
  sendMailAgain: post('/orders/:orderId/mail', 'support', orders.mailAgain, orders.deskOrder),
  cancelOrder: post('/orders/:orderId/cancel', 'seller', orders.cancelling, orders.deskOrder, { isFresh: true }),
  settleOrder: post('/orders/:orderId/settle', 'seller', orders.settlement, orders.deskOrder, { isFresh: true }),
  refunds: get('/refunds', 'support', refunds.refundPage),
  refund: get('/refunds/:reference', 'support', refunds.deskRefund),
  refundPicture: get('/refunds/:reference/pictures/:file', 'support'),
  previewDecision: post('/refunds/:reference/preview', 'support', refunds.decidedRefund, refunds.decisionPreview, {
    isApart: true,
    deeds: [],
  }),
  decideRefund: post('/refunds/:reference/decide', 'seller', refunds.decidedRefund, refunds.deskRefund, { isFresh: true }),
  recordPosted: post('/refunds/:reference/posted', 'support', refunds.postedReturn, refunds.deskRefund),
  receiveReturn: post('/refunds/:reference/receive', 'support', refunds.returnedGoods, refunds.deskRefund),
  messages: get('/messages', 'support', messages.deskMessagePage),
  message: get('/messages/:reference', 'support', messages.deskMessage),
  answerMessage: post('/messages/:reference/answer', 'support', messages.messageReply, messages.deskMessage),
  markAnswered: post('/messages/:reference/answered', 'support', nothing, messages.deskMessage),
  reviews: get('/reviews', 'support', reviews.deskReviewPage),
  review: get('/reviews/:reference', 'support', reviews.deskReview),
  reviewPicture: get('/reviews/:reference/pictures/:file', 'support'),
  changeReview: post('/reviews/:reference/change', 'support', reviews.reviewChange, reviews.deskReview, {
    deeds: ['approveReview', 'declineReview', 'removeReview', 'replyToReview', 'keepReview'],
  }),
  vouchers: get('/vouchers', 'seller', vouchers.deskVoucherPage),
  voucher: get('/vouchers/:code', 'seller', vouchers.deskVoucher),
  createVoucher: post('/vouchers', 'seller', vouchers.newVoucher, vouchers.deskVoucher),
  endVoucher: post('/vouchers/:code/end', 'seller', nothing, vouchers.deskVoucher),
  shop: get('/shop', 'support', shop.deskShop),
  changeDetails: post('/shop/details', 'seller', shop.detailsChange, shop.deskShop),
  changeDays: post('/shop/days', 'seller', shop.daysChange, shop.deskShop),
  changeLook: post('/shop/look', 'seller', shop.lookChange, shop.deskShop),
  changeSamples: post('/shop/samples', 'seller', shop.samplesChange, shop.deskShop, { announces: true }),
  shopHistory: get('/shop/history', 'seller', shop.shopHistory),
  publishAgain: post('/shop/again', 'seller', shop.versionAgain, shop.shopHistory),
  words: get('/words', 'seller', shop.deskWords),
  changeWord: post('/words', 'seller', shop.wordChange, nothing),
  openShop: post('/shop/open', 'seller', shop.shopOpening, shop.deskShop),
  categories: get('/categories', 'seller', catalogue.deskCategories),
  changeCategories: post('/categories', 'seller', catalogue.categoryChange, catalogue.deskCategories, {
    deeds: ['addCategory', 'editCategory', 'orderCategory', 'removeCategory'],
    announces: true,
  }),
  synonyms: get('/synonyms', 'seller', catalogue.deskSynonyms),
  changeSynonyms: post('/synonyms', 'seller', catalogue.synonymChange, catalogue.deskSynonyms, {
    deeds: ['setSynonym', 'removeSynonym'],
    announces: true,
  }),
  importCatalogue: post('/catalogue/import', 'seller', catalogue.catalogueFile, catalogue.importPlan, { announces: true }),
  exportCatalogue: post('/catalogue/export', 'seller', catalogue.catalogueExport, people.savedFile, { isFresh: true, isApart: true }),
  people: get('/people', 'seller', people.peoplePage),
  person: get('/people/:personId', 'seller', people.deskPerson),
  setRole: post('/people/:personId/role', 'seller', people.roleChange, people.deskPerson, { isFresh: true }),
  signOutPerson: post('/people/:personId/sign-out', 'seller', nothing, people.deskPerson, { isFresh: true }),
  secondFactorOff: post('/people/:personId/second-factor-off', 'seller', people.identityCheck, people.deskPerson, { isFresh: true }),
  exportPerson: post('/people/:personId/export', 'seller', nothing, people.savedFile, { isFresh: true, isApart: true }),
  deletePerson: post('/people/:personId/delete', 'seller', people.deletion, nothing, { isFresh: true, isApart: true }),
  staff: get('/staff', 'seller', people.staffList),
  setStaffRole: post('/staff', 'seller', people.staffChange, people.staffList, { isFresh: true }),
  endStaff: post('/staff/end', 'seller', people.staffEnd, people.staffList, { isFresh: true }),
  figures: get('/figures', 'seller', figures.figures),
  exportFigures: post('/figures/export', 'seller', figures.figuresRange, people.savedFile, { isFresh: true, isApart: true }),
  exportBooks: post('/books', 'seller', figures.figuresRange, people.savedFile, { isFresh: true, isApart: true }),
  settings: get('/settings', 'seller', settings.shopHealth),
  delivery: get('/delivery', 'seller', settings.deskDelivery),
  changeDelivery: post('/delivery', 'seller', settings.deskDelivery, settings.deskDelivery),
  retryMail: post('/mails/retry', 'seller', settings.mailRetry, settings.shopHealth),
  retryJobs: post('/jobs/retry', 'seller', nothing, settings.shopHealth),
  refundUnmatched: post('/unmatched/refund', 'seller', settings.unmatchedRefund, settings.shopHealth, { isFresh: true }),
  settleUnmatched: post('/unmatched/settle', 'seller', settings.unmatchedSettlement, settings.shopHealth, { isFresh: true }),
  staffEvents: get('/staff-events', 'seller', settings.staffEventPage),
  products: get('/products', 'support', products.productPage),
  product: get('/products/:productId', 'support', products.deskProduct),
  createProduct: post('/products', 'seller', products.newProduct, products.deskProduct, { announces: true }),
  saveProduct: post('/products/:productId/save', 'seller', products.productChange, products.deskProduct, { announces: true }),
  sellProduct: post('/products/:productId/sell', 'seller', products.productStep, products.deskProduct, { announces: true }),
  withdrawProduct: post('/products/:productId/withdraw', 'seller', products.productStep, products.deskProduct, { announces: true }),
  removeProduct: post('/products/:productId/remove', 'seller', products.productStep, products.productRemoval, {
    isApart: true,
    announces: true,
  }),
  uploadPicture: post('/pictures', 'seller', nothing, products.uploadedPicture, { isApart: true }),
  countStock: post('/stock', 'support', products.stockCount, products.countedStock, { isApart: true, announces: true }),
});

type Endpoints = typeof deskEndpoints;

/** What the staff do, as `staff_event` notes it: the deeds of the calls that change something, and signing in. */
export type Deed =
  | 'signIn'
  | {
      [Name in keyof Endpoints]: Endpoints[Name] extends { readonly deeds: readonly (infer Several)[] }
        ? Several
        : Endpoints[Name]['method'] extends 'POST'
          ? Name
          : never;
    }[keyof Endpoints];

const changes = Object.values(deskEndpoints).filter(({ method }) => method === 'POST');
const deedsOf = ({ name, deeds }: Rules & { readonly name: string }) => (deeds ?? [name]) as readonly Deed[];

export const deeds: readonly Deed[] = ['signIn', ...changes.flatMap(deedsOf)];

export const catalogueDeeds = changes.filter((row: Rules) => row.announces === true).flatMap(deedsOf);

/** How long a code of the second factor counts as fresh. */
export const freshCodeMinutes = 60;
