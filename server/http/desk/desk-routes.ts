import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { messageViews } from '#contract/desk/messages.ts';
import { maxOrdersAtOnce, orderViews } from '#contract/desk/orders.ts';
import { type decision, refundViews } from '#contract/desk/refunds.ts';
import { pence } from '#contract/money.ts';
import { confirmSecondFactorCode } from '#server/domain/accounts/second-factor.ts';
import { noteCode } from '#server/domain/accounts/sessions.ts';
import { correctAddress } from '#server/domain/desk/correct-address.ts';
import { listDeskMessages, showDeskMessage } from '#server/domain/desk/message-list.ts';
import { listOrders } from '#server/domain/desk/order-list.ts';
import { sendMailAgain } from '#server/domain/desk/order-mails.ts';
import { addOrderNote, deleteOrderNote } from '#server/domain/desk/order-notes.ts';
import { printParcels, showOrder } from '#server/domain/desk/order-view.ts';
import { listRefunds, showRefund } from '#server/domain/desk/refund-list.ts';
import { packOrders, sendFile, sendParcels } from '#server/domain/desk/send-parcels.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { readToday } from '#server/domain/desk/today.ts';
import { answerMessage, markAnswered } from '#server/domain/messages/messages.ts';
import { recordPosted } from '#server/domain/money/declare-cancellation.ts';
import {
  type Decision,
  decideRefundRequest,
  previewDecision,
  readRefundImage,
  receiveReturn,
} from '#server/domain/money/refund-requests.ts';
import { settleByHand } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { leadRoutes } from '#server/http/desk/lead-routes.ts';
import { productRoutes } from '#server/http/desk/product-routes.ts';
import { shelfRoutes } from '#server/http/desk/shelf-routes.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { ensureCsrfToken, sessionToken } from '#server/http/session.ts';
import { emailText } from '#server/mail/email.ts';

/** A decision of the contract, with its amount in pence. */
const toDecision = (decided: z.output<typeof decision>): Decision =>
  decided.outcome === 'partial' ? { ...decided, amount: pence(decided.amount) } : decided;

/** The calls of the desk. */
export const deskRoutes = (serve: Serve, services: Services): void => {
  const { db, payments: provider, delivery, sellerAddress, lowStockLimit, refundImages } = services;
  const readOrder = (c: Context, by: Staff, now: Date) =>
    showOrder(db, c.req.param('orderId') ?? '', { read: readUpdatedOrder(provider, now), by, now });
  /** The order as it is after a change of it. */
  const after = async (change: Promise<unknown>, c: Context, by: Staff, now: Date) => {
    await change;
    return readOrder(c, by, now);
  };
  const moving = (by: Staff, now: Date) => ({ provider, delivery, by, now });

  serve(deskCalls.staffProfile, ({ c, by: { name, role } }) => {
    ensureCsrfToken(c, services);
    return { name, role };
  });
  serve(deskCalls.confirmCode, async ({ c, now, shopper, body }) => {
    const { passwords, secretBox } = services;
    await confirmSecondFactorCode(db, shopper, body.oneTimeCode, { now, sender: emailSender(services), passwords, secretBox });
    await noteCode(db, sessionToken(c, services) ?? '', now);
  });
  serve(deskCalls.today, ({ now, by }) => readToday(db, { isSeller: by.role === 'seller', lowStockLimit, now }));

  serve(deskCalls.orders, ({ c, now }) =>
    listOrders(db, { view: readView(c, orderViews), text: c.req.query('q'), after: c.req.query('after') }, now),
  );
  serve(deskCalls.order, ({ c, now, by }) => readOrder(c, by, now));
  serve(deskCalls.printedOrders, ({ c, now }) =>
    printParcels(db, (c.req.query('ids') ?? '').split(',').filter(Boolean).slice(0, maxOrdersAtOnce), now),
  );
  serve(deskCalls.startPacking, ({ now, by, body }) => packOrders(db, body, moving(by, now)));
  serve(deskCalls.sendOrders, ({ now, by, body }) => sendParcels(db, body, moving(by, now)));
  serve(deskCalls.sendFromFile, ({ now, by, body }) => sendFile(db, body, moving(by, now)));
  serve(deskCalls.markDelivered, ({ c, now, by, body: { version } }) =>
    after(changeStatus(db, provider, c.req.param('orderId'), { to: 'Delivered', seen: version, by, delivery, now }), c, by, now),
  );
  serve(deskCalls.addNote, ({ c, now, by, body: { text } }) =>
    after(addOrderNote(db, c.req.param('orderId'), { text, by, now }), c, by, now),
  );
  serve(deskCalls.deleteNote, ({ c, now, by, body: { position } }) =>
    after(deleteOrderNote(db, c.req.param('orderId'), { position, by, now }), c, by, now),
  );
  serve(deskCalls.correctAddress, ({ c, now, by, body: { version, billingInfo } }) =>
    after(correctAddress(db, c.req.param('orderId'), { address: billingInfo, seen: version, by, now }), c, by, now),
  );
  serve(deskCalls.sendMailAgain, ({ c, now, by, body: { version, kind } }) =>
    after(sendMailAgain(db, c.req.param('orderId'), kind, { seen: version, by, now }), c, by, now),
  );
  serve(deskCalls.cancelOrder, ({ c, now, by, body: { version, reason } }) =>
    after(cancelOrder(db, provider, c.req.param('orderId'), { reason, seen: version, by, now }), c, by, now),
  );
  serve(deskCalls.settleOrder, ({ c, now, by, body: { version, how, isChecked } }) =>
    after(settleByHand(db, c.req.param('orderId'), how, now, { isChecked, seen: version, by }), c, by, now),
  );

  serve(deskCalls.refunds, ({ c }) => listRefunds(db, readView(c, refundViews), c.req.query('after')));
  serve(deskCalls.refund, ({ c, now }) => showRefund(db, c.req.param('reference'), now));
  serve(deskCalls.refundPicture, async ({ c }) => {
    const content = await readRefundImage(db, refundImages, { reference: c.req.param('reference'), file: c.req.param('file') });
    return sendPhotograph(c, new Uint8Array(content));
  });
  serve(deskCalls.previewDecision, async ({ c, now, body }) => {
    const { email, amount } = await previewDecision(db, c.req.param('reference'), toDecision(body.decision), now);
    return { subject: email.subject, text: emailText(email), amount };
  });
  serve(deskCalls.decideRefund, async ({ c, now, by, body: { version, decision: decided } }) => {
    await decideRefundRequest(db, c.req.param('reference'), toDecision(decided), now, { seen: version, by });
    return showRefund(db, c.req.param('reference'), now);
  });
  serve(deskCalls.recordPosted, async ({ c, now, by, body: { version } }) => {
    await recordPosted(db, c.req.param('reference'), { seen: version, by, now });
    return showRefund(db, c.req.param('reference'), now);
  });
  serve(deskCalls.receiveReturn, async ({ c, now, by, body: { version, restocked } }) => {
    const isRestocked = restocked > 0;
    const pieces = isRestocked ? restocked : undefined;
    await receiveReturn(db, c.req.param('reference'), { isRestocked, pieces, seen: version, by, now });
    return showRefund(db, c.req.param('reference'), now);
  });

  serve(deskCalls.messages, ({ c }) => listDeskMessages(db, readView(c, messageViews), c.req.query('after')));
  serve(deskCalls.message, ({ c }) => showDeskMessage(db, c.req.param('reference')));
  serve(deskCalls.answerMessage, async ({ c, now, by, body }) => {
    await answerMessage(db, c.req.param('reference'), { ...body, by, sender: emailSender(services), sellerAddress, now });
    return showDeskMessage(db, c.req.param('reference'));
  });
  serve(deskCalls.markAnswered, async ({ c, now, by }) => {
    await markAnswered(db, c.req.param('reference'), now, by);
    return showDeskMessage(db, c.req.param('reference'));
  });

  productRoutes(serve, services);
  shelfRoutes(serve, services);
  leadRoutes(serve, services);
};
