import * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { figurePeriods } from '#contract/desk/figures.ts';
import { messageViews } from '#contract/desk/messages.ts';
import { orderViews } from '#contract/desk/orders.ts';
import { peopleViews } from '#contract/desk/people.ts';
import { maxPictureBytes, productViews, uploadForm } from '#contract/desk/products.ts';
import { refundViews } from '#contract/desk/refunds.ts';
import { reviewViews } from '#contract/desk/reviews.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { type Call, callsOf } from '#server/http/calls.ts';

type Name = keyof typeof deskEndpoints;
type Rules = Parameters<ReturnType<typeof callsOf>>[2];

/** A call by its name in the contract, which says who may, what is sent and answered; all are counted by account. */
const desk = <N extends Name, const R extends Rules = object>(name: N, summary: string, rules?: R) =>
  callsOf('Desk')(deskEndpoints[name], summary, { limit: 'desk', ...(rules as R) });

const parameter = <S extends z.ZodMiniType>(description: string, schema: S) => ({ description, schema });
const text = (description: string) => parameter(description, z.string());
const after = text('Where the page begins: `next` of the page before.');
/** The query parameter of a list with views. */
const view = (views: readonly [string, ...string[]]) => parameter('Which of them.', z.enum(views));

/** As `calls`, for the desk. */
export const deskCalls = {
  staffProfile: desk('staffProfile', 'Who is signed in at the desk'),
  confirmCode: desk('confirmCode', 'A code of the second factor, for what needs a fresh one'),
  today: desk('today', 'What there is to do today'),
  orders: desk('orders', 'A page of the orders', {
    query: {
      view: view(orderViews),
      q: text('Beginnings of words of an order.'),
      from: text('The first UK day, of posting or of placing as the view has it.'),
      to: text('The last one.'),
      courier: text('Who brings it, as it was entered.'),
      after,
    },
  }),
  exportOrders: desk('exportOrders', 'The same orders, all of them, as CSV'),
  order: desk('order', 'One order', { refusals: [404] }),
  printedOrders: desk('printedOrders', 'Orders to print', { query: { ids: text('Ids, separated by commas.') } }),
  startPacking: desk('startPacking', 'Begin to pack orders'),
  sendOrders: desk('sendOrders', 'Record parcels as sent, or try what that would do'),
  sendFromFile: desk('sendFromFile', 'The same with a courier’s file', { maxBytes: 1_500_000 }),
  markDelivered: desk('markDelivered', 'Record an order as delivered', { refusals: [404, 409] }),
  changeParcels: desk('changeParcels', 'Add, correct or take out a further parcel of an order', { refusals: [404, 409] }),
  addNote: desk('addNote', 'Add a note to an order', { refusals: [404] }),
  deleteNote: desk('deleteNote', 'Delete an own note', { refusals: [404, 409] }),
  correctAddress: desk('correctAddress', 'Correct the address of an order that is not sent yet', { refusals: [404, 409] }),
  sendMailAgain: desk('sendMailAgain', 'Mail the buyer again', { refusals: [404, 409] }),
  cancelOrder: desk('cancelOrder', 'Cancel an order that is not sent yet', { refusals: [404, 409] }),
  settleOrder: desk('settleOrder', 'Record that money was paid back by hand', { refusals: [404, 409] }),
  refunds: desk('refunds', 'A page of the refund requests', { query: { view: view(refundViews), after } }),
  refund: desk('refund', 'One refund request', { refusals: [404] }),
  refundPicture: desk('refundPicture', 'A photograph of a refund request', { isPicture: true, refusals: [404] }),
  previewDecision: desk('previewDecision', 'The mail that a decision would send', { refusals: [404, 409] }),
  decideRefund: desk('decideRefund', 'Decide a refund request', { refusals: [404, 409] }),
  recordPosted: desk('recordPosted', 'Record proof of posting of a cancellation', { refusals: [404, 409] }),
  receiveReturn: desk('receiveReturn', 'Record that goods came back', { refusals: [404, 409] }),
  messages: desk('messages', 'A page of the messages', { query: { view: view(messageViews), after } }),
  message: desk('message', 'One message', { refusals: [404] }),
  answerMessage: desk('answerMessage', 'Mail an answer to a message', { refusals: [404, 409] }),
  markAnswered: desk('markAnswered', 'Record that a message was answered elsewhere', { refusals: [404, 409] }),
  reviews: desk('reviews', 'A page of the reviews', { query: { view: view(reviewViews), after } }),
  review: desk('review', 'One review', { refusals: [404] }),
  reviewPicture: desk('reviewPicture', 'A photograph of a review', { isPicture: true, refusals: [404] }),
  changeReview: desk('changeReview', 'Decide a review, or reply to it', { refusals: [404, 409] }),
  vouchers: desk('vouchers', 'A page of the vouchers', { query: { view: view(voucherViews), after } }),
  voucher: desk('voucher', 'One voucher', { refusals: [404] }),
  createVoucher: desk('createVoucher', 'Make a voucher', { refusals: [409] }),
  endVoucher: desk('endVoucher', 'End a voucher now', { refusals: [404, 409] }),
  categories: desk('categories', 'The categories in their order'),
  changeCategories: desk('changeCategories', 'Add, edit, order or remove a category', { refusals: [404, 409] }),
  synonyms: desk('synonyms', 'Words that the search takes for others'),
  changeSynonyms: desk('changeSynonyms', 'Set or remove a synonym', { refusals: [404, 409] }),
  delivery: desk('delivery', 'The ways to get an order'),
  changeDelivery: desk('changeDelivery', 'Change the ways to get an order', { refusals: [409] }),
  importCatalogue: desk('importCatalogue', 'Import products, or try what that would do', { refusals: [409], maxBytes: 8_000_000 }),
  exportCatalogue: desk('exportCatalogue', 'All products that are sold, as a file'),
  people: desk('people', 'A page of the accounts', { query: { view: view(peopleViews), q: text('Parts of a name or address.'), after } }),
  person: desk('person', 'One person, by their account or one of their orders', { refusals: [404] }),
  setRole: desk('setRole', 'Make an account a reseller or a customer', { refusals: [404, 409] }),
  signOutPerson: desk('signOutPerson', 'End all sessions of an account', { refusals: [404] }),
  secondFactorOff: desk('secondFactorOff', 'Switch two-step sign-in of an account off', { refusals: [404, 409] }),
  exportPerson: desk('exportPerson', 'All that is held of a person', { refusals: [404] }),
  deletePerson: desk('deletePerson', 'Delete what is held of a person', { refusals: [404, 409] }),
  staff: desk('staff', 'Who may use the desk'),
  setStaffRole: desk('setStaffRole', 'Let an account use the desk, or give it another role there', { refusals: [404, 409] }),
  endStaff: desk('endStaff', 'Close the desk to an account', { refusals: [404, 409] }),
  figures: desk('figures', 'What was sold', {
    query: {
      from: text('The first UK day; the last four weeks without it.'),
      to: text('The last UK day.'),
      by: parameter('What the bars stand for.', z.enum(figurePeriods)),
    },
  }),
  exportFigures: desk('exportFigures', 'What was sold, as CSV'),
  exportBooks: desk('exportBooks', 'Invoices and credit notes, as CSV'),
  settings: desk('settings', 'What the shop runs with, and what waits'),
  retryMail: desk('retryMail', 'Try unsent mail again', { refusals: [404] }),
  retryJobs: desk('retryJobs', 'Try what failed again'),
  refundUnmatched: desk('refundUnmatched', 'Pay a payment back that belongs to no order', { refusals: [404, 409] }),
  settleUnmatched: desk('settleUnmatched', 'Record how such a payment was settled', { refusals: [404, 409] }),
  staffEvents: desk('staffEvents', 'A page of what the staff did', {
    query: { who: text('The id of their account.'), what: text('A call of the desk, or signIn.'), day: text('A UK day.'), after },
  }),
  products: desk('products', 'A page of the products', {
    query: {
      view: view(productViews),
      q: text('Beginnings of words of a product.'),
      category: text('Only of this category, by its slug.'),
      after,
    },
  }),
  product: desk('product', 'One product', { refusals: [404] }),
  createProduct: desk('createProduct', 'Add a draft of a product', { status: 201 }),
  saveProduct: desk('saveProduct', 'Change fields of a product', { refusals: [404, 409] }),
  sellProduct: desk('sellProduct', 'Sell a draft, or a withdrawn product again', { refusals: [404, 409] }),
  withdrawProduct: desk('withdrawProduct', 'Stop selling a product', { refusals: [404, 409] }),
  removeProduct: desk('removeProduct', 'Delete a product, or withdraw one that was ordered', { refusals: [404, 409] }),
  uploadPicture: desk('uploadPicture', 'Add a picture for a product', {
    form: { fields: uploadForm, pictures: 1, pictureBytes: maxPictureBytes },
    status: 201,
  }),
  countStock: desk('countStock', 'Count what is on the shelf', { refusals: [404, 409] }),
} satisfies { readonly [N in Name]: Call & { readonly name: N } };
