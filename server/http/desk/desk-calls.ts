import * as z from 'zod/mini';
import type { deskEndpoints } from '#contract/desk/endpoints.ts';
import * as messagesContract from '#contract/desk/messages.ts';
import * as ordersContract from '#contract/desk/orders.ts';
import { savedFile } from '#contract/desk/people.ts';
import * as refundsContract from '#contract/desk/refunds.ts';
import { codeConfirmation, staffProfile } from '#contract/desk/staff.ts';
import { today } from '#contract/desk/today.ts';
import type { Call } from '#server/http/calls.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';
import { leadCalls } from '#server/http/desk/lead-calls.ts';
import { productCalls } from '#server/http/desk/product-calls.ts';
import { shelfCalls } from '#server/http/desk/shelf-calls.ts';

type Name = keyof typeof deskEndpoints;
const text = z.string();

/** As `calls`, for the desk. */
export const deskCalls = {
  staffProfile: desk('staffProfile', 'Who is signed in at the desk', { answer: staffProfile }),
  confirmCode: desk('confirmCode', 'A code of the second factor, for what needs a fresh one', { body: codeConfirmation }),
  today: desk('today', 'What there is to do today', { answer: today }),
  orders: desk('orders', 'A page of the orders', {
    query: {
      view: view(ordersContract.orderViews),
      q: { description: 'Beginnings of words of an order.', schema: text },
      from: { description: 'The first UK day, of posting or of placing as the view has it.', schema: text },
      to: { description: 'The last one.', schema: text },
      courier: { description: 'Who brings it, as it was entered.', schema: text },
      after,
    },
    answer: ordersContract.orderPage,
  }),
  exportOrders: desk('exportOrders', 'The same orders, all of them, as CSV', { body: ordersContract.ordersWanted, answer: savedFile }),
  order: desk('order', 'One order', { answer: ordersContract.deskOrder, refusals: [404] }),
  printedOrders: desk('printedOrders', 'Orders to print', {
    query: { ids: { description: 'Ids, separated by commas.', schema: text } },
    answer: ordersContract.printedOrders,
  }),
  startPacking: desk('startPacking', 'Begin to pack orders', { body: ordersContract.packing, answer: ordersContract.manyMoved }),
  sendOrders: desk('sendOrders', 'Record parcels as sent, or try what that would do', {
    body: ordersContract.sending,
    answer: ordersContract.manyMoved,
  }),
  sendFromFile: desk('sendFromFile', 'The same with a courier’s file', {
    body: ordersContract.sendingFile,
    answer: ordersContract.manyMoved,
    maxBytes: 1_500_000,
  }),
  markDelivered: desk('markDelivered', 'Record an order as delivered', {
    body: ordersContract.delivered,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  addNote: desk('addNote', 'Add a note to an order', { body: ordersContract.newNote, answer: ordersContract.deskOrder, refusals: [404] }),
  deleteNote: desk('deleteNote', 'Delete an own note', {
    body: ordersContract.deletedNote,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  correctAddress: desk('correctAddress', 'Correct the address of an order that is not sent yet', {
    body: ordersContract.addressCorrection,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  sendMailAgain: desk('sendMailAgain', 'Mail the buyer again', {
    body: ordersContract.mailAgain,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  cancelOrder: desk('cancelOrder', 'Cancel an order that is not sent yet', {
    body: ordersContract.cancelling,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  settleOrder: desk('settleOrder', 'Record that money was paid back by hand', {
    body: ordersContract.settling,
    answer: ordersContract.deskOrder,
    refusals: [404, 409],
  }),
  refunds: desk('refunds', 'A page of the refund requests', {
    query: { view: view(refundsContract.refundViews), after },
    answer: refundsContract.refundPage,
  }),
  refund: desk('refund', 'One refund request', { answer: refundsContract.deskRefund, refusals: [404] }),
  refundPicture: desk('refundPicture', 'A photograph of a refund request', { isPicture: true, refusals: [404] }),
  previewDecision: desk('previewDecision', 'The mail that a decision would send', {
    body: refundsContract.decision,
    answer: refundsContract.decisionPreview,
    refusals: [404, 409],
  }),
  decideRefund: desk('decideRefund', 'Decide a refund request', {
    body: refundsContract.decidedRefund,
    answer: refundsContract.deskRefund,
    refusals: [404, 409],
  }),
  recordPosted: desk('recordPosted', 'Record proof of posting of a cancellation', {
    body: refundsContract.postedReturn,
    answer: refundsContract.deskRefund,
    refusals: [404, 409],
  }),
  receiveReturn: desk('receiveReturn', 'Record that goods came back', {
    body: refundsContract.returnedGoods,
    answer: refundsContract.deskRefund,
    refusals: [404, 409],
  }),
  messages: desk('messages', 'A page of the messages', {
    query: { view: view(messagesContract.messageViews), after },
    answer: messagesContract.deskMessagePage,
  }),
  message: desk('message', 'One message', { answer: messagesContract.deskMessage, refusals: [404] }),
  answerMessage: desk('answerMessage', 'Mail an answer to a message', {
    body: messagesContract.messageReply,
    answer: messagesContract.deskMessage,
    refusals: [404, 409],
  }),
  markAnswered: desk('markAnswered', 'Record that a message was answered elsewhere', {
    answer: messagesContract.deskMessage,
    refusals: [404, 409],
  }),
  ...productCalls,
  ...shelfCalls,
  ...leadCalls,
} satisfies { readonly [N in Name]: Call & (typeof deskEndpoints)[N] };
