import { endpoints } from '#contract/endpoints.ts';
import type { Env } from '#server/env.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { testPayments } from '#server/payments/test.ts';
import { isStripeTestKey } from '#server/public-shop.ts';

/** The provider, and a sentence about it for the console. */
type ChosenPayments = { readonly payments: PaymentProvider; readonly sentence: string };

export const choosePayments = async ({ payments }: Env): Promise<ChosenPayments> => {
  if (payments.provider === 'test') return { payments: testPayments, sentence: 'Payments lead to a test page, on which no money moves' };
  // Imported lazily: a start without Stripe does not load its library.
  const { stripePayments } = await import('#server/payments/stripe.ts');
  return {
    payments: stripePayments(payments),
    sentence: isStripeTestKey(payments.secretKey)
      ? 'Payments go through Stripe with a key for tests, so no money moves'
      : 'Payments go through Stripe',
  };
};

/** Where the provider sends its events; without https it cannot. */
export const webhookUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>): string | undefined =>
  publicUrl?.startsWith('https:') ? `${publicUrl}${endpoints.paymentWebhook.path}` : undefined;
