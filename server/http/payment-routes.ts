import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { returnPath } from '#contract/return-path.ts';
import { Invalid, NotFound, PaymentPageRefused } from '#server/domain/failure.ts';
import { openPayment, recordWebhookEvent } from '#server/domain/money/payments.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { notifyRefusedPaymentPage } from '#server/domain/money/refused-payment-pages.ts';
import { readUpdatedOrder } from '#server/domain/orders/due-orders.ts';
import { calls } from '#server/http/calls.ts';
import { noStore } from '#server/http/no-store.ts';
import { originsFor } from '#server/http/origins.ts';
import { orUnreadable } from '#server/http/read-body.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { renderTestPage, testPageStyle, testPageStylePath } from '#server/http/test-payment-page.ts';
import { chooseOnTestPage, findTestPage, testChoices, testPageFolder } from '#server/payments/test.ts';

const pagePath = `${testPageFolder}:sessionId`;

/** The button pressed on the test page, from its form body. */
const readChoice = async (c: Context) => {
  const value = new URLSearchParams(await c.req.text()).get('choice');
  const choice = testChoices.find((candidate) => candidate === value);
  if (choice === undefined) throw new Invalid('Choose one of the buttons on the payment page.');
  return choice;
};

/** Calls of payments: opening a payment page, and the provider's webhook. */
export const paymentRoutes = (serve: Serve, services: Services): void => {
  const { db, log, clock, desk, payments: provider } = services;
  const parseEvent: NonNullable<typeof provider.parseWebhook> = (body, signature) => {
    if (!provider.parseWebhook) throw new NotFound('There is nothing at this address.');
    try {
      return provider.parseWebhook(body, signature);
    } catch (error) {
      if (error instanceof Invalid)
        log.warn({ path: calls.paymentWebhook.path }, 'a payment webhook was refused: check that its secret is the one of this endpoint');
      throw error;
    }
  };
  const refuse = async (error: unknown, orderId: string): Promise<never> => {
    if (error instanceof PaymentPageRefused && error.cause instanceof Error) {
      log.error({ err: error.cause, orderId }, 'the payment provider refused to open a payment page');
      const { sellerEmail } = await services.readShop();
      await notifyRefusedPaymentPage(db, { orderId, reason: error.cause.message }, { sellerEmail, now: clock() });
    }
    throw error;
  };
  serve(calls.paymentMethods, () => ({ methods: [...provider.methods] }));
  serve(calls.payOrder, async ({ c, now, body: { orderId } }) => {
    const asked = { orderId, origins: originsFor(c, services), now };
    return openPayment(db, provider, asked, readUpdatedOrder(provider, now)).catch((error: unknown) => refuse(error, orderId));
  });
  serve(calls.paymentWebhook, async ({ c, now }) => {
    const event = parseEvent(await orUnreadable(() => c.req.text()), c.req.header(calls.paymentWebhook.signature.header));
    const { sellerEmail } = await services.readShop();
    const context = { now, sellerEmail, deskUrl: desk?.url };
    if (event && 'outcome' in event) {
      const isUnmatched = await recordWebhookEvent(db, event, context);
      const { eventId, reference } = event;
      if (isUnmatched) log.error({ eventId, reference }, 'a payment arrived for an order that is not in the database');
    } else if (event && !(await recordMoney(db, event, context))) {
      const { reference, state } = event;
      // Such as one of another shop that takes payments with the same account.
      log.info({ reference, state }, 'a refund or dispute is about a payment that is not in the database');
    }
    return { message: 'Received.' };
  });
};

/** The pages of test payments: plain forms, as the pages of a payment provider are. */
export const testPaymentPages = (services: Services): Hono => {
  const { db, clock, dist, readShop } = services;
  const assets = dist === undefined ? undefined : path.join(dist, 'assets');
  const style = testPageStyle(assets !== undefined && existsSync(assets) ? readdirSync(assets) : []);
  const returnUrl = (c: Context, orderId: string, how?: 'cancelled'): string =>
    `${originsFor(c, services).shop}${returnPath(orderId, how)}`;
  return new Hono()
    .use('/order/*', noStore)
    .get(testPageStylePath, (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get(pagePath, async (c) => {
      const { order, isOpen } = await findTestPage(db, c.req.param('sessionId'));
      const { details } = await readShop();
      return c.html(renderTestPage({ shopName: details.name, order, isOpen, returnUrl: returnUrl(c, order._id) }));
    })
    .post(pagePath, async (c) => {
      const choice = await readChoice(c);
      const orderId = await chooseOnTestPage(db, c.req.param('sessionId'), choice, clock());
      return c.redirect(returnUrl(c, orderId, choice === 'abandon' ? 'cancelled' : undefined), 303);
    });
};
