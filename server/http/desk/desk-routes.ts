import type * as z from 'zod/mini';
import { ukTime } from '#contract/delivery-dates.ts';
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
import { settleOrder } from '#server/domain/money/settle-by-hand.ts';
import { cancelOrder } from '#server/domain/orders/cancel-order.ts';
import { readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { changeParcels } from '#server/domain/orders/further-parcels.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, type DeskItemRequest, readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { leadRoutes } from '#server/http/desk/lead-routes.ts';
import { shelfRoutes } from '#server/http/desk/shelf-routes.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { ensureCsrfToken, sessionToken } from '#server/http/session.ts';
import { emailText } from '#server/mail/email.ts';

/** A decision of the contract, with its amount in pence. */
const toDecision = (decided: z.output<typeof decision>): Decision =>
  decided.outcome === 'partial' ? { ...decided, amount: pence(decided.amount) } : decided;

export const deskRoutes = (serve: Serve, services: Services): void => {
  const { db, payments: provider, readShop, lowStockLimit, refundImages } = services;
  const change = changesOn(serve);
  const order = ({ id, by, now }: DeskItemRequest) => showOrder(db, id, { read: readUpdatedOrder(provider, now), by, now });
  const refund = ({ id, now }: DeskItemRequest) => showRefund(db, id, now);
  const message = ({ id }: DeskItemRequest) => showDeskMessage(db, id);
  const moveContext = async (by: Staff, now: Date) => ({ provider, delivery: (await readShop()).delivery, by, now });

  serve(deskCalls.staffProfile, ({ c, by: { name, role } }) => {
    ensureCsrfToken(c, services);
    return { name, role };
  });
  serve(deskCalls.confirmCode, async ({ c, now, shopper, body }) => {
    const { passwords, secretBox } = services;
    await confirmSecondFactorCode(db, shopper, body.oneTimeCode, { now, sender: await emailSender(services), passwords, secretBox });
    await noteCode(db, sessionToken(c, services) ?? '', now);
  });
  serve(deskCalls.today, async ({ now, by }) =>
    readToday(db, { isSeller: by.role === 'seller', lowStockLimit, details: (await readShop()).details, now }),
  );

  serve(deskCalls.orders, ({ c, now }) => listOrders(db, { ...c.req.query(), view: readView(c, orderViews) }, now));
  serve(deskCalls.exportOrders, async ({ now, by, body }) => ({
    name: `orders-${ukTime(now).day}.csv`,
    text: await exportOrders(db, body, { by, now }),
  }));
  serve(deskCalls.order, order);
  serve(deskCalls.printedOrders, ({ c, now }) =>
    printParcels(db, (c.req.query('ids') ?? '').split(',').filter(Boolean).slice(0, maxOrdersAtOnce), now),
  );
  serve(deskCalls.startPacking, async ({ now, by, body }) => packOrders(db, body, await moveContext(by, now)));
  serve(deskCalls.sendOrders, async ({ now, by, body }) => sendParcels(db, body, await moveContext(by, now)));
  serve(deskCalls.sendFromFile, async ({ now, by, body }) => sendFile(db, body, await moveContext(by, now)));
  change(deskCalls.markDelivered, order, async ({ id, now, by, body: { version: seen } }) =>
    changeStatus(db, provider, id, { to: 'Delivered', seen, by, delivery: (await readShop()).delivery, now }),
  );
  change(deskCalls.changeParcels, order, ({ id, now, by, body: { version: seen, add, remove } }) =>
    changeParcels(db, id, { add, remove, seen, by, now }),
  );
  change(deskCalls.addNote, order, ({ id, now, by, body: { text } }) => addOrderNote(db, id, { text, by, now }));
  change(deskCalls.deleteNote, order, ({ id, now, by, body: { position } }) => deleteOrderNote(db, id, { position, by, now }));
  change(deskCalls.correctAddress, order, ({ id, now, by, body: { version: seen, billingInfo, isConfirmed } }) =>
    correctAddress(db, id, { address: billingInfo, isConfirmed, seen, by, now }),
  );
  change(deskCalls.sendMailAgain, order, ({ id, now, by, body: { version: seen, kind } }) =>
    sendMailAgain(db, id, kind, { seen, by, now }),
  );
  change(deskCalls.cancelOrder, order, ({ id, now, by, body: { version: seen, reason } }) =>
    cancelOrder(db, provider, id, { reason, seen, by, now }),
  );
  change(deskCalls.settleOrder, order, async ({ id, now, by, body: { version: seen, how, isChecked } }) => {
    const { sellerEmail } = await readShop();
    await settleOrder(db, provider, { orderId: id, how, isChecked, seen, by, now, sellerEmail, deskUrl: services.desk?.url });
  });

  serve(deskCalls.refunds, ({ c }) => listRefunds(db, readView(c, refundViews), c.req.query('after')));
  serve(deskCalls.refund, refund);
  serve(deskCalls.refundPicture, async ({ c, id }) => {
    const content = await readRefundImage(db, refundImages, { reference: id, file: c.req.param('file') });
    return sendPhotograph(c, new Uint8Array(content));
  });
  serve(deskCalls.previewDecision, async ({ id, now, body }) => {
    const { email, amount } = await previewDecision(db, id, toDecision(body.decision), now);
    return { subject: email.subject, text: emailText(email), amount };
  });
  change(deskCalls.decideRefund, refund, ({ id, now, by, body: { version: seen, decision: decided } }) =>
    decideRefundRequest(db, id, toDecision(decided), now, { seen, by }),
  );
  change(deskCalls.recordPosted, refund, ({ id, now, by, body: { version: seen } }) => recordPosted(db, id, { seen, by, now }));
  change(deskCalls.receiveReturn, refund, ({ id, now, by, body: { version: seen, restocked } }) => {
    const isRestocked = restocked > 0;
    const pieces = isRestocked ? restocked : undefined;
    return receiveReturn(db, id, { isRestocked, pieces, seen, by, now });
  });

  serve(deskCalls.messages, ({ c }) => listDeskMessages(db, readView(c, messageViews), c.req.query('after')));
  serve(deskCalls.message, message);
  change(deskCalls.answerMessage, message, async ({ id, now, by, body }) => {
    const { sellerEmail } = await readShop();
    await answerMessage(db, id, { ...body, by, sender: await emailSender(services), sellerEmail, now });
  });
  change(deskCalls.markAnswered, message, ({ id, now, by }) => markAnswered(db, id, now, by));

  shelfRoutes(serve, services);
  leadRoutes(serve, services);
};
