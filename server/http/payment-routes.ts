import { type Context, Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { formatSterling, pence } from '#contract/money.ts';
import { type PaymentMethods, type PaymentSession, paymentPayload } from '#contract/order.ts';
import { returnAddress } from '#contract/return-address.ts';
import { readUpdatedOrder } from '#server/domain/due-orders.ts';
import { Invalid, NotFound, PaymentPageRefused } from '#server/domain/failure.ts';
import { recordMoney } from '#server/domain/money/record-money.ts';
import { openPayment, recordWebhookEvent } from '#server/domain/payments.ts';
import { tellRefusedPaymentPage } from '#server/domain/refused-payment-pages.ts';
import { originsFor } from '#server/http/origins.ts';
import { limitRate } from '#server/http/rate-limit.ts';
import { readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { renderTestPage, testPageStyle, testPageStylePath } from '#server/http/test-payment-page.ts';
import { chooseOnTestPage, findTestPage, testChoices, testPageFolder, testPayments } from '#server/payments/test.ts';

const pagePath = `${testPageFolder}:sessionId`;

/** The button pressed on the test page, from its form body. */
const readChoice = async (c: Context) => {
  const value = new URLSearchParams(await c.req.text()).get('choice');
  const choice = testChoices.find((candidate) => candidate === value);
  if (choice === undefined) throw new Invalid('Choose one of the buttons on the payment page.');
  return choice;
};

/** Routes of payments: opening a payment page, the provider's webhook and, with test payments only, the test payment page. */
export const paymentRoutes = (services: Services): Hono => {
  const { db, log, clock, sellerAddress, payments: provider } = services;
  const parseEvent: NonNullable<typeof provider.parseWebhook> = (body, signature) => {
    if (!provider.parseWebhook) throw new NotFound('There is nothing at this address.');
    try {
      return provider.parseWebhook(body, signature);
    } catch (error) {
      if (error instanceof Invalid)
        log.warn(
          { path: endpoints.paymentWebhook.path },
          'a payment webhook was refused: check that its secret is the one of this endpoint',
        );
      throw error;
    }
  };
  const refuse = async (error: unknown, orderId: string): Promise<never> => {
    if (error instanceof PaymentPageRefused && error.cause instanceof Error) {
      log.error({ err: error.cause, orderId }, 'the payment provider refused to open a payment page');
      await tellRefusedPaymentPage(db, { orderId, reason: error.cause.message }, { sellerAddress, now: clock() });
    }
    throw error;
  };
  const routes = new Hono()
    .get(endpoints.paymentMethods.path, (c) =>
      c.json({ methods: [...provider.methods] } satisfies PaymentMethods, 200, { 'Cache-Control': 'no-cache' }),
    )
    .post(endpoints.payOrder.path, async (c) => {
      await limitRate(c, services, 'orders');
      const { orderId } = await readBody(c, paymentPayload);
      const now = clock();
      const asked = { orderId, origins: originsFor(c, services), now };
      const opened = await openPayment(db, provider, asked, readUpdatedOrder(provider, now)).catch((error: unknown) =>
        refuse(error, orderId),
      );
      return c.json(opened satisfies PaymentSession);
    })
    .post(endpoints.paymentWebhook.path, async (c) => {
      const event = parseEvent(await c.req.text(), c.req.header('stripe-signature'));
      const context = { now: clock(), sellerAddress };
      if (event && 'outcome' in event) {
        const isUnmatched = await recordWebhookEvent(db, event, context);
        const { eventId, reference } = event;
        if (isUnmatched) log.error({ eventId, reference }, 'a payment arrived for an order that is not in the database');
      } else if (event && !(await recordMoney(db, event, context))) {
        const { reference, state } = event;
        // Such as one of another shop that takes payments with the same account.
        log.info({ reference, state }, 'a refund or dispute is about a payment that is not in the database');
      }
      return c.json({ message: 'Received.' });
    });
  if (provider !== testPayments) return routes;

  const returnUrl = (c: Context, orderId: string, how?: 'cancelled'): string =>
    `${originsFor(c, services).shop}${returnAddress(orderId, how)}`;
  return routes
    .get(testPageStylePath, (c) => c.body(testPageStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get(pagePath, async (c) => {
      const { orderId, total, isOpen } = await findTestPage(db, c.req.param('sessionId'));
      const leave = returnUrl(c, orderId, isOpen ? 'cancelled' : undefined);
      return c.html(renderTestPage({ orderId, total: formatSterling(pence(total)), isOpen, returnUrl: leave }));
    })
    .post(pagePath, async (c) => {
      const choice = await readChoice(c);
      const orderId = await chooseOnTestPage(db, c.req.param('sessionId'), choice, clock());
      return c.redirect(returnUrl(c, orderId, choice === 'abandon' ? 'cancelled' : undefined), 303);
    });
};
