import type * as z from 'zod/mini';
import { messageViews } from '#contract/desk/messages.ts';
import { maxOrdersAtOnce, orderViews } from '#contract/desk/orders.ts';
import { type decision, refundViews } from '#contract/desk/refunds.ts';
import { pence } from '#contract/money.ts';
import { confirmSecondFactorCode } from '#server/domain/accounts/second-factor.ts';
import { noteCode } from '#server/domain/accounts/sessions.ts';
import { correctAddress } from '#server/domain/desk/correct-address.ts';
import { listDeskMessages, showDeskMessage } from '#server/domain/desk/message-list.ts';
import { exportOrders, listOrders } from '#server/domain/desk/order-list.ts';
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
import { changeParcels } from '#server/domain/orders/further-parcels.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, readView, type Shown, sendPhotograph } from '#server/http/desk/desk-request.ts';
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
  const change = changesOn(serve);
  const order = ({ c, by, now }: Shown) => showOrder(db, c.req.param('orderId') ?? '', { read: readUpdatedOrder(provider, now), by, now });
  const refund = ({ c, now }: Shown) => showRefund(db, c.req.param('reference') ?? '', now);
  const message = ({ c }: Shown) => showDeskMessage(db, c.req.param('reference') ?? '');
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

  serve(deskCalls.orders, ({ c, now }) => listOrders(db, { ...c.req.query(), view: readView(c, orderViews) }, now));
  serve(deskCalls.exportOrders, async ({ now, by, body }) => ({
    name: `orders-${now.toISOString().slice(0, 10)}.csv`,
    text: await exportOrders(db, body, { by, now }),
  }));
  serve(deskCalls.order, order);
  serve(deskCalls.printedOrders, ({ c, now }) =>
    printParcels(db, (c.req.query('ids') ?? '').split(',').filter(Boolean).slice(0, maxOrdersAtOnce), now),
  );
  serve(deskCalls.startPacking, ({ now, by, body }) => packOrders(db, body, moving(by, now)));
  serve(deskCalls.sendOrders, ({ now, by, body }) => sendParcels(db, body, moving(by, now)));
  serve(deskCalls.sendFromFile, ({ now, by, body }) => sendFile(db, body, moving(by, now)));
  change(deskCalls.markDelivered, order, ({ c, now, by, body: { version } }) =>
    changeStatus(db, provider, c.req.param('orderId'), { to: 'Delivered', seen: version, by, delivery, now }),
  );
  change(deskCalls.changeParcels, order, ({ c, now, by, body: { version, add, remove } }) =>
    changeParcels(db, c.req.param('orderId'), { add, remove, seen: version, by, now }),
  );
  change(deskCalls.addNote, order, ({ c, now, by, body: { text } }) => addOrderNote(db, c.req.param('orderId'), { text, by, now }));
  change(deskCalls.deleteNote, order, ({ c, now, by, body: { position } }) =>
    deleteOrderNote(db, c.req.param('orderId'), { position, by, now }),
  );
  change(deskCalls.correctAddress, order, ({ c, now, by, body: { version, billingInfo } }) =>
    correctAddress(db, c.req.param('orderId'), { address: billingInfo, seen: version, by, now }),
  );
  change(deskCalls.sendMailAgain, order, ({ c, now, by, body: { version, kind } }) =>
    sendMailAgain(db, c.req.param('orderId'), kind, { seen: version, by, now }),
  );
  change(deskCalls.cancelOrder, order, ({ c, now, by, body: { version, reason } }) =>
    cancelOrder(db, provider, c.req.param('orderId'), { reason, seen: version, by, now }),
  );
  change(deskCalls.settleOrder, order, ({ c, now, by, body: { version, how, isChecked } }) =>
    settleByHand(db, c.req.param('orderId'), how, now, { isChecked, seen: version, by }),
  );

  serve(deskCalls.refunds, ({ c }) => listRefunds(db, readView(c, refundViews), c.req.query('after')));
  serve(deskCalls.refund, refund);
  serve(deskCalls.refundPicture, async ({ c }) => {
    const content = await readRefundImage(db, refundImages, { reference: c.req.param('reference'), file: c.req.param('file') });
    return sendPhotograph(c, new Uint8Array(content));
  });
  serve(deskCalls.previewDecision, async ({ c, now, body }) => {
    const { email, amount } = await previewDecision(db, c.req.param('reference'), toDecision(body.decision), now);
    return { subject: email.subject, text: emailText(email), amount };
  });
  change(deskCalls.decideRefund, refund, ({ c, now, by, body: { version, decision: decided } }) =>
    decideRefundRequest(db, c.req.param('reference'), toDecision(decided), now, { seen: version, by }),
  );
  change(deskCalls.recordPosted, refund, ({ c, now, by, body: { version } }) =>
    recordPosted(db, c.req.param('reference'), { seen: version, by, now }),
  );
  change(deskCalls.receiveReturn, refund, ({ c, now, by, body: { version, restocked } }) => {
    const isRestocked = restocked > 0;
    const pieces = isRestocked ? restocked : undefined;
    return receiveReturn(db, c.req.param('reference'), { isRestocked, pieces, seen: version, by, now });
  });

  serve(deskCalls.messages, ({ c }) => listDeskMessages(db, readView(c, messageViews), c.req.query('after')));
  serve(deskCalls.message, message);
  change(deskCalls.answerMessage, message, ({ c, now, by, body }) =>
    answerMessage(db, c.req.param('reference'), { ...body, by, sender: emailSender(services), sellerAddress, now }),
  );
  change(deskCalls.markAnswered, message, ({ c, now, by }) => markAnswered(db, c.req.param('reference'), now, by));

  productRoutes(serve, services);
  shelfRoutes(serve, services);
  leadRoutes(serve, services);
};
