import { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { type StockAlertAnswer, stockAlertConfirmation, stockAlertRequest } from '#contract/stock-alert.ts';
import { confirmStockAlert, endStockAlerts, requestStockAlert } from '#server/domain/stock-alerts.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { noStore } from '#server/http/no-store.ts';
import { emailSender } from '#server/http/origins.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { findShopper } from '#server/http/session.ts';
import { redirectToStopPage } from '#server/http/stop-page.ts';

/** Routes of mails about products that can be had again. */
export const stockAlertRoutes = (services: Services): Hono => {
  const { db, clock } = services;
  return new Hono()
    .post(endpoints.requestStockAlert.path, noStore, async (c) => {
      const request = await readBody(c, stockAlertRequest);
      const account = await findShopper(c, services);
      const caller = { account, clientAddress: clientAddress(c, services), sender: emailSender(services), now: clock() };
      return c.json((await requestStockAlert(db, request, caller)) satisfies StockAlertAnswer);
    })
    .post(endpoints.confirmStockAlert.path, noStore, async (c) => {
      const { token } = await readBody(c, stockAlertConfirmation);
      await limitRate(c, services, 'lookUps');
      return c.json({ message: await confirmStockAlert(db, token, clock()) });
    })
    .get(endpoints.endStockAlerts.path, noStore, (c) => redirectToStopPage(c, services, (token) => `?unsubscribe=${token}`))
    .post(endpoints.endStockAlerts.path, noStore, async (c) => {
      // Without reading the body: mail programs send `List-Unsubscribe=One-Click` (RFC 8058).
      await limitRate(c, services, 'lookUps');
      await endStockAlerts(db, c.req.param('token'));
      return c.body(null, 204);
    });
};
