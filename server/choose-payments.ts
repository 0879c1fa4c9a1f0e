import { endpoints } from '#contract/endpoints.ts';
import type { Env } from '#server/env.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { isStripeTestKey } from '#server/payments/stripe-keys.ts';
import { testPayments } from '#server/payments/test.ts';

/** The provider, and a sentence about it for the console. */
type ChosenPayments = { readonly payments: PaymentProvider; readonly sentence: string };

/** Whether money moves: not on the test page, nor with a key for tests. */
export const takesMoney = ({ payments }: Pick<Env, 'payments'>): boolean =>
  payments.provider === 'stripe' && !isStripeTestKey(payments.secretKey);

export const choosePayments = async (env: Env): Promise<ChosenPayments> => {
  const { payments } = env;
  if (payments.provider === 'test') return { payments: testPayments, sentence: 'Payments lead to a test page, on which no money moves' };
  // Imported lazily: a start without Stripe does not load its library.
  const { stripePayments } = await import('#server/payments/stripe.ts');
  return {
    payments: stripePayments(payments),
    sentence: takesMoney(env) ? 'Payments go through Stripe' : 'Payments go through Stripe with a key for tests, so no money moves',
  };
};

/** Where the provider sends its events; without https it cannot. */
export const webhookUrlOf = ({ publicUrl }: Pick<Env, 'publicUrl'>): string | undefined =>
  publicUrl?.startsWith('https:') ? `${publicUrl}${endpoints.paymentWebhook.path}` : undefined;
