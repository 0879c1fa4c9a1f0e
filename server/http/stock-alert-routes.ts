import { confirmStockAlert, endStockAlerts, requestStockAlert } from '#server/domain/stock-alerts/stock-alerts.ts';
import { calls } from '#server/http/calls.ts';
import { clientIp } from '#server/http/client-ip.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper } from '#server/http/session.ts';

/** Calls of mails about products that can be had again. */
export const stockAlertRoutes = (serve: Serve, services: Services): void => {
  const { db } = services;
  serve(calls.requestStockAlert, async ({ c, now, body }) => {
    const account = await findShopper(c, services);
    return requestStockAlert(db, body, { account, clientIp: clientIp(c, services), sender: await emailSender(services), now });
  });
  serve(calls.confirmStockAlert, async ({ now, body: { token } }) => ({ message: await confirmStockAlert(db, token, now) }));
  serve(calls.endStockAlerts, ({ c }) => endStockAlerts(db, c.req.param('token')));
};
